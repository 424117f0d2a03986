"""What must happen without anybody asking: dead workers noticed, their jobs orphaned and resumed, leftovers removed."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import Failure as FailedMessage
from django_q.models import OrmQ, Success

from jobs.metrics import ORPHANS_DETECTED
from jobs.models import IdempotencyKey, PDFJob, StateTransition, WorkerHeartbeat
from jobs.services import uploads
from jobs.services.requeue import requeue_job, requeues_within_window, resume
from jobs.services.strays import remove_stray_job_files
from jobs.transitions import StaleState, move
from pdfsku.shared.choices import JobInternalStatus, WorkerStatus
from pdfsku.shared.tasks import enqueue

logger = logging.getLogger(__name__)

FORGET_WORKERS_AFTER = timedelta(hours=24)
KEEP_FAILED_MESSAGES = timedelta(days=14)


def mark_silent_workers() -> None:
    """ALIVE up to 60 s of silence, SUSPECT up to 90 s, DEAD after."""
    now = timezone.now()
    dead_before = now - timedelta(seconds=settings.HEARTBEAT_DEAD_SECONDS)
    suspect_before = now - timedelta(seconds=settings.HEARTBEAT_SUSPECT_SECONDS)
    died = WorkerHeartbeat.objects.filter(last_heartbeat__lt=dead_before).exclude(status=WorkerStatus.DEAD)
    for worker_id in died.values_list("worker_id", flat=True):
        logger.warning("worker is dead", extra={"worker_id": worker_id})
    died.update(status=WorkerStatus.DEAD)
    silent = WorkerHeartbeat.objects.filter(status=WorkerStatus.ALIVE, last_heartbeat__lt=suspect_before)
    silent.update(status=WorkerStatus.SUSPECT)
    WorkerHeartbeat.objects.filter(status=WorkerStatus.DEAD, last_heartbeat__lt=now - FORGET_WORKERS_AFTER).delete()


def orphan_lost_jobs() -> list[PDFJob]:
    """Jobs whose last worker is gone, with nobody else at work on them."""
    living = WorkerHeartbeat.objects.exclude(status=WorkerStatus.DEAD)
    lost = (
        PDFJob.objects.filter(status__in=(JobInternalStatus.EVALUATING, JobInternalStatus.PROCESSING), worker_id__isnull=False)
        .exclude(Exists(living.filter(worker_id=OuterRef("worker_id"))))
        .exclude(Exists(living.filter(active_job_ids__contains=[OuterRef("job_id")])))
    )
    # A worker that came and went between two scans leaves no row: give its jobs the time a silent one gets.
    lost = lost.filter(updated_at__lt=timezone.now() - timedelta(seconds=settings.HEARTBEAT_DEAD_SECONDS))
    return [job for job in lost if _orphan(job)]


def _orphan(job: PDFJob) -> bool:
    try:
        move(job, "orphan", reason="heartbeat_lost", actor="orphan_scanner", error_code="WORKER_LOST")
    except StaleState:
        return False
    ORPHANS_DETECTED.inc()
    logger.warning("job orphaned", extra={"job_id": str(job.pk), "worker_id": job.worker_id})
    return True


def requeue_cooled_down_jobs() -> list[PDFJob]:
    """Resume orphans after the cool-down; past the limit their pages go to people."""
    if not WorkerHeartbeat.objects.filter(status=WorkerStatus.ALIVE).exists():
        return []
    rested = timezone.now() - timedelta(seconds=settings.ORPHAN_REQUEUE_COOLDOWN_SECONDS)
    waiting = PDFJob.objects.filter(status=JobInternalStatus.ORPHANED)
    return [job for job in waiting if _orphaned_since(job) <= rested and _requeue(job)]


def _requeue(job: PDFJob) -> bool:
    if requeues_within_window(job) < settings.ORPHAN_REQUEUE_MAX:
        requeue_job(job, actor="orphan_scanner", method="auto")
        return True
    logger.error("job goes to people after repeated worker losses", extra={"job_id": str(job.pk)})
    resume(job, actor="orphan_scanner", reason="requeue_limit")
    enqueue("pipeline.tasks.give_up_on_machine", str(job.pk))
    return True


def _orphaned_since(job: PDFJob) -> datetime:
    rows = StateTransition.objects.filter(entity_type="job", entity_id=str(job.pk), to_status=JobInternalStatus.ORPHANED)
    return rows.order_by("-id").values_list("timestamp", flat=True).first() or job.updated_at


def sweep() -> None:
    """Expired uploads, files that never became a job's, used-up idempotency keys, old queue records."""
    uploads.expire_uploads()
    remove_stray_job_files()
    now = timezone.now()
    IdempotencyKey.objects.filter(expires_at__lt=now).delete()
    Success.objects.filter(stopped__lt=now - timedelta(days=1)).delete()
    FailedMessage.objects.filter(stopped__lt=now - KEEP_FAILED_MESSAGES).delete()
    # Messages to one cluster alone, which was ended before it took them.
    OrmQ.objects.exclude(key=Conf.CLUSTER_NAME).filter(lock__lt=now - timedelta(hours=1)).delete()
