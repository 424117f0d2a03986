"""Server-sent events: a raw ASGI application before Django, so that a client costs a task and not a thread."""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import aclosing

from jobs.api.raw import Exchange, Receive, Scope, Send, answered, requested_stream
from jobs.event_log import Event
from jobs.hub import DATABASE_FAILURES, Subscription
from jobs.metrics import SSE_CONNECTIONS
from jobs.streams import Heartbeat, Stream
from pdfsku.shared.errors import Code, Failure

logger = logging.getLogger(__name__)

PATH = re.compile(r"/api/v1/(?:jobs/(?P<job_id>[^/]+)/)?events")
RECONNECT = b"retry: 5000\n\n"
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-cache, no-transform"),
    # nginx holds back what it proxies unless told.
    (b"x-accel-buffering", b"no"),
]


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """`/events` and `/jobs/{id}/events`."""
    exchange = Exchange(scope, send)
    async with answered(exchange, exchange.refuse):
        match = PATH.fullmatch(exchange.request.path_info)
        if match is None:
            raise Failure(Code.NOT_FOUND)
        if scope["method"] != "GET":
            raise Failure(Code.METHOD_NOT_ALLOWED, allowed=["GET"])
        async with requested_stream(exchange, scope, job_id=match["job_id"]) as stream:
            if await stream.has_something_to_say():
                await _send_stream(stream, exchange, receive)
            else:
                # The one answer that tells a browser's EventSource not to come back.
                await exchange.start(204, [])
                await exchange.body(b"")


async def _send_stream(stream: Stream, exchange: Exchange, receive: Receive) -> None:
    gone = asyncio.create_task(_close_when_gone(receive, stream.subscription))
    SSE_CONNECTIONS.inc()
    try:
        await exchange.start(200, _HEADERS)
        await exchange.body(RECONNECT, more=True)
        await _send_items(stream, exchange)
        await exchange.body(b"")
    finally:
        SSE_CONNECTIONS.dec()
        gone.cancel()


async def _send_items(stream: Stream, exchange: Exchange) -> None:
    """Each send waits for a slow client, which meanwhile costs its bounded queue and nothing else."""
    try:
        async with aclosing(stream.items()) as items:
            async for item in items:
                await exchange.body(sse_frame(item), more=True)
    except DATABASE_FAILURES:
        # Too late for an error body: the stream ends, and the client comes back with the last id it saw.
        logger.exception("the stream ends because the event log cannot be read")


async def _close_when_gone(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.close()


def sse_frame(item: Event | Heartbeat) -> bytes:
    """Heartbeats carry no id: they must not move a client's place in the log."""
    identity = f"id: {item.position}\n" if isinstance(item, Event) else ""
    return f"{identity}event: {item.type}\ndata: {item.data}\n\n".encode()
