"""The queue's table as django-q2 reads it, but in order: its own broker takes any message that waits, so one could wait for ever."""

from __future__ import annotations

from datetime import timedelta
from time import sleep

from django.db import connections
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.conf import Conf
from django_q.models import OrmQ

_TAKE = """
    UPDATE {table} SET lock = %s WHERE id = (
        SELECT id FROM {table} WHERE key = %s AND lock <= %s ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, payload
"""


class FirstInFirstOut(ORM):
    def dequeue(self) -> list[tuple[int, str]] | None:
        """The message that waits longest, locked for the time of a retry, in one statement."""
        self.get_connection()
        now = timezone.now()
        with connections[Conf.ORM].cursor() as cursor:
            cursor.execute(_TAKE.format(table=OrmQ._meta.db_table), [now + timedelta(seconds=Conf.RETRY), self.list_key, now])
            taken = cursor.fetchone()
        if taken is None:
            sleep(Conf.POLL)
            return None
        return [(taken[0], taken[1])]
