"""A caption as a SKU: each attribute with its evidence, nothing that is not printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.pricekinds import retail_last
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.spans import joined_span
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.pricesteps import is_step
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Sku

LABELLED_CONFIDENCE = 0.97
BARE_CONFIDENCE = 0.9
MIN_STEPS = 2
# A second price of a product is a step of its tiers, as printed.
STANDARD_KINDS = {Kind(key): key for key in STANDARD_ATTRIBUTES}


def draft(caption: Caption, page_number: int, *, method: str, extra: Sequence[Part] = ()) -> Sku:
    """The SKU a caption describes. `extra` are parts that stand elsewhere on the page and belong to it."""
    parts = _without_lookalikes(_with_steps(retail_last([*caption.parts, *extra])))
    standard: dict[str, Attribute] = {}
    custom: dict[str, Attribute] = {}
    for part in parts:
        if not part.text:
            continue
        if part.kind in STANDARD_KINDS:
            key = STANDARD_KINDS[part.kind]
            if key not in standard:
                standard[key] = _attribute(key, part, page_number)
            elif part.is_labelled:
                custom.setdefault(part.statement.label_text, _attribute(part.statement.label_text, part, page_number))
        elif part.kind is Kind.CUSTOM and part.is_labelled:
            custom.setdefault(part.statement.label_text, _attribute(part.statement.label_text, part, page_number))
    ordered = tuple(standard[key] for key in STANDARD_ATTRIBUTES if key in standard)
    return Sku(
        page_number=page_number,
        box=_box(parts),
        standard=ordered,
        custom=tuple(custom.values()),
        method=method,
        source_text="\n".join(_printed(part) for part in parts),
    )


def _without_lookalikes(parts: Sequence[Part]) -> list[Part]:
    """Where a label says which is the code or the size, what else looks like one is none, as a depth in metres on a badge."""
    told = {part.kind for part in parts if part.kind in (Kind.MODEL, Kind.SIZE) and part.is_labelled and part.text}
    return [part for part in parts if part.kind not in told or part.is_labelled]


def _with_steps(parts: Sequence[Part]) -> list[Part]:
    """The parts, with the prices of all steps in the first of them: `1–4 cases: £18.60` over `5+ cases: £16.75` is one price."""
    steps = [part for part in parts if part.kind is Kind.PRICE and part.price is not None and _quantity(part)]
    if len(steps) < MIN_STEPS or any(part.kind is Kind.PRICE and not _quantity(part) for part in parts):
        return list(parts)
    first = steps[0]
    tiers = tuple(
        tier for part in steps if part.price is not None for tier in (part.price.tiers or ((_quantity(part), part.price.amount),))
    )
    price = replace(first.price, tiers=tiers) if first.price is not None else None
    rest = {id(part) for part in steps[1:]}
    return [replace(first, price=price) if part is first else part for part in parts if id(part) not in rest]


def _quantity(part: Part) -> str:
    """How much one must take for it: its label, or what its own words say."""
    if part.is_labelled:
        return part.statement.label_text if is_step(part.statement.label_text) else ""
    return part.price.tiers[0][0] if part.price is not None and part.price.tiers else ""


def _attribute(key: str, part: Part, page_number: int) -> Attribute:
    confidence = LABELLED_CONFIDENCE if part.is_labelled else BARE_CONFIDENCE
    evidence = part.statement.value.evidence(page_number, confidence)
    if part.lead is None:
        return Attribute(key, part.text, evidence, part.price)
    elsewhere = part.lead.evidence(page_number, confidence)
    value = joined_span(part.lead, part.statement.value).text
    return Attribute(key, value, replace(evidence, more=((page_number, elsewhere.box),)), part.price)


def _box(parts: Sequence[Part]) -> Box:
    return union(part.box for part in parts)


def _printed(part: Part) -> str:
    label = part.statement.label_text
    return f"{label}: {part.text}" if label else part.text
