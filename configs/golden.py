"""Scoring against golden sets: pure functions over neutral result documents and their truth, by page kind, and compared with an earlier report.

A truth document has `pages`, each with `page`, `page_type`, `layout_type`, `blank`, optionally `kind` and `ok` (accepted types), `images` with
`key`, `role`, `bbox`, and `skus` whose `images` name keys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from configs.golden_matching import STANDARD, Json, PagedSku, code, custom_values, has, is_hit, matched, same

OVERALL = "overall"


@dataclass(slots=True)
class Tally:
    """Counts per group of pages; every page counts for all pages and for its kind."""

    groups: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, kind: str, key: str, count: int = 1) -> None:
        for group in (OVERALL, f"kind:{kind}"):
            self.groups.setdefault(group, Counter())[key] += count


@dataclass(frozen=True, slots=True)
class Scored:
    """One catalog: its truth, what was found in it, and what finding it cost."""

    truth: Json
    result: Json
    seconds: float = 0.0


def score(catalogs: Iterable[Scored], *, review_below: float = 0.0) -> dict[str, Any]:
    """The report of a golden set. A page is for people if it failed or is less sure than `review_below`."""
    tally = Tally()
    for catalog in catalogs:
        score_catalog(catalog, tally, review_below=review_below)
    figures = {group: figures_of(counts) for group, counts in sorted(tally.groups.items())}
    return {OVERALL: figures.pop(OVERALL, {}), "by_kind": {group.removeprefix("kind:"): values for group, values in figures.items()}}


def score_catalog(catalog: Scored, tally: Tally, *, review_below: float = 0.0) -> None:
    """Add one catalog to the tally."""
    kinds = {page["page"]: page.get("kind", page["page_type"]) for page in catalog.truth["pages"]}
    found_pages = {page["page"]: page for page in catalog.result["pages"] if page["page"] in kinds}
    seconds = catalog.seconds / max(len(catalog.result["pages"]), 1)
    for page in catalog.truth["pages"]:
        _score_page(page, found_pages.get(page["page"]), kinds[page["page"]], tally, review_below)
        tally.add(kinds[page["page"]], "milliseconds", round(seconds * 1000))
    _score_skus(catalog.truth, found_pages, kinds, tally)


def figures_of(counts: Mapping[str, int]) -> dict[str, float | int | None]:
    """Rates from counts; None where there was nothing to be right about."""
    return {
        "pages": counts.get("pages", 0),
        "skus": counts.get("true", 0),
        "sku_precision": _ratio(counts.get("hit", 0), counts.get("found", 0)),
        "sku_recall": _ratio(counts.get("hit", 0), counts.get("true", 0)),
        "sku_f1": _ratio(2 * counts.get("hit", 0), counts.get("found", 0) + counts.get("true", 0)),
        "attribute_f1": _ratio(2 * counts.get("value_hit", 0), counts.get("value_found", 0) + counts.get("value_true", 0)),
        "exact_sku_rate": _ratio(counts.get("exact", 0), counts.get("true", 0)),
        "price_exact": _ratio(counts.get("price_hit", 0), counts.get("price_true", 0)),
        "binding_accuracy": _ratio(counts.get("bound", 0), counts.get("bindable", 0)),
        "page_type_accuracy": _ratio(counts.get("type_hit", 0), counts.get("typed", 0)),
        "layout_accuracy": _ratio(counts.get("layout_hit", 0), counts.get("typed", 0)),
        "blank_accuracy": _ratio(counts.get("blank_hit", 0), counts.get("pages", 0)),
        "human_intervention_rate": _ratio(counts.get("for_people", 0), counts.get("pages", 0)),
        "seconds_per_page": _ratio(counts.get("milliseconds", 0), 1000 * counts.get("pages", 0)),
    }


def changes(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """How each figure moved between two reports, for the whole set and by kind; unchanged ones are left out."""
    moved: dict[str, dict[str, float]] = {}
    for group, values in {OVERALL: later[OVERALL], **later["by_kind"]}.items():
        before = earlier[OVERALL] if group == OVERALL else earlier["by_kind"].get(group, {})
        both = [key for key, value in values.items() if isinstance(value, float) and isinstance(before.get(key), float)]
        differences = {key: round(values[key] - before[key], 4) for key in both}
        differences = {key: difference for key, difference in differences.items() if difference}
        if differences:
            moved[group] = differences
    return moved


def _score_page(true: Json, found: Json | None, kind: str, tally: Tally, review_below: float) -> None:
    page = found or {}
    tally.add(kind, "pages")
    tally.add(kind, "blank_hit", int(bool(page.get("blank")) == bool(true.get("blank"))))
    tally.add(kind, "for_people", int(found is None or bool(page.get("failures")) or page.get("confidence", 1.0) < review_below))
    if true.get("blank"):
        return
    accepted = true.get("ok") or {}
    tally.add(kind, "typed")
    tally.add(kind, "type_hit", int(page.get("page_type") in [true["page_type"], *accepted.get("page_type", [])]))
    tally.add(kind, "layout_hit", int(page.get("layout_type") in [true["layout_type"], *accepted.get("layout_type", [])]))


def _score_skus(truth: Json, found_pages: Mapping[int, Json], kinds: Mapping[int, str], tally: Tally) -> None:
    true = [PagedSku(page["page"], sku) for page in truth["pages"] for sku in page["skus"]]
    found = [PagedSku(number, sku) for number, page in found_pages.items() for sku in page["skus"]]
    pairs = matched(true, found)
    repeated = {code(link["model"]) for link in truth.get("cross_page", ()) if link["type"] == "duplicate"}
    for index, item in enumerate(true):
        if index not in pairs and _is_reported_elsewhere(index, true, pairs, repeated):
            continue
        other = found[pairs[index]] if index in pairs else None
        _score_sku(item, other, truth, kinds[item.page], tally)
    for index, item in enumerate(found):
        if index not in pairs.values():
            tally.add(kinds[item.page], "found")
            tally.add(kinds[item.page], "value_found", sum(has(item.sku, key) for key in STANDARD) + len(custom_values(item.sku)))


def _is_reported_elsewhere(index: int, true: list[PagedSku], pairs: Mapping[int, int], repeated: set[str]) -> bool:
    """A product printed twice may be reported once."""
    model = code(true[index].sku.get("model"))
    return model in repeated and any(code(item.sku.get("model")) == model for other, item in enumerate(true) if other in pairs)


def _score_sku(true: PagedSku, found: PagedSku | None, truth: Json, kind: str, tally: Tally) -> None:
    sku = found.sku if found else {}
    tally.add(kind, "true")
    tally.add(kind, "hit", int(found is not None))
    tally.add(kind, "found", int(found is not None))
    right = {key: has(true.sku, key) and has(sku, key) and same(key, true.sku, sku) for key in STANDARD}
    printed = [key for key in STANDARD if has(true.sku, key)]
    tally.add(kind, "exact", int(found is not None and all(right[key] for key in printed)))
    tally.add(kind, "value_true", len(printed) + len(custom_values(true.sku)))
    tally.add(kind, "value_found", sum(has(sku, key) for key in STANDARD) + len(custom_values(sku)))
    tally.add(kind, "value_hit", sum(right.values()) + _custom_hits(true.sku, sku))
    if found is not None and has(true.sku, "price"):
        tally.add(kind, "price_true")
        tally.add(kind, "price_hit", int(right["price"]))
    _score_binding(true, found, truth, kind, tally)


def _custom_hits(true: Json, found: Json) -> int:
    """Values under the printed name; names may be printed in two languages, of which either is enough."""
    values = custom_values(found)
    return sum(
        any(value == other and (name in key or key in name) for key, other in values.items()) for name, value in custom_values(true).items()
    )


def _score_binding(true: PagedSku, found: PagedSku | None, truth: Json, kind: str, tally: Tally) -> None:
    """Right if a picture of the product is bound and no other product's main picture is."""
    page = next(page for page in truth["pages"] if page["page"] == true.page)
    own = [image for image in page["images"] if image["key"] in true.sku.get("images", ())]
    main = [image["bbox"] for image in own if image["role"] == "PRODUCT_MAIN"] or [image["bbox"] for image in own]
    if not main:
        return
    others = [image["bbox"] for image in page["images"] if image not in own and image["role"] == "PRODUCT_MAIN"]
    bound = [image["bbox"] for image in found.sku["images"] if image.get("page", true.page) == true.page] if found else []
    tally.add(kind, "bindable")
    tally.add(kind, "bound", int(is_hit(bound, main) and not is_hit(bound, others)))


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None
