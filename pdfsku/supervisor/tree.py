"""The tree of children: starts them, relays what they say, revives the dead with growing pauses, and ends them all."""

import os
import selectors
import signal
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pdfsku.supervisor import sweep
from pdfsku.supervisor.child import Child
from pdfsku.supervisor.console import Console
from pdfsku.supervisor.guard import Guard
from pdfsku.supervisor.programs import Program
from pdfsku.supervisor.signals import Signals

TICK_SECONDS = 0.5


@dataclass(frozen=True)
class Patience:
    """How often and how soon a program may fail, and how long the tree waits: between starts, for an orderly end, for the web server."""

    quick_seconds: float = 10.0
    failures: int = 5
    first_pause_seconds: float = 1.0
    longest_pause_seconds: float = 30.0
    grace_seconds: float = 8.0
    web_seconds: float = 10.0

    def pause_after(self, failures: int) -> float:
        """Doubles with each failure in a row."""
        return float(min(self.first_pause_seconds * 2 ** max(failures - 1, 0), self.longest_pause_seconds))


PATIENCE = Patience()


@dataclass
class Place:
    """A program's seat in the tree, occupied or waiting for the next start."""

    program: Program
    child: Child | None = None
    failures: int = 0
    next_start: float = 0.0


class Tree:
    """All children of one supervisor. A stop signal, the end of a followed parent or a broken console end it."""

    def __init__(
        self,
        *,
        console: Console,
        signals: Signals,
        environment: Mapping[str, str],
        cwd: Path,
        patience: Patience = PATIENCE,
        followed_parent: int | None = None,
        keep_open: tuple[int, ...] = (),
    ) -> None:
        self.mark = uuid.uuid4().hex
        self.places: list[Place] = []
        self._console = console
        self._signals = signals
        self._environment = environment
        self._cwd = cwd
        self._patience = patience
        self._followed_parent = followed_parent
        self._guard = Guard(self.mark, keep_open)
        self._guard.ensure()
        self._selector = selectors.DefaultSelector()
        self._selector.register(signals.reader, selectors.EVENT_READ)

    def run_once(self, program: Program) -> int:
        """Run a program to its end and return its exit code; asked to stop, leave it to `stop`."""
        place = Place(program)
        self.places.append(place)
        child = self._start(place)
        while not self.is_asked_to_stop():
            self._wait(TICK_SECONDS)
            if child.has_ended():
                self._bury(place, child)
                self.places.remove(place)
                return child.process.returncode
        return 0

    def run(self, programs: tuple[Program, ...], *, is_web_live: Callable[[], bool]) -> bool:
        """Keep the programs running until asked to stop; False if one of them fails again and again."""
        latest = time.monotonic() + self._patience.web_seconds
        self.places = [Place(program) for program in programs]
        while not self.is_asked_to_stop():
            for place in self.places:
                may_start = not place.program.waits_for_web or is_web_live() or time.monotonic() >= latest
                if place.child is None and may_start and time.monotonic() >= place.next_start:
                    self._start(place)
            self._wait(self._until_next_start())
            if not all(self._is_hopeful(place) for place in self.places):
                return False
            self._guard.ensure()
        return True

    def is_asked_to_stop(self) -> bool:
        """Whether anybody wants the tree to end."""
        is_orphaned = self._followed_parent is not None and os.getppid() != self._followed_parent
        return bool(self._signals.received) or is_orphaned or self._console.is_broken

    def stop(self) -> None:
        """Ask every child to end, relay its last words, then end by force what remains, down to the last grandchild."""
        interrupts = self._interrupts()
        children = [place.child for place in self.places if place.child is not None]
        for child in children:
            child.send(signal.SIGTERM)
        deadline = time.monotonic() + self._patience.grace_seconds
        while any(not child.has_ended() for child in children) and time.monotonic() < deadline:
            self._wait(0.1)
            if self._interrupts() > interrupts:
                break
        sweep.end_all(self.mark, self._guard.sessions, grace_seconds=0)
        for place in self.places:
            if place.child is not None:
                place.child.process.wait()
                self._relay(place.child, place.child.close())
        self._guard.dismiss()

    def _interrupts(self) -> int:
        """Ctrl-C again while stopping means now. Other signals come in pairs: make hands on what the whole group already received."""
        return self._signals.received.count(signal.SIGINT)

    def _start(self, place: Place) -> Child:
        environment = {**self._environment, sweep.MARK: self._mark_of(place)}
        child = Child.start(place.program, environment=environment, cwd=self._cwd)
        self._guard.watch(child.session)
        self._selector.register(child.output, selectors.EVENT_READ, child)
        place.child = child
        return child

    def _wait(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            if isinstance(key.data, Child):
                self._listen(key.data)
            else:
                self._signals.drain()

    def _listen(self, child: Child) -> None:
        self._relay(child, child.read_lines())
        if child.is_silent:
            # At its end a pipe is readable for ever.
            self._selector.unregister(child.output)

    def _is_hopeful(self, place: Place) -> bool:
        """Note a child's end and plan its next start; False when there were too many ends too soon."""
        child = place.child
        if child is None or not child.has_ended():
            return True
        self._bury(place, child)
        place.failures = place.failures + 1 if child.age_seconds < self._patience.quick_seconds else 1
        name, how = place.program.name, child.how_it_ended()
        if place.failures >= self._patience.failures:
            self._console.say(f"{name} {how}, {place.failures} times in a row soon after its start: giving up", level="ERROR")
            return False
        pause = self._patience.pause_after(place.failures)
        place.next_start = time.monotonic() + pause
        self._console.say(f"{name} {how}, starting it again in {pause:.0f} s", level="WARNING")
        return True

    def _bury(self, place: Place, child: Child) -> None:
        """End what the child left behind: its orphans would go on taking work beside its successor."""
        if child.output in self._selector.get_map():
            self._selector.unregister(child.output)
        sweep.end_all(self._mark_of(place), {child.session}, grace_seconds=0)
        self._relay(child, child.close())
        self._guard.forget(child.session)
        place.child = None

    def _relay(self, child: Child, lines: list[str]) -> None:
        for line in lines:
            self._console.relay(child.program.name, line)

    def _mark_of(self, place: Place) -> str:
        return f"{self.mark}/{place.program.name}/"

    def _until_next_start(self) -> float:
        pauses = [place.next_start - time.monotonic() for place in self.places if place.child is None]
        return min([TICK_SECONDS, *(pause for pause in pauses if pause > 0)])
