"""Products that have nothing but a name: parallel sections, and plates among plates."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.heroes.reader import read_hero
from pipeline.backends.rules.page.kinds import page_kind
from pipeline.document import Document
from pipeline.records import PageContent
from pipeline.stages.parse import parse_page
from tests.pipeline.drawn import Sheet, values

NAMES = ("Aqualatex", "Primer Plus", "Deco Fine")


def _described(sheet: Sheet, *subheads: str, brand: str = "") -> Sheet:
    for place, name in enumerate(NAMES):
        y = 80 + place * 240
        sheet.text(50, y, brand, size=16).text(50 + 9 * len(brand), y, name, size=16, bold=True)
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


def test_the_brand_before_a_name_may_be_set_in_another_weight(tmp_path: Path) -> None:
    reading = _described(Sheet(), "Description", "Areas of use", "Packaging", brand="Northmark").read(tmp_path)

    assert [values(sku) for sku in reading.skus] == [{"name": f"Northmark {name}"} for name in NAMES]


def test_a_heading_over_several_products_names_none_of_them(tmp_path: Path) -> None:
    sheet = _described(Sheet(), "Description", "Areas of use", "Packaging")
    sheet.text(400, 60, "Waterproofing", size=20).text(400, 300, "Primers", size=20)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == list(NAMES)


def test_certificates_beside_the_pictures_are_not_their_names(tmp_path: Path) -> None:
    sheet = _described(Sheet(), "Description", "Areas of use", "Packaging")
    for place in range(3):
        sheet.picture(330, 110 + place * 240, 420, 200 + place * 240).lines(330, 210 + place * 240, "EN 12004", f"C{place}T", size=7)

    assert [values(sku)["name"] for sku in sheet.read(tmp_path).skus] == list(NAMES)


def test_pictures_with_the_pages_to_turn_to_are_contents(tmp_path: Path) -> None:
    sheet = Sheet()
    for place, (title, pages) in enumerate(
        [("Adhesives", "1-4"), ("Grouts", "5-6"), ("Mortars", "7-9"), ("Primers", "10"), ("Tools", "11-18")]
    ):
        x, y = 60 + place % 2 * 260, 80 + place // 2 * 220
        sheet.picture(x, y, x + 200, y + 140).text(x, y + 160, title).text(x + 160, y + 160, pages)

    content = sheet.content(tmp_path)

    assert sheet.read(tmp_path).skus == ()
    assert page_kind(content, ()).page_type == "D"


@pytest.mark.parametrize(("title", "sign"), [("Contents", ""), ("", "P")], ids=["titled small over large figures", "pages with their sign"])
def test_numbered_chapters_with_their_pages_are_contents(tmp_path: Path, title: str, sign: str) -> None:
    sheet = Sheet().picture(400, 660, 500, 780).text(440, 85, title or "Autumn", size=17)
    for place, chapter in enumerate(("Basins", "Taps", "Showers", "Mirrors", "Cabinets", "Drains", "Hooks")):
        y = 130 + 70 * place
        sheet.text(60, y, f"0{place + 1}", size=25).text(110, y, chapter, size=14).text(480, y + 6, f"{sign}{10 + 3 * place}", size=12)

    assert sheet.read(tmp_path).skus == ()
    assert page_kind(sheet.content(tmp_path), ()).page_type == "D"


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


def test_a_series_over_the_name_leaves_the_name_to_the_product(tmp_path: Path) -> None:
    whole = pymupdf.open()
    for name in ("Aqualatex", "Techno Flow", "Deco Fine"):
        sheet = Sheet().text(420 - 6 * len(name), 60, f"Series {name[:3]}", size=20).text(60, 100, name, size=16, bold=True)
        sheet.picture(60, 120, 200, 300).text(230, 130, "Description", bold=True).lines(
            230, 145, "Words about it.", "And some more of them."
        )
        sheet.text(230, 190, "Areas of use", bold=True).lines(230, 205, "Floors and walls, in and out.", "Old and new ones.")
        sheet.content(tmp_path)
        with pymupdf.open(tmp_path / "drawn.pdf") as part:
            whole.insert_pdf(part)
    whole.save(tmp_path / "sheets.pdf")
    with Document(tmp_path / "sheets.pdf") as document:
        pages = [parse_page(document, number) for number in range(1, 4)]

    assert [values(sku) for sku in _read_second(pages).skus] == [{"name": "Techno Flow"}]


def test_photo_with_a_name_by_itself_is_not(tmp_path: Path) -> None:
    pages = _plates(tmp_path, ("WICKER BASKET", "CUTLERY TRAY"))

    assert _read_second(pages[:2]).skus == ()
