"""The catalogs drawn for the tests of this folder, once per run."""

from __future__ import annotations

import pytest

from tests.golden.drawing.catalogs import PLANS, draw_set
from tests.golden.drawing.truth import DrawnCatalog

FIRST_SEED = 1


@pytest.fixture(scope="session")
def written() -> list[DrawnCatalog]:
    """Every catalog whose pages have text of their own."""
    return list(draw_set(seeds=[FIRST_SEED], names=[plan.name for plan in PLANS if not plan.is_scan]))
