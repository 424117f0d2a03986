"""How sure a SKU and a page are: the features of what was read, weighed by coefficients that were fitted on catalogs with known truth.

The coefficients are data (`data/confidence.json`, written by `bench/calibration.py`); `bench/reliability.py` shows how true they are elsewhere.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pipeline.features import page_features, sku_features
from pipeline.records import PageClass, PageContent, ReceiptEntry, Sku

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


def probability(weights: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The logistic function of the weighed features, kept away from false certainty."""
    score = sum([weights.get(name, 0.0) * value for name, value in features.items() if value])
    return min(HIGHEST, max(LOWEST, 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, score))))))


@cache
def coefficients() -> dict[str, dict[str, float]]:
    """The fitted weights, for SKUs and for pages."""
    content: dict[str, dict[str, float]] = json.loads(COEFFICIENTS_FILE.read_text(encoding="utf-8"))
    return content
