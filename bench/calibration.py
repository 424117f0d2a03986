"""Fit the coefficients of `pipeline/confidence.py` on catalogs with truth; the held-out ones are not looked at.

python bench/calibration.py [--shared ../shared] [--also DIR …] [--no-ocr]

`--also` takes further folders of catalogs with truth, as `python -m tests.golden.drawing DIR` draws them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.truths import Sample, find_truths, first_sight, samples  # noqa: E402
from pipeline.confidence import COEFFICIENTS_FILE, limited, probability  # noqa: E402

# Ridge: with few errors to learn from, a coefficient must be earned.
RIDGE = 3.0
ROUNDS = 60
# How much the sources count against each other, however many catalogs each has: those at hand, which are read nearly without fault, real ones,
# drawn ones, and what was read of catalogs when their kinds were new.
GENERATED, REAL, DRAWN, NEW = 1.0, 1.0, 1.0, 2.0
# What can only speak for a SKU, and what only against it.
IN_FAVOUR = frozenset({"alike", "has_model", "has_name", "has_price", "least_certain", "class", "least_sku", "mean_sku"})
AGAINST = frozenset(
    {
        "bare_price",
        "codes_left",
        "color_elsewhere",
        "in_review",
        "is_ocr",
        "is_thin",
        "model_only",
        "model_twice",
        "model_without_figures",
        "name_only",
        "name_shared",
        "no_currency",
        "odd_color",
        "odd_material",
        "odd_model",
        "odd_name",
        "odd_size",
        "passed_over",
        "price_missing",
        "prices_left",
        "size_elsewhere",
        "unread",
    }
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared")
    parser.add_argument("--also", type=Path, nargs="+", default=[])
    parser.add_argument("--no-ocr", action="store_true", help="leave scanned pages out of it")
    options = parser.parse_args()
    read: dict[str, tuple[list[Sample], list[Sample]]] = {"new": (first_sight("sku"), first_sight("page"))}
    for truth in find_truths(options.shared, options.also):
        if truth.is_held_out:
            continue
        found, whole = samples(truth, options.shared, use_ocr=not options.no_ocr)
        source = "real" if truth.is_real else "drawn" if truth.truth.parent in options.also else "generated"
        kept = read.setdefault(source, ([], []))
        kept[0].extend(found)
        kept[1].extend(whole)
        print(f"{truth.name}: {len(found)} SKUs", flush=True)
    masses = {"generated": GENERATED, "real": REAL, "drawn": DRAWN, "new": NEW}
    skus = [pair for source, (found, _) in read.items() for pair in weighed(found, masses[source])]
    pages = [pair for source, (_, whole) in read.items() for pair in weighed(whole, masses[source])]
    weights = fit(skus)
    fitted = {"sku": weights, "page": fit(_with_sku_confidence(pages, skus, weights))}
    COEFFICIENTS_FILE.write_text(json.dumps(fitted, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    right = sum(sample.is_right for sample, _ in skus)
    print(f"{len(skus)} SKUs, {right} right; {len(pages)} pages; written to {COEFFICIENTS_FILE.name}")


def weighed(samples: Sequence[Sample], mass: float) -> list[tuple[Sample, float]]:
    """The samples of a source with what each counts: catalogs by the root of their size, so that one long price list does not rule."""
    sizes = Counter(sample.catalog for sample in samples)
    total = sum(size**0.5 for size in sizes.values())
    return [(sample, mass / total / sizes[sample.catalog] ** 0.5) for sample in samples]


def _with_sku_confidence(
    pages: Sequence[tuple[Sample, float]], skus: Sequence[tuple[Sample, float]], weights: dict[str, float]
) -> list[tuple[Sample, float]]:
    """Pages are judged by what their SKUs will be given, not by what an older fit gave them."""
    by_page: dict[tuple[str, int], list[float]] = {}
    for sample, _ in skus:
        by_page.setdefault((sample.catalog, sample.page), []).append(limited(probability(weights, sample.features), sample.features))
    result = []
    for sample, weight in pages:
        given = by_page.get((sample.catalog, sample.page), [])
        features = {**sample.features, "mean_sku": float(np.mean(given)) if given else 0.0, "least_sku": min(given, default=0.0)}
        result.append((replace(sample, features=features), weight))
    return result


def fit(weighted: Sequence[tuple[Sample, float]]) -> dict[str, float]:
    """Coefficients of all features; one that came out on the wrong side is left out, and the rest fitted anew."""
    names = sorted({name for sample, _ in weighted for name in sample.features})
    fitted = _regression(weighted, names)
    while wrong := {name for name, weight in fitted.items() if (name in AGAINST and weight > 0) or (name in IN_FAVOUR and weight < 0)}:
        names = [name for name in names if name not in wrong]
        fitted = _regression(weighted, names)
    return fitted


def _regression(weighted: Sequence[tuple[Sample, float]], names: Sequence[str]) -> dict[str, float]:
    """Logistic regression by Newton's method."""
    matrix = np.array([[sample.features[name] for name in names] for sample, _ in weighted])
    right = np.array([float(sample.is_right) for sample, _ in weighted])
    weights = np.array([weight for _, weight in weighted])
    weights *= len(weights) / weights.sum()
    penalty = RIDGE * np.array([0.05 if name == "bias" else 1.0 for name in names])
    beta = np.zeros(len(names))
    for _ in range(ROUNDS):
        expected = 1.0 / (1.0 + np.exp(-np.clip(matrix @ beta, -30, 30)))
        gradient = matrix.T @ (weights * (right - expected)) - penalty * beta
        curvature = (matrix * (weights * expected * (1 - expected))[:, None]).T @ matrix + np.diag(penalty)
        step = np.linalg.solve(curvature, gradient)
        beta += step
        if np.abs(step).max() < 1e-8:
            break
    return {name: round(float(value), 4) for name, value in zip(names, beta, strict=True)}


if __name__ == "__main__":
    main()
