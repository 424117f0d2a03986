"""Pages to scroll through, several times as long as they are wide."""

from __future__ import annotations

from pathlib import Path

from tests.pipeline.drawn import Sheet, by_name

CABINETS = (
    ("Hall cabinet", "900*580*2150mm"),
    ("Low cabinet", "1600*400*500mm"),
    ("Book case", "900*380*1980mm"),
    ("Sideboard", "1400*420*850mm"),
)


def test_the_last_cards_of_a_long_page_are_not_its_foot(tmp_path: Path) -> None:
    sheet = Sheet(width=400, height=2000)
    for place, (name, size) in enumerate(CABINETS):
        y = 60 + 480 * place
        sheet.picture(40, y, 360, y + 340).text(40, y + 366, name, size=14)
        sheet.text(40, y + 400, f"Size: {size}").text(40, y + 422, "$120.00", size=14)

    found = by_name(sheet.read(tmp_path))

    assert {name: product["size"] for name, product in found.items()} == dict(CABINETS)
