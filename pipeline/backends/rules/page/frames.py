"""Frames: rectangles, drawn as borders or as filled grounds, that hold one card each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pipeline.backends.rules.page.findings import once_a_page
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box, Tiles
from pipeline.records import Line, PageContent, PictureKind, Ruling

EDGE_PT = 2.5
MIN_SIDE_PT = 36.0
MAX_BAR_PT = 12.0
MAX_SHARE = 0.55
SAME_SIZE_PT = 4.0
# A page with more boxes than this is a drawing or a table of tiles; comparing all of them would cost more than it tells.
MAX_FRAMES = 300
BAND_SHARE = 0.5
MIN_BANDS, MAX_BANDS = 2, 12
EVEN_RATIO = 1.25
MIN_LEVELS = 3
MIN_IN_ROW = 3
MIN_ROUNDED = 2
MIN_CELLED = 2
MIN_SHOWN_LINES, MIN_LINES = 2, 4


def find_frames(content: PageContent, pictures: Sequence[Box] = ()) -> list[Box]:
    """Frames that could be cards, outermost first found, none inside another; in reading order."""
    shown = Tiles((picture, picture) for picture in pictures)
    ruled = _with_cells_under(_ruled(content), content.rulings, shown)
    drawn = _distinct([*ruled, *(fill.box for fill in content.fills), *_rounded(content)])
    usable = [box for box in drawn if _could_be_card(box, content, shown)]
    # A bar with the page's title or the ground of a drawing is a frame too, but no card.
    if bands := _bands(content):
        usable = max((usable, bands), key=lambda boxes: _held_lines(boxes, content))
    return sorted(_outermost(_repeated(usable[:MAX_FRAMES])), key=lambda box: (round(box.y0), box.x0))


def _held_lines(boxes: Sequence[Box], content: PageContent) -> int:
    """How much of the page's text stands in them."""
    placed = Tiles((box, box) for box in boxes)
    middles = [(line.box.center_x, line.box.center_y) for line in content.lines] if boxes else []
    return sum(any(box.contains_point(x, y) for box in placed.around(Box(x, y, x, y))) for x, y in middles)


def _could_be_card(box: Box, content: PageContent, pictures: Tiles[Box]) -> bool:
    is_of_size = min(box.width, box.height) >= MIN_SIDE_PT and box.area <= MAX_SHARE * content.box.area
    return is_of_size and not _holds_a_row(box, pictures)


def _holds_a_row(box: Box, pictures: Tiles[Box]) -> bool:
    """Several pictures side by side, in one row or in many: the ground of a strip of cards, not one card."""
    inside = sorted((picture for picture in pictures.around(box) if picture.overlap_ratio(box) > 0.9), key=lambda picture: picture.x0)
    return len(inside) >= MIN_IN_ROW and any(_beside_each_other(first, inside) >= MIN_IN_ROW for first in inside)


def _beside_each_other(first: Box, pictures: Sequence[Box]) -> int:
    """How many pictures of its row stand apart from each other, counted from the left."""
    level = [picture for picture in pictures if picture.gap_y(first) < 0]
    return 1 + sum(left.x1 <= right.x0 + EDGE_PT for left, right in pairwise(level))


@once_a_page
def _ruled(content: PageContent) -> list[Box]:
    """Closed boxes: two level rulings of one width, joined by upright ones at both ends; a bar of colour may stand for a ruling."""
    levels = _of_one_width([box for box in _edges(content, is_level=True) if box.width >= MIN_SIDE_PT])
    sides = [box for box in _edges(content, is_level=False) if box.height >= MIN_SIDE_PT]
    uprights = Tiles((box, box) for box in (sides if levels else ()))
    found: list[Box] = []
    for group in levels:
        ordered = sorted(group, key=lambda box: box.y0)
        for top, bottom in pairwise(ordered):
            box = Box(top.x0, top.y0, top.x1, bottom.y1)
            if _has_side(uprights, top.x0, top, bottom) and _has_side(uprights, top.x1, top, bottom) and not _is_divided(box, uprights):
                found.append(box)
    return found


def _of_one_width(boxes: Iterable[Box]) -> list[list[Box]]:
    """Level lines in groups that begin and end at one place each, but for a hair."""
    groups: dict[tuple[int, int], list[Box]] = {}
    for box in boxes:
        start, end = key = round(box.x0 / EDGE_PT), round(box.x1 / EDGE_PT)
        if key not in groups:
            near = [(start + left, end + right) for left in (0, -1, 1) for right in (0, -1, 1)]
            key = next((other for other in near if other in groups), key)
        groups.setdefault(key, []).append(box)
    return list(groups.values())


