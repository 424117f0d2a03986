"""Deliveries that failed are tried again."""

from __future__ import annotations

from outputs.destinations import FileDrop
from outputs.services.imports import deliver_page
from pdfsku.shared.choices import PageStatus
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page

BATCH = 100


def retry_failed_imports() -> int:
    pages = list(Page.objects.select_related("job").filter(status=PageStatus.IMPORT_FAILED)[:BATCH])
    done = sum(deliver_page(page, destination=FileDrop()) for page in pages)
    for job_id in {page.job_id for page in pages}:
        enqueue("outputs.tasks.settle_job", str(job_id))
    return done
