"""Extraction on the drawn catalogs keeps the figures it has reached.

`pytest tests/golden --regenerate-golden` stores what it reaches now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from configs.golden import Scored, score
from outputs.document import result_document
from pipeline.catalog import run_catalog
from pipeline.options import Options
from tests.golden.conftest import FIRST_SEED
from tests.golden.drawing.catalogs import PLANS, draw_set, draw_workbooks
from tests.golden.drawing.truth import DrawnCatalog
from tests.golden.drawing.workbooks import LibreOfficeMissing
from tests.golden.figures import Report, losses, store
from tests.pipeline.proofs import told_without_proof

FURTHER_SEEDS = (2, 3)


def test_written_catalogs(written: list[DrawnCatalog], tmp_path: Path, pytestconfig: pytest.Config) -> None:
    report = score(_read(written, tmp_path))

    _assert_kept("written", report, pytestconfig)


def test_every_value_of_written_catalogs_is_printed_where_it_says(written: list[DrawnCatalog], tmp_path: Path) -> None:
    for catalog in written:
        path = tmp_path / f"{catalog.name}.pdf"
        path.write_bytes(catalog.pdf)

        assert told_without_proof(path) == [], catalog.name


@pytest.mark.slow
def test_further_variations(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    names = [plan.name for plan in PLANS if not plan.is_scan]

    report = score(_read(draw_set(seeds=FURTHER_SEEDS, names=names), tmp_path))

    _assert_kept("further", report, pytestconfig)


@pytest.mark.slow
def test_scanned_catalogs(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    names = [plan.name for plan in PLANS if plan.is_scan]

    report = score(_read(draw_set(seeds=[FIRST_SEED], names=names), tmp_path))

    _assert_kept("scanned", report, pytestconfig)


@pytest.mark.slow
def test_workbooks_printed_by_libreoffice(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    try:
        drawn = list(draw_workbooks(seeds=[FIRST_SEED]))
    except LibreOfficeMissing as missing:
        pytest.skip(str(missing))

    report = score(_read(drawn, tmp_path))

    _assert_kept("workbooks", report, pytestconfig)


def _read(catalogs: Iterable[DrawnCatalog], folder: Path) -> Iterator[Scored]:
    for catalog in catalogs:
        path = folder / f"{catalog.name}.pdf"
        path.write_bytes(catalog.pdf)
        found = run_catalog(path, options=Options(keep_image_data=False))
        yield Scored(catalog.truth(), result_document(file=path.name, file_hash=found.survey.file_hash, pages=found.pages))


def _assert_kept(part: str, report: Report, config: pytest.Config) -> None:
    if config.getoption("--regenerate-golden"):
        store(part, report)
    assert losses(part, report) == []
