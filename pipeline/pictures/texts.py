"""Where the texts of SKUs stand: what one shares with others says nothing about its own place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.geometry import Box, union
from pipeline.records import Attribute, Sku

TABLE = "table"
IN_TEXT = 0.5


def text_boxes(skus: Sequence[Sku]) -> list[Box]:
    """The place of each SKU's own text, in their order."""
    told = Counter(box for sku in skus for box in {attribute.evidence.box for attribute in _attributes(sku)})
    return [_text_box(sku, told) for sku in skus]


def _text_box(sku: Sku, told: Counter[Box]) -> Box:
    """All that it says on its page; of a table without the merged cells, which stand level with none of their rows or with any."""
    own = [attribute.evidence.box for attribute in _attributes(sku) if _is_own(attribute, sku)]
    alone = [box for box in own if told[box] == 1]
    if alone and len(alone) < len(own) and sku.method.startswith(TABLE):
        return union(alone)
    return union((sku.box, *own)) if own else sku.box


def _is_own(attribute: Attribute, sku: Sku) -> bool:
    evidence = attribute.evidence
    return evidence.page_number == sku.page_number and not evidence.more and evidence.box.overlap_ratio(sku.box) > IN_TEXT


def _attributes(sku: Sku) -> tuple[Attribute, ...]:
    return (*sku.standard, *sku.custom)
