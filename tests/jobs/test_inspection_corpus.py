"""Files from the test suites of PDF readers get the answer that is expected of them."""

import json
from pathlib import Path
from typing import Any

import pytest

from jobs.inspection.findings import Code
from jobs.inspection.service import Inspection, inspect
from tests.jobs.corpus import shared
from tests.processes import leftovers, processes_before

pytestmark = pytest.mark.usefixtures("processes_before")
__all__ = ["processes_before"]

SAMPLE_EVERY = 60
MORE_EVERY = 12
TIME_SECONDS = 35
# Attachments and launch actions are refused though they are no scripts, and a file without a header is no PDF.
OTHER_REASONS = {Code.SECURITY_EMBEDDED_FILE, Code.SECURITY_LAUNCH_ACTION, Code.INVALID_MIME}


def expectations() -> tuple[Path, dict[str, dict[str, Any]]]:
    folder = shared("corpus", "robust")
    return folder, json.loads((folder / "expectations.json").read_text())


def complaint(expected: dict[str, Any], inspection: Inspection) -> str:
    """What is wrong with the answer, if anything is."""
    if inspection.duration_seconds > TIME_SECONDS:
        return "too slow"
    if expected.get("decoy"):
        return "" if inspection.is_ok else "decoy refused"
    if expected.get("javascript"):
        is_whole = expected.get("opens", True) and expected.get("pages", 1) > 0
        is_right = inspection.code == Code.SECURITY_JAVASCRIPT_EMBEDDED if is_whole else not inspection.is_ok
        return "" if is_right else "script not found"
    if expected.get("encrypted") == "user password":
        return "" if inspection.code == Code.SECURITY_ENCRYPTED_PDF else "password not noticed"
    if expected.get("opens") is False or expected.get("pages") == 0:
        return "let in without a page" if inspection.is_ok else ""
    if inspection.is_ok:
        return "" if inspection.page_count == expected.get("pages") else "other number of pages"
    is_plain = not expected.get("page_errors") and "pages" in expected
    return f"refused: {inspection.code}" if is_plain and inspection.code not in OTHER_REASONS else ""


def complaints(names: list[str]) -> dict[str, str]:
    folder, expected = expectations()
    answers = {name: complaint(expected[name], inspect(folder / name)) for name in names}
    return {name: answer for name, answer in answers.items() if answer}


def test_sample_of_the_robust_files() -> None:
    _, expected = expectations()

    assert complaints(list(expected)[::SAMPLE_EVERY]) == {}


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["javascript", "encrypted", "decoy", "opens", "page_errors", "slow"])
def test_every_marked_robust_file(mark: str) -> None:
    _, expected = expectations()

    assert complaints([name for name, marks in expected.items() if mark in marks]) == {}


@pytest.mark.slow
def test_more_of_the_ordinary_robust_files() -> None:
    """The sweep over all of them is `bench/robust.py`: it takes minutes."""
    _, expected = expectations()

    assert complaints(list(expected)[::MORE_EVERY]) == {}
    assert leftovers() == []


def test_real_catalogs_are_let_in() -> None:
    catalogs = sorted(shared("corpus", "catalogs").glob("*.pdf"))

    refused = {catalog.name: inspect(catalog).findings for catalog in catalogs}

    assert not any(refused.values()), refused
