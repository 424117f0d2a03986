"""Pictures as designers set them: over the heads of a matrix, beside drawings that change sides, under keys and bubbles, over most of a page."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.catalogs import GOODS, bound_pictures, draw, encoded, first_page, outline, photo
from tests.pipeline.drawn import Sheet


def _put(page: pymupdf.Page, x: float, y: float, text: str, size: float = 9, *, bold: bool = False) -> None:
    page.insert_text((x, y), text, fontsize=size, fontname="hebo" if bold else "helv")


def _colours(page: pymupdf.Page) -> None:
    _put(page, 40, 60, "Cement tiles", 20)
    for place, name in enumerate(("White", "Grey", "Red")):
        x = 200 + 120 * place
        page.insert_image(pymupdf.Rect(x, 90, x + 100, 190), stream=encoded(photo(place)))
        _put(page, x + 35, 205, name, bold=True)
    _put(page, 45, 205, "Size", bold=True)
    for row, (size, thickness) in enumerate((("300x600 mm", "8.5"), ("600x600 mm", "9"), ("600x1200 mm", "9.5"))):
        y = 240 + 40 * row
        page.draw_line((40, y - 25), (560, y - 25), width=0.6)
        _put(page, 45, y - 5, size, bold=True)
        _put(page, 45, y + 7, f"Thickness {thickness} mm", 6)
        for place, sign in enumerate("WGR"):
            _put(page, 230 + 120 * place, y, f"CM-{row + 3}6{sign}")
    page.draw_line((40, 335), (560, 335), width=0.6)


def test_a_picture_over_the_head_of_a_matrix_shows_all_of_its_column(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, _colours))

    bound = bound_pictures(page)
    assert {code: round(boxes[0].x0) for code, boxes in bound.items()} == {
        f"CM-{row}6{sign}": 200 + 120 * place for row in (3, 4, 5) for place, sign in enumerate("WGR")
    }
    found = {sku.get("model").value: sku for sku in page.skus}  # type: ignore[union-attr]
    assert found["CM-36G"].get("size").value == "300x600 mm"  # type: ignore[union-attr]
    assert {item.key: item.value for item in found["CM-46R"].custom} == {"Thickness": "9 mm"}


def test_of_a_photo_and_a_drawing_in_each_row_the_photo_shows_the_product(tmp_path: Path) -> None:
    photos = [40 if place % 2 else 400 for place in range(5)]

    def rows(page: pymupdf.Page) -> None:
        for place, ((code, name, price), x) in enumerate(zip(GOODS, photos, strict=False)):
            y = 80 + 140 * place
            page.insert_image(pymupdf.Rect(x, y, x + 150, y + 100), stream=encoded(photo(place, 450, 300)))
            page.insert_image(pymupdf.Rect(440 - x, y, 590 - x, y + 100), stream=outline())
            for row, text in enumerate((name, code, price)):
                _put(page, 220, y + 30 + 13 * row, text, 12 if row == 0 else 9)

    bound = bound_pictures(first_page(draw(tmp_path, rows)))

    assert [round(bound[code][0].x0) for code, _, _ in GOODS[:5]] == photos


def test_a_disc_with_a_price_shows_nothing(tmp_path: Path) -> None:
    def rows(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:4]):
            y = 80 + 150 * place
            picture, disc = (20 if place % 2 else 400), 330
            page.insert_image(pymupdf.Rect(picture, y, picture + 100, y + 100), stream=encoded(photo(place)))
            _put(page, 190, y + 30, name, 12)
            _put(page, 190, y + 44, code, 9)
            page.draw_circle((disc, y + 45), 33, color=None, fill=(0.5, 0.1, 0.2))
            page.insert_text((disc - 26, y + 50), price, fontsize=15, color=(1, 1, 1))

    page = first_page(draw(tmp_path, rows))

    bound = bound_pictures(page)
    assert [[round(box.x0) for box in bound[code]] for code, _, _ in GOODS[:4]] == [[400], [20], [400], [20]]
    assert {image.role for image in page.images if image.box.width < 90} <= {"DECORATION"}


def test_a_key_is_that_of_the_cut_out_it_stands_nearest_to(tmp_path: Path) -> None:
    def look(page: pymupdf.Page) -> None:
        boxes = ((60, 100, 200, 240), (230, 90, 380, 240), (240, 256, 440, 430), (60, 300, 200, 440))
        corners = ((55, 106), (225, 96), (246, 251), (55, 306))
        for place, (box, (x, y)) in enumerate(zip(boxes, corners, strict=True)):
            page.insert_image(pymupdf.Rect(box), stream=encoded(photo(place)), keep_proportion=False)
            _put(page, x - 6, y, str(place + 1), 8)
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 60 + 250 * (place % 2), 520 + 60 * (place // 2)
            _put(page, x - 14, y, str(place + 1), 10, bold=True)
            for row, text in enumerate((name, code, price)):
                _put(page, x, y + 12 * row, text, 10 if row == 0 else 8, bold=row == 0)

    bound = bound_pictures(first_page(draw(tmp_path, look)))

    assert round(bound[GOODS[2][0]][0].y0) == 256


@pytest.mark.parametrize("is_keyed", [True, False])
def test_the_photo_over_most_of_a_page_shows_what_the_table_under_it_lists(tmp_path: Path, is_keyed: bool) -> None:
    def hero(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(0, 0, 595, 540), stream=encoded(photo(3, 600, 540)), keep_proportion=False)
        if not is_keyed:
            _put(page, 40, 60, "Corda shower column", 30)
        xs = (40, 90, 240, 420)
        heads = ("No.", "Code", "Name" if is_keyed else "Finish", "Price")
        for row in range(6):
            y = 580 + 24 * row
            own = (("Chrome", "Brass", "Black", "White", "Grey")[row - 1], *GOODS[row - 1]) if row else ()
            texts = heads if not row else (str(row), own[1], own[2] if is_keyed else own[0], own[3])
            for x, text in zip(xs, texts, strict=True):
                _put(page, x, y, text, bold=row == 0)
            page.draw_line((40, y + 8), (555, y + 8), width=0.6)
            if row and is_keyed:
                _put(page, 80 * row, 200 + 30 * row, str(row), 12, bold=True)

    page = first_page(draw(tmp_path, hero))

    bound = bound_pictures(page)
    assert len(page.skus) == 5
    assert all([round(box.height) for box in bound[code]] == [540] for code, _, _ in GOODS[:5])


def test_raised_cents_are_cents_in_tables_too(tmp_path: Path) -> None:
    def rows(page: pymupdf.Page) -> None:
        for place, (code, name, _) in enumerate(GOODS):
            y, whole = 120 + 30 * place, str(119 + 10 * place)
            for x, text, size in ((40, name, 11), (200, code, 8), (300, "Cotton", 9)):
                _put(page, x, y, text, size)
            _put(page, 480, y, f"£ {whole}", 16)
            _put(page, 480 + Sheet.width_of(f"£ {whole}", size=16), y - 5, "90", 8)
            page.draw_line((40, y + 10), (560, y + 10), width=0.6)

    page = first_page(draw(tmp_path, rows))

    prices = {sku.get("model").value: sku.get("price") for sku in page.skus}  # type: ignore[union-attr]
    assert [prices[code].price.amount for code, _, _ in GOODS[1:]] == [f"{119 + 10 * place}.90" for place in range(1, 6)]  # type: ignore[union-attr]
