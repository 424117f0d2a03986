"""Lists of goods on pages of cards: rows beside one picture, each with a name, a price and a code or dots between the two."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet, values

GIFTS = (("Soap dish", "12 cm", "GS-12", "9.90"), ("Bath salt", "300 g", "BS-30", "7.50"), ("Brush", "20 cm", "BU-20", "12.80"))
SOAPS = (("S11", "Lavender field", "4.90"), ("S12", "Lemon with mint", "5.10"), ("S14", "Plain olive", "5.40"), ("S17", "Marigold", "5.20"))


def _with_cards(sheet: Sheet, y: float) -> Sheet:
    for place, (name, size, code, price) in enumerate(GIFTS):
        x = 50 + 170 * place
        sheet.picture(x, y, x + 120, y + 90).text(x, y + 106, name, size=10, bold=True)
        sheet.lines(x, y + 120, f"{size} - Ref. {code}", f"$ {price}", size=9)
    return sheet


def _skus(sheet: Sheet, folder: Path) -> list[dict[str, str]]:
    return [values(sku) for sku in extract_page(sheet.content(folder), Context())[0]]


@pytest.mark.parametrize("is_shown", [True, False])
@pytest.mark.parametrize(("list_y", "cards_y"), [(110, 330), (300, 90)])
@pytest.mark.parametrize(("title", "size"), [("Scented soaps, 100 g", "100 g"), ("Votives (7 cm)", "7 cm"), ("Scented soaps", None)])
def test_rows_with_codes_among_cards_are_a_list(
    tmp_path: Path, title: str, size: str | None, list_y: float, cards_y: float, is_shown: bool
) -> None:
    sheet = _with_cards(Sheet(), cards_y).text(280, list_y, title, size=13, bold=True)
    if is_shown:
        sheet.picture(50, list_y - 10, 240, list_y + 170)
    for row, (code, name, price) in enumerate(SOAPS):
        y = list_y + 30 + 20 * row
        sheet.text(280, y, code, size=8).text(310, y, name, size=10).text(520, y, f"$ {price}", size=10, bold=True)

    found = {sku["model"]: sku for sku in _skus(sheet, tmp_path)}

    assert len(found) == len(SOAPS) + len(GIFTS)
    assert [(found[code]["name"], found[code]["price"]) for code, _, _ in SOAPS] == [(name, f"{price} USD") for _, name, price in SOAPS]
    assert {found[code].get("size") for code, _, _ in SOAPS} == {size}
    assert [found[code]["size"] for _, _, code, _ in GIFTS] == [size for _, size, _, _ in GIFTS]


def test_rows_with_dots_among_cards_are_a_list(tmp_path: Path) -> None:
    sheet = _with_cards(Sheet(), 330).picture(50, 90, 240, 270).text(280, 110, "Scented soaps, 100 g", size=13, bold=True)
    for row, (_, name, price) in enumerate(SOAPS):
        y = 140 + 20 * row
        sheet.text(280, y, name, size=10).text(400, y, "." * 40, size=10).text(520, y, f"$ {price}", size=10)

    found = _skus(sheet, tmp_path)

    assert [(sku["name"], sku["size"], sku["price"]) for sku in found[:4]] == [(name, "100 g", f"{price} USD") for _, name, price in SOAPS]
    assert len(found) == len(SOAPS) + len(GIFTS)


def test_colours_with_codes_among_cards_are_variants(tmp_path: Path) -> None:
    sheet = _with_cards(Sheet(), 330).picture(50, 90, 240, 270).text(280, 110, "Linen napkin, 45 cm", size=13, bold=True)
    shades = ("Natural", "Sage", "Navy", "White")
    for row, ((code, _, price), shade) in enumerate(zip(SOAPS, shades, strict=True)):
        y = 140 + 20 * row
        sheet.text(280, y, code, size=10).text(320, y, shade, size=10).text(520, y, f"$ {price}", size=10, bold=True)

    found = {sku["model"]: sku for sku in _skus(sheet, tmp_path)}

    assert [found[code]["color"] for code, _, _ in SOAPS] == list(shades)
    assert {(found[code]["name"], found[code]["size"]) for code, _, _ in SOAPS} == {("Linen napkin, 45 cm", "45 cm")}


@pytest.mark.parametrize("code", ["TL20", "TL04", "RM450"])
def test_letters_of_a_currency_at_one_with_figures_are_a_code_behind_its_label(tmp_path: Path, code: str) -> None:
    sheet = Sheet()
    for place, (name, price) in enumerate((("Tea lights", "7.50"), ("Pillar candle", "9.90"), ("Lantern", "12.80"))):
        x = 50 + 170 * place
        sheet.picture(x, 90, x + 120, 180).text(x, 196, name, size=10, bold=True)
        sheet.lines(x, 210, f"4 cm - Ref. {code if place == 0 else f'PC{place}0'}", f"$ {price}", size=9)

    assert next((sku["model"], sku["price"]) for sku in _skus(sheet, tmp_path)) == (code, "7.50 USD")
