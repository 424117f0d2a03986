"""Boxes and their arithmetic: pure, in PDF points of the page as displayed, origin top left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

BAND_PT = 16.0
MIN_BAND_PT = 2.0
MAX_BAND = 2000
TILE_PT = (32.0, 128.0)
MIN_TILE_PT = (8.0, 16.0)
MAX_TILES = 64
COLUMN_PT = 16.0
FEW = 32

Item = TypeVar("Item")


class Box(NamedTuple):
    """An axis-parallel rectangle. A tuple, so that pages with thousands of words stay cheap."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        x0, y0, x1, y1 = self
        return (x1 - x0) * (y1 - y0) if x1 > x0 and y1 > y0 else 0.0

    @property
    def center_x(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def center_y(self) -> float:
        return (self.y0 + self.y1) / 2

    def intersection(self, other: Box) -> Box | None:
        """The common part, or None where the boxes do not overlap."""
        # Asked for hundreds of thousands of times a catalog, and mostly answered by the first comparison.
        a0, b0, a1, b1 = self
        c0, d0, c1, d1 = other
        x0, x1 = a0 if a0 > c0 else c0, a1 if a1 < c1 else c1
        if x0 >= x1:
            return None
        y0, y1 = b0 if b0 > d0 else d0, b1 if b1 < d1 else d1
        return Box(x0, y0, x1, y1) if y0 < y1 else None

    def overlap_ratio(self, other: Box) -> float:
        """How much of this box lies inside the other, 0 to 1."""
        # Without a box for the common part: asked as often as for it.
        a0, b0, a1, b1 = self
        c0, d0, c1, d1 = other
        width = (a1 if a1 < c1 else c1) - (a0 if a0 > c0 else c0)
        if width <= 0:
            return 0.0
        height = (b1 if b1 < d1 else d1) - (b0 if b0 > d0 else d0)
        return width * height / ((a1 - a0) * (b1 - b0)) if height > 0 else 0.0

    def iou(self, other: Box) -> float:
        common = self.intersection(other)
        return common.area / (self.area + other.area - common.area) if common else 0.0

    def contains_point(self, x: float, y: float) -> bool:
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def expanded(self, margin: float) -> Box:
        return Box(self.x0 - margin, self.y0 - margin, self.x1 + margin, self.y1 + margin)

    def gap_x(self, other: Box) -> float:
        """Horizontal distance between the boxes; negative where they overlap in x."""
        return max(other.x0 - self.x1, self.x0 - other.x1)

    def gap_y(self, other: Box) -> float:
        """Vertical distance between the boxes; negative where they overlap in y."""
        return max(other.y0 - self.y1, self.y0 - other.y1)

    def rounded(self, digits: int = 2) -> list[float]:
        """As the result format prints it."""
        return [round(value, digits) for value in self]


class Bands(Generic[Item]):
    """Things in boxes, found again by the height at which they stand: who asks about one line need not go through all of a page."""

    def __init__(self, placed: Iterable[tuple[Box, Item]]) -> None:
        self._bands: dict[int, list[tuple[int, Item]]] = {}
        given = list(placed)
        # Tiny text has many rows in a band made for ordinary text.
        self._height = _between(2 * sum(box.height for box, _ in given) / max(len(given), 1), MIN_BAND_PT, BAND_PT)
        for number, (box, item) in enumerate(given):
            for band in steps(box.y0, box.y1, self._height):
                self._bands.setdefault(band, []).append((number, item))

    def beside(self, box: Box) -> list[Item]:
        """What may overlap with the box, in the order in which it was given."""
        found: dict[int, Item] = {}
        for band in steps(box.y0, box.y1, self._height):
            found.update(self._bands.get(band, ()))
        return [found[number] for number in sorted(found)]


class Tiles(Generic[Item]):
    """Things in boxes, found again by the place where they stand, on pages that set thousands of them beside each other too."""

    def __init__(self, placed: Iterable[tuple[Box, Item]]) -> None:
        self._given = list(placed)
        self._tiles: dict[tuple[int, int], list[tuple[int, Item]]] = {}
        self._large: list[tuple[int, Item]] = []
        self._height, self._width = TILE_PT

    def _lay(self) -> None:
        """When first asked: of many pages nobody asks."""
        count = len(self._given)
        self._height = _between(2 * sum([box.y1 - box.y0 for box, _ in self._given]) / count, MIN_TILE_PT[0], TILE_PT[0])
        self._width = _between(2 * sum([box.x1 - box.x0 for box, _ in self._given]) / count, MIN_TILE_PT[1], TILE_PT[1])
        for number, ((x0, y0, x1, y1), item) in enumerate(self._given):
            rows, columns = steps(y0, y1, self._height), steps(x0, x1, self._width)
            if len(rows) * len(columns) > MAX_TILES:
                self._large.append((number, item))
                continue
            for row in rows:
                for column in columns:
                    self._tiles.setdefault((row, column), []).append((number, item))

    def around(self, box: Box) -> list[Item]:
        """What may overlap with the box or touch it, in the order in which it was given; of a few things all."""
        if len(self._given) <= FEW:
            return [item for _, item in self._given]
        if not self._tiles and not self._large:
            self._lay()
        x0, y0, x1, y1 = box
        rows, columns = steps(y0, y1, self._height), steps(x0, x1, self._width)
        found = dict(self._large)
        if len(rows) * len(columns) > len(self._tiles):
            for (row, column), held in self._tiles.items():
                if row in rows and column in columns:
                    found.update(held)
        else:
            for row in rows:
                for column in columns:
                    found.update(self._tiles.get((row, column), ()))
        return [found[number] for number in sorted(found)]


class Columns:
    """Numbers of things that come and go, found again by the part of the page's width over which they stand."""

    def __init__(self) -> None:
        self._columns: dict[int, set[int]] = {}

    def put(self, number: int, box: Box) -> None:
        for column in steps(box.x0, box.x1, COLUMN_PT):
            self._columns.setdefault(column, set()).add(number)

    def take(self, number: int, box: Box) -> None:
        """What was put there goes."""
        for column in steps(box.x0, box.x1, COLUMN_PT):
            self._columns[column].discard(number)

    def meeting(self, box: Box) -> set[int]:
        """What may stand over or under the box, or touch its edges."""
        return set().union(*(self._columns.get(column, ()) for column in steps(box.x0, box.x1, COLUMN_PT)))


def _between(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def steps(start: float, end: float, length: float) -> range:
    """Never more than so many: what stands outside of all paper is at its edge."""
    first, last = int(start // length), int(end // length)
    if first >= -MAX_BAND and last <= MAX_BAND:
        return range(first, last + 1)
    return range(min(max(first, -MAX_BAND), MAX_BAND), min(max(last, -MAX_BAND), MAX_BAND) + 1)


def union(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; at least one is needed."""
    # Mostly asked about one or two boxes, thousands of times a page.
    rest = iter(boxes)
    first = next(rest, None)
    if first is None:
        raise ValueError("there is no box around nothing")
    x0, y0, x1, y1 = first
    for a0, b0, a1, b1 in rest:
        x0, y0 = a0 if a0 < x0 else x0, b0 if b0 < y0 else y0
        x1, y1 = a1 if a1 > x1 else x1, b1 if b1 > y1 else y1
    return Box(x0, y0, x1, y1)
