"""Facts in rows of their own over rows of goods: they tell of all codes under them, alone on a page or in cards side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.options import Options
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import values
from tests.pipeline.sheets import XS, contents, put, reading_of, saved, table

GERMAN = (
    ("Shelf Fjord", (("Material", "Buche"), ("Maße", "80 x 20 x 3 cm"), ("Belastbarkeit", "12 kg")), ("weiß", "schwarz", "grau")),
    ("Shelf Sund", (("Material", "Kiefer"), ("Maße", "40 x 40 x 3 cm"), ("Belastbarkeit", "8 kg")), ("weiß", "rot")),
    ("Rack Vik", (("Material", "Eiche"), ("Maße", "60 x 12 cm"), ("Belastbarkeit", "9 kg")), ("blau", "rot", "grau")),
    ("Mirror Oval", (("Material", "Stahl"), ("Maße", "50 x 70 cm"), ("Belastbarkeit", "5 kg")), ("gold", "schwarz")),
)
FRENCH = (
    (
        "Tabouret",
        (("Dimensions :", "Ø 32 × H 45 cm"), ("Matière :", "hêtre"), ("Poids :", "3 kg")),
        ("01 noir mat", "02 blanc mat", "07 cuivre"),
    ),
    ("Banc", (("Dimensions :", "120 × 30 × 45 cm"), ("Matière :", "chêne"), ("Poids :", "9 kg")), ("01 noir mat",)),
)


def _card(
    page: pymupdf.Page, x: float, y: float, title: str, facts: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]], *, edge: float
) -> None:
    put(page, x, y, title, size=12, font="hebo")
    y += 26
    for label, value in facts:
        put(page, x, y, label, size=7.5)
        put(page, x + 60, y, value, size=7.5)
        y += 12.5
    y += 8
    for code, color, price in rows:
        put(page, x, y, code, size=8, font="hebo")
        put(page, x + edge, y, color, size=8)
        put(page, x + 180, y, price, size=8, font="hebo")
        y += 15


def _rows(title: str, colors: Sequence[str], currency: str) -> list[tuple[str, str, str]]:
    return [(f"{title[-2:].upper()}-{number}01", color, f"{number + 3}9.00 {currency}") for number, color in enumerate(colors, start=1)]


def _read(path: Path) -> dict[str, dict[str, str]]:
    skus, _ = extract_page(contents(path)[1], Context(options=Options()))
    return {found["model"]: found for sku in skus if (found := values(sku))}


@pytest.mark.parametrize("edge", [60, 48], ids=["in the columns of the facts", "in columns of their own"])
@pytest.mark.parametrize(("goods", "currency"), [(GERMAN, "EUR"), (FRENCH, "CHF")], ids=["cards side by side", "one under the other"])
def test_facts_over_rows_of_codes_tell_of_each(tmp_path: Path, goods: Sequence[tuple], currency: str, edge: float) -> None:  # type: ignore[type-arg]
    def drawing(page: pymupdf.Page) -> None:
        columns = 2 if goods is GERMAN else 1
        for number, (title, facts, colors) in enumerate(goods):
            x, y = 40 + 280 * (number % columns), 80 + 220 * (number // columns)
            _card(page, x, y + 6 * (number % columns), title, facts, _rows(title, colors, currency), edge=edge)

    found = _read(saved(tmp_path, drawing))

    expected = {}
    for title, facts, colors in goods:
        told = [value for _, value in facts]
        size, material = (told[1], told[0]) if goods is GERMAN else (told[0], told[1])
        for code, color, price in _rows(title, colors, currency):
            expected[code] = {"model": code, "name": title, "size": size, "material": material, "color": color, "price": price}
    assert found == expected


def test_a_list_with_a_code_is_of_one_product_whatever_stands_under_it(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        facts = (("Item No.", "KX-200"), ("Material", "Steel"), ("Size", "20 x 30 cm"))
        _card(page, 40, 80, "Wall bracket", facts, [("KX-201", "spare screws", "2.00 EUR"), ("KX-202", "spare cap", "1.00 EUR")], edge=60)

    found = _read(saved(tmp_path, drawing))

    assert all("Steel" not in sku.values() for code, sku in found.items() if code != "KX-200")


def test_labels_in_two_lines_over_some_columns_are_no_facts(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for x, y, label in (
            (40, 106, "Part No."),
            (130, 106, "Product Name"),
            (260, 101, "Pack"),
            (260, 112, "Size"),
            (330, 101, "Net"),
            (330, 112, "Weight"),
            (420, 106, "Price (EUR)"),
        ):
            put(page, x, y, label, font="hebo")
        for row in range(6):
            y = 136 + 24 * row
            for x, text in ((40, f"58-50{row}6"), (260, f"{row + 5}0 pcs"), (330, f"{row + 2} kg"), (420, f"{row + 1}.89")):
                put(page, x, y, text)
            put(page, 130, y - 5, f"Toroidal {'ABCDEF'[row]}")
            put(page, 130, y + 6, "choke")

    found = _read(saved(tmp_path, drawing))

    assert [(code, sku["name"], sku["price"]) for code, sku in found.items()] == [
        (f"58-50{row}6", f"Toroidal {'ABCDEF'[row]} choke", f"{row + 1}.89 EUR") for row in range(6)
    ]


def test_whom_a_quotation_is_for_tells_nothing_of_the_goods(tmp_path: Path) -> None:
    rows = (("Item", "Description", "Colour", "Price EUR"), *((f"HL-880{n}", f"Headlamp {n}", "Clear", f"{n}8.00") for n in range(1, 5)))

    def drawing(page: pymupdf.Page) -> None:
        over = (("To: Baltic Trade, Kaunas", "Quote ref: Q26-0117"), ("Attn: Purchasing Dept.", "Date: 14.01.2026"))
        table(page, over, (XS[0], XS[2], XS[4]), y=64, ruled=True)
        table(page, rows, XS, y=100, ruled=True)

    found = reading_of(saved(tmp_path, drawing)).skus

    assert len(found) == 4
    assert all(sku.custom == () for sku in found)
