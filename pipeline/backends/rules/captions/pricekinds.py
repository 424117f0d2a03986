"""Whose price a price of a caption is: what the merchant asks, or what shops are advised to ask."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.values.kinds import Kind


def retail_last(parts: Sequence[Part]) -> list[Part]:
    """What shops are advised to ask comes behind what the merchant asks itself, where both are printed; so does the sum of a list behind what
    is paid instead."""
    own = any(_is_called(part, "own_prices") for part in parts)
    retail = [part for part in parts if asks_retail(part) or (own and _is_called(part, "list_prices"))]
    if not retail or all(part in retail for part in parts if part.kind is Kind.PRICE):
        return list(parts)
    return [*(part for part in parts if part not in retail), *retail]


def asks_retail(part: Part) -> bool:
    return _is_called(part, "retail_prices")


def _is_called(part: Part, prices: str) -> bool:
    """Whether a price stands under a label with words of one of the lists for kinds of prices."""
    return part.kind is Kind.PRICE and part.is_labelled and label_says(part.statement.label_text, prices)


def are_two_prices(one: Caption, other: Caption) -> bool:
    """Whether one caption tells only what is advised and the other what is asked: `WSP $16` beside a code, `RRP $34` under the name."""
    return (_only_advised(one) and _asks_itself(other)) or (_asks_itself(one) and _only_advised(other))


def _only_advised(caption: Caption) -> bool:
    return all(asks_retail(part) for part in caption.parts if part.kind is Kind.PRICE)


def _asks_itself(caption: Caption) -> bool:
    return all(_is_called(part, "own_prices") and not asks_retail(part) for part in caption.parts if part.kind is Kind.PRICE)