def _edges(content: PageContent, *, is_level: bool) -> list[Box]:
    """The rulings of one direction, and bars of colour that lie along no ruling, as at the head of a card whose other edges are thin."""
    drawn = [ruling.box for ruling in content.rulings if ruling.is_horizontal is is_level]
    near = Tiles((box, box) for box in drawn)
    bars = [fill.box for fill in content.fills if (fill.box.height if is_level else fill.box.width) <= MAX_BAR_PT]
    return drawn + [bar for bar in bars if not any(_lies_along(bar, box, is_level=is_level) for box in near.around(bar.expanded(EDGE_PT)))]


def _lies_along(bar: Box, ruling: Box, *, is_level: bool) -> bool:
    ends, gap = ((0, 2), bar.gap_y(ruling)) if is_level else ((1, 3), bar.gap_x(ruling))
    return gap <= EDGE_PT and all(abs(bar[end] - ruling[end]) <= 2 * EDGE_PT for end in ends)


def _rounded(content: PageContent) -> list[Box]:
    """Shapes with round corners, cut to one measure, that hold a photo and text or several lines; a disc holds a price or a sign."""
    shapes = _distinct(box for box in content.shapes if min(box.width, box.height) >= MIN_SIDE_PT)
    if len(shapes) < MIN_ROUNDED or len(shapes) > MAX_FRAMES:
        return []
    measures = Counter(_measure(box) for box in shapes)
    return [box for box in shapes if measures[_measure(box)] >= MIN_ROUNDED and _holds_card(box, content)]


def _measure(box: Box) -> tuple[int, int]:
    return round(box.width / SAME_SIZE_PT), round(box.height / SAME_SIZE_PT)


def _holds_card(box: Box, content: PageContent) -> bool:
    lines = sum(box.contains_point(line.box.center_x, line.box.center_y) for line in content.lines)
    photos = sum(
        picture.kind is not PictureKind.VECTOR and box.contains_point(picture.box.center_x, picture.box.center_y)
        for picture in content.pictures
    )
    return lines >= (MIN_SHOWN_LINES if photos else MIN_LINES)


def _with_cells_under(boxes: Sequence[Box], rulings: Sequence[Ruling], pictures: Tiles[Box]) -> list[Box]:
    """The boxes, those that hold one picture each as tall as the cells go on under them, if nothing else is shown there."""
    if len(boxes) < MIN_CELLED or len(boxes) > MAX_FRAMES or not any(_inside(box, pictures) for box in boxes):
        return list(boxes)
    uprights = Tiles((ruling.box, ruling.box) for ruling in rulings if not ruling.is_horizontal)
    levels = Tiles((ruling.box, ruling.box) for ruling in rulings if ruling.is_horizontal)
    taller = [_as_tall_as_sides(box, uprights, levels) if _inside(box, pictures) else box for box in boxes]
    are_cards = all(len(_inside(tall, pictures)) <= 1 for tall in taller)
    return taller if are_cards and sum(one is not two for one, two in zip(taller, boxes, strict=True)) >= MIN_CELLED else list(boxes)


def _inside(box: Box, pictures: Tiles[Box]) -> list[Box]:
    return [picture for picture in pictures.around(box) if picture.overlap_ratio(box) > 0.9]


def _as_tall_as_sides(box: Box, uprights: Tiles[Box], levels: Tiles[Box]) -> Box:
    """Down to where both sides end, with a level ruling at their foot."""
    foot = min(_foot(x, box, uprights) for x in (box.x0, box.x1))
    near = levels.around(Box(box.x0, foot - 2 * EDGE_PT, box.x1, foot + 2 * EDGE_PT))
    is_closed = any(abs(level.center_y - foot) <= 2 * EDGE_PT and level.gap_x(box) < 0 for level in near)
    return Box(box.x0, box.y0, box.x1, foot) if is_closed and foot > box.y1 + 2 * EDGE_PT else box


def _foot(x: float, box: Box, uprights: Tiles[Box]) -> float:
    """How far down the upright rulings at one edge go on, each from where the one before ends."""
    foot = box.y1
    while True:
        on = [
            side.y1
            for side in uprights.around(Box(x - EDGE_PT, foot - EDGE_PT, x + EDGE_PT, foot + EDGE_PT))
            if abs(side.center_x - x) <= EDGE_PT and side.y0 <= foot + EDGE_PT
        ]
        further = max(on, default=foot)
        if further <= foot + EDGE_PT / 2:
            return foot
        foot = further


