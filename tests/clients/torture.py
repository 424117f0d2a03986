"""An upload over the worst of networks: connections that break in the middle of a chunk, a server that is killed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.clients.server import UploadServer
from tests.clients.tus import TusClient

PIECE = 256 * 1024
_BLOCK = 1024 * 1024


@dataclass
class Report:
    """What happened to an upload. `kept` has, for each connection that broke off, the share of the received bytes that was kept."""

    url: str = ""
    disconnects: int = 0
    kills: int = 0
    kept: list[float] = field(default_factory=list)


def content(offset: int, length: int) -> bytes:
    """The file's bytes from here: random blocks, each stamped with its number."""
    blocks = [_block(number) for number in range(offset // _BLOCK, (offset + length - 1) // _BLOCK + 1)]
    start = offset % _BLOCK
    return b"".join(blocks)[start : start + length]


def digest_of_content(length: int) -> str:
    return _digest(content(start, min(_BLOCK, length - start)) for start in range(0, length, _BLOCK))


def digest_of_file(path: Path) -> str:
    with path.open("rb") as file:
        return _digest(iter(lambda: file.read(_BLOCK), b""))


def upload_under_torture(
    server: UploadServer, client: TusClient, *, length: int, chunk: int, disconnects: int, kills: int, seed: int = 1
) -> Report:
    """Send the file in chunks; at chosen chunks break the connection or kill the server, then ask and go on."""
    chance, report = random.Random(seed), Report(url=client.create(length))
    chunks = -(-length // chunk)
    troubles = [_disconnect] * disconnects + [_kill] * kills
    chance.shuffle(troubles)
    plan = dict(zip(sorted(chance.sample(range(chunks), len(troubles))), troubles, strict=True))
    offset = done = 0
    while offset < length:
        size = min(chunk, length - offset)
        trouble = plan.get(done)
        done += 1
        if trouble is None:
            answer = client.patch(report.url, offset, content(offset, size))
            assert answer.status_code in (204, 409), answer.text
            offset = offset + size if answer.status_code == 204 else client.offset(report.url)
        else:
            offset = trouble(server, client, report, chance, offset, size)
    return report


def _disconnect(server: UploadServer, client: TusClient, report: Report, chance: random.Random, offset: int, size: int) -> int:
    sent = chance.randrange(size // 10, size)
    is_measured = report.disconnects % 2 == 0
    with client.sender(report.url, offset, size) as sender:
        _send(sender.send, offset, sent)
        answer = sender.hang_up() if is_measured else sender.reset()
    now = client.offset(report.url)
    if answer:
        # The bytes of a connection that was reset before arrived after the question for the offset: this one was refused.
        assert answer.startswith(b"HTTP/1.1 409"), answer
        return _disconnect(server, client, report, chance, now, size - (now - offset))
    report.disconnects += 1
    if is_measured:
        report.kept.append((now - offset) / sent)
    return now


def _kill(server: UploadServer, client: TusClient, report: Report, chance: random.Random, offset: int, size: int) -> int:
    with client.sender(report.url, offset, size) as sender:
        _send(sender.send, offset, chance.randrange(1, size))
        server.kill()
    server.start()
    report.kills += 1
    now = client.offset(report.url)
    assert now == (server.upload_dir / f"{report.url.rsplit('/', 1)[1]}.data").stat().st_size
    return now


def _send(send: Callable[[bytes], None], offset: int, length: int) -> None:
    for start in range(0, length, PIECE):
        send(content(offset + start, min(PIECE, length - start)))


_SEED = random.Random(0).randbytes(_BLOCK)


def _block(number: int) -> bytes:
    stamp = number.to_bytes(8, "big")
    return stamp + _SEED[8 + number % 1000 :] + _SEED[: number % 1000]


def _digest(pieces: Iterator[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()
