"""Codes of letters alone, which nothing but their company tells from words: in a matrix they are put together from those of row and column."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.values.looks import ValueKind, kind_of

LETTERED = re.compile(r"[A-Z0-9]{1,6}(?:[-./_][A-Z0-9]{1,6}){1,3}")
PARTED = re.compile(r"[-./_]")
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


def _shared(texts: Sequence[str]) -> set[str]:
    """The pieces that all codes of a row or column have."""
    pieces = [set(PARTED.split(text)) for text in _filled(texts)]
    return set.intersection(*pieces) if pieces else set()


def _filled(texts: Sequence[str]) -> list[str]:
    return [text.strip() for text in texts if kind_of(text) not in (ValueKind.EMPTY, ValueKind.MARK)]
