"""One Redis client per process and URL; redis-py pools its connections. What Redis only speeds up goes on without it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import redis
from django.conf import settings
from redis.exceptions import LockError, RedisError

from pdfsku.shared.outages import Outage

T = TypeVar("T")

_outage = Outage("Redis")


@cache
def redis_client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, decode_responses=True)


def ask_redis(question: Callable[[redis.Redis], T]) -> T | None:
    """The answer, or None while Redis is gone. A page must neither fail by that nor wait for it each time."""
    if not _outage.is_worth_asking:
        return None
    try:
        answer = question(redis_client(settings.REDIS_URL))
    except LockError:
        raise
    except RedisError as error:
        _outage.failed(error)
        return None
    _outage.answered()
    return answer
