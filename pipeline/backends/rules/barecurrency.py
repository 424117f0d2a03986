"""Sums without their currency: the page says it once, in a note, or beside the figures in letters too small to be read with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.base import Context
from pipeline.backends.rules.tables_around import page_currency
from pipeline.records import PageContent, Sku


def with_page_currency(skus: Sequence[Sku], content: PageContent, context: Context) -> list[Sku]:
    """The SKUs, whatever reader they are from, with the page's currency for sums that have none."""
    if not any(map(_is_bare, skus)):
        return list(skus)
    currency = page_currency(content, context)
    return [_in(sku, currency) if currency and _is_bare(sku) else sku for sku in skus]


def _is_bare(sku: Sku) -> bool:
    told = sku.get("price")
    return told is not None and told.price is not None and not told.price.currency


def _in(sku: Sku, currency: str) -> Sku:
    standard = tuple(
        replace(told, price=replace(told.price, currency=currency)) if told.key == "price" and told.price is not None else told
        for told in sku.standard
    )
    return replace(sku, standard=standard)
