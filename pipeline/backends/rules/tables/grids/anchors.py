"""Anchors of a table without borders: the text rows that begin its rows, told from further lines of their cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.backends.rules.values.looks import ValueKind, kind_of

if TYPE_CHECKING:
    from pipeline.backends.rules.tables.grids.rows import TextRow
    from pipeline.records import Line

ANCHOR_SHARE = 0.6
OVERLAP_EM = 0.3
OFF_MIDDLE_EM = 0.45
MIN_PRICED_CODES = 2
MAX_UPPER_ROWS = 3
SMALLER = 0.95
CENTS = re.compile(r"\d[\d.,' ]*[.,]\d\d")
FIGURES = frozenset((ValueKind.PRICE, ValueKind.NUMBER, ValueKind.CODE, ValueKind.BARCODE))


def find_anchors(placed: Sequence[tuple[dict[int, Line], list[Line]]], rows: Sequence[TextRow], *, full: int) -> list[int]:
    """The rows that fill most columns, one for each row of the table, and short ones that stand as far apart."""
    filled = [index for index, (cells, bar) in enumerate(placed) if not bar and len(cells) >= ANCHOR_SHARE * full]
    whole = _without_upper_lines(_without_sums(_parted_anchors(filled, placed, rows), placed), placed)
    return _with_short_rows([*_head_of_lines(whole, placed, rows, full=full), *whole], placed, rows)


def _head_of_lines(
    anchors: Sequence[int], placed: Sequence[tuple[dict[int, Line], list[Line]]], rows: Sequence[TextRow], *, full: int
) -> list[int]:
    """The row over the first anchor that begins a head, where no line of it fills most columns: some labels have two lines, others one that is
    set to their middle."""
    for index in range(anchors[0] if anchors else 0):
        beside = [at for at in range(anchors[0]) if _overlap(rows[at], rows[index])]
        told = {column for at in beside for column in placed[at][0]}
        if len(beside) > 1 and 0 in placed[index][0] and len(told) >= ANCHOR_SHARE * full and not _overlap(rows[anchors[0]], rows[index]):
            return [index]
    return []


def _overlap(one: TextRow, two: TextRow) -> bool:
    return min(one.box.y1, two.box.y1) - max(one.box.y0, two.box.y0) > OVERLAP_EM * two.size_pt


def _parted_anchors(anchors: Sequence[int], placed: Sequence[tuple[dict[int, Line], list[Line]]], rows: Sequence[TextRow]) -> list[int]:
    """Of rows that overlap in height, lines of cells set to different heights, the fullest alone; of two as full the one that begins the row."""
    kept: list[int] = []
    for index in anchors:
        if kept and rows[index].box.y0 < rows[kept[-1]].box.y1 - OVERLAP_EM * rows[index].size_pt:
            if _fullness(placed[index][0]) > _fullness(placed[kept[-1]][0]):
                kept[-1] = index
        else:
            kept.append(index)
    return kept


def _fullness(cells: dict[int, Line]) -> tuple[int, bool]:
    return len(cells), 0 in cells


def _without_sums(anchors: Sequence[int], placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> list[int]:
    """Without rows of nothing but sums under the codes of the row before, or of codes under sums: cells that say what to order and what it
    costs."""
    kept = list(anchors[:1])
    for above, index in pairwise(anchors):
        one, two = placed[above][0], placed[index][0]
        if above != kept[-1] or not (_prices_codes(one, two) or _prices_codes(two, one)):
            kept.append(index)
    return kept


def _prices_codes(above: dict[int, Line], below: dict[int, Line]) -> bool:
    codes = [column for column, line in above.items() if column and kind_of(line.text) is ValueKind.CODE]
    sums = [
        column for column, line in below.items() if column and (kind_of(line.text) is ValueKind.PRICE or CENTS.fullmatch(line.text.strip()))
    ]
    return len(codes) >= MIN_PRICED_CODES and codes == sums


def _without_upper_lines(anchors: Sequence[int], placed: Sequence[tuple[dict[int, Line], list[Line]]]) -> list[int]:
    """Without the upper lines of cells of two, where each row's first cell has one line, set to their middle."""
    upper = {above for above, index in pairwise(anchors) if _stand_around_first([cells for cells, _ in placed[above : index + 1]])}
    return [index for index in anchors if index not in upper]


def _stand_around_first(rows: Sequence[dict[int, Line]]) -> bool:
    """Whether the first and the last of these rows tell different things in the same columns, as far over as under what the first column says."""
    above, below = ({column: line for column, line in row.items() if column} for row in (rows[0], rows[-1]))
    said = [row[0] for row in rows if 0 in row]
    if len(said) != 1 or 0 in rows[0] or len(rows) > MAX_UPPER_ROWS or not _tell_apart(above, below):
        return False
    middle, foot = said[0].box.center_y, max(line.box.y1 for line in below.values())
    off = abs((min(line.box.y0 for line in above.values()) + foot) / 2 - middle)
    return off <= OFF_MIDDLE_EM * said[0].size_pt < min(line.box.center_y for line in below.values()) - middle


def _tell_apart(above: dict[int, Line], below: dict[int, Line]) -> bool:
    """Whether each upper line stands over one of another kind, or over smaller print; rows of a group tell the same of each product."""
    if len(above) < MIN_PRICED_CODES or not above.keys() <= below.keys():
        return False
    pairs = [(line, below[column]) for column, line in above.items()]
    return all(kind_of(upper.text) is not kind_of(lower.text) or lower.size_pt <= SMALLER * upper.size_pt for upper, lower in pairs)


def _with_short_rows(anchors: list[int], placed: Sequence[tuple[dict[int, Line], list[Line]]], rows: Sequence[TextRow]) -> list[int]:
    """Also rows that fill few columns but stand as far apart as full ones, with an entry in the first column and a figure."""
    if len(anchors) < 2:
        return anchors
    pitch = min(rows[b].box.y0 - rows[a].box.y0 for a, b in pairwise(anchors))
    found = list(anchors)
    full = frozenset(anchors)
    for index, (cells, bar) in enumerate(placed):
        if index in full or bar or len(cells) < 2 or min(cells) > 0 or index == 0:
            continue
        figured = any(kind_of(line.text) in FIGURES and len(line.text) > 1 for column, line in cells.items() if column)
        if figured and rows[index].box.y0 - rows[index - 1].box.y0 >= 0.95 * pitch:
            found.append(index)
    return sorted(found)
