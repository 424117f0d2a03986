"""Captions of line sheets: facts under labels beside their values, strokes behind bold codes, what shops ask beside what the merchant does."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, by_name, customs, values

GOODS = (
    ("Alder Stool", "AS-210", "30 x 45 cm", "Beech", "$21.00", "$48.00"),
    ("Reed Basket", "RB-215", "40 x 40 cm", "Rattan", "$12.50", "$29.00"),
)


def test_a_bold_price_under_labels_with_values_beside_them_is_no_value_of_the_last_label(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, size, material, price, retail) in enumerate(
        (*GOODS, ("Moss Lamp", "ML-230", "20 x 50 cm", "Brass", "$33.00", "$75.00"))
    ):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 150, 200)
        sheet.text(x, 214, name, bold=True).text(x, 228, f"Style # {code}", size=8, bold=True)
        for row, (label, value) in enumerate((("Size:", size), ("Material:", material), ("Colors:", "White / Sage"))):
            sheet.text(x, 240 + 11 * row, label, size=8.5, color=(0.5, 0.5, 0.5)).text(x + 40, 240 + 11 * row, value, size=8.5)
        sheet.text(x, 279, f"Wholesale {price}", size=9, bold=True).text(x + 95, 279, f"MSRP {retail}", size=8)

    found = by_name(sheet.read(tmp_path))

    assert found["Alder Stool"] == {
        "model": "AS-210",
        "name": "Alder Stool",
        "size": "30 x 45 cm",
        "material": "Beech",
        "color": "White / Sage",
        "price": "21.00 USD",
    }
    assert found["Moss Lamp"]["color"] == "White / Sage"


def test_a_space_of_a_name_over_the_edge_of_values_parts_no_name(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, size, material, price, _) in enumerate(GOODS):
        x = 40 + 220 * place
        sheet.picture(x, 60, x + 150, 200)
        edge = x + pymupdf.get_text_length(f"{name.split()[0]} ", fontname="hebo", fontsize=10)
        sheet.text(x, 214, name, bold=True)
        for row, (label, value) in enumerate((("No:", code), ("Size:", size), ("Of:", material))):
            sheet.text(x, 226 + 11 * row, label, size=9).text(edge, 226 + 11 * row, value, size=9)
        sheet.text(x, 262, price, size=9)

    assert set(by_name(sheet.read(tmp_path))) == {"Alder Stool", "Reed Basket"}


def test_a_stroke_behind_a_bold_code_parts_it_from_its_size(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, _, material, price, _) in enumerate(GOODS):
        x = 40 + 220 * place
        sheet.picture(x, 60, x + 150, 200)
        sheet.text(x, 214, name, bold=True).text(x, 226, code, size=8.3, bold=True).text(x + 37, 226, "|  W110 x D62 x H74 cm", size=8.3)
        sheet.text(x, 238, f"Material: {material}", size=8.3).text(x, 252, price, size=12, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert {sku["size"] for sku in found.values()} == {"W110 x D62 x H74 cm"}
    assert found["Reed Basket"]["model"] == "RB-215"


def test_cards_in_rows_within_one_frame_are_apart_and_what_is_left_of_them_is_no_price(tmp_path: Path) -> None:
    sheet = Sheet().frame(30, 40, 570, 460).text(40, 56, "Clearance", size=13, bold=True)
    for place in range(6):
        x, y = 40 + 175 * (place % 3), 70 + 195 * (place // 3)
        sheet.picture(x, y, x + 130, y + 100)
        sheet.text(x, y + 114, f"Garden Bench {'ABCDEF'[place]}", size=10.5, bold=True).text(
            x, y + 126, f"GB-71{place} · 4{place} x 62 cm", size=8.3
        )
        sheet.text(x, y + 140, f"£{place + 3}9.50", size=13, bold=True, color=(0.7, 0.1, 0.1)).text(
            x + 52, y + 140, f"{place + 12} left", size=8.3
        )

    found = by_name(sheet.read(tmp_path))

    assert len(found) == 6
    assert found["Garden Bench C"] == {"model": "GB-712", "name": "Garden Bench C", "size": "42 x 62 cm", "price": "59.50 GBP"}


def test_what_shops_are_advised_to_ask_stands_behind_the_price_of_trade(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 60, 320, 320).text(340, 90, "Harbour Hooded Robe", size=17, bold=True)
    facts = (("Style no.", "HR-330"), ("Size", "S, M, L"), ("Material", "80% cotton, 20% linen"), ("Colour", "Stone"))
    for row, (label, value) in enumerate(facts):
        sheet.text(340, 130 + 18 * row, label, size=9).text(430, 130 + 18 * row, value, size=9)
    sheet.text(340, 240, "$54.00", size=20, bold=True).text(415, 240, "trade ex VAT", size=9)
    sheet.text(340, 258, "Suggested retail $120.00", size=8)

    (sku,) = sheet.read(tmp_path).skus

    assert values(sku)["price"] == "54.00 USD"
    assert "54.00" not in str(customs(sku))


def test_a_count_in_the_row_over_the_price_is_no_sum_and_makes_no_paragraph(tmp_path: Path) -> None:
    goods = (
        ("Moss Lantern", '4" dia x 6" H', 6, "$8.50"),
        ("Fern Candle", '3" wide x 5" tall', 12, "$9.25"),
        ("Reed Vase", '7" dia', 4, "$14.00"),
    )
    sheet = Sheet().text(40, 40, "Prices in US dollars. W = wholesale each, MSRP = suggested retail.", size=8)
    for place, (name, size, pack, price) in enumerate(goods):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 150, 200).text(x, 212, f"STYLE LX-20{place}", size=7).text(x, 226, name, size=11)
        sheet.lines(x, 238, size, "Black · Brass", f"Case pack: {pack}", size=8, step=11)
        sheet.text(x, 271, f"W {price}", size=8, bold=True).text(x + 50, 271, "MSRP $39.00", size=8)

    assert [values(sku) for sku in sheet.read(tmp_path).skus] == [
        {"model": f"LX-20{place}", "name": name, "size": size, "color": "Black · Brass", "price": f"{price[1:]} USD"}
        for place, (name, size, _, price) in enumerate(goods)
    ]


def test_a_measure_with_its_word_behind_the_size_is_told_apart_and_is_no_colour(tmp_path: Path) -> None:
    goods = (
        ("Moss Candle", "8 oz / 45 hr burn", ""),
        ("Fern Jug", "40 oz", "Teal"),
        ("Reed Mug", "12 oz", "Black"),
        ("Oak Cup", "9 oz", "White"),
    )
    sheet = Sheet()
    for place, (name, size, colour) in enumerate(goods):
        x = 40 + 135 * place
        sheet.picture(x, 60, x + 110, 170).text(x, 184, f"STYLE LX-20{place}", size=7).text(x, 198, name, size=11)
        sheet.lines(x, 210, *filter(None, (size, colour, "$12.50")), size=8, step=11)

    found = by_name(sheet.read(tmp_path))

    assert [sku["size"] for sku in found.values()] == ["8 oz", "40 oz", "12 oz", "9 oz"]
    assert [sku.get("color") for sku in found.values()] == [None, "Teal", "Black", "White"]


LISTED = (
    ("Trestle Saw", "TS-510", "40 x 12 x 9 cm", "Black", "$31.90"),
    ("Bench Vice", "BV-515", "28 x 20 x 16 cm", "Red", "$44.50"),
    ("Hand Plane", "HP-520", "24 x 6 x 11 cm", "Green", "$27.00"),
    ("Spoke Shave", "SS-525", "26 x 5 x 4 cm", "Blue", "$19.40"),
)


@pytest.mark.parametrize("is_framed", [True, False])
@pytest.mark.parametrize(
    ("labels", "note"),
    [
        (("Item no.", "Power", "Size", "Colour"), "Dealer price net / piece"),
        (("Ref.", "Potencia", "Medidas", "Color"), "Precio neto / unidad"),
        (("Art.-Nr.", "Leistung", "Maße", "Farbe"), ""),
    ],
)
def test_lists_of_labels_that_cards_set_level_are_no_table(tmp_path: Path, labels: tuple[str, ...], note: str, is_framed: bool) -> None:
    sheet = Sheet().text(40, 50, "Workshop", size=16, bold=True)
    for place, (name, code, size, color, price) in enumerate(LISTED):
        x, y = 40 + (place % 2) * 258, 75 + (place // 2) * 192
        if is_framed:
            sheet.frame(x, y, x + 246, y + 180)
        sheet.text(x + 8, y + 15, name, bold=True).picture(x + 8, y + 30, x + 90, y + 120)
        for row, pair in enumerate(zip(labels, (code, f"{500 + place} W", size, color), strict=True)):
            sheet.text(x + 98, y + 38 + 14 * row, pair[0], size=7.5).text(x + 150, y + 38 + 14 * row, pair[1], size=7.5)
            sheet.line(x + 98, y + 42 + 14 * row, x + 225, y + 42 + 14 * row)
        sheet.text(x + 170, y + 158, price, size=15, bold=True).text(x + 170, y + 170, note, size=7)

    skus, _ = extract_page(sheet.content(tmp_path), Context())

    assert [values(sku) for sku in skus] == [
        {"model": code, "name": name, "size": size, "color": color, "price": f"{price[1:]} USD"}
        for name, code, size, color, price in LISTED
    ]


def test_a_label_before_the_middle_of_two_rows_has_both_as_its_value(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, _, color, price) in enumerate(LISTED[:3]):
        y = 60 + 200 * place
        sheet.picture(40, y, 180, y + 150).text(200, y + 12, name, size=13, bold=True).text(200, y + 140, price, size=13, bold=True)
        rows = ((34, "Item no.", code), (48, "Height", f"{place + 4}0 cm"), (84, "Colour", color))
        for at, label, value in rows:
            sheet.text(200, y + at, label, size=8).text(260, y + at, value, size=8)
        sheet.text(200, y + 66, "Material", size=8).text(260, y + 61.5, "Beech,", size=8).text(260, y + 70.5, "oiled twice", size=8)

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert [sku["material"] for sku in found] == ["Beech, oiled twice"] * 3
    # Of goods with one side told, that is the size.
    assert [sku["size"] for sku in found] == ["40 cm", "50 cm", "60 cm"]


@pytest.mark.parametrize(("listed", "paid"), [("List price", "Your price"), ("Listenpreis", "Händlerpreis"), ("Prix tarif", "Prix net")])
def test_the_sum_of_a_list_stands_behind_what_is_paid_instead(tmp_path: Path, listed: str, paid: str) -> None:
    sheet = Sheet()
    for place, (name, code, _, _, price) in enumerate(LISTED[:3]):
        sheet.picture(40, 60 + 180 * place, 200, 200 + 180 * place)
        sheet.lines(220, 75 + 180 * place, name, f"Ref.: {code}", f"{listed}: $99.00", f"{paid}: {price}")

    assert [values(sku)["price"] for sku in sheet.read(tmp_path).skus] == [f"{price[1:]} USD" for *_, price in LISTED[:3]]


@pytest.mark.parametrize(
    ("labels", "gap"),
    [(("Réf.", "Dim.", "Matière", "Coloris", "Gencod", "Carton"), 30), (("Code", "Size", "Material", "Colour", "Barcode", "Outer"), 32)],
)
def test_labels_that_nearly_touch_their_values_keep_them_to_the_last_row(tmp_path: Path, labels: tuple[str, ...], gap: float) -> None:
    goods = (("Lina basket", "grey"), ("Nest box", "green"), ("Riva cushion", "red"), ("Stick lamp", "blue"))
    sheet = Sheet()
    for place, (name, color) in enumerate(goods):
        x, y = 40 + 260 * (place % 2), 60 + 150 * (place // 2)
        sheet.frame(x, y, x + 250, y + 140).picture(x + 8, y + 8, x + 98, y + 100).text(x + 110, y + 15, name, size=9, bold=True)
        told = (f"M-29{place}-4", f"{30 + place} x 20 cm", "Cotton", color, f"3 40188{place} 783359", f"{place + 2} pcs")
        for row, (label, value) in enumerate(zip(labels, told, strict=True)):
            sheet.text(x + 110, y + 29 + 9.8 * row, label, size=7.1, color=(0.5, 0.5, 0.5))
            sheet.text(x + 110 + gap, y + 29 + 9.8 * row, value, size=7.1)
        sheet.text(x + 190, y + 130, f"{place + 5}.90 €", size=12, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert {name: (told["material"], told["color"]) for name, told in found.items()} == {name: ("Cotton", color) for name, color in goods}


@pytest.mark.parametrize("said", ["Capacity 35 cl. Safe in dishwashers.", "Contenance 35 cl. Passe au four.", "Inhalt 35 cl. Mit Deckel."])
def test_what_a_label_tells_is_mentioned_in_no_sentence_over_it(tmp_path: Path, said: str) -> None:
    sheet = Sheet()
    for place, (name, code, size, material, price, _) in enumerate(GOODS):
        x = 40 + 250 * place
        sheet.picture(x, 60, x + 130, 180).text(x, 195, name, size=11, bold=True).text(x, 208, said, size=8.5)
        sheet.lines(x, 220, f"Size: {size}", f"Material: {material}", f"Code: {code}", size=8.5, step=11).text(x, 258, price, bold=True)

    assert {name: told["size"] for name, told in by_name(sheet.read(tmp_path)).items()} == {good[0]: good[2] for good in GOODS}
