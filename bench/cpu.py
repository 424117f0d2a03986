"""CPU time of trees of processes, children that end meanwhile included: a figure that other work on the machine disturbs little."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from types import TracebackType

import psutil

EVERY_SECONDS = 0.1


class Meter(threading.Thread):
    """While inside, looks at the processes and all below them; `seconds` is what they used since."""

    def __init__(self, roots: Sequence[int]) -> None:
        super().__init__(daemon=True)
        self._roots = [psutil.Process(pid) for pid in roots]
        self._is_over = threading.Event()
        self._used: dict[tuple[int, float], float] = {}
        self._look()
        self._before = dict(self._used)

    @property
    def seconds(self) -> float:
        return sum(used - self._before.get(process, 0.0) for process, used in self._used.items())

    def run(self) -> None:
        while not self._is_over.wait(EVERY_SECONDS):
            self._look()

    def _look(self) -> None:
        for root in self._roots:
            try:
                tree = [root, *root.children(recursive=True)]
            except psutil.NoSuchProcess:
                continue
            for process in tree:
                self._note(process)

    def _note(self, process: psutil.Process) -> None:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            return
        self._used[process.pid, process.create_time()] = times.user + times.system

    def __enter__(self) -> Meter:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._look()
        self._is_over.set()
        self.join()
