"""A server that is gone for a while: said once, said once more when it is back, and asked ever more rarely in between."""

from __future__ import annotations

import logging
import time

FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0

logger = logging.getLogger(__name__)


class Outage:
    """What one process knows about one server. Without locks, so that it may be forked: at worst a line is written twice."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._began: float | None = None
        self._pause_seconds = FIRST_PAUSE_SECONDS
        self._ask_again_at = 0.0

    @property
    def is_worth_asking(self) -> bool:
        return self._began is None or time.monotonic() >= self._ask_again_at

    def failed(self, error: Exception) -> None:
        now = time.monotonic()
        if self._began is None:
            self._began, self._pause_seconds = now, FIRST_PAUSE_SECONDS
            logger.error("%s does not answer", self._server, extra={"error": f"{type(error).__name__}: {error}"})
        else:
            self._pause_seconds = min(LONGEST_PAUSE_SECONDS, 2 * self._pause_seconds)
        self._ask_again_at = now + self._pause_seconds

    def answered(self) -> None:
        if self._began is not None:
            lasted, self._began = time.monotonic() - self._began, None
            logger.warning("%s answers again", self._server, extra={"seconds": round(lasted, 1)})
