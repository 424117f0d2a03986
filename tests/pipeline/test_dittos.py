"""Marks for `as above` in tables."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from pipeline.records import Disposition
from tests.pipeline.sheets import reading_of, saved, skus_of, table

HEADER = ("Code", "Item", "Colour", "Size", "Price (USD)")
XS = (40.0, 120.0, 250.0, 340.0, 430.0, 530.0)


def _rows(mark: str) -> tuple[tuple[str, ...], ...]:
    return (
        HEADER,
        ("HB-11", "Canvas tote", "Black", "30x40 cm", "4.10"),
        ("HB-12", mark, "Green", mark, "4.20"),
        ("HB-13", mark, mark, "40x50 cm", "4.90"),
        ("HB-21", "Cooler bag", "Blue", "20x20 cm", "7.30"),
        ("HB-22", mark, mark, "25x25 cm", mark),
    )


@pytest.mark.parametrize("mark", ["do.", "ditto", "idem", '"', "dto.", "wie oben", "- do -"])
@pytest.mark.parametrize("ruled", [True, False])
def test_a_mark_for_the_same_takes_the_value_above(tmp_path: Path, mark: str, ruled: bool) -> None:
    found = skus_of(saved(tmp_path, partial(table, rows=_rows(mark), xs=XS, ruled=ruled)))

    told = [(sku["model"], sku["name"], sku["color"], sku["size"], sku["price"]) for sku in found]
    assert told == [
        ("HB-11", "Canvas tote", "Black", "30x40 cm", "4.10"),
        ("HB-12", "Canvas tote", "Green", "30x40 cm", "4.20"),
        ("HB-13", "Canvas tote", "Green", "40x50 cm", "4.90"),
        ("HB-21", "Cooler bag", "Blue", "20x20 cm", "7.30"),
        ("HB-22", "Cooler bag", "Blue", "25x25 cm", "7.30"),
    ]


def test_marks_are_accounted_for_and_point_at_the_value_they_repeat(tmp_path: Path) -> None:
    reading = reading_of(saved(tmp_path, partial(table, rows=_rows("do."), xs=XS)))

    first, second = reading.skus[:2]
    assert second.get("name").evidence.box == first.get("name").evidence.box
    assert not any("do." in line.text for line in reading.rest)
    assert all(entry.disposition is Disposition.USED for entry in reading.entries if "do." in entry.text)


def test_a_mark_under_the_header_says_nothing(tmp_path: Path) -> None:
    rows = (HEADER, ("HB-31", "do.", "Red", "30x40 cm", "4.10"), ("HB-32", "Lunch box", "do.", "20x20 cm", "5.00"))

    found = skus_of(saved(tmp_path, partial(table, rows=rows, xs=XS, ruled=True)))

    assert [(sku["model"], sku.get("name"), sku["color"]) for sku in found] == [("HB-31", None, "Red"), ("HB-32", "Lunch box", "Red")]


def test_a_pack_that_is_told_by_what_it_holds_is_the_size(tmp_path: Path) -> None:
    rows = (
        ("Code", "Item", "Pack", "Price (USD)"),
        ("LQ-1", "Wood glue", "750 ml", "4.10"),
        ("LQ-2", "Wood glue", "5 L", "14.10"),
        ("LQ-3", "Linseed oil", "1 L", "9.10"),
    )

    found = skus_of(saved(tmp_path, partial(table, rows=rows, xs=(40.0, 130.0, 290.0, 400.0, 520.0))))

    assert [sku["size"] for sku in found] == ["750 ml", "5 L", "1 L"]
