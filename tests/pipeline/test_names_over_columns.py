"""Products compared side by side: their names stand over the grid of what is told of them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import Rows, put, saved, skus_of, table

XS = (40.0, 140.0, 240.0, 340.0)
PROPERTIES: Rows = (
    ("Model", "KT-100", "KT-200"),
    ("Size", "20 x 30 cm", "25 x 40 cm"),
    ("Controls", "Knob", "Touch panel"),
    ("Weight", "4 kg", "6 kg"),
    ("Price", "$ 89.00", "$ 129.00"),
)


@pytest.mark.parametrize("foot", [108.0, 88.0])
def test_names_over_the_columns_of_a_comparison_name_its_products(tmp_path: Path, foot: float) -> None:
    def draw(page: pymupdf.Page) -> None:
        for x, name in ((150, "Kettle Plain"), (250, "Kettle Smart")):
            put(page, x, foot, name, size=11)
        table(page, PROPERTIES, XS, y=114, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == [
        ("KT-100", "Kettle Plain", "89.00"),
        ("KT-200", "Kettle Smart", "129.00"),
    ]
    assert all(sku["size"].endswith("cm") for sku in found)


def test_a_title_over_a_comparison_is_no_name_of_one_column(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 150, 108, "Kettles", size=11)
        table(page, PROPERTIES, XS, y=114, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == ["KT-100", "KT-200"]
    assert len({sku.get("name") == "Kettles" for sku in found}) == 1
