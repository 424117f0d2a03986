"""A worker says that it lives and what it holds. The table is the truth; Redis only speeds up who asks often."""

from __future__ import annotations

import logging
import os
import socket
import threading
import uuid
from collections.abc import Callable
from multiprocessing.util import Finalize

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from jobs.metrics import HEARTBEATS_REPORTED
from jobs.models import PDFJob, WorkerHeartbeat
from pdfsku.shared.choices import WorkerStatus
from pdfsku.shared.redis import ask_redis

logger = logging.getLogger(__name__)

REDIS_KEY = "pdf_sku:heartbeat:{worker_id}"
REDIS_TTL_SECONDS = 60


class Heart:
    """One process's heartbeat: a thread of its own, so that a long page does not silence the worker."""

    def __init__(self, *, on_beat: Callable[[], None] | None = None, every_seconds: float = 10.0) -> None:
        """`on_beat` is called each `every_seconds`; the report itself is made at its own interval."""
        host = settings.WORKER_ID or socket.gethostname()
        # Never the name of an earlier process: nobody may write in another's name.
        self.worker_id = f"{host}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self.active_jobs: set[uuid.UUID] = set()
        self._on_beat = on_beat
        self._pause_seconds = min(every_seconds, settings.HEARTBEAT_INTERVAL_SECONDS)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        self.beat()
        self._thread = threading.Thread(target=self._run, name="heartbeat", daemon=True)
        self._thread.start()
        Finalize(None, self.stop, exitpriority=10)

    def silence(self) -> None:
        """Beat no more; the row stays and will be taken for dead."""
        self._stop.set()

    def stop(self) -> None:
        """A worker that leaves in good order takes its row with it and lets go of its jobs: they are not orphans."""
        self.silence()
        PDFJob.objects.filter(worker_id=self.worker_id).update(worker_id=None)
        WorkerHeartbeat.objects.filter(worker_id=self.worker_id).delete()

    def beat(self) -> None:
        """Report once."""
        now = timezone.now()
        current = {
            "last_heartbeat": now,
            "active_job_ids": sorted(self.active_jobs),
            "status": WorkerStatus.ALIVE,
        }
        about = {"hostname": socket.gethostname(), "pod_ip": settings.POD_IP or None, "started_at": now, "version": settings.VERSION}
        WorkerHeartbeat.objects.update_or_create(worker_id=self.worker_id, defaults=current, create_defaults={**about, **current})
        HEARTBEATS_REPORTED.inc()
        key = REDIS_KEY.format(worker_id=self.worker_id)
        ask_redis(lambda client: client.set(key, now.isoformat(), ex=REDIS_TTL_SECONDS))

    def _run(self) -> None:
        since_report = 0.0
        while not self._stop.wait(self._pause_seconds):
            since_report += self._pause_seconds
            try:
                if self._on_beat is not None:
                    self._on_beat()
                if since_report >= settings.HEARTBEAT_INTERVAL_SECONDS:
                    self.beat()
                    since_report = 0.0
            except DatabaseError as error:
                # The next beat tries again; a worker that cannot report for 90 s is rightly taken for dead.
                logger.warning("heartbeat failed", extra={"worker_id": self.worker_id, "error": str(error)})
                connection.close()
