"""Sums and facts that stand apart from the captions they belong to: on bursts, at pictures, under rows of cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.drawn import GOODS, Sheet, by_name, customs, values

PLACES = ((40, 120), (330, 90), (300, 440), (60, 480))
BURSTS = ((150, 20), (150, 60), (-20, 10), (120, -12))


def _raised(sheet: Sheet, x: float, y: float, price: str) -> None:
    whole, cents = price[1:].split(".")
    sheet.text(x, y - 6, "$", size=11).text(x + 7, y, whole, size=20, bold=True).text(x + 9 + 11.2 * len(whole), y - 8, cents, size=11)


@pytest.mark.parametrize("with_plates", [True, False])
def test_prices_stuck_on_pictures_are_those_of_the_captions_under_them(tmp_path: Path, with_plates: bool) -> None:
    sheet = Sheet()
    for (name, code, price), (x, y), (dx, dy) in zip(GOODS, PLACES, BURSTS, strict=False):
        sheet.picture(x, y, x + 180, y + 150)
        if with_plates:
            sheet.fill(x - 4, y + 160, x + 120, y + 196, (0.95, 0.95, 0.95))
        sheet.text(x, y + 174, name, size=12, bold=True).text(x, y + 188, code, size=7)
        _raised(sheet, x + dx, y + dy, price)

    found = by_name(sheet.read(tmp_path))

    assert {name: found[name]["price"] for name, _, _ in GOODS[:4]} == {name: f"{price[1:]} USD" for name, _, price in GOODS[:4]}


def test_a_price_over_a_card_with_its_own_is_of_what_stands_beside_it(tmp_path: Path) -> None:
    sheet = Sheet().picture(100, 100, 450, 330).text(400, 250, "Garden shredder", size=9).text(400, 264, "TX-1860", size=7)
    sheet.lines(400, 278, "Torque: 60 Nm", "Weight: 1.7 kg", size=8)
    _raised(sheet, 460, 330, "$149.95")
    for place, (name, code, price) in enumerate(GOODS[:3]):
        x = 30 + 190 * place
        sheet.frame(x, 420, x + 170, 620).picture(x + 20, 380, x + 150, 520).lines(x + 10, 560, name, code)
        _raised(sheet, x + 90, 610, price)

    found = by_name(sheet.read(tmp_path))

    assert found["Garden shredder"]["price"] == "149.95 USD"
    assert [found[name]["price"] for name, _, _ in GOODS[:3]] == ["120.00 USD", "35.50 USD", "18.00 USD"]


def test_small_words_that_come_again_at_every_price_name_nothing(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + 280 * (place % 2), 80 + 230 * (place // 2) + 14 * (place % 2)
        sheet.picture(x, y, x + 110, y + 120).text(x + 125, y + 20, name, size=12, bold=True).text(x + 125, y + 33, code, size=7)
        sheet.text(x + 125, y + 48, "Size: 30 x 20 cm", size=8).text(x + 125, y + 96, price, size=20).text(
            x + 125, y + 110, "club offer", size=7
        )

    reading = sheet.read(tmp_path)

    assert [values(sku)["model"] for sku in reading.skus if "model" in values(sku)] == [code for _, code, _ in GOODS]
    assert len(reading.skus) == len(GOODS)
    assert {values(sku)["name"]: values(sku)["price"] for sku in reading.skus} == {name: f"{price[1:]} USD" for name, _, price in GOODS}


def test_a_legend_under_a_row_of_cards_is_told_of_none(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(GOODS[:4]):
        x, y = 40 + 135 * place, 500
        sheet.picture(x, y, x + 110, y + 110).lines(x, y + 124, name, code, "Days: 90", price, size=9)
    sheet.text(40, 700, "Bars: sowing months, January to December. Days: from sowing to first harvest or bloom of the plants.", size=9)

    assert [customs(sku) for sku in sheet.read(tmp_path).skus] == [{"Days": "90"}] * 4
