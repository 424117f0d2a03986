"""What was read of a page, with its boxes elsewhere: read as the page lies best, told as it is displayed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pipeline.geometry import Box
from pipeline.records import Attribute, ReceiptEntry, Sku

# Where a box of the page with this number stands.
Place = Callable[[int, Box], Box]


def moved_sku(sku: Sku, place: Place) -> Sku:
    """The SKU with its own box and those of its evidence at their places."""
    return replace(
        sku,
        box=place(sku.page_number, sku.box),
        standard=tuple(_moved(attribute, place) for attribute in sku.standard),
        custom=tuple(_moved(attribute, place) for attribute in sku.custom),
    )


def moved_entry(entry: ReceiptEntry, number: int, place: Place) -> ReceiptEntry:
    return replace(entry, box=place(number, entry.box))


def _moved(attribute: Attribute, place: Place) -> Attribute:
    evidence = attribute.evidence
    more = tuple((number, place(number, box)) for number, box in evidence.more)
    return replace(attribute, evidence=replace(evidence, box=place(evidence.page_number, evidence.box), more=more))
