"""A lock of the database by name: one holder across all machines, let go by a holder that dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def try_lock(name: str) -> Iterator[bool]:
    """Whether nobody else holds the lock of this name; if so it is held until the end, over as many transactions as that takes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [name])
        (is_held,) = cursor.fetchone()
        try:
            yield is_held
        finally:
            if is_held:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [name])
