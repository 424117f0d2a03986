"""Pictures inside a scanned page: areas that are neither paper, nor text, nor ruling."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from pipeline.geometry import Box, union
from pipeline.records import Ruling
from pipeline.scans.raster import PageRaster, Pixels

WORK_DPI = 75.0
MIN_SIDE_PT = 26.0
# In the head and foot of a page stand logos, which are small.
MIN_MARGIN_SIDE_PT = 14.0
MARGIN_SHARE = 0.09
MAX_PAGE_SHARE = 0.85
MIN_FILL = 0.3
# Grey levels away from the paper. Things stand out; the pale backdrop of a photo on white does so only once grain is blurred away.
THING_DEPTH = 5.0
BACKDROP_DEPTH = 2.3
JOIN_PT = 3.0
STACK_GAP_PT = 40.0
# Pictures of one size in a column are several; a thing and its shadow are not of one size.
SAME_EDGE_PT = 6.0
MIN_GAP_PT = 5.0
EDGE_PT = 1.5
MIN_VOUCHERS = 2
SAME_HEIGHT = 1.2
MIN_PAPER_SHARE = 0.35


def find_pictures(raster: PageRaster, texts: Sequence[Box], rulings: Sequence[Ruling]) -> tuple[Box, ...]:
    """Boxes of pictures in points, from the top of the page to its foot."""
    depth = _off_paper(raster)
    if not _has_paper(depth):
        return ()
    # A line inside a picture belongs to it: only what frames or divides is taken away.
    borders = [ruling.box for ruling in rulings]
    things, backdrops = (_mask(depth, limit, texts, borders) for limit in (THING_DEPTH, BACKDROP_DEPTH))
    between = [*texts, *(ruling.box for ruling in rulings if ruling.is_horizontal)]
    boxes = _stacked(_boxes(things, backdrops), between)
    height, width = (size * 72.0 / WORK_DPI for size in depth.shape)
    found = [box for box in boxes if min(box.width, box.height) >= _min_side(box, height) and box.area <= MAX_PAGE_SHARE * height * width]
    found += [box for box in boxes if box not in found and _is_vouched_for(box, found)]
    return tuple(sorted(_outermost(found), key=lambda box: (round(box.y0), box.x0)))


def _is_vouched_for(box: Box, found: Sequence[Box]) -> bool:
    """Whether something narrow stands in a column of pictures, as trousers among shirts."""
    sides = sorted((box.width, box.height))
    is_large = sides[0] >= MIN_MARGIN_SIDE_PT and sides[1] >= MIN_SIDE_PT
    return is_large and sum(abs(box.center_x - other.center_x) <= SAME_EDGE_PT for other in found) >= MIN_VOUCHERS


def is_on_paper(raster: PageRaster) -> bool:
    """Whether the page is paper with things on it; a photo that fills the page has no paper to stand out from."""
    return _has_paper(_off_paper(raster))


def _has_paper(depth: npt.NDArray[np.float32]) -> bool:
    return bool((depth < THING_DEPTH).mean() >= MIN_PAPER_SHARE)


def _min_side(box: Box, page_height: float) -> float:
    is_in_margin = box.y1 <= MARGIN_SHARE * page_height or box.y0 >= (1 - MARGIN_SHARE) * page_height
    return MIN_MARGIN_SIDE_PT if is_in_margin else MIN_SIDE_PT


def _mask(depth: npt.NDArray[np.float32], limit: float, texts: Sequence[Box], borders: Sequence[Box]) -> Pixels:
    mask = np.asarray(depth > limit, dtype=np.uint8)
    _erase(mask, texts, margin=2.0)
    _erase(mask, borders, margin=1.2)
    side = max(3, round(JOIN_PT * WORK_DPI / 72.0) | 1)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), dtype=np.uint8)


def _boxes(things: Pixels, backdrops: Pixels) -> list[Box]:
    """Backdrops that hold a thing, and things without one."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.maximum(things, backdrops), connectivity=8)
    holds_thing = np.bincount(labels[things > 0], minlength=count)
    scale = 72.0 / WORK_DPI
    found = []
    for label, (left, top, width, height, area) in enumerate(stats.tolist()):
        if label and holds_thing[label] >= 12 and area >= MIN_FILL * width * height:
            found.append(Box(left * scale, top * scale, (left + width) * scale, (top + height) * scale))
    return found


