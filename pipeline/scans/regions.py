"""Pictures inside a scanned page: areas that are neither paper, nor text, nor ruling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pipeline.geometry import Box, union
from pipeline.records import Ruling
from pipeline.scans.grounds import Ground, Mask, between_grounds, covered_by_panels, filled, text_grounds
from pipeline.scans.lattices import without_lattices
from pipeline.scans.raster import PageRaster, Pixels

WORK_DPI = 75.0
MIN_SIDE_PT = 26.0
# In the head and foot of a page stand logos, which are small.
MIN_MARGIN_SIDE_PT = 14.0
SLIM_SHARE = 0.5
MARGIN_SHARE = 0.09
MAX_PAGE_SHARE = 0.85
MAX_PANEL_SHARE = 0.25
MIN_FILL = 0.2
BACKDROP_FILL = 0.75
MAX_BACKDROP = 6.0
FITTING_PERCENT = 80
TINTED_SHARE = 0.02
# Grey levels away from the paper. Things stand out; the pale backdrop of a photo on white does so only once grain is blurred away.
THING_DEPTH = 5.0
BACKDROP_DEPTH = 2.3
JOIN_PT = 3.0
STACK_GAP_PT = 40.0
# Pictures of one size in a column are several; a thing and its shadow are not of one size.
SAME_EDGE_PT = 6.0
MIN_GAP_PT = 5.0
MIN_PIECE_PT = 8.0
BESIDE_LINE_PX = 5
RIM_PX = 14
RIM_THICK_PX = 25
WITHIN_SHARE = 0.6
ROW_GAP = 1.6
MIN_ROW_GAP_PT = 20.0
EDGE_PT = 1.5
STRIP_PT = 36.0
STRIP_LENGTH = 4.0
MIN_VOUCHERS = 2
SAME_HEIGHT = 1.2
MIN_PAPER_SHARE = 0.35
MAX_TITLE_WORDS = 6
TITLE_SIZE = 2.0


@dataclass(frozen=True, slots=True)
class Regions:
    """What a page shows besides text and lines: boxes of pictures from its top to its foot, and the panels that text stands on."""

    pictures: tuple[Box, ...] = ()
    panels: tuple[Box, ...] = ()


def find_regions(raster: PageRaster, texts: Sequence[Box], rulings: Sequence[Ruling]) -> Regions:
    """Pictures and panels in points."""
    lab = _small(raster)
    depth = _off_paper(lab)
    if not _has_paper(lab, depth):
        return Regions()
    grounds = text_grounds(lab, texts, pixels_per_point=WORK_DPI / 72.0)
    off = depth if _is_plain(depth, grounds) else _off_grounds(depth, grounds)
    # A line inside a picture belongs to it: only what frames or divides is taken away.
    rulings = without_lattices(rulings, texts)
    borders = [ruling.box for ruling in rulings]
    page = Box(0.0, 0.0, depth.shape[1] * 72.0 / WORK_DPI, depth.shape[0] * 72.0 / WORK_DPI)
    things, backdrops = (_mask(off, limit, texts, borders) for limit in (THING_DEPTH, BACKDROP_DEPTH))
    between = [*texts, *(ruling.box for ruling in rulings if ruling.is_horizontal)]
    pieces = _boxes(things, backdrops)
    stacked = _stacked(pieces, texts, between)
    shown = [box for box in stacked if _is_large(box, _min_side(box, page.height), pieces)]
    shown += [box for box in stacked if box not in shown and _is_vouched_for(box, shown)]
    whole = _on_backdrops(shown, _mask(_off_tints(depth, grounds), BACKDROP_DEPTH, texts, borders), texts)
    tinted = [ground.panel for ground in grounds if ground.panel is not None and _is_tint(depth, ground)]
    whole = [_under_title(box, whole, [tint for tint in tinted if _runs_off(tint, page)], texts, page) for box in whole]
    found = [box for box in whole if box.area <= MAX_PAGE_SHARE * page.area and not _is_beside_sheet(box, page)]
    panels = tuple(ground.panel for ground in grounds if ground.panel is not None and ground.panel.area <= MAX_PANEL_SHARE * page.area)
    return Regions(tuple(sorted(_outermost(found), key=lambda box: (round(box.y0), box.x0))), panels)


def _is_beside_sheet(box: Box, page: Box) -> bool:
    """Whether a strip along an edge of the page, or a corner of it, is what a photographed sheet was laid on."""
    is_at_side = box.x0 <= EDGE_PT or box.x1 >= page.x1 - EDGE_PT
    is_at_end = box.y0 <= EDGE_PT or box.y1 >= page.y1 - EDGE_PT
    across, along = sorted((box.width, box.height))
    is_strip = across <= STRIP_PT and along >= STRIP_LENGTH * across and (is_at_side if box.height > box.width else is_at_end)
    return is_strip or (is_at_side and is_at_end and across < MIN_SIDE_PT)


def _is_vouched_for(box: Box, found: Sequence[Box]) -> bool:
    """Whether something narrow stands in a column of pictures, as trousers among shirts."""
    sides = sorted((box.width, box.height))
    is_large = sides[0] >= MIN_MARGIN_SIDE_PT and sides[1] >= MIN_SIDE_PT
    return is_large and sum(abs(box.center_x - other.center_x) <= SAME_EDGE_PT for other in found) >= MIN_VOUCHERS


def is_on_paper(raster: PageRaster) -> bool:
    """Whether the page is paper with things on it; a photo that fills the page has no paper to stand out from."""
    lab = _small(raster)
    return _has_paper(lab, _off_paper(lab))


def _has_paper(lab: npt.NDArray[np.float32], depth: npt.NDArray[np.float32]) -> bool:
    """Cards or bands in several colours are what paper is elsewhere."""
    return bool((depth < THING_DEPTH).mean() >= MIN_PAPER_SHARE) or covered_by_panels(lab) >= MIN_PAPER_SHARE


def _is_large(box: Box, side: float, pieces: Sequence[Box]) -> bool:
    """As wide and high as a picture must be; one thing that stands upright may be slimmer, as no row of text is."""
    is_slim = box.height > box.width >= SLIM_SHARE * side and box.area >= side * side and box in pieces
    return min(box.width, box.height) >= side or is_slim


def _min_side(box: Box, page_height: float) -> float:
    is_in_margin = box.y1 <= MARGIN_SHARE * page_height or box.y0 >= (1 - MARGIN_SHARE) * page_height
    return MIN_MARGIN_SIDE_PT if is_in_margin else MIN_SIDE_PT


def _mask(depth: npt.NDArray[np.float32], limit: float, texts: Sequence[Box], borders: Sequence[Box]) -> Pixels:
    mask = _without_rim(np.asarray(depth > limit, dtype=np.uint8))
    _erase(mask, texts, margin=2.0)
    _erase(mask, [border for border in borders if not _is_within_thing(mask, border)], margin=1.2)
    side = max(3, round(JOIN_PT * WORK_DPI / 72.0) | 1)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), dtype=np.uint8)


def _without_rim(mask: Pixels) -> Pixels:
    """Without what is thin along the edges of the page: the shadow of the sheet, the table it lies on."""
    thick = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((RIM_THICK_PX, RIM_THICK_PX), np.uint8))
    kept = np.asarray(thick, dtype=np.uint8)
    kept[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = mask[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    return kept


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


def _on_backdrops(boxes: list[Box], pale: Pixels, texts: Sequence[Box]) -> list[Box]:
    """The boxes, each as large as the pale rectangle that it stands on alone: where light falls unevenly, paper is as pale, but no rectangle
    of its own around one thing."""
    scale = 72.0 / WORK_DPI
    _, labels, stats, _ = cv2.connectedComponentsWithStats(pale, connectivity=8)
    result = []
    for box in boxes:
        x0, y0, x1, y1 = (round(value / scale) for value in box)
        shares = np.bincount(labels[y0 : y1 + 1, x0 : x1 + 1].ravel(), minlength=2)
        home = int(np.argmax(shares[1:])) + 1 if shares[1:].any() else 0
        left, top, width, height, _ = stats[home].tolist()
        around = Box(left * scale, top * scale, (left + width) * scale, (top + height) * scale)
        is_alone = sum(other.overlap_ratio(around) > 0.5 for other in (*boxes, *texts)) == 1
        is_near = home > 0 and is_alone and around.area <= MAX_BACKDROP * box.area
        is_backdrop = is_near and int(filled(labels == home).sum()) >= BACKDROP_FILL * width * height
        result.append(union((box, around)) if is_backdrop else box)
    return result


def _under_title(box: Box, boxes: Sequence[Box], grounds: Sequence[Box], texts: Sequence[Box], page: Box) -> Box:
    """The whole photo at the head or foot of a page, where one thing stands on a ground that bears a title and nothing else."""
    for ground in grounds:
        on_it = [other for other in boxes if other.overlap_ratio(ground) > 0.5]
        if on_it == [box] and ground.area <= MAX_BACKDROP * box.area and _bears_title(ground, texts):
            return union((box, ground)).intersection(page) or box
    return box


def _runs_off(ground: Box, page: Box) -> bool:
    is_wide = ground.x0 <= EDGE_PT and ground.x1 >= page.x1 - EDGE_PT
    return is_wide and (ground.y0 <= EDGE_PT or ground.y1 >= page.y1 - EDGE_PT)


def _bears_title(ground: Box, texts: Sequence[Box]) -> bool:
    """Few words, some of them far larger than what the page else says."""
    on_it = [text for text in texts if text.overlap_ratio(ground) > 0.5]
    usual = float(np.median([text.height for text in texts])) if texts else 0.0
    return len(on_it) <= MAX_TITLE_WORDS and any(text.height >= TITLE_SIZE * usual for text in on_it)


def _stacked(boxes: list[Box], texts: Sequence[Box], between: Sequence[Box]) -> list[Box]:
    """A thing over its own shadow, a lamp over its table: pieces one above the other with no text or border `between` are one picture."""
    boxes = sorted(boxes, key=lambda box: (box.y0, box.x0))
    merged = True
    while merged:
        merged = False
        for index, upper in enumerate(boxes):
            other = next(
                (box for box in boxes[index + 1 :] if _is_stack(upper, box, between) and not _are_rows(upper, box, boxes, texts)), None
            )
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


def _are_rows(upper: Box, lower: Box, boxes: Sequence[Box], texts: Sequence[Box]) -> bool:
    """Whether a gap runs between them that pictures or texts beside keep too: over it stands one row of the page, under it the next."""
    if min(upper.width, upper.height, lower.width, lower.height) < MIN_PIECE_PT or upper.gap_y(lower) < MIN_GAP_PT:
        return False
    pictures = [box for box in boxes if min(box.width, box.height) >= MIN_SIDE_PT]
    both = union((upper, lower))
    sides = [
        [box for box in others if (box.x1 < both.x0 if is_left else box.x0 > both.x1)]
        for others in (pictures, texts)
        for is_left in (True, False)
    ]
    return any(_is_gap_kept(upper, lower, beside) for beside in sides)


def _is_gap_kept(upper: Box, lower: Box, beside: Sequence[Box]) -> bool:
    over = [box for box in beside if box.center_y < lower.y0 and box.y1 > upper.center_y]
    under = [box for box in beside if box.center_y > upper.y1 and box.y0 < lower.center_y]
    if not over or not under:
        return False
    gap = min(box.y0 for box in under) - max(box.y1 for box in over)
    # Lines of one text stand apart as well, though not as far as two texts do.
    return gap > min(ROW_GAP * min(box.height for box in (*over, *under)), MIN_ROW_GAP_PT)


def _are_alike(upper: Box, lower: Box) -> bool:
    if min(upper.width, upper.height, lower.width, lower.height) < MIN_SIDE_PT or upper.gap_y(lower) < MIN_GAP_PT:
        return False
    is_column = abs(upper.x0 - lower.x0) <= SAME_EDGE_PT and abs(upper.x1 - lower.x1) <= SAME_EDGE_PT
    return is_column and max(upper.height, lower.height) <= SAME_HEIGHT * min(upper.height, lower.height)


def _outermost(boxes: list[Box]) -> list[Box]:
    return [box for box in boxes if not any(other != box and box.overlap_ratio(other) > 0.8 and other.area > box.area for other in boxes)]


def _small(raster: PageRaster) -> npt.NDArray[np.float32]:
    """The page small and without its grain, in colours that differ as the eye sees them."""
    zoom = raster.points_per_pixel * WORK_DPI / 72.0
    small = cv2.resize(raster.pixels, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.medianBlur(small, 5), cv2.COLOR_RGB2LAB).astype(np.float32)
    return np.asarray(cv2.blur(lab, (5, 5)), dtype=np.float32)


def _off_paper(lab: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """How far the page is from its paper. Lamps light a page unevenly, so the paper is a smooth surface, not one colour."""
    distance, terms = np.zeros(lab.shape[:2], np.float32), _quadratic_terms(*lab.shape[:2])
    for channel in range(3):
        plane = np.ascontiguousarray(lab[:, :, channel])
        distance = np.maximum(distance, np.abs(plane - _paper_surface(plane, terms)))
    return distance


def _is_plain(depth: npt.NDArray[np.float32], grounds: Sequence[Ground]) -> bool:
    """Whether all text stands on paper whose colour is known well: then even the palest backdrop of a photo shows against it."""
    tinted = sum(int(mask.sum()) for mask in _tints(depth, grounds))
    if not grounds or tinted > TINTED_SHARE * sum(int(ground.mask.sum()) for ground in grounds):
        return False
    on_paper = np.concatenate([depth[ground.mask] for ground in grounds])
    return float(np.percentile(on_paper, FITTING_PERCENT)) < BACKDROP_DEPTH


def _off_grounds(depth: npt.NDArray[np.float32], grounds: Sequence[Ground]) -> npt.NDArray[np.float32]:
    """How far the page is from what its text stands on: on a tinted panel, what is as pale as the paper stands out too."""
    off = depth.copy()
    for mask in _tints(depth, grounds):
        within = filled(mask)
        off[within] = np.maximum(off[within], THING_DEPTH + 1.0)
    for mask in (*(ground.mask for ground in grounds), between_grounds(grounds)):
        off[mask] = 0.0
    return off


def _off_tints(depth: npt.NDArray[np.float32], grounds: Sequence[Ground]) -> npt.NDArray[np.float32]:
    """How far the page is from its paper, but for what its text stands on in another colour."""
    off = depth.copy()
    for mask in _tints(depth, grounds):
        off[mask] = 0.0
    return off


def _tints(depth: npt.NDArray[np.float32], grounds: Sequence[Ground]) -> list[Mask]:
    """The grounds that are not paper."""
    return [ground.mask for ground in grounds if _is_tint(depth, ground)]


def _is_tint(depth: npt.NDArray[np.float32], ground: Ground) -> bool:
    return float(np.median(depth[ground.mask])) > THING_DEPTH


def _quadratic_terms(height: int, width: int) -> npt.NDArray[np.float32]:
    """What a quadratic surface is made of, at every pixel: the same for all channels of a page."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    xs, ys = xs / width - 0.5, ys / height - 0.5
    return np.stack((np.ones_like(xs), xs, ys, xs * ys, xs * xs, ys * ys), axis=-1).reshape(-1, 6)


