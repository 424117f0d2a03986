"""Pictures that give a page its structure: backgrounds, icons and strips of one picture are out or put together."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.records import PageContent

BACKGROUND_SHARE = 0.5
MIN_SIDE_PT = 20.0
MARGIN_SHARE = 0.08
EDGE_PT = 1.5
STRIP_ASPECT = 2.0


def product_pictures(content: PageContent) -> list[Box]:
    """Boxes of pictures that could show a product, in reading order."""
    page = content.box
    boxes = [common for picture in content.pictures if (common := picture.box.intersection(page)) is not None]
    usable = [box for box in _whole(boxes) if _could_show_product(box, content)]
    return sorted(_distinct(usable), key=lambda box: (round(box.y0), box.x0))


def _could_show_product(box: Box, content: PageContent) -> bool:
    if min(box.width, box.height) < MIN_SIDE_PT or box.area > BACKGROUND_SHARE * content.width_pt * content.height_pt:
        return False
    in_margin = box.y1 <= MARGIN_SHARE * content.height_pt or box.y0 >= (1 - MARGIN_SHARE) * content.height_pt
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
    kept: list[Box] = []
    for box in sorted(boxes, key=lambda item: -item.area):
        if not any(box.iou(other) > 0.8 for other in kept):
            kept.append(box)
    return kept