def _bands(content: PageContent) -> list[Box]:
    """Rows between rulings across the page, each of one product with its picture and text of several lines: cards as wide as the page."""
    wide = [ruling.box for ruling in content.rulings if ruling.is_horizontal and ruling.box.width >= BAND_SHARE * content.width_pt]
    group = max(_of_one_width(wide), key=len, default=[])
    if not MIN_BANDS <= len(group) <= MAX_BANDS:
        return []
    ordered = sorted(group, key=lambda box: box.y0)
    bands = [band for band in _rows_at(ordered, content) if band.height >= MIN_SIDE_PT]
    kept = [band for band in bands if _is_card(band, content)]
    return kept if len(kept) >= max(MIN_BANDS, len(bands) - 2) else []


def _rows_at(rulings: Sequence[Box], content: PageContent) -> list[Box]:
    """The rows between rulings. The last one often has none under it, nor the first one over it."""
    heights = [below.y0 - above.y0 for above, below in pairwise(rulings)]
    first = max(rulings[0].y0 - max(heights), 0.0)
    last = min(rulings[-1].y0 + max(heights), content.height_pt)
    edges = [*((first,) if max(heights) <= EVEN_RATIO * min(heights) else ()), *(box.y0 for box in rulings), last]
    return [Box(rulings[0].x0, top, rulings[0].x1, foot) for top, foot in pairwise(edges)]


def _is_card(band: Box, content: PageContent) -> bool:
    """A picture, and text on more levels than a row of a table has; beside a second picture, as a drawing, one price or code tells of one product."""
    inside = [picture for picture in content.pictures if band.contains_point(picture.box.center_x, picture.box.center_y)]
    pictures = [
        picture for picture in inside if picture.kind is not PictureKind.VECTOR and min(picture.box.width, picture.box.height) >= 20
    ]
    lines = [line for line in content.lines if band.contains_point(line.box.center_x, line.box.center_y)]
    levels = {round(line.box.center_y / 4) for line in lines}
    return len(levels) >= MIN_LEVELS and (len(pictures) == 1 or (len(pictures) > 1 and _tells_of_one(lines)))


def _tells_of_one(lines: Sequence[Line]) -> bool:
    kinds = [kind_of(line.text) for line in lines]
    return 1 in (counts := (kinds.count(ValueKind.PRICE), kinds.count(ValueKind.CODE))) and max(counts) == 1


def _has_side(uprights: Tiles[Box], x: float, top: Box, bottom: Box) -> bool:
    near = uprights.around(Box(x, min(top.y1, bottom.y0), x, max(top.y1, bottom.y0)).expanded(2 * EDGE_PT))
    return any(abs((x0 + x1) / 2 - x) <= EDGE_PT and y0 <= top.y1 + EDGE_PT and y1 >= bottom.y0 - EDGE_PT for x0, y0, x1, y1 in near)


def _is_divided(box: Box, uprights: Tiles[Box]) -> bool:
    """Cut into cells by rulings from top to bottom: a row of a table."""
    near, left, right = uprights.around(box.expanded(3 * EDGE_PT)), box.x0 + 2 * EDGE_PT, box.x1 - 2 * EDGE_PT
    inner = [side for side in near if left < (side.x0 + side.x1) / 2 < right]
    return any(side.y0 <= box.y0 + 2 * EDGE_PT and side.y1 >= box.y1 - 2 * EDGE_PT for side in inner)


def _distinct(boxes: Iterable[Box]) -> list[Box]:
    seen: dict[tuple[int, ...], Box] = {}
    for box in boxes:
        seen.setdefault(tuple(round(value / EDGE_PT) for value in box), box)
    return list(seen.values())


def _repeated(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that come in one size more than once: cards of a grid are cut to one measure, at least in width."""
    widths: dict[int, int] = {}
    for box in boxes:
        widths[round(box.width / SAME_SIZE_PT)] = widths.get(round(box.width / SAME_SIZE_PT), 0) + 1
    near = lambda box: sum(widths.get(round(box.width / SAME_SIZE_PT) + step, 0) for step in (-1, 0, 1))  # noqa: E731
    return [box for box in boxes if near(box) > 1] or list(boxes)


def _outermost(boxes: Sequence[Box]) -> list[Box]:
    """Of nested boxes the outer one, unless it holds several that do not touch each other: then it is the panel they lie on."""
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda item: -item.area):
        inside = [other for other in boxes if other is not box and other.overlap_ratio(box) > 0.95 and other.area < 0.9 * box.area]
        if _is_panel(inside) or any(box.overlap_ratio(outer) > 0.95 for outer in kept):
            continue
        kept.append(box)
    return kept


def _is_panel(inside: Sequence[Box]) -> bool:
    """Holds two or more boxes of one size."""
    sizes = [(round(box.width / SAME_SIZE_PT), round(box.height / (3 * SAME_SIZE_PT))) for box in inside]
    return len(sizes) != len(set(sizes))
