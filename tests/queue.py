"""Runs what waits in the queue here and now, as a worker would: the real messages, no process."""

from __future__ import annotations

import pydoc

from django_q.models import OrmQ


def drain(*, at_most: int = 1000) -> list[str]:
    """Run messages in order until none is left; their task names."""
    done: list[str] = []
    while len(done) < at_most and (message := OrmQ.objects.order_by("pk").first()) is not None:
        task = message.task
        message.delete()
        pydoc.locate(task["func"])(*task["args"])  # type: ignore[operator]
        done.append(task["func"])
    return done
