"""Cards: captions with pictures become SKUs, whatever side of the picture they stand on."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.cards.pages import is_card_page
from pipeline.records import Disposition
from tests.pipeline.drawn import GOODS, SIZED_GOODS, Sheet, by_name, customs, values


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


def test_values_beside_a_picture_belong_to_the_caption_under_it_though_the_next_picture_is_nearer(tmp_path: Path) -> None:
    sheet = Sheet(width=700)
    for row in range(2):
        for place, (name, code, size, price) in enumerate(SIZED_GOODS):
            x, y = 40 + 215 * place, 60 + 190 * row
            sheet.picture(x, y, x + 80, y + 110).lines(x + 90, y + 12, f"{code}{row}", "Size:", size, "Material:", "Steel", size=9)
            sheet.text(x, y + 150, f"{name} {'AB'[row]}", size=11, bold=True).text(x, y + 164, price)

    found = by_name(sheet.read(tmp_path))

    assert {name: item["model"] for name, item in found.items()} == {
        f"{name} {'AB'[row]}": f"{code}{row}" for row in range(2) for name, code, _, _ in SIZED_GOODS
    }
    assert found["Leaf Rake B"] == {"model": "LR-201", "name": "Leaf Rake B", "size": "62 cm", "material": "Steel", "price": "21.50 USD"}


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


def test_a_label_behind_a_labelled_size_tells_whatever_follows_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:3]):
        y = 80 + 140 * number
        sheet.picture(40, y, 140, y + 110).text(160, y + 20, name, size=13, bold=True).text(160, y + 36, f"Ref {code}", size=9)
        sheet.text(160, y + 52, f"Size {50 + number} cm Colour {('Lagoon', 'Tundra', 'Dusk')[number]}").text(160, y + 76, price, size=16)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["size"], sku["color"]) for sku in found] == [("50 cm", "Lagoon"), ("51 cm", "Tundra"), ("52 cm", "Dusk")]


def test_cards_of_one_row_come_from_left_to_right_though_a_hair_higher_or_lower(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x, y = 50 + place * 175, 205.8 - 0.45 * place
        sheet.picture(x, 90, x + 120, 190).text(x, y, name, bold=True).text(x, y + 13, code).text(x, y + 26, price)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == [name for name, _, _ in GOODS[:3]]


def test_codes_and_prices_that_begin_under_each_other_end_their_captions(tmp_path: Path) -> None:
    goods = [(f"Bowl {'ABCDEFGHI'[n]}", f"{n + 4} cm", f"QS-10{n}", f"${n + 12}.80") for n in range(9)]
    sheet = Sheet()
    for place, (name, size, code, price) in enumerate(goods):
        x, y = 44 + (place % 3) * 172, 80 + (place // 3) * 170
        sheet.picture(x, y, x + 160, y + 106)
        sheet.text(x, y + 124, name, size=11).text(x, y + 140, f"Size {size}", size=9)
        begins = x + 160 - pymupdf.get_text_length(code, fontsize=9)
        sheet.text(begins, y + 124, code, size=9, color=(0.4, 0.4, 0.4))
        # In the middle row both begin at one place.
        sheet.text(begins if place // 3 == 1 else begins - 8, y + 140, price, size=12, color=(0.7, 0.2, 0.1))

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["size"], sku["model"]) for sku in found] == [(name, size, code) for name, size, code, _ in goods]
