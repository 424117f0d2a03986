"""Uploads when things go wrong: killed servers, two servers on one directory, a full disk, a flushed Redis."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings

from jobs.models import Upload
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import UploadStatus
from pdfsku.shared.redis import redis_client
from tests.clients.server import UploadServer, environment_of_tests, running, shared_server
from tests.clients.torture import digest_of_content, digest_of_file, upload_under_torture
from tests.clients.tus import TusClient, checksum
from tests.factories.accounts import UserFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

MIB = 1024 * 1024


@pytest.fixture
def server(transactional_db: None) -> UploadServer:
    return shared_server()


@pytest.fixture
def token(transactional_db: None) -> str:
    return token_pair(UserFactory())["access"]


@pytest.fixture
def client(server: UploadServer, token: str) -> TusClient:
    return TusClient(server.url, token)


def path_of(server: UploadServer, url: str) -> Path:
    return server.upload_dir / f"{url.rsplit('/', 1)[1]}.data"


def test_a_file_arrives_exactly_through_disconnects_kills_and_a_redis_flush(server, client):
    redis_client(settings.REDIS_URL).flushall()

    report = upload_under_torture(server, client, length=48 * MIB, chunk=2 * MIB, disconnects=10, kills=2)

    assert (report.disconnects, report.kills) == (10, 2)
    assert min(report.kept) >= 0.95
    assert digest_of_file(path_of(server, report.url)) == digest_of_content(48 * MIB)
    assert Upload.objects.get().status == UploadStatus.COMPLETE


def test_unverified_bytes_of_a_killed_server_are_gone(server, client):
    data = b"v" * MIB
    url = client.create(2 * MIB)
    client.patch(url, 0, data, **{"Upload-Checksum": checksum(data)})
    with client.sender(url, MIB, MIB, **{"Upload-Checksum": checksum(b"w" * MIB)}) as sender:
        sender.send(b"w" * (MIB // 2))
        until(lambda: path_of(server, url).stat().st_size > MIB)
        server.restart()

        assert client.offset(url) == MIB
    assert client.patch(url, MIB, data).status_code == 204
    assert path_of(server, url).read_bytes() == data * 2


@pytest.fixture
def second(server: UploadServer) -> Iterator[UploadServer]:
    """Another server on the same directory and database."""
    with running(server.data_dir, server.environment) as second:
        yield second


def test_a_stalled_sender_gives_way_to_another_server(server, second, client, token):
    elsewhere = TusClient(second.url, token)
    url = client.create(2 * MIB)
    there = url.replace(server.url, second.url)
    with client.sender(url, 0, 2 * MIB) as stalled:
        stalled.send(b"a" * MIB)
        until(lambda: path_of(server, url).stat().st_size == MIB)

        started = time.monotonic()
        offset = elsewhere.offset(there)
        waited = time.monotonic() - started
        resumed = elsewhere.patch(there, offset, b"b" * MIB)

        assert (offset, resumed.status_code, stalled.status()) == (MIB, 204, 423)
    assert waited < 5
    assert path_of(server, url).read_bytes() == b"a" * MIB + b"b" * MIB


def test_of_parallel_senders_on_two_servers_one_wins(server, second, client, token):
    url = client.create(MIB)
    targets = [url, url.replace(server.url, second.url)] * 4
    bodies = [bytes([65 + number]) * MIB for number in range(8)]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda target, body: TusClient(server.url, token).patch(target, 0, body), targets, bodies))

    winners = [body for answer, body in zip(answers, bodies, strict=True) if answer.status_code == 204]
    assert sorted(answer.status_code for answer in answers) == [204] + [409] * 7
    assert [path_of(server, url).read_bytes()] == winners


def test_a_disk_that_fills_up_in_mid_chunk_leaves_the_offset_where_it_was(transactional_db, token, tmp_path):
    server = UploadServer(tmp_path / "data", environment_of_tests())
    server.start(prefix=("prlimit", f"--fsize={4 * MIB}"))
    try:
        client = TusClient(server.url, token)
        url = client.create(8 * MIB)
        client.patch(url, 0, b"a" * 3 * MIB)

        refused = client.patch(url, 3 * MIB, b"b" * 5 * MIB)

        assert (refused.status_code, refused.json()["code"]) == (507, "DISK_FULL")
        assert client.offset(url) == 3 * MIB
        server.restart()
        assert client.patch(url, 3 * MIB, b"b" * 5 * MIB).status_code == 204
        assert path_of(server, url).read_bytes() == b"a" * 3 * MIB + b"b" * 5 * MIB
    finally:
        server.kill()


def on_a_small_disk(directory: Path, *, mebibytes: int) -> tuple[str, ...]:
    """A command before that of a server: it alone sees a small file system there. An ordinary user mounts one in a name space of its own."""
    apart = ("unshare", "--mount") if os.geteuid() == 0 else ("unshare", "--user", "--map-root-user", "--mount")
    return *apart, "sh", "-c", f'mount -t tmpfs -o size={mebibytes}m tmpfs "$0" && exec "$@"', str(directory)


def test_a_file_system_without_space_answers_507_and_resumes(transactional_db, token, tmp_path):
    server = UploadServer(tmp_path / "data", environment_of_tests())
    server.upload_dir.mkdir(parents=True)
    server.start(prefix=on_a_small_disk(server.upload_dir, mebibytes=8))
    try:
        client = TusClient(server.url, token)
        url, filler = client.create(6 * MIB), client.create(4 * MIB)
        assert client.patch(filler, 0, b"x" * 4 * MIB).status_code == 204

        refused = client.patch(url, 0, b"b" * 6 * MIB)
        crowded = client.post(6 * MIB)
        client.delete(filler)

        assert (refused.status_code, crowded.status_code) == (507, 507)
        assert client.offset(url) == 0
        assert client.patch(url, 0, b"b" * 6 * MIB).status_code == 204
    finally:
        server.kill()


def until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)
