"""Pictures that give a page its structure: backgrounds, icons and strips of one picture are out or put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.backends.rules.page.findings import found_once, once_a_page
from pipeline.geometry import Box, Tiles, union
from pipeline.records import Line, PageContent, Picture, PictureKind

BACKGROUND_SHARE = 0.5
MIN_SIDE_PT = 20.0
MARGIN_SHARE = 0.08
EDGE_PT = 1.5
STRIP_ASPECT = 2.0
NEAR_PT = 70.0
# Short text in a wide column may end far from the picture beside it.
BESIDE_PT = 150.0
TOUCH_PT = 3.0
TAG_SHARE = 0.5
TAG_ON = 0.2
PLATE_EM = 3.5
# Of a disc with a price the words take most of the width.
BUBBLE_EM, FILLED_SHARE = 5.0, 0.6
MAX_PICTURES = 400
MIN_SWATCHES = 4
SWATCH_RATIO = 1.3
SWATCH_SHARE = 0.06
WHITE = 0xFFFFFF


@once_a_page
def product_pictures(content: PageContent) -> list[Box]:
    """Boxes of pictures that could show a product, in reading order."""
    page = content.box
    tags = price_tags(content)
    shown = [picture.box for picture in content.pictures if not any(picture is tag for tag in tags)]
    boxes = [common for box in shown if (common := box.intersection(page)) is not None]
    usable = [box for box in _whole(boxes) if _could_show_product(box, content)]
    return sorted(_distinct(usable), key=lambda box: (round(box.y0), box.x0))


@found_once
def price_tags(content: PageContent) -> list[Picture]:
    """Shapes with words on them, drawn over a larger picture or hardly higher than the words: discs, flags and plates with prices, nothing that
    shows a product."""
    drawn = [picture for picture in content.pictures if picture.kind is PictureKind.VECTOR]
    if not drawn or len(content.pictures) > MAX_PICTURES:
        return []
    words = {id(shape): [line for line in content.lines if _holds(shape.box, line)] for shape in drawn}
    lettered = [shape for shape in drawn if words[id(shape)]]
    over = [shape for shape in lettered if any(_is_tag_on(shape.box, other.box) for other in content.pictures)]
    return over + [shape for shape in lettered if shape not in over and _is_plate(shape.box, words[id(shape)], content)]


def _holds(box: Box, line: Line) -> bool:
    return box.contains_point(line.box.center_x, line.box.center_y)


def _is_plate(shape: Box, words: Sequence[Line], content: PageContent) -> bool:
    """Painted in one piece, for these words."""
    is_one_piece = any(max(abs(one - two) for one, two in zip(shape, ground, strict=True)) <= EDGE_PT for ground in content.shapes)
    size = max(line.size_pt for line in words)
    is_filled = union([line.box for line in words]).width >= FILLED_SHARE * shape.width
    return is_one_piece and shape.height <= (BUBBLE_EM if is_filled else PLATE_EM) * size


def _is_tag_on(shape: Box, picture: Box) -> bool:
    """Smaller, and partly on it."""
    return shape.area < TAG_SHARE * picture.area and shape.overlap_ratio(picture) > TAG_ON


def drawn_apart(content: PageContent, pictures: Sequence[Box]) -> list[Box]:
    """Photos that stand by themselves. Photos that touch are one scene, and drawings explain rather than show."""
    photos = _photos(content)
    taken = [box for box in pictures if any(box.iou(photo) > 0.5 or photo.overlap_ratio(box) > 0.9 for photo in photos.around(box))]
    return taken if not _is_scene(taken) else []


def swatches(content: PageContent, pictures: Sequence[Box]) -> list[Box]:
    """Photos of one size laid edge to edge; only captions of their own tell them from one picture in tiles."""
    photos = _photos(content)
    taken = [box for box in pictures if any(box.iou(photo) > 0.5 for photo in photos.around(box))]
    is_even = len(taken) >= MIN_SWATCHES and max(box.area for box in taken) <= SWATCH_RATIO * min(box.area for box in taken)
    return taken if is_even and _is_scene(taken) else []


def drawn_swatches(content: PageContent, pictures: Sequence[Box]) -> list[Box]:
    """Plain rectangles of one size with nothing on them: chips of colours that are drawn, not shown."""
    if not MIN_SWATCHES <= len(content.fills) <= MAX_PICTURES:
        return []
    usable = [fill.box for fill in content.fills if min(fill.box.width, fill.box.height) >= MIN_SIDE_PT and fill.color != WHITE]
    sizes = Counter(_measure(box) for box in usable)
    alike = [box for box in usable if sizes[_measure(box)] >= MIN_SWATCHES and box.area <= SWATCH_SHARE * content.box.area]
    taken = [*pictures, *(line.box for line in content.lines)] if alike else []
    return [box for box in _distinct(alike) if not any(box.contains_point(other.center_x, other.center_y) for other in taken)]


def _measure(box: Box) -> tuple[int, int]:
    return round(box.width / EDGE_PT), round(box.height / EDGE_PT)


def _photos(content: PageContent) -> Tiles[Box]:
    return Tiles((picture.box, picture.box) for picture in content.pictures if picture.kind is not PictureKind.VECTOR)


def _is_scene(boxes: Sequence[Box]) -> bool:
    placed = Tiles((box, box) for box in boxes)
    near = ((box, placed.around(box.expanded(TOUCH_PT))) for box in boxes)
    touching = sum(any(other is not box and apart(box, other) < TOUCH_PT for other in others) for box, others in near)
    return touching > 0.5 * len(boxes)


def _could_show_product(box: Box, content: PageContent) -> bool:
    if min(box.width, box.height) < MIN_SIDE_PT or box.area > BACKGROUND_SHARE * content.width_pt * content.height_pt:
        return False
    margin = MARGIN_SHARE * content.sheet_height_pt
    in_margin = box.y1 <= margin or box.y0 >= content.height_pt - margin
    return not in_margin


def _whole(boxes: Sequence[Box]) -> list[Box]:
    """Strips stacked without a gap become the picture they were cut from."""
    stacked: list[Box] = []
    for box in sorted(boxes, key=lambda item: (round(item.x0), round(item.x1), item.y0)):
        last = stacked[-1] if stacked else None
        is_strip = box.width >= STRIP_ASPECT * box.height
        if last is not None and is_strip and _continues(last, box):
            stacked[-1] = union((last, box))
        else:
            stacked.append(box)
    return stacked


def _continues(above: Box, below: Box) -> bool:
    return abs(above.x0 - below.x0) <= EDGE_PT and abs(above.x1 - below.x1) <= EDGE_PT and abs(below.y0 - above.y1) <= EDGE_PT


def _distinct(boxes: Sequence[Box]) -> list[Box]:
    """Without pictures that lie within another one drawn on the same spot."""
    ordered = sorted(boxes, key=lambda item: -item.area)
    placed = Tiles((box, number) for number, box in enumerate(ordered))
    kept: set[int] = set()
    for number, box in enumerate(ordered):
        if not any(other in kept and box.iou(ordered[other]) > 0.8 for other in placed.around(box)):
            kept.add(number)
    return [ordered[number] for number in sorted(kept)]


def apart(one: Box, other: Box) -> float:
    """How far two boxes stand apart, sideways and up or down together."""
    return max(0.0, one.gap_x(other)) + max(0.0, one.gap_y(other))


@dataclass(frozen=True, slots=True)
class Home:
    """The picture a text stands at: on it (0), under it (1) or over it (-1)."""

    picture: Box
    side: int

    def is_shared_with(self, other: Home) -> bool:
        """At one picture, not on opposite sides of it."""
        return self.picture == other.picture and self.side * other.side >= 0


def home_of(box: Box, pictures: Sequence[Box]) -> Home | None:
    """The picture on which a text stands, else the nearest one in whose column it stands, under or over it."""
    x, y = box.center_x, box.center_y
    column = [picture for picture in pictures if picture.x0 <= x <= picture.x1]
    behind = [picture for picture in column if picture.y0 <= y <= picture.y1]
    if behind:
        return Home(min(behind, key=lambda picture: (picture.area, picture)), 0)
    near = [(gap, picture) for picture in column if (gap := max(0.0, box.gap_y(picture))) <= NEAR_PT]
    return Home(min(near)[1], 1 if y > min(near)[1].y1 else -1) if near else None


def share_column(one: Box, other: Box, pictures: Sequence[Box]) -> bool:
    """Level with each other, and both in the column of one picture: the two ends of one row."""
    if -one.gap_y(other) < 0.5 * min(one.height, other.height):
        return False
    return any(picture.x0 <= one.center_x <= picture.x1 and picture.x0 <= other.center_x <= picture.x1 for picture in pictures)


# --- whose picture is it -----------------------------------------------------------------------


def own_pictures(captions: Sequence[Box], pictures: Sequence[Box]) -> list[Box | None]:
    """Each caption's picture, all on the side on which most captions of the page have theirs; None where it has none there."""
    best: list[Box | None] = [None] * len(captions)
    best_rank = (0, 0.0)
    near = _Neighbours(captions, pictures)
    for side in (_over, _under, _left_of, _right_of, _behind, _beside):
        found = _mutual(captions, near, side)
        gaps = [apart(caption, picture) for caption, picture in zip(captions, found, strict=True) if picture is not None]
        rank = (len(gaps), -sum(gaps) / len(gaps) if gaps else 0.0)
        if rank > best_rank:
            best, best_rank = found, rank
    return best


