"""Data sheets that go on over a page."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.crosspage import join_pages
from tests.pipeline.sheets import put, reading_of, saved, skus_of, table, values
from tests.pipeline.test_crosspage import page, sku

GOODS = (("Code", "Description", "Price EUR"), ("GR-210", "Deck oven small", "1480.00"), ("GR-216", "Deck oven large", "1950.00"))
XS = (40.0, 180.0, 360.0, 520.0)


def _goods(page: pymupdf.Page) -> None:
    table(page, GOODS, XS, ruled=True)


@pytest.mark.parametrize("mark", ["(continued)", "(suite)", "(Fortsetzung)"])
def test_columns_of_codes_tell_more_of_the_page_before(tmp_path: Path, mark: str) -> None:
    rows = (
        ("", "GR-210", "GR-216"),
        ("Weight", "115 kg", "138 kg"),
        ("Voltage", "400 V", "400 V"),
        ("Baked at once", "12 loaves", "16 loaves"),
    )

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 92, f"Technical data {mark}", size=13, font="hebo")
        table(page, rows, XS, ruled=True)

    found = reading_of(saved(tmp_path, _goods, drawing), 2).skus

    assert [values(sku) for sku in found] == [
        {"model": "GR-210", "Weight": "115 kg", "Voltage": "400 V", "Baked at once": "12 loaves"},
        {"model": "GR-216", "Weight": "138 kg", "Voltage": "400 V", "Baked at once": "16 loaves"},
    ]
    assert {sku.method for sku in found} == {"table_more"}


def test_a_list_of_properties_tells_more_of_the_code_in_its_title(tmp_path: Path) -> None:
    rows = (
        ("Item", "Value"),
        ("Protection", "IP67"),
        ("Housing material", "Aluminium"),
        ("Dimensions", "44 x 20 x 25 mm"),
        ("Weight", "70 g"),
    )

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 92, "GR-216 specification (continued)", size=13, font="hebo")
        table(page, rows, (40.0, 200.0, 400.0))

    found = skus_of(saved(tmp_path, _goods, drawing), 2)

    assert found == [{"model": "GR-216", "size": "44 x 20 x 25 mm", "material": "Aluminium", "Protection": "IP67", "Weight": "70 g"}]


@pytest.mark.parametrize("heads", [("Item", "Parameter"), ("Merkmal", "Wert"), ("Caractéristique", "Valeur")])
def test_properties_and_their_values_are_no_goods(tmp_path: Path, heads: tuple[str, str]) -> None:
    rows = (heads, ("Analog output", "4-20 mA"), ("Display", "OLED, 4 digits"), ("Protection", "IP67"), ("Vibration", "10-55 Hz"))

    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 92, "GR-216 specification", size=13, font="hebo")
        table(page, rows, (40.0, 200.0, 400.0))

    assert not skus_of(saved(tmp_path, drawing))


def test_more_of_several_products_is_added_to_each_of_them() -> None:
    first = page(1, *(sku(1, f"a{n}", method="table_ruled", model=f"GR-{n}", size="20 cm") for n in range(3)))
    later = [sku(2, f"b{n}", method="table_more", model=f"GR-{n}", size="5 cm", Weight=f"{n} kg") for n in range(3)]

    pages, _ = join_pages([first, page(2, *later, sku(2, "c", method="table_ruled", model="GR-9"))])

    assert [(values(one)["size"], values(one)["Weight"]) for one in pages[0].skus] == [("20 cm", f"{n} kg") for n in range(3)]
    assert [values(one)["model"] for one in pages[1].skus] == ["GR-9"]
