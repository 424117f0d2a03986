"""Pages through stages: one page at a time in this process, no database. `pipeline.pool` does the same in worker processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from pdfsku.shared.garbage import keep_for_good, no_collections
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.clock import PageClock, PageTimeout
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.options import Options
from pipeline.pictures.takeout import Shelf
from pipeline.receipts import TIMEOUT, UNKNOWN_PAGE, failed_page, page_receipt
from pipeline.records import PageFailure, PageResult, StageTrace
from pipeline.stages import STAGES
from pipeline.stages.extract import load_readers, load_words
from pipeline.survey import Survey, survey_document
from pipeline.work import PageWork

# The readers and their dictionary are loaded with this module, not by the first page: every worker forked from a process that has them
# finds them there, and nobody looks for cycles among them.
load_readers()
load_words()
headers_for(Options())
keep_for_good()


def run_pages(
    path: str | Path,
    pages: Iterable[int] | None,
    options: Options,
    *,
    survey: Survey | None = None,
    on_ocr: Callable[[], None] = lambda: None,
) -> Iterator[PageResult]:
    """The results of these pages (all, if None), in the order asked for, before cross-page joins.

    `on_ocr` is told whenever a page's pixels were read: that takes long, and a page may need its predecessor's too.
    """
    with Document(path) as document:
        known = survey or survey_document(document, path)
        contents, shelf = PageContents(document, options, on_ocr), Shelf()
        for number in pages if pages is not None else range(1, document.page_count + 1):
            yield run_page(PageWork(document, number, options, known, contents, shelf))


def run_page(work: PageWork) -> PageResult:
    """One page through all stages. A stage that fails leaves a failure record, never an exception."""
    # A page makes hundreds of thousands of records: looking for cycles among them was a tenth of its time.
    with no_collections():
        return _through_stages(work)


def _through_stages(work: PageWork) -> PageResult:
    trace: list[StageTrace] = []
    failures: list[PageFailure] = []
    clock = PageClock(work.options.page_cpu_seconds)
    for stage in STAGES:
        started = time.perf_counter()
        try:
            with clock.counting():
                work = stage.run(work)
        except Exception as error:
            failures.append(PageFailure(stage.name, _category(error), str(error)[:500]))
        trace.append(StageTrace(stage.name, (time.perf_counter() - started) * 1000, work.rules.get(stage.name, ())))
        if failures and (stage.is_needed or failures[-1].category == TIMEOUT):
            break
    return _result(work, trace=tuple(trace), failures=tuple(failures))


def _category(error: Exception) -> str:
    return TIMEOUT if any(isinstance(cause, PageTimeout) for cause in _causes(error)) else type(error).__name__


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and those behind it: a library may hand on whatever breaks it off as an error of its own."""
    while error is not None:
        yield error
        error = error.__cause__


def _result(work: PageWork, *, trace: tuple[StageTrace, ...], failures: tuple[PageFailure, ...]) -> PageResult:
    content = work.content
    if content is None:
        return replace(failed_page(work.number, failures[0]), trace=trace)
    return PageResult(
        page_number=work.number,
        page_class=work.page_class or UNKNOWN_PAGE,
        is_blank=content.is_blank,
        confidence=0.0 if failures else work.confidence,
        skus=work.skus,
        images=work.images,
        bindings=work.bindings,
        receipt=page_receipt(work, failures),
        trace=trace,
        failures=failures,
        width_pt=content.width_pt,
        height_pt=content.height_pt,
        text_source=content.text_source,
        features=work.features,
    )
