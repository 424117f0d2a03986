"""Titles of sections with a note: **Hex bolts** …… Steel 8.8, zinc plated, at the other end of their row or in small print under them. Both
are one bar over the columns."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import median

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.heads.span import header_span, is_bar
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.values.forms import is_missing_price
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import union
from pipeline.records import Line

MIN_COLUMNS = 4
MIN_FULL = 3
MIN_CELLS = 2
SMALL = 0.95
LARGER = 1.15
# What is listed or told of goods behind a comma or a sign, as no title of a section is.
TOLD = re.compile(r"[,;·•|，、；]\s|[，、；]|^[a-zà-ÿ]")
NOTED = frozenset({ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR, ValueKind.SIZE, ValueKind.MEASURE})


def with_noted_bars(table: Table, headers: Headers) -> Table:
    """The table with such rows as bars; as it is where no row is one."""
    if table.row_count < MIN_FULL:
        return table
    bars = {row: row + 1 for row in _noted_rows(table, headers)} or _titles_with_notes(table)
    return _with_bars(table, bars) if bars else table


def _noted_rows(table: Table, headers: Headers) -> set[int]:
    """Rows with a title at the left and a note at the right."""
    if table.column_count < MIN_COLUMNS:
        return set()
    candidates = [row for row in range(1, table.row_count - 1) if _is_noted(table, row)]
    span = header_span(table, headers) if candidates else None
    bars = {row for row in candidates if span is not None and row >= span[1]}
    others = [len(table.own(row)) for row in range(table.row_count) if row not in bars]
    return bars if bars and median(others) >= MIN_FULL else set()


def _titles_with_notes(table: Table) -> dict[int, int]:
    """The rows of titles under which rows of small print follow, each with the row past these."""
    found: dict[int, int] = {}
    row = 0
    while row < table.row_count - 2:
        end = row + 1
        while end < table.row_count - 1 and is_bar(table, row) and is_bar(table, end):
            end += 1
        if end > row + 1 and all(_is_note_under(table, row, note, end) for note in range(row + 1, end)):
            found[row] = end
        row = end
    return found


def _is_note_under(table: Table, row: int, note: int, usual: int) -> bool:
    """Whether what stands under a title is set back behind it, and is smaller than the cells of the rows or tells more than a title does.

    A title under the title of a chapter is set heavier than the cells, or as short as that.
    """
    if len(table.own(usual)) < MIN_CELLS:
        return False
    title, told, cell = (table.own(place)[0].lines[0] for place in (row, note, usual))
    if not _stands_out(title, told) or _stands_out(told, cell) or told.box.x0 < title.box.x0 - title.size_pt:
        return False
    return told.size_pt <= SMALL * cell.size_pt or is_sentence(told.text) or TOLD.search(told.text) is not None


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


def _with_bars(table: Table, bars: dict[int, int]) -> Table:
    """The table with the rows from each of these to the one past its last as one cell across all columns."""
    taken = {row for start, end in bars.items() for row in range(start, end)}
    return make_table(
        table.xs,
        table.ys,
        (*(cell for cell in table.cells if cell.row not in taken), *(_bar(table, *rows) for rows in sorted(bars.items()))),
        is_ruled=table.is_ruled,
        page_number=table.page_number,
        has_row_borders=table.has_row_borders,
    )


def _bar(table: Table, start: int, end: int) -> Cell:
    held = [cell for row in range(start, end) for cell in table.own(row)]
    box = union(cell.box for row in range(start, end) for cell in table.row(row))
    lines = tuple(line for cell in held for line in cell.lines)
    return replace(held[0], column=0, columns=table.column_count, rows=end - start, box=box, lines=lines)
