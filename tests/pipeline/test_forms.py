"""Forms of labels and values under the titles of their products, and what all rows of a table cost, told right under it."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.page.kinds import page_kind
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, values

GOODS = (
    ("Kettle Aurora", "KX-1700", "20x16x24 cm", "Steel", "White", "$46.50"),
    ("Toaster Brisa", "KX-1710", "31x18x20 cm", "Aluminium", "Black", "$51.50"),
    ("Blender Coral", "KX-1720", "18x18x40 cm", "Glass", "Red", "$56.50"),
)
LABELS = {
    "en": ("Item no.", "Size", "Material", "Colour", "Power", "Price"),
    "de": ("Art.-Nr.", "Maße", "Material", "Farbe", "Leistung", "Preis"),
    "es": ("Referencia", "Medidas", "Material", "Color", "Potencia", "Precio"),
}
POINTS = ("Double wall, stays cool", "Switches off by itself")
EXPECTED = [
    {"model": code, "name": name, "size": size, "material": material, "color": color, "price": f"{price[1:]} USD"}
    for name, code, size, material, color, price in GOODS
]


def _read(sheet: Sheet, folder: Path) -> list[dict[str, str]]:
    skus, _ = extract_page(sheet.content(folder), Context())
    return [values(sku) for sku in skus]


def _form(sheet: Sheet, x: float, y: float, width: float, cells: list[tuple[str, str]], pairs: int) -> None:
    step = width / (2 * pairs)
    for place, pair in enumerate(cells):
        left, top = x + (place % pairs) * 2 * step, y + (place // pairs) * 18
        for at, text in enumerate(pair):
            sheet.frame(left + at * step, top, left + (at + 1) * step, top + 18).text(left + at * step + 4, top + 12, text, size=8)


@pytest.mark.parametrize("points", ["drawn", "printed", "plain"])
@pytest.mark.parametrize(("language", "pairs"), [("en", 2), ("de", 1), ("es", 3)])
def test_forms_with_codes_are_named_by_the_titles_over_them(tmp_path: Path, language: str, pairs: int, points: str) -> None:
    sheet = Sheet()
    for place, (name, *facts, price) in enumerate(GOODS):
        y = 60 + 250 * place
        sheet.text(40, y, name, size=13, bold=True).picture(40, y + 12, 200, y + 180)
        for row, text in enumerate(POINTS):
            if points == "drawn":
                sheet.disc(224, y + 25 + 15 * row, 2)
            sheet.text(234, y + 28 + 15 * row, f"- {text}" if points == "printed" else text, size=9)
        _form(sheet, 220, y + 70, 330, list(zip(LABELS[language], (*facts, "900 W", price), strict=True)), pairs)

    assert _read(sheet, tmp_path) == EXPECTED
    content = sheet.content(tmp_path)
    assert page_kind(content, extract_page(content, Context())[0]).page_type == "B"


@pytest.mark.parametrize("pairs", [1, 2, 4])
def test_a_form_on_the_page_of_one_product_tells_of_it(tmp_path: Path, pairs: int) -> None:
    name, *facts, price = GOODS[0]
    sheet = Sheet().text(40, 60, name, size=20, bold=True).picture(40, 80, 300, 340).text(330, 300, price, size=22, bold=True)
    cells = list(zip(LABELS["en"], (*facts, "900 W", "2 years"), strict=True))[:-1]
    _form(sheet, 40, 380, 500, [*cells, ("Gross weight", "1.4 kg"), ("Warranty", "2 years"), ("Carton", "12 pcs")], pairs)

    assert _read(sheet, tmp_path) == EXPECTED[:1]


@pytest.mark.parametrize(
    ("sums", "place"),
    [
        (("RRP $49.95", "Trade {}"), "right"),
        (("UVP $49.95", "HEK {}"), "right"),
        (("{}",), "right"),
        (("Price: {}",), "left"),
        (("{}",), "picture"),
    ],
)
@pytest.mark.parametrize("is_matrix", [True, False])
def test_a_sum_right_under_a_table_is_what_its_rows_cost(tmp_path: Path, sums: tuple[str, ...], place: str, is_matrix: bool) -> None:
    sheet = Sheet()
    for number, (name, *_, price) in enumerate(GOODS):
        y = 60 + 250 * number
        sheet.picture(40, y, 170, y + 130).text(190, y + 12, name, size=12, bold=True).text(190, y + 28, "Material: 100 % cotton", size=8)
        codes = [[f"K{number}-{row}0{column}" for column in (1, 2, 3)] for row in (1, 2)]
        rows = [["Colour", "S", "M", "L"], *([color, *own] for color, own in zip(("Red", "Blue"), codes, strict=True))]
        if not is_matrix:
            rows = [["Item no.", "Size", "Colour"], *([code, size, "Red"] for code, size in zip(codes[0], "SML", strict=True))]
        foot = y + 40 + 18 * len(rows)
        for row, cells in enumerate(rows):
            for column, text in enumerate(cells):
                sheet.text(194 + 90 * column, y + 52 + 18 * row, text, size=8, bold=row == 0)
            sheet.line(190, y + 58 + 18 * row, 550, y + 58 + 18 * row)
        edge = {"left": 190.0, "picture": 40.0, "right": 550.0}[place]
        for text in reversed([text.format(price) for text in sums]):
            edge -= pymupdf.get_text_length(text, "hebo", 11) + 6 if place == "right" else 0.0
            sheet.text(edge, y + 146 if place == "picture" else foot + 18, text, size=11, bold=True)

    found = [(sku["name"], sku.get("price")) for sku in _read(sheet, tmp_path)]

    assert found == [(name, f"{price[1:]} USD") for name, *_, price in GOODS for _ in range(6 if is_matrix else 3)]


STEPS = (("500 pcs", "1,000 pcs", "3,000 pcs"), ("ab 100 Stück", "ab 500 Stück"), ("100", "250", "500"))


def _stepped_form(sheet: Sheet, y: float, rows: list[tuple[str, tuple[str, ...]]]) -> float:
    for label, told in rows:
        edges = [280 + 270 / len(told) * place for place in range(len(told) + 1)]
        if label:
            is_shared = label == rows[-2][0] and not rows[-1][0]
            sheet.frame(180, y, 280, y + (36 if is_shared else 18)).text(184, y + 12, label, size=8, bold=True)
        for left, right, text in zip(edges[:-1], edges[1:], told, strict=True):
            sheet.frame(left, y, right, y + 18).text(left + 4, y + 12, text, size=8)
        y += 18
    return y


@pytest.mark.parametrize("steps", STEPS)
@pytest.mark.parametrize("labels", [("Quantity", "FOB price"), ("Menge", "Stückpreis"), ("Price", "")])
@pytest.mark.parametrize("goods", [GOODS, GOODS[:1]])
def test_forms_with_quantities_over_prices_are_one_product_each(
    tmp_path: Path, goods: tuple[tuple[str, ...], ...], labels: tuple[str, str], steps: tuple[str, ...]
) -> None:
    sheet, y = Sheet(), 60.0
    for name, code, size, material, color, _ in goods:
        sheet.picture(40, y, 150, y + 100)
        told = [("Item No.", (code,)), ("Name", (name,)), ("Size", (size,)), ("Material", (material,)), ("Colour", (color,))]
        sums = tuple(f"${46 - 4 * place}.50" for place in range(len(steps)))
        y = _stepped_form(sheet, y, [*told, (labels[0], steps), (labels[1], sums)]) + 30

    assert _read(sheet, tmp_path) == [{**sku, "price": "46.50 USD"} for sku in EXPECTED[: len(goods)]]


def test_products_beside_each_other_keep_their_least_order_and_price(tmp_path: Path) -> None:
    sheet = Sheet()
    names, codes = [item[0] for item in GOODS], [item[1] for item in GOODS]
    rows = [
        ("Model", tuple(codes)),
        ("Name", tuple(names)),
        ("MOQ", ("500 pcs", "300 pcs", "100 pcs")),
        ("Price", ("$9.50", "$8.50", "$7.50")),
    ]
    _stepped_form(sheet, 60, rows)

    assert [(sku["model"], sku["name"], sku["price"]) for sku in _read(sheet, tmp_path)] == [
        (code, name, f"{price} USD") for code, name, price in zip(codes, names, ("9.50", "8.50", "7.50"), strict=True)
    ]
