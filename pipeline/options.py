"""What a run of the pipeline may be told: the profile's settings that extraction itself needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Granularity(StrEnum):
    """How variants become SKUs (SPEC 17)."""

    MODEL = "model"
    MODEL_COLOR = "model_color"
    MODEL_COLOR_SIZE = "model_color_size"


class ValidityMode(StrEnum):
    """How much a SKU must carry beside its identity (SPEC 12)."""

    STRICT = "strict"
    LENIENT = "lenient"


@dataclass(frozen=True, slots=True)
class Options:
    """Settings of one run. Two runs of one file with equal options give byte-identical results."""

    granularity: Granularity = Granularity.MODEL_COLOR
    validity_mode: ValidityMode = ValidityMode.STRICT
    extra_headers: tuple[tuple[str, str], ...] = field(default=())  # (printed header, attribute) pairs of a merchant
    use_ocr: bool = True
    keep_image_data: bool = True
    page_cpu_seconds: float = 20.0
