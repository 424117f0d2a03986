"""Golden scoring: the truth scores 1.0 against itself, and each kind of mistake lowers its own figure."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from configs.golden import Scored, changes, score


def _truth() -> dict[str, Any]:
    skus = [
        {
            "model": f"A-{number}",
            "name": f"Lamp {number}",
            "price": {"amount": 10.5 * number, "currency": "EUR"},
            "color": "red/blue",
            "custom": {"Voltage": "220V"},
            "images": [f"i{number}"],
        }
        for number in (1, 2)
    ]
    images = [{"key": f"i{number}", "role": "PRODUCT_MAIN", "bbox": [100 * number, 0, 100 * number + 80, 80]} for number in (1, 2)]
    shown = {"page": 1, "kind": "grid", "page_type": "B", "layout_type": "L2", "blank": False, "skus": skus, "images": images}
    blank = {"page": 2, "kind": "blank", "page_type": "D", "layout_type": "L4", "blank": True, "skus": [], "images": []}
    return {"pages": [shown, blank], "cross_page": []}


def _result() -> dict[str, Any]:
    pages = []
    for page in deepcopy(_truth())["pages"]:
        boxes = {image["key"]: image["bbox"] for image in page["images"]}
        for sku in page["skus"]:
            sku["price"] = {"amount": str(sku["price"]["amount"]), "currency": "EUR"}
            sku["images"] = [{"page": page["page"], "bbox": boxes[key]} for key in sku["images"]]
        pages.append({**page, "confidence": 0.9, "failures": []})
    return {"pages": pages}


def _overall(result: dict[str, Any], **options: float) -> dict[str, Any]:
    return score([Scored(_truth(), result, seconds=3.0)], **options)["overall"]


def test_truth_as_prediction_is_perfect() -> None:
    figures = _overall(_result())

    rates = {
        key: value
        for key, value in figures.items()
        if isinstance(value, float) and key not in ("human_intervention_rate", "seconds_per_page")
    }
    assert set(rates.values()) == {1.0}
    assert figures["human_intervention_rate"] == 0.0
    assert figures["seconds_per_page"] == 1.5


def test_missing_and_invented_skus_cost_recall_and_precision() -> None:
    result = _result()
    lost = result["pages"][0]["skus"].pop()
    result["pages"][1]["skus"] = [{**lost, "model": "ZZ-9", "name": "Chair", "images": []}]

    figures = _overall(result)

    assert (figures["sku_recall"], figures["sku_precision"], figures["sku_f1"]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("key", "value", "figure"),
    [
        ("price", {"amount": "99", "currency": "EUR"}, "price_exact"),
        ("price", {"amount": "10.5", "currency": "USD"}, "price_exact"),
        ("color", "green", "exact_sku_rate"),
    ],
)
def test_wrong_value_costs_its_figure(key: str, value: Any, figure: str) -> None:
    result = _result()
    result["pages"][0]["skus"][0][key] = value

    figures = _overall(result)

    assert figures[figure] == 0.5
    assert figures["sku_f1"] == 1.0
    assert figures["attribute_f1"] < 1.0


def test_order_of_listed_colours_does_not_matter() -> None:
    result = _result()
    result["pages"][0]["skus"][0]["color"] = "Blue / Red"

    assert _overall(result)["exact_sku_rate"] == 1.0


def test_other_products_picture_is_a_wrong_binding() -> None:
    result = _result()
    first, second = result["pages"][0]["skus"]
    first["images"] = [*first["images"], *second["images"]]

    assert _overall(result)["binding_accuracy"] == 0.5


def test_unsure_and_failed_pages_are_for_people() -> None:
    result = _result()
    result["pages"][0]["confidence"] = 0.4
    result["pages"][1]["failures"] = [{"stage": "page"}]

    assert _overall(result, review_below=0.65)["human_intervention_rate"] == 1.0


def test_product_printed_twice_may_be_reported_once() -> None:
    truth, result = _truth(), _result()
    truth["pages"][1] = {**truth["pages"][1], "blank": False, "skus": [deepcopy(truth["pages"][0]["skus"][0])]}
    truth["pages"][1]["skus"][0]["images"] = []
    truth["cross_page"] = [{"type": "duplicate", "model": "A-1"}]

    assert score([Scored(truth, result)])["overall"]["sku_recall"] == 1.0


def test_figures_come_by_kind_and_changes_are_told() -> None:
    worse = _result()
    worse["pages"][0]["page_type"] = "A"

    earlier, later = score([Scored(_truth(), _result())]), score([Scored(_truth(), worse)])

    assert set(later["by_kind"]) == {"blank", "grid"}
    assert changes(earlier, later) == {"overall": {"page_type_accuracy": -1.0}, "grid": {"page_type_accuracy": -1.0}}
