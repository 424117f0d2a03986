"""A column of a table: what it means, and what its values look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.geometry import Box

NAMES_UNIT = re.compile(r"[(（\[/]\s*[a-zA-Zµ°%Ω²³/]{1,6}\s*[)）\]]?\s*$|%|°|\b(?:mm|cm|m|kg|g|lb|in|w|v|a|hz)\b", re.IGNORECASE)
CLEAR_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Column:
    """One column's meaning. `attribute` is a standard one, or custom, dimension, tier, series, picture, index, or empty for nothing.

    `has_code` marks names that begin or end with the product's code, `has_counter` values that begin with the row's number,
    `has_size` names that begin with the product's size.
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
    has_counter: bool = False
    has_size: bool = False


def usual_kind(texts: Sequence[str]) -> ValueKind:
    """The kind most of a column's values have; empty where it says nothing."""
    kinds = Counter(kind_of(text) for text in texts if text.strip())
    return max(kinds.items(), key=lambda item: (item[1], item[0]))[0] if kinds else ValueKind.EMPTY


def share(texts: Sequence[str], *kinds: ValueKind) -> float:
    """How many of the texts that say something are of one of these kinds."""
    filled = [text for text in texts if text.strip()]
    return sum(kind_of(text) in kinds for text in filled) / len(filled) if filled else 0.0
