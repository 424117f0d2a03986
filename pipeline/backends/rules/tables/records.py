"""A table as a grid of cells, whatever told where its rows and columns are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from pipeline.frozen import record
from pipeline.geometry import Box, union
from pipeline.records import Line, Picture, Word
from pipeline.stages.lines import LEVEL_SHARE, is_level, joined, make_line

BASELINE_TOLERANCE_EM = 0.45


@record(frozen=True, slots=True)
class Cell:
    """A cell and what it covers; `rows` and `columns` are spans, above 1 for merged cells."""

    row: int
    column: int
    box: Box
    lines: tuple[Line, ...] = ()
    rows: int = 1
    columns: int = 1
    pictures: tuple[Picture, ...] = ()
    text: str = field(init=False, compare=False, repr=False)
    text_box: Box = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # The lines as one text and its place: every reader asks each cell for them, many times.
        text, box = "", self.box
        if len(self.lines) == 1:
            text, box = self.lines[0].text, self.lines[0].box
        elif self.lines:
            text = reduce(joined_cell, [line.text for line in self.lines])
            box = union([line.box for line in self.lines])
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "text_box", box)


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows and columns. `xs` and `ys` are the borders, one more than columns and rows.

    Without row borders an empty place may belong to the text above it or below it. `found` is where readers keep what they found out about it.
    """

    box: Box
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    cells: tuple[Cell, ...]
    is_ruled: bool
    page_number: int
    grid: tuple[tuple[int, ...], ...] = field(repr=False, default=())
    has_row_borders: bool = True
    found: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    _own: dict[int, list[Cell]] = field(init=False, default_factory=dict, compare=False, repr=False)

    @property
    def row_count(self) -> int:
        return len(self.ys) - 1

    @property
    def column_count(self) -> int:
        return len(self.xs) - 1

    def at(self, row: int, column: int) -> Cell:
        """The cell that covers this place, merged or not."""
        return self.cells[self.grid[row][column]]

    def row(self, row: int) -> list[Cell]:
        """The cells of a row from left to right, each merged one once."""
        found: list[Cell] = []
        last = -1
        for number in self.grid[row]:
            if number != last:
                found.append(self.cells[number])
                last = number
        return found

    def own(self, row: int) -> list[Cell]:
        """The cells that begin in this row and hold text, looked for when first asked for."""
        if row not in self._own:
            self._own[row] = [cell for cell in self.row(row) if cell.row == row and cell.lines]
        return list(self._own[row])

    def words(self) -> Iterator[Word]:
        for cell in self.cells:
            for line in cell.lines:
                yield from line.words


def joined_cell(left: str, right: str) -> str:
    """Two lines of one cell: a code broken at its hyphen and a number broken anywhere are written together.

    What is left of a broken number is shorter than the line it filled: two of one length are two numbers.
    """
    if left and right and left[-1] in "-/" and " " not in left[-6:] and right[0].isalnum():
        return left + right
    if left.isdigit() and right.isdigit() and len(left) >= 6 and len(right) < len(left):
        return left + right
    return joined(left, right)


def cell_lines(words: Sequence[Word]) -> tuple[Line, ...]:
    """The words of one cell as lines from top to bottom; turned text runs along its own direction."""
    if len(words) <= 1:
        return (make_line(words),) if words else ()
    turned = [word for word in words if word.direction[0] <= LEVEL_SHARE]
    if turned:
        level = [word for word in words if is_level(word)]
        order = sorted(turned, key=lambda w: w.box.center_x * w.direction[0] + w.box.center_y * w.direction[1])
        return (make_line(order), *cell_lines(level)) if level else (make_line(order),)
    if len({(word.box.y0, word.box.y1) for word in words}) == 1:
        return (make_line(sorted(words, key=lambda w: w.box.x0)),)
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w.box.center_y, w.box.x0)):
        if lines and _same_line(lines[-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return tuple(make_line(sorted(line, key=lambda w: w.box.x0)) for line in lines)


def _same_line(line: Sequence[Word], word: Word) -> bool:
    tolerance = BASELINE_TOLERANCE_EM * max(word.size_pt, line[0].size_pt)
    return abs(word.box.center_y - line[0].box.center_y) <= tolerance


def make_table(
    xs: Sequence[float],
    ys: Sequence[float],
    cells: Iterable[Cell],
    *,
    is_ruled: bool,
    page_number: int,
    has_row_borders: bool | None = None,
) -> Table:
    """A table from cells that tile it; places no cell covers become empty cells."""
    grid = [[-1] * (len(xs) - 1) for _ in range(len(ys) - 1)]
    kept: list[Cell] = []
    for cell in cells:
        for row in range(cell.row, cell.row + cell.rows):
            for column in range(cell.column, cell.column + cell.columns):
                grid[row][column] = len(kept)
        kept.append(cell)
    for row, places in enumerate(grid):
        for column, place in enumerate(places):
            if place < 0:
                grid[row][column] = len(kept)
                kept.append(Cell(row, column, Box(xs[column], ys[row], xs[column + 1], ys[row + 1])))
    return Table(
        box=Box(xs[0], ys[0], xs[-1], ys[-1]),
        xs=tuple(xs),
        ys=tuple(ys),
        cells=tuple(kept),
        is_ruled=is_ruled,
        page_number=page_number,
        grid=tuple(tuple(row) for row in grid),
        has_row_borders=is_ruled if has_row_borders is None else has_row_borders,
    )
