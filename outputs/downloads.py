"""A job's result as a download: JSON, CSV or XLSX, page by page on its way to the client."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from itertools import islice
from pathlib import PurePath
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.http import content_disposition_header

from jobs.models import PDFJob
from outputs.document import document_head
from outputs.renderers import csv_chunks, json_chunks, write_xlsx
from pdfsku.shared.errors import Code, Failure
from pipeline.queries import page_documents

CONTENT_TYPES = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FORMATS = tuple(CONTENT_TYPES)
BLOCK_BYTES = 64 * 1024
CHUNKS_AT_ONCE = 20


class Pages:
    """The page documents of a job, read anew by each pass: a table needs its columns before its rows."""

    def __init__(self, job: PDFJob) -> None:
        self._job = job

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return page_documents(self._job)


def result_response(request: HttpRequest, job: PDFJob, kind: str) -> StreamingHttpResponse:
    """A file named after the catalog."""
    if kind not in FORMATS:
        raise Failure(Code.VALIDATION_FAILED, fields={"format": [f"One of {', '.join(FORMATS)}."]})
    chunks = _chunks(job, kind)
    # An ASGI server would read a plain iterator to its end before it sends the first byte.
    content = _in_turns(chunks) if isinstance(request, ASGIRequest) else chunks
    response = StreamingHttpResponse(content, content_type=CONTENT_TYPES[kind])
    name = f"{PurePath(job.source_file).stem}.{kind}"
    response.headers["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or "attachment"
    return response


def _chunks(job: PDFJob, kind: str) -> Iterator[bytes]:
    pages = Pages(job)
    if kind == "xlsx":
        return _workbook(pages)
    texts = csv_chunks(pages) if kind == "csv" else json_chunks(document_head(file=job.source_file, file_hash=job.file_hash), pages)
    return (text.encode() for text in texts)


def _workbook(pages: Pages) -> Iterator[bytes]:
    """A workbook is an archive: it is complete before its first byte can go."""
    with tempfile.TemporaryFile() as file:
        write_xlsx(file, pages)
        file.seek(0)
        while block := file.read(BLOCK_BYTES):
            yield block


async def _in_turns(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    """A few chunks at a time from a thread, so that other requests go on in between."""
    while some := await sync_to_async(_some)(chunks):
        yield some


def _some(chunks: Iterator[bytes]) -> bytes:
    return b"".join(islice(chunks, CHUNKS_AT_ONCE))
