"""Pages that say on which pages goods stand, and words that only sound like such pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.page.subjects import page_subject
from pipeline.stages.extract import extract_page
from tests.pipeline.drawn import Sheet


def _listed(sheet: Sheet, last: str) -> Sheet:
    for row in range(12):
        for x, code in ((50, f"0933.05.0{10 + row}"), (180, f"FS115K0{20 + row}")):
            sheet.text(x, 130 + 13 * row, code, size=8)
            sheet.text(x + 90, 130 + 13 * row, last if row == 11 else str(3 + (7 * row) % 5), size=8)
    return sheet


@pytest.mark.parametrize(
    ("over", "last", "is_index"),
    [
        ("Part number and page", "4", True),
        ("Artikelnummer und Seite", "4", True),
        ("Part number, pack", "4", False),
        ("Page 8", "4", False),
        ("Part number and page", "$4.20", False),
    ],
)
def test_codes_beside_their_pages_are_an_index(tmp_path: Path, over: str, last: str, is_index: bool) -> None:
    sheet = _listed(Sheet().text(50, 90, "All numbers", size=16).text(50, 110, over, size=8), last)

    content = sheet.content(tmp_path)

    assert (page_subject(content.lines) == "contents") is is_index
    assert not is_index or not extract_page(content, Context())[0]


@pytest.mark.parametrize(
    ("title", "subject"), [("Inhalt und Zeichenerklärung", "contents"), ("Contents & legend", "contents"), ("Legend", None)]
)
def test_contents_may_share_their_page_with_what_signs_mean(tmp_path: Path, title: str, subject: str | None) -> None:
    sheet = Sheet().text(50, 90, title, size=16)
    for row, name in enumerate(("Hex screws DIN 933", "Washers", "Anchors", "Abrasives")):
        sheet.text(50, 130 + 22 * row, name).text(540, 130 + 22 * row, str(3 + row))

    content = sheet.content(tmp_path)

    assert page_subject(content.lines) == subject
    assert subject is None or not extract_page(content, Context())[0]


@pytest.mark.parametrize(("sums", "subject"), [(5, None), (0, "company")])
def test_where_sums_are_asked_goods_are_for_the_office(tmp_path: Path, sums: int, subject: str | None) -> None:
    sheet = Sheet().text(50, 60, "Office", size=16)
    for row in range(5):
        end = f" $1{row}.50" if row < sums else ""
        sheet.text(50, 100 + 16 * row, f"Things that many people use day after day.{end}")

    assert page_subject(sheet.content(tmp_path).lines) == subject
