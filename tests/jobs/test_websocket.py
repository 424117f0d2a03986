"""`/ws/events/` and `/ws/jobs/{id}/`: the same events as SSE, as JSON messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from jobs.events import new_event, publish
from jobs.models import PDFJob
from jobs.transitions import move
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import SSEEventType
from tests.factories import JobFactory, UserFactory
from tests.servers import web_server

pytestmark = pytest.mark.django_db(transaction=True)


def publish_page(job: PDFJob, number: int) -> None:
    publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number})])


def bearer(user) -> tuple[bytes, bytes]:
    return b"authorization", f"Bearer {token_pair(user)['access']}".encode()


def communicator(path: str, *headers: tuple[bytes, bytes]) -> WebsocketCommunicator:
    from pdfsku.asgi import application

    return WebsocketCommunicator(application, path, headers=list(headers))


@sync_to_async
def a_job_and_its_user(**traits: Any):
    job = JobFactory(**traits)
    return job, UserFactory(merchant=job.merchant)


async def next_event(socket: WebsocketCommunicator) -> dict[str, Any]:
    return json.loads(await socket.receive_from(timeout=10))


async def test_messages_carry_id_type_and_data_until_the_job_ends() -> None:
    job, user = await a_job_and_its_user()
    socket = communicator(f"/ws/jobs/{job.pk}/", bearer(user))

    assert (await socket.connect(timeout=10))[0]
    await sync_to_async(publish_page)(job, 7)
    await sync_to_async(move)(job, "cancel")
    first, last = await next_event(socket), await next_event(socket)

    assert (first["type"], first["data"]["page_no"]) == ("page_completed", 7)
    assert (last["type"], last["id"]) == ("job_failed", first["id"] + 1)
    assert (await socket.receive_output(timeout=10))["type"] == "websocket.close"
    await socket.disconnect()


async def test_last_event_id_is_honoured() -> None:
    job, user = await a_job_and_its_user()
    for number in (1, 2, 3):
        await sync_to_async(publish_page)(job, number)
    every = communicator("/ws/events/?last_event_id=0", bearer(user))
    await every.connect(timeout=10)
    first = await next_event(every)
    await every.disconnect()

    rest = communicator(f"/ws/jobs/{job.pk}/?last_event_id={first['id']}", bearer(user))
    await rest.connect(timeout=10)

    assert [(await next_event(rest))["data"]["page_no"] for _ in range(2)] == [2, 3]
    await rest.disconnect()


async def test_heartbeats_have_no_id(settings) -> None:
    settings.SSE_KEEPALIVE_SECONDS = 0.01
    _, user = await a_job_and_its_user()
    socket = communicator("/ws/events/", bearer(user))
    await socket.connect(timeout=10)

    beat = await next_event(socket)

    assert (beat["id"], beat["type"]) == (None, "heartbeat")
    await socket.disconnect()


async def test_refusals_carry_their_status_in_the_close_code(settings) -> None:
    settings.SSE_PER_MERCHANT_MAX = 1
    job, user = await a_job_and_its_user()
    stranger = await sync_to_async(UserFactory)()
    foreign_page = (b"origin", b"https://evil.example"), (b"host", b"testserver")
    held = communicator("/ws/events/", bearer(user))
    await held.connect(timeout=10)

    async def refusal(path: str, *headers: tuple[bytes, bytes]) -> int:
        connected, code = await communicator(path, *headers).connect(timeout=10)
        assert not connected
        return code

    assert await refusal("/ws/events/") == 4401
    assert await refusal(f"/ws/jobs/{job.pk}/", bearer(stranger)) == 4404
    assert await refusal("/ws/jobs/nonsense/", bearer(stranger)) == 4404
    assert await refusal("/ws/events/?last_event_id=x", bearer(stranger)) == 4400
    assert await refusal("/ws/events/", bearer(stranger), *foreign_page) == 4403
    assert await refusal("/ws/nothing/") == 4404
    assert await refusal("/ws/events/", bearer(user)) == 4429
    await held.disconnect()


def test_real_server_answers_a_refused_handshake_in_the_error_format() -> None:
    job, stranger = JobFactory(), UserFactory()
    session = Client()
    session.force_login(UserFactory(operator=True), backend="django.contrib.auth.backends.ModelBackend")
    cookie = {"Cookie": f"sessionid={session.cookies['sessionid'].value}"}

    with web_server() as server:
        url = f"ws://127.0.0.1:{server.port}/ws/jobs/{job.pk}/"
        with pytest.raises(InvalidStatus) as refused:
            connect(url, additional_headers={"Authorization": f"Bearer {token_pair(stranger)['access']}"}, open_timeout=30)
        with connect(url, additional_headers=cookie, open_timeout=30) as socket:
            publish_page(job, 1)
            event = json.loads(socket.recv(timeout=20))
            code = server.stop()
            with pytest.raises(ConnectionClosed):
                socket.recv(timeout=20)

    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["code"] == "NOT_FOUND"
    assert event["data"]["page_no"] == 1
    assert code in (0, -15)
