"""A process's claim on an embedded server: while it is held, the server runs."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from pdfsku.embedded import locks, sockets
from pdfsku.embedded.errors import EmbeddedError
from pdfsku.embedded.server import LOG_LIMIT_BYTES, Server

PROJECT = Path(__file__).resolve().parents[2]
ATTEMPTS = 3
READY_SECONDS = 120.0
STOP_SECONDS = 15.0


@dataclass
class Lease:
    """A shared lock on a running server and the server's address."""

    server: Server
    descriptor: int
    url: str

    def release(self) -> None:
        """Let go; whoever lets go last stops the server and waits for its end."""
        if not self.server.start_lock.exists():
            os.close(self.descriptor)  # The data directory was removed: the keeper ends by itself.
            return
        with locks.exclusive(self.server.start_lock):
            os.close(self.descriptor)
            users = locks.try_exclusive(self.server.users_lock)
            if users is not None:
                os.close(users)
                stop_now(self.server)


def acquire(server: Server) -> Lease:
    """Use the server, starting it if nobody did yet."""
    try:
        server.check()
        _make_places(server)
        for _ in range(ATTEMPTS):
            descriptor = _join(server)
            if _becomes_ready(server):
                return Lease(server, descriptor, _url(server))
            os.close(descriptor)
    except OSError as error:
        raise EmbeddedError(f"{server.title} cannot use {server.data_dir}: {error}") from error
    raise EmbeddedError(f"{server.title} stopped again and again while it was being joined (see {server.log})")


def stop_now(server: Server) -> None:
    """Stop the server whoever uses it; the caller holds the start lock."""
    if locks.is_held(server.keeper_lock) and not _dismiss_keeper(server):
        return
    # The keeper has done this already, unless it was killed itself.
    server.stop_process()


def _dismiss_keeper(server: Server) -> bool:
    """Let the keeper stop its server and go; False if it is not ours to command."""
    try:
        os.kill(int(server.keeper_lock.read_text()), signal.SIGTERM)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False  # Another account's keeper: it sees by itself that the last user left.
    deadline = time.monotonic() + STOP_SECONDS
    while locks.is_held(server.keeper_lock):
        if time.monotonic() > deadline:
            raise EmbeddedError(f"{server.title} did not stop within {STOP_SECONDS:.0f} s (see {server.log})")
        time.sleep(0.02)
    return True


def _make_places(server: Server) -> None:
    server.start_lock.parent.mkdir(parents=True, exist_ok=True)
    server.log.parent.mkdir(exist_ok=True)


def _join(server: Server) -> int:
    with locks.exclusive(server.start_lock):
        if not locks.is_held(server.keeper_lock):
            _start_keeper(server)
        return locks.shared(server.users_lock)


def _start_keeper(server: Server) -> None:
    if server.log.exists() and server.log.stat().st_size > LOG_LIMIT_BYTES:
        server.log.replace(server.log.with_suffix(".log.1"))
    reader, writer = os.pipe()
    durability = "durable" if server.durable else "throw-away"
    with server.log.open("ab") as log, os.fdopen(reader) as report:
        process = subprocess.Popen(
            [sys.executable, "-m", "pdfsku.embedded.keeper", str(server.data_dir), server.name, durability, str(writer)],
            cwd="/",
            env=_keeper_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            pass_fds=(writer,),
            start_new_session=True,
        )
        os.close(writer)
        process.wait()
        answer = report.read()
    if answer != "ready":
        raise EmbeddedError(answer.removeprefix("error ") or f"the keeper of {server.title} died (see {server.log})")


def _keeper_environment() -> dict[str, str]:
    """The keeper outlives us: it must not look like a part of the tree of processes that we belong to."""
    inherited = {name: value for name, value in os.environ.items() if name != "PDFSKU_TREE" and not name.startswith("PG")}
    search_path = [str(PROJECT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return inherited | {"PYTHONPATH": os.pathsep.join(search_path)}


def _becomes_ready(server: Server) -> bool:
    """Wait for a server that is being revived; False when its keeper went away instead."""
    deadline = time.monotonic() + READY_SECONDS
    while not server.is_ready():
        if not locks.is_held(server.keeper_lock):
            return False
        if time.monotonic() > deadline:
            raise EmbeddedError(f"{server.title} was not ready after {READY_SECONDS:.0f} s (see {server.log})")
        time.sleep(0.05)
    return True


def _url(server: Server) -> str:
    socket_dir = sockets.recorded(server.sockets_record)
    if socket_dir is None:
        raise EmbeddedError(f"{server.title} runs, but {server.sockets_record} is gone: stop it and start again")
    return server.url(socket_dir)
