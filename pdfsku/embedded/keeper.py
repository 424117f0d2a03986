"""The process that keeps one embedded server: starts it, revives it when it dies, and stops it when its last user is gone.

Started by `lease.acquire` and detached from it, so that neither Ctrl-C nor a kill of the first user takes the server from the others.
"""

import os
import select
import shutil
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

from pdfsku.embedded import sockets
from pdfsku.embedded.errors import EmbeddedError
from pdfsku.embedded.locks import try_exclusive
from pdfsku.embedded.postgres import Postgres
from pdfsku.embedded.redis import Redis
from pdfsku.embedded.server import Server, end, is_alive

KINDS: dict[str, type[Server]] = {kind.name: kind for kind in (Postgres, Redis)}
TICK_SECONDS = 0.5
# Recovery after a crash replays the write-ahead log, which may take a while on a slow disk.
READY_SECONDS = 120.0
LONGEST_PAUSE_SECONDS = 30.0


@dataclass
class Keeper:
    """Watches one server and the lock of its users."""

    server: Server
    stop_pipe: int
    process: psutil.Process | None = None
    socket_dir: Path | None = None
    failures: int = 0
    next_try: float = 0.0

    def begin(self) -> None:
        """Take over a server that lost its keeper, or start one."""
        self.server.prepare()
        self.process = self.server.find_process()
        if self.process is None:
            self.process = self.server.launch()
        self._await_ready(self.process)
        self.socket_dir = sockets.recorded(self.server.sockets_record)

    def keep(self) -> None:
        """Stay until asked to stop or until nobody uses the server any more, then stop it."""
        while not select.select([self.stop_pipe], [], [], TICK_SECONDS)[0]:
            if not self.server.start_lock.exists():
                self._abandon()
                return
            start = try_exclusive(self.server.start_lock)
            if start is None:
                continue
            try:
                if self._is_unused():
                    self.server.stop_process()
                    return
                self._revive()
            finally:
                os.close(start)
        self.server.stop_process()

    def _abandon(self) -> None:
        """Somebody removed the data directory: nothing is left to keep, nor to find the server by."""
        if self.process is not None:
            end(self.process, self.server.stop_signals)
        if self.socket_dir is not None:
            shutil.rmtree(self.socket_dir, ignore_errors=True)

    def _is_unused(self) -> bool:
        users = try_exclusive(self.server.users_lock)
        if users is None:
            return False
        os.close(users)
        return True

    def _revive(self) -> None:
        if (self.process is not None and is_alive(self.process)) or time.monotonic() < self.next_try:
            return
        _log(f"{self.server.title} died, starting it again")
        try:
            self.process = self.server.launch()
            self._await_ready(self.process)
        except (EmbeddedError, OSError) as error:
            self.failures += 1
            self.next_try = time.monotonic() + min(2.0**self.failures, LONGEST_PAUSE_SECONDS)
            _log(str(error))
        else:
            self.failures = 0

    def _await_ready(self, process: psutil.Process) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.server.is_ready():
            if not is_alive(process):
                raise EmbeddedError(f"{self.server.title} did not start: {self.server.last_words()} (see {self.server.log})")
            if time.monotonic() > deadline:
                raise EmbeddedError(f"{self.server.title} was not ready after {READY_SECONDS:.0f} s (see {self.server.log})")
            time.sleep(0.02)


def main(arguments: list[str]) -> None:
    """Detach, start the server, report on the given pipe, then keep it."""
    data_dir, name, durability, report = Path(arguments[0]), arguments[1], arguments[2], int(arguments[3])
    if os.fork():
        os._exit(0)
    server = KINDS[name](data_dir, durability == "durable")
    lock = try_exclusive(server.keeper_lock)
    if lock is None:
        _report(report, "error another keeper is already there")
        return
    os.ftruncate(lock, 0)
    os.pwrite(lock, str(os.getpid()).encode(), 0)
    keeper = Keeper(server, _stop_pipe())
    try:
        keeper.begin()
    except (EmbeddedError, OSError) as error:
        server.stop_process()
        _report(report, f"error {error}")
        return
    _report(report, "ready")
    keeper.keep()


def _stop_pipe() -> int:
    """A descriptor that becomes readable on SIGTERM; other signals of a terminal are not for us."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    return reader


def _log(text: str) -> None:
    sys.stdout.write(f"keeper: {text}\n")
    sys.stdout.flush()


def _report(descriptor: int, text: str) -> None:
    with os.fdopen(descriptor, "w") as pipe:
        pipe.write(text)


if __name__ == "__main__":
    main(sys.argv[1:])
