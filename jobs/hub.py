"""The hub of event streams in one web process: one Redis subscription and one database read per wake, however many listen.

Redis only wakes. What was committed is read from the log, so a lost wake costs at most one poll, never an event.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from django.db import Error as DatabaseError
from psycopg import Error as DriverError
from psycopg_pool import PoolTimeout
from redis.exceptions import RedisError

from jobs.event_log import EVERYTHING, PAGE_SIZE, Event, Topic, in_reader, latest_position, read_events
from jobs.events import WAKE_CHANNEL
from jobs.metrics import SSE_QUEUE_OVERFLOW
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.outages import Outage

logger = logging.getLogger(__name__)

DATABASE_FAILURES = (DatabaseError, DriverError, PoolTimeout)
# A wake can be lost while Redis fails over; this bounds how late an event is then.
SAFETY_POLL_SECONDS = 10.0
RETRY_SECONDS = 1.0


class Subscription:
    """The bounded queue between the hub and one client. `is_behind` asks the reader to fetch from the log again."""

    def __init__(self, *, size: int, position: int) -> None:
        self.start_position = position
        self.is_behind = True
        self.is_closed = False
        self._size = size
        self._queue: deque[Event] = deque()
        self._ready = asyncio.Event()

    def offer(self, event: Event) -> None:
        """Never waits: a full queue loses its oldest event, which the reader then fetches from the log."""
        if len(self._queue) >= self._size:
            self._queue.popleft()
            self.is_behind = True
            SSE_QUEUE_OVERFLOW.inc()
        self._queue.append(event)
        self._ready.set()

    def pop(self) -> Event | None:
        if self._queue:
            return self._queue.popleft()
        if not self.is_closed:
            self._ready.clear()
        return None

    async def wait(self, *, until: float) -> None:
        """Until there is something to pop, the subscription is closed, or the loop's clock says `until`."""
        timer = asyncio.get_running_loop().call_at(until, self._ready.set)
        try:
            await self._ready.wait()
        finally:
            timer.cancel()

    def close(self) -> None:
        self.is_closed = True
        self._ready.set()

    def __len__(self) -> int:
        return len(self._queue)


class Hub:
    """Reads the log while anybody listens, and hands each event to those whose topic it has."""

    def __init__(self, *, redis_url: str) -> None:
        self._redis_url = redis_url
        self._subscriptions: defaultdict[Topic, set[Subscription]] = defaultdict(set)
        self._connections: Counter[str | None] = Counter()
        self._position = 0
        self._poll_seconds = RETRY_SECONDS
        self._wake = asyncio.Event()
        self._entering = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._outage = Outage("Redis, which wakes the event streams,")

    @contextmanager
    def admission(self, merchant_id: str | None) -> Iterator[None]:
        """A place among the connections of this process and, for a merchant, among its own."""
        is_full = self._connections.total() >= settings.SSE_MAX_CONNECTIONS
        if is_full or (merchant_id is not None and self._connections[merchant_id] >= settings.SSE_PER_MERCHANT_MAX):
            raise Failure(Code.CONNECTION_LIMIT, limit=settings.SSE_MAX_CONNECTIONS if is_full else settings.SSE_PER_MERCHANT_MAX)
        self._connections[merchant_id] += 1
        try:
            yield
        finally:
            self._connections[merchant_id] -= 1
            if not self._connections[merchant_id]:
                del self._connections[merchant_id]

    @asynccontextmanager
    async def subscribed(self, topic: Topic) -> AsyncIterator[Subscription]:
        """Events of a topic from now on. Subscribe first, then replay: what is in both is recognised by its position."""
        async with self._entering:
            if not self._tasks:
                self._position = await in_reader(latest_position)
                self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._read())]
            subscription = Subscription(size=settings.SSE_QUEUE_MAXSIZE, position=self._position)
            self._subscriptions[topic].add(subscription)
        try:
            yield subscription
        finally:
            self._leave(topic, subscription)

    def close(self) -> None:
        """End every stream, so that the server can stop; clients come back with the last id they saw."""
        for subscription in [each for group in self._subscriptions.values() for each in group]:
            subscription.close()

    def _leave(self, topic: Topic, subscription: Subscription) -> None:
        self._subscriptions[topic].discard(subscription)
        if not self._subscriptions[topic]:
            del self._subscriptions[topic]
        if not self._subscriptions:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    async def _listen(self) -> None:
        """Turn Redis messages into wakes; a fresh subscription is a wake too, for what was committed before it."""
        while True:
            try:
                async with redis.asyncio.Redis.from_url(self._redis_url, socket_connect_timeout=2) as client, client.pubsub() as channel:
                    await channel.subscribe(WAKE_CHANNEL)
                    # redis-py can lose a cancellation while it connects; it would then listen for a hub that rests.
                    if (task := asyncio.current_task()) and task.cancelling():
                        return
                    self._outage.answered()
                    self._poll_seconds = SAFETY_POLL_SECONDS
                    async for _ in channel.listen():
                        self._wake.set()
            except (RedisError, OSError) as error:
                self._outage.failed(error)
            self._poll_seconds = RETRY_SECONDS
            self._wake.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _read(self) -> None:
        """At each wake, or each poll, hand out what is new."""
        while True:
            try:
                async with asyncio.timeout(self._poll_seconds):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()
            try:
                await self._hand_out_new_events()
            except Exception:
                # Whatever it is, the next look may succeed; a reader that ended would leave every client silent.
                logger.exception("the event log cannot be read")
                await asyncio.sleep(RETRY_SECONDS)
                self._wake.set()

    async def _hand_out_new_events(self) -> None:
        while events := await in_reader(read_events, EVERYTHING, after=self._position):
            for event in events:
                self._position = event.position
                for topic in event.topics:
                    for subscription in self._subscriptions.get(topic, ()):
                        subscription.offer(event)
            if len(events) < PAGE_SIZE:
                return
            # Let the clients send: a burst longer than a queue would otherwise overflow all of them.
            await asyncio.sleep(0)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this process (strictly: of its event loop, of which a server has one)."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub(redis_url=settings.REDIS_URL)
    return _hubs[loop]
