"""What a profile must satisfy before it may be written: INV-01 and INV-02."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pdfsku.shared.errors import Code, Failure


def check_thresholds(thresholds: Mapping[str, Any]) -> None:
    """INV-01: 0 ≤ B < PV < A ≤ 1."""
    values = [thresholds.get(name) if isinstance(thresholds, Mapping) else None for name in ("B", "PV", "A")]
    if not all(_is_number(value) for value in values):
        raise Failure(Code.CONFIG_THRESHOLD_INVALID, thresholds="A, B and PV must be numbers")
    b, pv, a = values
    if not 0 <= b < pv < a <= 1:  # type: ignore[operator]
        raise Failure(Code.CONFIG_THRESHOLD_INVALID, thresholds={"A": a, "B": b, "PV": pv})


def check_weights(weights: Mapping[str, Any]) -> None:
    """INV-02: no weight is negative and all together are 1."""
    if not isinstance(weights, Mapping) or not weights or not all(_is_number(value) and value >= 0 for value in weights.values()):
        raise Failure(Code.CONFIG_THRESHOLD_INVALID, weights="every weight must be a number of at least 0")
    if not math.isclose(total := math.fsum(weights.values()), 1.0, abs_tol=1e-6):
        raise Failure(Code.CONFIG_THRESHOLD_INVALID, weights_sum=total)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
