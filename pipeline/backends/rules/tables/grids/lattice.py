"""Tables with drawn borders: rulings that meet span a grid; a missing piece of a border merges cells."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.backends.rules.page.findings import once_a_page
from pipeline.geometry import Box, Tiles, union
from pipeline.records import Fill, PageContent, Ruling

TOUCH_PT = 2.6
SNAP_PT = 3.0
MIN_BORDER_PT = 5.0
COVER_SHARE = 0.6
MAX_PAIRS = 400_000
MAX_STRIPE_PT = 120.0
MIN_TILES = 6
MIN_TILED_ROWS = 4
MAX_TILES = 3000
TILED_SHARE = 0.95
MIN_HEADS = 3
MIN_RULINGS = 4
ABUT_PT = 0.5
# Every second row is painted, or all are.
MIN_BANDS, BANDED_SHARE = 3, 0.4


@dataclass(frozen=True, slots=True)
class Lattice:
    """Border positions of one grid, with the pieces that are really drawn at each."""

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    upright: tuple[tuple[tuple[float, float], ...], ...]
    level: tuple[tuple[tuple[float, float], ...], ...]

    @property
    def box(self) -> Box:
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    def has_border_right(self, row: int, column: int) -> bool:
        """Whether a border stands right of this place."""
        return _covered(self.upright[column + 1], self.ys[row], self.ys[row + 1])

    def has_border_below(self, row: int, column: int) -> bool:
        return _covered(self.level[row + 1], self.xs[column], self.xs[column + 1])

    def rectangles(self) -> Iterator[tuple[int, int, int, int]]:
        """(row, column, rows, columns) of every cell, merged places as one."""
        rows, columns = len(self.ys) - 1, len(self.xs) - 1
        taken = [[False] * columns for _ in range(rows)]
        for row in range(rows):
            for column in range(columns):
                if not taken[row][column]:
                    height, width = self._extent(row, column, taken)
                    for r in range(row, row + height):
                        taken[r][column : column + width] = [True] * width
                    yield row, column, height, width

    def _extent(self, row: int, column: int, taken: list[list[bool]]) -> tuple[int, int]:
        columns, rows = len(self.xs) - 1, len(self.ys) - 1
        width = 1
        while column + width < columns and not taken[row][column + width] and not self.has_border_right(row, column + width - 1):
            width += 1
        height = 1
        while row + height < rows and self._goes_on(row + height, column, width, taken):
            height += 1
        return height, width

    def _goes_on(self, row: int, column: int, width: int, taken: list[list[bool]]) -> bool:
        span = range(column, column + width)
        for place in span:
            if taken[row][place] or self.has_border_below(row - 1, place):
                return False
        return not any(self.has_border_right(row, place) for place in span[:-1])


@once_a_page
def find_lattices(content: PageContent) -> list[Lattice]:
    """Grids of at least two columns, from top to bottom; those of one row are part of a table only together with others."""
    rulings = [ruling for ruling in content.rulings if _length(ruling) >= MIN_BORDER_PT]
    rulings += _tile_borders(content.fills, content.box)
    found = []
    fills = Tiles((fill.box, fill) for fill in content.fills)
    for group in _connected(rulings):
        lattice = _lattice(group, content, fills)
        if lattice is not None:
            found.append(lattice)
    return sorted(_outermost(found), key=lambda lattice: (lattice.box.y0, lattice.box.x0))


def _tile_borders(fills: Sequence[Fill], page: Box) -> list[Ruling]:
    """The edges of filled cells that together cover a table: a grid drawn with paint instead of lines."""
    painted = [fill.box for fill in fills if 5 <= fill.box.height <= MAX_STRIPE_PT and 8 <= fill.box.width < 0.95 * page.width]
    cells = list({tuple(round(side) for side in box): box for box in painted}.values())
    if not MIN_TILES <= len(cells) <= MAX_TILES:
        return []
    edges: list[Ruling] = []
    for box in cells:
        edges += [Ruling(Box(box.x0, y, box.x1, y), True, 0.0) for y in (box.y0, box.y1)]
        edges += [Ruling(Box(x, box.y0, x, box.y1), False, 0.0) for x in (box.x0, box.x1)]
    kept: list[Ruling] = []
    placed = Tiles((box, box) for box in cells)
    for group in _connected(edges):
        frame = union(edge.box for edge in group)
        around = frame.expanded(1.0)
        inside = [box for box in placed.around(around) if around.contains_point(box.center_x, box.center_y)]
        columns = {round(box.x0 / SNAP_PT) for box in inside}
        rows = {round(box.y0 / SNAP_PT) for box in inside}
        if (
            len(inside) >= MIN_TILES
            and len(columns) > 1
            and len(rows) >= MIN_TILED_ROWS
            and sum(box.area for box in inside) >= TILED_SHARE * frame.area
        ):
            kept += group
    return kept


def _outermost(found: list[Lattice]) -> list[Lattice]:
    """Without the grids that lie inside a larger one."""
    return [
        one
        for one in found
        if not any(two is not one and two.box.area > one.box.area and one.box.overlap_ratio(two.box) > 0.9 for two in found)
    ]


def _connected(rulings: Sequence[Ruling]) -> Iterator[list[Ruling]]:
    """Rulings that meet, or stand side by side with equal ends."""
    level = sorted((r for r in rulings if r.is_horizontal), key=lambda r: (r.box.center_y, r.box.x0))
    upright = sorted((r for r in rulings if not r.is_horizontal), key=lambda r: (r.box.x0, r.box.y0))
    if len(level) * len(upright) > MAX_PAIRS:
        keep = int(MAX_PAIRS**0.5)
        level = sorted(sorted(level, key=_length, reverse=True)[:keep], key=lambda r: (r.box.center_y, r.box.x0))
        upright = sorted(sorted(upright, key=_length, reverse=True)[:keep], key=lambda r: (r.box.x0, r.box.y0))
    everything = level + upright
    parent = list(range(len(everything)))

    def find(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    heights = [r.box.center_y for r in level]
    lonely = set(range(len(level), len(everything)))
    for index, ruling in enumerate(upright, start=len(level)):
        start = bisect_left(heights, ruling.box.y0 - TOUCH_PT)
        end = bisect_right(heights, ruling.box.y1 + TOUCH_PT)
        middle, root = ruling.box.center_x, index
        for other in range(start, end):
            if level[other].box.x0 - TOUCH_PT <= middle <= level[other].box.x1 + TOUCH_PT:
                parent[root] = met = find(other)
                root = met
                lonely.discard(index)
    for one, two in _equal_ends(everything, sorted(lonely)):
        parent[find(two)] = find(one)
    groups: dict[int, list[Ruling]] = {}
    for index, ruling in enumerate(everything):
        groups.setdefault(find(index), []).append(ruling)
    yield from groups.values()


def _equal_ends(rulings: Sequence[Ruling], lonely: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Neighbours among the uprights that meet no level ruling, where both begin and end at the same heights."""
    order = sorted(lonely, key=lambda i: (round(rulings[i].box.y0 / 4), round(rulings[i].box.y1 / 4), rulings[i].box.x0))
    for one, two in pairwise(order):
        a, b = rulings[one].box, rulings[two].box
        if abs(a.y0 - b.y0) <= SNAP_PT and abs(a.y1 - b.y1) <= SNAP_PT:
            yield one, two


