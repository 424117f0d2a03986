"""A page's time: what takes longer is broken off, and the page still says what is on it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from pipeline import runner
from pipeline.clock import WORK_SHARE, PageClock, PageTimeout, wind_up
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.options import Options
from pipeline.receipts import unaccounted
from pipeline.runner import run_pages
from pipeline.stages import STAGES, Stage
from pipeline.work import PageWork
from tests.pipeline.catalogs import draw, grid_page, table_page


def _use_up(seconds: float) -> Iterator[float]:
    end = process_time() + seconds
    while process_time() < end:
        yield end


def test_page_whose_reading_takes_too_long_accounts_for_all_that_is_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(work: PageWork) -> PageWork:
        if work.number == 1:
            list(_use_up(60.0))
        return work

    path, options = draw(tmp_path, table_page, grid_page), Options(page_cpu_seconds=1.0)
    monkeypatch.setattr(runner, "STAGES", tuple(Stage("extract", endless) if stage.name == "extract" else stage for stage in STAGES))
    started = process_time()

    broken, after = run_pages(path, None, options)

    assert process_time() - started < 3.0
    assert [(failure.stage, failure.category) for failure in broken.failures] == [("extract", "timeout")]
    assert [step.stage for step in broken.trace] == ["parse", "ocr", "extract"]
    assert (broken.skus, broken.confidence) == ((), 0.0)
    assert {entry.rule for entry in broken.receipt.entries} == {"extract:timeout"}
    with Document(path) as document:
        assert unaccounted(PageContents(document, options).parsed(1), broken.receipt) == []
    assert not after.failures


def test_time_that_runs_out_inside_a_library_is_on_record_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrapped(work: PageWork) -> PageWork:
        try:
            list(_use_up(60.0))
        except PageTimeout as error:
            raise RuntimeError("the model failed") from error
        return work

    monkeypatch.setattr(runner, "STAGES", tuple(Stage("ocr", wrapped) if stage.name == "ocr" else stage for stage in STAGES))

    (page,) = run_pages(draw(tmp_path, table_page), None, Options(page_cpu_seconds=0.5))

    assert [(failure.stage, failure.category) for failure in page.failures] == [("ocr", "timeout")]


def test_stages_share_the_time_of_their_page() -> None:
    clock = PageClock(0.1 / WORK_SHARE)

    with clock.counting():
        list(_use_up(0.07))
    with pytest.raises(PageTimeout), clock.counting():
        list(_use_up(5.0))


def test_time_between_stages_is_not_counted() -> None:
    clock = PageClock(0.05 / WORK_SHARE)

    with clock.counting():
        pass
    list(_use_up(0.1))

    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0.0


def test_pixels_have_a_time_of_their_own() -> None:
    clock = PageClock(0.1 / WORK_SHARE)

    with clock.counting():
        list(_use_up(0.07))
        wind_up(10.0)
        list(_use_up(0.1))
    wind_up(10.0)

    assert signal.getitimer(signal.ITIMER_VIRTUAL)[0] == 0.0


def test_another_thread_is_not_broken_off() -> None:
    ended: list[bool] = []

    def work() -> None:
        with PageClock(0.01).counting():
            ended.append(not list(_use_up(0.0)))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert ended == [True]
