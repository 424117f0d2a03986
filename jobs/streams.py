"""One client's stream of events, whatever carries it: who may listen to what, replay, live events, heartbeats, the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils import timezone

from jobs.event_log import EVERYTHING, PAGE_SIZE, Event, Topic, in_reader, latest_position, read_events
from jobs.hub import Subscription, hub
from jobs.models import PDFJob
from pdfsku.accounts.models import User
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Code, Failure
from pdfsku.shared.tenancy import STAFF_ROLES

_LARGEST_ID = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Says that the connection lives. It is no event: it has no id and is not replayed."""

    type: str = SSEEventType.HEARTBEAT.value

    @property
    def data(self) -> str:
        return json.dumps({"ts": timezone.now().isoformat()})


@dataclass(slots=True)
class Stream:
    """Events after `position`, from the log as long as the client is behind, then as they happen."""

    topic: Topic
    subscription: Subscription
    position: int
    is_job: bool
    has_ended: bool

    async def items(self) -> AsyncGenerator[Event | Heartbeat, None]:
        """Until the job's last event, or until the subscription is closed."""
        clock = asyncio.get_running_loop().time
        beat_at = clock() + settings.SSE_KEEPALIVE_SECONDS
        while not self.subscription.is_closed:
            if clock() >= beat_at:
                beat_at = clock() + settings.SSE_KEEPALIVE_SECONDS
                yield Heartbeat()
            elif self.subscription.is_behind:
                # Said before reading: what is dropped from the queue from now on has to be read again.
                self.subscription.is_behind = False
                async for event in self._replay():
                    yield event
                if self.has_ended:
                    return
            elif (found := self.subscription.pop()) is None:
                await self.subscription.wait(until=beat_at)
            elif self._is_next(found):
                yield found
                if self.has_ended:
                    return

    async def has_something_to_say(self) -> bool:
        """False for a client that comes back to an ended job and has seen it all."""
        return not self.has_ended or bool(await in_reader(read_events, self.topic, after=self.position, limit=1))

    async def _replay(self) -> AsyncGenerator[Event, None]:
        """Page by page: memory does not grow with what a client has missed."""
        while not self.subscription.is_closed:
            events = await in_reader(read_events, self.topic, after=self.position)
            for event in events:
                if self._is_next(event):
                    yield event
            if len(events) < PAGE_SIZE:
                return

    def _is_next(self, event: Event) -> bool:
        """A position is sent once, wherever it was found first."""
        if event.position <= self.position:
            return False
        self.position = event.position
        self.has_ended = self.has_ended or (self.is_job and event.ends_job)
        return True


@asynccontextmanager
async def open_stream(user: User | None, *, job_id: str | None, last_event_id: str | None) -> AsyncIterator[Stream]:
    """A stream for this user, or the refusal: not signed in, too many connections, no such job."""
    if user is None:
        raise Failure(Code.AUTHENTICATION_FAILED)
    position = _position(last_event_id)
    merchant_id = None if user.role in STAFF_ROLES else user.merchant_id
    with hub().admission(merchant_id):
        job = await in_reader(_visible_job, user, job_id) if job_id is not None else None
        topic = _topic(user, job)
        async with hub().subscribed(topic) as subscription:
            yield Stream(
                topic=topic,
                subscription=subscription,
                position=await _start(position, subscription, is_job=job is not None),
                is_job=job is not None,
                has_ended=job is not None and job.is_ended,
            )


def _topic(user: User, job: PDFJob | None) -> Topic:
    if job is not None:
        return Topic.of_job(str(job.pk))
    if user.role in STAFF_ROLES:
        return EVERYTHING
    if user.merchant_id is None:
        raise Failure(Code.PERMISSION_DENIED)
    return Topic.of_merchant(user.merchant_id)


def _visible_job(user: User, job_id: str) -> PDFJob:
    """A foreign job is a missing one."""
    try:
        return PDFJob.objects.visible_to(user).only("status").get(pk=UUID(job_id))  # type: ignore[attr-defined]
    except (PDFJob.DoesNotExist, ValueError, ValidationError):
        raise Failure(Code.NOT_FOUND) from None


async def _start(position: int | None, subscription: Subscription, *, is_job: bool) -> int:
    """After the last event seen; else a job's story from its beginning, and of everything what comes from now on."""
    if position is None:
        return 0 if is_job else subscription.start_position
    if position <= subscription.start_position:
        return position
    # Another process may be ahead of this one; an id that nobody gave out yet would make the client wait for it.
    return min(position, await in_reader(latest_position))


def _position(last_event_id: str | None) -> int | None:
    if not last_event_id:
        return None
    if not (last_event_id.isascii() and last_event_id.isdigit()) or len(last_event_id) > 19 or int(last_event_id) > _LARGEST_ID:
        raise Failure(Code.VALIDATION_FAILED, fields={"last_event_id": ["not an event id"]})
    return int(last_event_id)
