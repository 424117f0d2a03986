"""One Redis client per process and URL; redis-py pools its connections."""

from functools import cache

import redis


@cache
def redis_client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=5, socket_connect_timeout=2, decode_responses=True)
