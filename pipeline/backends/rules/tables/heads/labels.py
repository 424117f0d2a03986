"""Labels that stand in another cell than their own: those of columns in which no row says anything, as on order forms, in the cell of their
neighbour; one read too low, on a scan that lies askew, over the first value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.geometry import Box, union
from pipeline.records import Line, Word
from pipeline.stages.lines import make_line

LABEL_GAP_EM = 0.8


def with_own_labels(table: Table, span: tuple[int, int], headers: Headers) -> Table:
    """The table with one label over each column: of several side by side the one that stands over the values."""
    table = _with_fallen_labels(table, span, headers)
    cells = [_with_own_label(table, span, cell, headers) if span[0] <= cell.row < span[1] else cell for cell in table.cells]
    return replace(table, cells=tuple(cells)) if any(a is not b for a, b in zip(cells, table.cells, strict=True)) else table


def _with_fallen_labels(table: Table, span: tuple[int, int], headers: Headers) -> Table:
    """The table with labels put over the columns that have none, from the cells right under the header."""
    moved: dict[Cell, Cell] = {}
    for head in table.row(span[1] - 1) if span[1] < table.row_count else ():
        first = table.at(span[1], head.column)
        is_bare = not any(table.at(row, head.column).lines for row in range(*span))
        if is_bare and head.columns == first.columns == 1 and len(first.lines) > 1 and _is_label(first.lines[0].text, headers):
            moved |= {head: replace(head, lines=first.lines[:1]), first: replace(first, lines=first.lines[1:])}
    return replace(table, cells=tuple(moved.get(cell, cell) for cell in table.cells)) if moved else table


def _with_own_label(table: Table, span: tuple[int, int], cell: Cell, headers: Headers) -> Cell:
    pieces = _pieces(cell.lines[0]) if len(cell.lines) == 1 and cell.columns == 1 else []
    if len(pieces) < 2 or _is_label(cell.text, headers) or not all(_is_label(piece.text, headers) for piece in pieces):
        return cell
    values = [
        below.text_box for row in range(span[1], table.row_count) if (below := table.at(row, cell.column)).lines and below.columns == 1
    ]
    return replace(cell, lines=(_over(pieces, union(values)),)) if values else cell


def _is_label(text: str, headers: Headers) -> bool:
    label = headers.lookup(text)
    return label is not None and label.is_exact


def _pieces(line: Line) -> list[Line]:
    runs: list[list[Word]] = [[line.words[0]]]
    for before, word in pairwise(line.words):
        if word.box.x0 - before.box.x1 > LABEL_GAP_EM * line.size_pt:
            runs.append([])
        runs[-1].append(word)
    return [make_line(run) for run in runs]


def _over(pieces: Sequence[Line], values: Box) -> Line:
    return max(pieces, key=lambda piece: (min(piece.box.x1, values.x1) - max(piece.box.x0, values.x0), -piece.box.x0))
