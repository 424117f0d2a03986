"""Bytes of one request on their way to the disk: one buffer is being written while the next is filled."""

from __future__ import annotations

import asyncio
import hashlib
import os
from concurrent.futures import Future
from dataclasses import dataclass
from mmap import mmap
from typing import TYPE_CHECKING

from jobs.tus.threads import DISK

if TYPE_CHECKING:
    from hashlib import _Hash

# Handed over from the first bound on if the buffer before is written, filled up to the second while it is not: a busy disk
# gets larger batches instead of making the network wait. Eight uploads at once hold at most 16 MiB.
BATCH_BYTES = 512 * 1024
BUFFER_BYTES = 1024 * 1024
MAX_SPARE_BUFFERS = 8
# The kernel answers a write with a block of memory as large, and keeps only those up to 32 KiB at hand for each processor. A
# virtual machine that gives free memory back to its host has to fetch larger ones anew: in 64 KiB writes beside another busy
# server a file cost three times the system time.
_WRITE_BYTES = 32 * 1024

_spare_buffers: list[memoryview] = []


@dataclass(frozen=True)
class Checksum:
    """What the sender says the body hashes to."""

    algorithm: str
    digest: bytes

    def hasher(self) -> _Hash:
        return hashlib.new(self.algorithm, usedforsecurity=False)


class ChunkWriter:
    """Appends at `start`; nothing else writes to the file meanwhile, because its owner holds the turn.

    Also a sink of `pdfsku.protocol`. All but the writing itself happens on the event loop.
    """

    def __init__(self, descriptor: int, start: int, checksum: Checksum | None = None) -> None:
        self._descriptor = descriptor
        self.start = start
        self.end = start
        self._buffer: memoryview | None = None
        self._count = 0
        self._in_flight: Future[None] | None = None
        self._landing: asyncio.Future[None] | None = None
        self._failure: BaseException | None = None
        self.on_room = _nobody_waits
        self.checksum = checksum
        self._hasher = checksum.hasher() if checksum else None

    def room(self) -> memoryview:
        """Where the next bytes go; empty while both buffers are in use."""
        if self._buffer is None:
            self._buffer = _take_buffer()
        return self._buffer[self._count :]

    def filled(self, count: int) -> bool:
        """So many bytes of the room are used; whether there is more of it."""
        self._count += count
        self.end += count
        self._hand_over_from(BATCH_BYTES)
        return self._count < BUFFER_BYTES

    async def write(self, data: bytes | bytearray) -> None:
        """The same for bytes that came otherwise."""
        rest = memoryview(data)
        while rest:
            if not (room := self.room()):
                await self._landed_batch()
                continue
            count = min(len(room), len(rest))
            room[:count] = rest[:count]
            self.filled(count)
            rest = rest[count:]

    async def flush(self) -> None:
        """All bytes taken so far are in the file."""
        self.raise_failure()
        while self._count or self._landing is not None:
            self._hand_over_from(1)
            await self._landed_batch()
        if self._buffer is not None:
            _give_back(self._buffer)
            self._buffer = None

    def hand_over(self) -> None:
        """What came so far need not wait for more."""
        self._hand_over_from(1)

    def flush_now(self) -> None:
        """The same as `flush` for a request that is being cancelled and must not await."""
        if self._in_flight is not None:
            self._in_flight.result()
        if self._buffer is not None:
            self._write(self._buffer[: self._count], self.end - self._count)
            self._count = 0

    def raise_failure(self) -> None:
        """What prevented a write, if anything did: nothing was written behind it."""
        if self._failure is not None:
            raise self._failure

    def discard(self) -> None:
        """Take back all that was written."""
        os.ftruncate(self._descriptor, self.start)
        self.end = self.start
        self._count = 0

    def matches_checksum(self) -> bool:
        return self.checksum is None or (self._hasher is not None and self._hasher.digest() == self.checksum.digest)

    def _hand_over_from(self, least: int) -> None:
        if self._landing is not None or self._buffer is None or self._count < least or self._failure is not None:
            return
        buffer, count = self._buffer, self._count
        self._buffer, self._count = None, 0
        self._in_flight = DISK.submit(self._write, buffer[:count], self.end - count)
        self._landing = asyncio.wrap_future(self._in_flight)
        self._landing.add_done_callback(lambda landing: self._landed(landing, buffer))

    def _landed(self, landing: asyncio.Future[None], buffer: memoryview) -> None:
        self._in_flight = self._landing = None
        self._failure = landing.exception()
        _give_back(buffer)
        if self._failure is None:
            self._hand_over_from(BATCH_BYTES)
            self.on_room()

    async def _landed_batch(self) -> None:
        """Waits without calling the write off when the one who waits is called off."""
        if self._landing is not None:
            await asyncio.wait({self._landing})
        self.raise_failure()

    def _write(self, batch: memoryview, position: int) -> None:
        if self._hasher is not None:
            self._hasher.update(batch)
        while batch:
            done = os.pwrite(self._descriptor, batch[:_WRITE_BYTES], position)
            batch, position = batch[done:], position + done


def _take_buffer() -> memoryview:
    # Mapped, so that a slow sender's buffer takes as much memory as it was ever filled.
    return _spare_buffers.pop() if _spare_buffers else memoryview(mmap(-1, BUFFER_BYTES))


def _give_back(buffer: memoryview) -> None:
    if len(_spare_buffers) < MAX_SPARE_BUFFERS:
        _spare_buffers.append(buffer)


def _nobody_waits() -> None:
    """What room is announced to before anybody reads into it."""
