"""A server that is gone is said once, asked ever more rarely, and said once to be back."""

from __future__ import annotations

import logging

import pytest

from pdfsku.shared import outages, redis
from pdfsku.shared.outages import Outage
from pdfsku.shared.redis import ask_redis


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [100.0]
    monkeypatch.setattr(outages.time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis, "_outage", Outage("Redis"))


def test_an_outage_is_asked_about_ever_more_rarely(clock: list[float]) -> None:
    outage, asked_at = Outage("It"), []
    while clock[0] < 300:
        if outage.is_worth_asking:
            asked_at.append(clock[0])
            outage.failed(ConnectionError())
        clock[0] += 0.1

    pauses = [round(after - before) for before, after in zip(asked_at, asked_at[1:], strict=False)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == outages.LONGEST_PAUSE_SECONDS
    assert len(asked_at) < 15


def test_an_outage_and_its_end_are_said_once_each(caplog: pytest.LogCaptureFixture) -> None:
    outage = Outage("It")
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            for _ in range(5):
                outage.failed(ConnectionError("refused"))
            for _ in range(5):
                outage.answered()

    assert [record.getMessage() for record in caplog.records] == ["It does not answer", "It answers again"] * 2


@pytest.mark.usefixtures("_fresh")
def test_what_redis_only_speeds_up_goes_on_without_it(
    settings: pytest.FixtureRequest, clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    working, settings.REDIS_URL = settings.REDIS_URL, "unix:///nowhere/redis.sock"
    with caplog.at_level(logging.INFO):
        assert [ask_redis(lambda client: client.ping()) for _ in range(10)] == [None] * 10
        settings.REDIS_URL = working
        clock[0] += 60
        assert ask_redis(lambda client: client.ping()) is True

    assert [record.getMessage() for record in caplog.records] == ["Redis does not answer", "Redis answers again"]
