"""A client of event streams for tests: what arrives, as it arrives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

PATIENCE_SECONDS = 20


@dataclass(frozen=True)
class Received:
    id: int | None
    type: str
    data: dict[str, Any]


@contextmanager
def listening(url: str, *, token: str, last_event_id: int | None = None, **params: str) -> Iterator[Iterator[Received]]:
    """An open stream, after its first line has come: whatever is committed from here on must arrive."""
    headers = {"Authorization": f"Bearer {token}"}
    if last_event_id is not None:
        headers["Last-Event-ID"] = str(last_event_id)
    with httpx.Client(timeout=PATIENCE_SECONDS) as client, client.stream("GET", url, headers=headers, params=params) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        lines = response.iter_lines()
        assert next(lines) == "retry: 5000"
        yield events_in(lines)


def events_in(lines: Iterator[str]) -> Iterator[Received]:
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            yield Received(int(fields["id"]) if "id" in fields else None, fields["event"], json.loads(fields["data"]))
            fields = {}
