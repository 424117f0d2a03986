"""Fragments by their places on the page: who asks about one row or one edge need not go through all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterator, Sequence

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.geometry import Box, Tiles, steps, union

ROUNDING_PT = 0.01
BAND_PT = 8.0
REACH_EM = 45.0


class Levels:
    """Fragments by the height of their middles."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self._fragments = fragments
        self._ordered = sorted((item.line.box.center_y, number) for number, item in enumerate(fragments))
        self._heights = [height for height, _ in self._ordered]

    def between(self, top: float, bottom: float) -> list[Fragment]:
        """In the order in which they were given."""
        return [self._fragments[number] for number in sorted([number for _, number in self.placed(top, bottom)])]

    def placed(self, top: float, bottom: float) -> list[tuple[float, int]]:
        """The heights of their middles and their numbers, from top to bottom."""
        return self._ordered[bisect_left(self._heights, top) : bisect_right(self._heights, bottom)]


class Rows:
    """Fragments by the band of the page in which their middles stand, and in it from left to right: the next one is found at once."""

    def __init__(self, fragments: Sequence[Fragment]) -> None:
        self._fragments = fragments
        self._bands: dict[int, list[tuple[float, int, float]]] = {}
        for number in range(len(fragments)):
            self.note(number)

    def note(self, number: int) -> None:
        """One of those given, or one that was added to them."""
        box = self._fragments[number].line.box
        for band in steps(box.center_y, box.center_y, BAND_PT):
            insort(self._bands.setdefault(band, []), (box.x0, number, box.center_y))

    def right_of(self, label: Box, is_free: Callable[[Fragment], bool] = lambda _: True) -> Fragment | None:
        """The nearest free fragment on the same row to the right."""
        middle, half = label.center_y, 0.5 * label.height
        bands = steps(middle - half - ROUNDING_PT, middle + half + ROUNDING_PT, BAND_PT)
        found = [number for band in bands for number in self._in_band(self._bands.get(band, []), label, is_free)]
        return self._fragments[min(found)[1]] if found else None

    def _in_band(
        self, ordered: list[tuple[float, int, float]], label: Box, is_free: Callable[[Fragment], bool]
    ) -> Iterator[tuple[float, int]]:
        """The left edge and the number of the nearest one."""
        middle, half = label.center_y, 0.5 * label.height
        end, reach = label.x1, REACH_EM * label.height
        for place in range(bisect_right(ordered, (end, len(self._fragments))), len(ordered)):
            x0, number, height = ordered[place]
            if x0 - end > reach:
                return
            if abs(height - middle) <= half and x0 > end and is_free(self._fragments[number]):
                yield x0, number
                return


class Edges:
    """Fragments by one of their edges, the left one (0) or the right one (2)."""

    def __init__(self, fragments: Sequence[Fragment], edge: int) -> None:
        self._fragments = fragments
        self._edge = edge
        self._ordered = sorted((item.line.box[edge], number) for number, item in enumerate(fragments))
        self._places = [place for place, _ in self._ordered]

    def note(self, number: int) -> None:
        """A fragment that was added to those given."""
        _insert(self._ordered, self._places, self._fragments[number].line.box[self._edge], number)

    def near(self, x: float, reach: float) -> list[Fragment]:
        """In the order in which they were given."""
        start, end = bisect_left(self._places, x - reach - ROUNDING_PT), bisect_right(self._places, x + reach + ROUNDING_PT)
        return [
            self._fragments[number] for number in sorted([number for place, number in self._ordered[start:end] if abs(place - x) <= reach])
        ]


class Placed:
    """What is left on the page, by its heights and by its left edges."""

    def __init__(self, fragments: list[Fragment], frames: Sequence[Box], pictures: Sequence[Box]) -> None:
        self._fragments = fragments
        self._frames = frames
        self._pictures = Tiles((box, box) for box in pictures)
        self._left = {id(item) for item in fragments}
        self.rows = Rows(fragments)
        self.edges = Edges(fragments, 0)

    def replace(self, pieces: Sequence[Fragment], joints: Sequence[Fragment]) -> None:
        """Pieces that are part of a pair by now, and the pairs; kept in order, not laid out anew for each of many columns."""
        self._left.difference_update(id(piece) for piece in pieces)
        for joint in joints:
            self._fragments.append(joint)
            self._left.add(id(joint))
            self.rows.note(len(self._fragments) - 1)
            self.edges.note(len(self._fragments) - 1)

    def has(self, item: Fragment) -> bool:
        return id(item) in self._left

    def are_framed_alike(self, one: Fragment, other: Fragment) -> bool:
        """Whether no border of a card stands between the two."""
        return all(_holds(frame, one) == _holds(frame, other) for frame in self._frames)

    def is_one(self, joint: Fragment) -> bool:
        """Whether no picture stands between a label and its value."""
        if joint.pair is None:
            return True
        label, value = (union(word.box for word in span.words) for span in joint.pair)
        between = Box(label.x1, value.y0, max(value.x0, label.x1 + 0.1), value.y1)
        return all(picture.intersection(between) is None for picture in self._pictures.around(between))

    def rest(self) -> list[Fragment]:
        return [item for item in self._fragments if self.has(item)]


def _holds(frame: Box, item: Fragment) -> bool:
    return frame.contains_point(item.line.box.center_x, item.line.box.center_y)


def _insert(ordered: list[tuple[float, int]], keys: list[float], key: float, number: int) -> None:
    place = bisect_right(keys, key)
    ordered.insert(place, (key, number))
    keys.insert(place, key)
