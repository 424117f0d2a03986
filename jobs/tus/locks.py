"""The turn to write to one upload: one request at a time on all machines that share the directory.

The lock is the kernel's, so a killed holder has let go already. A living holder looks into the turn file four times a
second: who wants the turn leaves a wish there, and a holder that has received nothing for a second gives way to it.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable
from contextlib import suppress

from jobs.tus import files
from pdfsku.shared.errors import Code, Failure

PLEASE = b"p"  # give way if your sender is silent
NOW = b"n"  # give way whatever you do

RETRY_SECONDS = 0.05
# Asked again and again: whoever takes the turn between two requests has not read the earlier wish.
_ASK_AGAIN_SECONDS = 0.5


class Turn:
    """The right to write, until `release`."""

    def __init__(self, upload_id: str, descriptor: int) -> None:
        self.upload_id = upload_id
        self._descriptor = descriptor
        self._nonce = files.read_wish(upload_id).nonce

    @classmethod
    def try_take(cls, upload_id: str) -> Turn | None:
        """The turn, or None while somebody holds it. Raises FileNotFoundError for an upload that is gone."""
        path = files.turn_path(upload_id)
        descriptor = os.open(path, os.O_RDWR)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The one before may have removed the upload: then this is the lock of a file without a name.
            if os.stat(path).st_ino != os.fstat(descriptor).st_ino:
                raise FileNotFoundError(path)
            turn = cls(upload_id, descriptor)
            turn._drop_unverified()
        except BlockingIOError:
            os.close(descriptor)
            return None
        except BaseException:
            os.close(descriptor)
            raise
        return turn

    def wanted(self) -> bytes | None:
        """How urgently somebody else wants the turn, if anybody does."""
        with suppress(FileNotFoundError):
            wish = files.read_wish(self.upload_id)
            return wish.urgency if wish.nonce != self._nonce else None
        return NOW

    def mark_unverified_above(self, offset: int) -> None:
        files.write_floor(self._descriptor, offset)

    def mark_verified(self) -> None:
        files.write_floor(self._descriptor, files.NO_FLOOR)

    def release(self) -> None:
        os.close(self._descriptor)

    def _drop_unverified(self) -> None:
        floor = files.read_floor(self.upload_id)
        if floor != files.NO_FLOOR:
            path = files.data_path(self.upload_id)
            if path.stat().st_size > floor:
                os.truncate(path, floor)
            self.mark_verified()


async def take_turn(upload_id: str, *, patience_seconds: float, urgency: bytes, check: Callable[[], None] = lambda: None) -> Turn:
    """Wait for the turn, asking the holder for it; `check` may end the wait by raising. UPLOAD_LOCKED when patience ends."""
    loop = asyncio.get_running_loop()
    started = asked = loop.time()
    while (turn := Turn.try_take(upload_id)) is None:
        now = loop.time()
        if now == started or now - asked >= _ASK_AGAIN_SECONDS:
            files.write_wish(upload_id, urgency=urgency)
            asked = now
        check()
        if now - started >= patience_seconds:
            raise Failure(Code.UPLOAD_LOCKED)
        await asyncio.sleep(RETRY_SECONDS)
    return turn
