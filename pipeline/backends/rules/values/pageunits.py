"""Units that a page tells once for all its sizes: `All dimensions in mm`, `注：本页尺寸单位为cm`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.page.findings import found_once
from pipeline.records import Attribute, Line, PageContent, Sku

# Two sides or three, or a diameter and a height, in figures alone.
BARE = re.compile(r"(?:[WDHLBTΦøØ]\s*)?\d+(?:[.,]\d+)?(?:\s*[x×*✕]\s*(?:[WDHLBTΦøØ]\s*)?\d+(?:[.,]\d+)?){1,2}", re.IGNORECASE)
UNIT = r"(mm|cm|m|inch(?:es)?|in|毫米|厘米|公分|英寸)(?![\w²³])"
SIZES = (
    r"dimensions?|sizes?|measure(?:ment)?s|maße|maßangaben|abmessungen|größen|cotes|mesures|dimensiones|medidas|tamaños|misure|dimensioni"
    r"|afmetingen|maten|wymiary|размеры|mått|mål|ölçüler"
)
IN = r"(?:\s+(?:are|is|given|stated|shown|quoted|expressed|listed|sind|angegeben|sont|indiqu[ée]e?s|exprim[ée]e?s|sono|son))*\s+(?:in|en|i|w|в)\s+"
TOLD = re.compile(
    rf"(?:\b(?:{SIZES})\b{IN}|(?:尺寸|规格|規格)[^\d,，;；。]{{0,6}}?(?:单位|單位)(?:均)?(?:为|為|是)?\s*[:：]?\s*"
    rf"|(?:^|[\s(（:：])(?:units?|单位|單位)\s*[:：]\s*){UNIT}",
    re.IGNORECASE,
)
MAX_CHARS = 80


def with_page_unit(skus: Sequence[Sku], content: PageContent) -> tuple[tuple[Sku, ...], tuple[Line, ...]]:
    """The products with their bare sizes in the unit of the page, if it tells one, and the line that tells it, where one was read from it."""
    if not any(_is_bare(sku.get("size")) for sku in skus):
        return tuple(skus), ()
    told = _unit_told(content)
    if told is None:
        return tuple(skus), ()
    return tuple(_measured(sku, *told) for sku in skus), (told[1],)


def _is_bare(size: Attribute | None) -> bool:
    return size is not None and BARE.fullmatch(size.value) is not None


@found_once
def _unit_told(content: PageContent) -> tuple[str, Line] | None:
    """The one unit that lines of the page state for sizes."""
    found = [(match[1], line) for line in content.lines if len(line.text) <= MAX_CHARS and (match := TOLD.search(line.text)) is not None]
    return found[0] if len({unit.casefold() for unit, _ in found}) == 1 else None


def _measured(sku: Sku, unit: str, line: Line) -> Sku:
    return replace(
        sku, standard=tuple(_in_unit(item, unit, line) if item.key == "size" and _is_bare(item) else item for item in sku.standard)
    )


def _in_unit(size: Attribute, unit: str, line: Line) -> Attribute:
    place = (size.evidence.page_number, line.box)
    value = f"{size.value} {unit}" if len(unit) > len("mm") and unit.isascii() else f"{size.value}{unit}"
    return replace(size, value=value, evidence=replace(size.evidence, more=(*size.evidence.more, place)))
