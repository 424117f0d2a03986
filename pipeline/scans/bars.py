"""Head rows of scanned tables on dark bars: their borders are lighter than the bar, and its own edges are the outer ones."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from pipeline.records import Ruling
from pipeline.scans.raster import PageRaster, Pixels

# As dark as white letters need it.
DARK = 130
LINE_DEPTH = 25
MIN_WIDTH_PT = 100.0
MIN_HEIGHT_PT, MAX_HEIGHT_PT = 9.0, 80.0
FILLED_SHARE = 0.85
# Longer than the stems of letters; and as thin as a border.
MIN_UPRIGHT_PT, MIN_LEVEL_PT = 9.0, 24.0
MAX_WIDTH_PT = 2.5
WIDTH_PT = 0.5


def bar_rulings(raster: PageRaster, gray: Pixels, around: Pixels) -> Iterator[Ruling]:
    """The borders within each dark bar that upright ones part into cells, and its outline; `around` is the page without its lines and letters."""
    dark = np.asarray(around < DARK, dtype=np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=4)
    for left, top, width, height, area in stats[1:count].tolist():
        if not _is_bar(width * raster.points_per_pixel, height * raster.points_per_pixel, area / (width * height)):
            continue
        part = (slice(top, top + height), slice(left, left + width))
        light = np.asarray(cv2.subtract(gray[part], around[part]) > LINE_DEPTH, dtype=np.uint8)
        uprights = list(_lines(light, raster, left, top, is_horizontal=False))
        if uprights:
            yield from uprights
            yield from _lines(light, raster, left, top, is_horizontal=True)
            yield from _outline(raster, left, top, width, height)


def _is_bar(width_pt: float, height_pt: float, filled: float) -> bool:
    return width_pt >= MIN_WIDTH_PT and MIN_HEIGHT_PT <= height_pt <= MAX_HEIGHT_PT and filled >= FILLED_SHARE


def _lines(light: Pixels, raster: PageRaster, left: int, top: int, *, is_horizontal: bool) -> Iterator[Ruling]:
    length = int((MIN_LEVEL_PT if is_horizontal else MIN_UPRIGHT_PT) / raster.points_per_pixel)
    size = (1, length) if is_horizontal else (length, 1)
    closed = cv2.morphologyEx(light, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    lines = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones(size, np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(lines, connectivity=8)
    for x, y, width, height, _area in stats[1:count].tolist():
        thickness = (height if is_horizontal else width) * raster.points_per_pixel
        if thickness <= MAX_WIDTH_PT:
            yield Ruling(raster.box(left + x, top + y, left + x + width, top + y + height), is_horizontal, round(thickness, 2))


def _outline(raster: PageRaster, left: int, top: int, width: int, height: int) -> Iterator[Ruling]:
    right, foot = left + width, top + height
    for edge in (top, foot):
        yield Ruling(raster.box(left, edge - 1, right, edge + 1), True, WIDTH_PT)
    for edge in (left, right):
        yield Ruling(raster.box(edge - 1, top, edge + 1, foot), False, WIDTH_PT)