def _stacked(boxes: list[Box], between: Sequence[Box]) -> list[Box]:
    """A thing over its own shadow, a lamp over its table: pieces one above the other with no text or border `between` are one picture."""
    boxes = sorted(boxes, key=lambda box: (box.y0, box.x0))
    merged = True
    while merged:
        merged = False
        for index, upper in enumerate(boxes):
            other = next((box for box in boxes[index + 1 :] if _is_stack(upper, box, between)), None)
            if other is not None:
                boxes = sorted(
                    [box for box in boxes if box not in (upper, other)] + [union((upper, other))], key=lambda box: (box.y0, box.x0)
                )
                merged = True
                break
    return boxes


def _is_stack(upper: Box, lower: Box, between: Sequence[Box]) -> bool:
    shared = min(upper.x1, lower.x1) - max(upper.x0, lower.x0)
    if shared < 0.6 * min(upper.width, lower.width) or upper.gap_y(lower) > STACK_GAP_PT or _are_alike(upper, lower):
        return False
    both = union((upper, lower))
    return not any(box.overlap_ratio(both) > 0.5 or _parts(box, upper, lower) for box in between)


def _parts(border: Box, upper: Box, lower: Box) -> bool:
    """Whether a line runs on between two pieces, beyond both of them."""
    is_between = upper.y1 - EDGE_PT <= border.center_y <= lower.y0 + EDGE_PT
    return is_between and border.x0 <= min(upper.x0, lower.x0) and border.x1 >= max(upper.x1, lower.x1)


def _are_alike(upper: Box, lower: Box) -> bool:
    if min(upper.width, upper.height, lower.width, lower.height) < MIN_SIDE_PT or upper.gap_y(lower) < MIN_GAP_PT:
        return False
    is_column = abs(upper.x0 - lower.x0) <= SAME_EDGE_PT and abs(upper.x1 - lower.x1) <= SAME_EDGE_PT
    return is_column and max(upper.height, lower.height) <= SAME_HEIGHT * min(upper.height, lower.height)


def _outermost(boxes: list[Box]) -> list[Box]:
    return [box for box in boxes if not any(other != box and box.overlap_ratio(other) > 0.8 and other.area > box.area for other in boxes)]


def _off_paper(raster: PageRaster) -> npt.NDArray[np.float32]:
    """How far the page is from its paper. Lamps light a page unevenly, so the paper is a smooth surface, not one colour."""
    zoom = raster.points_per_pixel * WORK_DPI / 72.0
    small = cv2.resize(raster.pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_RGB2LAB).astype(np.float32)
    distance = np.zeros(small.shape[:2], np.float32)
    for channel in range(3):
        plane = np.asarray(cv2.blur(lab[:, :, channel], (5, 5)), dtype=np.float32)
        distance = np.maximum(distance, np.abs(plane - _paper_surface(plane)))
    return distance


def _paper_surface(plane: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """A quadratic through the commonest level, fitted again to what lies near it."""
    height, width = plane.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = xs / width - 0.5, ys / height - 0.5
    terms = np.stack((np.ones_like(xs), xs, ys, xs * ys, xs * xs, ys * ys), axis=-1).reshape(-1, 6)
    values = plane.ravel()
    surface = np.full(values.shape, float(np.argmax(np.bincount(np.clip(values, 0, 255).astype(np.int64)))), np.float32)
    for tolerance in (14.0, 8.0, 5.0):
        near = np.abs(values - surface) < tolerance
        if near.sum() < 0.05 * len(values):
            break
        solution = np.linalg.lstsq(terms[near][::7], values[near][::7], rcond=None)[0]
        surface = (terms @ solution).astype(np.float32)
    return surface.reshape(height, width)


def _erase(mask: Pixels, boxes: Sequence[Box], *, margin: float) -> None:
    scale = WORK_DPI / 72.0
    for box in boxes:
        x0, y0, x1, y1 = (max(0, round(value * scale)) for value in box.expanded(margin))
        mask[y0 : y1 + 1, x0 : x1 + 1] = 0
