"""One running program of the tree: its process, its output as lines, its session."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pdfsku.supervisor.programs import Program

CHUNK = 65536
# A line that never ends is cut here rather than kept in memory.
LONGEST_LINE = 1_000_000


@dataclass
class Child:
    """Started in a session of its own, so that Ctrl-C reaches the supervisor alone."""

    program: Program
    process: "subprocess.Popen[bytes]"
    started: float
    rest: bytes = b""
    is_silent: bool = False

    @classmethod
    def start(cls, program: Program, *, environment: Mapping[str, str], cwd: Path) -> "Child":
        """Run the program with its output in a pipe that never blocks us."""
        process = subprocess.Popen(
            program.argv,
            cwd=cwd,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        child = cls(program, process, time.monotonic())
        os.set_blocking(child.output, False)
        return child

    @property
    def output(self) -> int:
        """The reading end of the pipe."""
        assert self.process.stdout is not None
        return self.process.stdout.fileno()

    @property
    def session(self) -> int:
        return self.process.pid

    @property
    def age_seconds(self) -> float:
        return time.monotonic() - self.started

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def read_lines(self) -> list[str]:
        """The lines that are complete by now."""
        while chunk := self._read():
            self.rest += chunk
        *lines, self.rest = self.rest.split(b"\n")
        if len(self.rest) > LONGEST_LINE:
            lines, self.rest = [*lines, self.rest], b""
        return [_text(line) for line in lines]

    def close(self) -> list[str]:
        """What was left in the pipe, the last line ended or not."""
        lines = self.read_lines()
        if self.rest:
            lines.append(_text(self.rest))
            self.rest = b""
        assert self.process.stdout is not None
        self.process.stdout.close()
        return lines

    def send(self, number: signal.Signals) -> None:
        if not self.has_ended():
            self.process.send_signal(number)

    def how_it_ended(self) -> str:
        """In words: the exit code, or the signal that killed it."""
        code = self.process.returncode
        return f"ended with code {code}" if code >= 0 else f"was killed by {signal.Signals(-code).name}"

    def _read(self) -> bytes:
        """The next piece; nothing if there is none yet or, from then on silent, none any more."""
        if len(self.rest) > LONGEST_LINE:
            return b""
        try:
            chunk = os.read(self.output, CHUNK)
        except BlockingIOError:
            return b""
        self.is_silent = not chunk
        return chunk


def _text(line: bytes) -> str:
    return line.decode(errors="replace").rstrip("\r")
