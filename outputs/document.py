"""The neutral result document: built once from page results, shared by renderers, `/result` and `extract`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.documents import Json, page_document
from pipeline.records import PageResult


def result_document(*, file: str, file_hash: str, pages: Sequence[PageResult]) -> Json:
    """The whole document in memory; long results are written page by page by the renderers instead."""
    return {**document_head(file=file, file_hash=file_hash), "pages": list(page_documents(pages))}


def document_head(*, file: str, file_hash: str) -> Json:
    return {"file": file, "file_hash": file_hash}


def page_documents(pages: Sequence[PageResult]) -> Iterator[Json]:
    """The entries of `pages`; a product that goes on over pages finds its pictures on all of them."""
    images = {image.image_id: image for page in pages for image in page.images}
    for page in pages:
        own = {image.image_id for image in page.images}
        elsewhere = [images[binding.image_id] for binding in page.bindings if binding.image_id not in own]
        yield page_document(page, elsewhere)
