"""Marks that say that what stands above holds here too: `do.`, `idem`, `〃`. A cell with one is part of the cell above it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.heads.span import header_span, is_bar
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.geometry import union

MAX_CHARS = 14


def is_ditto(text: str) -> bool:
    """Whether a text is nothing but such marks, dashes around them or not."""
    return len(text) <= MAX_CHARS and _ditto().fullmatch(folded(text)) is not None


def are_dittos(text: str) -> bool:
    """Whether a line holds nothing but the marks of several cells."""
    return _dittos().fullmatch(folded(text)) is not None


def with_dittos(table: Table, headers: Headers) -> Table:
    """The table with each mark's cell as part of the one it points at; a mark that points at nothing leaves its place empty."""
    marked = {(cell.row, cell.column) for cell in table.cells if cell.lines and is_ditto(cell.text)}
    if not marked:
        return table
    span = header_span(table, headers)
    first_row = span[1] if span is not None else 0
    return make_table(
        table.xs,
        table.ys,
        _merged(table, marked, first_row),
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def _merged(table: Table, marked: set[tuple[int, int]], first_row: int) -> Iterator[Cell]:
    for cell in table.cells:
        if (cell.row, cell.column) in marked:
            continue
        rows = cell.rows
        # No label holds for a row of goods, and no section's title.
        if cell.lines and cell.row >= first_row and not is_bar(table, cell.row):
            while (cell.row + rows, cell.column) in marked and table.at(cell.row + rows, cell.column).columns == cell.columns:
                rows += table.at(cell.row + rows, cell.column).rows
        yield cell if rows == cell.rows else _down_to(cell, table, rows)


def _down_to(cell: Cell, table: Table, rows: int) -> Cell:
    return replace(cell, rows=rows, box=union((cell.box, table.at(cell.row + rows - 1, cell.column).box)))


@cache
def _ditto() -> re.Pattern[str]:
    marks = sorted(word_list("dittos"), key=lambda mark: (-len(mark), mark))
    return re.compile(rf"[-–—]?\s?(?:{'|'.join(map(re.escape, marks))})\s?[-–—]?")


@cache
def _dittos() -> re.Pattern[str]:
    one = _ditto().pattern
    return re.compile(rf"{one}(?:\s+{one})*")
