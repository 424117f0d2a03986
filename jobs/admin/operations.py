"""What an operator may do to a job: which service each button calls."""

from __future__ import annotations

from jobs.models import PDFJob
from jobs.services.cancellation import cancel_job
from jobs.services.requeue import requeue_job


def cancel(job: PDFJob, actor: str) -> None:
    cancel_job(job, actor=actor)


def queue_again(job: PDFJob, actor: str) -> None:
    requeue_job(job, actor=actor)
