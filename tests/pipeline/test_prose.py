"""Price lists without a table, menus, and mentions in running text."""

from __future__ import annotations

from pathlib import Path

import pymupdf

from tests.pipeline.drawn import GOODS, Sheet, by_name, values

DISHES = (("Tomato Soup", "6.50"), ("Caesar Salad", "9.00"), ("Grilled Salmon", "18.50"), ("Apple Pie", "5.00"), ("Lamb Chops", "21.00"))


def test_dots_lead_from_name_to_price(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Price List", size=20)
    sheet.lines(50, 100, *(f"{name} {'.' * 40} ${price}" for name, price in DISHES), step=16)

    found = by_name(sheet.read(tmp_path))

    assert {name: row["price"] for name, row in found.items()} == {name: f"{price} USD" for name, price in DISHES}


def test_menu_without_currency_keeps_it_empty(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Menu", size=20)
    for place, (name, price) in enumerate(DISHES):
        sheet.text(50, 100 + 18 * place, name).text(300, 100 + 18 * place, price)

    found = by_name(sheet.read(tmp_path))

    assert {name: row["price"] for name, row in found.items()} == {name: f"{price} " for name, price in DISHES}


def test_codes_before_the_words_are_models(tmp_path: Path) -> None:
    sheet = Sheet().lines(50, 100, *(f"KX-10{place} {name} {'.' * 30} ${price}" for place, (name, price) in enumerate(DISHES)), step=16)

    found = by_name(sheet.read(tmp_path))

    assert found["Apple Pie"]["model"] == "KX-103"


def test_table_of_contents_is_no_price_list(tmp_path: Path) -> None:
    sheet = Sheet().lines(50, 100, *(f"{name} Series {'.' * 40} {3 + 4 * place}" for place, (name, _) in enumerate(DISHES)), step=16)

    assert sheet.read(tmp_path).skus == ()


def test_hours_are_no_prices_and_the_numbers_over_them_those_of_pages(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "For the garden", size=14, bold=True)
    for place, (name, _) in enumerate(DISHES):
        sheet.text(50, 100 + 24 * place, name).text(500, 100 + 24 * place, f"{3 + place}")
    sheet.lines(50, 240, "All prices are in pounds sterling.", "Monday to Friday 8.00 to 17.30", "Saturday 9.00 - 12.30")

    assert sheet.read(tmp_path).skus == ()


def test_running_text_names_its_product_by_the_way(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 80, "Folding Tool Box", size=14, bold=True).picture(50, 95, 200, 215)
    sheet.lines(
        215, 110, "It was designed in 2019 and won several awards since then.", "Order code KB-6186, size 54 x 20 cm, price $2,118.00."
    )

    found = by_name(sheet.read(tmp_path))

    assert found["Folding Tool Box"] == {"model": "KB-6186", "name": "Folding Tool Box", "size": "54 x 20 cm", "price": "2118.00 USD"}


def test_turnover_is_no_price(tmp_path: Path) -> None:
    sheet = Sheet().text(50, 60, "Facts and figures", size=20)
    for place, (figure, words) in enumerate((("25+", "Years of experience"), ("1200", "Employees"), ("$ 40M", "Annual turnover"))):
        sheet.text(50 + 160 * place, 120, figure, size=24).text(50 + 160 * place, 140, words)

    assert sheet.read(tmp_path).skus == ()


def test_legend_with_number_code_and_price_in_clauses(tmp_path: Path) -> None:
    sheet = Sheet().picture(40, 40, 550, 390).text(40, 415, "Living with colour", size=14)
    goods = (("Linnea floor lamp", "4767.132", "1'375.-"), ("Otto side table", "4146.736", "724.-"), ("Moss wool rug", "4954.754", "542.-"))
    for place, (name, code, price) in enumerate(goods):
        sheet.text(40, 440 + 18 * place, f"{place + 1} {name}, Art. {code}, CHF {price}", size=9)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": "4767.132", "name": "Linnea floor lamp", "price": "1375 CHF"},
        {"model": "4146.736", "name": "Otto side table", "price": "724 CHF"},
        {"model": "4954.754", "name": "Moss wool rug", "price": "542 CHF"},
    ]


def test_entries_of_running_text_with_the_code_in_brackets(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Vegetable seeds", size=18)
    for place, (name, code, price) in enumerate(
        (("Kale Nero", "1475", "2.80"), ("Pea Alderman", "7328", "3.35"), ("Leek Blue", "6529", "4.85"))
    ):
        y = 90 + 40 * place
        sheet.text(40, y, f"{name} ({code}) Dark, narrow leaves, hardy, good to look at and sown in", size=10)
        sheet.text(40, y + 13, f"early spring. Packet £{price}", size=10)

    reading = sheet.read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [
        {"model": "1475", "name": "Kale Nero", "price": "2.80 GBP"},
        {"model": "7328", "name": "Pea Alderman", "price": "3.35 GBP"},
        {"model": "6529", "name": "Leek Blue", "price": "4.85 GBP"},
    ]


def test_entries_set_off_by_colour_with_code_and_pack_before_the_price(tmp_path: Path) -> None:
    sheet = Sheet().text(60, 80, "Spreads", size=20)
    goods = (
        ("Olive paste", "TAP-190", "190 g", "6,40"),
        ("Anchovy dip", "ANC-180", "180 g", "7,20"),
        ("Fig relish", "FIG-220", "220 g", "5,90"),
    )
    for place, (name, code, pack, price) in enumerate(goods):
        y = 120 + 40 * place
        end = 60 + pymupdf.get_text_length(name, "helv", 10)
        sheet.text(60, y, name, color=(0.6, 0.1, 0.1)).text(end + 3, y, "- Made by hand with ripe fruit, a little oil and")
        sheet.text(60, y + 12, f"nothing else. Ref. {code}, jar of {pack}, EUR {price}.")

    found = [values(sku) for sku in sheet.read(tmp_path).skus]

    assert found[0] == {"model": "TAP-190", "name": "Olive paste", "size": "190 g", "price": "6.40 EUR"}
    assert [sku["model"] for sku in found] == ["TAP-190", "ANC-180", "FIG-220"]


def test_sums_beside_sums_and_labels_of_prices_are_no_goods(tmp_path: Path) -> None:
    sheet = Sheet()
    for number, (name, code, price) in enumerate(GOODS[:6]):
        x, y = 40 + 180 * (number % 3), 60 + 260 * (number // 3)
        sheet.picture(x, y, x + 120, y + 120).text(x, y + 138, name, bold=True).text(x, y + 152, f"Style {code}")
        sheet.text(x, y + 170, f"WSP {price}").text(x + 75, y + 170, "RRP $240.00", size=8)

    found = sheet.read(tmp_path).skus

    assert sorted(values(sku)["name"] for sku in found) == sorted(name for name, _, _ in GOODS[:6])


def test_contents_in_columns_under_topics_are_no_price_list(tmp_path: Path) -> None:
    topics = {"Garden": (("Hoses", 4), ("Spades", 6), ("Rakes", 9)), "Kitchen": (("Pots", 2), ("Knives", 5), ("Trays", 18))}
    sheet = Sheet().text(50, 60, "Autumn Book", size=24)
    for place, (topic, rows) in enumerate(topics.items()):
        sheet.text(50 + 220 * place, 110, topic, size=15, bold=True)
        sheet.lines(50 + 220 * place, 135, *(f"{name} and more ..... {page}" for name, page in rows), step=17)

    assert not sheet.read(tmp_path).skus


def test_a_letter_with_a_sum_and_an_index_sells_nothing(tmp_path: Path) -> None:
    text = (
        "Please find enclosed our trade price list no. 41, effective from 1 September. All prices are net per",
        "piece and exclude VAT. Orders over £150 are delivered free, smaller ones are charged with carriage to",
        "mainland addresses, otherwise £8.50.",
    )
    sheet = Sheet().text(40, 70, "Trade Price List No. 41 - Autumn 2026", size=15, bold=True).lines(40, 120, *text)
    for row, (title, number) in enumerate((("Ironmongery", "2"), ("Bolts and nuts", "3"), ("Sundries", "5"), ("Castors", "6"))):
        sheet.text(40, 200 + 18 * row, title).text(516, 200 + 18 * row, number)

    assert not sheet.read(tmp_path).skus


def test_facts_under_their_labels_are_no_goods_whatever_sum_stands_beside_them(tmp_path: Path) -> None:
    sheet = Sheet()
    for row, text in enumerate(("Colours: Graphite / Lime", "Sizes: 36-46", "Material: Nylon", "Sizes: 30-35")):
        sheet.text(60, 100 + 24 * row, text).text(420, 100 + 24 * row, f"$5{row}.00")

    assert not sheet.read(tmp_path).skus
