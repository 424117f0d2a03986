"""Finding and ending every process that belongs to a tree, however far it strayed.

Children are known by their session and by a mark in their environment: a grandchild may leave the session, and a program that
rewrites its title may wipe the mark, but hardly both.
"""

import os
import signal
import time
from collections.abc import Collection

import psutil

MARK = "PDFSKU_TREE"


def members(mark: str, sessions: Collection[int]) -> list[psutil.Process]:
    """The living processes of the tree, without ourselves. A mark also stands for all marks that it begins."""
    return [process for process in psutil.process_iter() if process.pid != os.getpid() and _belongs(process, mark, sessions)]


def end_all(mark: str, sessions: Collection[int], *, grace_seconds: float) -> None:
    """Ask all members to end, and after the grace kill what is left, until nothing is."""
    if grace_seconds:
        for process in members(mark, sessions):
            _signal(process, signal.SIGTERM)
        deadline = time.monotonic() + grace_seconds
        while members(mark, sessions) and time.monotonic() < deadline:
            time.sleep(0.1)
    while left := members(mark, sessions):
        for process in left:
            _signal(process, signal.SIGKILL)
        time.sleep(0.02)


def _belongs(process: psutil.Process, mark: str, sessions: Collection[int]) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        return os.getsid(process.pid) in sessions or process.environ().get(MARK, "").startswith(mark)
    except (psutil.Error, OSError):
        return False


def _signal(process: psutil.Process, number: signal.Signals) -> None:
    try:
        process.send_signal(number)
    except psutil.NoSuchProcess:
        return
