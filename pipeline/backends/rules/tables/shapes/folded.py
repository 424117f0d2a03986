"""Matrices with more borders than places: what to order and what it costs in two cells under each other, and a first column for pictures."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.tables.grids.grid import code_and_price
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.tables.shapes.turned import columns_of

MIN_COLUMNS = 3
MIN_FOLDED = 2
FOLDED_SHARE = 0.8


def has_picture_column(table: Table) -> bool:
    """Whether nothing is written in the first column of a grid: it shows what the rows name."""
    return table.is_ruled and table.column_count > MIN_COLUMNS and not any(table.at(row, 0).lines for row in range(table.row_count))


def with_whole_places(table: Table) -> Table:
    """The table without its column of pictures, and with the cells beside each head that reaches over several rows as one."""
    table = columns_of(table, 1, table.column_count) if has_picture_column(table) else table
    starts = [row for row in range(table.row_count) if table.at(row, 0).row == row]
    spans = [(start, end) for start, end in pairwise([*starts, table.row_count]) if end - start > 1]
    if table.column_count < MIN_COLUMNS or len(spans) < MIN_FOLDED:
        return table
    folded = _folded(table, starts)
    first = starts.index(spans[0][0])
    places = [folded.at(row, column) for row in range(first, folded.row_count) for column in range(1, folded.column_count)]
    filled = [cell for cell in places if cell.lines]
    told = sum(code_and_price(cell, is_whole=True) is not None for cell in filled)
    return folded if filled and told >= FOLDED_SHARE * len(filled) else table


def _folded(table: Table, starts: list[int]) -> Table:
    """The rows from each of these to the next one as one."""
    ends = [*starts[1:], table.row_count]
    cells: list[Cell] = []
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        held: dict[int, list[Cell]] = {}
        for cell in (cell for line in range(start, end) for cell in table.row(line) if cell.row == line):
            held.setdefault(cell.column, []).append(cell)
        for first, *under in held.values():
            lines = (*first.lines, *(line for cell in under for line in cell.lines))
            cells.append(replace(first, row=row, rows=1, lines=lines, box=first.box._replace(y1=table.ys[end])))
    ys = [*(table.ys[start] for start in starts), table.ys[-1]]
    return make_table(table.xs, ys, cells, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders)
