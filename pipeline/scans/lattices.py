"""Lines that hang together and hold no text: a shelf, a gate, a window. They draw a thing; those of tables and frames part texts."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box, Tiles, union
from pipeline.records import Ruling

# Corners that a scan blurred leave a gap.
TOUCHING_PT = 5.0
MIN_ACROSS = 3
MIN_SIDE_PT = 26.0
MAX_SIDE_PT = 260.0


def without_lattices(rulings: Sequence[Ruling], texts: Sequence[Box]) -> list[Ruling]:
    """The lines that may part something: without those of lattices, which cross each other several times in both directions."""
    words = Tiles((text, text) for text in texts)
    return [ruling for group in _hanging_together(rulings) if not _is_lattice(group, words) for ruling in group]


def _is_lattice(group: Sequence[Ruling], words: Tiles[Box]) -> bool:
    across = sum(ruling.is_horizontal for ruling in group)
    if min(across, len(group) - across) < MIN_ACROSS:
        return False
    whole = union(ruling.box for ruling in group)
    if min(whole.width, whole.height) < MIN_SIDE_PT or max(whole.width, whole.height) > MAX_SIDE_PT:
        return False
    return not any(whole.contains_point(word.center_x, word.center_y) for word in words.around(whole))


def _hanging_together(rulings: Sequence[Ruling]) -> list[list[Ruling]]:
    """Lines that touch each other, in groups."""
    placed = Tiles((ruling.box, number) for number, ruling in enumerate(rulings))
    groups, left = [], dict.fromkeys(range(len(rulings)))
    while left:
        group = [left.popitem()[0]]
        for number in group:
            reach = rulings[number].box.expanded(TOUCHING_PT)
            near = [other for other in placed.around(reach) if other in left and reach.intersection(rulings[other].box) is not None]
            group += [other for other in near if left.pop(other, other) is None]
        groups.append([rulings[number] for number in sorted(group)])
    return groups
