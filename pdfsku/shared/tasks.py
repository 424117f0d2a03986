"""`enqueue`: ask a higher app by task name. A message is a row, written in the caller's transaction, and only wakes."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.conf import Conf
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from pdfsku.shared.garbage import keep_for_good

# What the queue's readers listen to while no message waits.
WAKE_CHANNEL = "pdfsku_queue"

# Every task by name; a test resolves them all.
TASKS = (
    "jobs.tasks.clean_up_cancelled",
    "pipeline.tasks.evaluate_job",
    "pipeline.tasks.process_pages",
    "pipeline.tasks.resume_job",
    "pipeline.tasks.open_for_people",
    "pipeline.tasks.give_up_on_machine",
    "pipeline.tasks.canary",
    "outputs.tasks.settle_job",
)


def load_tasks() -> None:
    """Import what the tasks stand on. Before workers are forked, so that none of them has to: a second of CPU time and 100 MB each."""
    for task in TASKS:
        import_string(task)
    keep_for_good()


def enqueue(task: str, *args: Any) -> None:
    """Wake a worker for one task."""
    enqueue_many(task, [args])


def enqueue_later(seconds: float, task: str, *args: Any) -> None:
    """Wake a worker for one task, but not before this time has passed."""
    enqueue_many(task, [args], wait=timedelta(seconds=seconds))


def enqueue_many(task: str, calls: Iterable[tuple[Any, ...]], *, wait: timedelta = timedelta(), queue: str = Conf.CLUSTER_NAME) -> None:
    """Wake workers for many calls of one task in one statement; with a queue of its own, those of one cluster alone."""
    if task not in TASKS:
        raise LookupError(f"unknown task {task}")
    now = timezone.now()
    OrmQ.objects.bulk_create(OrmQ(key=queue, payload=SignedPackage.dumps(_message(task, call, now)), lock=now + wait) for call in calls)
    if not wait:
        with connection.cursor() as cursor:
            cursor.execute(f"NOTIFY {WAKE_CHANNEL}")


def _message(task: str, args: tuple[Any, ...], now: Any) -> dict[str, Any]:
    return {"id": uuid.uuid4().hex, "name": task, "func": task, "args": args, "kwargs": {}, "started": now, "ack_failure": True}


def queued_messages() -> int:
    """How many messages wait or run."""
    return OrmQ.objects.filter(key=Conf.CLUSTER_NAME).count()
