"""A page as pixels: rendered, straightened if it was scanned askew, with the way back to points of the page."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

import cv2
import numpy as np
import numpy.typing as npt

from pipeline.document import Document
from pipeline.geometry import Box

MAX_SKEW_DEGREES = 3.0
MIN_SKEW_DEGREES = 0.08
SKEW_WIDTH_PX = 900
MAX_INK_POINTS = 60_000
# Turning must sharpen the rows clearly, or the page stays as it is: photos have no rows.
MIN_SHARPENING = 1.04

Pixels = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PageRaster:
    """RGB pixels of a page, upright. `skew_degrees` is what was turned back, about the page's middle."""

    pixels: Pixels
    points_per_pixel: float
    skew_degrees: float

    @property
    def gray(self) -> Pixels:
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_RGB2GRAY), dtype=np.uint8)

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        """A box of pixels in points of the straightened page."""
        scale = self.points_per_pixel
        return Box(x0 * scale, y0 * scale, x1 * scale, y1 * scale)

    def color_at(self, box: Box) -> int:
        """The commonest colour of a part of the page, as one number."""
        left, top, right, bottom = (max(0, round(value / self.points_per_pixel)) for value in box)
        part = self.pixels[top:bottom:4, left:right:4].reshape(-1, 3)
        red, green, blue = (int(value) for value in np.median(part, axis=0)) if len(part) else (255, 255, 255)
        return red << 16 | green << 8 | blue


def page_raster(document: Document, number: int, *, dpi: float) -> PageRaster:
    """The page as it is displayed."""
    raster = document.render(number, dpi=dpi)
    return PageRaster(raster.pixels, 72.0 / dpi, 0.0)


def straightened(raster: PageRaster) -> PageRaster:
    """The raster with its rows level."""
    skew = measure_skew(raster.pixels)
    return PageRaster(turned(raster.pixels, -skew), raster.points_per_pixel, skew) if skew else raster


def measure_skew(pixels: Pixels) -> float:
    """Degrees by which rows of text and rulings fall to the right; 0 where the page has no clear rows."""
    gray = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    scale = min(1.0, SKEW_WIDTH_PX / gray.shape[1])
    small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    ys, xs = np.nonzero(small < np.median(small) - 60)
    if len(ys) < 200:
        return 0.0
    step = len(ys) // MAX_INK_POINTS + 1
    ys, xs = ys[::step], xs[::step] - small.shape[1] / 2
    level = _row_sharpness(ys, xs, 0.0)
    coarse = max(np.arange(-MAX_SKEW_DEGREES, MAX_SKEW_DEGREES + 0.01, 0.1), key=lambda angle: _row_sharpness(ys, xs, angle))
    fine = float(max(np.arange(coarse - 0.1, coarse + 0.101, 0.02), key=lambda angle: _row_sharpness(ys, xs, angle)))
    if abs(fine) < MIN_SKEW_DEGREES or _row_sharpness(ys, xs, fine) < MIN_SHARPENING * level:
        return 0.0
    return round(fine, 2)


def turned(pixels: Pixels, degrees: float) -> Pixels:
    """The pixels turned about their middle, paper-coloured where nothing was."""
    height, width = pixels.shape[:2]
    paper = tuple(float(value) for value in np.median(pixels[:: max(1, height // 200), :: max(1, width // 200)].reshape(-1, 3), axis=0))
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(pixels, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=paper), dtype=np.uint8)


def _row_sharpness(ys: npt.NDArray[np.int64], xs: npt.NDArray[np.float64], degrees: float) -> float:
    """High where ink gathers in few rows once the page is turned by this much."""
    rows = np.round(ys - xs * np.tan(radians(degrees))).astype(np.int64)
    counts = np.bincount(rows - rows.min())
    return float((counts.astype(np.float64) ** 2).sum())
