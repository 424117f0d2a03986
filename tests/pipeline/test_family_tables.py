"""Families under each other: the picture of each, its name beside or over it, and a table of its variants."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table


def _photo(page: pymupdf.Page, box: pymupdf.Rect) -> None:
    pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40))
    pixels.set_rect(pixels.irect, (90, 110, 150))
    pixels.set_rect(pymupdf.IRect(10, 10, 30, 30), (200, 60, 40))
    page.insert_image(box, pixmap=pixels)


@pytest.mark.parametrize(("first", "models"), [(7101, ["7101", "7102", "7103"]), (1, [None] * 3)])
def test_numbers_of_goods_that_follow_each_other_are_models_from_a_thousand_on(
    tmp_path: Path, first: int, models: list[str | None]
) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 36, 60, "Pots and cans", size=20, font="hebo")
        _photo(page, pymupdf.Rect(50, 80, 150, 170))
        put(page, 170, 95, "Clay pot", size=14, font="hebo")
        rows = [(f"{first + row}", f"{row + 2}0 x 14 cm", color, f"{row + 5},95 €") for row, color in enumerate(("red", "white", "green"))]
        table(page, [("Best.-Nr.", "Maße", "Farbe", "Preis"), *rows], (36, 140, 300, 430, 540), y=190, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku.get("model") for sku in found] == models
    assert {sku["name"] for sku in found} <= {"Clay pot", "Pots and cans"}


def test_title_set_twice_for_weight_over_the_picture_beside_a_table_names_its_rows(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 36, 50, "Recessed lights", size=19)
        for number, title in enumerate(("Slim downlight", "Deep spot")):
            y = 90.0 + 240 * number
            for shift in (0.0, 0.25):
                put(page, 36 + shift, y + 12, title, size=11)
            _photo(page, pymupdf.Rect(36, y + 20, 166, y + 150))
            rows = [(f"DL{number}{watt}-30", f"{watt}W", "White", "2.10") for watt in (6, 12, 18)]
            table(page, [("Model", "Power", "Colour", "USD/pc"), *rows], (200, 290, 390, 460, 530), y=y, ruled=True)

    assert [sku["name"] for sku in skus_of(saved(tmp_path, drawing))] == ["Slim downlight"] * 3 + ["Deep spot"] * 3
