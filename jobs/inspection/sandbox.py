"""Runs one of our own small programs on one untrusted file, in a process that cannot outlive its time or its caller."""

import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jobs.inspection.confinement import READY
from jobs.inspection.order import Order

ROOT = Path(__file__).resolve().parents[2]
# Ended at once: taking half a million objects down in order takes longer than the kernel does.
START = (
    "import os, sys; sys.path.insert(0, sys.argv[1]); from importlib import import_module;"
    " import_module(sys.argv[2]).main(sys.argv[3]); os._exit(0)"
)
ANSWER_BYTES = 4 * 1024 * 1024
COMPLAINT_BYTES = 2 * 1024
CHUNK_BYTES = 64 * 1024


class ChildBroken(Exception):
    """The program never got as far as touching the file: the fault is ours, not the file's."""


@dataclass(frozen=True)
class Outcome:
    """What the child said until it ended or was ended, and the last line of its complaints."""

    said: bytes
    complaint: str
    is_timeout: bool


def run_confined(module: str, path: Path, *, memory_bytes: int, timeout_seconds: float, arguments: dict[str, Any]) -> Outcome:
    """What `module.main` says about the file, which it finds opened as its standard input; thread-safe.

    The child sees no environment of ours, and its whole process group is killed and reaped before this returns, however it returns.
    """
    deadline = time.monotonic() + timeout_seconds
    order = Order(os.getpid(), memory_bytes, timeout_seconds, arguments)
    command = [sys.executable, "-I", "-c", START, str(ROOT), module, order.dumps()]
    with path.open("rb") as file:
        child = subprocess.Popen(
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={}, cwd="/", start_new_session=True
        )
    try:
        outcome = _listen(child, deadline)
    finally:
        _end(child)
    if not outcome.is_timeout and not outcome.said.startswith(READY):
        raise ChildBroken(outcome.complaint or "ended before it started")
    return replace(outcome, said=outcome.said.removeprefix(READY))


def _listen(child: "subprocess.Popen[bytes]", deadline: float) -> Outcome:
    assert child.stdout is not None
    assert child.stderr is not None
    answers, complaints = child.stdout.fileno(), child.stderr.fileno()
    heard = {answers: bytearray(), complaints: bytearray()}
    speaking = set(heard)
    poller = select.poll()
    for descriptor in heard:
        poller.register(descriptor, select.POLLIN)
    while speaking and len(heard[answers]) <= ANSWER_BYTES:
        left = deadline - time.monotonic()
        for descriptor, _ in poller.poll(left * 1000) if left > 0 else []:
            chunk = os.read(descriptor, CHUNK_BYTES)
            heard[descriptor] += chunk
            if not chunk:
                poller.unregister(descriptor)
                speaking.discard(descriptor)
        del heard[complaints][:-COMPLAINT_BYTES]
        if left <= 0:
            break
    lines = heard[complaints].decode("utf-8", "replace").strip().splitlines()
    return Outcome(bytes(heard[answers]), lines[-1] if lines else "", is_timeout=bool(speaking))


def _end(child: "subprocess.Popen[bytes]") -> None:
    # Killed before it is reaped, so that the group's number cannot belong to anybody else yet.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.wait()
