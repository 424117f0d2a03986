"""Titles of sections with a note at the other end of their row, among rows that no border parts: the note stands across columns and tells
none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.values.looks import ValueKind, kind_of

MIN_ROWS = 3
MIN_RUNS = 4
APART_EM = 3.0
EDGE_EM = 1.0
TOLD = frozenset({ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR, ValueKind.SIZE, ValueKind.MEASURE})


def noted_titles(rows: Sequence[TextRow], block: Sequence[int]) -> frozenset[int]:
    """The rows before the last one of a block that are such titles: two pieces far apart where others have many, the first at the
    edge in a look of its own."""
    if len(block) < MIN_ROWS or median(len(rows[index].runs) for index in block[1:]) < MIN_RUNS:
        return frozenset()
    left = min(rows[index].box.x0 for index in block)
    (usual, _), *_ = Counter(style_of(rows[index].runs[0].words) for index in block[1:]).most_common(1)
    between = range(block[0], block[-1])
    return frozenset(index for index in between if _is_noted(rows[index], left) and style_of(rows[index].runs[0].words) != usual)


def _is_noted(row: TextRow, left: float) -> bool:
    if len(row.runs) != 2 or row.box.x0 - left > EDGE_EM * row.size_pt:
        return False
    title, note = row.runs
    is_apart = note.box.x0 - title.box.x1 >= APART_EM * row.size_pt and style_of(title.words) != style_of(note.words)
    return is_apart and kind_of(title.text) in TOLD and kind_of(note.text) in TOLD
