"""Columns under colours or under sizes that hold nothing but marks: these say which of them the goods come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.tables.column import Column
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import is_offered_mark
from pipeline.backends.rules.values.looks import ValueKind, kind_of

MIN_OFFERED = 2
NOTHING_ELSE = (ValueKind.MARK, ValueKind.EMPTY)


def offered_columns(columns: list[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """The columns, with those side by side told apart that mark what the goods come in, where no other column tells it."""
    taken = {"size" if column.attribute == "dimension" else column.attribute for column in columns}
    heads = [_headed_by(column, texts) for column, texts in zip(columns, values, strict=True)]
    runs = [(told, places) for told, places in _runs(heads) if told not in taken]
    found = {index: told for told, places in runs if any(is_offered_mark(text) for at in places for text in values[at]) for index in places}
    return [replace(column, offers=found[index]) if index in found else column for index, column in enumerate(columns)]


def _headed_by(column: Column, texts: Sequence[str]) -> str:
    """What the head of a column names that holds nothing but marks."""
    if column.attribute not in (CUSTOM, "") or not column.key:
        return ""
    told = "color" if names_color(column.key) else "size" if kind_of(column.key) is ValueKind.SIZE else ""
    return told if told and all(kind_of(text) in NOTHING_ELSE for text in texts) else ""


def _runs(heads: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    for told, group in groupby(range(len(heads)), key=heads.__getitem__):
        places = list(group)
        if told and len(places) >= MIN_OFFERED:
            yield told, places
