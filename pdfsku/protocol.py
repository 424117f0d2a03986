"""The web server's HTTP protocol: uvicorn's, and for an application that asks, a body put straight into its own buffers.

uvicorn hands a body on as messages: each byte is copied four times on the way, and a task is woken for every few of them.
That was more than half of the processor time an upload took. Here the kernel's copy is the only one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, cast

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

# Under this name `scope["extensions"]` has a function that makes a DirectBody of the request's Content-Length.
DIRECT_BODY = "pdfsku.direct_body"
_CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"


class Sink(Protocol):
    """Where a body goes. `on_room` is called when there is room again after `filled` said that there was none."""

    on_room: Callable[[], None]

    def room(self) -> memoryview: ...

    def filled(self, count: int) -> bool: ...


class DirectBodyProtocol(HttpToolsProtocol):
    """One connection."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.parsed_bytes = 0

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        # A handshake of WebSocket has no cycle of its own.
        if self.cycle is not None and self.cycle.scope is self.scope:
            extensions = cast("dict[str, Any]", self.scope).setdefault("extensions", {})
            extensions[DIRECT_BODY] = partial(DirectBody, self, self.cycle)

    def on_body(self, body: bytes) -> None:
        self.parsed_bytes += len(body)
        super().on_body(body)

    def body_was_taken(self) -> None:
        """The parser still waits for bytes it will never see: the next request gets a new one."""
        self.on_message_complete()
        self.parser = httptools.HttpRequestParser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)


class DirectBody(asyncio.BufferedProtocol):
    """What has not yet come of a body."""

    def __init__(self, http: DirectBodyProtocol, cycle: RequestResponseCycle, length: int) -> None:
        self._http, self._cycle = http, cycle
        # From here on nothing is read until somebody pours: what came in between would be in neither of the two places.
        http.flow.pause_reading()
        self._early, cycle.body = cycle.body, bytearray()
        # A request behind this one in the pipeline is only begun when all of this one's body has come.
        self.left = length - http.parsed_bytes if cycle.more_body else 0
        self.is_lost = cycle.disconnected
        self._sink: Sink | None = None
        self._limit = 0
        self._done: asyncio.Future[None] | None = None

    def take_early(self) -> bytearray:
        """What had come with the headers. Not kept: a request's objects know each other and wait for the collector of such rings."""
        early, self._early = self._early, bytearray()
        return early

    async def pour_into(self, sink: Sink, *, limit: int | None = None) -> None:
        """Returns when all has come, or so many bytes, or the connection is lost. Cancelled, it leaves the rest unread."""
        if not self.left or self.is_lost or self._http.transport.is_closing():
            self.is_lost = bool(self.left)
            return
        self._sink, sink.on_room = sink, self._read_on
        self._limit = self.left if limit is None else limit
        self._done = asyncio.get_running_loop().create_future()
        self._http.transport.set_protocol(self)
        self._read_on()
        try:
            await self._done
        finally:
            self._done = self._sink = None
            if not self.is_lost:
                self._http.flow.pause_reading()

    def get_buffer(self, sizehint: int) -> memoryview:
        assert self._sink is not None
        return self._sink.room()[: self.left]

    def buffer_updated(self, nbytes: int) -> None:
        assert self._sink is not None
        self.left -= nbytes
        self._limit -= nbytes
        has_room = self._sink.filled(nbytes)
        if not self.left or self._limit <= 0:
            self._end()
        elif not has_room:
            self._http.flow.pause_reading()

    def eof_received(self) -> None:
        """A sender that closes its half in the middle of a body has no use for an answer: the transport closes."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if self._done is not None and not self._done.done():
            self._done.set_result(None)
        self._http.connection_lost(exc)

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()

    def _read_on(self) -> None:
        if self._done is None or self._done.done() or self.is_lost:
            return
        if self._cycle.waiting_for_100_continue:
            self._cycle.waiting_for_100_continue = False
            self._http.transport.write(_CONTINUE)
        self._http.flow.resume_reading()

    def _end(self) -> None:
        # Until the answer is sent nothing is read: what follows belongs to the next request.
        self._http.flow.pause_reading()
        if not self.left:
            self._http.transport.set_protocol(self._http)
            self._http.body_was_taken()
        if self._done is not None and not self._done.done():
            self._done.set_result(None)