Side = Callable[[Box, Box], float | None]


class _Neighbours:
    """Captions and pictures within reach of each other, whatever the side."""

    def __init__(self, captions: Sequence[Box], pictures: Sequence[Box]) -> None:
        placed = Tiles((box, box) for box in pictures)
        self.pictures = [placed.around(_reach(box)) for box in captions]
        self._captions = Tiles((box, box) for box in captions)
        self._known: dict[Box, list[Box]] = {}

    def captions(self, picture: Box) -> list[Box]:
        if picture not in self._known:
            self._known[picture] = self._captions.around(_reach(picture))
        return self._known[picture]


def _reach(box: Box) -> Box:
    x0, y0, x1, y1 = box
    return Box(x0 - BESIDE_PT - 1.0, y0 - NEAR_PT - 1.0, x1 + BESIDE_PT + 1.0, y1 + NEAR_PT + 1.0)


def _mutual(captions: Sequence[Box], near: _Neighbours, side: Side) -> list[Box | None]:
    """Pairs in which each is the other's nearest on that side."""
    found: list[Box | None] = []
    for caption, pictures in zip(captions, near.pictures, strict=True):
        there = [(gap, picture) for picture in pictures if (gap := side(caption, picture)) is not None]
        picture = min(there)[1] if there else None
        if (
            picture is not None
            and min((gap, box) for box in near.captions(picture) if (gap := side(box, picture)) is not None)[1] != caption
        ):
            picture = None
        found.append(picture)
    return found


