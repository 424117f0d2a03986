"""The cluster and the scanners as real processes on the test's database, and what may happen to them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from pipeline.models import Page
from pipeline.roster import descendants, process_lives
from tests.servers import ROOT, environment


@dataclass(frozen=True)
class Running:
    """One `manage.py` process with everything below it."""

    process: subprocess.Popen[bytes]
    log: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def tree(self) -> set[int]:
        return {self.pid, *descendants(self.pid)}

    def terminate(self, within_seconds: float = 15) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(within_seconds)

    def text(self) -> str:
        return self.log.read_text()


@contextmanager
def managed(command: str, directory: Path, **extra: str) -> Iterator[Running]:
    """Run a command until the block ends; then nothing of it is left."""
    log = directory / f"{command}-{time.monotonic_ns()}.log"
    variables = {"PDFSKU_PROCESS": "worker", "PDFSKU_DATA_DIR": str(directory), "SECRET_KEY": settings.SECRET_KEY, "WORKERS": "2", **extra}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", command],
            cwd=ROOT,
            env=environment(**variables),
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    running = Running(process, log)
    try:
        yield running
    finally:
        everybody = running.tree()
        process.kill()
        process.wait()
        for pid in everybody:
            _kill(pid)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def wait_for(condition: Callable[[], object], *, seconds: float, what: str) -> float:
    """Until the condition holds; how long that took. Fails loudly when it does not."""
    begun = time.monotonic()
    while not condition():
        assert time.monotonic() - begun < seconds, f"not within {seconds} s: {what}"
        time.sleep(0.05)
    return time.monotonic() - begun


def busy_worker(*, page_number: int | None = None) -> tuple[int, int] | None:
    """(process, page) of a worker that holds a page, this one if it is named."""
    held = Page.objects.filter(status="AI_PROCESSING")
    if page_number is not None:
        held = held.filter(page_number=page_number)
    names = held.exclude(worker_id=None).values_list("worker_id", "page_number")
    found = [(int(worker_id.rsplit(":", 2)[-2]), number) for worker_id, number in names]
    return next(((pid, number) for pid, number in found if process_lives(pid)), None)


def stop_while_holding(page_number: int | None = None, *, seconds: float = 60) -> tuple[int, int]:
    """Stop a worker in the middle of a page, this one if it is named; (process, page). It surely holds the page: it was stopped first."""
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        if (held := busy_worker(page_number=page_number)) is not None:
            os.kill(held[0], signal.SIGSTOP)
            time.sleep(0.05)
            if held == busy_worker(page_number=held[1]):
                return held
            os.kill(held[0], signal.SIGCONT)
        time.sleep(0.002)
    raise AssertionError(f"no worker was met in the middle of page {page_number or 'any'} within {seconds} s")


def kill_while_holding(page_number: int | None = None) -> int:
    """Kill a worker in the middle of a page; its process id."""
    pid, _ = stop_while_holding(page_number)
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: not process_lives(pid), seconds=5, what="the worker's death")
    return pid


def nobody_lives(pids: set[int]) -> bool:
    return not any(process_lives(pid) for pid in pids)
