"""Variants: rows of one model become one SKU or several, as the merchant's profile wants it (SPEC 17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import union
from pipeline.options import Granularity
from pipeline.records import Attribute, Sku

# What may differ between rows that the profile takes for one SKU.
MERGED = {
    Granularity.MODEL: ("color", "size"),
    Granularity.MODEL_COLOR: ("size",),
    Granularity.MODEL_COLOR_SIZE: (),
}
SEPARATORS = "/,、;|，；"


def apply_granularity(skus: Sequence[Sku], granularity: Granularity) -> tuple[Sku, ...]:
    """Merge rows that print the same code and differ in nothing else; part printed lists where each value is to be a SKU."""
    parted = [part for sku in skus for part in _parted(sku)] if granularity is Granularity.MODEL_COLOR_SIZE else list(skus)
    free = MERGED[granularity]
    groups: dict[tuple[object, ...], list[Sku]] = {}
    for index, sku in enumerate(parted):
        groups.setdefault(_key(sku, free) if free else (index,), []).append(sku)
    return tuple(_merged(group, free) for group in groups.values())


def _key(sku: Sku, free: Sequence[str]) -> tuple[object, ...]:
    """What must be equal. Without a code nothing is merged: two products may bear one name."""
    model = sku.get("model")
    if model is None or not any(sku.get(key) for key in free):
        return (id(sku),)
    fixed = tuple((attribute.key, attribute.value) for attribute in sku.standard if attribute.key not in free)
    return (*fixed, tuple((attribute.key, attribute.value) for attribute in sku.custom))


def _merged(group: Sequence[Sku], free: Sequence[str]) -> Sku:
    if len(group) == 1:
        return group[0]
    first = group[0]
    standard = tuple(_gathered(attribute, group) if attribute.key in free else attribute for attribute in first.standard)
    return replace(first, standard=standard, box=union(sku.box for sku in group), source_text="\n".join(sku.source_text for sku in group))


def _gathered(attribute: Attribute, group: Sequence[Sku]) -> Attribute:
    """All values in the order printed, the first one quoted, all their boxes kept."""
    found = [other for sku in group if (other := sku.get(attribute.key)) is not None]
    values = list(dict.fromkeys(other.value for other in found))
    more = tuple((other.evidence.page_number, other.evidence.box) for other in found[1:])
    return replace(attribute, value=" / ".join(values), evidence=replace(attribute.evidence, more=attribute.evidence.more + more))


def _parted(sku: Sku) -> list[Sku]:
    """One SKU for every colour and size of a printed list; anything but a plain list stays whole."""
    result = [sku]
    for key, kind in (("color", ValueKind.COLOR), ("size", ValueKind.SIZE)):
        result = [part for item in result for part in _by_value(item, key, kind)]
    return result


def _by_value(sku: Sku, key: str, kind: ValueKind) -> list[Sku]:
    attribute = sku.get(key)
    values = _listed(attribute.value, kind) if attribute is not None else []
    if attribute is None or len(values) < 2:
        return [sku]
    return [
        replace(sku, standard=tuple(replace(item, value=value) if item is attribute else item for item in sku.standard)) for value in values
    ]


def _listed(text: str, kind: ValueKind) -> list[str]:
    plain = text
    for separator in SEPARATORS:
        plain = plain.replace(separator, "\n")
    values = [value.strip() for value in plain.split("\n") if value.strip()]
    return values if all(kind_of(value) is kind for value in values) else []
