"""Steps of a price in two columns beside what is told of the product: from how many pieces on, and what one costs then."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.records import Sku
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, customs, values

MUGS = (
    ("Harbour Mug", "MG-118", "330 ml", "Stoneware", ("$4.20", "$3.90", "$3.60")),
    ("Field Flask", "FL-204", "750 ml", "Steel", ("$11.40", "$10.80", "$9.90")),
    ("Picnic Bowl", "PB-330", "1200 ml", "Bamboo", ("$6.30", "$5.95", "$5.50")),
    ("Camp Jar", "CJ-401", "500 ml", "Glass", ("$3.10", "$2.90", "$2.70")),
)
STEPS = ("100-499 pcs", "500-999 pcs", "1000+ pcs")


def _rows(labels: tuple[str, ...], steps: tuple[str, ...], head: str, *, ruled: bool) -> Sheet:
    sheet = Sheet()
    for place, (name, code, size, material, prices) in enumerate(MUGS):
        y = 80 + 120 * place
        sheet.picture(40, y, 130, y + 95).text(145, y + 14, name, size=13)
        for row, (label, value) in enumerate(zip(labels, (code, size, material, "20 days"), strict=True)):
            sheet.text(145, y + 32 + 15 * row, f"{label}: {value}", size=9)
        sheet.fill(360, y + 4, 540, y + 90, (0.95, 0.95, 0.9)).text(372, y + 18, head, size=9.5)
        for row, (step, price) in enumerate(zip(steps, prices, strict=True)):
            sheet.text(372, y + 38 + 17 * row, step, size=9).text(480, y + 38 + 17 * row, price, size=10)
        if ruled:
            sheet.line(40, y + 106, 555, y + 106)
    return sheet


def _read(sheet: Sheet, folder: Path) -> list[Sku]:
    return list(extract_page(sheet.content(folder), Context())[0])


@pytest.mark.parametrize("ruled", [True, False], ids=["between rulings", "free"])
@pytest.mark.parametrize(
    ("labels", "steps", "head"),
    [
        (("Item", "Size", "Material", "Lead time"), STEPS, "Price per piece"),
        (("Item", "Size", "Material", "Lead time"), ("from 100 pcs", "from 500 pcs", "from 1000 pcs"), "Order quantity"),
        (("货号", "规格", "材质", "交期"), ("100件以上", "500件以上", "1000件以上"), "批量价格"),
    ],
)
def test_a_box_of_steps_belongs_to_the_product_in_its_row(
    tmp_path: Path, labels: tuple[str, ...], steps: tuple[str, ...], head: str, ruled: bool
) -> None:
    found = _read(_rows(labels, steps, head, ruled=ruled), tmp_path)

    assert [values(sku) for sku in found] == [
        {"model": code, "name": name, "size": size, "material": material, "price": f"{prices[0][1:]} USD"}
        for name, code, size, material, prices in MUGS
    ]
    price = found[0].get("price")
    assert price is not None
    assert price.price is not None
    assert price.price.tiers == tuple(zip(steps, ("4.20", "3.90", "3.60"), strict=True))
    assert customs(found[0]) == {labels[3]: "20 days"}


def test_packs_of_which_none_says_that_it_holds_for_more_are_no_steps(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, *_) in enumerate(MUGS):
        y = 80 + 120 * place
        sheet.picture(40, y, 130, y + 95).text(145, y + 14, name, size=13).text(145, y + 30, f"Item: {code}", size=9)
        for row, (pack, price) in enumerate((("6 pcs", "$20.00"), ("12 pcs", "$38.00"))):
            sheet.text(145, y + 46 + 15 * row, pack, size=9).text(220, y + 46 + 15 * row, price, size=9)

    prices = [price.price for sku in _read(sheet, tmp_path) if (price := sku.get("price")) is not None]

    assert prices
    assert all(price is not None and not price.tiers for price in prices)


def test_a_name_right_over_its_steps_stays_the_name(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (*_, prices) in enumerate(MUGS[:3]):
        x = 40 + 180 * place
        sheet.picture(x, 60, x + 150, 180).text(x, 196, "Travel Mug", size=12)
        for row, (step, price) in enumerate(zip(STEPS, prices, strict=True)):
            sheet.text(x, 212 + 13 * row, step, size=9).text(x + 90, 212 + 13 * row, price, size=9)

    assert [values(sku)["name"] for sku in _read(sheet, tmp_path)] == ["Travel Mug"] * 3
