"""Titles of sections with a note at the other end of their row: **Hex bolts** …… Steel 8.8, zinc plated. Both are one bar over the columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.heads.layout import header_span
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.forms import is_missing_price
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import union
from pipeline.records import Line

MIN_COLUMNS = 4
MIN_FULL = 3
LARGER = 1.15
NOTED = frozenset({ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR, ValueKind.SIZE, ValueKind.MEASURE})


def with_noted_bars(table: Table, headers: Headers) -> Table:
    """The table with such rows as bars; as it is where no row is one."""
    if table.column_count < MIN_COLUMNS or table.row_count < MIN_FULL:
        return table
    candidates = [row for row in range(1, table.row_count - 1) if _is_noted(table, row)]
    span = header_span(table, headers) if candidates else None
    bars = {row for row in candidates if span is not None and row >= span[1]}
    if not bars or median(len(table.own(row)) for row in range(table.row_count) if row not in bars) < MIN_FULL:
        return table
    return make_table(
        table.xs,
        table.ys,
        _merged(table, bars),
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def _is_noted(table: Table, row: int) -> bool:
    """Words that stand out at the left, words that do not at the right, and a full row under both."""
    own, below = table.own(row), table.own(row + 1)
    if len(own) != 2 or len(below) < MIN_FULL or own[0].column > 0 or any(cell.row != row or cell.rows > 1 for cell in own):
        return False
    title, note, usual = own[0].lines[0], own[1].lines[0], below[0].lines[0]
    is_told = kind_of(note.text) in NOTED and not is_missing_price(note.text) and kind_of(title.text) is not ValueKind.CODE
    return is_told and _stands_out(title, usual) and _stands_out(title, note)


def _stands_out(title: Line, other: Line) -> bool:
    is_bolder = title.words[0].is_bold and not other.words[0].is_bold
    return is_bolder or title.size_pt >= LARGER * other.size_pt


def _merged(table: Table, bars: set[int]) -> Iterator[Cell]:
    for cell in table.cells:
        if cell.row not in bars:
            yield cell
    for row in sorted(bars):
        title, note = table.own(row)
        row_box = union(cell.box for cell in table.row(row))
        yield replace(title, column=0, columns=table.column_count, box=row_box, lines=(*title.lines, *note.lines))
