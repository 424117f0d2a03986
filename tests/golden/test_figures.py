"""Stored figures: a fall is a loss, a small one is not, and a kind without figures is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.golden import figures


@pytest.fixture(autouse=True)
def _own_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "STORED", tmp_path / "figures.json")
    figures.store("part", _report(1.0))


@pytest.mark.parametrize(("rate", "is_loss"), [(1.0, False), (0.97, False), (0.9, True), (None, False)])
def test_only_a_fall_beyond_its_tolerance_is_a_loss(rate: float | None, is_loss: bool) -> None:
    found = figures.losses("part", _report(1.0, sku_recall=rate))

    assert found == ([f"grid: sku_recall {rate}, was 1.0"] if is_loss else [])


def test_goods_found_where_there_are_none_are_a_loss() -> None:
    figures.store("part", _report(1.0, sku_precision=None))

    assert figures.losses("part", _report(1.0, sku_precision=0.0)) == ["grid: sku_precision 0.0, was None"]


def test_a_kind_without_figures_is_named() -> None:
    report = _report(1.0)
    report["by_kind"]["poster"] = report["by_kind"]["grid"]

    assert figures.losses("part", report) == ["poster: no figures stored"]


def _report(rate: float, **of_kind: float | None) -> dict[str, Any]:
    overall = dict.fromkeys(figures.OVERALL_TOLERANCES, rate)
    return {"overall": overall, "by_kind": {"grid": {**dict.fromkeys(figures.KIND_TOLERANCES, rate), **of_kind}}}
