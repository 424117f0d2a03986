"""The time a page may take: what Python does for it is broken off a while before the end, so that the page can still say what is on it.

C code cannot be broken off. Whoever reads pages in processes of its own has the kernel end those (`pipeline.pool`, `pipeline.worker`).
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# The rest is for the receipt, in which everything on the page has its entry: 80,000 lines take two seconds.
WORK_SHARE = 0.8


class PageTimeout(Exception):
    """The page used up its time."""


class PageClock:
    """Counts the CPU time of one page's stages. Signals reach the main thread alone: in another one nothing is broken off."""

    def __init__(self, seconds: float) -> None:
        self._left = WORK_SHARE * seconds
        self._is_counting = False

    @contextmanager
    def counting(self) -> Iterator[None]:
        """While inside, the time goes by; what is left of it when it ends is for the next stage."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGVTALRM, self._break_off)
        self._is_counting = True
        signal.setitimer(signal.ITIMER_VIRTUAL, self._left)
        try:
            yield
        finally:
            self._is_counting = False
            self._left = max(signal.setitimer(signal.ITIMER_VIRTUAL, 0)[0], 0.001)
            signal.signal(signal.SIGVTALRM, before)

    def _break_off(self, *_: Any) -> None:
        # A signal may be told of late, when the stage that it was for has ended.
        if self._is_counting:
            raise PageTimeout("the page used up its CPU time")


def wind_up(seconds: float) -> None:
    """Give the page in work its full time again, if its time is counted."""
    if signal.getitimer(signal.ITIMER_VIRTUAL)[0]:
        signal.setitimer(signal.ITIMER_VIRTUAL, WORK_SHARE * seconds)
