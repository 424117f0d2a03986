"""A column of a table: what it means, and what its values look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.values.forms import is_missing_price
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import MONEY
from pipeline.geometry import Box

# Of the values of a column: so many of one kind tell its meaning where nothing says otherwise, and so many against a label.
CLEAR_SHARE, SURE_SHARE = 0.6, 0.75
# Kilograms and pounds tell what a thing weighs or carries, not its size.
WEIGHT = re.compile(r"(?:kgs?|lbs?|кг|公斤|千克)\.?$|^kg\.?\s?\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """One column's meaning. `attribute` is a standard one, or custom, dimension, tier, series, picture, index, or empty for nothing.

    `has_code` marks names that begin or end with the product's code, `has_number` those of them that begin with one of figures alone,
    `has_counter` values that begin with the row's number, `has_size` names that begin with the product's size. `is_for_size` marks prices of
    the size that the column's head tells. `offers` is what marks say under a head of one of them: `color`, `size`.
    """

    attribute: str
    key: str = ""
    unit: str = ""
    currency: str = ""
    header_box: Box | None = None
    header_page: int = 0
    is_labelled: bool = False
    is_exact: bool = False
    has_code: bool = False
    has_number: bool = False
    has_counter: bool = False
    has_size: bool = False
    is_for_size: bool = False
    offers: str = ""


def holds_sums(texts: Sequence[str]) -> bool:
    """Whether a column holds sums, to the hundredth or with their currency, but where nothing is sold or it must be asked for."""
    filled = [text.strip() for text in texts if text.strip() and not is_missing_price(text)]
    return bool(filled) and all(MONEY.fullmatch(text) or kind_of(text) is ValueKind.PRICE for text in filled)


def usual_kind(texts: Sequence[str]) -> ValueKind:
    """The kind most of a column's values have; empty where it says nothing."""
    kinds = Counter(kind_of(text) for text in texts if text.strip())
    return max(kinds.items(), key=lambda item: (item[1], item[0]))[0] if kinds else ValueKind.EMPTY


def share(texts: Sequence[str], *kinds: ValueKind) -> float:
    """How many of the texts that say something are of one of these kinds."""
    filled = [text for text in texts if text.strip()]
    return sum([kind_of(text) in kinds for text in filled]) / len(filled) if filled else 0.0
