"""Rows of pictures between rows of text, or under them: what stands over such a row, under it or on its pictures are captions, not rows of one
table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.geometry import Box, union
from pipeline.records import PageContent

MIN_PICTURES = 3
MIN_ROWS = 4
WIDTH_SHARE = 0.6
EDGE_PT = 2.0


def parted_by_pictures(rows: Sequence[TextRow], block: list[int], content: PageContent) -> list[list[int]]:
    """The rows of a block up to each row of pictures that fills its width, and those after it; few of them are captions and nothing else."""
    pictures = product_pictures(content)
    if len(pictures) < MIN_PICTURES or len(block) < 2:
        return [block]
    if all(_is_on_pictures(rows[index], pictures) for index in block):
        return []
    area = union(rows[index].box for index in block)
    parts = [[block[0]]]
    for above, below in pairwise(block):
        if _fill_gap(rows[above].box, rows[below].box, area, pictures):
            parts.append([])
        parts[-1].append(below)
    return parts if len(parts) == 1 else [part for part in parts if len(part) >= MIN_ROWS]


def _is_on_pictures(row: TextRow, pictures: Sequence[Box]) -> bool:
    """Whether the pieces of a row are printed on several pictures side by side."""
    homes = [_shown_under(run.box, pictures) for run in row.runs]
    return None not in homes and len({*homes}) > 1


def _shown_under(piece: Box, pictures: Sequence[Box]) -> Box | None:
    return next((box for box in pictures if box.contains_point(piece.center_x, piece.center_y)), None)


def _fill_gap(above: Box, below: Box, area: Box, pictures: Sequence[Box]) -> bool:
    between = [box for box in pictures if box.y0 >= above.y1 - EDGE_PT and box.y1 <= below.y0 + EDGE_PT and box.gap_x(area) < 0]
    return len(between) >= MIN_PICTURES and sum(box.width for box in between) >= WIDTH_SHARE * area.width
