"""One picture for several rows: beside, over and at the title of a block, a grid or a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest
from PIL import Image, ImageDraw

from pipeline.geometry import Box
from tests.pipeline.catalogs import GOODS, bound_pictures, draw, encoded, first_page, outline, photo


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

    bound = bound_pictures(first_page(draw(tmp_path, blocks)))

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

    bound = bound_pictures(first_page(draw(tmp_path, table)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].rounded(0) for code, boxes in bound.items()} == {
        f"TX/{block}5{place}/EK": [40.0, 60.0 + 260 * block, 230.0, 210.0 + 260 * block] for block in range(2) for place in range(4)
    }


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

    bound = bound_pictures(first_page(draw(tmp_path, tables)))

    assert {code: box.rounded(0)[0] for code, (box, *_) in bound.items()} == {
        f"Q{side}-{row}00": 40.0 + 275 * side for side in range(2) for row in range(1, 8)
    }


def test_rows_under_one_title_share_the_picture_most_of_them_stand_beside(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (left, top) in enumerate(((30, 100), (310, 86))):
            page.insert_text((left, top), f"Coupling {'AB'[place]}", fontsize=11, fontname="hebo")
            page.insert_image(pymupdf.Rect(left, top + 20, left + 60, top + 80), stream=encoded(photo(place)))
            for row in range(7):
                texts = ("Item No.", "Size", "Price") if row == 0 else (f"C{place}10{row}15", f"{10 + row} mm", f"$ {row}.50")
                for column, text in enumerate(texts):
                    page.insert_text((left + 75 + 65 * column, top + 18 + 14 * row), text, fontsize=8)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for place, left in enumerate((30, 310)):
        assert {box.x0 for row in range(1, 7) for box in bound[f"C{place}10{row}15"]} == {float(left)}


@pytest.mark.parametrize(
    ("shown", "drawn"),
    [((40, 70, 170, 170), (190, 65, 350, 175)), ((400, 70, 530, 170), (210, 65, 370, 175)), ((40, 70, 140, 150), (40, 155, 150, 225))],
)
def test_rows_under_a_photo_and_a_drawing_are_shown_by_the_photo(
    tmp_path: Path, shown: tuple[int, int, int, int], drawn: tuple[int, int, int, int]
) -> None:
    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(*shown), stream=encoded(photo(3, 390, 300)), keep_proportion=False)
        page.insert_image(pymupdf.Rect(*drawn), stream=outline(), keep_proportion=False)
        page.insert_text((360, 240), "Clevis pin", fontsize=14, fontname="hebo")
        _pins(page, 260)

    page = first_page(draw(tmp_path, page_of))

    assert [[box.rounded(0) for box in boxes] for boxes in bound_pictures(page).values()] == [[list(map(float, shown))]] * 8
    assert {image.role for image in page.images} == {"PRODUCT_MAIN", "SIZE_CHART"}


def test_a_scene_under_the_table_shows_none_of_its_rows(tmp_path: Path) -> None:
    cut_out = Image.new("RGB", (400, 300), "white")
    ImageDraw.Draw(cut_out).ellipse((90, 60, 310, 240), fill=(70, 90, 120))

    def page_of(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(40, 70, 180, 175), stream=encoded(cut_out, "PNG"))
        _pins(page, 200)
        page.insert_image(pymupdf.Rect(40, 420, 555, 600), stream=encoded(photo(5, 900, 315)), keep_proportion=False)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert [box.rounded(0) for box in bound["NT-30"]] == [[60, 560, 160, 660]]
    assert [box.rounded(0) for box in bound["BD-15"]][:1] == [[50, 60, 500, 360]]


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

    bound = bound_pictures(page)
    assert set(bound) == {f"TK-09-{tail}" for tail in shades.values()}
    assert all(any(box.iou(Box(*large)) > 0.9 for box in boxes) for boxes in bound.values())


def test_the_picture_at_the_other_end_of_a_titles_row_shows_all_versions_under_it(tmp_path: Path) -> None:
    def hinges(page: pymupdf.Page) -> None:
        for block, name in enumerate(("Butt Hinges", "Tee Hinges")):
            top = 60 + 260 * block
            page.insert_text((40, top + 16), name, fontsize=15, fontname="hebo")
            page.insert_text((40, top + 34), "Uncranked, for internal doors. Sold in pairs without screws.", fontsize=8)
            page.insert_image(pymupdf.Rect(470, top - 4, 550, top + 80), stream=encoded(photo(block)))
            for x, text in zip((44, 150, 300, 450), ("Size", "Steel", "Brass", "Chrome"), strict=True):
                page.insert_text((x, top + 106), text, fontsize=9, fontname="hebo")
            for row in range(4):
                y = top + 124 + 16 * row
                page.insert_text((44, y), f"{row + 4}0 mm", fontsize=9)
                for number, x in enumerate((150, 300, 450)):
                    page.insert_text((x, y), f"H{block}{row + 4}0{'SBC'[number]}", fontsize=9)
                page.draw_line((40, y + 5), (550, y + 5), width=0.4)

    bound = bound_pictures(first_page(draw(tmp_path, hinges)))

    assert len(bound) == 24
    assert {code: [box.rounded(0) for box in boxes] for code, boxes in bound.items()} == {
        code: [[470.0, 56.0 + 260 * int(code[1]), 550.0, 140.0 + 260 * int(code[1])]] for code in bound
    }


@pytest.mark.parametrize("column", [0, 2], ids=["first", "in the middle"])
def test_a_picture_low_in_its_merged_cell_shows_the_first_rows_too(tmp_path: Path, column: int) -> None:
    def quote(page: pymupdf.Page) -> None:
        xs = (50, 150, 250, 370, 470)
        told = [place for place in range(4) if place != column]
        for place, text in zip(told, ("Model", "Size", "Price (USD)"), strict=True):
            page.insert_text((xs[place] + 5, 96), text, fontsize=9)
        for left, right in pairwise(xs):
            page.draw_rect(pymupdf.Rect(left, 80, right, 104), width=0.7)
        for block in range(3):
            top = 104 + 75 * block
            page.draw_rect(pymupdf.Rect(xs[column], top, xs[column + 1], top + 75), width=0.7)
            page.insert_image(pymupdf.Rect(xs[column] + 20, top + 30, xs[column] + 70, top + 77), stream=encoded(photo(block)))
            for row in range(5):
                y = top + 15 * row
                for place, text in zip(told, (f"MX-{block}50{row}", f"{row + 1}20 x 200 cm", f"{row + 1}99.00"), strict=True):
                    page.draw_rect(pymupdf.Rect(xs[place], y, xs[place + 1], y + 15), width=0.7)
                    page.insert_text((xs[place] + 5, y + 11), text, fontsize=9)

    bound = bound_pictures(first_page(draw(tmp_path, quote)))

    shown = {f"MX-{block}50{row}": [134 + 75 * block] for block in range(3) for row in range(5)}
    assert {code: [round(box.y0) for box in boxes] for code, boxes in bound.items()} == shown


def test_rows_of_a_table_beside_a_tall_cell_but_not_in_its_table_keep_their_picture(tmp_path: Path) -> None:
    def cards(page: pymupdf.Page) -> None:
        for place in range(2):
            x = 40 + 265 * place
            page.draw_rect(pymupdf.Rect(x, 60, x + 250, 300), width=0.6)
            page.insert_image(pymupdf.Rect(x + 10, 90, x + 90, 160), stream=encoded(photo(place)))
            for number, texts in enumerate(
                (("Model", "Port", "Price"), *((f"V{place}-{n}10", f"G1/{n}", f"${n}8.50") for n in range(1, 5)))
            ):
                for column, text in enumerate(texts):
                    page.insert_text((x + 10 + 80 * column, 190 + 20 * number), text, fontsize=8)
                page.draw_line((x + 8, 195 + 20 * number), (x + 242, 195 + 20 * number), width=0.4)

    bound = bound_pictures(first_page(draw(tmp_path, cards)))

    assert {code: [round(box.x0) for box in boxes] for code, boxes in bound.items()} == {
        f"V{place}-{n}10": [50 + 265 * place] for place in range(2) for n in range(1, 5)
    }


def test_a_picture_as_wide_as_a_list_shows_all_of_its_rows_though_each_has_a_name_of_its_own(tmp_path: Path) -> None:
    def sets(page: pymupdf.Page) -> None:
        page.draw_line((40, 46), (555, 46), width=1.2)
        for block, words in enumerate((("Bowl", "Plate", "Mug", "Spoon"), ("Dish", "Tray", "Jug"))):
            top = 60 + 300 * block
            page.insert_image(pymupdf.Rect(40, top, 555, top + 150), stream=encoded(photo(block)))
            page.insert_text((40, top + 170), ("Snow White", "Deep Blue")[block], fontsize=14)
            for row, name in enumerate(("Name", *words)):
                texts = ("Code", name, "Size", "Price (USD)") if row == 0 else (f"X{block}-{row}0", name, f"{row + 9} cm", f"{row}.80")
                for x, text in zip((44, 164, 314, 494), texts, strict=True):
                    page.insert_text((x, top + 190 + 18 * row), text, fontsize=8)
                if row:
                    page.draw_line((40, top + 195 + 18 * row), (555, top + 195 + 18 * row), width=0.4)

    bound = bound_pictures(first_page(draw(tmp_path, sets)))

    assert {code: [box.rounded(0)[1] for box in boxes] for code, boxes in bound.items()} == {
        f"X{block}-{row}0": [60.0 + 300 * block] for block, count in enumerate((4, 3)) for row in range(1, count + 1)
    }


def test_versions_without_pictures_are_shown_at_the_title_of_them_all(tmp_path: Path) -> None:
    def versions(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), "Cloud Bed", fontsize=24)
        page.insert_image(pymupdf.Rect(50, 80, 330, 260), stream=encoded(photo(1)), keep_proportion=False)
        page.insert_image(pymupdf.Rect(360, 110, 450, 200), stream=outline(), keep_proportion=False)
        page.insert_text((50, 290), "Material: solid oak", fontsize=9)
        for place, (name, code, size) in enumerate(
            (("Single", "JB-215", "90"), ("Double", "JB-218", "140"), ("King size", "JB-220", "180"))
        ):
            left = 50 + 170 * place
            page.draw_rect(pymupdf.Rect(left, 320, left + 150, 430), color=(0.6, 0.6, 0.6), width=0.7)
            for row, text in enumerate((name, f"Code: {code}", f"Size: {size} x 200 cm", f"${size}.00")):
                page.insert_text((left + 10, 344 + 20 * row), text, fontsize=9 if row else 13)
        for place in range(3):
            page.insert_image(
                pymupdf.Rect(50 + 170 * place, 480, 200 + 170 * place, 600), stream=encoded(photo(place + 2)), keep_proportion=False
            )

    bound = bound_pictures(first_page(draw(tmp_path, versions)))

    assert {code: [box.rounded(0) for box in boxes] for code, boxes in bound.items()} == {
        code: [[50.0, 80.0, 330.0, 260.0]] for code in ("JB-215", "JB-218", "JB-220")
    }
