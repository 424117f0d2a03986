"""Receipts: everything on a page ends somewhere, and the receipt says where."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.options import Options
from pipeline.pictures.takeout import Shelf
from pipeline.receipts import failed_page, unaccounted
from pipeline.records import Disposition, PageFailure, Receipt
from pipeline.runner import run_page
from pipeline.survey import survey_document
from pipeline.work import PageWork
from tests.pipeline.catalogs import blank_page, draw, encoded, first_page, grid_page, photo, table_page


@pytest.mark.parametrize("drawn", [table_page, grid_page, blank_page])
def test_every_line_and_picture_is_accounted_for(tmp_path: Path, drawn: object) -> None:
    path = draw(tmp_path, drawn)  # type: ignore[arg-type]

    page = first_page(path)

    with Document(path) as document:
        content = PageContents(document, Options()).read(1).content
    assert unaccounted(content, page.receipt) == []


def test_lost_line_is_noticed(tmp_path: Path) -> None:
    path = draw(tmp_path, table_page)
    page = first_page(path)
    with Document(path) as document:
        content = PageContents(document, Options()).read(1).content

    lost = unaccounted(content, Receipt(page.receipt.entries[1:]))

    assert lost == [content.lines[0]]


def test_used_text_and_headings_are_told_apart(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, table_page))

    fates = {entry.text: (entry.disposition, entry.rule) for entry in page.receipt.entries if entry.kind == "text"}
    assert fates["TX-2001"][0] == Disposition.USED
    assert fates["Price List"][0] != Disposition.FAILED
    assert all(rule for _, rule in fates.values())


def _told_cards(page: pymupdf.Page) -> None:
    """Cards with more on them than a product's values."""
    grid_page(page)
    for place in range(6):
        x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230 + 136 + 39
        page.insert_text((x, y), "Zorb quennel", fontsize=9)
        page.insert_text((x, y + 20), "Made by hand, one at a time,", fontsize=8)
        page.insert_text((x, y + 30), "and tried before it leaves us.", fontsize=8)
        page.insert_text((x, y + 46), "* while stocks last", fontsize=8)


def test_what_a_card_holds_but_no_value_quotes_is_called_what_it_is(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, _told_cards))

    quoted = {attribute.evidence.quote for sku in page.skus for attribute in (*sku.standard, *sku.custom)}
    fates = {entry.text: (entry.disposition, entry.rule) for entry in page.receipt.entries if entry.kind == "text"}
    assert "Zorb quennel" not in quoted
    assert fates["Zorb quennel"][0] is Disposition.IN_REVIEW
    assert fates["Made by hand, one at a time,"] == (Disposition.IGNORED, "description")
    assert fates["and tried before it leaves us."] == (Disposition.IGNORED, "description")
    assert fates["* while stocks last"] == (Disposition.IGNORED, "note")


def _numbered_rows(page: pymupdf.Page) -> None:
    table_page(page)
    for row in range(1, 13):
        page.insert_text((40, 90 + 24 * row + 16), str(row), fontsize=9)
    for y in (90, 90 + 24 * 13):
        page.draw_line((30, y), (50, y), width=0.7)
    for row in range(13):
        page.draw_line((30, 90 + 24 * row), (50, 90 + 24 * row), width=0.7)
    page.draw_line((30, 90), (30, 90 + 24 * 13), width=0.7)


def test_numbers_of_rows_are_passed_over_by_name(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, _numbered_rows))

    fates = {(entry.disposition, entry.rule) for entry in page.receipt.entries if entry.text.isdigit()}
    assert fates == {(Disposition.IGNORED, "row_number")}


def test_bound_pictures_are_used(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, grid_page))

    assert page.receipt.counts()["picture"] == {"used": 6}


def test_failed_page_says_which_stage_failed() -> None:
    page = failed_page(7, PageFailure("page", "timeout", "too long"))

    assert page.receipt.entries[0].rule == "page:timeout"
    assert page.receipt.entries[0].disposition == Disposition.FAILED


def test_stage_that_fails_leaves_a_record_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = draw(tmp_path, lambda page: page.insert_image(pymupdf.Rect(50, 100, 300, 350), stream=encoded(photo(1))))

    with Document(path) as document:
        survey = survey_document(document, path)
        # A survey that cannot be asked about repeated pictures makes the image stage fail, and nothing else.
        work = PageWork(document, 1, Options(), _Broken(survey), PageContents(document, Options()), Shelf())  # type: ignore[arg-type]
        page = run_page(work)

    assert [failure.stage for failure in page.failures] == ["images"]
    assert page.confidence == 0.0
    assert page.receipt.counts()["picture"] == {"failed": 1}
    assert [step.stage for step in page.trace][-1] == "display"


class _Broken:
    """A survey without its counts."""

    def __init__(self, survey: object) -> None:
        self.file_hash = survey.file_hash  # type: ignore[attr-defined]

    def is_repeated(self, signature: object) -> bool:
        raise LookupError("no counts")
