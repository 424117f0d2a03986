"""JSON log lines that carry who and what: request, job, user, merchant, worker."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

_context: ContextVar[dict[str, str]] = ContextVar("log_context", default={})  # noqa: B039 - replaced, never mutated
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


@contextmanager
def log_context(**fields: str | None) -> Iterator[None]:
    """Every line logged inside carries these fields."""
    token = _context.set({**_context.get(), **{key: str(value) for key, value in fields.items() if value is not None}})
    try:
        yield
    finally:
        _context.reset(token)


def add_log_context(**fields: str | None) -> None:
    """Add fields for the rest of the current context, e.g. the user once a request is authenticated."""
    _context.set({**_context.get(), **{key: str(value) for key, value in fields.items() if value is not None}})


def current_request_id() -> str:
    return _context.get().get("request_id", "")


class JsonFormatter(logging.Formatter):
    """One line, one object; values given by `extra=` become fields of their own."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_context.get(),
            **{key: value for key, value in vars(record).items() if key not in _STANDARD},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)
