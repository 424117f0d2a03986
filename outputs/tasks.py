"""Names the queue calls; each only calls its services."""

from __future__ import annotations

from collaboration.services.dispatch import open_tasks
from jobs.models import PDFJob
from outputs.services.audits import open_audits
from outputs.services.imports import deliver_pages
from pdfsku.shared.locks import try_lock
from pdfsku.shared.tasks import enqueue_later
from pipeline import worker
from pipeline.claims import waiting_pages
from pipeline.finalise import finalise_job
from pipeline.services.joining import join_read_pages, read_blank_pages

SETTLE_AGAIN_SECONDS = 0.5


def settle_job(job_id: str) -> None:
    """What follows when pages were read: people are asked, pages delivered, and the job ended if nothing is left."""
    with worker.turn():
        job = PDFJob.objects.select_related("merchant").filter(pk=job_id).first()
        if job is None or job.is_ended:
            return
        # Somebody may be at it who looked before our pages were saved. While pages wait there is better to do than to stand by.
        patience = 0.0 if waiting_pages(at_most=1) else SETTLE_AGAIN_SECONDS
        with try_lock(f"pdf_sku:settle:{job_id}", within_seconds=patience) as is_ours:
            if is_ours:
                _settle(job)
            else:
                enqueue_later(SETTLE_AGAIN_SECONDS, "outputs.tasks.settle_job", job_id)


def _settle(job: PDFJob) -> None:
    read_blank_pages(job)
    join_read_pages(job)
    open_tasks(job)
    deliver_pages(job)
    open_audits(job)
    finalise_job(job)
