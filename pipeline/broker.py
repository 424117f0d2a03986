"""The queue's table as django-q2 reads it, but in order: its own broker takes any message that waits, so one could wait for ever.

While none waits, it listens: a message is taken as soon as it is committed, not at the next look.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django.db import connections
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.conf import Conf
from django_q.models import OrmQ

from pdfsku.shared.tasks import WAKE_CHANNEL

_TAKE = """
    UPDATE {table} SET lock = %s WHERE id = (
        SELECT id FROM {table} WHERE key = ANY(%s) AND lock <= %s ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, payload
"""


class FirstInFirstOut(ORM):
    # A queue that only the clusters forked from this process read, beside the one that all share.
    own_queue: ClassVar[str] = ""
    _listens: Any = None

    def dequeue(self) -> list[tuple[int, str]] | None:
        """The message that waits longest, locked for the time of a retry, in one statement."""
        self.get_connection()
        now = timezone.now()
        with connections[Conf.ORM].cursor() as cursor:
            cursor.execute(
                _TAKE.format(table=OrmQ._meta.db_table), [now + timedelta(seconds=Conf.RETRY), [self.list_key, self.own_queue], now]
            )
            taken = cursor.fetchone()
        if taken is None:
            self._wait()
            return None
        return [(taken[0], taken[1])]

    def set_stat(self, key: str, value: str, timeout: int) -> None:
        """Nobody reads django-q2's own figures: workers report in `worker_heartbeats`. So a cluster needs no cache to run."""

    def _wait(self) -> None:
        """Until a message is announced, or for as long as between two looks: one may have been put off, or its announcement be lost."""
        held: Any = connections[Conf.ORM].connection
        if self._listens is not held:
            with connections[Conf.ORM].cursor() as cursor:
                cursor.execute(f"LISTEN {WAKE_CHANNEL}")
            self._listens = held
            return
        for _announcement in held.notifies(timeout=Conf.POLL, stop_after=1):
            return