def _paper_surface(plane: npt.NDArray[np.float32], terms: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """A quadratic through the commonest level, fitted again to what lies near it."""
    values = plane.ravel()
    surface = np.full(values.shape, float(np.argmax(np.bincount(np.clip(values, 0, 255).astype(np.int64)))), np.float32)
    for tolerance in (14.0, 8.0, 5.0):
        near = np.flatnonzero(np.abs(values - surface) < tolerance)
        if len(near) < 0.05 * len(values):
            break
        some = near[::7]
        solution = np.linalg.lstsq(terms[some], values[some], rcond=None)[0]
        surface = (terms @ solution).astype(np.float32)
    return surface.reshape(plane.shape)


def _is_within_thing(mask: Pixels, border: Box) -> bool:
    """Whether what a line runs through goes on at both of its sides: a spoke, a seam, the edge of a shelf."""
    scale, reach = WORK_DPI / 72.0, BESIDE_LINE_PX
    x0, y0, x1, y1 = (max(0, round(value * scale)) for value in border)
    if x1 - x0 >= y1 - y0:
        sides = mask[max(0, y0 - reach) : max(0, y0 - 1), x0 : x1 + 1], mask[y1 + 2 : y1 + reach + 1, x0 : x1 + 1]
    else:
        sides = mask[y0 : y1 + 1, max(0, x0 - reach) : max(0, x0 - 1)], mask[y0 : y1 + 1, x1 + 2 : x1 + reach + 1]
    return all(side.size > 0 and float(side.mean()) >= WITHIN_SHARE for side in sides)


def _erase(mask: Pixels, boxes: Sequence[Box], *, margin: float) -> None:
    scale = WORK_DPI / 72.0
    for box in boxes:
        x0, y0, x1, y1 = (max(0, round(value * scale)) for value in box.expanded(margin))
        mask[y0 : y1 + 1, x0 : x1 + 1] = 0
