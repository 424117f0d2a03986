"""Words justified character by character: `豆   瓣` set as wide as `泰式辣椒` above it is one word.

One row cannot tell them from two columns; the edges shared by rows with more and fewer characters do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.frozen import record
from pipeline.geometry import union
from pipeline.records import Word

MIN_GAP_EM = 0.45
MAX_GAP_EM = 8.0
EVEN_EM = 0.3
EDGE_EM = 0.25
MAX_LETTERS = 8
MIN_ROWS = 3
REACH_EM = 14.0
FIRST_WIDE = "\u3040"
WIDE = re.compile("[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7a3]+")


@record(frozen=True, slots=True)
class _Cell:
    """A run of single characters in one row, or a word set without gaps, that may fill a column's width."""

    row: int
    start: int
    end: int
    x0: float
    x1: float
    y: float
    size_pt: float
    letters: int


def fuse_justified(rows: Sequence[list[Word]]) -> list[list[Word]]:
    """The rows with every justified word put together."""
    cells = [cell for number, row in enumerate(rows) for cell in _cells(number, row)]
    if not any(cell.end - cell.start > 1 for cell in cells):
        return list(rows)
    places: dict[int, list[_Cell]] = {}
    for cell in cells:
        places.setdefault(_place(cell), []).append(cell)
    fused = list(rows)
    for number, chosen in _chosen(cells, places).items():
        fused[number] = _with_words(rows[number], chosen)
    return fused


def _cells(number: int, row: Sequence[Word]) -> Iterator[_Cell]:
    for start, word in enumerate(row):
        if word.text < FIRST_WIDE or not _is_wide(word.text):
            continue
        if len(word.text) > 1:
            yield _Cell(number, start, start + 1, word.box.x0, word.box.x1, word.box.center_y, word.size_pt, len(word.text))
            continue
        for end in _ends(row, start):
            last = row[end - 1]
            yield _Cell(number, start, end, word.box.x0, last.box.x1, word.box.center_y, word.size_pt, end - start)


def _ends(row: Sequence[Word], start: int) -> Iterator[int]:
    """Where a run of single characters at even gaps may end."""
    first = row[start]
    gaps: list[float] = []
    for end in range(start + 1, min(len(row), start + MAX_LETTERS)):
        word = row[end]
        gap = (word.box.x0 - row[end - 1].box.x1) / first.size_pt
        if len(word.text) > 1 or not _is_wide(word.text) or word.font != first.font or abs(word.size_pt - first.size_pt) > 0.1:
            return
        gaps.append(gap)
        if not MIN_GAP_EM <= gap <= MAX_GAP_EM or max(gaps) - min(gaps) > EVEN_EM:
            return
        yield end + 1


def _is_wide(text: str) -> bool:
    return WIDE.fullmatch(text) is not None


def _place(cell: _Cell) -> int:
    return round(cell.x0 / cell.size_pt)


def _chosen(cells: Sequence[_Cell], places: dict[int, list[_Cell]]) -> dict[int, list[_Cell]]:
    """The runs that rows nearby confirm, the longest first, none twice."""
    chosen: dict[int, list[_Cell]] = {}
    spread = [cell for cell in cells if cell.end - cell.start > 1]
    for cell in sorted(spread, key=lambda item: (item.start - item.end, item.row, item.start)):
        taken = chosen.setdefault(cell.row, [])
        if all(cell.end <= other.start or cell.start >= other.end for other in taken) and _is_confirmed(cell, places):
            taken.append(cell)
    return chosen


def _is_confirmed(cell: _Cell, places: dict[int, list[_Cell]]) -> bool:
    """Several rows end where it does, with more or fewer characters."""
    limit = EDGE_EM * cell.size_pt
    near = [other for step in (-1, 0, 1) for other in places.get(_place(cell) + step, [])]
    same = [
        other
        for other in near
        if abs(other.x0 - cell.x0) <= limit and abs(other.x1 - cell.x1) <= limit and abs(other.y - cell.y) <= REACH_EM * cell.size_pt
    ]
    return len({other.row for other in same}) >= MIN_ROWS and len({other.letters for other in same}) >= 2


def _with_words(row: list[Word], cells: Sequence[_Cell]) -> list[Word]:
    starts = {cell.start: cell for cell in cells}
    result: list[Word] = []
    index = 0
    while index < len(row):
        cell = starts.get(index)
        end = cell.end if cell is not None else index + 1
        group = row[index:end]
        result.append(replace(group[0], text="".join(word.text for word in group), box=union(word.box for word in group)))
        index = end
    return result
