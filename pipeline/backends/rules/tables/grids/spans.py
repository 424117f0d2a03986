"""Cells of tables without full borders that reach over several rows: the rules between the rows stop short at them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.backends.rules.tables.records import Cell
from pipeline.geometry import Box
from pipeline.records import Ruling

COVER_SHARE = 0.6
MAX_SPANNED_SHARE = 0.5
MIN_ROWS = 3
MAX_LEADING_EM = 0.8


def with_spans(cells: Sequence[Cell], rules: Sequence[Ruling], xs: Sequence[float], ys: Sequence[float]) -> list[Cell]:
    """The cells, those of one column together that no rule parts while one parts the rows beside them."""
    crossed = [_crossed(rules, xs, top, foot) for top, foot in pairwise(_middles(cells, ys))]
    count = len(xs) - 1
    spanned = [column for column in range(count) if any(_stops_at(column, columns, count) for columns in crossed)]
    if len(ys) <= MIN_ROWS or not spanned or len(spanned) > MAX_SPANNED_SHARE * count:
        return list(cells)
    result = list(cells)
    for column in spanned:
        for start, end in _groups([_stops_at(column, columns, count) for columns in crossed]):
            result = _merged(result, column, start, end, xs, ys)
    return result


def _middles(cells: Sequence[Cell], ys: Sequence[float]) -> list[float]:
    """The height of each row's text: rules between two of them part the rows."""
    rows: list[list[float]] = [[] for _ in ys[1:]]
    for cell in cells:
        rows[cell.row].append(cell.text_box.center_y)
    return [sorted(row)[len(row) // 2] if row else (top + foot) / 2 for row, (top, foot) in zip(rows, pairwise(ys), strict=True)]


def _crossed(rules: Sequence[Ruling], xs: Sequence[float], top: float, foot: float) -> set[int]:
    """The columns that rules between these heights cross."""
    between = [rule.box for rule in rules if top < rule.box.center_y < foot]
    return {
        column
        for column, (left, right) in enumerate(pairwise(xs))
        if any(min(rule.x1, right) - max(rule.x0, left) >= COVER_SHARE * (right - left) for rule in between)
    }


def _stops_at(column: int, crossed: set[int], count: int) -> bool:
    return column not in crossed and len(crossed) >= (1 - MAX_SPANNED_SHARE) * count


def _groups(is_open: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """First and past-last rows that are joined, by whether the cell goes on under each row."""
    start = 0
    for row, goes_on in enumerate([*is_open, False]):
        if not goes_on:
            if row > start:
                yield start, row + 1
            start = row + 1


def _merged(cells: Sequence[Cell], column: int, start: int, end: int, xs: Sequence[float], ys: Sequence[float]) -> list[Cell]:
    """The cells of these rows as one, unless a title stands across them."""
    if any(start <= cell.row < end and cell.columns > 1 and cell.column <= column < cell.column + cell.columns for cell in cells):
        return list(cells)
    own = [cell for cell in cells if cell.column == column and start <= cell.row < end]
    lines = tuple(line for cell in sorted(own, key=lambda cell: cell.row) for line in cell.lines)
    if any(below.box.y0 - above.box.y1 > MAX_LEADING_EM * below.size_pt for above, below in pairwise(lines)):
        # Each row has its own text there: the rules only leave the column out.
        return list(cells)
    whole = Cell(start, column, Box(xs[column], ys[start], xs[column + 1], ys[end]), lines, rows=end - start)
    return [*(cell for cell in cells if cell not in own), *([whole] if lines else [])]
