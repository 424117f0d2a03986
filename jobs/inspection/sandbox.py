"""Runs one of our own small programs on one untrusted file, in a process that cannot outlive its time or its caller."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jobs.inspection.confinement import READY

ROOT = Path(__file__).resolve().parents[2]
START = "import sys; sys.path.insert(0, sys.argv[1]); from importlib import import_module; import_module(sys.argv[2]).main(sys.argv[3])"
ANSWER_BYTES = 4 * 1024 * 1024
COMPLAINT_BYTES = 2 * 1024
CHUNK_BYTES = 64 * 1024


class ChildTimeout(Exception):
    """The program did not end within its time and was killed."""


class ChildFailure(Exception):
    """The program ended without an answer: killed by the file, by a limit, or by itself."""


class ChildBroken(Exception):
    """The program never got as far as touching the file: the fault is ours, not the file's."""


@dataclass(frozen=True)
class Order:
    """What the child is told: how much it may spend, and what it is to look for."""

    parent: int
    memory_bytes: int
    timeout_seconds: float
    arguments: dict[str, Any]

    def dumps(self) -> str:
        """As the one argument of the child."""
        return json.dumps(self.__dict__)

    @classmethod
    def loads(cls, text: str) -> "Order":
        """As the child reads it."""
        return cls(**json.loads(text))


def run_confined(module: str, path: Path, *, memory_bytes: int, timeout_seconds: float, arguments: dict[str, Any]) -> dict[str, Any]:
    """The answer of `module.main` about the file, which it finds opened as its standard input; thread-safe.

    The child sees no environment of ours, and its whole process group is killed and reaped before this returns, however it returns.
    """
    deadline = time.monotonic() + timeout_seconds
    order = Order(os.getpid(), memory_bytes, timeout_seconds, arguments)
    command = [sys.executable, "-I", "-c", START, str(ROOT), module, order.dumps()]
    with path.open("rb") as file:
        child = subprocess.Popen(
            command, stdin=file, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={}, cwd="/", start_new_session=True
        )
    output = Output()
    try:
        _listen(child, output, deadline)
    finally:
        _end(child)
        if not output.said.startswith(READY):
            raise ChildBroken(output.complaint() or "did not start in time")
    return output.answer()


class Output:
    """What a child has said so far, and of its complaints the end."""

    def __init__(self) -> None:
        self.said = bytearray()
        self.complained = bytearray()

    def take(self, chunk: bytes, *, is_complaint: bool) -> None:
        """Keeps what matters of the next piece."""
        if is_complaint:
            self.complained = (self.complained + chunk)[-COMPLAINT_BYTES:]
            return
        self.said += chunk
        if len(self.said) > ANSWER_BYTES:
            raise ChildFailure("the answer is too long")

    def complaint(self) -> str:
        """The last line of its complaints: of a traceback, what happened."""
        lines = self.complained.decode("utf-8", "replace").strip().splitlines()
        return lines[-1][:COMPLAINT_BYTES] if lines else ""

    def answer(self) -> dict[str, Any]:
        """The record that the child printed."""
        try:
            record = json.loads(self.said.removeprefix(READY))
        except ValueError as error:
            raise ChildFailure(f"ended without an answer {self.complaint()}".strip()) from error
        if not isinstance(record, dict):
            raise ChildFailure("gave an answer that is no record")
        return record


def _listen(child: "subprocess.Popen[bytes]", output: Output, deadline: float) -> None:
    assert child.stdout is not None and child.stderr is not None
    answers, complaints = child.stdout.fileno(), child.stderr.fileno()
    poller = select.poll()
    poller.register(answers, select.POLLIN)
    poller.register(complaints, select.POLLIN)
    is_open = {answers, complaints}
    while is_open:
        left = deadline - time.monotonic()
        ready = poller.poll(left * 1000) if left > 0 else []
        if not ready:
            raise ChildTimeout
        for descriptor, _ in ready:
            chunk = os.read(descriptor, CHUNK_BYTES)
            output.take(chunk, is_complaint=descriptor == complaints)
            if not chunk:
                poller.unregister(descriptor)
                is_open.discard(descriptor)


def _end(child: "subprocess.Popen[bytes]") -> None:
    # Killed before it is reaped, so that the group's number cannot belong to anybody else yet.
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdout, child.stderr):
        if pipe is not None:
            pipe.close()
    child.wait()
