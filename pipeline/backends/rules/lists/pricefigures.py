"""Whether bare figures are prices: they are round, or end as prices do, do not count up, and are no years."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.lists.panels import Panel, PricedLine
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import Line

PRICE_WORDS = re.compile(
    r"\b(?:menu|price|prices|fiyat\w*|preis\w*|prix|precio\w*|prezz\w+|preço\w*|carte|carta|tarif\w*|цена|цены|harga)\b|价|價|菜单|菜單|元|円|가격",
    re.IGNORECASE,
)
PORTIONS = re.compile(
    r"[小中大特半][隻只份杯碗盤盘]?|[每一半][隻只份杯碗盤盘瓶壺壶斤]|[SMLX]{1,3}|small|medium|large|regular|half|full|glass|bottle|cup|pint|single|double|portion|"
    r"klein|mittel|gro(?:ß|ss)|glas|flasche|petit|moyen|grand|verre|bouteille|copa|botella|media|entera|küçük|orta|büyük",
    re.IGNORECASE,
)
ROUND_SHARE = 0.7
CURRENCY_SHARE = 0.5
MIN_AMOUNTS_BARE = 5
YEARS = range(1900, 2100)


def look_like_prices(panels: Sequence[Panel], lines: Sequence[Line]) -> bool:
    """Printed currencies settle it; without them the page must speak of prices or portions, or the figures must all look like some."""
    listed = [line for panel in panels for line in panel.lines]
    prices = [amount.price for line in listed for amount in line.amounts if amount.price is not None]
    if sum(price.currency != "" for price in prices) >= CURRENCY_SHARE * len(prices):
        return True
    values = [Decimal(price.amount) for price in prices]
    if _counts_up(listed) or sum(value in YEARS for value in values) > 0.5 * len(values) or max(values) < 2:
        return False
    if any(PRICE_WORDS.search(line.text) for line in lines) or any(_is_portion(head.text) for panel in panels for head in panel.heads):
        return True
    return (
        len(values) >= MIN_AMOUNTS_BARE and sum(_is_round(value) for value in values) >= ROUND_SHARE * len(values) and median(values) >= 2
    )


def _is_portion(text: str) -> bool:
    """A size one orders by, as a word or as a measure."""
    return PORTIONS.fullmatch(text.strip()) is not None or kind_of(text) in (ValueKind.SIZE, ValueKind.MEASURE)


def _is_round(value: Decimal) -> bool:
    """Fives, tens and nines, in whole money or in its hundredths."""
    if value != value.to_integral_value():
        return int(value * 100) % 5 == 0 or int(value * 100) % 10 in (8, 9)
    return value >= 10 and (int(value) % 5 == 0 or int(value) % 10 in (8, 9))


def _counts_up(listed: Sequence[PricedLine]) -> bool:
    """Single whole numbers that only grow down the page are the pages of a table of contents."""
    firsts = [
        line.amounts[0].price for line in sorted(listed, key=lambda line: (round(line.box.x0 / 40), line.box.y0)) if line.amounts[0].price
    ]
    if any("." in price.amount for price in firsts) or any(len(line.amounts) > 1 for line in listed):
        return False
    numbers = [int(price.amount) for price in firsts]
    steps = list(pairwise(numbers))
    return sum(low < high for low, high in steps) >= 0.8 * len(steps)
