"""Pictures inside scanned pages."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from pipeline.geometry import Box
from pipeline.records import PageContent, Ruling, Word
from pipeline.scans.raster import PageRaster
from pipeline.scans.reading import with_wordmarks
from pipeline.scans.regions import find_regions

# A column of goods in the cells of a table, the third of them narrow; nothing is written between them.
GOODS = (Box(100, 100, 150, 140), Box(102, 150, 148, 190), Box(115, 200, 135, 242), Box(100, 250, 150, 288))


def _raster(boxes: Sequence[Box]) -> PageRaster:
    pixels = np.full((800, 600, 3), 250, dtype=np.uint8)
    for number, (x0, y0, x1, y1) in enumerate(boxes):
        pixels[int(y0) : int(y1), int(x0) : int(x1)] = (40 + 30 * (number % 7), 90, 150)
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


def test_lines_that_hang_together_around_no_text_draw_a_thing() -> None:
    """A rack: boards between posts, with boxes on them."""
    boards = [Ruling(Box(100, y, 220, y + 2), True, 2.0) for y in (100, 140, 180, 220)]
    posts = [Ruling(Box(x, 100, x + 2, 222), False, 2.0) for x in (100, 159, 218)]
    goods = [Box(108, y - 30, 212, y) for y in (140, 180, 220)]
    raster = _raster([*goods, *(ruling.box for ruling in (*boards, *posts))])

    found = find_regions(raster, [Box(300, 100, 420, 110)], [*boards, *posts]).pictures
    told = find_regions(raster, [Box(120, 120, 180, 130), Box(300, 100, 420, 110)], [*boards, *posts]).pictures

    assert len(found) == 1
    assert found[0].iou(Box(100, 100, 220, 222)) > 0.8
    assert len(told) > 1


@pytest.mark.parametrize(("left", "right"), [(59, 97), (64, 102), (90, 60)])
def test_a_mark_in_the_head_of_a_page_and_the_name_right_beside_it_are_one_logo(left: float, right: float) -> None:
    content = PageContent(1, 595.0, 842.0, 0, (), (), (), (), ())
    mark, name = Box(40, 42, 60, 64), Word("Fernhollow", Box(left, 49, left + 38, 58), 9.0)

    assert with_wordmarks([mark], [name], content) == [Box(40, 42, right, 64)]


def test_what_a_photographed_sheet_was_laid_on_is_no_picture() -> None:
    table = (Box(0, 0, 20, 500), Box(575, 300, 600, 800), Box(60, 780, 540, 800), Box(0, 776, 24, 800))
    goods = (Box(100, 100, 250, 240), Box(300, 100, 322, 240))

    found = find_regions(_raster((*table, *goods)), [], ()).pictures

    assert len(found) == len(goods)
    assert all(any(box.iou(good) > 0.6 for good in goods) for box in found)


def test_a_photo_that_runs_off_the_page_is_a_picture() -> None:
    photo = Box(0, 0, 180, 320)

    found = find_regions(_raster((photo,)), [], ()).pictures

    assert len(found) == 1
    assert found[0].iou(photo) > 0.8
