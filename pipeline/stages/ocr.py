"""OCR: text that only the page's pixels show."""

from __future__ import annotations

from pipeline.document import Document
from pipeline.options import Options
from pipeline.records import PageContent


def read_missing_text(document: Document, content: PageContent, options: Options) -> PageContent:
    return content
