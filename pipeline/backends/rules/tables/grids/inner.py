"""Columns that no border parts: rules may stand between groups of columns alone, as around the code and the price of each version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.tables.records import Cell
from pipeline.geometry import Box
from pipeline.records import Line
from pipeline.stages.lines import make_line

# Further apart than words of one text ever stand; so many rows show that this is no chance.
APART_EM, MIN_APART, APART_SHARE = 1.5, 4, 0.6
MIN_ROWS = 2
MAX_INNER = 4


def with_inner_columns(xs: Sequence[float], ys: Sequence[float], cells: Sequence[Cell]) -> tuple[list[float], list[float], list[Cell]]:
    """The grid with a border wherever all cells of a column are written in pieces that stand apart at one place; a title over such pieces in
    the same band gets a row of its own."""
    edges, heights, kept = list(xs), list(ys), list(cells)
    for _ in range(MAX_INNER):
        places = {column: place for column in range(len(edges) - 1) if (place := _place_in(_in_column(kept, column))) is not None}
        apart = sum(len(_apart(_in_column(kept, column))) for column in places)
        if not places or apart < MIN_APART:
            break
        heights, kept = _with_titles_apart(heights, kept, places)
        for column in sorted(places, reverse=True):
            kept = [piece for cell in kept for piece in _parted_at(cell, column, places[column])]
            edges.insert(column + 1, places[column])
    return edges, heights, kept


def holds_columns(cells: Sequence[Cell]) -> bool:
    """Whether rules part only some of the columns: row after row, a cell is written in pieces that stand apart at one place."""
    columns = {cell.column for cell in cells if cell.columns == 1}
    of_columns = (_in_column(cells, column) for column in columns)
    return any(len(_apart(own)) >= MIN_APART and _place_in(own) is not None for own in of_columns)


def _in_column(cells: Sequence[Cell], column: int) -> list[Cell]:
    return [cell for cell in cells if cell.column == column and cell.columns == 1 and cell.lines]


def _apart(cells: Sequence[Cell]) -> list[tuple[float, float]]:
    """The widest gap of each cell that has one, in its last line: titles stand over it."""
    last = [cell.lines[-1] for cell in cells]
    return [gap for line in last if len(line.words) > 1 and (gap := widest_gap(line)) is not None]


def _place_in(cells: Sequence[Cell]) -> float | None:
    """Where the pieces of most cells stand apart; None where they do not."""
    gaps = _apart(cells)
    if len(gaps) < max(MIN_ROWS, APART_SHARE * len(cells)):
        return None
    middle = median([(left + right) / 2 for left, right in gaps])
    common = [(left, right) for left, right in gaps if left <= middle <= right]
    if len(common) < max(MIN_ROWS, APART_SHARE * len(cells)):
        return None
    return (max(left for left, _ in common) + min(right for _, right in common)) / 2


@found_once
def widest_gap(line: Line) -> tuple[float, float] | None:
    """Where a line is written in pieces that stand apart."""
    gaps = [word.box.x0 - before.box.x1 for before, word in pairwise(line.words)]
    widest = max(gaps, default=0.0)
    if widest < APART_EM * line.size_pt:
        return None
    place = gaps.index(widest)
    return line.words[place].box.x1, line.words[place + 1].box.x0


def _with_titles_apart(ys: Sequence[float], cells: Sequence[Cell], places: dict[int, float]) -> tuple[list[float], list[Cell]]:
    """The first band cut where titles over the new columns end and their labels begin."""
    heads = [cell for column in places for cell in _in_column(cells, column) if cell.row == 0 and cell.rows == 1]
    over = [line for cell in heads for line in cell.lines if _crosses(line, places[cell.column])]
    under = [line for cell in heads for line in cell.lines if not _crosses(line, places[cell.column])]
    if not over or not under or max(line.box.center_y for line in over) >= min(line.box.center_y for line in under):
        return list(ys), list(cells)
    border = mean((max(line.box.y1 for line in over), min(line.box.y0 for line in under)))
    return [ys[0], border, *ys[1:]], [piece for cell in cells for piece in _cut_head(cell, border, set(places))]


def _cut_head(cell: Cell, border: float, columns: set[int]) -> list[Cell]:
    """The cell where the first band has become two rows: moved down, cut, or stretched over both."""
    if cell.row > 0:
        return [replace(cell, row=cell.row + 1)]
    upper = tuple(line for line in cell.lines if line.box.center_y < border)
    lower = tuple(line for line in cell.lines if line.box.center_y >= border)
    if cell.column not in columns or not upper or not lower:
        return [replace(cell, rows=cell.rows + 1)]
    box = cell.box
    return [
        replace(cell, box=Box(box.x0, box.y0, box.x1, border), lines=upper),
        replace(cell, row=1, box=Box(box.x0, border, box.x1, box.y1), lines=lower),
    ]


def _crosses(line: Line, place: float) -> bool:
    """Whether a text runs over a border, as a title over two columns does."""
    left, right = [word for word in line.words if word.box.center_x < place], [word for word in line.words if word.box.center_x >= place]
    if any(word.box.x0 + 1 < place < word.box.x1 - 1 for word in line.words):
        return True
    return bool(left and right) and right[0].box.x0 - left[-1].box.x1 < APART_EM * line.size_pt


def _parted_at(cell: Cell, column: int, place: float) -> list[Cell]:
    """The cell after a border was set within `column`: moved, stretched, or parted by it."""
    if cell.column > column:
        return [replace(cell, column=cell.column + 1)]
    if cell.column + cell.columns <= column:
        return [cell]
    if cell.columns > 1 or any(_crosses(line, place) for line in cell.lines):
        return [replace(cell, columns=cell.columns + 1)]
    box = cell.box
    sides = [_sides(cell.lines, place, is_left=is_left) for is_left in (True, False)]
    return [
        replace(cell, box=Box(box.x0, box.y0, place, box.y1), lines=tuple(sides[0])),
        replace(cell, column=column + 1, box=Box(place, box.y0, box.x1, box.y1), lines=tuple(sides[1])),
    ]


def _sides(lines: Sequence[Line], place: float, *, is_left: bool) -> list[Line]:
    parts = [[word for word in line.words if (word.box.center_x < place) is is_left] for line in lines]
    return [make_line(words) for words in parts if words]
