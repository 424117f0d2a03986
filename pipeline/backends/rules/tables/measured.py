"""Columns whose heads say in what unit their figures are: `Weight kg`, `Drehzahl [r/min]`, `抗拉载荷kN`. The unit is told with each value."""

from __future__ import annotations

import re
from functools import lru_cache

# Longest first; counts and volumes of cartons are no units of a measure.
UNITS = (
    r"kg/m²|kg/m³|kg/m2|kg/m|g/m²|g/m2|m³/h|m3/h|l/min|L/min|l/h|m/min|m/s|r/min|U/min|min⁻¹|mm²|cm²|rpm|N·m|Nm|kNm|kN|daN|MPa|kPa|mbar|bar"
    r"|psi|kWh|kVA|kW|kV|kgs|kg|lbs|mm|cm|µm|µF|ml|dB|kHz|MHz|Hz|lm|°C|℃|Ω|mAh|Ah|mA"
)
# One letter may as well tell one version from another, `Form A`, but for small ones behind a word: `Head m`.
LETTERS = r"[mglLWVAN]"
MEASURED = re.compile(
    rf"(?P<name>.*?[^\W\d_].*?)(?:\s*[\[(（]\s*(?:in\s+)?(?P<held>{UNITS}|{LETTERS})\s*[\])）]|(?:\s*[,/]\s*|\s+)(?:in\s+)?(?P<led>{UNITS}|(?<=[^\W\d_]{{3}} )[mgl])"
    rf"|(?<=[\u4e00-\u9fff])\s?(?P<wide>{UNITS}|{LETTERS}))"
)
FOR_ONE = re.compile(r"(?:\b(?:per|pro|je|par|por|al|za|na|за|/)|每)$", re.IGNORECASE)
FIGURES = re.compile(r"[-+±]?\d+(?:[.,]\d+)?(?:\s*[-–~/×x]\s*\d+(?:[.,]\d+)?)*")
OWN_UNIT = re.compile(rf"{FIGURES.pattern}\s?(?:{UNITS}|{LETTERS})")


def measured_in(key: str, text: str) -> tuple[str, str] | None:
    """A label without its unit, and the figures under it with theirs; None where the label tells no unit, or the value needs to have it said there."""
    value = text.strip()
    has_own = OWN_UNIT.fullmatch(value) is not None
    told = _parted(key.strip()) if has_own or FIGURES.fullmatch(value) else None
    if told is None:
        return None
    name, unit = told
    return name, text if has_own else f"{value} {unit}"


@lru_cache(maxsize=2048)
def _parted(key: str) -> tuple[str, str] | None:
    """A label's words and its unit; what is told for one of something is no measure."""
    found = MEASURED.fullmatch(key)
    name = found["name"].strip(" ,/:：") if found is not None else ""
    return (name, found["held"] or found["led"] or found["wide"]) if found is not None and not FOR_ONE.search(name) else None
