"""Workers: the same result whatever their number, and a page that hangs or crashes costs only itself."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import psutil
import pymupdf
import pytest

from outputs.document import result_document
from pipeline.catalog import survey_file
from pipeline.options import Options
from pipeline.pool import run_in_workers, survey_in_worker
from pipeline.records import UnreadableDocument
from tests.pipeline.catalogs import blank_page, draw, grid_page, run, table_page


def _catalog(folder: Path) -> Path:
    return draw(folder, table_page, grid_page, blank_page, table_page, grid_page, table_page, grid_page)


def test_result_is_byte_identical_for_any_number_of_workers(tmp_path: Path) -> None:
    path = _catalog(tmp_path)

    documents = [
        json.dumps(result_document(file="x", file_hash=catalog.survey.file_hash, pages=catalog.pages), ensure_ascii=False)
        for catalog in (run(path), run(path), run(path, workers=1), run(path, workers=3))
    ]

    assert len(set(documents)) == 1


def test_results_come_in_page_order(tmp_path: Path) -> None:
    path = _catalog(tmp_path)

    results = run_in_workers(path, [6, 2, 3, 7], Options(), workers=2, survey=survey_file(path))

    assert [page.page_number for page in results] == [6, 2, 3, 7]


def test_page_that_uses_up_its_time_is_a_record(tmp_path: Path) -> None:
    def endless(page: pymupdf.Page) -> None:
        page.insert_text((50, 50), "Plan")
        page.parent.update_stream(page.get_contents()[0], b"7 9 m 100 100 200 50 300 300 c S " * 400_000)

    path = draw(tmp_path, table_page, endless, grid_page)

    first, second, third = run(path, workers=1, options=Options(page_cpu_seconds=1.5)).pages[:3]

    assert (second.failures[0].category, second.skus, second.confidence) == ("timeout", (), 0.0)
    assert second.receipt.counts() == {"text": {"failed": 1}}
    assert not third.failures
    assert len(third.skus) == 6
    assert first.page_number == 1


def test_worker_that_dies_costs_one_page(tmp_path: Path) -> None:
    path = _catalog(tmp_path)
    killed = False
    results = []

    for page in run_in_workers(path, range(1, 8), Options(), workers=1, survey=survey_file(path)):
        results.append(page)
        if not killed:
            killed = _kill_one_worker()

    failed = [page for page in results if page.failures]
    assert killed
    assert [page.page_number for page in results] == list(range(1, 8))
    assert len(failed) <= 1
    assert all(page.failures[0].category == "crash" for page in failed)


def test_no_worker_is_left_behind(tmp_path: Path) -> None:
    path = _catalog(tmp_path)

    results = run_in_workers(path, range(1, 8), Options(), workers=2, survey=survey_file(path))
    next(results)
    results.close()

    assert not _workers()


def test_survey_of_no_pdf_says_so(tmp_path: Path) -> None:
    (tmp_path / "note.pdf").write_text("this is no PDF")

    with pytest.raises(UnreadableDocument):
        survey_in_worker(tmp_path / "note.pdf", Options())


def _workers() -> list[psutil.Process]:
    """Children of the fork server."""
    return [
        grandchild
        for child in psutil.Process().children()
        for grandchild in child.children()
        if grandchild.status() != psutil.STATUS_ZOMBIE
    ]


def _kill_one_worker() -> bool:
    workers = _workers()
    if workers:
        os.kill(workers[0].pid, signal.SIGKILL)
    return bool(workers)
