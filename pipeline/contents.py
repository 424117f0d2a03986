"""The contents of a file's pages as stages ask for them: a table that goes on looks back at the page where it began."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from pipeline.clock import wind_up
from pipeline.document import Document
from pipeline.options import Options
from pipeline.records import PageContent
from pipeline.scans.need import ReadPage
from pipeline.stages.ocr import read_missing_text
from pipeline.stages.parse import parse_page

KEPT_PAGES = 6
KEPT_FINDINGS = 30

Page = TypeVar("Page")


class PageContents:
    """Parses and reads each page once while it is near the one in work."""

    def __init__(self, document: Document, options: Options, on_ocr: Callable[[], None] = lambda: None) -> None:
        self._document = document
        self._options = options
        self._on_ocr = on_ocr
        self._parsed: OrderedDict[int, PageContent] = OrderedDict()
        self._read: OrderedDict[int, ReadPage] = OrderedDict()
        self._memories: tuple[dict[int, Any], dict[int, Any]] = ({}, {})

    def parsed(self, number: int) -> PageContent:
        """The page as the PDF says it, without OCR."""
        return _kept(self._parsed, number, lambda: parse_page(self._document, number))

    def read(self, number: int) -> ReadPage:
        """The page with what only its pixels show."""
        return _kept(self._read, number, lambda: self._freshly_read(number))

    def _freshly_read(self, number: int) -> ReadPage:
        page = read_missing_text(self._document, self.parsed(number), self._options)
        if page.need.is_for_text:
            wind_up(self._options.page_cpu_seconds)
            self._on_ocr()
        return page

    def memory_for(self, number: int) -> dict[int, Any]:
        """What pages like this one, with a text layer or without, found out about the pages before: the last few are kept."""
        memory = self._memories[self.read(number).need.is_for_text]
        for old in [page for page in memory if not number - KEPT_FINDINGS <= page <= number]:
            del memory[old]
        return memory

    def looked_back_at(self, number: int, *, by: int) -> PageContent | None:
        """Another page as a stage of page `by` may see it. Only a page that was itself read from pixels has others read for it:
        a table does not begin on a photo and go on as text. Nor may a page that draws without end take its neighbours along."""
        if not 1 <= number <= self._document.page_count or not self._document.is_light(number):
            return None
        return self.read(number).content if self.read(by).need.is_for_text else self.parsed(number)


def _kept(pages: OrderedDict[int, Page], number: int, make: Callable[[], Page]) -> Page:
    """The page nobody asked for the longest goes first: all of a catalog may look back at its first page."""
    if number not in pages:
        pages[number] = make()
        if len(pages) > KEPT_PAGES:
            pages.popitem(last=False)
    pages.move_to_end(number)
    return pages[number]
