"""Evaluate a job and send it on its way: once per file and configuration, whoever asks first."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from redis.exceptions import LockNotOwnedError

from configs.profiles import Profile, frozen_profile
from jobs.files import local_source
from jobs.models import PDFJob, WorkerHeartbeat
from jobs.transitions import StaleState, move
from pdfsku.shared.choices import DegradeReason, JobInternalStatus, RouteDecision, WorkerStatus
from pdfsku.shared.redis import ask_redis, redis_client
from pdfsku.shared.tasks import enqueue
from pipeline import worker
from pipeline.evaluation import SAMPLE_SIZE, evaluate_document
from pipeline.models import Evaluation
from pipeline.queries import find_evaluation
from pipeline.routing import route_document
from pipeline.services.fanout import open_pages

logger = logging.getLogger(__name__)

LOCK_KEY = "pdf_sku:eval:lock:{file_hash}"
LOCK_SECONDS = 120
MODEL_NAME = "rules"
# An evaluation that took its worker down this often is not tried again.
MAX_TRIES = 2


class EvaluationLost(Exception):
    """Evaluating this file costs workers."""


def evaluate_job(job: PDFJob, *, worker_id: str) -> None:
    """From UPLOADED to a route; a failure degrades the job to people by itself."""
    if not _begin(job, worker_id):
        return
    try:
        if _tries(job) > MAX_TRIES:
            raise EvaluationLost(f"{_tries(job) - 1} workers were lost while they evaluated this file")
        with worker.page_clock(pages=SAMPLE_SIZE):
            evaluation = evaluation_of(job)
    except Exception as error:
        logger.exception("evaluation failed", extra={"job_id": str(job.pk)})
        _degrade_after_failure(job, worker_id, error)
        return
    _route(job, evaluation, worker_id)


def _begin(job: PDFJob, worker_id: str) -> bool:
    """Also taken up again where a worker died in the middle: an evaluation may run twice, its outcome is taken once."""
    if job.status == JobInternalStatus.UPLOADED:
        try:
            move(job, "begin_evaluation", actor=worker_id, worker_id=worker_id, eval_started_at=timezone.now())
        except StaleState:
            return False
        return True
    return job.status == JobInternalStatus.EVALUATING and not _is_in_good_hands(job) and _take_over(job, worker_id)


def _is_in_good_hands(job: PDFJob) -> bool:
    return WorkerHeartbeat.objects.filter(worker_id=job.worker_id).exclude(status=WorkerStatus.DEAD).exists()


def _take_over(job: PDFJob, worker_id: str) -> bool:
    """Of several that come for a lost evaluation one gets it; how often it was lost is counted before it is tried again."""
    trace = {**(job.processing_trace or {}), "evaluation_tries": _tries(job) + 1}
    rows = PDFJob.objects.filter(pk=job.pk, status=job.status, worker_id=job.worker_id)
    if not rows.update(worker_id=worker_id, processing_trace=trace, updated_at=timezone.now()):
        return False
    job.worker_id, job.processing_trace = worker_id, trace
    ask_redis(lambda client: client.delete(LOCK_KEY.format(file_hash=job.file_hash)))
    return True


def _tries(job: PDFJob) -> int:
    return int((job.processing_trace or {}).get("evaluation_tries", 1))


def evaluation_of(job: PDFJob) -> Evaluation:
    """The stored evaluation of this file under this configuration, made if nobody has; two jobs of one file evaluate once."""
    if found := find_evaluation(job):
        return found
    with _alone(job.file_hash):
        return find_evaluation(job) or _evaluate(job)


@contextmanager
def _alone(file_hash: str) -> Iterator[None]:
    """Others of the same file wait, but not for ever, and not where Redis is gone: two evaluations cost time; the table takes one."""
    key = LOCK_KEY.format(file_hash=file_hash)
    lock = redis_client(settings.REDIS_URL).lock(key, timeout=LOCK_SECONDS, blocking_timeout=LOCK_SECONDS)
    is_ours = ask_redis(lambda _: lock.acquire())
    try:
        yield
    finally:
        if is_ours:
            try:
                ask_redis(lambda _: lock.release())
            except LockNotOwnedError:
                logger.info("evaluation outlasted its lock")


def _evaluate(job: PDFJob) -> Evaluation:
    profile = frozen_profile(job.frozen_config_version or "")
    prescan: dict[str, Any] = (job.processing_trace or {}).get("prescan", {})
    started = time.perf_counter()
    with local_source(job.pk) as path:
        score = evaluate_document(
            path,
            file_hash=job.file_hash,
            profile=profile,
            blank_pages=job.blank_pages or [],
            penalty=float(prescan.get("total_penalty", 0.0)),
            total_pages=job.total_pages,
        )
    route = route_document(score, profile)
    logger.info(
        "evaluated", extra={"job_id": str(job.pk), "confidence": score.doc_confidence, "seconds": round(time.perf_counter() - started, 2)}
    )
    row, _ = Evaluation.objects.get_or_create(
        file_hash=job.file_hash,
        config_version=job.frozen_config_version,
        defaults={
            "doc_confidence": score.doc_confidence,
            "route": route.decision,
            "route_reason": route.reason,
            "degrade_reason": route.degrade_reason,
            "dimension_scores": dict(score.dimension_scores),
            "weights_snapshot": dict(score.weights),
            "thresholds_used": _thresholds(profile),
            "prescan": prescan,
            "sampling": _sampling(score.sampled_pages, job.total_pages),
            "page_evaluations": {str(number): value for number, value in score.page_confidences.items()},
            "model_used": MODEL_NAME,
        },
    )
    return row


def _thresholds(profile: Profile) -> dict[str, Any]:
    known = asdict(profile)
    return {"A": known["threshold_auto"], "B": known["threshold_human"], "PV": known["threshold_page"]}


def _sampling(pages: tuple[int, ...], total: int) -> dict[str, Any]:
    return {"sampled_pages": list(pages), "sample_ratio": round(len(pages) / total, 4) if total else 0.0}


def _route(job: PDFJob, evaluation: Evaluation, worker_id: str) -> None:
    now = timezone.now()
    try:
        with transaction.atomic(durable=True):
            move(job, "finish_evaluation", actor=worker_id, eval_completed_at=now, route=evaluation.route)
            if evaluation.route == RouteDecision.HUMAN_ALL:
                _degrade(job, evaluation.degrade_reason or DegradeReason.LOW_CONFIDENCE, worker_id)
            else:
                move(job, "begin_processing", actor=worker_id, process_started_at=now)
                open_pages(job)
    except StaleState:
        logger.info("job moved on while it was evaluated", extra={"job_id": str(job.pk)})


def _degrade(job: PDFJob, reason: str, worker_id: str) -> None:
    payload = {"task_count": job.total_pages, "priority": "NORMAL", "page_no": None, "reason": reason}
    move(job, "degrade", reason=reason, actor=worker_id, payload=payload, route=RouteDecision.HUMAN_ALL, degrade_reason=reason)
    enqueue("pipeline.tasks.open_for_people", str(job.pk))


def _degrade_after_failure(job: PDFJob, worker_id: str, error: Exception) -> None:
    message = f"{type(error).__name__}: {error}"[:500]
    try:
        with transaction.atomic(durable=True):
            move(job, "fail_evaluation", actor=worker_id, error_code="EVAL_FAILED", error_message=message, eval_completed_at=timezone.now())
            _degrade(job, DegradeReason.EVAL_FAILED, worker_id)
    except StaleState:
        logger.info("job moved on while its evaluation failed", extra={"job_id": str(job.pk)})
