"""What stands in the rows of a caption, in columns to the right of it, or to the left of one that is set to its right edge."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box, union

TAGGED = (Kind.PRICE, Kind.OLD_PRICE, Kind.MODEL, Kind.NOTE)
PRICED = (Kind.COLOR, Kind.SIZE, Kind.MATERIAL)
SAME_EDGE_PT = 2.0
MIN_ROWS = 3


def is_in_row(loose: Entry, other: Entry, pictures: Sequence[Box]) -> bool:
    """Labelled values, a code or a price in the rows of a caption, in columns to the right of it, however far away; of one that is set to its
    right edge, to the left."""
    one, two = loose.box, other.box
    if one.x1 <= two.x0 and _is_set_right(other):
        one, two = (box._replace(x0=-box.x1, x1=-box.x0) for box in (one, two))
        return _is_level_behind(loose, one, two, two.x1, [picture._replace(x0=-picture.x1, x1=-picture.x0) for picture in pictures])
    # A long name over the row may reach further than the row itself.
    beside = [part.box.x1 for part in other.caption.parts if part.box.gap_y(one) < 0]
    return _is_level_behind(loose, one, two, max(beside, default=two.x1), pictures)


def _is_set_right(entry: Entry) -> bool:
    """Whether the rows of a caption end at one edge and begin anywhere."""
    rows: dict[int, Box] = {}
    for part in entry.caption.parts:
        row = part.statement.row
        rows[row] = union((rows[row], part.box)) if row in rows else part.box
    starts, ends = [box.x0 for box in rows.values()], [box.x1 for box in rows.values()]
    return len(rows) >= MIN_ROWS and max(ends) - min(ends) <= SAME_EDGE_PT < max(starts) - min(starts)


def _is_level_behind(loose: Entry, one: Box, two: Box, end: float, pictures: Sequence[Box]) -> bool:
    """Whether what is told at `one` begins in the rows of `two`, past their `end`, with no picture between."""
    is_level = two.y0 <= one.center_y <= two.y1 and two.x0 < one.x0
    # Beside a price also what it is the price of: `Matt` over `€ 12.50`.
    tags = (*TAGGED, *PRICED) if loose.caption.has(Kind.PRICE) else TAGGED
    if not is_level or end > one.x0 or not all(part.is_labelled or part.kind in tags for part in loose.caption.parts):
        return False
    between = Box(end, one.y0, one.x0, one.y1)
    return not any(picture.intersection(between) is not None for picture in pictures)
