"""The result of a job for download: JSON, CSV or XLSX, streamed page by page."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from django.http import FileResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from jobs.models import PDFJob
from jobs.queries import job_visible_to
from outputs.document import document_head
from outputs.renderers import csv_chunks, json_chunks, write_xlsx
from pdfsku.accounts.authentication import signed_in
from pdfsku.accounts.permissions import MayReadJobs
from pdfsku.shared.choices import JobInternalStatus
from pdfsku.shared.errors import Code, Failure
from pipeline.queries import page_documents

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = ("json", "csv", "xlsx")
_NO_RESULT = (
    JobInternalStatus.UPLOADED,
    JobInternalStatus.EVALUATING,
    JobInternalStatus.EVALUATED,
    JobInternalStatus.REJECTED,
    JobInternalStatus.CANCELLED,
)


class Pages:
    """The page documents of a job, read anew by each pass: a table needs its columns before its rows."""

    def __init__(self, job: PDFJob) -> None:
        self._job = job

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return page_documents(self._job)


class ResultView(APIView):
    """What was read so far: a job in work gives the pages it has."""

    permission_classes = [MayReadJobs]

    @extend_schema(
        parameters=[OpenApiParameter("format", str, enum=FORMATS, default="json")],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/csv"): OpenApiTypes.STR, (200, XLSX): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, job_id: uuid.UUID) -> HttpResponseBase:
        job = job_visible_to(signed_in(request), job_id)
        if job.status in _NO_RESULT:
            raise Failure(Code.RESULT_NOT_READY, status=job.status)
        return result_response(job, request.query_params.get("format", "json"))

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """`format` chooses among files here, not among DRF's renderers."""
        return super().perform_content_negotiation(request, force=True)


def result_response(job: PDFJob, kind: str) -> HttpResponseBase:
    """A download named after the catalog."""
    pages, name = Pages(job), PurePath(job.source_file).stem
    if kind == "json":
        chunks = json_chunks(document_head(file=job.source_file, file_hash=job.file_hash), pages)
        response: HttpResponseBase = StreamingHttpResponse(_encoded(chunks), content_type="application/json")
    elif kind == "csv":
        response = StreamingHttpResponse(_encoded(csv_chunks(pages)), content_type="text/csv; charset=utf-8")
    elif kind == "xlsx":
        file = tempfile.TemporaryFile()  # noqa: SIM115 - the response closes it
        write_xlsx(file, pages)
        file.seek(0)
        return FileResponse(file, as_attachment=True, filename=f"{name}.xlsx", content_type=XLSX)
    else:
        raise Failure(Code.VALIDATION_FAILED, fields={"format": [f"One of {', '.join(FORMATS)}."]})
    response.headers["Content-Disposition"] = _disposition(f"{name}.{kind}")
    return response


def _encoded(chunks: Iterator[str]) -> Iterator[bytes]:
    return (chunk.encode() for chunk in chunks)


def _disposition(filename: str) -> str:
    return content_disposition_header(as_attachment=True, filename=filename) or "attachment"
