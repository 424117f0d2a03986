"""Products that have nothing but a name: parallel sections, and plates among plates."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.hero import read_hero
from pipeline.document import Document
from pipeline.records import PageContent
from pipeline.stages.parse import parse_page
from tests.pipeline.drawn import Sheet, values

NAMES = ("Aqualatex", "Primer Plus", "Deco Fine")


def _described(sheet: Sheet, *subheads: str) -> Sheet:
    for place, name in enumerate(NAMES):
        y = 80 + place * 240
        sheet.text(50, y, name, size=16, bold=True)
        for number, subhead in enumerate(subheads):
            sheet.text(50, y + 25 + number * 50, subhead, bold=True)
            sheet.lines(
                50,
                y + 40 + number * 50,
                f"Some words about {name} of kind {number} and {place * 7 + number}.",
                f"More words on row {place}{number} of it.",
            )
    return sheet


def test_same_subheadings_under_other_names_are_products(tmp_path: Path) -> None:
    reading = _described(Sheet(), "Description", "Areas of use", "Packaging").read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [{"name": name} for name in NAMES]
    assert {sku.method for sku in reading.skus} == {"section"}


def test_chapters_without_common_subheadings_are_not(tmp_path: Path) -> None:
    assert _described(Sheet()).read(tmp_path).skus == ()


def _plates(folder: Path, titles: tuple[str, ...]) -> list[PageContent]:
    """Pages of a photo and a title each, all made alike."""
    whole = pymupdf.open()
    for title in titles:
        sheet = Sheet().text(60, 90, title, size=28).picture(60, 120, 500, 600).lines(60, 640, "Soft close hinges", "Easy to clean surface")
        sheet.content(folder)
        with pymupdf.open(folder / "drawn.pdf") as part:
            whole.insert_pdf(part)
    whole.save(folder / "plates.pdf")
    with Document(folder / "plates.pdf") as document:
        return [parse_page(document, number) for number in range(1, len(titles) + 1)]


def _read_second(pages: list[PageContent]) -> Reading:
    context = Context(page_at=lambda number: pages[number - 1] if 1 <= number <= len(pages) else None)
    return read_hero(pages[1], Reading(rest=pages[1].lines), context)


def test_photo_with_a_name_among_its_like_is_a_product(tmp_path: Path) -> None:
    reading = _read_second(_plates(tmp_path, ("WICKER BASKET", "CUTLERY TRAY", "BOTTLE RACK", "PLATE STAND")))

    assert [values(sku) for sku in reading.skus] == [{"name": "CUTLERY TRAY"}]


@pytest.mark.parametrize("title", ["Our Partners", "Why choose us?", "Quality control", "About Us"])
def test_photo_with_a_slogan_is_not(tmp_path: Path, title: str) -> None:
    assert _read_second(_plates(tmp_path, ("WICKER BASKET", title, "BOTTLE RACK", "PLATE STAND"))).skus == ()


def test_photo_with_a_name_by_itself_is_not(tmp_path: Path) -> None:
    pages = _plates(tmp_path, ("WICKER BASKET", "CUTLERY TRAY"))

    assert _read_second(pages[:2]).skus == ()
