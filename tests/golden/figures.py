"""The figures that extraction has reached on the drawn catalogs, and how far each may fall before that is a loss."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

STORED = Path(__file__).with_name("figures.json")
OVERALL = "overall"
# A browser of another version breaks lines elsewhere now and then: one value of a page may change, not more.
KIND_TOLERANCES = {
    "sku_precision": 0.04,
    "sku_recall": 0.04,
    "exact_sku_rate": 0.08,
    "price_exact": 0.05,
    "binding_accuracy": 0.08,
    "page_type_accuracy": 0.0,
    "blank_accuracy": 0.0,
}
OVERALL_TOLERANCES = {
    "sku_precision": 0.005,
    "sku_recall": 0.005,
    "sku_f1": 0.005,
    "attribute_f1": 0.01,
    "exact_sku_rate": 0.01,
    "price_exact": 0.005,
    "binding_accuracy": 0.01,
    "page_type_accuracy": 0.0,
    "layout_accuracy": 0.02,
    "blank_accuracy": 0.0,
}

Report = Mapping[str, Any]


def losses(part: str, report: Report) -> list[str]:
    """What has fallen below the stored figures of a part by more than its tolerance; kinds nobody has stored are named too."""
    stored = _stored()[part]
    groups = {OVERALL: report[OVERALL], **report["by_kind"]}
    unknown = [f"{group}: no figures stored" for group in groups if group not in stored]
    return unknown + [line for group, figures in groups.items() if group in stored for line in _fallen(group, stored[group], figures)]


def store(part: str, report: Report) -> None:
    """Make what a report says the figures of a part."""
    groups = {OVERALL: report[OVERALL], **report["by_kind"]}
    figures = {group: {name: values[name] for name in _tolerances(group)} for group, values in groups.items()}
    STORED.write_text(json.dumps({**_stored(), part: figures}, indent=1) + "\n", encoding="utf-8")


def _fallen(group: str, before: Mapping[str, float | None], now: Mapping[str, float | None]) -> Iterator[str]:
    for name, tolerance in _tolerances(group).items():
        if _rate(now[name]) < _rate(before[name]) - tolerance:
            yield f"{group}: {name} {now[name]}, was {before[name]}"


def _rate(value: float | None) -> float:
    """Where there was nothing to be wrong about, nothing is wrong."""
    return 1.0 if value is None else value


def _tolerances(group: str) -> Mapping[str, float]:
    return OVERALL_TOLERANCES if group == OVERALL else KIND_TOLERANCES


def _stored() -> dict[str, dict[str, dict[str, float | None]]]:
    found: dict[str, dict[str, dict[str, float | None]]] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else {}
    return found
