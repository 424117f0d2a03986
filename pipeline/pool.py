"""Pages through stages in worker processes: in page order, equal to one process byte for byte, and safe from pages that hang or crash.

A worker opens the file for each chunk of pages and is replaced after some of them, so that its memory stays flat. A page that uses up its CPU
time is ended by the kernel together with its worker; the other pages of the chunk go on in a new one.

The libraries that read pages are loaded by the server that workers are forked from, not by the process that hands pages out: both start at once.
"""

from __future__ import annotations

import resource
import signal
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import forkserver, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import monotonic

from pipeline.options import Options
from pipeline.receipts import TIMEOUT, failed_page
from pipeline.records import PageFailure, PageResult, UnreadableDocument
from pipeline.survey import Survey, survey_document

CHUNK_PAGES = 8
PAGES_PER_WORKER = 200
# A page may wait for the disk or a busy machine, but not for ever.
WALL_FACTOR = 10.0
MAX_ADDRESS_BYTES = 6 << 30


@dataclass(slots=True)
class _Worker:
    """One process, the pages it was given and the one it is at."""

    process: BaseProcess
    pipe: Connection
    pages: deque[int] = field(default_factory=deque)
    done: int = 0
    since: float = 0.0


def prepare_workers() -> None:
    """Let the libraries be loaded in the background: workers will be needed soon."""
    _context()
    forkserver.ensure_running()


def survey_in_worker(path: str | Path, options: Options) -> Survey:
    """The survey of a file nobody has looked at yet. Raises UnreadableDocument, also for a file that cannot be surveyed in time."""
    context = _context()
    ours, theirs = context.Pipe()
    process = context.Process(target=_survey, args=(theirs, str(path), options), daemon=True)
    process.start()
    theirs.close()
    try:
        answer = (
            ours.recv() if ours.poll(WALL_FACTOR * options.page_cpu_seconds) else UnreadableDocument("the file could not be opened in time")
        )
    except (EOFError, OSError):
        answer = UnreadableDocument("the file could not be opened in time")
    finally:
        _end(_Worker(process, ours))
    if isinstance(answer, UnreadableDocument):
        raise answer
    return answer


def run_in_workers(path: str | Path, pages: Sequence[int], options: Options, *, workers: int, survey: Survey) -> Iterator[PageResult]:
    """The results of these pages in the order given."""
    with _Pool(str(path), options, survey, workers) as pool:
        yield from pool.run(pages)


class _Pool:
    def __init__(self, path: str, options: Options, survey: Survey, size: int) -> None:
        self._context = _context()
        self._path, self._options, self._survey, self._size = path, options, survey, size
        self._workers: list[_Worker] = []
        self._waiting: deque[list[int]] = deque()
        self._finished: dict[int, PageResult] = {}

    def __enter__(self) -> _Pool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            _end(worker)

    def run(self, pages: Sequence[int]) -> Iterator[PageResult]:
        self._waiting = deque(_chunks(pages, self._size))
        for number in pages:
            while number not in self._finished:
                self._hand_out()
                self._listen()
            yield self._finished.pop(number)

    def _hand_out(self) -> None:
        """Every worker has pages, as long as there are any; results far ahead of their turn are not asked for."""
        for worker in self._workers:
            if not worker.pages and worker.done >= PAGES_PER_WORKER:
                _end(worker)
        self._workers = [worker for worker in self._workers if worker.process.is_alive() or worker.pages]
        idle = [worker for worker in self._workers if not worker.pages]
        while self._waiting and len(self._finished) < 4 * CHUNK_PAGES * self._size:
            if not idle and len(self._workers) >= self._size:
                return
            worker = idle.pop() if idle else self._start()
            chunk = self._waiting.popleft()
            worker.pages.extend(chunk)
            worker.since = monotonic()
            worker.pipe.send(chunk)

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._path, self._options, self._survey), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _listen(self) -> None:
        busy = [worker for worker in self._workers if worker.pages]
        ready = set(wait([worker.pipe for worker in busy], timeout=1.0))
        for worker in busy:
            if worker.pipe in ready:
                self._receive(worker)
            elif monotonic() - worker.since > WALL_FACTOR * self._options.page_cpu_seconds:
                self._lose(worker, TIMEOUT, "the page did not end in time")

    def _receive(self, worker: _Worker) -> None:
        try:
            result: PageResult = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join()
            is_timeout = worker.process.exitcode == -signal.SIGPROF
            reason = (TIMEOUT, "the page used up its CPU time") if is_timeout else ("crash", f"worker ended with {worker.process.exitcode}")
            self._lose(worker, *reason)
            return
        worker.pages.remove(result.page_number)
        worker.done += 1
        worker.since = monotonic()
        self._finished[result.page_number] = result

    def _lose(self, worker: _Worker, category: str, message: str) -> None:
        """The page in work has failed; those after it go to another worker."""
        number = worker.pages.popleft()
        self._finished[number] = failed_page(number, PageFailure("page", category, message))
        if worker.pages:
            self._waiting.appendleft(list(worker.pages))
            worker.pages.clear()
        _end(worker)
        self._workers.remove(worker)


def _context() -> ForkServerContext:
    """Workers are forked from a server that has the libraries loaded and no threads: a new one is there in milliseconds."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["pipeline.runner"])
    return context


def _chunks(pages: Sequence[int], workers: int) -> Iterator[list[int]]:
    """Small enough that all workers end at about the same time."""
    size = max(1, min(CHUNK_PAGES, len(pages) // (2 * workers)))
    for start in range(0, len(pages), size):
        yield list(pages[start : start + size])


def _end(worker: _Worker) -> None:
    worker.pipe.close()
    if worker.process.is_alive():
        worker.process.kill()
    worker.process.join()


def _work(pipe: Connection, path: str, options: Options, survey: Survey) -> None:
    """The worker's life: chunks in, results out, until the pipe closes."""
    from pipeline.runner import run_pages

    _confine()

    def wind_up() -> None:
        # The default action of SIGPROF ends the process even inside C code, where no Python handler would run.
        signal.setitimer(signal.ITIMER_PROF, options.page_cpu_seconds)

    try:
        while True:
            results = run_pages(path, pipe.recv(), options, survey=survey, on_ocr=wind_up)
            while True:
                wind_up()
                result = next(results, None)
                signal.setitimer(signal.ITIMER_PROF, 0)
                if result is None:
                    break
                pipe.send(result)
    except (EOFError, OSError):
        return


def _survey(pipe: Connection, path: str, options: Options) -> None:
    from pipeline.document import Document

    _confine()
    signal.setitimer(signal.ITIMER_PROF, options.page_cpu_seconds)
    try:
        with Document(path) as document:
            pipe.send(survey_document(document, path))
    except UnreadableDocument as error:
        pipe.send(error)
    except Exception as error:
        # Whatever a broken file makes the library raise, the file is unreadable.
        pipe.send(UnreadableDocument(str(error)))


def _confine() -> None:
    """Interrupts are the parent's affair; memory has an end, so that a bomb fails its own page and not the machine."""
    from pipeline.document import silence_library

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    silence_library()
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
