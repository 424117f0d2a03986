"""`./manage.py cluster`: the django-q2 cluster under a watchdog that restarts it when it takes no more tasks."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connections
from django_q.conf import Conf
from django_q.signals import post_spawn

from pdfsku.shared.outages import Outage
from pdfsku.shared.tasks import enqueue_many, load_tasks
from pipeline import scanners, worker
from pipeline.broker import FirstInFirstOut
from pipeline.roster import descendants, process_lives

logger = logging.getLogger(__name__)

LOOK_EVERY_SECONDS = 1.0
CANARY_EVERY_SECONDS = 8.0
CANARY_WITHIN_SECONDS = 10.0
STOP_WITHIN_SECONDS = 4.0
# A page that waits after a failure has no message of its own.
WAKE_EVERY_SECONDS = 5.0


def run_cluster(watchdog: int) -> None:
    """The child: django-q2's own cluster in a process group of its own, so that it can be ended whole.

    Each process of it ends with its parent, so that none is left when the watchdog is killed.
    """
    os.setpgid(0, 0)
    worker.die_with_parent(watchdog)
    parent = os.getpid()

    def remember_parent() -> None:
        nonlocal parent
        parent = os.getpid()

    os.register_at_fork(before=remember_parent, after_in_child=lambda: worker.die_with_parent(parent))
    from django_q.cluster import Cluster

    cluster = Cluster()
    cluster.start()
    while cluster.sentinel is not None and cluster.sentinel.is_alive():
        cluster.sentinel.join(1.0)


class Watchdog:
    def __init__(self) -> None:
        self.child: Any = None
        self.stop = threading.Event()
        self.canary_sent: float | None = None
        self.quiet_since = self.woken_at = time.time()
        self.helpers: set[int] = set()
        self.outage = Outage("the database")
        FirstInFirstOut.own_queue = f"{Conf.CLUSTER_NAME}:{settings.WORKER_ID or socket.gethostname()}:{os.getpid()}"

    def run(self) -> None:
        self._start()
        while not self.stop.wait(LOOK_EVERY_SECONDS):
            try:
                self._look()
                self.outage.answered()
            except DatabaseError as error:
                self.outage.failed(error)
                connections.close_all()
        self._end()

    def _look(self) -> None:
        if why := self._broken() or self._hung():
            self._restart(why)
            return
        scanners.release_pages_of_vanished_workers()
        if time.time() - self.woken_at >= WAKE_EVERY_SECONDS:
            self.woken_at = time.time()
            scanners.wake_for_waiting_pages()

    def _broken(self) -> str | None:
        """A process that was killed while it waited in a queue may have taken the queue's lock with it: only a restart brings it back."""
        if not self.child.is_alive():
            return "the cluster ended"
        lost = worker.roster.take_lost()
        if any(not one.was_at_work for one in lost):
            return "an idle worker died"
        gone = [pid for pid in self.helpers if not process_lives(pid)]
        workers = worker.roster.pids() | {one.pid for one in lost}
        self.helpers = descendants(self.child.pid) - workers
        return "a helper process died" if set(gone) - workers else None

    def _hung(self) -> str | None:
        """Nobody is at work, and a canary is not answered."""
        now = time.time()
        if worker.roster.someone_is_at_work() or worker.last_tick() > now - CANARY_EVERY_SECONDS:
            self.canary_sent = None
            return None
        if self.canary_sent is None:
            if now - self.quiet_since >= CANARY_EVERY_SECONDS:
                enqueue_many("pipeline.tasks.canary", [()], queue=FirstInFirstOut.own_queue)
                self.canary_sent = now
            return None
        waited = now - self.canary_sent
        return f"a canary was not answered for {waited:.0f} s" if waited > CANARY_WITHIN_SECONDS else None

    def _start(self) -> None:
        connections.close_all()
        worker.roster.clear()
        self.child = multiprocessing.get_context("fork").Process(target=run_cluster, args=(os.getpid(),), name="cluster")
        self.child.start()
        self.quiet_since, self.canary_sent, self.helpers = time.time(), None, set()

    def _restart(self, why: str) -> None:
        logger.error("restarting the cluster", extra={"reason": why})
        # Who died before this is to be blamed; who dies by it is not.
        scanners.release_pages_of_vanished_workers()
        self._kill()
        scanners.release_pages_of_vanished_workers(blame=False)
        scanners.nudge_stalled_jobs(older_than=timedelta(0))
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
            scanners.release_pages_of_vanished_workers(blame=False)
        except DatabaseError as error:
            logger.warning("pages wait for their lease to end", extra={"error": str(error)})

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.join(5)
        until = time.monotonic() + 5
        while any(process_lives(pid) for pid in worker.roster.pids()) and time.monotonic() < until:
            time.sleep(0.02)


class Command(BaseCommand):
    help = "Run the workers until stopped."

    def handle(self, **_options: Any) -> None:
        load_tasks()
        post_spawn.connect(worker.on_spawn, dispatch_uid="heartbeat")
        watchdog = Watchdog()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: watchdog.stop.set())
        watchdog.run()
        sys.exit(0)
