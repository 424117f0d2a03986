"""How sure a SKU and a page are: features of what was read, weighed by coefficients that were fitted on catalogs with known truth.

The coefficients are data (`data/confidence.json`, written by `bench/calibration.py`); `bench/reliability.py` shows how true they are elsewhere.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pipeline.geometry import Tiles
from pipeline.records import STANDARD_ATTRIBUTES, Disposition, PageClass, PageContent, ReceiptEntry, Sku, TextSource

COEFFICIENTS_FILE = Path(__file__).parent / "data" / "confidence.json"
# A name alone may be anything that a picture shows: never sure, whatever the page looks like.
NAME_ONLY_LIMIT = 0.55
# Without a code and without a price nothing ties the words to an article that can be ordered.
UNANCHORED_LIMIT = 0.8
# A code with nothing beside it may be a label on a drawing; a figure without a currency may be no price.
MODEL_ONLY_LIMIT = 0.8
# A code and a name and nothing else: contents, legends and captions read like that, and no catalog with truth vouches for it.
THIN_LIMIT = 0.6
BARE_PRICE_LIMIT = 0.9
LOWEST, HIGHEST = 0.02, 0.98
AMONG = 0.5

Features = dict[str, float]


def sku_confidences(content: PageContent, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> list[float]:
    """For each SKU the probability that it is right: a product, and all its standard attributes as printed."""
    weights = coefficients()["sku"]
    return [round(limited(probability(weights, features), features), 4) for features in sku_features(content, skus, entries)]


def limited(value: float, features: Mapping[str, float]) -> float:
    """No more than such a SKU can ever be given, whatever its page looks like."""
    if features["name_only"]:
        return min(value, NAME_ONLY_LIMIT)
    if features["model_only"]:
        return min(value, MODEL_ONLY_LIMIT)
    if features["is_thin"]:
        return min(value, THIN_LIMIT)
    if features["bare_price"]:
        return min(value, BARE_PRICE_LIMIT)
    is_anchored = features["has_model"] or features["has_price"]
    return value if is_anchored else min(value, UNANCHORED_LIMIT)


def page_confidence(content: PageContent, page_class: PageClass, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> float:
    """The probability that the page's type is right and all its SKUs are."""
    return round(probability(coefficients()["page"], page_features(content, page_class, skus, entries)), 4)


def sku_features(content: PageContent, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> list[Features]:
    """What speaks for and against each SKU of a page."""
    shapes = Counter(_shape(sku) for sku in skus)
    models = Counter(model.value for sku in skus if (model := sku.get("model")) is not None)
    priced = sum(sku.get("price") is not None for sku in skus)
    review = review_share(entries)
    unread = Tiles((entry.box, entry) for entry in entries if entry.kind == "text" and entry.disposition is Disposition.IN_REVIEW)
    return [
        {**_features(sku, content, shapes, models, priced / len(skus), len(skus), review), "unread": _unread_share(sku, unread)}
        for sku in skus
    ]


def page_features(content: PageContent, page_class: PageClass, skus: Sequence[Sku], entries: Sequence[ReceiptEntry] = ()) -> Features:
    confidences = [sku.confidence for sku in skus]
    return {
        "bias": 1.0,
        "class": page_class.confidence,
        "is_empty": float(not skus),
        "mean_sku": sum(confidences) / len(confidences) if confidences else 0.0,
        "least_sku": min(confidences, default=0.0),
        "in_review": review_share(entries),
        "is_ocr": float(content.text_source is TextSource.OCR),
        "many": math.log1p(len(skus)),
    }


def review_share(entries: Sequence[ReceiptEntry]) -> float:
    """How much of the page's text nobody could explain."""
    texts = [entry for entry in entries if entry.kind == "text"]
    doubtful = sum(len(entry.text) for entry in texts if entry.disposition in (Disposition.IN_REVIEW, Disposition.FAILED))
    return doubtful / max(sum(len(entry.text) for entry in texts), 1)


def _unread_share(sku: Sku, unread: Tiles[ReceiptEntry]) -> float:
    """How much of what stands among the SKU's own text nobody could explain."""
    left = sum(len(entry.text) for entry in unread.around(sku.box) if entry.box.overlap_ratio(sku.box) > AMONG)
    told = sum(len(attribute.evidence.quote) for attribute in (*sku.standard, *sku.custom))
    return left / max(left + told, 1)


def _shape(sku: Sku) -> tuple[str, ...]:
    return tuple(attribute.key for attribute in sku.standard)


def _features(
    sku: Sku, content: PageContent, shapes: Counter[tuple[str, ...]], models: Counter[str], priced: float, count: int, review: float
) -> Features:
    keys = set(_shape(sku))
    certainties = [attribute.evidence.confidence for attribute in (*sku.standard, *sku.custom)] or [0.0]
    name, model = sku.get("name"), sku.get("model")
    return {
        "bias": 1.0,
        "is_table": float(sku.method.startswith("table")),
        "is_list": float(sku.method in ("prose", "price_list")),
        "has_model": float("model" in keys),
        "has_price": float("price" in keys),
        "told": len(keys & set(STANDARD_ATTRIBUTES)) / len(STANDARD_ATTRIBUTES),
        "name_only": float(keys <= {"name"}),
        "model_only": float(keys == {"model"}),
        "is_thin": float(keys == {"model", "name"} and not sku.custom),
        "bare_price": float(_is_bare_price(sku)),
        "alike": shapes[_shape(sku)] / count,
        "alone": float(count == 1),
        "price_missing": priced if "price" not in keys else 0.0,
        "least_certain": min(certainties),
        "is_ocr": float(content.text_source is TextSource.OCR),
        "in_review": review,
        "odd_name": _oddity(name.value) if name is not None else 0.0,
        "model_twice": float(model is not None and models[model.value] > 1),
        "model_without_figures": float(model is not None and not any(char.isdigit() for char in model.value)),
    }


def _is_bare_price(sku: Sku) -> bool:
    """A price without a currency that no table's column vouches for."""
    price = sku.get("price")
    return price is not None and price.price is not None and not price.price.currency and not sku.method.startswith("table")


def _oddity(name: str) -> float:
    """Names are words of moderate length; figures, labels with colons and whole sentences are not."""
    letters = sum(char.isalpha() for char in name)
    too_long = len(name) > 60 or len(name.split()) > 9
    return float(too_long) + float(letters < 0.5 * len(name.replace(" ", ""))) + float(":" in name or "：" in name) + float(len(name) < 2)


def probability(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The logistic function of the weighed features, kept away from false certainty."""
    score = sum(weights.get(name, 0.0) * value for name, value in features.items())
    return min(HIGHEST, max(LOWEST, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))))


@cache
def coefficients() -> dict[str, dict[str, float]]:
    """The fitted weights, for SKUs and for pages."""
    content: dict[str, dict[str, float]] = json.loads(COEFFICIENTS_FILE.read_text(encoding="utf-8"))
    return content
