from configs.admin import calibrations, profiles, reports, upgrades

__all__ = ["calibrations", "profiles", "reports", "upgrades"]
