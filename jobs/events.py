"""The payload of each event, and the outbox it is written to (SPEC 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from jobs.models import OutboxEvent, PDFJob
from pdfsku.shared.bulk import insert_rows
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.logs import current_request_id
from pdfsku.shared.redis import ask_redis

WAKE_CHANNEL = "pdf_sku:events"
JOB_TOPIC = "job"
CONFIG_TOPIC = "config"


def job_completed(job: PDFJob) -> dict[str, Any]:
    started = job.process_started_at or job.created_at
    ended = job.process_completed_at or timezone.now()
    return {
        "status": job.status,
        "total_skus": job.total_skus,
        "completion_source": job.completion_source,
        "duration_sec": round((ended - started).total_seconds(), 3) if started else None,
    }


def job_failed(job: PDFJob) -> dict[str, Any]:
    return {
        "status": job.status,
        "error_code": job.error_code or job.status,
        "error_message": job.error_message or "",
        "message": job.error_message or "",
        "action_hint": job.action_hint or "",
    }


def pages_batch_update(pages: Sequence[tuple[int, str]]) -> dict[str, Any]:
    return {"pages": [{"page_no": number, "status": status} for number, status in pages]}


def new_event(event_type: SSEEventType, *, job: PDFJob | None = None, payload: Mapping[str, Any], topic_id: str = "") -> OutboxEvent:
    """An event ready to be saved; every payload says when it happened and which job it is about."""
    about: dict[str, Any] = {"job_id": str(job.pk)} if job is not None else {}
    return OutboxEvent(
        event_type=event_type,
        aggregate_type=JOB_TOPIC if job is not None else CONFIG_TOPIC,
        aggregate_id=str(job.pk) if job is not None else topic_id,
        merchant_id=job.merchant_id if job is not None else None,
        trace_id=current_request_id() or None,
        payload_json={**about, **payload, "ts": timezone.now().isoformat()},
    )


def publish(events: Sequence[OutboxEvent]) -> None:
    """Write events in the caller's transaction and wake the listeners once it is committed."""
    if not events:
        return
    insert_rows(events)
    transaction.on_commit(wake_listeners, robust=True)


def wake_listeners() -> None:
    """Redis only wakes: a listener that misses this finds the rows at its next look."""
    ask_redis(lambda client: client.publish(WAKE_CHANNEL, "1"))
