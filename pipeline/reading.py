"""A job's file, opened once for a run of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from django.conf import settings

from configs.profiles import frozen_profile
from jobs.files import local_source
from jobs.models import PDFJob
from pipeline.contents import PageContents
from pipeline.document import Document
from pipeline.options import Granularity, Options, ValidityMode
from pipeline.pictures.takeout import Shelf
from pipeline.receipts import unaccounted
from pipeline.records import PageResult
from pipeline.runner import run_page
from pipeline.survey import Survey
from pipeline.surveys import survey_of
from pipeline.work import PageWork

UNACCOUNTED = "unaccounted"


class Reader:
    """Reads pages of one open file."""

    def __init__(self, document: Document, options: Options, survey: Survey, on_ocr: Callable[[], None]) -> None:
        self._document = document
        self._options = options
        self._survey = survey
        self._contents = PageContents(document, options, on_ocr)
        self._shelf = Shelf()

    def read(self, page_number: int) -> PageResult:
        """What is on the page. What the receipt does not account for is counted among its features (SPEC 18)."""
        result = run_page(PageWork(self._document, page_number, self._options, self._survey, self._contents, self._shelf))
        lost = 0 if result.failures else len(unaccounted(self._contents.read(page_number).content, result.receipt))
        return replace(result, features={**result.features, UNACCOUNTED: lost}) if lost else result


@contextmanager
def open_reader(job: PDFJob, *, on_ocr: Callable[[], None] = lambda: None) -> Iterator[Reader]:
    """`on_ocr` is told whenever a page's pixels were read, which takes long."""
    with ExitStack() as stack:
        path = stack.enter_context(local_source(job.pk))
        document = stack.enter_context(Document(path))
        yield Reader(document, options_of(job), survey_of(job.file_hash, document, path), on_ocr)


def options_of(job: PDFJob) -> Options:
    """What the job's frozen profile and its merchant say about extraction."""
    profile = frozen_profile(job.frozen_config_version or "")
    aliases = job.merchant.header_aliases or {}
    return Options(
        granularity=Granularity(profile.sku_granularity),
        validity_mode=ValidityMode(profile.validity_mode),
        extra_headers=tuple(sorted((header, attribute) for attribute, headers in aliases.items() for header in headers)),
        page_cpu_seconds=settings.PAGE_TIMEOUT_SECONDS,
    )