def _lattice(group: Sequence[Ruling], content: PageContent, fills: Tiles[Fill]) -> Lattice | None:
    upright = [r for r in group if not r.is_horizontal]
    level = [r for r in group if r.is_horizontal]
    if not upright:
        return None
    top, bottom = min(r.box.y0 for r in upright), max(r.box.y1 for r in upright)
    level = [r for r in level if top - SNAP_PT <= r.box.center_y <= bottom + SNAP_PT]
    left = min([r.box.center_x for r in upright] + [r.box.x0 for r in level])
    right = max([r.box.center_x for r in upright] + [r.box.x1 for r in level])
    bands = _bands_across(fills, Box(left, top, right, bottom))
    if len(group) < MIN_RULINGS and not bands:
        return None
    left, right = min([left, *(band.x0 for band in bands)]), max([right, *(band.x1 for band in bands)])
    heads = _painted_heads(content, fills, Box(left, top, right, bottom))
    top = min([top, *(head.y0 for head in heads)])
    frame = Box(left, top, right, bottom)
    painted = [(x, head.y0, head.y1) for head in heads for x in (head.x0, head.x1)]
    columns = _snapped([(r.box.center_x, r.box.y0, r.box.y1) for r in upright] + [(left, top, bottom), (right, top, bottom)] + painted)
    stripes = [piece for edge in _stripe_edges(fills, frame) for piece in _seen_of(edge, level)]
    rows = _snapped([(r.box.center_y, r.box.x0, r.box.x1) for r in level] + [(top, left, right), (bottom, left, right)] + stripes)
    if len(columns) < 3 or len(rows) < 2:
        return None
    return Lattice(
        xs=tuple(x for x, _ in columns),
        ys=tuple(y for y, _ in rows),
        upright=tuple(pieces for _, pieces in columns),
        level=tuple(pieces for _, pieces in rows),
    )


def _bands_across(fills: Tiles[Fill], frame: Box) -> list[Box]:
    """The stripes of a table whose columns are parted by rules and its rows by paint: they reach beyond the first rule and the last."""
    across: dict[tuple[int, int], list[Box]] = {}
    for box in (fill.box for fill in fills.around(frame) if 5 <= fill.box.height <= MAX_STRIPE_PT):
        is_beside = frame.y0 - SNAP_PT <= box.y0 and box.y1 <= frame.y1 + SNAP_PT
        if is_beside and box.x0 < frame.x0 - SNAP_PT and box.x1 > frame.x1 + SNAP_PT:
            across.setdefault((round(box.x0), round(box.x1)), []).append(box)
    bands = max(across.values(), key=len, default=[])
    is_striped = len(bands) >= MIN_BANDS and _covered(sorted((box.y0, box.y1) for box in bands), frame.y0, frame.y1, share=BANDED_SHARE)
    return bands if is_striped else []


