"""The process that outlives a killed supervisor just long enough to end its children.

It reads the sessions of the children from a pipe whose other end only the supervisor holds: when that end closes, however it came
about, the supervisor is gone.
"""

import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from pdfsku.supervisor import sweep

PROJECT = Path(__file__).resolve().parents[2]
GRACE_SECONDS = 3.0


@dataclass
class Guard:
    """The supervisor's end of the pipe. The guard inherits `keep_open`, so that what these descriptors hold lasts until it has finished."""

    mark: str
    keep_open: tuple[int, ...] = ()
    sessions: set[int] = field(default_factory=set)
    process: "subprocess.Popen[bytes] | None" = None

    def watch(self, session: int) -> None:
        """A child was started."""
        self.sessions.add(session)
        self._tell(f"begun {session}")

    def forget(self, session: int) -> None:
        """A child and its session have ended; the number may soon be somebody else's."""
        self.sessions.discard(session)
        self._tell(f"ended {session}")

    def ensure(self) -> None:
        """Start the guard, again if somebody killed it."""
        if self.process is not None:
            if self.process.poll() is None:
                return
            self._close_pipe()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pdfsku.supervisor.guard", self.mark],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            pass_fds=self.keep_open,
            start_new_session=True,
        )
        for session in self.sessions:
            self._tell(f"begun {session}")

    def dismiss(self) -> None:
        """Let the guard look a last time for what is left, and wait for its end."""
        if self.process is not None:
            self._close_pipe()
            self.process.wait()

    def _tell(self, line: str) -> None:
        if self.process is None or self.process.stdin is None:
            return
        try:
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            return  # Killed: ensure() starts another and tells it everything.

    def _close_pipe(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                return


def main(mark: str) -> None:
    """Wait for the supervisor's end, then end its children."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sessions: set[int] = set()
    for line in sys.stdin:
        verb, session = line.split()
        if verb == "begun":
            sessions.add(int(session))
        else:
            sessions.discard(int(session))
    sweep.end_all(mark, sessions, grace_seconds=GRACE_SECONDS)


if __name__ == "__main__":
    main(sys.argv[1])
