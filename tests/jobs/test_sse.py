"""`/events` and `/jobs/{id}/events`, asked of real web processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import islice

import httpx
import pytest

from jobs.events import new_event, publish
from jobs.models import OutboxEvent, PDFJob
from jobs.transitions import move
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import SSEEventType
from tests.factories import JobFactory, MerchantFactory, UserFactory
from tests.servers import ROOT, Server, environment, web_server
from tests.sse import listening

pytestmark = pytest.mark.django_db(transaction=True)

ANOTHER_PROCESS = """
import sys, django
django.setup()
from jobs.events import new_event, publish
from jobs.models import PDFJob
from pdfsku.shared.choices import SSEEventType
job = PDFJob.objects.get(pk=sys.argv[1])
for number in range(1, 4):
    publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number})])
"""


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[Server]:
    """One process for all tests of this module; it holds no state between them."""
    limits = {"SSE_PER_MERCHANT_MAX": "3", "SSE_QUEUE_MAXSIZE": "10", "SSE_KEEPALIVE_SEC": "0.5"}
    with web_server(**limits) as server:
        yield server


def token_of(user) -> str:
    return token_pair(user)["access"]


def merchant_token(job: PDFJob) -> str:
    return token_of(UserFactory(merchant=job.merchant))


def publish_pages(job: PDFJob, count: int) -> None:
    for number in range(1, count + 1):
        publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number})])


def pages(events) -> list[int]:
    return [event.data["page_no"] for event in events if event.type == "page_completed"]


def get(server: Server, path: str, token: str | None = None, **headers: str) -> httpx.Response:
    if token:
        headers["Authorization"] = f"Bearer {token}"
    return httpx.get(server.url + path, headers=headers, timeout=20)


def test_events_of_another_process_reach_the_clients_of_two_web_processes(server: Server) -> None:
    job = JobFactory()
    token = merchant_token(job)
    path = f"/api/v1/jobs/{job.pk}/events"

    with web_server() as second, listening(server.url + path, token=token) as here, listening(second.url + path, token=token) as there:
        subprocess.run([sys.executable, "-c", ANOTHER_PROCESS, str(job.pk)], cwd=ROOT, env=environment(PDFSKU_PROCESS="worker"), check=True)
        seen_here, seen_there = first_events(here, 3), first_events(there, 3)

    assert pages(seen_here) == [1, 2, 3]
    assert seen_here == seen_there
    assert [event.id for event in seen_here] == sorted(OutboxEvent.objects.values_list("position", flat=True))


def test_client_that_comes_back_gets_exactly_what_it_missed(server: Server) -> None:
    job = JobFactory()
    url, token = f"{server.url}/api/v1/jobs/{job.pk}/events", merchant_token(job)
    with listening(url, token=token) as events:
        publish_pages(job, 2)
        last = first_events(events, 2)[-1]
    publish_pages(job, 130)

    with (
        listening(url, token=token, last_event_id=last.id) as by_header,
        listening(url, token=token, last_event_id=str(last.id)) as by_param,
    ):
        publish_pages(job, 1)

        assert pages(first_events(by_header, 131)) == [*range(1, 131), 1]
        assert pages(first_events(by_param, 131)) == [*range(1, 131), 1]


def test_a_jobs_stream_tells_its_story_from_the_beginning(server: Server) -> None:
    job = JobFactory()
    publish_pages(job, 3)

    with listening(f"{server.url}/api/v1/jobs/{job.pk}/events", token=merchant_token(job)) as events:
        assert pages(first_events(events, 3)) == [1, 2, 3]


def test_all_events_begin_now(server: Server) -> None:
    job = JobFactory()
    publish_pages(job, 3)

    with listening(f"{server.url}/api/v1/events", token=merchant_token(job)) as events:
        publish_pages(job, 1)

        assert pages(first_events(events, 1)) == [1]


def test_merchant_sees_its_own_events_and_staff_all(server: Server) -> None:
    own, foreign = JobFactory(), JobFactory()
    url = f"{server.url}/api/v1/events"

    with listening(url, token=merchant_token(own)) as of_merchant, listening(url, token=token_of(UserFactory(annotator=True))) as of_staff:
        publish_pages(foreign, 1)
        publish([new_event(SSEEventType.CONFIG_UPDATED, payload={"profile_id": "p"}, topic_id="p")])
        publish_pages(own, 1)

        assert first_events(of_merchant, 1)[0].data["job_id"] == str(own.pk)
        assert [event.type for event in first_events(of_staff, 3)] == ["page_completed", "config_updated", "page_completed"]


@pytest.mark.parametrize("edge", ["cancel", "reject"])
def test_stream_ends_with_the_last_event_of_its_job(server: Server, edge: str) -> None:
    job = JobFactory()

    with listening(f"{server.url}/api/v1/jobs/{job.pk}/events", token=merchant_token(job)) as events:
        publish_pages(job, 1)
        move(job, edge)
        seen = [event.type for event in events if event.id]

    assert seen == ["page_completed", "job_failed"]


def test_ended_job_is_replayed_and_closed_and_then_has_no_more_to_say(server: Server) -> None:
    job = JobFactory(completed=True)
    url, token = f"{server.url}/api/v1/jobs/{job.pk}/events", merchant_token(job)

    with listening(url, token=token) as events:
        seen = list(events)
    again = get(server, f"/api/v1/jobs/{job.pk}/events", token, **{"Last-Event-ID": str(seen[-1].id)})

    assert [event.type for event in seen] == ["job_completed"]
    assert (again.status_code, again.content) == (204, b"")


def test_heartbeat_has_a_time_and_no_id(server: Server) -> None:
    with listening(f"{server.url}/api/v1/events", token=token_of(UserFactory(operator=True))) as events:
        beat = next(events)

    assert (beat.type, beat.id, list(beat.data)) == ("heartbeat", None, ["ts"])


def test_foreign_missing_and_malformed_jobs_are_all_missing(server: Server) -> None:
    job, stranger = JobFactory(), token_of(UserFactory())

    answers = [get(server, f"/api/v1/jobs/{name}/events", stranger) for name in (job.pk, "00000000-0000-4000-8000-000000000000", "x%00y")]

    assert [answer.status_code for answer in answers] == [404, 404, 404]
    assert {answer.json()["code"] for answer in answers} == {"NOT_FOUND"}


@pytest.mark.parametrize("token", [None, "not-a-token"])
def test_nobody_listens_without_signing_in(server: Server, token: str | None) -> None:
    answer = get(server, "/api/v1/events", token, **{"X-Request-ID": "abc-1"})

    assert (answer.status_code, answer.json()["code"]) == (401, "AUTHENTICATION_FAILED")
    assert answer.headers["X-Request-ID"] == answer.json()["request_id"] == "abc-1"


def test_limit_of_a_merchant_is_answered_and_places_are_given_back(server: Server) -> None:
    merchant = MerchantFactory()
    url, token = f"{server.url}/api/v1/events", token_of(UserFactory(merchant=merchant))
    with listening(url, token=token), listening(url, token=token), listening(url, token=token):
        refused = get(server, "/api/v1/events", token)

    assert refused.status_code == 429
    assert {"code": "CONNECTION_LIMIT", "details": {"limit": 3}}.items() <= refused.json().items()
    until_admitted(url, token)


def until_admitted(url: str, token: str) -> None:
    """The server hears of a client's leaving a moment after the client has left."""
    for _ in range(200):
        with httpx.stream("GET", url, headers={"Authorization": f"Bearer {token}"}) as response:
            if response.status_code == 200:
                return
    pytest.fail("the places of closed connections were not given back")


