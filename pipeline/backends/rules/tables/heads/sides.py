"""Columns that measure one side of the goods each: which of them are the size, and which are details of a drawing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, Column, share, usual_kind
from pipeline.backends.rules.tables.heads.prices import NAMES_UNIT
from pipeline.backends.rules.values.closingsizes import opens_with_size
from pipeline.backends.rules.values.forms import LENGTH_UNIT, SIZE_PRODUCT, is_size, plain_text
from pipeline.backends.rules.values.letters import is_letter
from pipeline.backends.rules.values.looks import ValueKind, kind_of

NOMINAL = re.compile(r"(?:DN|NW|NPS|Ду)\s?\d.*", re.IGNORECASE)
# A figure without any unit, or with one of length.
LENGTH = re.compile(rf"\d\s*(?:{LENGTH_UNIT})?$", re.IGNORECASE)
THREAD = re.compile(r"M\s?\d{1,2}(?:[.,]\d)?(?:\s?[x×]\s?\d(?:[.,]\d{1,2})?)?")
MAX_SIDES = 3
MIN_TYPES = 3
NAMED = (ValueKind.CODE, ValueKind.TEXT, ValueKind.COLOR, ValueKind.MATERIAL)
MEASURED = (ValueKind.NUMBER, ValueKind.MEASURE, ValueKind.SIZE, ValueKind.MARK)


def mend_sides(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Nothing is measured where a word only sounds like a side, `Lamp cap`; nor by one letter alone: `W` among watts and lumens is no width.
    What is measured by two sides in one cell is the whole size: `6 x 3/4` under `Gauge x length`."""
    for index, column in enumerate(columns):
        if column.attribute == "dimension" and are_whole(values[index]):
            columns[index] = replace(column, attribute="size")
    for index, column in enumerate(columns):
        if column.attribute == "dimension" and not column.is_exact and share(values[index], *NAMED) > SURE_SHARE:
            columns[index] = replace(column, attribute=CUSTOM)
    _mend_letters(columns, values)
    sides = [index for index, column in enumerate(columns) if column.attribute == "dimension"]
    is_alone = len(sides) == 1 and not any(usual_kind(texts) is ValueKind.SIZE for texts in values)
    if is_alone and len(columns[sides[0]].key.strip(" .")) == 1 and not columns[sides[0]].unit:
        columns[sides[0]] = replace(columns[sides[0]], attribute=CUSTOM)


def are_whole(texts: Sequence[str]) -> bool:
    """Whether nearly every value tells two sides or more."""
    filled = [text for text in texts if text.strip()]
    return sum(SIZE_PRODUCT.fullmatch(plain_text(text)) is not None for text in filled) > CLEAR_SHARE * len(filled)


def are_nominal(texts: Sequence[str]) -> bool:
    """Nominal sizes, `DN50`: what the sides beside them measure are details."""
    filled = [text.strip() for text in texts if text.strip()]
    return bool(filled) and sum(NOMINAL.fullmatch(text) is not None for text in filled) >= SURE_SHARE * len(filled)


def are_threads(texts: Sequence[str]) -> bool:
    """Whether every value is a metric thread, `M8`."""
    filled = [text.strip() for text in texts if text.strip()]
    return bool(filled) and all(THREAD.fullmatch(text) for text in filled)


def are_lengths(texts: Sequence[str]) -> bool:
    """Whether nearly every value may be that of a side: what weighs or holds so much is none, `62g` beside a length."""
    filled = [text.strip() for text in texts if text.strip()]
    return sum(LENGTH.search(text) is not None for text in filled) >= SURE_SHARE * len(filled)


def mend_types(columns: list[Column], values: Sequence[Sequence[str]], *, is_titled: bool) -> None:
    """A column of types that measure tells the sizes in which the goods come; where titles of sections name these (`is_titled`), words may
    follow the figures, and some types may have none: `25 mm shaft`, `for outboards`."""
    if any(column.attribute in ("size", "dimension") for column in columns):
        return
    for index, column in enumerate(columns):
        filled = [text for text in values[index] if text.strip()]
        measured = sum(map(opens_with_size, filled)) if is_titled else sum(kind_of(text) is ValueKind.SIZE for text in filled)
        if column.attribute == "series" and len(filled) >= MIN_TYPES and measured >= SURE_SHARE * len(filled):
            columns[index] = replace(column, attribute="size", is_labelled=False)
            return


def _mend_letters(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Letters of a drawing, of which some name no side: beside a measure that is named in words they are details; two or three alone are the size."""
    lettered = [
        index
        for index, column in enumerate(columns)
        if is_letter(_without_unit(column.key))
        and (column.attribute == "dimension" or (column.attribute == CUSTOM and not column.is_labelled))
        and share(values[index], *MEASURED) > CLEAR_SHARE
    ]
    named = [column for index, column in enumerate(columns) if column.attribute in ("size", "dimension") and index not in lettered]
    known = [index for index in lettered if columns[index].attribute == "dimension"]
    if len(known) == len(lettered):
        return
    if named:
        for index in known:
            columns[index] = replace(columns[index], attribute=CUSTOM)
    elif known and len(lettered) <= MAX_SIDES and not any(is_size(columns[index].key) for index in lettered if index not in known):
        # Under `M` and `L` clothes are counted.
        for index in lettered:
            columns[index] = replace(columns[index], attribute="dimension")


def _without_unit(key: str) -> str:
    """The letter in a head like `A mm` or `L1 [mm]`."""
    return key.split()[0] if len(key.split()) == 2 and NAMES_UNIT.search(key) else key
