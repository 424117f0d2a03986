from configs.models.calibration import CalibrationRecord, CustomAttrUpgrade, EvalReport
from configs.models.profiles import ThresholdProfile

__all__ = ["CalibrationRecord", "CustomAttrUpgrade", "EvalReport", "ThresholdProfile"]
