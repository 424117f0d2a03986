"""Extract: a page's products and the account of its text, by the readers in their order.

Tables come first, since their grid explains the most text; what they leave goes to cards, heroes and prose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from inspect import signature
from sys import modules
from typing import Any

from pipeline.backends.base import Context, Reader, Reading
from pipeline.geometry import Box
from pipeline.moved import moved_entry, moved_sku
from pipeline.records import Disposition, Line, PageContent, ReceiptEntry, Sku
from pipeline.turns import LEVEL, Turn, reading_turn, turned_upright

RULES = "pipeline.backends.rules."
READERS = (
    "pipeline.backends.rules.tables.reader:read_tables",
    "pipeline.backends.rules.lists.toldgoods:read_told_goods",
    "pipeline.backends.rules.lists.ordertexts:read_order_texts",
    "pipeline.backends.rules.lists.reader:read_price_lists",
    "pipeline.backends.rules.lists.paragraphs:read_paragraphs",
    "pipeline.backends.rules.cards.reader:read_cards",
    "pipeline.backends.rules.heroes.reader:read_hero",
    "pipeline.backends.rules.lists.prose:read_prose",
)
LEVEL_PT = 1.0
LEFT_PRICES = "pipeline.backends.rules.page.leftprices:with_left_prices"
CURRENCIES = "pipeline.backends.rules.values.currencies:with_page_currency"
ACCOUNTS = "pipeline.backends.rules.page.accounts:settled"
LABELS = "pipeline.backends.rules.labels.lookup:is_made_of_labels"
UNITS = "pipeline.backends.rules.values.pageunits:with_page_unit"
SIZES = "pipeline.backends.rules.values.closingsizes:with_closing_size"


def extract_page(content: PageContent, context: Context) -> tuple[tuple[Sku, ...], tuple[ReceiptEntry, ...]]:
    """SKUs in the order of their place on the page, and an entry for every line; a page set sideways is read turned."""
    turn = reading_turn(content)
    if turn.direction == LEVEL:
        reading = read_page(content, context, load_readers())
        return reading.skus, reading.entries
    return _extract_turned(content, context, turn)


def _extract_turned(content: PageContent, context: Context, turn: Turn) -> tuple[tuple[Sku, ...], tuple[ReceiptEntry, ...]]:
    """A page read as it is held to be read, with all boxes where they are displayed."""

    def turned_page(number: int) -> PageContent | None:
        page = context.page_at(number)
        return turned_upright(page, reading_turn(page)) if page is not None else None

    def cut_outs(number: int, boxes: Sequence[Box]) -> list[bool]:
        return context.cut_outs(number, [turn.back(box) for box in boxes])

    def place(number: int, box: Box) -> Box:
        page = content if number == content.page_number else context.page_at(number)
        return reading_turn(page).back(box) if page is not None else box

    # Without memory: what other pages remember of each other was found on them as displayed.
    turned = replace(context, page_at=turned_page, cut_outs=cut_outs, memory={})
    reading = read_page(turned_upright(content, turn), turned, load_readers())
    entries = tuple(moved_entry(entry, content.page_number, place) for entry in reading.entries)
    return tuple(moved_sku(sku, place) for sku in reading.skus), entries


def read_page(content: PageContent, context: Context, readers: Sequence[Reader]) -> Reading:
    """Each reader gets what the ones before it left; what nobody explains goes to review."""
    total = Reading(rest=content.lines)
    for reader in readers:
        step = reader(content, total, context)
        total = Reading(
            skus=total.skus + step.skus,
            rest=step.rest,
            entries=total.entries + step.entries,
            areas=total.areas + step.areas,
            rules=total.rules + step.rules,
        )
    products = [_load(SIZES)(sku, content) for sku in total.skus if not _load(LABELS)(sku, context.options)]
    measured, units = _load(UNITS)(products, content)
    priced, taken = _load(LEFT_PRICES)(measured, content)
    skus = _load(CURRENCIES)(_row_by_row(priced), content, context)
    entries = _load(ACCOUNTS)(total.entries, skus, content, context.options) + tuple(_unexplained(line) for line in total.rest)
    entries = _with_used(_with_used(entries, taken, "left_price"), units, "page_unit")
    return Reading(skus=skus, rest=(), entries=entries, areas=total.areas, rules=total.rules)


def _with_used(entries: Sequence[ReceiptEntry], lines: Sequence[Line], rule: str) -> tuple[ReceiptEntry, ...]:
    """The entries, those of lines that were taken after all as used."""
    boxes = {line.box for line in lines}
    if not boxes:
        return tuple(entries)
    return tuple(replace(entry, disposition=Disposition.USED, rule=rule) if entry.box in boxes else entry for entry in entries)


def _row_by_row(skus: Sequence[Sku]) -> tuple[Sku, ...]:
    """From top to bottom, those of one row from left to right: what is set level may differ by a hair."""
    rows: list[list[Sku]] = []
    for sku in sorted(skus, key=lambda sku: (sku.box.y0, sku.box.x0)):
        if not rows or sku.box.y0 - rows[-1][0].box.y0 > LEVEL_PT:
            rows.append([])
        rows[-1].append(sku)
    return tuple(sku for row in rows for sku in sorted(row, key=lambda sku: (sku.box.x0, sku.box.y0)))


@cache
def load_readers() -> tuple[Reader, ...]:
    """The readers in their order."""
    return tuple(_load(name) for name in READERS)


def load_words() -> None:
    """Word lists and the patterns made of them, which the first page to ask for them would else put together: a tenth of a second in all."""
    rules = [module for name, module in modules.items() if name.startswith(RULES)]
    for function in {value for module in rules for value in vars(module).values() if hasattr(value, "cache_parameters")}:
        if not signature(function).parameters:
            function()


@cache
def _load(name: str) -> Any:
    """By name, since the rules are built on this package's own lines."""
    module, function = name.split(":")
    return getattr(import_module(module), function)


def _unexplained(line: Line) -> ReceiptEntry:
    return ReceiptEntry(kind="text", box=line.box, disposition=Disposition.IN_REVIEW, rule="unexplained_text", text=line.text)
