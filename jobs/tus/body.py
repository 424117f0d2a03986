"""The body of one request: received into a writer, watched for silence, for a newcomer and for too many bytes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import Enum, auto
from typing import Any

from django.conf import settings

from jobs.metrics import UPLOAD_BYTES
from jobs.tus.locks import NOW, Turn
from jobs.tus.writer import ChunkWriter
from pdfsku.protocol import DIRECT_BODY, DirectBody, Sink

Receive = Callable[[], Awaitable[dict[str, Any]]]

TICK_SECONDS = 0.25
# A sender silent this long gives way to a newcomer.
SILENT_SECONDS = 1.0


class End(Enum):
    """How a body came to its end."""

    FINISHED = auto()
    DISCONNECTED = auto()
    SILENT = auto()
    GAVE_WAY = auto()
    TOO_LONG = auto()
    CORRUPT = auto()


# What is read of a refused body, so that the client gets to the answer. From strangers less: with what the two kernels
# buffer, a client has sent under 1 MiB when it is refused.
LINGER_BYTES = 16 * 1024 * 1024
LINGER_BYTES_STRANGER = 128 * 1024


class Body:
    """What the client sends after the headers. Knows whether all of it was read."""

    def __init__(self, scope: dict[str, Any], receive: Receive) -> None:
        self._scope = scope
        self._receive = receive
        self._direct: DirectBody | None = None
        self.is_read = False
        self.is_disconnected = False
        self.linger_bytes = LINGER_BYTES_STRANGER

    def trust(self) -> None:
        """The sender is known: a refused body of theirs may be longer."""
        self.linger_bytes = LINGER_BYTES

    async def next(self) -> bytes | None:
        """The next bytes, or None at the end."""
        message = await self._receive()
        self.is_disconnected = message["type"] == "http.disconnect"
        self.is_read = self.is_disconnected or not message.get("more_body", False)
        return message.get("body", b"")

    def direct(self, length: int | None) -> DirectBody | None:
        """The body as the server reads it into a sink, if it can and is told how long the body is."""
        make = (self._scope.get("extensions") or {}).get(DIRECT_BODY)
        if make is None or length is None:
            return None
        self._direct = make(length)
        return self._direct

    async def pour(self, direct: DirectBody, sink: Sink, *, limit: int | None = None) -> None:
        await direct.pour_into(sink, limit=limit)
        self.is_disconnected = direct.is_lost
        self.is_read = self.is_disconnected or not direct.left

    async def drain(self, *, limit: int, seconds: float) -> None:
        """Read and drop, so that a client which writes before it reads gets to our answer."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self._direct is not None and not self.is_read:
                    await self.pour(self._direct, Drain(), limit=limit)
                    return
                while not self.is_read and limit > 0:
                    limit -= len(await self.next() or b"")


class Drain:
    """A sink that keeps nothing."""

    def __init__(self) -> None:
        self.on_room = lambda: None
        self._scratch = memoryview(bytearray(64 * 1024))

    def room(self) -> memoryview:
        return self._scratch

    def filled(self, count: int) -> bool:
        return True


async def receive_into(writer: ChunkWriter, body: Body, *, turn: Turn, room: int, length: int | None) -> End:
    """Write what comes until it ends, and say how it ended. All bytes received are in the file afterwards."""
    try:
        return await _Transfer(writer, body, turn, room, body.direct(length)).run()
    finally:
        UPLOAD_BYTES.inc(writer.end - writer.start)


class _Transfer:
    def __init__(self, writer: ChunkWriter, body: Body, turn: Turn, room: int, direct: DirectBody | None) -> None:
        self.writer, self.body, self.turn, self.room, self.direct = writer, body, turn, room, direct
        self.seen, self.quiet_ticks = writer.end, 0

    async def run(self) -> End:
        # A task of its own, not wait_for around each receive(): that costs a task per 64 KiB.
        pump = asyncio.create_task(self._pump() if self.direct is None else self._pour(self.direct))
        try:
            end = await self._watch(pump)
            await self.writer.flush()
        except asyncio.CancelledError:
            pump.cancel()
            self.writer.flush_now()
            raise
        except BaseException:
            pump.cancel()
            raise
        return end

    async def _pump(self) -> End:
        while not self.body.is_read:
            data = await self.body.next()
            if not data:
                continue
            if self.writer.end - self.writer.start + len(data) > self.room:
                return End.TOO_LONG
            await self.writer.write(data)
        return End.DISCONNECTED if self.body.is_disconnected else End.FINISHED

    async def _pour(self, direct: DirectBody) -> End:
        """The length was announced and found to fit, and the server reads no byte beyond it."""
        await self.writer.write(direct.take_early())
        await self.body.pour(direct, self.writer)
        return End.DISCONNECTED if self.body.is_disconnected else End.FINISHED

    async def _watch(self, pump: asyncio.Task[End]) -> End:
        while True:
            done, _ = await asyncio.wait({pump}, timeout=TICK_SECONDS)
            if done:
                return pump.result()
            self.writer.raise_failure()
            verdict = self._verdict(self._silence())
            if verdict is not None:
                pump.cancel()
                with suppress(asyncio.CancelledError):
                    return await pump
                return verdict
            self.writer.hand_over()

    def _silence(self) -> float:
        """For how long nothing has come, in seconds counted by ticks: a process that was held up itself has not listened."""
        self.quiet_ticks = self.quiet_ticks + 1 if self.writer.end == self.seen else 0
        self.seen = self.writer.end
        return self.quiet_ticks * TICK_SECONDS

    def _verdict(self, silence: float) -> End | None:
        if silence >= settings.TUS_CHUNK_TIMEOUT_SECONDS:
            return End.SILENT
        urgency = self.turn.wanted()
        if urgency == NOW or (urgency is not None and silence >= SILENT_SECONDS):
            return End.GAVE_WAY
        return None
