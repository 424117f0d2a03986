"""Which worker processes of this machine's cluster live, and whether each is at work.

The table is made before the cluster forks and is shared by all of it. It has no locks: a process that is killed would keep one for ever.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.sharedctypes import RawArray
from pathlib import Path

# Far more places than workers, so that two processes hardly ever look for the same one.
PLACES = 4096


@dataclass(frozen=True)
class Lost:
    """A process that ended without taking leave."""

    pid: int
    was_at_work: bool


class Roster:
    def __init__(self) -> None:
        self._pids = RawArray(ctypes.c_int, PLACES)
        self._is_busy = RawArray(ctypes.c_bool, PLACES)

    def enter(self) -> None:
        """This process waits for work from now on."""
        place = self._place(os.getpid())
        self._is_busy[place] = False
        self._pids[place] = os.getpid()

    def leave(self) -> None:
        """This process ends in good order."""
        place = self._place(os.getpid())
        if self._pids[place] == os.getpid():
            self._pids[place] = 0

    def mark(self, *, is_busy: bool) -> None:
        place = self._place(os.getpid())
        if self._pids[place] == os.getpid():
            self._is_busy[place] = is_busy

    def pids(self) -> set[int]:
        return {pid for _, pid in self._entries()}

    def someone_is_at_work(self) -> bool:
        return any(self._is_busy[place] for place, _ in self._entries())

    def take_lost(self) -> list[Lost]:
        """Who has vanished since the last look."""
        lost = []
        for place, pid in self._entries():
            if not process_lives(pid):
                self._pids[place] = 0
                lost.append(Lost(pid, bool(self._is_busy[place])))
        return lost

    def clear(self) -> None:
        for place, _ in self._entries():
            self._pids[place] = 0

    def _entries(self) -> Iterator[tuple[int, int]]:
        return ((place, pid) for place, pid in enumerate(self._pids[:]) if pid)

    def _place(self, pid: int) -> int:
        """Where a process stands, or may stand: its own place, else the next free one."""
        for step in range(PLACES):
            place = (pid + step) % PLACES
            if self._pids[place] in (pid, 0):
                return place
        raise RuntimeError("more workers than places")


def process_lives(pid: int) -> bool:
    """Whether a process of this machine is there and not merely waiting to be buried."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return _state(pid) not in ("Z", "X")


def descendants(pid: int) -> set[int]:
    """All processes below this one; nothing where the kernel does not tell."""
    found: set[int] = set()
    open_pids = [pid]
    while open_pids:
        children = _children(open_pids.pop())
        open_pids.extend(children - found)
        found |= children
    return found


def _children(pid: int) -> set[int]:
    try:
        return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}
    except OSError:
        return set()


def _state(pid: int) -> str:
    """The kernel's letter for the state of a process; empty where it does not tell."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return ""
