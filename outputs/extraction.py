"""Files to results on disk: what `manage.py extract` does, without its words on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from outputs.document import document_head, page_documents
from outputs.renderers import csv_chunks, json_chunks, write_xlsx
from pipeline.catalog import Catalog, run_catalog
from pipeline.documents import Json, image_file_name
from pipeline.options import Options
from pipeline.records import PageResult
from pipeline.survey import Survey


@dataclass(frozen=True, slots=True)
class Target:
    """Where a file's result goes: `DIR/name.json` and its pictures in `DIR/name_images/`."""

    directory: Path
    name: str

    def result(self, extension: str) -> Path:
        return self.directory / f"{self.name}.{extension}"

    @property
    def pictures(self) -> Path:
        return self.directory / f"{self.name}_images"


@dataclass(frozen=True, slots=True)
class Extraction:
    """A file's outcome."""

    path: Path
    catalog: Catalog
    documents: list[Json]
    seconds: float


def extract_file(
    path: Path,
    *,
    survey: Survey,
    options: Options,
    pages: Sequence[int] | None,
    workers: int,
    target: Target | None,
    on_page: Callable[[PageResult], None] = lambda page: None,
) -> Extraction:
    """Run a file; its pictures are written as their pages come, if there is a target. A run that is broken off leaves none of them."""
    started = perf_counter()
    written: list[Path] = []

    def arrived(page: PageResult) -> None:
        if target is not None:
            written.extend(write_pictures(page, target.pictures))
        on_page(page)

    try:
        catalog = run_catalog(path, options=options, pages=pages, workers=workers, survey=survey, on_page=arrived)
    except BaseException:
        _take_back(written)
        raise
    documents = list(page_documents(catalog.pages))
    if target is not None:
        _name_picture_files(documents, catalog.pages, target)
    return Extraction(path, catalog, documents, perf_counter() - started)


def write_pictures(page: PageResult, directory: Path) -> Iterator[Path]:
    """The page's pictures as files; one that was met before is not written again. Yields those that were not there."""
    fresh = [image for image in page.images if image.data and not image.is_duplicate]
    if fresh:
        directory.mkdir(parents=True, exist_ok=True)
    for image in fresh:
        path = directory / image_file_name(image)
        if not path.exists():
            yield path
        path.write_bytes(image.data)


def _take_back(pictures: Sequence[Path]) -> None:
    for picture in pictures:
        picture.unlink(missing_ok=True)
    for directory in {picture.parent for picture in pictures}:
        with suppress(OSError):
            directory.rmdir()


def write_result(extraction: Extraction, target: Target, extension: str) -> Path:
    """The result in one of the formats, complete or not at all."""
    path = target.result(extension)
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.part")
    if extension == "xlsx":
        write_xlsx(unfinished, extraction.documents)
    else:
        _write_text(unfinished, _chunks(extraction, extension))
    unfinished.replace(path)
    return path


def _chunks(extraction: Extraction, extension: str) -> Iterable[str]:
    if extension == "csv":
        return csv_chunks(extraction.documents)
    head = document_head(file=extraction.path.name, file_hash=extraction.catalog.survey.file_hash)
    return json_chunks(head, extraction.documents)


def _write_text(path: Path, chunks: Iterable[str]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.writelines(chunks)


def _name_picture_files(documents: list[Json], pages: Sequence[PageResult], target: Target) -> None:
    names = {image.image_id: f"{target.pictures.name}/{image_file_name(image)}" for page in pages for image in page.images}
    for document in documents:
        for image in document["images"]:
            image["file"] = names[image["duplicate_of"] or image["image_id"]]