def _over(caption: Box, picture: Box) -> float | None:
    gap = caption.y0 - picture.y1
    return gap if -0.3 * caption.height <= gap <= NEAR_PT and _shares_column(caption, picture) else None


def _under(caption: Box, picture: Box) -> float | None:
    gap = picture.y0 - caption.y1
    return gap if -0.3 * caption.height <= gap <= NEAR_PT and _shares_column(caption, picture) else None


def _left_of(caption: Box, picture: Box) -> float | None:
    gap = caption.x0 - picture.x1
    return gap if -3.0 <= gap <= BESIDE_PT and _shares_row(caption, picture) else None


def _right_of(caption: Box, picture: Box) -> float | None:
    gap = picture.x0 - caption.x1
    return gap if -3.0 <= gap <= BESIDE_PT and _shares_row(caption, picture) else None


def _beside(caption: Box, picture: Box) -> float | None:
    """To the left and to the right in turn."""
    gap = _left_of(caption, picture)
    return gap if gap is not None else _right_of(caption, picture)


def _behind(caption: Box, picture: Box) -> float | None:
    return 0.0 if picture.contains_point(caption.center_x, caption.center_y) else None


def _shares_column(caption: Box, picture: Box) -> bool:
    return -caption.gap_x(picture) >= 0.4 * min(caption.width, picture.width)


def _shares_row(caption: Box, picture: Box) -> bool:
    return -caption.gap_y(picture) >= 0.4 * min(caption.height, picture.height)
