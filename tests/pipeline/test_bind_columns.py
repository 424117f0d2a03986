"""Columns of pictures beside tables: which of them shows the goods, however thin or pale they are."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from tests.pipeline.catalogs import GOODS, bound_pictures, draw, encoded, first_page, outline, photo


def test_the_column_of_pictures_goes_before_that_of_drawings(tmp_path: Path) -> None:
    def table(page: pymupdf.Page) -> None:
        xs = (40, 180, 320, 470, 555)
        for row in range(4):
            y = 90 + (24 if row else 0) + max(0, row - 1) * 90
            code, name, price = GOODS[row]
            texts = ("Photo", "Schema", "Product", "Price") if row == 0 else ("", "", f"{name} {code}", price)
            for column, text in enumerate(texts):
                page.insert_text((xs[column] + 5, y + (16 if row == 0 else 40)), text, fontsize=9)
            for x in (45, 185) if row else ():
                page.insert_image(pymupdf.Rect(x, y + 5, x + 90, y + 80), stream=encoded(photo(2 * row + (x > 100))))
            page.draw_line((40, y), (555, y), width=0.7)
        page.draw_line((40, 384), (555, 384), width=0.7)
        for x in xs:
            page.draw_line((x, 90), (x, 384), width=0.7)

    page = first_page(draw(tmp_path, table))

    boxes = {image.image_id: image.box for image in page.images}
    assert [round(boxes[binding.image_id].x0) for binding in page.bindings if binding.rank == 1] == [45, 45, 45]


def test_a_pale_picture_in_a_column_of_pictures_shows_the_rows_beside_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for x, label in ((40, "Photo"), (130, "Item No."), (230, "Description"), (400, "Price")):
            page.insert_text((x, 90), label, fontsize=9, fontname="hebo")
        for group in range(3):
            top = 100 + 90 * group
            stream = outline() if group == 1 else encoded(photo(group + 3, 300, 300))
            page.insert_image(pymupdf.Rect(40, top, 110, top + 70), stream=stream, keep_proportion=False)
            for row in range(3):
                for x, text in ((130, f"SW-{group}{row}4"), (230, f"Switch {'ABC'[group]}"), (400, f"$ {row + 4}.50")):
                    page.insert_text((x, top + 18 + 22 * row), text, fontsize=9)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0)[1] for box in boxes] for code, boxes in bound.items()} == {
        f"SW-{group}{row}4": [100.0 + 90 * group] for group in range(3) for row in range(3)
    }


def test_thin_goods_beside_a_table_of_their_own_are_shown_by_their_picture(tmp_path: Path) -> None:
    sizes = ((100, 80), (60, 90), (120, 50))

    def page_of(page: pymupdf.Page) -> None:
        for place, (width, height) in enumerate(sizes):
            top = 100 + 140 * place
            stream = outline() if place == 1 else encoded(photo(place + 3, 3 * width, 3 * height))
            page.insert_image(pymupdf.Rect(110 - width / 2, top, 110 + width / 2, top + height), stream=stream, keep_proportion=False)
            page.insert_text((230, top), ("Round dish", "Wire frame", "Long tray")[place], fontsize=12, fontname="hebo")
            for x, label in ((230, "Cat. No."), (340, "Width mm"), (450, "Price")):
                page.insert_text((x, top + 18), label, fontsize=9, fontname="hebo")
            for row in range(4):
                for x, text in ((230, f"D{place}0{row}"), (340, f"{30 + 5 * row}"), (450, f"$ {row + 4}.50")):
                    page.insert_text((x, top + 34 + 15 * row), text, fontsize=9)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0)[1] for box in boxes] for code, boxes in bound.items()} == {
        f"D{place}0{row}": [100.0 + 140 * place] for place in range(3) for row in range(4)
    }


def test_thin_goods_over_their_names_in_the_heads_of_a_matrix_are_shown_like_the_others(tmp_path: Path) -> None:
    xs = (40, 130, 260, 390, 520)
    names = ("Flat bar", "Fine wire", "Angle")

    def page_of(page: pymupdf.Page) -> None:
        for place, name in enumerate(names):
            x = xs[place + 1]
            shown = outline() if place == 1 else encoded(photo(place, 300, 200))
            page.insert_image(pymupdf.Rect(x + 15, 70, x + 105, 130), stream=shown, keep_proportion=False)
            page.insert_text((x + 35, 150), name, fontsize=11, fontname="hebo")
            page.insert_text((x + 35, 164), "Material: steel", fontsize=7)
            for row in range(5):
                page.insert_text((x + 35, 190 + 40 * row), f"WB{place}-{20 + row}", fontsize=9)
                page.insert_text((x + 35, 206 + 40 * row), f"{row + 3}.{place}5", fontsize=10, fontname="hebo")
        page.insert_text((45, 120), "Length", fontsize=9, fontname="hebo")
        for row in range(5):
            page.insert_text((45, 196 + 40 * row), f"{row + 1}00 mm", fontsize=9)
        for y in (60, *(174 + 40 * row for row in range(6))):
            page.draw_line((xs[0], y), (xs[-1], y), width=0.6)
        for x in xs:
            page.draw_line((x, 60), (x, 374), width=0.6)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].rounded(0)[0] for code, boxes in bound.items()} == {
        f"WB{place}-{20 + row}": xs[place + 1] + 15.0 for place in range(3) for row in range(5)
    }


def test_a_pale_picture_hardly_smaller_than_its_column_shows_the_rows_beside_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for x, label in ((40, "Photo"), (130, "Item No."), (230, "Description"), (400, "Price")):
            page.insert_text((x, 90), label, fontsize=9, fontname="hebo")
        for group in range(3):
            top, side = 100 + 66 * group, 58 if group == 1 else 60
            stream = outline() if group == 1 else encoded(photo(group + 3, 300, 300))
            page.insert_image(pymupdf.Rect(40, top, 40 + side, top + side), stream=stream, keep_proportion=False)
            for row in range(3):
                for x, text in ((130, f"SW-{group}{row}4"), (230, f"Switch {'ABC'[group]}"), (400, f"$ {row + 4}.50")):
                    page.insert_text((x, top + 18 + 22 * row), text, fontsize=9)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert [box.rounded(0)[1] for code in ("SW-104", "SW-114", "SW-124") for box in bound[code]] == [166.0] * 3


def test_a_pale_picture_in_a_row_of_pictures_shows_the_rows_under_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for group in range(3):
            left = 40 + 180 * group
            stream = outline() if group == 0 else encoded(photo(group + 3, 300, 300))
            page.insert_image(pymupdf.Rect(left + 5, 40, left + 135, 170), stream=stream, keep_proportion=False)
            page.insert_text((left, 190), f"Globe {20 + 10 * group}", fontsize=12, fontname="hebo")
            for row, (label, value) in enumerate((("Material", "Glass, steel"), ("Dimensions", f"{group + 2}0 x {group + 3}0 cm"))):
                page.insert_text((left, 212 + 13 * row), label, fontsize=8)
                page.insert_text((left + 60, 212 + 13 * row), value, fontsize=8)
            for row, color in enumerate(("white", "black", "brass")):
                for x, text in ((0, f"GL{group}.0{row}"), (60, color), (110, f"{row + 6}0 EUR")):
                    page.insert_text((left + x, 246 + 15 * row), text, fontsize=8)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0)[0] for box in boxes] for code, boxes in bound.items()} == {
        f"GL{group}.0{row}": [45.0 + 180 * group] for group in range(3) for row in range(3)
    }
