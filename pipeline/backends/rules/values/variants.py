"""Rows that share one code are variants: how many SKUs they become is the profile's choice (SPEC 17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.geometry import union
from pipeline.options import Granularity
from pipeline.records import Attribute, Sku

SEPARATOR = " / "
PARTS = {
    Granularity.MODEL: (),
    Granularity.MODEL_COLOR: ("color",),
    Granularity.MODEL_COLOR_SIZE: ("color", "size"),
}


def merged_variants(skus: Sequence[Sku], borrowed: Sequence[bool], granularity: Granularity) -> list[Sku]:
    """SKUs in order; a row under a shared code joins the first row of its code that differs in nothing the profile parts by.

    Rows with codes of their own are never joined.
    """
    result: list[Sku] = []
    family = 0
    for sku, is_borrowed in zip(skus, borrowed, strict=True):
        if not is_borrowed:
            family = len(result)
            result.append(sku)
            continue
        home = next((at for at in range(family, len(result)) if _same_kind(result[at], sku, granularity)), None)
        if home is None:
            result.append(sku)
        else:
            result[home] = _joined(result[home], sku)
    return result


def _same_kind(one: Sku, two: Sku, granularity: Granularity) -> bool:
    """Equal code, and equal (or absent) in each part the profile tells variants by."""
    if _value(one, "model") != _value(two, "model") or _value(one, "name") != _value(two, "name"):
        return False
    return all(_value(one, part) == _value(two, part) for part in PARTS[granularity]) and _differ_in_parts(one, two)


def _differ_in_parts(one: Sku, two: Sku) -> bool:
    """Variants differ in size or colour; rows that differ in something else are products of their own."""
    return any(_value(one, part) != _value(two, part) for part in ("size", "color"))


def _value(sku: Sku, key: str) -> str:
    attribute = sku.get(key)
    return attribute.value if attribute else ""


def _joined(one: Sku, two: Sku) -> Sku:
    standard = []
    for attribute in one.standard:
        other = two.get(attribute.key)
        standard.append(attribute if other is None else _joined_attribute(attribute, other, two))
    return replace(
        one,
        box=union((one.box, two.box)),
        standard=tuple(standard),
        source_text=f"{one.source_text}\n{two.source_text}",
    )


def _joined_attribute(one: Attribute, two: Attribute, variant: Sku) -> Attribute:
    place = ((two.evidence.page_number, two.evidence.box), *two.evidence.more)
    if one.price is not None and two.price is not None:
        if one.price.amount == two.price.amount:
            return one
        label = _value(variant, "size") or _value(variant, "color")
        price = replace(one.price, tiers=(*one.price.tiers, (label, two.price.amount)))
        return replace(one, price=price, evidence=replace(one.evidence, more=(*one.evidence.more, *place)))
    if one.value == two.value or two.value in one.value.split(SEPARATOR):
        return one
    return replace(one, value=f"{one.value}{SEPARATOR}{two.value}", evidence=replace(one.evidence, more=(*one.evidence.more, *place)))
