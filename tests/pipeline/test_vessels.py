"""Sizes told with what holds the goods."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.drawn import Sheet, by_name

HERBS = (("Lemon Thyme", "HB-301", "€3.20"), ("Curry Plant", "HB-302", "€4.10"), ("Blue Hyssop", "HB-303", "€3.80"))


def _rows(sizes: tuple[str, ...]) -> Sheet:
    """A picture, a name with a description, and at the right edge the code, the size and the price."""
    sheet = Sheet()
    for place, (name, code, price) in enumerate(HERBS):
        y = 80 + 160 * place
        sheet.picture(50, y, 170, y + 120).text(200, y + 40, name, size=14, bold=True)
        sheet.text(200, y + 56, "Grows in any light soil that dries out between two waterings.")
        sheet.text(490, y + 42, code, size=9).text(490, y + 56, sizes[place]).text(490, y + 76, price, size=16, bold=True)
    return sheet


@pytest.mark.parametrize("vessel", ["{} pot", "{} Topf", "maceta {}", "pot de {}"])
def test_a_size_with_its_vessel_is_the_size_of_what_is_named_beside_it(tmp_path: Path, vessel: str) -> None:
    sizes = tuple(vessel.format(size) for size in ("9 cm", "12 cm", "2 l"))

    found = by_name(_rows(sizes).read(tmp_path))

    assert {name: sku["size"] for name, sku in found.items()} == {"Lemon Thyme": "9 cm", "Curry Plant": "12 cm", "Blue Hyssop": "2 l"}


def test_a_vessel_with_its_size_is_a_name_where_nothing_else_is_one(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, litres in enumerate((5, 10, 20)):
        x = 50 + 170 * place
        sheet.picture(x, 80, x + 110, 200).text(x, 220, f"{litres} L Bucket", size=12, bold=True)
        sheet.lines(x, 236, f"BK-{litres}7", f"€{litres}.40")

    assert set(by_name(sheet.read(tmp_path))) == {"5 L Bucket", "10 L Bucket", "20 L Bucket"}


def test_rows_of_the_other_column_of_a_card_are_no_part_of_its_text(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (name, code, price) in enumerate(HERBS):
        y = 80 + 160 * place
        sheet.frame(40, y - 10, 555, y + 130).picture(50, y, 170, y + 120).text(200, y + 30, name, size=14, bold=True)
        sheet.lines(200, y + 46, "Leaves that keep their scent all winter long on a", "bright window sill indoors.", step=12)
        sheet.text(490, y + 36, code, size=9).text(490, y + 49, "12 cm pot").text(490, y + 76, price, size=16, bold=True)

    found = by_name(sheet.read(tmp_path))

    assert {name: (sku["model"], sku["size"]) for name, sku in found.items()} == {name: (code, "12 cm") for name, code, _ in HERBS}
