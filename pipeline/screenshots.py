"""The picture of a page, drawn when somebody first looks and kept beside the job's other files."""

from __future__ import annotations

import io
from pathlib import Path

from django.core.files.storage import default_storage
from PIL import Image

from jobs import files
from jobs.models import PDFJob
from pdfsku.shared.errors import Code, Failure
from pipeline.document import Document

DPI = 144
QUALITY = 82


def screenshot(job: PDFJob, page_number: int) -> bytes:
    """A JPEG of the page as a reader shows it."""
    if not 1 <= page_number <= job.total_pages:
        raise Failure(Code.NOT_FOUND)
    name = files.screenshot_name(job.pk, page_number)
    if default_storage.exists(name):
        with default_storage.open(name, "rb") as stored:
            kept: bytes = stored.read()
            return kept
    if not default_storage.exists(files.source_name(job.pk)):
        raise Failure(Code.NOT_FOUND)
    with files.local_source(job.pk) as path:
        data = render(path, page_number)
    files.put(name, data)
    return data


def render(path: Path, page_number: int) -> bytes:
    """Through Pillow: PyMuPDF's own JPEG writer takes five times as long."""
    with Document(path) as document:
        raster = document.render(page_number, dpi=DPI)
    data = io.BytesIO()
    Image.frombytes("RGB", (raster.width, raster.height), raster.samples).save(data, "JPEG", quality=QUALITY)
    return data.getvalue()