def _painted_heads(content: PageContent, fills: Tiles[Fill], frame: Box) -> list[Box]:
    """Filled cells side by side on the upper edge of a grid, as wide as it is, or a bar with several texts side by side: its header,
    whose borders are drawn with paint alone."""
    found: list[Box] = []
    top = frame.y0
    while row := _row_of_fills(content, fills, frame, top):
        found += row
        top = min(box.y0 for box in row)
    return found


def _row_of_fills(content: PageContent, fills: Tiles[Fill], frame: Box, foot: float) -> list[Box]:
    standing = [
        fill.box
        for fill in fills.around(Box(frame.x0, foot, frame.x1, foot).expanded(SNAP_PT))
        if abs(fill.box.y1 - foot) <= SNAP_PT and SNAP_PT < fill.box.height <= MAX_STRIPE_PT
    ]
    inside = [box for box in standing if frame.x0 - SNAP_PT <= box.x0 and box.x1 <= frame.x1 + SNAP_PT]
    cells = [box for box in inside if box.width < COVER_SHARE * frame.width]
    is_whole = len(cells) > 1 and _covered(sorted((box.x0, box.x1) for box in cells), frame.x0, frame.x1, share=TILED_SHARE)
    if is_whole:
        return cells
    return [box for box in inside if box.width >= TILED_SHARE * frame.width and _heads_columns(content, box)][:1]


def _heads_columns(content: PageContent, bar: Box) -> bool:
    """Whether texts stand side by side on a bar; a title is one."""
    return sum(bar.contains_point(line.box.center_x, line.box.center_y) for line in content.lines) >= MIN_HEADS


@dataclass(frozen=True, slots=True)
class _Edge:
    """The upper or lower edge of a stripe, and where paint of its own colour goes on behind it, so that nobody sees it."""

    y: float
    x0: float
    x1: float
    unseen: tuple[tuple[float, float], ...]


def _stripe_edges(fills: Tiles[Fill], frame: Box) -> Iterator[_Edge]:
    """Upper and lower edges of filled cells and stripes: a change of colour parts rows as a border does."""
    around = frame.expanded(SNAP_PT)
    for fill in fills.around(around):
        box = fill.box
        inside = box.intersection(around)
        if inside is None or inside.area < 0.9 * box.area or box.height > MAX_STRIPE_PT or box.height < 5 or box.width < 8:
            continue
        like = [other.box for other in fills.around(box) if other is not fill and other.color == fill.color]
        yield _Edge(box.y0, box.x0, box.x1, tuple((other.x0, other.x1) for other in like if abs(other.y1 - box.y0) <= ABUT_PT))
        yield _Edge(box.y1, box.x0, box.x1, tuple((other.x0, other.x1) for other in like if abs(other.y0 - box.y1) <= ABUT_PT))


def _seen_of(edge: _Edge, level: Sequence[Ruling]) -> Iterator[tuple[float, float, float]]:
    """The pieces of an edge that part rows. Where a rule is drawn at its height, the rule tells how far the border goes: paint that goes on
    in its colour beside it lies under one merged cell."""
    is_ruled = any(abs(ruling.box.center_y - edge.y) <= SNAP_PT for ruling in level)
    start = edge.x0
    for x0, x1 in sorted(edge.unseen) if is_ruled else ():
        if x0 > start:
            yield edge.y, start, min(x0, edge.x1)
        start = max(start, x1)
    if start < edge.x1:
        yield edge.y, start, edge.x1


def _snapped(pieces: Iterable[tuple[float, float, float]]) -> list[tuple[float, tuple[tuple[float, float], ...]]]:
    """Positions within a hair of each other as one, with all pieces drawn there."""
    groups: list[list[tuple[float, float, float]]] = []
    for piece in sorted(pieces):
        if groups and piece[0] - groups[-1][0][0] <= SNAP_PT:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [(sum(p[0] for p in group) / len(group), tuple(sorted((p[1], p[2]) for p in group))) for group in groups]


def _covered(pieces: Sequence[tuple[float, float]], start: float, end: float, *, share: float = COVER_SHARE) -> bool:
    """Whether the pieces, put together, cover most of the stretch; they come in order."""
    total, reach = 0.0, start
    for low, high in pieces:
        if low >= end:
            break
        if low <= start and high >= end:
            return True
        low, high = max(low, reach), min(high, end)
        if high > low:
            total += high - low
            reach = high
    return total >= share * (end - start)


def _length(ruling: Ruling) -> float:
    return ruling.box.width if ruling.is_horizontal else ruling.box.height
