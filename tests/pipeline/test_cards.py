"""Cards: captions with pictures become SKUs, whatever side of the picture they stand on."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.cardpages import is_card_page
from pipeline.records import Disposition
from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values


def _grid(sheet: Sheet, *, caption_dx: float, caption_dy: float, picture_height: float = 100) -> Sheet:
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
        sheet.picture(x, y, x + (60 if caption_dx else 120), y + picture_height)
        left, top = x + caption_dx, y + caption_dy
        sheet.text(left, top, name, bold=True).text(left, top + 13, code).text(left, top + 26, price)
    return sheet


@pytest.mark.parametrize(("dx", "dy"), [(0, 115), (0, -35), (68, 20)], ids=["under", "over", "beside"])
def test_captions_are_read_on_any_side_of_the_picture(tmp_path: Path, dx: float, dy: float) -> None:
    reading = _grid(Sheet(), caption_dx=dx, caption_dy=dy).read(tmp_path)

    assert [values(sku) for sku in sorted(reading.skus, key=lambda sku: values(sku)["model"])] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS
    ]


def test_every_value_is_quoted_from_its_box(tmp_path: Path) -> None:
    sheet = _grid(Sheet(), caption_dx=0, caption_dy=115)
    content = sheet.content(tmp_path)

    reading = sheet.read(tmp_path)

    for sku in reading.skus:
        for attribute in sku.standard:
            inside = [
                word.text
                for word in content.words
                if attribute.evidence.box.expanded(1).contains_point(word.box.center_x, word.box.center_y)
            ]
            assert "".join(attribute.evidence.quote.split()) == "".join("".join(inside).split())


def test_price_tag_apart_from_the_name_joins_its_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 300
        sheet.frame(x, y, x + 240, y + 260).picture(x + 10, y + 10, x + 160, y + 180)
        sheet.text(x + 175, y + 30, price, size=14, bold=True).lines(x + 10, y + 210, name, f"Item No. {code}")

    reading = sheet.read(tmp_path)

    assert by_name(reading)["Wall Clock"] == {"model": "AB-1021", "name": "Wall Clock", "price": "35.50 USD"}
    assert len(reading.skus) == 4


def test_captions_that_nearly_touch_are_parted_at_their_columns(tmp_path: Path) -> None:
    sheet = Sheet()
    names = ("Green Tea Sleeping Pack", "Vitamin Night Cream Rich", "Hydrating Foundation Brush")
    for place, name in enumerate(names):
        x = 50 + place * 117
        sheet.picture(x, 90, x + 100, 190).text(x, 205, name, size=9).text(x, 218, f"JH-77{place}", size=9).text(
            x, 231, f"€ {place + 2}.00", size=9
        )

    reading = sheet.read(tmp_path)

    assert set(by_name(reading)) == set(names)


def test_names_alone_are_products_in_a_grid_of_pictures(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Ceramic Items", size=20, bold=True)
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        sheet.picture(x, y, x + 120, y + 100).text(x + 20, y + 115, name)

    reading = sheet.read(tmp_path)

    assert set(by_name(reading)) == {name for name, _, _ in GOODS}
    assert {sku.method for sku in reading.skus} == {"name_grid"}


@pytest.mark.parametrize("title", ["Our Factory", "Certificates", "Main Products", "公司简介", "Contact Us"])
def test_pages_about_something_else_sell_nothing(tmp_path: Path, title: str) -> None:
    sheet = Sheet().text(50, 60, title, size=20)
    for place, caption in enumerate(("Workshop", "Warehouse", "Self inspection")):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).text(x, 205, caption)

    reading = sheet.read(tmp_path)

    assert reading.skus == ()
    assert all(entry.disposition is Disposition.IGNORED for entry in reading.entries)


def test_benefits_with_pictures_are_no_products(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Comfort you can feel", size=20)
    for place, (head, text) in enumerate(
        (
            ("Better Sleep", "Wake up rested after a good night."),
            ("Clean Air", "No solvents are used in our glues."),
            ("Local Wood", "All timber comes from forests nearby."),
        )
    ):
        y = 90 + place * 150
        sheet.picture(50, y, 170, y + 100).text(190, y + 30, head, size=13, bold=True).text(190, y + 46, text)

    assert sheet.read(tmp_path).skus == ()


def test_every_line_ends_in_the_account(tmp_path: Path) -> None:
    sheet = _grid(Sheet().text(50, 60, "Home Collection", size=18).text(300, 830, "12"), caption_dx=0, caption_dy=115)
    content = sheet.content(tmp_path)

    reading = sheet.read(tmp_path)

    accounted = {(entry.box, entry.text) for entry in reading.entries}
    assert all((line.box, line.text) in accounted for line in content.lines)


def test_same_page_gives_the_same_reading(tmp_path: Path) -> None:
    sheet = _grid(Sheet(), caption_dx=68, caption_dy=20)

    assert sheet.read(tmp_path) == sheet.read(tmp_path)


def test_cards_are_told_from_tables_with_pictures(tmp_path: Path) -> None:
    cards = _grid(Sheet(), caption_dx=0, caption_dy=115).content(tmp_path)
    table = Sheet().lines(120, 80, "Model")
    for place, (name, code, price) in enumerate(GOODS):
        y = 100 + place * 70
        table.picture(50, y, 100, y + 50).text(120, y + 28, code).text(220, y + 28, name).text(420, y + 28, price)
    rows = table.content(tmp_path)

    assert is_card_page(cards, cards.lines, Context())
    assert not is_card_page(rows, rows.lines, Context())


@pytest.mark.parametrize("with_name", [True, False], ids=["named", "code only"])
def test_price_at_the_other_end_of_the_row_belongs_to_the_card(tmp_path: Path, with_name: bool) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 172, 60 + (place // 3) * 170 + (place % 3) * 24
        sheet.picture(x, y, x + 160, y + 100)
        if with_name:
            sheet.text(x, y + 114, name, bold=True)
        sheet.text(x, y + 130, code).text(x + 160 - 5.56 * len(price) + 4, y + 130, price)

    reading = sheet.read(tmp_path)

    assert {values(sku)["model"]: values(sku)["price"] for sku in reading.skus} == {code: f"{price[1:]} USD" for _, code, price in GOODS}


def test_pictures_and_texts_that_change_sides_keep_price_and_code(tmp_path: Path) -> None:
    sheet = Sheet().text(200, 50, "Gift ideas", size=18)
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y, is_turned = 80 + place * 210, place == 1
        sheet.picture(302 if is_turned else 44, y, 491 if is_turned else 233, y + 178)
        x = 44 if is_turned else 253
        sheet.text(x, y + 38, name, size=14, bold=True).text(x, y + 54, "Three bottles in a box of pine with a lid.", size=9)
        sheet.text(x, y + 90, f"Code {code}", size=9).text(x, y + 110, price, size=14, bold=True)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:3]
    ]


def test_a_price_far_to_the_right_in_the_rows_of_a_caption_is_its_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        y = 60 + place * 140
        sheet.picture(40, y, 190, y + 120).text(210, y + 20, name, size=14).lines(215, y + 38, f"Model: {code}", "Size: 12 x 8 cm")
        sheet.text(480, y + 40, price, size=13)

    assert {values(sku)["model"]: values(sku)["price"] for sku in sheet.read(tmp_path).skus} == {
        code: f"{price[1:]} USD" for _, code, price in GOODS[:4]
    }


def test_disc_with_the_price_over_the_corner_of_the_picture(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Offers of the week", size=18)
    for place, (name, _, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 200
        sheet.picture(x, y, x + 150, y + 120).disc(x + 145, y + 100, 30)
        sheet.text(x + 122, y + 104, price, size=12).text(x, y + 136, name, bold=True)

    reading = sheet.read(tmp_path)

    assert {values(sku)["name"]: values(sku)["price"] for sku in reading.skus} == {name: f"{price[1:]} USD" for name, _, price in GOODS}


def test_rows_behind_dots_of_colour_stay_in_their_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        y = 90 + place * 160
        sheet.picture(50, y, 150, y + 130).lines(165, y + 12, name, f"Style {code}", "95 % cotton, 5 % Elasthan")
        sheet.text(200, y + 51, "Navy, Ecru, Rust").lines(165, y + 64, "Sizes 44-62", price)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {
            "model": code,
            "name": name,
            "size": "44-62",
            "material": "95 % cotton, 5 % Elasthan",
            "color": "Navy, Ecru, Rust",
            "price": f"{price[1:]} USD",
        }
        for name, code, price in GOODS[:3]
    ]


def test_cards_without_prices_do_not_inherit_that_of_another_product(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Garden Swing", size=20, bold=True).text(430, 60, "£210.00", size=11)
    for place, (name, code, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 150, 100 + (place // 3) * 140
        sheet.picture(x, y, x + 110, y + 80).text(x, y + 94, code, size=8, bold=True).text(x, y + 105, name, size=8)

    reading = sheet.read(tmp_path)

    assert all("price" not in values(sku) for sku in reading.skus if "model" in values(sku))


def test_rows_between_rulings_with_a_picture_each_are_cards(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:4]):
        y = 80 + place * 115
        sheet.line(40, y, 555, y).picture(40, y + 10, 150, y + 100).text(170, y + 30, name, size=13)
        sheet.lines(190, y + 50, "Peso: 2268 g", "Garantía de 3 años", size=8)
        sheet.text(500, y + 18, f"Ref. 623.39{place}").text(515, y + 31, f"£ {price[1:]}")

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"623.39{place}", "name": name, "price": f"{price[1:]} GBP"} for place, (name, _, price) in enumerate(GOODS[:4])
    ]


def test_a_band_between_lines_holds_its_product_together(tmp_path: Path) -> None:
    sheet = Sheet().line(40, 70, 550, 70)
    for place, (name, code, price) in enumerate(
        [("Jig saw", "35 195", "$481.36*"), ("Router", "37 565", "$61.90*"), ("Plunge saw", "31 560", "$85.95*")]
    ):
        y = 70 + place * 120
        sheet.picture(45, y + 10, 140, y + 105).text(155, y + 25, name, size=14, bold=True).text(155, y + 40, f"Item No.: {code}", size=9)
        sheet.text(480, y + 30, price, size=16, bold=True).text(480, y + 45, "* while stocks last", size=7)
        if place < 2:
            sheet.line(40, y + 120, 550, y + 120)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {"model": "35 195", "name": "Jig saw", "price": "481.36 USD"},
        {"model": "37 565", "name": "Router", "price": "61.90 USD"},
        {"model": "31 560", "name": "Plunge saw", "price": "85.95 USD"},
    ]


def test_the_ground_of_a_strip_of_cards_is_no_card(tmp_path: Path) -> None:
    sheet = Sheet().fill(30, 580, 565, 740, (0.9, 0.92, 0.9)).text(45, 600, "GOES WELL WITH", size=9)
    for place, name in enumerate(["Cat mouse", "Litter tray", "Water bowl", "Chew rope"]):
        x = 50 + place * 130
        sheet.picture(x, 610, x + 60, 670).text(x, 685, name, bold=True).text(x, 698, f"PT{6590 + place}").text(x, 711, f"${12 + place}.90")

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["model"], sku["price"]) for sku in found] == [
        ("Cat mouse", "PT6590", "12.90 USD"),
        ("Litter tray", "PT6591", "13.90 USD"),
        ("Water bowl", "PT6592", "14.90 USD"),
        ("Chew rope", "PT6593", "15.90 USD"),
    ]


def test_points_of_a_list_stay_within_their_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 40 + (place % 2) * 264, 42 + (place // 2) * 310
        sheet.picture(x, y, x + 225, y + 150).text(x, y + 172, name, size=14).lines(x, y + 194, code, "Contents:", size=9, step=15)
        for row, point in enumerate(("1 roller", "3 brushes", "1 dust sheet")):
            sheet.disc(x + 21, y + 230 + 12 * row, 1.5).text(x + 30, y + 233 + 12 * row, point, size=9)
        sheet.text(x, y + 278, price, size=9)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} for name, code, price in GOODS[:4]
    ]


@pytest.mark.parametrize(("count", "found"), [(4, 4), (1, 0)])
def test_a_title_over_many_priced_articles_does_not_hide_them(tmp_path: Path, count: int, found: int) -> None:
    sheet = Sheet().text(50, 60, "Ordering information", size=20)
    for place, (name, code, price) in enumerate(GOODS[:count]):
        sheet.lines(50, 100 + place * 90, name, f"Item No.: {code}", f"Price: {price}")

    assert len([sku for sku in sheet.read(tmp_path).skus if sku.method == "card"]) == found


def test_names_of_cards_side_by_side_are_no_label_and_value(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 30 + place % 2 * 280, 60 + place // 2 * 180
        sheet.picture(x, y, x + 100, y + 130).text(x + 110, y + 20, name, size=13, bold=True)
        for row, (label, value) in enumerate(
            (("Part no.", code), ("Size", f"{place + 1}40 x 12 mm"), ("Weight", f"{place + 4}70 g"), ("Price", price))
        ):
            sheet.text(x + 110, y + 45 + row * 14, label, size=8).text(x + 165, y + 45 + row * 14, value, size=8)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:4]]


def test_a_caption_over_and_under_its_picture_is_one(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Spring line", size=20)
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
        sheet.text(x, y - 4, f"{code} {name}").picture(x, y, x + 150, y + 120).lines(x, y + 131, "Steel, Red", price)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in sorted(reading.skus, key=lambda sku: values(sku)["model"])] == [
        {"model": code, "name": name, "material": "Steel", "color": "Red", "price": f"{price[1:]} USD"} for name, code, price in GOODS
    ]


def test_lists_of_values_right_under_the_pictures_belong_to_the_captions_right_over_them(tmp_path: Path) -> None:
    sheet = Sheet().text(44, 50, "Brakes", size=18)
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 30 + (place % 3) * 185, 118 + (place // 3) * 232
        sheet.text(x + 6, y - 22, code, size=9, bold=True).text(x + 6, y - 4, name, size=8).picture(x + 19, y, x + 139, y + 120)
        measures = (("Durchmesser", f"3{place}2 mm"), ("Nabe", f"{place + 2}5 mm"), ("Lochkreis", "5×112"))
        for row, (label, value) in enumerate(measures):
            sheet.text(x, y + 130 + row * 13, label, size=7).text(x + 158 - 3.6 * len(value), y + 130 + row * 13, value, size=7)
        sheet.text(x + 158 - 6.2 * len(price), y + 172, price, size=11, bold=True)

    reading = sheet.read(tmp_path)

    assert {values(sku)["model"]: (values(sku)["name"], values(sku)["price"]) for sku in reading.skus} == {
        code: (name, f"{price[1:]} USD") for name, code, price in GOODS
    }
    assert {tuple(customs(sku)) for sku in reading.skus} == {("Durchmesser", "Nabe", "Lochkreis")}


@pytest.mark.parametrize(("is_shown", "found"), [(True, 1), (False, 0)])
def test_the_one_article_number_under_title_and_picture_is_that_of_the_title(tmp_path: Path, is_shown: bool, found: int) -> None:
    sheet = Sheet().text(44, 60, "Hydraulic workshop press 20 t", size=18)
    if is_shown:
        sheet.picture(44, 80, 354, 330).picture(44, 420, 210, 520)
    sheet.text(44, 355, "Item number: WP-20.H", size=9)
    sheet.text(44, 372, "A sturdy frame of welded steel with a cylinder that can be moved sideways and a gauge.", size=9)

    skus = sheet.read(tmp_path).skus

    assert [values(sku) for sku in skus if "name" in values(sku)] == [
        {"model": "WP-20.H", "name": "Hydraulic workshop press 20 t"} for _ in range(found)
    ]


def test_numbers_on_a_scene_are_no_part_of_the_names_they_lead_to(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 555, 400)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        sheet.text(100 + place * 110, 120 + place * 50, f"{place + 1}", size=9)
        x, y = 40 + (place % 2) * 280, 440 + (place // 2) * 40
        sheet.text(x, y, f"{place + 1} {name}", size=10, bold=True).text(x, y + 13, code, size=8).text(x + 60, y + 13, price, size=8)

    assert {values(sku)["name"] for sku in sheet.read(tmp_path).skus} == {name for name, _, _ in GOODS[:4]}


def test_cards_with_round_corners_hold_their_text_together(tmp_path: Path) -> None:
    names = (("Door & Window", "Sensor"), ("Indoor Camera", "3MP"), ("Smart Thermostat", ""), ("Motion Detector", ""))
    sheet = Sheet().text(40, 50, "Sensors and everything for a safe home", size=22, bold=True)
    for place, (first, second) in enumerate(names):
        x, y = 40 + (place % 2) * 260, 80 + (place // 2) * 220
        sheet.rounded(x, y, x + 240, y + 200).picture(x + 10, y + 12, x + 125, y + 120)
        sheet.text(x + 135, y + 26, first, bold=True).text(x + 135, y + 38, second, bold=True)
        sheet.text(x + 135, y + 72, f"LN-GW{place + 1}").text(x + 135, y + 88, "72 x 28 x 14 mm")
        sheet.text(x + 160, y + 170, f"$ {place + 5}9.00", size=16, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        (f"LN-GW{place + 1}", f"{first} {second}".strip(), f"{place + 5}9.00 USD") for place, (first, second) in enumerate(names)
    ]


@pytest.mark.parametrize("radius", [0.03, 0.15])
def test_round_borders_without_a_ground_hold_what_stands_far_apart(tmp_path: Path, radius: float) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + (place % 3) * 180, 60 + (place // 3) * 230
        sheet.rounded(x, y, x + 165, y + 215, is_filled=False, radius=radius).picture(x + 30, y + 30, x + 130, y + 120)
        sheet.text(x + 118, y + 16, code, size=7).text(x + 10, y + 136, name, bold=True).text(x + 10, y + 205, price, size=13, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [(code, name, f"{price[1:]} USD") for name, code, price in GOODS]


def test_a_card_drawn_as_cells_under_its_picture_is_one(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + (place % 3) * 180, 60 + (place // 3) * 206
        sheet.picture(x + 8, y + 8, x + 152, y + 112).frame(x, y, x + 160, y + 120).frame(x, y + 120, x + 160, y + 142)
        sheet.text(x + 62, y + 135, name, size=11, bold=True)
        for row, (label, value) in enumerate((("Item No.:", code), ("Size:", "30 x 40 cm"), ("Color:", "Black"), ("Price:", price))):
            top = y + 142 + 15 * row
            sheet.frame(x, top, x + 45, top + 15).frame(x + 45, top, x + 160, top + 15)
            sheet.text(x + 2, top + 11, label, size=9).text(x + 47, top + 11, value, size=9)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found == [
        {"model": code, "name": name, "size": "30 x 40 cm", "color": "Black", "price": f"{price[1:]} USD"} for name, code, price in GOODS
    ]


def test_a_list_over_a_row_of_cards_is_told_by_its_look_and_named_by_the_title_over_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(0, 0, 260, 380).text(300, 80, "Regate Automatic", size=26, bold=True)
    sheet.text(300, 105, "A dress watch with a heart for the sea. The bezel is cut by hand.", size=9)
    rows = (
        ("Reference", "WA-4021.1"),
        ("Material", "Steel 316L"),
        ("Dial", "Sunray finish"),
        ("Movement", "Automatic"),
        ("Crystal", "Sapphire"),
    )
    for row, (label, value) in enumerate(rows):
        sheet.text(300, 135 + 19 * row, label, size=8, color=(0.6, 0.5, 0.2)).text(400, 135 + 19 * row, value, size=8)
    sheet.text(300, 250, "$1,950.00", size=18).text(300, 268, "supplied on a chestnut strap with pin buckle", size=7)
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x = 40 + place * 135
        sheet.picture(x, 460, x + 90, 570).text(x, 584, name, size=10, bold=True).text(x, 597, code, size=7).text(x, 610, price, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        ("WA-4021.1", "Regate Automatic", "1950.00 USD"),
        *((code, name, f"{price[1:]} USD") for name, code, price in GOODS[:4]),
    ]


def test_a_code_in_brackets_before_a_name_is_the_code(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (("TQ-11", "竹节杯"), ("TQ-12", "山水壶"), ("TQ-13", "荷花盏"))
    for number, (code, name) in enumerate(goods):
        sheet.text(60, 100 + 60 * number, f"【{code}】{name}", size=12)
        sheet.text(70, 116 + 60 * number, f"规格：Φ{number + 6}×H9cm；材质：陶瓷；价格：{number + 8}.50元/只")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for _, name in goods] == [code for code, _ in goods]
    assert found["山水壶"]["size"] == "Φ7×H9cm"


@pytest.mark.parametrize("brackets", ["（）", "()", "【】"])
def test_a_code_in_brackets_right_behind_a_name_is_the_code(tmp_path: Path, brackets: str) -> None:
    sheet = Sheet()
    goods = (("TQ-K11", "竹节杯 Moon Cup"), ("TQ-K12", "山水壶 Tea Pot"), ("TQ-K13", "荷花盏 Lotus Bowl"))
    for number, (code, name) in enumerate(goods):
        sheet.text(60, 100 + 60 * number, f"{name}{brackets[0]}{code}{brackets[1]}", size=12)
        sheet.text(70, 116 + 60 * number, f"规格：Φ{number + 6}×H9cm；材质：陶瓷；价格：{number + 8}.50元/只")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["model"] for _, name in goods] == [code for code, _ in goods]


def test_a_label_takes_no_value_from_the_next_card(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:6]):
        x, y = 40 + 180 * (number % 3), 80 + 220 * (number // 3)
        sheet.frame(x, y, x + 165, y + 200).picture(x + 10, y + 10, x + 90, y + 90)
        sheet.text(x + 10, y + 115, name, size=12, bold=True).text(x + 10, y + 132, code)
        sheet.text(x + 10, y + 180, price, size=13, bold=True).text(x + 130, y + 180, "Stock", size=7)

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:6]] == [f"{price.strip('$')} USD" for _, _, price in GOODS[:6]]


def test_a_labelled_price_on_a_plate_under_a_card_is_its_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:2]):
        x = 40 + 270 * number
        sheet.picture(x, 60, x + 240, 200).text(x, 226, name, size=16).text(x + 190, 226, code, bold=True)
        for row, (label, value) in enumerate((("Overall", "40 × 30 × 20 cm"), ("Material", "Oak"), ("Weight", "4 kg"))):
            sheet.text(x, 252 + 20 * row, label, size=9).text(x + 170, 252 + 20 * row, value, size=9)
        sheet.fill(x, 320, x + 240, 350, (0.9, 0.9, 0.85))
        sheet.text(x + 12, 339, "Retail price").text(x + 165, 341, price, size=16, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert {name: sku["price"] for name, sku in found.items()} == {"Oak Bench": "120.00 USD", "Wall Clock": "35.50 USD"}
    assert found["Oak Bench"]["material"] == "Oak"


def test_code_and_price_at_the_foot_of_each_card_belong_to_the_caption_over_them(tmp_path: Path) -> None:
    sheet = Sheet()
    names = (
        "Wall switch",
        "Double switch",
        "Dimmer",
        "Socket",
        "Frame, two gangs",
        "Frame, three gangs",
        "Bell push",
        "Data outlet",
        "Blank",
    )
    for place, name in enumerate(names):
        x, y = 40 + 135 * (place % 3), 60 + 180 * (place // 3)
        sheet.picture(x + 10, y, x + 110, y + 90).line(x, y + 95, x + 125, y + 95)
        sheet.text(x, y + 108, name, size=8, bold=True).text(x, y + 118, "colour: white", size=7)
        price = f"$ {place + 3}.80"
        sheet.text(x, y + 156, f"LT-10{place}", size=7.5)
        sheet.text(x + 125 - pymupdf.get_text_length(price, "hebo", 10.5), y + 156, price, size=10.5, bold=True)

    found = {told["model"]: told for sku in sheet.read(tmp_path).skus if "model" in (told := values(sku))}

    assert len(found) == len(names)
    assert [(found[f"LT-10{n}"]["name"], found[f"LT-10{n}"]["price"]) for n in range(9)] == [
        (name, f"{n + 3}.80 USD") for n, name in enumerate(names)
    ]


def test_a_picture_stands_between_no_label_and_its_value(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (("Basin mixer", "Wastafelkraan"), ("Tall mixer", "Hoge kraan"), ("Bath mixer", "Badkraan"), ("Bottle trap", "Bekersifon"))
    for place, (name, translated) in enumerate(goods):
        x, y = 40 + 270 * (place % 2), 60 + 180 * (place // 2)
        sheet.picture(x, y, x + 100, y + 110)
        sheet.text(x + 112, y + 8, name, bold=True).text(x + 112, y + 20, translated, size=8)
        for row, (label, value) in enumerate((("Ref.", f"MX40{place}"), ("Colour", "Chrome"), ("Height", f"{place + 1}20 mm"))):
            sheet.text(x + 112, y + 34 + 12 * row, label, size=8).text(x + 160, y + 34 + 12 * row, value, size=8, bold=True)
        sheet.text(x + 112, y + 105, f"$ {place + 5}9.00", size=13, bold=True)

    skus = sheet.read(tmp_path).skus

    found = {told["model"]: told for sku in skus if "model" in (told := values(sku))}
    assert not {"Wastafelkraan", "Badkraan"} & {key for sku in skus for key in customs(sku)}
    assert [(found[f"MX40{n}"]["name"], found[f"MX40{n}"]["price"]) for n in range(4)] == [
        (name, f"{n + 5}9.00 USD") for n, (name, _) in enumerate(goods)
    ]


LISTED = (
    ("Garden Shears", "GS-11", "18 cm", "$14.00"),
    ("Leaf Rake", "LR-20", "62 cm", "$21.50"),
    ("Hand Trowel", "HT-07", "31 cm", "$9.90"),
)


def test_values_beside_a_picture_belong_to_the_caption_under_it_though_the_next_picture_is_nearer(tmp_path: Path) -> None:
    sheet = Sheet(width=700)
    for row in range(2):
        for place, (name, code, size, price) in enumerate(LISTED):
            x, y = 40 + 215 * place, 60 + 190 * row
            sheet.picture(x, y, x + 80, y + 110).lines(x + 90, y + 12, f"{code}{row}", "Size:", size, "Material:", "Steel", size=9)
            sheet.text(x, y + 150, f"{name} {'AB'[row]}", size=11, bold=True).text(x, y + 164, price)

    found = by_name(sheet.read(tmp_path))

    assert {name: item["model"] for name, item in found.items()} == {
        f"{name} {'AB'[row]}": f"{code}{row}" for row in range(2) for name, code, _, _ in LISTED
    }
    assert found["Leaf Rake B"] == {"model": "LR-201", "name": "Leaf Rake B", "size": "62 cm", "material": "Steel", "price": "21.50 USD"}


def test_rows_over_rulings_are_cards_under_a_title_on_a_bar_and_beside_drawings(tmp_path: Path) -> None:
    sheet = Sheet().fill(0, 0, 595, 45, (0.1, 0.2, 0.4)).text(40, 30, "Garden tools", size=16, color=(1, 1, 1))
    for place, (name, code, size, price) in enumerate(LISTED):
        y = 60 + 120 * place
        sheet.lines(40, y + 30, code, name).picture(150, y + 10, 250, y + 100).picture(265, y + 30, 320, y + 90)
        sheet.lines(340, y + 25, f"Size: {size}", "Weight: 300 g", "hung on a hook").text(500, y + 50, price, size=15)
        sheet.line(40, y + 118, 555, y + 118)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "size": size, "price": f"{price[1:]} USD"} for name, code, size, price in LISTED
    ]


def test_what_stands_right_of_all_captions_goes_to_those_in_its_row(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + 285 * (place % 2), 90 + 78 * (place // 2)
        sheet.picture(x, y, x + 60, y + 60).text(x + 75, y + 10, name, bold=True).text(x + 75, y + 25, code, size=8)
        sheet.text(x + 75, y + 54, price, size=12, bold=True).text(x + 205, y + 40, f"Stock: {place}8", size=8)

    told = {values(sku)["name"]: customs(sku) for sku in sheet.read(tmp_path).skus}

    assert told == {name: {"Stock": f"{place}8"} for place, (name, _, _) in enumerate(GOODS)}


def test_the_size_at_the_end_of_a_name_is_told_where_no_other_is(tmp_path: Path) -> None:
    sheet = Sheet()
    goods = (("Bottle 750 ml", "", "750 ml"), ("Jug 1,5 l", "Size: 20 x 30 cm", "20 x 30 cm"), ("Tray", "", ""))
    for place, (name, told, _) in enumerate(goods):
        x = 50 + 170 * place
        sheet.picture(x, 80, x + 120, 180).lines(x, 195, name, f"JB-10{place}", "$12.00", *([told] if told else []))

    found = by_name(sheet.read(tmp_path))

    assert {name: found[name].get("size", "") for name, _, _ in goods} == {name: size for name, _, size in goods}


def test_bare_sums_of_captions_are_in_the_pages_currency(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 40, "All prices in EUR, valid until the end of March", size=8)
    for place, (name, _, _) in enumerate(GOODS[:4]):
        x, y = 50 + 130 * place, 80
        sheet.picture(x, y, x + 100, y + 100).text(x, y + 115, name, bold=True).text(x, y + 129, f"{place + 4}9,90")

    found = by_name(sheet.read(tmp_path))

    assert [found[name]["price"] for name, _, _ in GOODS[:4]] == [f"{n + 4}9.90 EUR" for n in range(4)]


def test_a_price_at_the_right_of_its_card_is_not_the_next_ones_though_it_stands_nearer(tmp_path: Path) -> None:
    goods = (("Rye Loaf", "RB-11", "£1.10"), ("Long Seeded Baguette", "RB-12", "£1.35"), ("Bun", "RB-13", "£0.60"))
    sheet = Sheet()
    for row in range(3):
        for place, (name, code, price) in enumerate(goods):
            x, y = 40 + 175 * place, 90 + 170 * row
            sheet.picture(x, y, x + 120, y + 90).text(x, y + 105, f"{name} {'ABC'[row]}", bold=True).lines(
                x, y + 119, f"{code}{row}", "Shelf life: 5 days"
            )
            sheet.text(x + 115, y + 119, price, bold=True)

    found = {values(sku)["model"]: values(sku)["price"] for sku in sheet.read(tmp_path).skus}

    assert found == {f"{code}{row}": f"{price[1:]} GBP" for row in range(3) for _, code, price in goods}


def test_a_price_on_a_plate_with_the_size_it_is_for_belongs_to_the_caption_beside_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 50 + 270 * (place % 2), 90 + 190 * (place // 2)
        sheet.picture(x, y, x + 90, y + 90).lines(x, y + 105, name, code)
        sheet.rounded(x + 96, y + 40, x + 196, y + 86).text(x + 104, y + 66, price, size=18, bold=True).text(x + 150, y + 80, "5 L", size=9)

    found = {values(sku)["model"]: values(sku) for sku in sheet.read(tmp_path).skus}

    assert {code: (told["price"], told["size"]) for code, told in found.items()} == {c: (f"{p[1:]} USD", "5 L") for _, c, p in GOODS[:4]}


def test_a_size_before_a_label_keeps_its_unit(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + 175 * place
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, f"1{place} L Item no: 44701{place}", price)

    found = by_name(sheet.read(tmp_path))

    assert [(found[name]["size"], found[name]["model"]) for name, _, _ in GOODS[:3]] == [(f"1{n} L", f"44701{n}") for n in range(3)]


def test_small_text_far_beside_a_huge_figure_is_no_part_of_its_line(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 200, "449", size=60, bold=True).text(230, 200, "Oak Bench", size=11)

    content = sheet.content(tmp_path)

    assert sorted(line.text for line in content.lines) == ["449", "Oak Bench"]


@pytest.mark.parametrize("sizes", [("S", "M", "L"), ("1 kg", "5 kg", "12 kg"), ("40 cm", "60 cm", "90 cm")])
def test_rows_of_sizes_and_prices_under_a_caption_are_one_product_in_several_sizes(tmp_path: Path, sizes: tuple[str, ...]) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:4]):
        x, y = 30 + 280 * (place % 2), 80 + 190 * (place // 2)
        sheet.rounded(x, y, x + 270, y + 170).picture(x + 8, y + 30, x + 118, y + 140).text(x + 126, y + 24, name, size=12, bold=True)
        sheet.text(x + 126, y + 36, code, size=8)
        for row, size in enumerate(sizes[: 3 - place % 2]):
            sheet.text(x + 127, y + 58 + 18 * row, size, size=11).text(
                x + 220, y + 58 + 18 * row, f"${row + 2}{place}.95", size=11, bold=True
            )

    skus = sheet.read(tmp_path).skus

    told = {values(sku)["name"]: sku for sku in skus}
    assert len(skus) == len(told) == 4
    for place, (name, _, _) in enumerate(GOODS[:4]):
        own, price = sizes[: 3 - place % 2], told[name].get("price")
        assert values(told[name])["size"] == " / ".join(own)
        assert price is not None
        assert price.price is not None
        assert price.price.tiers == tuple((size, f"{row + 2}{place}.95") for row, size in enumerate(own))


def test_a_name_apart_from_its_facts_that_sounds_like_a_colour_is_a_name_and_the_page_title_is_none(tmp_path: Path) -> None:
    names = ("HARBOUR", "LANTERN", "COBALT", "MEADOW", "PIONEER")
    sheet = Sheet().text(200, 60, "BACKPACKS", size=24)
    for place, name in enumerate(names):
        x = 45 + 105 * place
        sheet.picture(x, 90, x + 85, 240).text(x + 10, 262, name, size=8.2)
        sheet.lines(x + 10, 285, f"R-{410 + place}", f"{20 + place} L", "Nylon", "Black", size=7.2, step=12)
        sheet.text(x + 10, 340, f"${80 + place}", size=13, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert {(sku["model"], sku["name"]) for sku in found} == {(f"R-{410 + place}", name) for place, name in enumerate(names)}


@pytest.mark.parametrize(("title", "name"), [("雨伞尺寸一览 Umbrellas at a glance", "雨伞"), ("Umbrellas, sizes and prices", "Umbrellas")])
def test_a_title_that_lists_codes_nobody_names_and_the_material_under_it_hold_for_all(tmp_path: Path, title: str, name: str) -> None:
    sheet = Sheet().text(40, 60, title, size=18).text(40, 84, "Material: bamboo and silk. Prices per piece in USD.")
    for number in range(8):
        x, y = 40 + 130 * (number % 4), 110 + 150 * (number // 4)
        sheet.picture(x + 10, y, x + 90, y + 80).text(x + 20, y + 96, f"UB{3 + number}0{number}K", size=11, bold=True)
        sheet.text(x + 20, y + 109, f"{60 + 5 * number}×{20 + number}cm", size=9).text(x + 30, y + 121, f"{number + 2}.40", size=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"]) for sku in found] == [(name, "bamboo and silk")] * 8


def test_a_title_over_codes_that_lists_nothing_names_none_of_them(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Autumn collection", size=18)
    for number in range(4):
        x = 40 + 130 * number
        sheet.picture(x + 10, 90, x + 90, 170).text(x + 20, 186, f"UB{3 + number}0{number}K", size=11, bold=True)
        sheet.text(x + 20, 199, f"{60 + 5 * number}×{20 + number}cm", size=9).text(x + 30, 211, f"${number + 2}.40", size=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert len(found) == 4
    assert all("name" not in sku for sku in found)


def test_a_label_behind_a_labelled_size_tells_whatever_follows_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:3]):
        y = 80 + 140 * number
        sheet.picture(40, y, 140, y + 110).text(160, y + 20, name, size=13, bold=True).text(160, y + 36, f"Ref {code}", size=9)
        sheet.text(160, y + 52, f"Size {50 + number} cm Colour {('Lagoon', 'Tundra', 'Dusk')[number]}").text(160, y + 76, price, size=16)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["size"], sku["color"]) for sku in found] == [("50 cm", "Lagoon"), ("51 cm", "Tundra"), ("52 cm", "Dusk")]


def test_facts_and_price_under_the_description_of_what_is_named_largest_are_its_own(tmp_path: Path) -> None:
    sheet = Sheet().picture(36, 95, 290, 390)
    sheet.text(320, 110, "Voyager 88", size=23).text(320, 136, "Hand-wound", size=23).text(320, 160, "VG-8810", size=8.5)
    sheet.lines(320, 182, "A quiet companion for long railway journeys, made", "again as it was when the sleeper ran nightly.", size=10)
    facts = (("Case size", "39 mm"), ("Case material", "Bronze"), ("Calibre", "PX 21"), ("Crown", "Screwed down"), ("Bridge", "Engraved"))
    for row, (label, value) in enumerate(facts):
        sheet.text(320, 225 + 21 * row, label, size=8.5, color=(0.5, 0.45, 0.4))
        sheet.text(556 - pymupdf.get_text_length(value, fontsize=8.5), 225 + 21 * row, value, size=8.5)
    sheet.text(320, 350, "$512.00", size=20)
    sheet.text(36, 420, "Bands to go with it", size=14)
    for number, (band, code) in enumerate((("Canvas band", "BD-18-GN"), ("Linen band", "BD-18-SD"), ("Cord band", "BD-18-RD"))):
        x = 50 + 150 * number
        sheet.picture(x, 450, x + 85, 530).text(x + 10, 545, band, size=8.5).text(x, 556, f"{code} · 18 mm", size=7.5)
        sheet.text(x + 25, 567, "$31.00", size=8.5)

    found = by_name(sheet.read(tmp_path))

    assert found["Voyager 88 Hand-wound"] == {
        "model": "VG-8810",
        "name": "Voyager 88 Hand-wound",
        "size": "39 mm",
        "material": "Bronze",
        "price": "512.00 USD",
    }
    assert [sku.get("material") for name, sku in found.items() if "band" in name] == [None] * 3
