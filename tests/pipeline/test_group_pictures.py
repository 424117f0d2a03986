"""Pictures that show a group of products."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.geometry import Box
from pipeline.records import PageResult
from tests.pipeline.catalogs import draw, encoded, first_page, photo
from tests.pipeline.sheets import put, saved, skus_of

XS = (40.0, 70.0, 170.0, 330.0, 450.0)
GROUPS = (("RELAYS", 4), ("SOCKETS", 3), ("TIMERS", 5))
HEADER = ("Range", "Code", "Description", "Price (USD)")


def _grouped(page: pymupdf.Page) -> None:
    """Rows in a full grid; the paint over the first column of each group hides its lines, and the group's name runs up its middle."""
    y = 100.0
    for x, text in zip(XS, HEADER, strict=False):
        put(page, x + 2, y + 12, text, size=7)
    rows = [
        (f"{name[:2]}-{number}0{number}", f"{name.title()} type {number}", f"{number}.50")
        for name, count in GROUPS
        for number in range(1, count + 1)
    ]
    for number, row in enumerate(rows, start=1):
        for x, text in zip(XS[1:], row, strict=False):
            put(page, x + 3, y + 20 * number + 13, text)
    end = y + 20 * (len(rows) + 1)
    for number in range(len(rows) + 2):
        page.draw_line((XS[0], y + 20 * number), (XS[-1], y + 20 * number), width=0.5)
    for x in XS:
        page.draw_line((x, y), (x, end), width=0.5)
    top = y + 20
    for name, count in GROUPS:
        bottom = top + 20 * count
        page.draw_rect(pymupdf.Rect(XS[0], top, XS[1], bottom), color=None, fill=(0.98, 0.9, 0.85))
        width = pymupdf.get_text_length(name, fontname="helv", fontsize=9)
        put(page, 58, (top + bottom + width) / 2, name, turn=90)
        top = bottom


def test_a_text_across_the_lines_under_a_paint_holds_for_all_its_rows(tmp_path: Path) -> None:
    found = skus_of(saved(tmp_path, _grouped))

    told = [sku.get("Range") or sku.get("Series") for sku in found]
    assert told == [name for name, count in GROUPS for _ in range(count)]


def _bound(page: PageResult) -> dict[str, Box]:
    boxes = {image.image_id: image.box for image in page.images}
    codes = {sku.sku_id: model.value for sku in page.skus if (model := sku.get("model")) is not None}
    return {codes[binding.sku_id]: boxes[binding.image_id] for binding in page.bindings if binding.rank == 1}


def test_a_picture_with_the_name_of_a_group_shows_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        _grouped(page)
        y = 370.0
        for place, (name, _) in enumerate(GROUPS):
            x = 60 + 160 * place
            page.insert_image(pymupdf.Rect(x, y, x + 100, y + 100), stream=encoded(photo(place)))
            put(page, x + 30, y + 116, name.title())

    bound = _bound(first_page(draw(tmp_path, drawing)))

    shown = {code: round((box.x0 - 60) / 160) for code, box in bound.items()}
    assert shown == {f"{name[:2]}-{n}0{n}": place for place, (name, count) in enumerate(GROUPS) for n in range(1, count + 1)}


@pytest.mark.parametrize("sides", [(0, 1), (1, 0)])
def test_the_picture_a_text_stands_around_shows_all_it_offers(tmp_path: Path, sides: tuple[int, int]) -> None:
    goods = (
        ("Round baskets", "RB-R20 (20 cm) CHF 8.90, RB-R25 (25 cm) CHF 10.60"),
        ("Long baskets", "RB-L28 (28 cm) CHF 11.40, RB-L35 (35 cm) CHF 13.20"),
    )

    def drawing(page: pymupdf.Page) -> None:
        for place, (title, text) in zip(sides, goods, strict=True):
            x = 40 + 280 * place
            put(page, x, 70, title, size=14, font="hebo")
            page.insert_image(pymupdf.Rect(x + 20, 80, x + 120, 180), stream=encoded(photo(place)))
            put(page, x, 200, "Woven by hand, in two sizes:")
            put(page, x, 212, text)
        rows = [(f"CL-{n}0", f"Linen cloth {n}", f"{n}.40") for n in range(4, 10)]
        for number, row in enumerate((("Code", "Description", "Price CHF"), *rows)):
            for x, cell in zip((40, 150, 400), row, strict=True):
                put(page, x, 280 + 18 * number, cell)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert {code: round((box.x0 - 60) / 280) for code, box in bound.items() if code.startswith("RB")} == {
        "RB-R20": sides[0], "RB-R25": sides[0], "RB-L28": sides[1], "RB-L35": sides[1]
    }  # fmt: skip
