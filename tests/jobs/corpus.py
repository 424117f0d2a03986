"""Where the shared files for tests lie: beside the repository, never in it."""

import os
from pathlib import Path

import pytest

CANDIDATES = [parent / "shared" for parent in Path(__file__).resolve().parents[2].parents]


def shared(*parts: str) -> Path:
    """A folder of the shared files; without it CI fails and a developer's test is skipped."""
    for candidate in CANDIDATES:
        if candidate.joinpath(*parts).exists():
            return candidate.joinpath(*parts)
    if os.environ.get("CI") == "true":
        pytest.fail(f"the shared files {'/'.join(parts)} are missing")
    pytest.skip(f"the shared files {'/'.join(parts)} are not here")
