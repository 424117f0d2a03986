"""Transactions that commit out of order: whoever reads by position misses none of them."""

from __future__ import annotations

import random
import threading

import pytest
from django.db import connection, transaction

from jobs.event_log import EVERYTHING, read_events
from jobs.events import new_event
from jobs.models import OutboxEvent, PDFJob
from pdfsku.accounts.tokens import token_pair
from pdfsku.shared.choices import SSEEventType
from tests.factories import JobFactory, UserFactory
from tests.servers import web_server
from tests.sse import listening

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 20


class Writer(threading.Thread):
    """A transaction that writes an event at once and commits when told."""

    def __init__(self, job: PDFJob, page_no: int) -> None:
        super().__init__()
        self._job, self._page_no = job, page_no
        self.has_written, self.may_commit = threading.Event(), threading.Event()

    def run(self) -> None:
        try:
            with transaction.atomic():
                new_event(SSEEventType.PAGE_COMPLETED, job=self._job, payload={"page_no": self._page_no}).save()
                self.has_written.set()
                assert self.may_commit.wait(PATIENCE_SECONDS)
        finally:
            connection.close()

    def commit(self) -> None:
        self.may_commit.set()
        self.join()


def start(job: PDFJob, page_no: int) -> Writer:
    writer = Writer(job, page_no)
    writer.start()
    assert writer.has_written.wait(PATIENCE_SECONDS)
    return writer


def pages_after(position: int) -> tuple[list[int], int]:
    events = read_events(EVERYTHING, after=position)
    pages = dict(OutboxEvent.objects.values_list("position", "payload_json__page_no"))
    return [pages[event.position] for event in events], events[-1].position if events else position


def test_reader_between_two_commits_misses_neither() -> None:
    job = JobFactory()
    early, late = start(job, 1), start(job, 2)

    late.commit()
    first, position = pages_after(0)
    early.commit()
    second, _ = pages_after(position)

    assert (first, second) == ([2], [1])


def test_positions_follow_commits_and_leave_no_gap() -> None:
    job = JobFactory()
    writers = [start(job, number) for number in range(8)]
    order = random.Random(7).sample(range(8), 8)

    for number in order:
        writers[number].commit()

    rows = list(OutboxEvent.objects.order_by("position").values_list("position", "payload_json__page_no"))
    assert [page for _, page in rows] == order
    assert [position for position, _ in rows] == list(range(rows[0][0], rows[0][0] + 8))


def test_polling_readers_and_racing_writers_lose_nothing() -> None:
    """Twenty writers of five events each, and readers that remember only the last position they saw."""
    job = JobFactory()
    is_over = threading.Event()
    seen: list[list[int]] = [[], [], []]

    def write(first: int) -> None:
        for number in range(first, first + 5):
            with transaction.atomic():
                new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number}).save()
        connection.close()

    def read(positions: list[int]) -> None:
        while True:
            was_over = is_over.is_set()
            events = read_events(EVERYTHING, after=positions[-1] if positions else 0)
            positions.extend(event.position for event in events)
            if was_over and not events:
                connection.close()
                return

    readers = [threading.Thread(target=read, args=[positions]) for positions in seen]
    writers = [threading.Thread(target=write, args=[5 * index]) for index in range(20)]
    for thread in readers + writers:
        thread.start()
    for thread in writers:
        thread.join()
    is_over.set()
    for thread in readers:
        thread.join()

    stored = sorted(OutboxEvent.objects.values_list("position", flat=True))
    assert len(stored) == 100
    assert seen == [stored, stored, stored]


def test_stream_and_its_replay_show_what_committed_late() -> None:
    job = JobFactory()
    token = token_pair(UserFactory(operator=True))["access"]
    early, late = start(job, 1), start(job, 2)

    with web_server() as server:
        with listening(f"{server.url}/api/v1/jobs/{job.pk}/events", token=token) as events:
            late.commit()
            first = next(events)
        early.commit()
        with listening(f"{server.url}/api/v1/jobs/{job.pk}/events", token=token, last_event_id=first.id) as events:
            second = next(events)

    assert (first.data["page_no"], second.data["page_no"]) == (2, 1)
    assert second.id > first.id