@pytest.mark.parametrize("given", ["-1", "x", "1.5", "9" * 30, "٣"])
def test_malformed_last_event_id_is_refused(server: Server, given: str) -> None:
    answer = httpx.get(f"{server.url}/api/v1/events", params={"last_event_id": given}, headers=bearer(token_of(UserFactory())))

    assert (answer.status_code, answer.json()["code"]) == (400, "VALIDATION_FAILED")


def test_id_from_the_future_does_not_silence_a_client(server: Server) -> None:
    job = JobFactory()

    with listening(f"{server.url}/api/v1/events", token=merchant_token(job), last_event_id=2**62) as events:
        publish_pages(job, 1)

        assert pages(first_events(events, 1)) == [1]


@pytest.mark.parametrize("method", ["HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_refused(server: Server, method: str) -> None:
    answer = httpx.request(method, f"{server.url}/api/v1/events", headers=bearer(token_of(UserFactory())))

    assert answer.status_code == 405
    if method != "HEAD":
        assert answer.json()["code"] == "METHOD_NOT_ALLOWED"


def test_slow_client_misses_nothing_though_its_queue_overflows(server: Server) -> None:
    """The queue holds 10 events; what it dropped is read from the log again."""
    job = JobFactory()
    before = overflows(server)

    with listening(f"{server.url}/api/v1/jobs/{job.pk}/events", token=merchant_token(job)) as events:
        publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": n, "pad": "x" * 40_000}) for n in range(1, 301)])

        assert pages(first_events(events, 300)) == list(range(1, 301))
    assert overflows(server) > before


def overflows(server: Server) -> float:
    lines = get(server, "/api/v1/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith("gateway_sse_queue_overflow_total "))


def test_stop_ends_streams_at_once() -> None:
    with web_server() as server, listening(f"{server.url}/api/v1/events", token=token_of(UserFactory(operator=True))) as events:
        code = server.stop()

        assert [event for event in events if event.id] == []
        assert code in (0, -15)


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def first_events(events, count: int) -> list:
    return list(islice((event for event in events if event.id is not None), count))
