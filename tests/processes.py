"""Which processes a test has left behind."""

from __future__ import annotations

from collections.abc import Iterator

import psutil
import pytest

_before: set[psutil.Process] = set()


@pytest.fixture
def processes_before() -> Iterator[None]:
    """Remembers what runs already: servers of other tests are not this test's leftovers."""
    _before.update(psutil.Process().children(recursive=True))
    yield
    _before.clear()


def leftovers() -> list[psutil.Process]:
    return [child for child in psutil.Process().children(recursive=True) if child not in _before]
