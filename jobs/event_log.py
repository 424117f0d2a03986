"""Reading `outbox_events` in the order of their commits: what happened to a job, to a merchant's jobs, or at all."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection
from django.db.models import Max, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from jobs.events import JOB_TOPIC
from jobs.machine import JOB
from jobs.models import OutboxEvent
from pdfsku.shared.choices import SSEEventType

PAGE_SIZE = 50
_ENDINGS = (SSEEventType.JOB_COMPLETED, SSEEventType.JOB_FAILED)
# Streams share these few threads: however many clients come back at once, their replays hold no more connections than this.
_READERS = ThreadPoolExecutor(max_workers=4, thread_name_prefix="event-log")

P = ParamSpec("P")
R = TypeVar("R")


class Topic(NamedTuple):
    """What a listener asked for. Each kind reads along an index of its own."""

    columns: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of_job(cls, job_id: str) -> Topic:
        return cls((("aggregate_type", JOB_TOPIC), ("aggregate_id", job_id)))

    @classmethod
    def of_merchant(cls, merchant_id: str) -> Topic:
        return cls((("merchant_id", merchant_id),))


EVERYTHING = Topic()


@dataclass(frozen=True, slots=True)
class Event:
    """One event as it goes out: `position` is its id, `data` its payload as JSON text."""

    position: int
    type: str
    data: str
    topics: tuple[Topic, ...]
    ends_job: bool


def read_events(topic: Topic, *, after: int, limit: int = PAGE_SIZE) -> list[Event]:
    """The next events of a topic, in the order of their commits."""
    rows = (
        OutboxEvent.objects.filter(position__gt=after, **dict(topic.columns))
        .order_by("position")
        # As text: PostgreSQL already holds the JSON that goes over the wire.
        .annotate(data=Cast("payload_json", TextField()), job_status=KT("payload_json__status"))
        .values_list("position", "event_type", "data", "job_status", "aggregate_type", "aggregate_id", "merchant_id")
    )
    return [_event(*row) for row in rows[:limit]]  # type: ignore[arg-type]  # those without a position are not after any


def latest_position() -> int:
    """Where the log ends now."""
    return OutboxEvent.objects.aggregate(latest=Max("position"))["latest"] or 0


async def in_reader(read: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run a database read beside the event loop and give its connection back at once."""

    def call() -> R:
        try:
            return read(*args, **kwargs)
        finally:
            connection.close()

    return await sync_to_async(call, thread_sensitive=False, executor=_READERS)()


def _event(position: int, kind: str, data: str, job_status: str | None, about: str, about_id: str, merchant_id: str | None) -> Event:
    topics = [EVERYTHING]
    if about == JOB_TOPIC:
        topics.append(Topic.of_job(about_id))
    if merchant_id is not None:
        topics.append(Topic.of_merchant(merchant_id))
    return Event(position, kind, data, tuple(topics), ends_job=kind in _ENDINGS and job_status in JOB.terminal)
