"""The queue's reader: a message is taken when it is committed, not at the next look."""

from __future__ import annotations

import threading
import time

import pytest
from django.db import connection
from django_q.conf import Conf

from pdfsku.shared.tasks import enqueue, enqueue_later
from pipeline.broker import FirstInFirstOut

pytestmark = pytest.mark.django_db(transaction=True)


def enqueue_elsewhere() -> None:
    try:
        enqueue("pipeline.tasks.canary")
    finally:
        connection.close()


def test_a_waiting_reader_is_woken_by_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Conf, "POLL", 60)
    broker = FirstInFirstOut(list_key=Conf.CLUSTER_NAME)
    assert broker.dequeue() is None
    other = threading.Timer(0.2, enqueue_elsewhere)
    other.start()
    begun = time.monotonic()

    assert broker.dequeue() is None
    taken = broker.dequeue()

    other.join()
    assert taken is not None
    assert time.monotonic() - begun < Conf.POLL


def test_a_message_put_off_waits_its_time() -> None:
    broker = FirstInFirstOut(list_key=Conf.CLUSTER_NAME)
    enqueue_later(3600, "pipeline.tasks.canary")

    assert broker.dequeue() is None
    assert broker.dequeue() is None
