"""`./manage.py scanners`: the process that looks after things every 15, 30 and 60 seconds, one at a time across machines."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections, connection
from redis.exceptions import RedisError

from collaboration import scanners as collaboration
from jobs import scanners as jobs
from outputs import scanners as outputs
from pdfsku.shared.locks import try_lock
from pipeline import scanners as pipeline

logger = logging.getLogger(__name__)


@dataclass
class Scanner:
    """Something to do now and then, under an advisory lock of its own."""

    name: str
    every_seconds: float
    run: Callable[[], object]
    due: float = field(default=0.0)

    @property
    def lock(self) -> str:
        return f"pdf_sku:scanner:{self.name}"


def scanners() -> list[Scanner]:
    return [
        Scanner("page_leases", 15, pipeline.expire_silent_leases),
        Scanner("waiting_pages", 15, pipeline.wake_for_waiting_pages),
        Scanner("missing_tasks", 30, collaboration.open_missing_tasks),
        Scanner("stalled_jobs", 30, pipeline.nudge_stalled_jobs),
        Scanner("failed_imports", 30, outputs.retry_failed_imports),
        Scanner("silent_workers", settings.ORPHAN_SCAN_INTERVAL_SECONDS, jobs.mark_silent_workers),
        Scanner("orphans", settings.ORPHAN_SCAN_INTERVAL_SECONDS, jobs.orphan_lost_jobs),
        Scanner("requeue", settings.ORPHAN_SCAN_INTERVAL_SECONDS, jobs.requeue_cooled_down_jobs),
        Scanner("sweep", 300, jobs.sweep),
    ]


def run_once(scanner: Scanner) -> bool:
    """Run it unless another machine is at it; whether it ran. A fault is logged and the next round tries again."""
    close_old_connections()
    try:
        with try_lock(scanner.lock) as is_ours:
            if is_ours:
                scanner.run()
            return is_ours
    except (DatabaseError, RedisError, OSError) as error:
        logger.error("scanner failed", extra={"scanner": scanner.name, "error": f"{type(error).__name__}: {error}"})
        connection.close()
    return True


class Command(BaseCommand):
    help = "Look after workers, pages, jobs, uploads and leftovers until stopped."

    def handle(self, **_options: Any) -> None:
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        every = scanners()
        while not stop.is_set():
            for scanner in every:
                if time.monotonic() >= scanner.due and not stop.is_set():
                    scanner.due = time.monotonic() + scanner.every_seconds
                    run_once(scanner)
            stop.wait(1.0)
