"""A caption as a SKU: each attribute with its evidence, nothing that is not printed."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions import Caption, Part
from pipeline.backends.rules.kinds import Kind
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Sku

LABELLED_CONFIDENCE = 0.97
BARE_CONFIDENCE = 0.9
# A second price of a product is a step of its tiers, as printed.
STANDARD_KINDS = {Kind(key): key for key in STANDARD_ATTRIBUTES}


def draft(caption: Caption, page_number: int, *, method: str, extra: Sequence[Part] = ()) -> Sku:
    """The SKU a caption describes. `extra` are parts that stand elsewhere on the page and belong to it."""
    parts = [*caption.parts, *extra]
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


def _attribute(key: str, part: Part, page_number: int) -> Attribute:
    confidence = LABELLED_CONFIDENCE if part.is_labelled else BARE_CONFIDENCE
    return Attribute(key, part.text, part.statement.value.evidence(page_number, confidence), part.price)


def _box(parts: Sequence[Part]) -> Box:
    return union(part.box for part in parts)


def _printed(part: Part) -> str:
    label = part.statement.label_text
    return f"{label}: {part.text}" if label else part.text
