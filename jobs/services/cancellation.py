"""Stopping a job: running work notices before its next page, files are removed; the rows stay for the audit."""

from __future__ import annotations

from django.db import transaction

from jobs.metrics import JOBS_CANCELLED
from jobs.models import PDFJob
from jobs.transitions import IllegalMove, StaleState, move
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.tasks import enqueue


def cancel_job(job: PDFJob, *, actor: str) -> PDFJob:
    """End a job that has not ended. Who was faster is told: a job that ended meanwhile stays as it is."""
    if job.is_ended:
        raise Failure(Code.JOB_TERMINAL, status=job.status)
    with transaction.atomic(durable=True):
        try:
            move(job, "cancel", reason="user_cancelled", actor=actor)
        except (IllegalMove, StaleState) as lost:
            job.refresh_from_db()
            raise Failure(Code.JOB_TERMINAL if job.is_ended else Code.JOB_STATE_CHANGED, status=job.status) from lost
        enqueue("jobs.tasks.clean_up_cancelled", str(job.pk))
    JOBS_CANCELLED.inc()
    return job
