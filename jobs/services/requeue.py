"""Bringing an orphaned job back to work, at most three times a day."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from jobs.metrics import ORPHANS_REQUEUED
from jobs.models import PDFJob, StateTransition
from jobs.transitions import IllegalMove, StaleState, move
from pdfsku.shared.choices import JobInternalStatus
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.tasks import enqueue

WINDOW = timedelta(hours=24)


def requeue_job(job: PDFJob, *, actor: str, method: str = "manual") -> PDFJob:
    """Let a job that lost its worker go on where its checkpoint stands."""
    if job.status != JobInternalStatus.ORPHANED:
        raise Failure(Code.JOB_NOT_ORPHANED, status=job.status)
    if requeues_within_window(job) >= settings.ORPHAN_REQUEUE_MAX:
        raise Failure(Code.REQUEUE_LIMIT, limit=settings.ORPHAN_REQUEUE_MAX)
    resume(job, actor=actor, reason=f"{method}_requeue")
    ORPHANS_REQUEUED.labels(method=method).inc()
    return job


def resume(job: PDFJob, *, actor: str, reason: str) -> None:
    """Back to evaluation if no route was decided, else to processing."""
    is_routed = job.route is not None
    with transaction.atomic(durable=True):
        try:
            move(job, "resume_processing" if is_routed else "resume_evaluation", reason=reason, actor=actor, worker_id=None)
        except (IllegalMove, StaleState) as lost:
            raise Failure(Code.JOB_NOT_ORPHANED, status=job.status) from lost
        enqueue("pipeline.tasks.resume_job" if is_routed else "pipeline.tasks.evaluate_job", str(job.pk))


def requeues_within_window(job: PDFJob) -> int:
    """Counted from the audit log: there is no second truth to keep."""
    return StateTransition.objects.filter(
        entity_type="job", entity_id=str(job.pk), from_status=JobInternalStatus.ORPHANED, timestamp__gt=timezone.now() - WINDOW
    ).count()
