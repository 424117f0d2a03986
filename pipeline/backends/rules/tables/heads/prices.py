"""Which columns of a table tell prices, by quantity, by size or grade, under labels of their own or by the look of their sums; and which of them
is asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, Column, holds_sums, share
from pipeline.backends.rules.values.formerprices import tells_former, tells_new
from pipeline.backends.rules.values.forms import is_missing_price, is_unit
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import MONEY, bare_price, currency_in
from pipeline.backends.rules.values.pricesteps import counts_goods, is_step

NAMES_UNIT = re.compile(r"[(（\[/]\s*[a-zA-Zµ°%Ω²³/]{1,6}\s*[)）\]]?\s*$|%|°|\b(?:mm|cm|m|kg|g|lb|in|w|v|a|hz)\b", re.IGNORECASE)
MIN_SIZES = 2
MIN_TIERS = 2
MIN_GRADES = 2
MIN_SUMS = 2
MIN_WHOLE_SUMS, MAX_SUM_DIGITS = 4, 7
RISING_SHARE = 0.9
DIFFERING_SHARE = 0.5
WHOLE_SUM = re.compile(r"(?:\d{1,3}(?:[., '’]\d{3})+|\d{1,6})(?:[.,][–—-]+)?")


def as_tier(column: Column, texts: Sequence[str]) -> Column:
    """A column headed by a quantity holds the price for it."""
    is_quantity = column.attribute in (CUSTOM, "price", "") and counts_goods(column.key)
    holds_prices = is_quantity and share(texts, ValueKind.PRICE, ValueKind.NUMBER) > CLEAR_SHARE
    return replace(column, attribute="tier", currency=column.currency or currency_in(column.key)) if holds_prices else column


def falling_tiers(columns: list[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """Columns side by side, each headed by a figure and whatever is counted, whose sums fall from one to the next: `1 paquet`, `5 paquets`."""
    steps = [index for index, column in enumerate(columns) if _may_be_tier(column, values[index])]
    if len(steps) < MIN_TIERS or steps != list(range(steps[0], steps[-1] + 1)) or not rise([values[index] for index in reversed(steps)]):
        return columns
    return [
        replace(c, attribute="tier", currency=c.currency or currency_in(c.key)) if index in steps else c for index, c in enumerate(columns)
    ]


def _may_be_tier(column: Column, texts: Sequence[str]) -> bool:
    return column.attribute in (CUSTOM, "price", "", "tier") and is_step(column.key) and holds_sums(texts)


def by_size(columns: list[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """Columns headed by sizes that hold sums are what the goods cost in each, unless another column tells their price."""
    places = [index for index, column in enumerate(columns) if _is_for_size(column, values[index])]
    if len(places) < MIN_SIZES or any(c.attribute == "price" and index not in places for index, c in enumerate(columns)):
        return columns
    return [replace(c, attribute="price", is_for_size=True) if index in places else c for index, c in enumerate(columns)]


def _is_for_size(column: Column, texts: Sequence[str]) -> bool:
    # `L` is a length among sides, and a size among sizes.
    is_free = column.attribute in (CUSTOM, "price", "", "dimension") and kind_of(column.key) is ValueKind.SIZE
    is_called_price = column.attribute == "price" and share(texts, ValueKind.NUMBER, ValueKind.MARK) >= SURE_SHARE
    return is_free and (is_called_price or holds_sums(texts))


def priced_columns(columns: Sequence[Column], values: Sequence[Sequence[str]], *, on_price_list: bool = False) -> list[Column]:
    """Where no label is known for a price, sums with their currency are prices, whatever they stand under; else the last column of amounts to
    the hundredth is one, unless its label names a unit.

    Amounts under ten, and whole ones, may be anything, but on a page that says in what currency its prices are (`on_price_list`).
    """
    result = list(columns)
    taken = {column.attribute for column in result}
    if taken & {"price", "tier"} or not taken & {"name", "model"}:
        return result
    if asked_in_money := [index for index, column in enumerate(result) if _is_in_money(column, values[index])]:
        first = asked(result, asked_in_money)[0]
        for index in asked_in_money:
            result[index] = replace(result[index], attribute="price" if index == first else "more_price")
        return result
    for index in reversed(range(len(result))):
        column = result[index]
        filled = [text.strip() for text in values[index] if text.strip()]
        is_free = not column.is_labelled and column.attribute in ("", CUSTOM) and not column.unit and not _names_unit(column.key)
        money = [text for text in filled if MONEY.fullmatch(text)]
        are_great = on_price_list or any(len(text) >= 5 for text in money)
        if is_free and len(money) >= 3 and len(money) >= SURE_SHARE * len(filled) and are_great:
            result[index] = replace(column, attribute="price")
            return result
    # Numbers behind codes alone may be those of pages.
    if on_price_list and "name" in taken and _is_last_of_figures(result, values):
        result[-1] = replace(result[-1], attribute="price")
    return result


def _names_unit(key: str) -> bool:
    return NAMES_UNIT.search(key) is not None or is_unit(key)


def _is_last_of_figures(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> bool:
    """Whether the last column has no head, and is the only one of figures whose meaning is open: whole sums that differ, at the end of each row."""
    column, filled = columns[-1], [text.strip() for text in values[-1] if text.strip()]
    rows = max(sum(bool(text.strip()) for text in texts) for texts in values)
    is_full = len(filled) >= max(MIN_WHOLE_SUMS, rows) and not column.key and not column.attribute
    others = [texts for other, texts in zip(columns[:-1], values[:-1], strict=True) if not other.attribute]
    is_only = not any(share(texts, ValueKind.NUMBER) > CLEAR_SHARE for texts in others)
    return is_full and is_only and are_whole_sums(filled)


def are_whole_sums(filled: Sequence[str]) -> bool:
    """Whether figures may all be sums without hundredths, where something says that sums are there: most of them differ."""
    are_sums = bool(filled) and all(map(_is_whole_sum, filled)) and len(set(filled)) > DIFFERING_SHARE * len(filled)
    return are_sums and any(len(text) > 1 for text in filled)


def _is_whole_sum(text: str) -> bool:
    """What something may cost in whole units of its currency; longer figures are numbers to call or to order by."""
    return WHOLE_SUM.fullmatch(text) is not None and sum(map(str.isdigit, text)) <= MAX_SUM_DIGITS


def _is_in_money(column: Column, texts: Sequence[str]) -> bool:
    """Sums with their currency under a label that may tell how much a price is for, as `Per case` does, as well as how many are in a case."""
    filled = [text for text in texts if text.strip() and not is_missing_price(text)]
    return column.attribute == CUSTOM and len(filled) >= MIN_SUMS and share(filled, ValueKind.PRICE) == 1.0


def further_prices(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """Beside the column of prices, others that hold sums with their currency under a label of their own, or any sums under a word for what
    the reader pays: `Neto` beside `PVP`."""
    if not any(column.attribute == "price" for column in columns):
        return list(columns)
    columns = [
        replace(column, attribute="price") if _is_own_price(column) and holds_sums(texts) else column
        for column, texts in zip(columns, values, strict=True)
    ]
    return [
        replace(column, attribute="more_price")
        if column.key and column.attribute in ("", CUSTOM) and not column.is_labelled and share(texts, ValueKind.PRICE) >= SURE_SHARE
        else column
        for column, texts in zip(columns, values, strict=True)
    ]


def _is_own_price(column: Column) -> bool:
    return column.attribute in ("", CUSTOM) and not column.is_labelled and label_says(column.key, "own_prices")


def graded_prices(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """Where no label is known for a price, sums under grades of cloth or leather that rise from grade to grade: the first is the price."""
    result = list(columns)
    taken = {column.attribute for column in result}
    if taken & {"price", "tier"} or not taken & {"name", "model"}:
        return result
    graded = [index for index, column in enumerate(result) if _is_graded(column, values[index])]
    if len(graded) < MIN_GRADES or graded != list(range(graded[0], graded[-1] + 1)) or not rise([values[index] for index in graded]):
        return result
    for index in graded:
        result[index] = replace(result[index], attribute="price" if index == graded[0] else "more_price")
    return result


def _is_graded(column: Column, texts: Sequence[str]) -> bool:
    is_free = column.attribute in ("", CUSTOM, "material", "series") and label_says(column.key, "price_grades")
    return is_free and share(texts, ValueKind.NUMBER, ValueKind.PRICE, ValueKind.MARK) == 1.0


def rise(grades: Sequence[Sequence[str]]) -> bool:
    """Whether in nearly every row each sum is greater than the one before it."""
    rows = [[amount for text in row if (amount := bare_price(text)) is not None] for row in zip(*grades, strict=False)]
    rising = sum(all(float(one.amount) < float(two.amount) for one, two in pairwise(row)) for row in rows)
    return len(rows) > 1 and rising >= RISING_SHARE * len(rows)


def asked(columns: Sequence[Column], priced: Sequence[int]) -> list[int]:
    """Of several columns of prices, those that may tell what the reader of the list pays for one piece from now on.

    What shops are advised to ask is no price beside it, nor what was asked before, nor what all the pieces of a line come to, nor the sum of
    the list beside what is paid instead.
    """
    for is_other in (_is_total, tells_former, _is_retail):
        priced = [index for index in priced if not is_other(columns[index].key)] or priced
    priced = [index for index in priced if tells_new(columns[index].key)] or priced
    listed = [index for index in priced if label_says(columns[index].key, "list_prices")]
    own = [index for index in priced if label_says(columns[index].key, "own_prices")] if listed else []
    return own or list(priced)


def _is_total(label: str) -> bool:
    return label_says(label, "line_totals")


def _is_retail(label: str) -> bool:
    return label_says(label, "retail_prices")
