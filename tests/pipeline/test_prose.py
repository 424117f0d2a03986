"""Price lists without a table, menus, and mentions in running text."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.drawn import Sheet, by_name

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
