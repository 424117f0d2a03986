"""Units that only the head of a column states."""

from __future__ import annotations

import pytest

from pipeline.backends.rules.tables.measured import measured_in


@pytest.mark.parametrize(
    ("head", "value", "key", "told"),
    [
        ("k mm", "3,5", "k", "3,5 mm"),
        ("Weight [kg]", "0.21", "Weight", "0.21 kg"),
        ("抗拉载荷kN", "7.9", "抗拉载荷", "7.9 kN"),
        ("Weight [kg]", "0.21 kg", "Weight", "0.21 kg"),
        ("Speed r/min", "on request", None, None),
        ("Head m", "27", "Head", "27 m"),
        ("Form A", "5", None, None),
        ("Sum per kg", "5", None, None),
    ],
)
def test_the_unit_of_a_head_goes_with_its_figures(head: str, value: str, key: str | None, told: str | None) -> None:
    assert measured_in(head, value) == ((key, told) if key is not None else None)
