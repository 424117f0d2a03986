"""How bodies come in: straight from the socket, behind one another, in pieces of unknown number, or as messages of another server."""

from __future__ import annotations

import asyncio
import os
import socket
import time
from typing import Any
from urllib.parse import urlsplit

import pytest

from jobs.api.uploads import application
from jobs.models import Upload
from jobs.services import uploads
from jobs.tus import files
from jobs.tus.writer import BUFFER_BYTES
from pdfsku.accounts.tokens import token_pair
from tests.clients.server import UploadServer, shared_server
from tests.clients.tus import CHUNK, TusClient
from tests.factories.accounts import UserFactory

pytestmark = pytest.mark.django_db(transaction=True)

# More than the server's buffers hold, and no multiple of any of them.
CONTENT = os.urandom(3 * BUFFER_BYTES + 12_345)


@pytest.fixture
def server(transactional_db: None) -> UploadServer:
    return shared_server()


@pytest.fixture
def client(server: UploadServer) -> TusClient:
    return TusClient(server.url, token_pair(UserFactory())["access"])


def bytes_of(server: UploadServer, url: str) -> bytes:
    return (server.upload_dir / f"{url.rsplit('/', 1)[1]}.data").read_bytes()


def received(connection: socket.socket, *, until: int) -> bytes:
    """What the server says, up to so many ends of headers."""
    answer = b""
    while answer.count(b"\r\n\r\n") < until:
        piece = connection.recv(65536)
        assert piece, answer
        answer += piece
    return answer


def head_request(client: TusClient, url: str) -> bytes:
    headers = "".join(f"{name}: {value}\r\n" for name, value in client.headers.items())
    return f"HEAD {urlsplit(url).path} HTTP/1.1\r\nHost: a\r\n{headers}\r\n".encode()


def test_a_body_in_uneven_pieces_arrives_whole(server, client):
    url, sent = client.create(len(CONTENT)), 0

    with client.sender(url, 0, len(CONTENT)) as sender:
        for size in (1, 70_000, 262_143, BUFFER_BYTES, len(CONTENT)):
            sender.send(CONTENT[sent : sent + size])
            sent += size
        assert sender.status() == 204

    assert bytes_of(server, url) == CONTENT


def test_a_request_behind_a_body_is_not_part_of_it(server, client):
    url, half = client.create(len(CONTENT)), len(CONTENT) // 2

    with client.sender(url, 0, half) as sender:
        sender.send(CONTENT[:half] + head_request(client, url))
        answers = received(sender.socket, until=2)

    assert answers.count(b"HTTP/1.1 204") == 1
    assert answers.count(b"HTTP/1.1 200") == 1
    assert answers.lower().count(b"upload-offset: %d\r\n" % half) == 2
    assert bytes_of(server, url) == CONTENT[:half]


def test_one_connection_carries_one_chunk_after_another(server, client):
    url = client.create(len(CONTENT))

    for start in range(0, len(CONTENT), 600_000):
        assert client.patch(url, start, CONTENT[start : start + 600_000]).status_code == 204

    assert bytes_of(server, url) == CONTENT


def test_a_sender_that_waits_to_be_asked_is_asked(server, client):
    url = client.create(len(CONTENT))

    with client.sender(url, 0, len(CONTENT), Expect="100-continue") as sender:
        assert received(sender.socket, until=1).startswith(b"HTTP/1.1 100 ")
        sender.send(CONTENT)
        assert sender.status() == 204

    assert bytes_of(server, url) == CONTENT


def test_a_sender_that_waits_to_be_asked_is_refused_without_being_asked(client):
    url = client.create(10)

    with client.sender(url, 5, 5, Expect="100-continue") as sender:
        assert sender.status() == 409


def test_a_body_of_unknown_length_arrives_whole(server, client):
    url = client.create(len(CONTENT))

    pieces = (CONTENT[start : start + 100_000] for start in range(0, len(CONTENT), 100_000))
    answer = client.http.patch(url, content=pieces, headers={"Upload-Offset": "0", "Content-Type": CHUNK})

    assert answer.status_code == 204
    assert bytes_of(server, url) == CONTENT


def test_a_sender_that_leaves_in_the_middle_leaves_its_bytes(server, client):
    url = client.create(len(CONTENT))

    with client.sender(url, 0, len(CONTENT)) as sender:
        sender.send(CONTENT[:-1])

    # The question may overtake the body: all of it may still lie in the kernel's buffers.
    for _ in range(300):
        if client.offset(url) == len(CONTENT) - 1:
            break
        time.sleep(0.1)
    assert bytes_of(server, url) == CONTENT[:-1]


def test_another_server_hands_the_body_on_as_messages(transactional_db, settings, tmp_path):
    settings.UPLOAD_DIR = tmp_path
    user = UserFactory()
    upload = uploads.create_upload(user, filename="a.pdf", length=len(CONTENT), metadata={})

    status = asyncio.run(patch_by_messages(upload, token_pair(user)["access"]))

    assert status == 204
    assert files.data_path(upload.pk).read_bytes() == CONTENT
    upload.refresh_from_db()
    assert upload.status == "COMPLETE"


async def patch_by_messages(upload: Upload, token: str) -> int:
    headers = {
        "tus-resumable": "1.0.0",
        "authorization": f"Bearer {token}",
        "upload-offset": "0",
        "content-type": CHUNK,
        "content-length": str(len(CONTENT)),
    }
    path = f"/api/v1/uploads/{upload.pk}"
    scope = {"type": "http", "method": "PATCH", "path": path, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}
    starts, sent = iter(range(0, len(CONTENT), 65536)), []

    async def receive() -> dict[str, Any]:
        start = next(starts)
        return {"type": "http.request", "body": CONTENT[start : start + 65536], "more_body": start + 65536 < len(CONTENT)}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await application(scope, receive, send)
    return int(sent[0]["status"])


def test_who_sends_and_where_to_is_one_question(django_assert_num_queries, settings, tmp_path):
    settings.UPLOAD_DIR = tmp_path
    user = UserFactory()
    upload = uploads.create_upload(user, filename="a.pdf", length=5, metadata={})

    with django_assert_num_queries(1):
        found = uploads.find_upload(upload.pk, user_id=user.pk)

    assert found == upload
