"""Letters in the head of a table that a line of the page explains: `Inside length Li in mm`, `Lw = pitch length (mm)`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM, Headers, unit_in
from pipeline.backends.rules.tables.column import Column
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.sides import MAX_SIDES
from pipeline.backends.rules.values.letters import is_letter
from pipeline.backends.rules.values.looks import ValueKind
from pipeline.records import Line

MEASURED = (ValueKind.NUMBER, ValueKind.MEASURE)
OTHER_LETTERS = r"(?:\s*(?:[,/;+&]|and|und|et|y|e|i)\s*[A-Za-z]{1,2}\d?(?!\w))*"
IN_UNIT = r"(?:\s*[=:]\s*|\s+(?:in|en|em|w|v|i|в)\s+|\s*(?=[(\[]))[(\[]?(mm|cm|m|in|inch|inches|мм|см)(?!\w)"
MEANING = r"\s*[=:–]\s*([^=;|]{3,48}?)(?=$|[;|.]|,\s*\w{1,2}\s*[=:–])"
CLOSING_UNIT = re.compile(r"(?:^|[\s,(\[])(mm|cm|мм|см)[)\]]?$")


def with_legend(layout: Layout, lines: Sequence[Line], headers: Headers) -> Layout:
    """The layout with columns under letters as the sides that lines of the page say they measure, where nothing else tells a size.

    More letters than a size has sides are details of a drawing.
    """
    if layout.find("size") is not None or layout.find("dimension") is not None:
        return layout
    kinds = enumerate(zip(layout.columns, layout.kinds, strict=False))
    lettered = [index for index, (column, kind) in kinds if kind in MEASURED and _is_open(column)]
    told = {index: side for index in lettered if (side := _told(layout.columns[index], lines, headers)) is not None}
    if not 0 < len(told) <= MAX_SIDES:
        return layout
    return replace(layout, columns=tuple(told.get(index, column) for index, column in enumerate(layout.columns)))


def _is_open(column: Column) -> bool:
    return column.attribute == CUSTOM and not column.is_labelled and is_letter(column.key)


def _told(column: Column, lines: Sequence[Line], headers: Headers) -> Column | None:
    """The side that is measured under a letter, with its unit."""
    letter = rf"(?<!\w){re.escape(column.key.strip())}(?!\w)"
    for line in lines:
        if (found := re.search(letter + OTHER_LETTERS + IN_UNIT, line.text)) is not None:
            return replace(column, attribute="dimension", unit=found[1])
        meaning = re.search(letter + MEANING, line.text)
        if meaning is not None and (side := _side(column, meaning[1].strip(), headers)) is not None:
            return side
    return None


def _side(column: Column, meaning: str, headers: Headers) -> Column | None:
    closing = CLOSING_UNIT.search(meaning)
    if closing is None and not headers.names_side(meaning):
        return None
    return replace(column, attribute="dimension", unit=closing[1] if closing is not None else column.unit or unit_in(meaning))
