"""A lock of the database by name: one holder across all machines, let go by a holder that dies."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_LOOK_AGAIN_SECONDS = 0.02


@contextmanager
def try_lock(name: str, *, within_seconds: float = 0.0) -> Iterator[bool]:
    """Whether nobody else holds the lock of this name, or lets it go in this time; if so it is held until the end.

    That may be over as many transactions as it takes.
    """
    is_held = _take(name, until=time.monotonic() + within_seconds)
    try:
        yield is_held
    finally:
        if is_held:
            _ask("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", name)


def _take(name: str, *, until: float) -> bool:
    while not _ask("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", name):
        if time.monotonic() >= until:
            return False
        time.sleep(_LOOK_AGAIN_SECONDS)
    return True


def _ask(question: str, name: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(question, [name])
        (answer,) = cursor.fetchone()
    return bool(answer)
