"""Which drawn pieces are one picture: strips and tiles that producers cut for printing are put together again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from pipeline.geometry import Box, Tiles, union
from pipeline.records import Picture

EDGE_TOLERANCE_PT = 1.2
STRIP_ASPECT = 3.5
MIN_COVERAGE = 0.93
OVERLAID = 0.45
# A seam through a picture shows the same content on both sides, and some content at all.
ContinuousSeam = Callable[[Box, Box], bool]


@dataclass(frozen=True, slots=True)
class Assembly:
    """One picture as a person sees it, drawn in one or more pieces."""

    box: Box
    pieces: tuple[Picture, ...]

    @property
    def is_fragmented(self) -> bool:
        return len(self.pieces) > 1


def assemble(pictures: Sequence[Picture], is_continuous: ContinuousSeam) -> list[Assembly]:
    """Every picture in exactly one assembly, in the order in which they were drawn."""
    distinct = _without_repeats(pictures)
    parent = list(range(len(distinct)))
    for first, second in _touching_pairs(distinct):
        if _root(parent, first) != _root(parent, second) and _belong_together(distinct[first], distinct[second], is_continuous):
            parent[_root(parent, second)] = _root(parent, first)
    for first, second in _overlaid_pairs(distinct):
        parent[_root(parent, second)] = _root(parent, first)
    groups: dict[int, list[Picture]] = {}
    for index, picture in enumerate(distinct):
        groups.setdefault(_root(parent, index), []).append(picture)
    return [assembly for pieces in groups.values() for assembly in _checked(pieces)]


def _checked(pieces: list[Picture]) -> list[Assembly]:
    """Pieces that do not fill their common box are separate pictures after all."""
    box = union(piece.box for piece in pieces)
    if len(pieces) > 1 and sum(piece.box.area for piece in pieces) < MIN_COVERAGE * box.area:
        return [Assembly(piece.box, (piece,)) for piece in pieces]
    return [Assembly(box, tuple(pieces))]


def _overlaid_pairs(pictures: list[Picture]) -> list[tuple[int, int]]:
    """Pictures of like size on one spot: a cut-out over its shadow, a colour pass over a drawing."""
    placed = Tiles((picture.box, number) for number, picture in enumerate(pictures))
    return [
        (first, second)
        for first, one in enumerate(pictures)
        for second in placed.around(one.box)
        if second > first and one.box.iou(pictures[second].box) >= OVERLAID
    ]


def _without_repeats(pictures: Sequence[Picture]) -> list[Picture]:
    """The same object drawn twice on one spot (shadow passes, print effects) counts once."""
    seen: set[tuple[int, tuple[float, ...]]] = set()
    kept = []
    for picture in pictures:
        key = (picture.xref, tuple(picture.box.rounded(0)))
        if picture.xref == 0 or key not in seen:
            kept.append(picture)
        seen.add(key)
    return kept


def _touching_pairs(pictures: list[Picture]) -> list[tuple[int, int]]:
    """Neighbours along an edge: equal extent on one axis, no gap on the other."""
    order = sorted(range(len(pictures)), key=lambda index: (pictures[index].box.y0, pictures[index].box.x0))
    pairs = []
    for position, first in enumerate(order):
        for second in order[position + 1 :]:
            if pictures[second].box.y0 > pictures[first].box.y1 + EDGE_TOLERANCE_PT:
                break
            if _touch(pictures[first].box, pictures[second].box):
                pairs.append((first, second))
    return pairs


def _touch(first: Box, second: Box) -> bool:
    same_columns = abs(first.x0 - second.x0) <= EDGE_TOLERANCE_PT and abs(first.x1 - second.x1) <= EDGE_TOLERANCE_PT
    same_rows = abs(first.y0 - second.y0) <= EDGE_TOLERANCE_PT and abs(first.y1 - second.y1) <= EDGE_TOLERANCE_PT
    return (same_columns and abs(first.gap_y(second)) <= EDGE_TOLERANCE_PT) or (same_rows and abs(first.gap_x(second)) <= EDGE_TOLERANCE_PT)


def _belong_together(first: Picture, second: Picture, is_continuous: ContinuousSeam) -> bool:
    if not _same_resolution(first, second):
        return False
    if _is_strip_pair(first.box, second.box):
        return True
    return is_continuous(first.box, second.box)


def _same_resolution(first: Picture, second: Picture) -> bool:
    """Pieces of one picture share their pixels per point, save for the rounding of thin pieces."""
    if not (all(first.pixel_size) and all(second.pixel_size)):
        return first.kind == second.kind
    return abs(_density(first) - _density(second)) <= 0.12 * max(_density(first), _density(second))


def _density(picture: Picture) -> float:
    width, height = picture.pixel_size
    return float((width * height / max(picture.box.area, 0.01)) ** 0.5)


def _is_strip_pair(first: Box, second: Box) -> bool:
    """Two thin strips that meet along their long sides."""
    if abs(first.gap_y(second)) <= EDGE_TOLERANCE_PT and abs(first.x0 - second.x0) <= EDGE_TOLERANCE_PT:
        return median((first.width / max(first.height, 0.1), second.width / max(second.height, 0.1))) >= STRIP_ASPECT
    return median((first.height / max(first.width, 0.1), second.height / max(second.width, 0.1))) >= STRIP_ASPECT


def _root(parent: list[int], index: int) -> int:
    while parent[index] != index:
        parent[index] = parent[parent[index]]
        index = parent[index]
    return index
