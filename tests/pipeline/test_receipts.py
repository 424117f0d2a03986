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
