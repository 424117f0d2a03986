"""A whole file: surveyed, its pages run here or in workers, then joined over pages. Pictures are handed on as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.crosspage import PageLink, join_pages
from pipeline.duplicates import DuplicateIndex
from pipeline.options import Options
from pipeline.pool import run_in_workers
from pipeline.records import Image, PageResult
from pipeline.survey import Survey, survey_document


@dataclass(frozen=True, slots=True)
class Catalog:
    """A file's results, joined over its pages; the pictures' bytes are not kept."""

    survey: Survey
    pages: tuple[PageResult, ...]
    links: tuple[PageLink, ...]


def survey_file(path: str | Path) -> Survey:
    """What must be known before the first page. Raises UnreadableDocument."""
    from pipeline.document import Document

    with Document(path) as document:
        return survey_document(document, path)


def run_catalog(
    path: str | Path,
    *,
    options: Options,
    pages: Sequence[int] | None = None,
    workers: int = 0,
    survey: Survey | None = None,
    on_page: Callable[[PageResult], None] = lambda page: None,
) -> Catalog:
    """Run the pages (all, if None) and join them. `workers` 0 runs them in this process. `on_page` sees each page with its pictures' bytes."""
    known = survey or survey_file(path)
    numbers = list(pages) if pages is not None else list(range(1, known.page_count + 1))
    index = DuplicateIndex()
    light = []
    for page in _results(path, numbers, options, workers, known):
        marked = index.marked(page)
        on_page(marked)
        light.append(replace(marked, images=tuple(_light(image) for image in marked.images)))
    joined, links = join_pages(light)
    return Catalog(known, joined, links)


def _results(path: str | Path, numbers: Sequence[int], options: Options, workers: int, survey: Survey) -> Iterator[PageResult]:
    if workers == 0:
        # Loaded where pages are read: beside workers this process never needs it.
        from pipeline.runner import run_pages

        return run_pages(path, numbers, options, survey=survey)
    return run_in_workers(path, numbers, options, workers=workers, survey=survey)


def _light(image: Image) -> Image:
    return replace(image, data=b"")
