"""Pictures inside scanned pages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pipeline.geometry import Box
from pipeline.records import Ruling
from pipeline.scans.raster import PageRaster
from pipeline.scans.regions import find_regions

# A column of goods in the cells of a table, the third of them narrow; nothing is written between them.
GOODS = (Box(100, 100, 150, 140), Box(102, 150, 148, 190), Box(115, 200, 135, 242), Box(100, 250, 150, 288))


def _raster(boxes: Sequence[Box]) -> PageRaster:
    pixels = np.full((800, 600, 3), 250, dtype=np.uint8)
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        pixels[int(y0) : int(y1), int(x0) : int(x1)] = (40 + 30 * number, 90, 150)
    return PageRaster(pixels, 1.0, 0.0)


def _borders() -> tuple[Ruling, ...]:
    return tuple(Ruling(Box(50, y, 500, y + 1), True, 1.0) for y in (94, 145, 195, 246, 294))


def test_borders_between_things_of_a_column_part_them() -> None:
    found = find_regions(_raster(GOODS), [], _borders()).pictures

    assert len(found) == len(GOODS)
    assert all(any(box.iou(good) > 0.6 for good in GOODS) for box in found)


def test_a_thing_and_its_shadow_are_one_picture() -> None:
    found = find_regions(_raster((Box(100, 100, 160, 170), Box(95, 176, 165, 190))), [], ()).pictures

    assert len(found) == 1
