"""`./manage.py extract FILE…`: catalogs to SKUs at the shell; no server, no database."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from outputs.extraction import Extraction, Target, extract_file, write_result
from pipeline.options import Options
from pipeline.pool import survey_in_worker
from pipeline.records import UnreadableDocument
from pipeline.survey import Survey

PIPE_WIDTH = 180
FORMATS = ("table", "json", "csv", "xlsx")
# What shells expect of a command that Ctrl-C has ended.
INTERRUPTED = 130
COLUMNS = ("page", "model", "name", "size", "material", "color", "price", "confidence")


class PagesMissing(Exception):
    """None of the pages that are asked for is in the file."""


class Command(BaseCommand):
    help = "Extract SKUs from PDF catalogs: a table on the screen, or JSON, CSV or XLSX with the pictures beside it."
    # Nothing is asked of a database or a queue, so none is looked for.
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument("--format", choices=FORMATS, default="table", help="what to write (default: a table on the screen)")
        parser.add_argument("--out", type=Path, metavar="DIR", help="where results and pictures go (default: here, for all but tables)")
        parser.add_argument("--pages", type=page_ranges, metavar="3-9,12", help="only these pages")
        parser.add_argument("--workers", type=_positive, default=1, metavar="N", help="processes that work side by side")

    def handle(self, *args: Any, **options: Any) -> None:
        # The words of errors alone are red, not all that is said beside the result.
        self.stderr.style_func = None
        self.screen = _console(self.stdout, is_terminal=sys.stdout.isatty())
        self.notes = _console(self.stderr, is_terminal=sys.stderr.isatty())
        _make_directory(options["out"])
        results: list[Extraction] = []
        exit_code = self._every_file(options, results)
        if results:
            self.notes.print(_summary(results))
        if exit_code:
            raise SystemExit(exit_code)

    def _every_file(self, options: dict[str, Any], results: list[Extraction]) -> int:
        """The exit code; results of the files that were read to their end are added to the others."""
        taken: set[str] = set()
        exit_code = 0
        for path in options["files"]:
            try:
                results.append(self._one_file(path, _target(path, options, taken), options))
            except (UnreadableDocument, PagesMissing, OSError) as error:
                self._complain(_code(path, error), path, str(error))
                exit_code = 1
            except KeyboardInterrupt:
                self._complain("STOPPED", path, "nothing of this file is written")
                return INTERRUPTED
        return exit_code

    def _one_file(self, path: Path, target: Target | None, options: dict[str, Any]) -> Extraction:
        survey = survey_in_worker(path, Options())
        pages = _chosen(options["pages"], survey)
        extraction = self._with_progress(path, survey, pages, target, options)
        if options["format"] == "table":
            self.screen.print(_sku_table(extraction))
        if target is not None:
            self._write(extraction, target, options["format"])
        return extraction

    def _write(self, extraction: Extraction, target: Target, extension: str) -> None:
        written = [] if extension == "table" else [str(write_result(extraction, target, extension))]
        if any(page["images"] for page in extraction.documents):
            written.append(f"pictures in {target.pictures}")
        if written:
            self.notes.print(f"wrote {', '.join(written)}", highlight=False, soft_wrap=True)

    def _complain(self, code: str, path: Path, words: str) -> None:
        self.notes.print(Text.assemble((str(code), "bold red"), f" {path}: {words}"), soft_wrap=True)

    def _with_progress(self, path: Path, survey: Survey, pages: list[int], target: Target | None, options: dict[str, Any]) -> Extraction:
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[skus]} SKUs"),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=self.notes, transient=True, disable=not sys.stderr.isatty()) as progress:
            task = progress.add_task(path.name, total=len(pages), skus=0)
            found = 0

            def on_page(page: Any) -> None:
                nonlocal found
                found += len(page.skus)
                progress.update(task, advance=1, skus=found)

            settings = Options(keep_image_data=target is not None)
            return extract_file(
                path, survey=survey, options=settings, pages=pages, workers=options["workers"], target=target, on_page=on_page
            )


def _console(stream: Any, *, is_terminal: bool) -> Console:
    """Into a file or a pipe, lines are as long as they need to be. What is printed comes from catalogs: its brackets and colons are text."""
    return Console(file=stream, width=None if is_terminal else PIPE_WIDTH, force_terminal=is_terminal, markup=False, emoji=False)


def page_ranges(text: str) -> list[tuple[int, int]]:
    """`3-9,12` as [(3, 9), (12, 12)]."""
    ranges = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        try:
            ranges.append((int(first), int(last) if dash else int(first)))
        except ValueError as error:
            raise ArgumentTypeError(f"{part!r} is no page or range of pages, such as 3-9") from error
    if any(first < 1 or last < first for first, last in ranges):
        raise ArgumentTypeError(f"{text!r} does not go from a page to a later one")
    return ranges


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError("a whole number from 1 is needed")
    return int(text)


def _chosen(ranges: list[tuple[int, int]] | None, survey: Survey) -> list[int]:
    if survey.page_count == 0:
        raise UnreadableDocument("the file has no page")
    every = range(1, survey.page_count + 1)
    chosen = [number for number in every if ranges is None or any(first <= number <= last for first, last in ranges)]
    if not chosen:
        raise PagesMissing(f"the file has {survey.page_count} pages, none of them is asked for")
    return chosen


def _make_directory(directory: Path | None) -> None:
    """Before anything is read: who reads a thousand pages learns at once that there is no place for them."""
    if directory is None:
        return
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{directory} cannot be written to: {error.strerror}") from error


def _target(path: Path, options: dict[str, Any], taken: set[str]) -> Target | None:
    """Files of one name from different folders do not overwrite each other."""
    if options["format"] == "table" and options["out"] is None:
        return None
    name, number = path.stem, 2
    while name in taken:
        name, number = f"{path.stem}-{number}", number + 1
    taken.add(name)
    return Target(options["out"] or Path(), name)


def _code(path: Path, error: Exception) -> str:
    # The registry brings the database layer with it, which a file that can be read has no use for.
    from pdfsku.shared.errors import Code

    if isinstance(error, PagesMissing) or not path.is_file():
        return Code.NOT_FOUND
    if isinstance(error, OSError):
        return Code.INTERNAL_ERROR
    if "password" in str(error):
        return Code.SECURITY_ENCRYPTED_PDF
    if "in time" in str(error):
        return Code.SECURITY_PARSE_TIMEOUT
    if "no page" in str(error):
        return Code.EMPTY_PDF
    with path.open("rb") as stream:
        is_pdf = b"%PDF-" in stream.read(1024)
    return Code.SECURITY_PARSE_FAILED if is_pdf else Code.INVALID_MIME


def _sku_table(extraction: Extraction) -> Table:
    table = Table(title=extraction.path.name, title_justify="left", header_style="bold")
    for column in COLUMNS:
        table.add_column(column, justify="right" if column in ("page", "price", "confidence") else "left", overflow="fold")
    for document in extraction.documents:
        for sku in document["skus"]:
            price = sku["price"] or {}
            shown = f"{price.get('amount', '')} {price.get('currency', '')}".strip()
            table.add_row(str(document["page"]), *(sku[key] or "" for key in COLUMNS[1:6]), shown, f"{sku['confidence']:.2f}")
    return table


def _summary(results: list[Extraction]) -> Table:
    table = Table(title="Summary", title_justify="left", header_style="bold")
    for column in ("file", "pages", "SKUs", "pictures", "bound", "failed pages", "seconds", "pages/s"):
        table.add_column(column, justify="left" if column == "file" else "right", overflow="fold")
    for result in results:
        pages = result.documents
        skus = [sku for page in pages for sku in page["skus"]]
        failed = [str(page["page"]) for page in pages if page["failures"]]
        table.add_row(
            result.path.name,
            str(len(pages)),
            str(len(skus)),
            str(sum(len(page["images"]) for page in pages)),
            str(sum(bool(sku["images"]) for sku in skus)),
            ", ".join(failed[:8]) + (" …" if len(failed) > 8 else "") or "none",
            f"{result.seconds:.1f}",
            f"{len(pages) / max(result.seconds, 0.001):.1f}",
        )
    return table
