"""Both embedded servers at once: what manage.py, asgi.py, the supervisor and the tests call."""

import atexit
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pdfsku.embedded import lease, locks
from pdfsku.embedded.lease import Lease
from pdfsku.embedded.postgres import Postgres
from pdfsku.embedded.redis import Redis
from pdfsku.embedded.server import Server


@dataclass(frozen=True)
class ServiceUrls:
    """Where the two servers answer."""

    database_url: str
    redis_url: str


# Leases that this process holds until it ends.
_held: dict[Server, Lease] = {}


def start(data_dir: Path, *, durable: bool = True) -> ServiceUrls:
    """Use both servers until this process ends."""
    database, redis = _hold(*_servers(data_dir, durable))
    return ServiceUrls(database, redis)


def start_postgres(data_dir: Path, *, durable: bool = True) -> str:
    """Use PostgreSQL until this process ends."""
    return _hold(Postgres(_absolute(data_dir), durable))[0]


def start_redis(data_dir: Path, *, durable: bool = True) -> str:
    """Use Redis until this process ends."""
    return _hold(Redis(_absolute(data_dir), durable))[0]


def held_descriptors() -> tuple[int, ...]:
    """What a child must inherit to keep the servers up after this process has gone."""
    return tuple(held.descriptor for held in _held.values())


@contextmanager
def embedded_services(data_dir: Path, *, durable: bool = True) -> Iterator[ServiceUrls]:
    """Use both servers inside the block; they stop behind it if nobody else uses them."""
    leases = _acquire_all(_servers(data_dir, durable))
    try:
        yield ServiceUrls(leases[0].url, leases[1].url)
    finally:
        _release_all(leases)


def check(data_dir: Path) -> None:
    """Refuse a data directory that the servers cannot use; change nothing."""
    for server in _servers(data_dir, durable=True):
        server.check()


def is_running(data_dir: Path) -> bool:
    """Whether both servers answer now."""
    return all(server.is_ready() for server in _servers(data_dir, durable=True))


def stop(data_dir: Path) -> None:
    """Stop both servers, even under the feet of other users."""
    for server in _servers(data_dir, durable=True):
        if server.start_lock.exists():
            with locks.exclusive(server.start_lock):
                lease.stop_now(server)


def _servers(data_dir: Path, durable: bool) -> tuple[Postgres, Redis]:
    return Postgres(_absolute(data_dir), durable), Redis(_absolute(data_dir), durable)


def _absolute(data_dir: Path) -> Path:
    return Path(data_dir).expanduser().resolve()


def _hold(*servers: Server) -> list[str]:
    fresh = [server for server in servers if server not in _held]
    for held in _acquire_all(fresh):
        _held[held.server] = held
        atexit.register(_release_at_exit, held, os.getpid())
    return [_held[server].url for server in servers]


def _release_at_exit(held: Lease, owner: int) -> None:
    """A forked child runs its parent's exit handlers; the lease is not its own to give back."""
    if os.getpid() == owner:
        held.release()


def _acquire_all(servers: list[Server] | tuple[Server, ...]) -> list[Lease]:
    with ThreadPoolExecutor(max_workers=2) as pool:
        attempts = [pool.submit(lease.acquire, server) for server in servers]
    failed = [error for attempt in attempts if (error := attempt.exception()) is not None]
    if failed:
        _release_all([attempt.result() for attempt in attempts if attempt.exception() is None])
        raise failed[0]
    return [attempt.result() for attempt in attempts]


def _release_all(leases: list[Lease]) -> None:
    with ThreadPoolExecutor(max_workers=2) as pool:
        for released in [pool.submit(held.release) for held in leases]:
            released.result()
