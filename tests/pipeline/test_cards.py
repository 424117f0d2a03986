"""Cards: captions with pictures become SKUs, whatever side of the picture they stand on."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.cardpages import is_card_page
from pipeline.records import Disposition
from tests.pipeline.drawn import Sheet, by_name, customs, values

GOODS = (
    ("Oak Bench", "AB-1020", "$120.00"),
    ("Wall Clock", "AB-1021", "$35.50"),
    ("Tea Pot", "AB-1022", "$18.00"),
    ("Wool Blanket", "AB-1023", "$64.90"),
    ("Desk Lamp", "AB-1024", "$41.00"),
    ("Plant Stand", "AB-1025", "$27.00"),
)


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


def test_struck_out_price_is_never_the_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(x, 205, name, code).text(x, 231, "$999.00").line(x - 1, 228, x + 40, 228).text(
            x + 50, 231, price
        )

    reading = sheet.read(tmp_path)

    assert sorted(found["price"] for found in by_name(reading).values()) == ["120.00 USD", "18.00 USD", "35.50 USD"]


def test_labelled_lines_keep_their_printed_names(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, name in enumerate(("茶壶", "花盆", "挂钟")):
        x = 50 + place * 175
        sheet.picture(x, 90, x + 120, 190).lines(
            x, 205, f"品名：{name}", f"货号：KX-20{place}", "规格：30×40cm", "装箱数：24", f"单价：{place + 5}.00元"
        )

    reading = sheet.read(tmp_path)

    assert values(reading.skus[0]) == {"model": "KX-200", "name": "茶壶", "size": "30×40cm", "price": "5.00 CNY"}
    assert customs(reading.skus[0]) == {"装箱数": "24"}


def test_unknown_material_is_told_by_its_neighbours(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, material in enumerate(("Stainless Steel", "Ceramic", "Quazolite", "Bamboo")):
        x, y = 50 + (place % 2) * 260, 90 + (place // 2) * 250
        sheet.picture(x, y, x + 150, y + 130).lines(
            x, y + 145, f"AC-30{place}", f"Round Bowl {'ABCD'[place]}", "30 x 40 cm", material, f"${place + 4}.00"
        )

    reading = sheet.read(tmp_path)

    assert {found["material"] for found in by_name(reading).values()} == {"Stainless Steel", "Ceramic", "Quazolite", "Bamboo"}


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


@pytest.mark.parametrize("is_drawn", [True, False], ids=["drawn", "pictures"])
def test_chips_under_a_product_are_the_product_in_their_colours(tmp_path: Path, is_drawn: bool) -> None:
    shades = ("Ruby red", "Zinc yellow", "Pigeon blue", "Moss green", "Oyster white", "Jet black")
    sheet = Sheet().text(50, 60, "Harbour Enamel", size=20, bold=True).text(430, 60, "£21.00 per tin", size=11)
    sheet.text(50, 78, "For wood and metal, 750 ml", size=9)
    for place, shade in enumerate(shades):
        x, y = 50 + (place % 3) * 150, 100 + (place // 3) * 140
        if is_drawn:
            sheet.fill(x, y, x + 110, y + 80, (0.1 * place, 0.3, 0.5))
        else:
            sheet.picture(x, y, x + 110, y + 80)
        sheet.text(x, y + 94, f"HE {3001 + place}", size=8, bold=True).text(x, y + 105, shade, size=8)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"HE {3001 + place}", "name": "Harbour Enamel", "size": "750 ml", "color": shade, "price": "21.00 GBP"}
        for place, shade in enumerate(shades)
    ]


def test_cards_without_prices_do_not_inherit_that_of_another_product(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Garden Swing", size=20, bold=True).text(430, 60, "£210.00", size=11)
    for place, (name, code, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 150, 100 + (place // 3) * 140
        sheet.picture(x, y, x + 110, y + 80).text(x, y + 94, code, size=8, bold=True).text(x, y + 105, name, size=8)

    reading = sheet.read(tmp_path)

    assert all("price" not in values(sku) for sku in reading.skus if "model" in values(sku))


@pytest.mark.parametrize("point", [".", ""], ids=["with a point", "without"])
def test_cents_set_small_and_high_belong_to_their_price(tmp_path: Path, point: str) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS):
        x, y = 50 + (place % 3) * 170, 60 + (place // 3) * 220
        sheet.frame(x, y, x + 150, y + 190).picture(x + 10, y + 10, x + 120, y + 100).text(x + 10, y + 116, name)
        sheet.text(x + 80, y + 170, f"{12 + place}{point}", size=24, bold=True)
        sheet.text(x + 80 + 26.7 + (7 if point else 0), y + 162, "99", size=12, bold=True)

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"].strip() for sku in reading.skus] == [f"{12 + place}.99" for place in range(6)]


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


def test_points_under_a_description_do_not_name_the_product(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 40, 290, 250).text(306, 66, "Breeze 300 air purifier", size=18)
    sheet.lines(
        306, 92, "Order no. AI-634", "Quiet, economical and made for daily use, with", "three speeds and a filter to change.", size=9
    )
    sheet.lines(326, 134, "Rooms of up to 45 m²", "Only 38 dB at night", size=9).text(306, 176, "£ 531.00", size=12)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [{"model": "AI-634", "name": "Breeze 300 air purifier", "price": "531.00 GBP"}]


def test_labelled_value_goes_on_in_a_short_rest_under_it(tmp_path: Path) -> None:
    sheet = Sheet()
    materials = (("头层牛皮+实木框", "架"), ("橡胶木", ""), ("棉麻+实木", ""))
    for place, (name, material) in enumerate(zip(("真皮沙发", "床头柜", "软包床"), materials, strict=True)):
        y = 80 + place * 110
        rows = [name, f"型号：K92-{place}", f"材质：{material[0]}", *([material[1]] if material[1] else []), "单价：¥1470"]
        sheet.picture(40, y, 140, y + 90).lines(150, y + 12, *rows)

    reading = sheet.read(tmp_path)

    assert [values(sku)["material"] for sku in reading.skus] == ["头层牛皮+实木框架", "橡胶木", "棉麻+实木"]


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


def test_bold_words_that_open_a_paragraph_name_what_it_is_about(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(
        [("Litter Tray", "PT7523", "$22.50"), ("Chewed Rope", "PT3685", "$5.12"), ("Tree for Cat", "PT6186", "$115.95")]
    ):
        y = 90 + place * 120
        sheet.picture(60, y, 140, y + 80).text(160, y + 10, name, bold=True)
        sheet.text(218, y + 10, f"(Ref. {code}) is a favourite of the whole team since last").text(
            160, y + 24, "autumn, tested by two very picky terriers at home."
        )
        sheet.text(400, y + 24, price, bold=True)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku.get("model"), sku.get("price")) for sku in found] == [
        ("Litter Tray", "PT7523", "22.50 USD"),
        ("Chewed Rope", "PT3685", "5.12 USD"),
        ("Tree for Cat", "PT6186", "115.95 USD"),
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("75×75mm　赤", {"size": "75×75mm", "color": "赤"}),
        ("60 x 40 cm, bamboo", {"size": "60 x 40 cm", "material": "bamboo"}),
        ("Red / Cotton", {"color": "Red", "material": "Cotton"}),
        ("Black / White", {"color": "Black / White"}),
    ],
)
def test_a_row_may_tell_several_things_one_after_the_other(tmp_path: Path, row: str, told: dict[str, str]) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, code, row, price)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": code, "name": name, "price": f"{price[1:]} USD"} | told for name, code, price in GOODS[:3]
    ]


@pytest.mark.parametrize("label", ["Item", "No.", "Art."])
def test_a_code_under_a_word_for_the_article_is_its_model(tmp_path: Path, label: str) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).lines(x, 175, name, f"{label} {code}", price)

    assert [values(sku)["model"] for sku in sheet.read(tmp_path).skus] == [code for _, code, _ in GOODS[:3]]


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


def test_samples_with_nothing_but_codes_take_what_is_said_over_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for block, (name, letters, price) in enumerate((("Savanna Loop", "SA", "$19.00"), ("Highland Twist", "HI", "$37.00"))):
        top = 50 + block * 270
        sheet.text(40, top, name, size=15).text(40, top + 18, f"100 % PET recycled · 400 cm wide · {price}", size=8)
        for place in range(6):
            x, y = 40 + (place % 5) * 101, top + 24 + (place // 5) * 112
            sheet.picture(x, y, x + 89, y + 88).text(x + 30, y + 98, f"{letters} {910 + 10 * place}", size=8)

    reading = sheet.read(tmp_path)

    assert {values(sku)["model"]: (values(sku)["name"], values(sku)["price"]) for sku in reading.skus} == {
        f"{letters} {910 + 10 * place}": (name, price)
        for name, letters, price in (("Savanna Loop", "SA", "19.00 USD"), ("Highland Twist", "HI", "37.00 USD"))
        for place in range(6)
    }


def test_range_under_a_label_without_colon(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, _) in enumerate(GOODS[:3]):
        y = 60 + place * 122
        sheet.picture(40, y, 160, y + 104).text(180, y + 24, name, bold=True).text(180, y + 40, f"Estimate £1,{4 + place}00 - £1,900")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == ["1400 GBP", "1500 GBP", "1600 GBP"]


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


@pytest.mark.parametrize("whole", ["7", "126"])
def test_a_small_sign_before_the_large_figure_belongs_to_its_price(tmp_path: Path, whole: str) -> None:
    sheet = Sheet()
    for place, (name, code, _) in enumerate(GOODS[:3]):
        x = 50 + place * 175
        sheet.frame(x - 10, 80, x + 150, 300).picture(x, 90, x + 120, 190)
        behind = x + 14 + pymupdf.get_text_length(whole, "hebo", 34)
        sheet.text(x, 212, "$", size=15, bold=True).text(x + 11, 225, whole, size=34, bold=True).text(behind, 212, "99", size=15, bold=True)
        sheet.lines(x, 245, name, f"Item {code}")

    reading = sheet.read(tmp_path)

    assert [values(sku)["price"] for sku in reading.skus] == [f"{whole}.99 USD"] * 3


def test_rows_built_alike_are_cut_alike(tmp_path: Path) -> None:
    sheet = Sheet()
    told = ("20 cm, Steel. Item #804038", "15 cm, Drimbe. Item #804039", "30 cm, Steel. Item #804040", "Round, Cotton. Item #804041")
    for place, row in enumerate(told):
        x = 40 + place * 135
        sheet.picture(x, 90, x + 110, 190).text(x, 205, GOODS[place][0], bold=True).lines(x, 218, row, GOODS[place][2], size=8)

    reading = sheet.read(tmp_path)

    found = by_name(reading)
    assert found["Wall Clock"] == {"model": "804039", "name": "Wall Clock", "size": "15 cm", "material": "Drimbe", "price": "35.50 USD"}
    assert found["Wool Blanket"]["material"] == "Cotton"
    assert found["Wool Blanket"]["size"] == "Round"


def test_figures_of_a_code_before_the_price_are_no_amount(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, _, price) in enumerate(GOODS[:3]):
        x = 50 + place * 170
        sheet.picture(x, 60, x + 120, 160).text(x, 175, name, bold=True).text(x, 188, f"Ref. 408{place} KA - {price}")

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": f"408{place} KA", "name": name, "price": f"{price[1:]} USD"} for place, (name, _, price) in enumerate(GOODS[:3])
    ]


def test_a_sign_the_figure_and_its_cents_are_one_price(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180)
        sheet.text(x, 205, "$", size=15, bold=True).text(x + 9, 216, f"{number + 7}", size=34, bold=True)
        sheet.text(x + 29, 204, "99", size=15, bold=True).text(x, 240, f"Camping Lamp {'ABC'[number]}", size=11, bold=True)
        sheet.text(x, 252, f"20 in., Green. Item #43803{number}", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["price"] for sku in found] == ["7.99 USD", "8.99 USD", "9.99 USD"]
    assert next((sku["model"], sku["size"], sku["color"]) for sku in found) == ("438030", "20 in.", "Green")


def test_labels_without_colons_count_where_rows_like_them_have_values_that_fit(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180).text(x, 196, ("Color Pencil Set", "Wide Flask", "Burette")[number], size=11, bold=True)
        sheet.lines(x, 210, f"Cat. No. 80.964.8{number}", f"Size {number + 2}5 mL", "Material Foobarite", size=8, step=11)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [(sku["name"], sku["material"]) for sku in found] == [
        ("Color Pencil Set", "Foobarite"),
        ("Wide Flask", "Foobarite"),
        ("Burette", "Foobarite"),
    ]


def test_a_code_under_its_label_is_parted_from_the_price_behind_it(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, x in enumerate((40, 220, 400)):
        sheet.picture(x, 60, x + 120, 180).text(x, 196, f"Besace {'ABC'[number]}lma", size=11, bold=True)
        sheet.text(x, 210, "Coton, Noir. L 27 × H 33 × P 17 cm", size=8).text(x, 221, f"Réf. 408{number} BO - £129.78", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert next((sku["model"], sku["price"], sku["color"], sku["material"]) for sku in found) == ("4080 BO", "129.78 GBP", "Noir", "Coton")


def test_labelled_values_in_columns_belong_to_the_name_over_their_rows(tmp_path: Path) -> None:
    sheet = Sheet()
    for number in range(3):
        y = 80 + 60 * number
        sheet.text(40, y, f"Surgical Mask {'ABC'[number]}", size=11, bold=True)
        for x, pairs in zip(
            (40, 230, 420),
            ((f"Model: MD37{number}", "Packing: 10"), ("Size: 5 ml", "MOQ: 100"), ("Material: PP", "Price: $2.90")),
            strict=True,
        ):
            sheet.lines(x, y + 16, *pairs, size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert next((sku["model"], sku["size"], sku["material"], sku["price"]) for sku in found) == ("MD370", "5 ml", "PP", "2.90 USD")
    assert len(found) == 3
