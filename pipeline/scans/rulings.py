"""Rulings of a scanned page: long thin dark runs of pixels, horizontal and vertical."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from pipeline.records import Ruling
from pipeline.scans.bars import bar_rulings
from pipeline.scans.raster import PageRaster, Pixels

MIN_LENGTH_PT = 24.0
MAX_WIDTH_PT = 3.0
BRIDGED_PT = 1.5
LINE_DEPTH = 14
AROUND_PX = 21


def find_rulings(raster: PageRaster, gray: Pixels) -> tuple[Ruling, ...]:
    """Straight lines that could border cells; letters are too short, photos too thick."""
    around = np.asarray(cv2.medianBlur(gray, AROUND_PX), dtype=np.uint8)
    # Pale hairlines count too, as long as they are darker than what lies around them; flat areas do not.
    dark = np.asarray(cv2.subtract(around, gray) > LINE_DEPTH, dtype=np.uint8)
    found = [*_along(dark, raster, is_horizontal=True), *_along(dark, raster, is_horizontal=False)]
    found += bar_rulings(raster, gray, around)
    return tuple(sorted(found, key=lambda ruling: (not ruling.is_horizontal, ruling.box)))


def _along(dark: Pixels, raster: PageRaster, *, is_horizontal: bool) -> Iterator[Ruling]:
    per_pixel = raster.points_per_pixel
    length, bridge = max(8, int(MIN_LENGTH_PT / per_pixel)), max(1, int(BRIDGED_PT / per_pixel))
    size, gap = ((length, 1), (2 * bridge + 1, 3)) if is_horizontal else ((1, length), (3, 2 * bridge + 1))
    closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones(gap[::-1], np.uint8))
    lines = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones(size[::-1], np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(lines, connectivity=8)
    for left, top, width, height, _area in stats[1:count].tolist():
        thickness = (height if is_horizontal else width) * per_pixel
        if thickness <= MAX_WIDTH_PT + 0.004 * (width if is_horizontal else height) * per_pixel:
            yield Ruling(raster.box(left, top, left + width, top + height), is_horizontal, round(min(thickness, MAX_WIDTH_PT), 2))
