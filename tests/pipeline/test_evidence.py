"""Evidence: every quote stands in the box it names, on real and generated catalogs; and no page loses a line or a picture."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pymupdf
import pytest

from pipeline.catalog import Catalog, run_catalog
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.receipts import unaccounted
from pipeline.records import Attribute, TextSource

SAMPLE = {
    "golden/dev/s1001-00-chromium-mix.pdf": [5, 6],
    "golden/dev/s1001-02-calc-en.pdf": [3, 6],
    "golden/dev/s1002-04-reportlab-zh.pdf": [2, 6],
    "golden/dev/s1003-06-pymupdf-mix.pdf": [3, 5],
    "corpus/catalogs/dancodes91--2025-abus-price-list.pdf": [8],
    "corpus/catalogs/sharanggupta--pricelist.pdf": [1, 2],
}
MARGIN_PT = 2.5


def _characters(text: str) -> Counter[str]:
    return Counter(char for char in unicodedata.normalize("NFKC", text).casefold() if not char.isspace())


class _Words:
    """The words PyMuPDF itself finds, in points of the page as displayed; of scans, those that OCR found."""

    def __init__(self, path: Path, catalog: Catalog) -> None:
        self._pdf = pymupdf.open(path)
        self._path = path
        self._read_from_pixels = {page.page_number for page in catalog.pages if page.text_source == TextSource.OCR}
        self._known: dict[int, list[tuple[Box, str]]] = {}

    def within(self, number: int, box: Box) -> Counter[str]:
        if number not in self._known:
            self._known[number] = self._ocr_words(number) if number in self._read_from_pixels else self._layer_words(number)
        wide = box.expanded(MARGIN_PT)
        return sum((_characters(text) for word, text in self._known[number] if word.intersection(wide) is not None), Counter())

    def _layer_words(self, number: int) -> list[tuple[Box, str]]:
        page = self._pdf[number - 1]
        rects = [(pymupdf.Rect(word[:4]) * page.rotation_matrix, word[4]) for word in page.get_text("words")]
        return [(Box(*rect.normalize()), text) for rect, text in rects]

    def _ocr_words(self, number: int) -> list[tuple[Box, str]]:
        with Document(self._path) as document:
            read = PageContents(document, Options()).read(number)
        return [(word.box.expanded(10), word.text) for word in read.content.words]


def _misplaced(path: Path, catalog: Catalog) -> Iterable[str]:
    words = _Words(path, catalog)
    for page in catalog.pages:
        for sku in page.skus:
            for attribute in (*sku.standard, *sku.custom):
                missing = _characters(attribute.evidence.quote) - _found(attribute, words)
                if missing:
                    yield f"{path.name} page {page.page_number} {attribute.key}: {attribute.evidence.quote!r} lacks {dict(missing)}"


def _found(attribute: Attribute, words: _Words) -> Counter[str]:
    places = [(attribute.evidence.page_number, attribute.evidence.box), *attribute.evidence.more]
    return sum((words.within(number, box) for number, box in places), Counter())


@pytest.mark.parametrize("name", SAMPLE)
def test_quotes_stand_in_their_boxes(shared: Path, name: str) -> None:
    path = shared / name

    catalog = run_catalog(path, options=Options(keep_image_data=False), pages=SAMPLE[name])

    assert sum(len(page.skus) for page in catalog.pages) > 0
    assert list(_misplaced(path, catalog)) == []


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["golden/dev", "corpus/catalogs"])
def test_quotes_stand_in_their_boxes_in_all_catalogs(shared: Path, folder: str) -> None:
    for path in sorted((shared / folder).glob("*.pdf")):
        catalog = run_catalog(path, options=Options(keep_image_data=False), workers=2)

        assert list(_misplaced(path, catalog)) == []


@pytest.mark.parametrize("name", SAMPLE)
def test_no_line_or_picture_is_lost(shared: Path, name: str) -> None:
    path = shared / name

    catalog = run_catalog(path, options=Options(keep_image_data=False), pages=SAMPLE[name])

    with Document(path) as document:
        contents = PageContents(document, Options())
        for page in catalog.pages:
            assert unaccounted(contents.read(page.page_number).content, page.receipt) == []
