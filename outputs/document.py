"""The neutral result document: built once from page results, shared by renderers, `/result` and `extract`."""

from __future__ import annotations

from collections.abc import Iterable

from pipeline.documents import Json, page_document
from pipeline.records import PageResult


def result_document(*, file: str, file_hash: str, pages: Iterable[PageResult]) -> Json:
    """The whole document in memory; long results are written page by page by the renderers instead."""
    return {**document_head(file=file, file_hash=file_hash), "pages": [page_document(page) for page in pages]}


def document_head(*, file: str, file_hash: str) -> Json:
    return {"file": file, "file_hash": file_hash}
