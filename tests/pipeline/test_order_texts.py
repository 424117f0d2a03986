"""Codes and prices told in running text."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.records import Disposition
from tests.pipeline.drawn import Sheet, customs, values


def _offer(*lines: str, title: str = "Harbour Rope") -> Sheet:
    sheet = Sheet().text(40, 60, "Deck and Mooring", size=20, bold=True).picture(40, 120, 150, 220)
    return sheet.text(40, 110, title, size=14, bold=True).lines(170, 130, *lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("Soft in the hand and strong when wet. Floats.", "Order codes: HR-210 (10 m) £18.40, HR-225 (25 m) £38.95 and", "HR-250 (50 m) £69.50, all ex VAT."),
        ("Soft in the hand: 10 m (HR-210) £18.40, 25 m (HR-225) £38.95 or 50 m", "(HR-250) £69.50. Ask for longer coils."),
        ("Available as HR-210 in 10 m at £18.40; HR-225 in 25 m at £38.95; HR-250 in 50 m", "at £69.50 each."),
    ],
)  # fmt: skip
def test_each_code_with_a_price_in_a_sentence_is_a_product(tmp_path: Path, lines: tuple[str, ...]) -> None:
    found = [values(sku) for sku in _offer(*lines).read(tmp_path).skus]

    assert [(sku["model"], sku["price"]) for sku in found] == [("HR-210", "18.40 GBP"), ("HR-225", "38.95 GBP"), ("HR-250", "69.50 GBP")]
    assert {sku["name"] for sku in found} == {"Harbour Rope"}
    assert [sku["size"] for sku in found] == ["10 m", "25 m", "50 m"]


def test_what_tells_codes_apart_is_told_of_each(tmp_path: Path) -> None:
    lines = (
        "Aus Eschenholz, geölt. Best.-Nr. 40211 (weiß) 12,50 EUR, Best.-Nr. 40212",
        "(schwarz) 13,50 EUR und Best.-Nr. 40213 (mit Haken) 15,00 EUR.",
    )

    found = _offer(*lines, title="Garderobe Nord").read(tmp_path).skus

    assert [values(sku)["model"] for sku in found] == ["40211", "40212", "40213"]
    assert [values(sku).get("color") for sku in found] == ["weiß", "schwarz", None]
    assert customs(found[2]) == {"Variant": "mit Haken"}


def test_what_is_said_of_all_under_a_label_holds_for_every_code(tmp_path: Path) -> None:
    lines = (
        "数字显示，铝合金外壳。外形尺寸：",
        "48×48×80mm。",
        "订货型号：KT48-R（继电器），¥96.00；KT48-S（固态），¥102.00；",
        "KT48-A（模拟量），¥128.00。",
    )

    reading = _offer(*lines, title="智能温控器").read(tmp_path)

    found = [values(sku) for sku in reading.skus]
    assert [sku["model"] for sku in found] == ["KT48-R", "KT48-S", "KT48-A"]
    assert {sku["size"] for sku in found} == {"48×48×80mm"}
    assert {sku["name"] for sku in found} == {"智能温控器"}
    assert all(entry.disposition is not Disposition.IN_REVIEW for entry in reading.entries if entry.box.x0 > 160)


def test_rows_of_codes_and_prices_are_no_sentence(tmp_path: Path) -> None:
    sheet = _offer("HR-210 £18.40", "HR-225 £38.95", "HR-250 £69.50")

    assert all(sku.method != "order_text" for sku in sheet.read(tmp_path).skus)


def test_sums_of_a_text_without_codes_are_no_products(tmp_path: Path) -> None:
    sheet = _offer("Orders under £50.00 ship for £4.90, those over £50.00 ship free", "to all ports named in EN 13300. Returns cost £9.00.")

    assert all(sku.method != "order_text" for sku in sheet.read(tmp_path).skus)
