"""Runs that end with their test."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pdfsku.embedded import stop
from tests.supervisor.runs import Run

# Addresses that nobody connects to: a supervisor that has them starts no servers.
ELSEWHERE = {"DATABASE_URL": "postgresql://nobody@db.invalid/none", "REDIS_URL": "redis://cache.invalid/0"}


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "data"
    stop(tmp_path / "data")


@pytest.fixture
def begin(data_dir: Path) -> Iterator[Callable[..., Run]]:
    """Start a run over programs `name=script`; without embedded servers unless told otherwise."""
    runs: list[Run] = []

    def start(*programs: str, **settings: str) -> Run:
        runs.append(Run(*programs, **({**ELSEWHERE, "PDFSKU_DATA_DIR": str(data_dir), "LOG_FORMAT": ""} | settings)))
        return runs[-1]

    yield start
    for run in runs:
        run.close()
