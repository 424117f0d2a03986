"""Bytes of one request on their way to the disk: gathered into batches, one being written while the next is received."""

from __future__ import annotations

import asyncio
import hashlib
import os
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

from jobs.tus.threads import DISK

if TYPE_CHECKING:
    from hashlib import _Hash

# Handed over from the first bound on if the batch before is written, gathered up to the second while it is not: a busy disk
# gets larger batches instead of making the network wait. Eight uploads at once hold at most 32 MiB.
BATCH_BYTES = 1024 * 1024
MAX_PENDING_BYTES = 2 * 1024 * 1024
# The kernel answers larger writes with larger folios; a virtual machine that gives free memory back to its host has to fetch
# those anew: in 1 MiB writes a file cost twice the system time.
_WRITE_BYTES = 64 * 1024


@dataclass(frozen=True)
class Checksum:
    """What the sender says the body hashes to."""

    algorithm: str
    digest: bytes

    def hasher(self) -> _Hash:
        return hashlib.new(self.algorithm, usedforsecurity=False)


class ChunkWriter:
    """Appends at `start`; nothing else writes to the file meanwhile, because its owner holds the turn."""

    def __init__(self, descriptor: int, start: int, checksum: Checksum | None = None) -> None:
        self._descriptor = descriptor
        self.start = start
        self.end = start
        self._handed_over = start
        self._pending: list[bytes] = []
        self._in_flight: Future[None] | None = None
        self._order = asyncio.Lock()
        self.checksum = checksum
        self._hasher = checksum.hasher() if checksum else None

    async def write(self, data: bytes) -> None:
        """Take these bytes; returns once they are gathered, waiting only while the batch before is still being written."""
        self._pending.append(data)
        self.end += len(data)
        pending_bytes = self.end - self._handed_over
        is_disk_free = self._in_flight is None or self._in_flight.done()
        if (pending_bytes >= BATCH_BYTES and is_disk_free) or pending_bytes >= MAX_PENDING_BYTES:
            await self._hand_over()

    async def flush(self) -> None:
        """All bytes taken so far are in the file."""
        await self._hand_over()
        await self._settle()

    def flush_now(self) -> None:
        """The same for a request that is being cancelled and must not await."""
        if self._in_flight is not None:
            self._in_flight.result()
        self._write(self._pending, self._handed_over)
        self._pending, self._handed_over = [], self.end

    def discard(self) -> None:
        """Take back all that was written."""
        os.ftruncate(self._descriptor, self.start)
        self.end = self._handed_over = self.start
        self._pending = []

    def matches_checksum(self) -> bool:
        return self.checksum is None or (self._hasher is not None and self._hasher.digest() == self.checksum.digest)

    async def _hand_over(self) -> None:
        # Locked: the watch flushes a silent sender's bytes while the sender may wake up.
        async with self._order:
            await self._settle()
            if not self._pending:
                return
            pieces, position = self._pending, self._handed_over
            self._pending, self._handed_over = [], self.end
            self._in_flight = DISK.submit(self._write, pieces, position)

    async def _settle(self) -> None:
        """Wait for the write in flight. Shielded: a queued write must not be called off because one stopped waiting for it."""
        if (in_flight := self._in_flight) is not None:
            await asyncio.shield(asyncio.wrap_future(in_flight))
            if self._in_flight is in_flight:
                self._in_flight = None

    def _write(self, pieces: list[bytes], position: int) -> None:
        if self._hasher is not None:
            for piece in pieces:
                self._hasher.update(piece)
        for piece in pieces:
            rest = memoryview(piece)
            while rest:
                done = os.pwrite(self._descriptor, rest[:_WRITE_BYTES], position)
                rest, position = rest[done:], position + done
