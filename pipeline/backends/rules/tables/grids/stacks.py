"""Stacks: one table drawn in several grids under each other, with the same columns, between which the titles of its sections stand without
borders; its head may be a grid by itself, and so may be the one row of a section."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.tables.grids.lattice import SNAP_PT, Lattice
from pipeline.records import Line

# So high is the room for the title of a section, at most, and so much higher than usual rows is the one row of a grid.
MAX_GAP_PT = 40.0
HIGH_RATIO = 2.5
MIN_COLUMNS = 3


def stacked(lattices: Sequence[Lattice], lines: Sequence[Line], opens_table: Callable[[Lattice, Lattice], bool]) -> list[Lattice]:
    """The grids, with those of one table put together; one that opens a table of its own, seen with the first one, begins anew. Rows alone are
    no grid."""
    stacks: list[list[Lattice]] = []
    for lattice in sorted(lattices, key=lambda lattice: (lattice.ys[0], lattice.xs[0])):
        home = next((stack for stack in stacks if _goes_on(stack[-1], lattice, lines)), None)
        if home is None or opens_table(lattice, home[0]):
            stacks.append([lattice])
        else:
            home.append(lattice)
    whole = [lattice for stack in stacks for lattice in ([_joined(stack)] if _are_rows_of_one(stack) else stack)]
    return sorted((lattice for lattice in whole if len(lattice.ys) > 2), key=lambda lattice: (lattice.box.y0, lattice.box.x0))


def _goes_on(above: Lattice, below: Lattice, lines: Sequence[Line]) -> bool:
    """Whether a grid stands in the columns of another, right under it but for one line of text."""
    if len(above.xs) != len(below.xs) or len(above.xs) <= MIN_COLUMNS or not 0 <= below.ys[0] - above.ys[-1] <= MAX_GAP_PT:
        return False
    if any(abs(one - two) > SNAP_PT for one, two in zip(above.xs, below.xs, strict=True)):
        return False
    between = [
        line.box for line in lines if above.ys[-1] < line.box.center_y < below.ys[0] and above.xs[0] <= line.box.center_x <= above.xs[-1]
    ]
    return len(between) <= 1


def _are_rows_of_one(stack: Sequence[Lattice]) -> bool:
    """Whether single rows among them are as high as the rows of the others, unlike cards in a grid."""
    heights = [bottom - top for lattice in stack for top, bottom in pairwise(lattice.ys) if len(lattice.ys) > 2]
    single = [lattice.ys[1] - lattice.ys[0] for lattice in stack if len(lattice.ys) == 2]
    return len(stack) > 1 and bool(heights) and all(height <= HIGH_RATIO * median(heights) for height in single)


def _joined(stack: Sequence[Lattice]) -> Lattice:
    """One grid of all; what stands between two of them has borders over it and under it, and none within."""
    first = stack[0]
    ys: list[float] = []
    level: list[tuple[tuple[float, float], ...]] = []
    for lattice in stack:
        for y, pieces in zip(lattice.ys, lattice.level, strict=True):
            if ys and y - ys[-1] <= SNAP_PT:
                level[-1] = tuple(sorted((*level[-1], *pieces)))
            else:
                ys.append(y)
                level.append(pieces)
    upright = tuple(tuple(sorted(piece for lattice in stack for piece in lattice.upright[at])) for at in range(len(first.xs)))
    return Lattice(first.xs, tuple(ys), upright, tuple(level))
