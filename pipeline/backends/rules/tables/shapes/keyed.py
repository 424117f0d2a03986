"""Codes of a matrix, put together from what stands for their row and their column: even of letters alone, which nothing else tells from words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.values.looks import ValueKind, kind_of

LETTERED = re.compile(r"[A-Z0-9]{1,6}(?:[-./_][A-Z0-9]{1,6}){1,3}")
PARTED = re.compile(r"[-./_]")
OPENING = re.compile(r"[^\W\d_]+")
MIN_LINES = 2


def are_keyed(rows: Sequence[Sequence[str]]) -> bool:
    """Whether each place is written in capitals parted by strokes, with one piece that its row shares and another that its column does:
    `ETW-OW`. Places that are empty or struck out say nothing."""
    columns = list(zip(*rows, strict=True))
    filled = [text for row in rows for text in _filled(row)]
    if min(len(rows), len(columns)) < MIN_LINES or len(set(filled)) < len(filled) or not all(map(LETTERED.fullmatch, filled)):
        return False
    down, along = [_shared(row) for row in rows], [_shared(column) for column in columns]
    return len(filled) > MIN_LINES and all(down) and all(along) and len(set(map(frozenset, down))) == len(rows)


def open_by_column(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the codes of each column begin with letters that no other column's do, as those of different goods: `KL-1216` beside `KS-1216`."""
    columns = [_openings(column) for column in zip(*rows, strict=True)]
    each = {opening for column in columns for opening in column}
    return "" not in each and len(each) == len(columns) >= MIN_LINES and all(len(column) == 1 for column in columns)


def _openings(texts: Sequence[str]) -> set[str]:
    """The letters that codes begin with, empty where one begins with a figure."""
    found = [OPENING.match(text) for text in _filled(texts)]
    return {opening[0] if opening is not None else "" for opening in found}


def _shared(texts: Sequence[str]) -> set[str]:
    """The pieces that all codes of a row or column have."""
    pieces = [set(PARTED.split(text)) for text in _filled(texts)]
    return set.intersection(*pieces) if pieces else set()


def _filled(texts: Sequence[str]) -> list[str]:
    return [text.strip() for text in texts if kind_of(text) not in (ValueKind.EMPTY, ValueKind.MARK)]
