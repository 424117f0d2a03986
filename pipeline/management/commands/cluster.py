"""`./manage.py cluster`: the django-q2 cluster under a watchdog that restarts it when it takes no more tasks."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
import uuid
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import OrmQ
from django_q.signals import post_spawn
from redis.exceptions import RedisError

from jobs.tasks import CANARY_KEY
from pdfsku.shared.redis import redis_client
from pdfsku.shared.tasks import enqueue
from pipeline import scanners, worker

logger = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 2.0
CANARY_EVERY_SECONDS = 8.0
CANARY_WITHIN_SECONDS = 10.0
# A worker inside one page is silent for at most the page's time limit.
SILENT_SECONDS = 45.0
STOP_WITHIN_SECONDS = 4.0


def run_cluster() -> None:
    """The child: django-q2's own cluster in a process group of its own, so that it can be ended whole."""
    os.setpgid(0, 0)
    from django_q.cluster import Cluster

    cluster = Cluster()
    cluster.start()
    while cluster.sentinel is not None and cluster.sentinel.is_alive():
        cluster.sentinel.join(1.0)


class Watchdog:
    def __init__(self) -> None:
        self.child: Any = None
        self.stop = threading.Event()
        self.canary: tuple[str, float] | None = None
        self.quiet_since = time.time()

    def run(self) -> None:
        self._start()
        while not self.stop.wait(LOOK_EVERY_SECONDS):
            try:
                self._look()
            except (DatabaseError, RedisError) as error:
                logger.error("watchdog cannot look", extra={"error": f"{type(error).__name__}: {error}"})
                connections.close_all()
        self._end()

    def _look(self) -> None:
        if not self.child.is_alive():
            self._restart("the cluster ended")
            return
        scanners.release_pages_of_vanished_workers()
        if why := self._hung():
            self._restart(why)

    def _hung(self) -> str | None:
        """Messages wait but nobody has taken one for long; or nothing waits and a canary is not answered."""
        now = time.time()
        if OrmQ.objects.filter(key=Conf.CLUSTER_NAME, lock__lte=timezone.now()).exists() and self.canary is None:
            last = max(worker.last_tick(), self.quiet_since)
            return f"no task was taken for {now - last:.0f} s" if now - last > SILENT_SECONDS else None
        if self.canary is None:
            if now - max(worker.last_tick(), self.quiet_since) >= CANARY_EVERY_SECONDS:
                self.canary = (uuid.uuid4().hex, now)
                enqueue("jobs.tasks.canary", self.canary[0])
            return None
        token, sent = self.canary
        if redis_client(settings.REDIS_URL).get(CANARY_KEY) == token or worker.last_tick() > sent:
            self.canary, self.quiet_since = None, now
            return None
        return f"a canary was not answered for {now - sent:.0f} s" if now - sent > CANARY_WITHIN_SECONDS else None

    def _start(self) -> None:
        connections.close_all()
        self.child = multiprocessing.get_context("fork").Process(target=run_cluster, name="cluster")
        self.child.start()
        self.quiet_since, self.canary = time.time(), None

    def _restart(self, why: str) -> None:
        logger.error("restarting the cluster", extra={"reason": why})
        self._kill()
        scanners.release_pages_of_vanished_workers()
        scanners.wake_for_waiting_pages()
        self._start()

    def _end(self) -> None:
        """Pages in work are finished if that is quick, else handed back; then nothing is left running."""
        worker.ask_to_stop()
        if self.child.is_alive():
            os.kill(self.child.pid, signal.SIGTERM)
        self.child.join(STOP_WITHIN_SECONDS)
        self._kill()
        try:
            scanners.release_pages_of_vanished_workers()
        except (DatabaseError, RedisError) as error:
            logger.warning("pages wait for their lease to end", extra={"error": str(error)})

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.join(5)


class Command(BaseCommand):
    help = "Run the workers until stopped."

    def handle(self, **_options: Any) -> None:
        post_spawn.connect(worker.on_spawn, dispatch_uid="heartbeat")
        watchdog = Watchdog()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: watchdog.stop.set())
        watchdog.run()
        sys.exit(0)
