"""Bind: a SKU gets the picture a person would give it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from pipeline.geometry import Box
from pipeline.records import PageResult
from tests.pipeline.catalogs import GOODS, draw, encoded, first_page, grid_page, photo


def _bound(page: PageResult) -> dict[str, list[Box]]:
    """Codes to the boxes of their pictures."""
    boxes = {image.image_id: image.box for image in page.images}
    codes = {sku.sku_id: model.value for sku in page.skus if (model := sku.get("model")) is not None}
    result: dict[str, list[Box]] = {}
    for binding in page.bindings:
        if binding.rank == 1:
            result.setdefault(codes[binding.sku_id], []).append(boxes[binding.image_id])
    return result


@pytest.mark.parametrize("caption", ["under", "over", "beside", "on"])
def test_grid_binds_every_caption_to_its_own_picture(tmp_path: Path, caption: str) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
            page.insert_image(pymupdf.Rect(x, y, x + 110, y + 110), stream=encoded(photo(place)))
            left, top = {"under": (x, y + 124), "over": (x, y - 38), "beside": (x + 122, y + 30), "on": (x + 8, y + 70)}[caption]
            for row, text in enumerate((name, code, price)):
                page.insert_text((left, top + 13 * row), text, fontsize=10)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
        assert [box.rounded(0) for box in bound[code]] == [[x, y, x + 110.0, y + 110.0]]


def test_picture_in_a_cell_belongs_to_its_row(tmp_path: Path) -> None:
    def table(page: pymupdf.Page) -> None:
        xs = (50, 130, 250, 400, 545)
        for row in range(5):
            y = 90 + (24 if row else 0) + max(0, row - 1) * 70
            texts = ("Picture", "Model", "Name", "Price") if row == 0 else ("", *GOODS[row])
            for column, text in enumerate(texts):
                page.insert_text((xs[column] + 5, y + (16 if row == 0 else 40)), text, fontsize=9)
            if row:
                page.insert_image(pymupdf.Rect(62, y + 5, 122, y + 65), stream=encoded(photo(row)))
            page.draw_line((50, y), (545, y), width=0.7)
        page.draw_line((50, 394), (545, 394), width=0.7)
        for x in xs:
            page.draw_line((x, 90), (x, 394), width=0.7)

    page = first_page(draw(tmp_path, table))

    bound = _bound(page)
    for row in range(1, 5):
        y = 114 + (row - 1) * 70
        assert [box.rounded(0) for box in bound[GOODS[row][0]]] == [[62.0, y + 5.0, 122.0, y + 65.0]]


@pytest.mark.parametrize("height", [150, 90], ids=["as tall as the rows", "shorter"])
def test_one_picture_serves_all_rows_of_its_block(tmp_path: Path, height: int) -> None:
    def blocks(page: pymupdf.Page) -> None:
        for block in range(2):
            top = 100 + 220 * block
            page.insert_image(pymupdf.Rect(50, top, 200, top + height), stream=encoded(photo(block)))
            for row in range(5):
                y = top + 28 * row
                texts = ("Cat. No.", "Size", "Price") if row == 0 else (f"Q{block}-{row}00", f"{10 * row} ml", f"${row}.00")
                for column, text in enumerate(texts):
                    page.insert_text((245 + 100 * column, y + 18), text, fontsize=9)
                page.draw_line((240, y), (540, y), width=0.6)
            page.draw_line((240, top + 140), (540, top + 140), width=0.6)
            for x in (240, 340, 440, 540):
                page.draw_line((x, top), (x, top + 140), width=0.6)

    bound = _bound(first_page(draw(tmp_path, blocks)))

    for block in range(2):
        for row in range(1, 5):
            assert [box.rounded(0) for box in bound[f"Q{block}-{row}00"]] == [
                [50.0, 100.0 + 220 * block, 200.0, 100.0 + height + 220 * block]
            ]


def test_a_picture_in_a_merged_cell_shows_all_rows_beside_it(tmp_path: Path) -> None:
    def quote(page: pymupdf.Page) -> None:
        xs = (50, 150, 250, 370, 470)
        for x, text in zip(xs, ("Picture", "Model", "Size", "Price (USD)"), strict=False):
            page.insert_text((x + 5, 96), text, fontsize=9)
        for left, right in pairwise(xs):
            page.draw_rect(pymupdf.Rect(left, 80, right, 104), width=0.7)
        for block in range(2):
            top = 104 + 150 * block
            page.draw_rect(pymupdf.Rect(50, top, 150, top + 150), width=0.7)
            page.insert_image(pymupdf.Rect(60, top + 8, 140, top + 78), stream=encoded(photo(block)))
            for row in range(3):
                y = top + 50 * row
                for left, right, text in zip(
                    xs[1:], xs[2:], (f"MX-{block}50{row}", f"{row + 1}20 x 200 cm", f"{row + 1}99.00"), strict=False
                ):
                    page.draw_rect(pymupdf.Rect(left, y, right, y + 50), width=0.7)
                    page.insert_text((left + 5, y + 30), text, fontsize=9)

    page = first_page(draw(tmp_path, quote))

    shown = {image.image_id: image.box.y0 for image in page.images}
    bound = {binding.sku_id: shown[binding.image_id] for binding in page.bindings if binding.rank == 1}
    assert len(page.skus) == 6
    assert [bound[sku.sku_id] < 250 for sku in page.skus] == [True] * 3 + [False] * 3


def test_single_product_gets_all_pictures_of_its_page(tmp_path: Path) -> None:
    def hero(page: pymupdf.Page) -> None:
        page.insert_text((50, 70), "Tripod Lamp", fontsize=22)
        page.insert_image(pymupdf.Rect(50, 90, 300, 340), stream=encoded(photo(1, 700, 700)))
        page.insert_image(pymupdf.Rect(50, 420, 130, 500), stream=encoded(photo(2)))
        for row, text in enumerate(("Model: TL-77", "Size: 40 x 120 cm", "Material: Oak", "Price: $89.00")):
            page.insert_text((330, 120 + 18 * row), text, fontsize=11)

    page = first_page(draw(tmp_path, hero))

    assert [image.role for image in page.images] == ["PRODUCT_MAIN", "DETAIL"]
    assert {binding.image_id for binding in page.bindings if binding.rank == 1} == {image.image_id for image in page.images}
    assert page.bindings[0].method == "page_inheritance"


def test_best_binding_comes_first_and_near_rivals_make_it_ambiguous(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, grid_page))

    for sku in page.skus:
        own = [binding for binding in page.bindings if binding.sku_id == sku.sku_id]
        assert [binding.rank for binding in own] == sorted(binding.rank for binding in own)
        rivals = [binding.confidence for binding in own if binding.rank > 1]
        is_close = bool(rivals) and own[0].confidence - max(rivals) < 0.2
        assert own[0].is_ambiguous == is_close


def test_page_without_products_shows_scenes(tmp_path: Path) -> None:
    def marketing(page: pymupdf.Page) -> None:
        page.insert_text((50, 80), "Crafted with care since 1972", fontsize=24)
        page.insert_image(pymupdf.Rect(40, 150, 555, 450), stream=encoded(photo(3, 1200, 700)))
        page.insert_textbox(pymupdf.Rect(40, 480, 555, 600), "We believe that good things take time. " * 6, fontsize=11)

    page = first_page(draw(tmp_path, marketing))

    assert not page.bindings
    assert [image.role for image in page.images] == ["SCENE"]


def test_row_that_runs_over_a_tall_picture_is_its_row(tmp_path: Path) -> None:
    def table(page: pymupdf.Page) -> None:
        xs = (50, 130, 200, 400, 545)
        for row in range(5):
            y = 90 + (24 if row else 0) + max(0, row - 1) * 52
            code, name, price = ("Model", "Name", "Price") if row == 0 else GOODS[row]
            for column, text in enumerate((code, "Picture" if row == 0 else "", name, price)):
                page.insert_text((xs[column] + 5, y + (16 if row == 0 else 28)), text, fontsize=9)
            if row:
                page.insert_image(pymupdf.Rect(140, y + 1, 190, y + 51), stream=encoded(photo(row)))
            page.draw_line((50, y), (545, y), width=0.7)
        page.draw_line((50, 322), (545, 322), width=0.7)
        for x in xs:
            page.draw_line((x, 90), (x, 322), width=0.7)

    bound = _bound(first_page(draw(tmp_path, table)))

    for row in range(1, 5):
        y = 114 + (row - 1) * 52
        assert [box.rounded(0) for box in bound[GOODS[row][0]]] == [[140.0, y + 1.0, 190.0, y + 51.0]]


def test_picture_at_the_head_of_a_block_shows_all_rows_under_it(tmp_path: Path) -> None:
    heads = ("Ball valve", "Gauge")

    def page_of(page: pymupdf.Page) -> None:
        for block, title in enumerate(heads):
            top = 60 + block * 300
            page.insert_image(pymupdf.Rect(40, top, 120, top + 80), stream=encoded(photo(block)))
            page.insert_text((135, top + 20), title, fontsize=16)
            for row, cells in enumerate(
                (("Item No.", "Size", "Price"), *((f"BV-{block}{row}7", f"{row}0 mm", f"$ {row}.50") for row in range(1, 5)))
            ):
                for column, text in enumerate(cells):
                    page.insert_text((140 + column * 130, top + 110 + row * 18), text, fontsize=9)
                page.draw_line((135, top + 115 + row * 18), (500, top + 115 + row * 18), width=0.5)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0) for box in boxes] for code, boxes in bound.items()} == {
        f"BV-{block}{row}7": [[40.0, 60.0 + block * 300, 120.0, 140.0 + block * 300]] for block in range(2) for row in range(1, 5)
    }


def test_the_picture_beside_a_title_shows_the_whole_grid_under_it(tmp_path: Path) -> None:
    colours, sizes = ("Yellow", "Black", "Orange"), ("8", "9", "10")

    def page_of(page: pymupdf.Page) -> None:
        for block, title in enumerate(("Knit Glove", "Guard Glove")):
            top = 60 + block * 250
            page.insert_image(pymupdf.Rect(40, top, 140, top + 100), stream=encoded(photo(block)))
            page.insert_text((150, top + 24), title, fontsize=16)
            page.insert_text((150, top + 45), f"Price per pair € 1{block}.95", fontsize=9)
            rows = [("Size", *colours), *((size, *(f"{title[0]}{place}{size}-{size}" for place in range(3))) for size in sizes)]
            for row, cells in enumerate(rows):
                y = top + 110 + row * 20
                for column, text in enumerate(cells):
                    page.insert_text((45 + column * 130, y + 14), text, fontsize=9)
                page.draw_line((40, y), (560, y), width=0.5)
            page.draw_line((40, top + 190), (560, top + 190), width=0.5)
            for x in (40, 170, 300, 430, 560):
                page.draw_line((x, top + 110), (x, top + 190), width=0.5)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0) for box in boxes] for code, boxes in bound.items()} == {
        f"{letter}{place}{size}-{size}": [[40.0, 60.0 + block * 250, 140.0, 160.0 + block * 250]]
        for block, letter in enumerate("KG")
        for place in range(3)
        for size in sizes
    }


def test_samples_of_a_colour_do_not_hide_the_picture_of_the_product(tmp_path: Path) -> None:
    shades = ("Ecru", "Beige", "Navy", "Grey")

    def page_of(page: pymupdf.Page) -> None:
        for block, title in enumerate(("Linen Cover", "Bamboo Towel")):
            top = 60 + block * 260
            page.insert_image(pymupdf.Rect(40, top, 230, top + 150), stream=encoded(photo(block)))
            page.insert_text((242, top + 20), title, fontsize=18)
            page.insert_text((242, top + 50), f"$ 6{block}2.50", fontsize=13)
            for place, shade in enumerate(shades):
                x = 245 + place * 76
                page.insert_image(pymupdf.Rect(x, top + 64, x + 60, top + 104), stream=encoded(photo(10 + 4 * block + place)))
                page.insert_text((x + 12, top + 113), shade, fontsize=7)
                page.insert_text((x + 12, top + 121), f"TX/{block}5{place}/EK", fontsize=7)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].rounded(0) for code, boxes in bound.items()} == {
        f"TX/{block}5{place}/EK": [40.0, 60.0 + 260 * block, 230.0, 210.0 + 260 * block] for block in range(2) for place in range(4)
    }


def test_pictures_that_change_sides_belong_to_their_rows_however_far(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:3]):
            y, left = 80 + place * 210, 302 if place == 1 else 44
            page.insert_image(pymupdf.Rect(left, y, left + 190, y + 178), stream=encoded(photo(place)))
            for row, text in enumerate((name, f"Code {code}", price)):
                page.insert_text((44 if place == 1 else 253, y + 60 + 14 * row), text, fontsize=10)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].x0 for code, boxes in bound.items()} == {
        code: 302.0 if place == 1 else 44.0 for place, (code, _, _) in enumerate(GOODS[:3])
    }


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


def test_a_card_holds_its_product_and_its_picture_together(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 40 + (place % 3) * 175, 60 + (place // 3) * 220
            page.draw_rect(pymupdf.Rect(x, y, x + 165, y + 200), color=None, fill=(0.98, 0.92, 0.94))
            page.insert_text((x + 6, y + 14), code, fontsize=7)
            page.insert_image(pymupdf.Rect(x + 60, y + 25, x + 150, y + 115), stream=encoded(photo(place)))
            for row, text in enumerate((name, price)):
                page.insert_text((x + 8, y + 140 + 13 * row), text, fontsize=9)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS):
        x, y = 40 + (place % 3) * 175, 60 + (place // 3) * 220
        assert [box.rounded(0) for box in bound[code]] == [[x + 60.0, y + 25.0, x + 150.0, y + 115.0]]


def test_marks_that_come_again_in_the_corner_of_cards_are_no_pictures_of_products(tmp_path: Path) -> None:
    marks = [encoded(photo(40 + kind, 60, 60)) for kind in range(2)]

    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 150
            page.draw_rect(pymupdf.Rect(x - 8, y - 8, x + 232, y + 128), fill=(0.96, 0.95, 0.93), width=0)
            page.insert_image(pymupdf.Rect(x, y, x + 90, y + 90), stream=encoded(photo(place)))
            page.insert_image(pymupdf.Rect(x + 200, y - 4, x + 224, y + 20), stream=marks[place % 2])
            for row, text in enumerate((code, name, price)):
                page.insert_text((x + 104, y + 14 + 18 * row), text, fontsize=10)

    page = first_page(draw(tmp_path, page_of))

    assert {code: [round(box.width) for box in boxes] for code, boxes in _bound(page).items()} == {code: [90] for code, _, _ in GOODS}
    assert sorted(image.role for image in page.images) == ["DECORATION"] * 6 + ["PRODUCT_MAIN"] * 6


def test_drawings_stand_for_photos_where_nothing_else_is_shown(tmp_path: Path) -> None:
    def cards(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
            page.draw_rect(pymupdf.Rect(x, y, x + 230, y + 200), width=0.7)
            page.draw_rect(pymupdf.Rect(x + 80, y + 20, x + 110, y + 50))
            page.draw_rect(pymupdf.Rect(x + 70, y + 50, x + 130, y + 75))
            for row, text in enumerate((name, code, price)):
                page.insert_text((x + 10, y + 110 + 13 * row), text, fontsize=10)

    bound = _bound(first_page(draw(tmp_path, cards)))

    assert len(bound) == 4
    for place, (code, _, _) in enumerate(GOODS[:4]):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
        assert [box.iou(Box(x + 70, y + 20, x + 130, y + 75)) > 0.9 for box in bound[code]] == [True]


def test_last_rows_of_tables_side_by_side_share_the_picture_of_their_block(tmp_path: Path) -> None:
    def tables(page: pymupdf.Page) -> None:
        for side in range(2):
            left = 40 + 275 * side
            page.insert_text((left, 90), f"Flask type {side}", fontsize=11)
            page.insert_image(pymupdf.Rect(left, 100, left + 60, 190), stream=encoded(photo(side)), keep_proportion=False)
            for row in range(8):
                texts = ("Cat. No.", "Size", "Price") if row == 0 else (f"Q{side}-{row}00", f"{10 * row} ml", f"${row}.00")
                for column, text in enumerate(texts):
                    page.insert_text((left + 70 + 65 * column, 110 + 15 * row), text, fontsize=8)

    bound = _bound(first_page(draw(tmp_path, tables)))

    assert {code: box.rounded(0)[0] for code, (box, *_) in bound.items()} == {
        f"Q{side}-{row}00": 40.0 + 275 * side for side in range(2) for row in range(1, 8)
    }


def test_letters_on_pictures_lead_to_the_captions_they_open(tmp_path: Path) -> None:
    def keyed(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x = 40 + 130 * place
            page.insert_image(pymupdf.Rect(x, 80, x + 110, 190), stream=encoded(photo(place)))
            page.insert_text((x + 5, 95), "ABCD"[place], fontsize=10)
            for row, text in enumerate((f"{'ABCD'[place]}. {name}", f"Model: {code}", f"Price: {price}")):
                page.insert_text((60 + 250 * (place // 2), 240 + 70 * (place % 2) + 13 * row), text, fontsize=10)

    bound = _bound(first_page(draw(tmp_path, keyed)))

    assert {code: box.rounded(0)[0] for code, (box, *_) in bound.items()} == {
        code: 40.0 + 130 * place for place, (code, _, _) in enumerate(GOODS[:4])
    }


def test_captions_that_run_on_under_their_pictures_keep_them(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place in range(9):
            x, y = 30 + (place % 3) * 180, 60 + (place // 3) * 110
            page.insert_image(pymupdf.Rect(x, y, x + 46, y + 46), stream=encoded(photo(place)))
            for row, text in enumerate((f"Gel pen type {'ABCDEFGHI'[place]}", f"Ref. 41{place}00", f"$ 2.{place}5")):
                page.insert_text((x + 52, y + 8 + 14 * row), text, fontsize=8)
            if place % 2 == 0:
                page.insert_text((x, y + 58), "Smooth ink that dries fast. Body with grip.", fontsize=7)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    for place in range(9):
        x, y = 30 + (place % 3) * 180, 60 + (place // 3) * 110
        assert [box.rounded(0) for box in bound[f"41{place}00"]] == [[x, y, x + 46.0, y + 46.0]]


def test_rows_under_one_title_share_the_picture_most_of_them_stand_beside(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (left, top) in enumerate(((30, 100), (310, 86))):
            page.insert_text((left, top), f"Coupling {'AB'[place]}", fontsize=11, fontname="hebo")
            page.insert_image(pymupdf.Rect(left, top + 20, left + 60, top + 80), stream=encoded(photo(place)))
            for row in range(7):
                texts = ("Item No.", "Size", "Price") if row == 0 else (f"C{place}10{row}15", f"{10 + row} mm", f"$ {row}.50")
                for column, text in enumerate(texts):
                    page.insert_text((left + 75 + 65 * column, top + 18 + 14 * row), text, fontsize=8)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    for place, left in enumerate((30, 310)):
        assert {box.x0 for row in range(1, 7) for box in bound[f"C{place}10{row}15"]} == {float(left)}


@pytest.mark.parametrize("off", [0, 8], ids=["on the pictures", "at their corners"])
def test_numbers_on_a_scene_lead_to_the_list_that_is_numbered_beside_its_entries(tmp_path: Path, off: float) -> None:
    order = (2, 0, 3, 1)

    def numbered(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(30, 60, 565, 300), stream=encoded(photo(9)), keep_proportion=False)
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 60 + 130 * order[place], 100 + 60 * (order[place] % 2)
            page.insert_image(pymupdf.Rect(x, y, x + 90, y + 90), stream=encoded(photo(place)))
            page.insert_text((x + 3 - off, y + 12 - off), str(place + 1), fontsize=10)
            left, top = 40 + 280 * (place // 2), 350 + 70 * (place % 2)
            page.insert_text((left, top + 4), str(place + 1), fontsize=20)
            for row, text in enumerate((name, f"Model: {code}", f"Price: {price}")):
                page.insert_text((left + 30, top + 13 * row), text, fontsize=10)

    bound = _bound(first_page(draw(tmp_path, numbered)))

    assert {code: box.rounded(0)[0] for code, (box, *_) in bound.items()} == {
        code: 60.0 + 130 * order[place] for place, (code, _, _) in enumerate(GOODS[:4])
    }


def _outline() -> bytes:
    """A dimension drawing: hair lines on white."""
    paper = Image.new("RGB", (600, 400), "white")
    pen = ImageDraw.Draw(paper)
    pen.rectangle((150, 120, 420, 280), outline="black", width=3)
    for y in (80, 330):
        pen.line((150, y, 420, y), fill="navy", width=2)
    return encoded(paper, "PNG")


@pytest.mark.parametrize(
    ("shown", "drawn"),
    [((40, 70, 170, 170), (190, 65, 350, 175)), ((400, 70, 530, 170), (210, 65, 370, 175)), ((40, 70, 140, 150), (40, 155, 150, 225))],
)
def test_rows_under_a_photo_and_a_drawing_are_shown_by_the_photo(
    tmp_path: Path, shown: tuple[int, int, int, int], drawn: tuple[int, int, int, int]
) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(*shown), stream=encoded(photo(3, 390, 300)), keep_proportion=False)
        page.insert_image(pymupdf.Rect(*drawn), stream=_outline(), keep_proportion=False)
        page.insert_text((360, 240), "Clevis pin", fontsize=14, fontname="hebo")
        _pins(page, 260)

    page = first_page(draw(tmp_path, page_of))

    assert [[box.rounded(0) for box in boxes] for boxes in _bound(page).values()] == [[list(map(float, shown))]] * 8
    assert {image.role for image in page.images} == {"PRODUCT_MAIN", "SIZE_CHART"}


def test_a_pale_picture_in_a_column_of_pictures_shows_the_rows_beside_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for x, label in ((40, "Photo"), (130, "Item No."), (230, "Description"), (400, "Price")):
            page.insert_text((x, 90), label, fontsize=9, fontname="hebo")
        for group in range(3):
            top = 100 + 90 * group
            stream = _outline() if group == 1 else encoded(photo(group + 3, 300, 300))
            page.insert_image(pymupdf.Rect(40, top, 110, top + 70), stream=stream, keep_proportion=False)
            for row in range(3):
                for x, text in ((130, f"SW-{group}{row}4"), (230, f"Switch {'ABC'[group]}"), (400, f"$ {row + 4}.50")):
                    page.insert_text((x, top + 18 + 22 * row), text, fontsize=9)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0)[1] for box in boxes] for code, boxes in bound.items()} == {
        f"SW-{group}{row}4": [100.0 + 90 * group] for group in range(3) for row in range(3)
    }


def test_thin_goods_beside_a_table_of_their_own_are_shown_by_their_picture(tmp_path: Path) -> None:
    sizes = ((100, 80), (60, 90), (120, 50))

    def page_of(page: pymupdf.Page) -> None:
        for place, (width, height) in enumerate(sizes):
            top = 100 + 140 * place
            stream = _outline() if place == 1 else encoded(photo(place + 3, 3 * width, 3 * height))
            page.insert_image(pymupdf.Rect(110 - width / 2, top, 110 + width / 2, top + height), stream=stream, keep_proportion=False)
            page.insert_text((230, top), ("Round dish", "Wire frame", "Long tray")[place], fontsize=12, fontname="hebo")
            for x, label in ((230, "Cat. No."), (340, "Width mm"), (450, "Price")):
                page.insert_text((x, top + 18), label, fontsize=9, fontname="hebo")
            for row in range(4):
                for x, text in ((230, f"D{place}0{row}"), (340, f"{30 + 5 * row}"), (450, f"$ {row + 4}.50")):
                    page.insert_text((x, top + 34 + 15 * row), text, fontsize=9)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0)[1] for box in boxes] for code, boxes in bound.items()} == {
        f"D{place}0{row}": [100.0 + 140 * place] for place in range(3) for row in range(4)
    }


def test_thin_goods_over_their_names_in_the_heads_of_a_matrix_are_shown_like_the_others(tmp_path: Path) -> None:
    xs = (40, 130, 260, 390, 520)
    names = ("Flat bar", "Fine wire", "Angle")

    def page_of(page: pymupdf.Page) -> None:
        for place, name in enumerate(names):
            x = xs[place + 1]
            shown = _outline() if place == 1 else encoded(photo(place, 300, 200))
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

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].rounded(0)[0] for code, boxes in bound.items()} == {
        f"WB{place}-{20 + row}": xs[place + 1] + 15.0 for place in range(3) for row in range(5)
    }


def test_a_scene_under_the_table_shows_none_of_its_rows(tmp_path: Path) -> None:
    cut_out = Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(cut_out).ellipse((90, 60, 310, 240), fill=(70, 90, 120))

    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 70, 180, 175), stream=encoded(cut_out, "PNG"))
        _pins(page, 200)
        page.insert_image(pymupdf.Rect(40, 420, 555, 600), stream=encoded(photo(5, 900, 315)), keep_proportion=False)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert [[box.rounded(0) for box in boxes] for boxes in bound.values()] == [[[40.0, 70.0, 180.0, 175.0]]] * 8


def _pins(page: pymupdf.Page, y: float) -> None:
    rows = [("Part No.", "d x l", "Pack", "Price £"), *((f"CP-{n}7{n}", f"{n} x {5 * n}", "50", f"{n}.35") for n in range(3, 11))]
    for number, row in enumerate(rows):
        for x, text in zip((42, 180, 320, 440), row, strict=True):
            page.insert_text((x, y + 16 * number), text, fontsize=9, fontname="hebo" if not number else "helv")


def _ruled(page: pymupdf.Page, rows: Sequence[Sequence[str]], y: float) -> None:
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            box = pymupdf.Rect(50 + 120 * column, y + 22 * number, 170 + 120 * column, y + 22 * (number + 1))
            page.draw_rect(box, width=0.6)
            page.insert_text((box.x0 + 6, box.y0 + 15), text, fontsize=9)


def test_models_compared_side_by_side_share_the_large_picture_and_not_its_detail(tmp_path: Path) -> None:
    rows = (("Model", "ST-A1", "ST-B2", "ST-C3"), ("Name", "Stove", "Stove duo", "Stove trio"), ("Size", "40 cm", "60 cm", "80 cm"))

    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(50, 60, 290, 300), stream=encoded(photo(1)))
        page.insert_image(pymupdf.Rect(430, 220, 510, 300), stream=encoded(photo(2)))
        _ruled(page, (*rows, ("Weight", "4 kg", "6 kg", "9 kg"), ("Price", "$40", "$60", "$90")), 320)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert {code: [box.rounded(0) for box in boxes][:1] for code, boxes in bound.items()} == {
        code: [[50, 60, 290, 300]] for code in rows[0][1:]
    }


def test_words_beside_a_picture_tell_by_its_code_which_row_of_the_table_it_shows(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(50, 60, 500, 360), stream=encoded(photo(1)), keep_proportion=False)
        _ruled(
            page, (("Code", "Name", "Price"), ("BD-15", "Bed", "$400"), ("BD-18", "Wide bed", "$460"), ("NT-30", "Night stand", "$90")), 400
        )
        page.insert_image(pymupdf.Rect(60, 560, 160, 660), stream=encoded(photo(2)))
        page.insert_text((175, 610), "The stand NT-30 comes with two drawers.", fontsize=9)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    assert [box.rounded(0) for box in bound["NT-30"]] == [[60, 560, 160, 660]]
    assert [box.rounded(0) for box in bound["BD-15"]][:1] == [[50, 60, 500, 360]]


def test_the_largest_picture_of_a_card_shows_its_product_and_not_its_neighbours_beside_the_drawing(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 40 + (place % 2) * 265, 60 + (place // 2) * 280
            page.draw_rect(pymupdf.Rect(x, y, x + 250, y + 260), width=0.7)
            page.insert_image(pymupdf.Rect(x + 6, y + 8, x + 132, y + 134), stream=encoded(photo(place)))
            page.insert_image(pymupdf.Rect(x + 146, y + 18, x + 230, y + 102), stream=encoded(photo(place + 20)))
            for text, at in (("81", (x + 232, y + 60)), ("48", (x + 184, y + 118))):
                page.insert_text(at, text, fontsize=7)
            for row, text in enumerate((name, code, price)):
                page.insert_text((x + 10, y + 156 + 16 * row), text, fontsize=11)

    bound = _bound(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 265, 60 + (place // 2) * 280
        assert bound[code][0].rounded(0) == [x + 6.0, y + 8.0, x + 132.0, y + 134.0]


@pytest.mark.parametrize("is_beside", [True, False], ids=["beside the title", "over the title"])
def test_colours_with_a_sample_each_are_shown_by_the_large_picture_at_their_title(tmp_path: Path, is_beside: bool) -> None:
    shades = {"Ivory": "IVO", "Black": "BLA", "Olive": "OLI", "Navy": "NAV"}
    large = pymupdf.Rect(40, 100, 240, 400) if is_beside else pymupdf.Rect(40, 100, 550, 400)

    def page_of(page: pymupdf.Page) -> None:
        x, y = (285, 340) if is_beside else (40, 440)
        page.insert_image(large, stream=encoded(photo(9)), keep_proportion=False)
        page.insert_text((x, y), "Tarn kettle", fontsize=16)
        page.insert_text((x, y + 55), "$89", fontsize=24)
        for place, (shade, tail) in enumerate(shades.items()):
            left, top = (40 + 130 * place, 450) if is_beside else (300 + 140 * (place % 2), 425 + 70 * (place // 2))
            page.insert_image(pymupdf.Rect(left, top, left + 50, top + 48), stream=encoded(photo(place)), keep_proportion=False)
            page.insert_text((left + 56, top + 18), shade, fontsize=9)
            page.insert_text((left + 56, top + 32), f"TK-09-{tail}", fontsize=7.5)

    page = first_page(draw(tmp_path, page_of))

    bound = _bound(page)
    assert set(bound) == {f"TK-09-{tail}" for tail in shades.values()}
    assert all(any(box.iou(Box(*large)) > 0.9 for box in boxes) for boxes in bound.values())


def test_a_cut_out_that_reaches_out_of_its_card_belongs_to_it(tmp_path: Path) -> None:
    def cards(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 40 + (place % 2) * 270, 100 + (place // 2) * 230
            page.draw_rect(pymupdf.Rect(x, y, x + 250, y + 190), color=None, fill=(0.9, 0.92, 0.95))
            page.insert_image(pymupdf.Rect(x - 10, y - 22, x + 120, y + 88), stream=encoded(photo(place)), keep_proportion=False)
            for row, text in enumerate((name, code, price)):
                page.insert_text((x + 128, y + 32 + 20 * row), text, fontsize=12)
            for row, text in enumerate(("Size: 40 x 30 cm", "Colour: Black, White", "Weight: 290 g")):
                page.insert_text((x + 14, y + 112 + 17 * row), text, fontsize=8)

    bound = _bound(first_page(draw(tmp_path, cards)))

    for place, (code, _, _) in enumerate(GOODS):
        x, y = 40 + (place % 2) * 270, 100 + (place // 2) * 230
        assert [box.rounded(0) for box in bound[code]] == [[x - 10.0, y - 22.0, x + 120.0, y + 88.0]]


@pytest.mark.parametrize("is_scene", [True, False], ids=["photo", "texture"])
def test_captions_on_a_photo_that_fills_the_page_share_it(tmp_path: Path, is_scene: bool) -> None:
    ground = photo(3, 595, 842) if is_scene else Image.effect_noise((595, 842), 12).convert("RGB")

    def scene(page: pymupdf.Page) -> None:
        page.insert_image(page.rect, stream=encoded(ground), keep_proportion=False)
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x, y = 60 + (place % 2) * 280, 120 + (place // 2) * 330
            page.draw_rect(pymupdf.Rect(x, y, x + 130, y + 60), color=None, fill=(1, 1, 1))
            for row, text in enumerate((name, code, price)):
                page.insert_text((x + 8, y + 18 + 14 * row), text, fontsize=10)

    page = first_page(draw(tmp_path, scene))

    assert len(page.skus) == 4
    on_page = {code for code, boxes in _bound(page).items() if boxes[0].area > 0.9 * 595 * 842}
    assert on_page == ({code for code, _, _ in GOODS[:4]} if is_scene else set())
