"""The process that works: its name, its heartbeat, what it holds, and whether it is asked to stop.

Shared values are made before the cluster forks, so that parent and children see the same ones. None of them has a lock:
a worker that is killed while it holds one would stop all the others.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.sharedctypes import RawValue
from multiprocessing.util import Finalize
from typing import Any

from django.conf import settings

from jobs.services.heartbeats import Heart
from pipeline.claims import renew_leases
from pipeline.roster import Roster
from pipeline.services.waking import wake_one

_PR_SET_PDEATHSIG = 1

roster = Roster()
_is_stopping = RawValue(ctypes.c_bool, False)
_last_tick = RawValue(ctypes.c_double, 0.0)
_heart: tuple[int, Heart] | None = None
_is_of_cluster = False


def on_spawn(**_signal: Any) -> None:
    """Called in each new worker process of the cluster."""
    global _is_of_cluster
    _is_of_cluster = True
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    roster.enter()
    Finalize(None, roster.leave, exitpriority=20)
    heart()


def heart() -> Heart:
    """This process's heart; a forked child gets one of its own."""
    global _heart
    if _heart is None or _heart[0] != os.getpid():
        beating = Heart(on_beat=lambda: _renew(beating), every_seconds=settings.PAGE_LEASE_SECONDS / 3)
        _heart = (os.getpid(), beating)
        beating.start()
    return _heart[1]


def rest() -> None:
    """Stop this process's heart, in good order."""
    global _heart
    if _heart is not None and _heart[0] == os.getpid():
        _heart[1].stop()
    _heart = None


def _renew(beating: Heart) -> None:
    renew_leases(beating.worker_id)


def worker_id() -> str:
    return heart().worker_id


@contextmanager
def turn() -> Iterator[None]:
    """One message's work. While inside, this process does not wait in the queue; at the end it leaves a message if pages wait and none does."""
    tick()
    roster.mark(is_busy=True)
    try:
        yield
        if not is_stopping():
            wake_one()
    finally:
        roster.mark(is_busy=False)
        tick()


@contextmanager
def holding(job_id: uuid.UUID) -> Iterator[None]:
    """While inside, the heartbeat says that this worker is at work on the job."""
    jobs = heart().active_jobs
    jobs.add(job_id)
    try:
        yield
    finally:
        jobs.discard(job_id)


@contextmanager
def page_clock(*, pages: int = 1) -> Iterator[None]:
    """Pages that use up their CPU time end their worker, even inside C code, where no Python handler would run."""
    wind_up(pages=pages)
    try:
        yield
    finally:
        if _is_of_cluster:
            signal.setitimer(signal.ITIMER_PROF, 0)


def wind_up(*, pages: int = 1) -> None:
    """Give the page in work its full time again: reading a page's pixels has a time of its own."""
    if _is_of_cluster:
        signal.setitimer(signal.ITIMER_PROF, pages * settings.PAGE_TIMEOUT_SECONDS)


def tick() -> None:
    """Sign of life of the whole cluster, for its watchdog."""
    _last_tick.value = time.time()


def last_tick() -> float:
    return float(_last_tick.value)


def ask_to_stop() -> None:
    """No new page is begun."""
    _is_stopping.value = True


def is_stopping() -> bool:
    return bool(_is_stopping.value)


def die_with_parent(parent: int) -> None:
    """Let the kernel end this process when its parent ends, however that came about. (Elsewhere than on Linux the supervisor sees to it.)"""
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
