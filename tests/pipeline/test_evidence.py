"""On real and generated catalogs: every value's quote stands in its box, and every word of a page is accounted for."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from pipeline.backends.base import Context
from pipeline.document import Document
from pipeline.records import Attribute, PageContent
from pipeline.stages.extract import extract_page
from pipeline.stages.parse import parse_page

CATALOGS = (
    "golden/dev/s1001-00-chromium-mix.pdf",
    "golden/dev/s1001-03-writer-zh.pdf",
    "golden/dev/s1001-04-reportlab-mix.pdf",
    "golden/dev/s1002-02-calc-en.pdf",
    "golden/dev/s1002-06-pymupdf-mix.pdf",
    "corpus/catalogs/sharanggupta--pricelist.pdf",
    "corpus/catalogs/rajccom--Water-Heaters.pdf",
    "corpus/catalogs/Meta-Team--MindVision MV-SUA134GC-T.pdf",
)


def letters(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def stands_in_its_box(attribute: Attribute, pages: dict[int, PageContent]) -> bool:
    evidence = attribute.evidence
    box = evidence.box.expanded(0.6)
    inside = letters(
        "".join(word.text for word in pages[evidence.page_number].words if box.contains_point(word.box.center_x, word.box.center_y))
    )
    return all(letters(piece) in inside for piece in evidence.quote.split())


@pytest.mark.parametrize("name", CATALOGS, ids=[Path(name).stem for name in CATALOGS])
def test_every_value_is_printed_where_it_says(shared: Path, name: str) -> None:
    with Document(shared / name) as document:
        pages = {number: parse_page(document, number) for number in range(1, document.page_count + 1)}

    for content in pages.values():
        skus, entries = extract_page(content, Context(page_at=pages.get))
        wrong = [a for sku in skus for a in (*sku.standard, *sku.custom) if not stands_in_its_box(a, pages)]
        assert wrong == []
        told = letters("".join(entry.text for entry in entries if entry.kind == "text"))
        assert sorted(told) == sorted(letters("".join(word.text for word in content.words)))
