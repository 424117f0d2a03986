"""The process that works: its name, its heartbeat, what it holds, and whether it is asked to stop.

Shared values are made before the cluster forks, so that parent and children see the same ones.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jobs.services.heartbeats import Heart
from pipeline.claims import renew_leases

_fork = multiprocessing.get_context("fork")
_stopping = _fork.Event()
_stopping_hard = _fork.Event()
_last_tick = _fork.Value(ctypes.c_double, 0.0)
_heart: tuple[int, Heart] | None = None


def on_spawn(**_signal: Any) -> None:
    """Called in each new worker process of the cluster."""
    heart()


def heart() -> Heart:
    """This process's heart; a forked child gets one of its own."""
    global _heart
    if _heart is None or _heart[0] != os.getpid():
        beating = Heart(on_beat=lambda: _renew(beating))
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
def holding(job_id: uuid.UUID) -> Iterator[None]:
    """While inside, the heartbeat says that this worker is at work on the job."""
    jobs = heart().active_jobs
    jobs.add(job_id)
    try:
        yield
    finally:
        jobs.discard(job_id)


def tick() -> None:
    """Sign of life of the whole cluster, for its watchdog."""
    _last_tick.value = time.time()


def last_tick() -> float:
    return float(_last_tick.value)


def ask_to_stop(*, hard: bool = False) -> None:
    """No new page is begun; hard: a page in work is given back instead of saved."""
    _stopping.set()
    if hard:
        _stopping_hard.set()


def is_stopping() -> bool:
    return _stopping.is_set()


def is_stopping_hard() -> bool:
    return _stopping_hard.is_set()
