"""The events of `jobs.api.events` over WebSocket: each message is `{"id", "type", "data"}`."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import aclosing
from typing import Any
from urllib.parse import urlsplit

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from jobs.api.raw import Exchange, answered, requested_stream
from jobs.event_log import Event
from jobs.streams import Heartbeat, Stream
from pdfsku.shared.errors import Code, Failure

DENIAL_EXTENSION = "websocket.http.response"
# Where a handshake cannot be answered with a status, the close code carries it: 404 becomes 4404.
CLOSE_CODE_BASE = 4000


class EventConsumer(AsyncWebsocketConsumer):
    """`/ws/events/`, and `/ws/jobs/{id}/` by its route's `job_id`."""

    # The hub hands events out; a channel layer would hold one more Redis subscription per client.
    channel_layer_alias = "none"
    _conversation: asyncio.Task[None] | None = None

    async def websocket_connect(self, message: dict[str, Any]) -> None:
        """A task of its own, so that a disconnect is heard at once."""
        self._conversation = asyncio.create_task(self._converse())

    async def websocket_receive(self, message: dict[str, Any]) -> None:
        """Clients have nothing to say here."""

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        if self._conversation is not None:
            self._conversation.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._conversation
        raise StopConsumer

    async def _converse(self) -> None:
        exchange = Exchange(self.scope, self.base_send, prefix="websocket.")
        async with answered(exchange, lambda failure: self._deny(exchange, failure)):
            if not is_same_origin(exchange):
                raise Failure(Code.PERMISSION_DENIED)
            job_id = self.scope["url_route"]["kwargs"].get("job_id")
            async with requested_stream(exchange, self.scope, job_id=job_id) as stream:
                exchange.has_started = True
                # The server says so when the client left in the meantime; there is nobody to tell.
                with contextlib.suppress(OSError):
                    await self._send_stream(stream, exchange)

    async def _send_stream(self, stream: Stream, exchange: Exchange) -> None:
        await self.accept(headers=[(b"x-request-id", exchange.request_id.encode())])
        try:
            async with aclosing(stream.items()) as items:
                async for item in items:
                    await self.send(text_data=message_of(item))
        finally:
            await self.close()

    async def _deny(self, exchange: Exchange, failure: Failure) -> None:
        if DENIAL_EXTENSION in (self.scope.get("extensions") or {}):
            await exchange.refuse(failure)
        else:
            await self.close(code=CLOSE_CODE_BASE + failure.entry.http_status, reason=failure.code.value)


def is_same_origin(exchange: Exchange) -> bool:
    """Browsers send cookies along with a foreign page's WebSocket and tell its origin; other clients tell none."""
    origin = exchange.request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    return urlsplit(origin).netloc == exchange.request.headers.get("Host")


def message_of(item: Event | Heartbeat) -> str:
    identity = str(item.position) if isinstance(item, Event) else "null"
    return f'{{"id": {identity}, "type": "{item.type}", "data": {item.data}}}'
