"""Bind: a SKU gets the picture a person would give it."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest
from PIL import Image

from pipeline.geometry import Box
from tests.pipeline.catalogs import GOODS, bound_pictures, draw, encoded, first_page, grid_page, photo


@pytest.mark.parametrize("caption", ["under", "over", "beside", "on"])
def test_grid_binds_every_caption_to_its_own_picture(tmp_path: Path, caption: str) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
            page.insert_image(pymupdf.Rect(x, y, x + 110, y + 110), stream=encoded(photo(place)))
            left, top = {"under": (x, y + 124), "over": (x, y - 38), "beside": (x + 122, y + 30), "on": (x + 8, y + 70)}[caption]
            for row, text in enumerate((name, code, price)):
                page.insert_text((left, top + 13 * row), text, fontsize=10)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
        assert [box.rounded(0) for box in bound[code]] == [[x, y, x + 110.0, y + 110.0]]


def test_a_code_on_the_edge_of_a_picture_keeps_the_text_under_it(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 160
            page.insert_image(pymupdf.Rect(x, y, x + 110, y + 90), stream=encoded(photo(place)))
            page.draw_rect(pymupdf.Rect(x, y + 74, x + 60, y + 90), color=None, fill=(0.1, 0.4, 0.35))
            page.insert_text((x + 6, y + 86), code, fontsize=9, color=(1, 1, 1))
            for row, text in enumerate((name, "Carton 24 pcs", price)):
                page.insert_text((x, y + 104 + 20 * row), text, fontsize=10)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS):
        assert bound[code][0].y0 == pytest.approx(90 + (place // 2) * 160, abs=1.0)


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

    bound = bound_pictures(page)
    for row in range(1, 5):
        y = 114 + (row - 1) * 70
        assert [box.rounded(0) for box in bound[GOODS[row][0]]] == [[62.0, y + 5.0, 122.0, y + 65.0]]


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


def test_pictures_that_change_sides_belong_to_their_rows_however_far(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:3]):
            y, left = 80 + place * 210, 302 if place == 1 else 44
            page.insert_image(pymupdf.Rect(left, y, left + 190, y + 178), stream=encoded(photo(place)))
            for row, text in enumerate((name, f"Code {code}", price)):
                page.insert_text((44 if place == 1 else 253, y + 60 + 14 * row), text, fontsize=10)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert {code: boxes[0].x0 for code, boxes in bound.items()} == {
        code: 302.0 if place == 1 else 44.0 for place, (code, _, _) in enumerate(GOODS[:3])
    }


def test_a_card_holds_its_product_and_its_picture_together(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS):
            x, y = 40 + (place % 3) * 175, 60 + (place // 3) * 220
            page.draw_rect(pymupdf.Rect(x, y, x + 165, y + 200), color=None, fill=(0.98, 0.92, 0.94))
            page.insert_text((x + 6, y + 14), code, fontsize=7)
            page.insert_image(pymupdf.Rect(x + 60, y + 25, x + 150, y + 115), stream=encoded(photo(place)))
            for row, text in enumerate((name, price)):
                page.insert_text((x + 8, y + 140 + 13 * row), text, fontsize=9)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

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

    assert {code: [round(box.width) for box in boxes] for code, boxes in bound_pictures(page).items()} == {
        code: [90] for code, _, _ in GOODS
    }
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

    bound = bound_pictures(first_page(draw(tmp_path, cards)))

    assert len(bound) == 4
    for place, (code, _, _) in enumerate(GOODS[:4]):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 230
        assert [box.iou(Box(x + 70, y + 20, x + 130, y + 75)) > 0.9 for box in bound[code]] == [True]


def test_letters_on_pictures_lead_to_the_captions_they_open(tmp_path: Path) -> None:
    def keyed(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:4]):
            x = 40 + 130 * place
            page.insert_image(pymupdf.Rect(x, 80, x + 110, 190), stream=encoded(photo(place)))
            page.insert_text((x + 5, 95), "ABCD"[place], fontsize=10)
            for row, text in enumerate((f"{'ABCD'[place]}. {name}", f"Model: {code}", f"Price: {price}")):
                page.insert_text((60 + 250 * (place // 2), 240 + 70 * (place % 2) + 13 * row), text, fontsize=10)

    bound = bound_pictures(first_page(draw(tmp_path, keyed)))

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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for place in range(9):
        x, y = 30 + (place % 3) * 180, 60 + (place // 3) * 110
        assert [box.rounded(0) for box in bound[f"41{place}00"]] == [[x, y, x + 46.0, y + 46.0]]


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

    bound = bound_pictures(first_page(draw(tmp_path, numbered)))

    assert {code: box.rounded(0)[0] for code, (box, *_) in bound.items()} == {
        code: 60.0 + 130 * order[place] for place, (code, _, _) in enumerate(GOODS[:4])
    }


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

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for place, (code, _, _) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 265, 60 + (place // 2) * 280
        assert bound[code][0].rounded(0) == [x + 6.0, y + 8.0, x + 132.0, y + 134.0]


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

    bound = bound_pictures(first_page(draw(tmp_path, cards)))

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
    on_page = {code for code, boxes in bound_pictures(page).items() if boxes[0].area > 0.9 * 595 * 842}
    assert on_page == ({code for code, _, _ in GOODS[:4]} if is_scene else set())


def test_small_pictures_under_a_large_one_show_it_again(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:3]):
            x = 40 + 180 * place
            page.insert_image(pymupdf.Rect(x, 80, x + 164, 240), stream=encoded(photo(place)), keep_proportion=False)
            for thumb in range(2 if place != 1 else 1):
                left = x + 84 * thumb
                page.insert_image(
                    pymupdf.Rect(left, 252, left + 80, 320), stream=encoded(photo(10 + 2 * place + thumb)), keep_proportion=False
                )
            for row, text in enumerate((code, name, "Material: cork", f"Price: {price}")):
                page.insert_text((x, 340 + 15 * row), text, fontsize=10)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    assert [bound[code][0].rounded(0) for code, _, _ in GOODS[:3]] == [
        [40 + 180.0 * place, 80, 204 + 180.0 * place, 240] for place in range(3)
    ]


def test_leaders_tell_which_picture_a_text_is_about(tmp_path: Path) -> None:
    # The fourth text stands nearer to the picture of the last one, on the other side.
    spots = (((120, 60), (300, 110)), ((300, 230), (130, 290)), ((60, 400), (250, 440)), ((300, 520), (190, 570)), ((60, 560), (240, 640)))

    def page_of(page: pymupdf.Page) -> None:
        for place, ((code, name, price), ((px, py), (x, y))) in enumerate(zip(GOODS, spots, strict=False)):
            page.insert_image(pymupdf.Rect(px, py, px + 110, py + 100), stream=encoded(photo(place)))
            for row, text in enumerate((name, code, price)):
                page.insert_text((x, y + 13 * row), text, fontsize=10)
            width = max(pymupdf.get_text_length(text, fontsize=10) for text in (name, code, price))
            start, end = (x - 6, px + 100) if px < x else (x + width + 6, px + 10)
            page.draw_line((start, y - 3), (end, y - 3), width=0.6)

    bound = bound_pictures(first_page(draw(tmp_path, page_of)))

    for (code, _, _), ((px, py), _) in zip(GOODS, spots, strict=False):
        assert [box.rounded(0) for box in bound[code]][:1] == [[px, py, px + 110.0, py + 100.0]]


def test_a_burst_with_a_price_is_no_picture_of_what_it_is_the_price_of(tmp_path: Path) -> None:
    def page_of(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(GOODS[:3]):
            x, y = 40 + 30 * place, 60 + 240 * place
            page.insert_image(pymupdf.Rect(x, y, x + 200, y + 140), stream=encoded(photo(place)))
            page.draw_circle((x + 210, y + 20), 42, color=None, fill=(1, 0.85, 0.1))
            page.insert_text((x + 184, y + 26), price, fontsize=16)
            for row, text in enumerate((name, code)):
                page.insert_text((x, y + 156 + 13 * row), text, fontsize=10)

    page = first_page(draw(tmp_path, page_of))

    assert {image.role for image in page.images if image.box.width < 100} == {"DECORATION"}
    assert [box.rounded(0)[0] for own in bound_pictures(page).values() for box in own] == [40, 70, 100]
