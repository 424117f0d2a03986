"""Matrices of codes that are made of letters alone, under heads that say what they cost."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import put, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0, 480.0)
HEADS = (("Apron", "70 x 90 cm", "EUR 14.50"), ("Oven glove", "18 x 32 cm", "EUR 6.90"), ("Tea towel", "50 x 70 cm", "EUR 4.20"))
COLORS = (("Anthracite", "AN"), ("Mustard", "MU"), ("Rosehip", "RH"), ("Sage", "SG"))


def _matrix(page: pymupdf.Page, *, heads: tuple[tuple[str, ...], ...] = HEADS, has_chips: bool = True) -> None:
    put(page, 40, 60, "Havel Kitchen Linen", size=16, font="hebo")
    put(page, 40, 76, "100% organic cotton, 240 gsm, washable at 60 degrees. Order by number.", size=8)
    head = ("Colour", *("\n".join(lines) for lines in heads))
    codes = [(f"     {name}" if has_chips else name, f"HKA-{key}", f"HKG-{key}", f"HKT-{key}") for name, key in COLORS]
    codes[1] = (*codes[1][:2], "-", codes[1][3])
    table(page, [head, *codes], XS, ruled=True)
    if has_chips:
        for row in range(len(COLORS)):
            page.draw_rect(pymupdf.Rect(44, 145 + 18 * row, 53, 154 + 18 * row), fill=(0.2 * row, 0.4, 0.5), width=0.5)


@pytest.mark.parametrize("has_chips", [True, False])
def test_codes_of_letters_are_known_by_what_rows_and_columns_share(tmp_path: Path, has_chips: bool) -> None:
    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: _matrix(page, has_chips=has_chips)))}

    assert len(found) == 11
    assert found["HKG-RH"] == {
        "model": "HKG-RH",
        "name": "Oven glove",
        "size": "18 x 32 cm",
        "material": "100% organic cotton",
        "color": "Rosehip",
        "price": "6.90",
    }


def test_sizes_that_stand_over_what_they_cost_are_told_apart_from_it(tmp_path: Path) -> None:
    heads = (("40 x 40 cm", "EUR 9.50"), ("50 x 50 cm", "EUR 12.90"), ("60 x 60 cm", "EUR 16.20"))

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, lambda page: _matrix(page, heads=heads, has_chips=False)))}

    assert (found["HKT-SG"]["size"], found["HKT-SG"]["price"], found["HKT-SG"]["name"]) == ("60 x 60 cm", "16.20", "Havel Kitchen Linen")


def test_words_in_capitals_that_share_nothing_are_no_codes(tmp_path: Path) -> None:
    rows = [("Grade", "North", "South", "West"), ("A", "YES-NO", "TO-DO", "ON-OFF"), ("B", "IN-OUT", "UP-TO", "GO-BY")]

    assert skus_of(saved(tmp_path, lambda page: _only(page, rows))) == []


def _only(page: pymupdf.Page, rows: list[tuple[str, ...]]) -> None:
    table(page, rows, XS, ruled=True)
