"""What text stands on in a scanned page: paper, tinted panels and bands, bars, price flashes. None of it is a picture, though some of it is
far from the colour of the paper; what breaks its evenness is one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from pipeline.geometry import Box
from pipeline.scans.raster import Pixels

Plane = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

# So many pixels to both sides of a place its colour is compared: an edge that the scanner blurred is still a step over that distance.
REACH_PX = 3
MAX_STEP = 3.5
RING_PX = 4
MIN_PANEL_SHARE = 0.03
MIN_PANEL_TEXTS = 2
MIN_PANELS = 3
MIN_CARDS, MIN_CARD_SHARE, MAX_CARD_SHARE = 4, 0.015, 0.2
PLATE_TEXT_SHARE = 0.12
MIN_ALIKE_SHARE = 0.004
STRAIGHT_SHARE = 0.75
EDGE_PX = 12
SEAM_PX = 13


@dataclass(frozen=True, slots=True)
class Ground:
    """An even area that is no picture, with its edge. `panel` is the rectangle it fills, where it is one that holds text of its own."""

    mask: Mask
    panel: Box | None = None


def text_grounds(lab: Plane, texts: Sequence[Box], *, pixels_per_point: float) -> list[Ground]:
    """The even areas that hold text, and those that look like them, each with its edge; a word printed on a thing makes no ground of it."""
    boxes = [_pixels(text, pixels_per_point, lab.shape) for text in texts]
    blank = _without_text(lab, boxes)
    areas = _Areas(blank, _evenness(blank))
    held: dict[int, list[int]] = {}
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        held.setdefault(areas.at((x0 + x1) // 2, (y0 + y1) // 2), []).append(number)
    held.pop(0, None)
    plates = [label for label, own in held.items() if sum(_area(boxes[n]) for n in own) >= PLATE_TEXT_SHARE * areas.size(label)]
    wide = [label for label, own in held.items() if areas.is_wide(label) and (len(own) >= MIN_PANEL_TEXTS or areas.is_at_edge(label))]
    panels = [label for label in wide if areas.is_straight(label)]
    # Paper under bands that run off the page is as straight as they are.
    panels += [label for label in wide if label not in panels and areas.is_straight(label, under=panels)]
    alike = areas.alike(panels)
    # What stands at the edge of one panel may hide how straight it is; its fellows tell.
    panels += [label for label in alike if areas.is_wide(label) and len(held.get(label, ())) >= MIN_PANEL_TEXTS]
    outlines = {label: areas.outline(label, pixels_per_point) for label in panels}
    return [Ground(_grown(areas.mask(label)), outlines.get(label)) for label in {*plates, *panels, *alike}]


def covered_by_panels(lab: Plane) -> float:
    """The share of a page that even rectangles cover, whatever stands on them; two are no more than the sky and the sea of a photo. Smaller ones
    count where several are of one size, as the cards of a poster."""
    areas = _Areas(lab, _evenness(lab))
    panels = [label for label in areas.labels if areas.is_wide(label) and areas.is_straight(label)]
    cards = areas.of_one_size([label for label in areas.labels if areas.may_be_card(label) and areas.is_straight(label)])
    if len(panels) < MIN_PANELS and len(cards) < MIN_CARDS:
        return 0.0
    return float(np.any([filled(areas.mask(label)) for label in {*panels, *cards}], axis=0).mean())


class _Areas:
    """The even areas of a page, by number."""

    def __init__(self, lab: Plane, even: Pixels) -> None:
        self._lab = lab
        self._count, self._labels, self._stats, _ = cv2.connectedComponentsWithStats(even, connectivity=4)

    @property
    def labels(self) -> range:
        return range(1, self._count)

    def at(self, x: int, y: int) -> int:
        return int(self._labels[y, x])

    def size(self, label: int) -> int:
        return int(self._stats[label, cv2.CC_STAT_AREA])

    def mask(self, label: int) -> Mask:
        return np.asarray(self._labels == label)

    def is_wide(self, label: int) -> bool:
        return self.size(label) >= MIN_PANEL_SHARE * self._labels.size

    def may_be_card(self, label: int) -> bool:
        return MIN_CARD_SHARE * self._labels.size <= self.size(label) <= MAX_CARD_SHARE * self._labels.size

    def of_one_size(self, labels: Sequence[int]) -> list[int]:
        """The most of these that are as wide and as high as one of them, give or take what stands on them."""
        sides = {label: self._stats[label, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]] for label in labels}
        alike = ([other for other in labels if np.abs(sides[other] - sides[label]).max() <= EDGE_PX] for label in labels)
        return max(alike, key=len, default=[])

    def is_at_edge(self, label: int) -> bool:
        left, top, width, height, _ = self._stats[label].tolist()
        page_height, page_width = self._labels.shape
        return min(left, top, page_width - left - width, page_height - top - height) <= EDGE_PX

    def is_straight(self, label: int, *, under: Sequence[int] = ()) -> bool:
        """Whether it fills a rectangle, but for what stands on it: the sky of a photo ends at what is under it."""
        left, top, width, height, _ = self._stats[label].tolist()
        within = (slice(top, top + height), slice(left, left + width))
        shown = [filled(self.mask(number)[within]) for number in (label, *under)]
        return int(np.any(shown, axis=0).sum()) >= STRAIGHT_SHARE * width * height

    def outline(self, label: int, pixels_per_point: float) -> Box:
        left, top, width, height, _ = self._stats[label].tolist()
        x0, y0, x1, y1 = left - REACH_PX, top - REACH_PX, left + width + REACH_PX, top + height + REACH_PX
        return Box(x0 / pixels_per_point, y0 / pixels_per_point, x1 / pixels_per_point, y1 / pixels_per_point)

    def alike(self, labels: Sequence[int]) -> list[int]:
        """Areas without text in the very colour of these: the strip of paper between two panels."""
        colors = [np.median(self._lab[self._labels == label], axis=0) for label in labels]
        large = [label for label in self.labels if self.size(label) >= MIN_ALIKE_SHARE * self._labels.size and label not in labels]
        return [
            label
            for label in large
            if any(np.abs(np.median(self._lab[self._labels == label], axis=0) - color).max() <= MAX_STEP for color in colors)
        ]


def filled(ground: Mask) -> Mask:
    """A ground with all that lies within its outline."""
    outlines, _ = cv2.findContours(ground.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    whole = np.zeros(ground.shape, np.uint8)
    cv2.drawContours(whole, outlines, -1, 1, cv2.FILLED)
    return whole > 0


def between_grounds(grounds: Sequence[Ground]) -> Mask:
    """The seams where two grounds meet, which are as blurred as the scan is."""
    near = sum(cv2.dilate(ground.mask.astype(np.uint8), np.ones((SEAM_PX, SEAM_PX), np.uint8)) for ground in grounds)
    return np.asarray(near) > 1


def _without_text(lab: Plane, boxes: Sequence[tuple[int, int, int, int]]) -> Plane:
    """The page with each text painted over in the colour around it."""
    blank = lab.copy()
    for x0, y0, x1, y1 in boxes:
        around = lab[max(0, y0 - RING_PX) : y1 + RING_PX, max(0, x0 - RING_PX) : x1 + RING_PX]
        edge = np.concatenate((around[0], around[-1], around[:, 0], around[:, -1]))
        blank[y0:y1, x0:x1] = np.median(edge, axis=0)
    return blank


def _evenness(lab: Plane) -> Pixels:
    """Where the colour hardly changes from one side to the other; light that falls off over a page does not count."""
    step = np.zeros(lab.shape[:2], np.float32)
    across, down = slice(REACH_PX, -REACH_PX), slice(2 * REACH_PX, None)
    step[:, across] = np.abs(lab[:, down] - lab[:, : -2 * REACH_PX]).max(axis=2)
    step[across] = np.maximum(step[across], np.abs(lab[down] - lab[: -2 * REACH_PX]).max(axis=2))
    return np.asarray(step < MAX_STEP, dtype=np.uint8)


def _grown(even: Mask) -> Mask:
    """With the strip along its edges that looks uneven only from a distance."""
    side = 2 * REACH_PX + 1
    return cv2.dilate(even.astype(np.uint8), np.ones((side, side), np.uint8)) > 0


def _pixels(text: Box, scale: float, shape: tuple[int, ...]) -> tuple[int, int, int, int]:
    height, width = shape[:2]
    x0, y0, x1, y1 = (round(value * scale) for value in text.expanded(1.0))
    x0, y0 = min(max(x0, 0), width - 2), min(max(y0, 0), height - 2)
    return x0, y0, min(max(x1, x0 + 1), width - 1), min(max(y1, y0 + 1), height - 1)


def _area(box: tuple[int, int, int, int]) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])
