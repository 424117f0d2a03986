"""Labels of steps of a price by quantity: `1–4 cases`, `ab 10 Stück`, `100+`."""

from __future__ import annotations

import re

_FROM = r"from|ab|dès|à partir de|a partir de|desde|da|od|от|min\.?|over|über|plus de|más de|up to|bis|bis zu|jusqu'à|hasta|fino a|до|vanaf|fra|från|満|≥|>|≤|<"
_AND_MORE = r"\+|以上|起|up|and up|and over|and more|or more|und mehr|u\.\s?m\.|et plus|ou plus|y más|o más|e oltre|o più|e mais|ou mais|en meer|i więcej|и более|ve üzeri|이상"
_STEP = re.compile(
    rf"(?:(?:{_FROM})\s*)?\d[\d.,]*\s*(?:[-–—~/]\s*\d[\d.,]*|(?:{_AND_MORE}))?\s*(?:[^\W\d_]{{1,14}}\.?(?:\s*(?:{_AND_MORE}))?)?",
    re.IGNORECASE,
)
_BARE = re.compile(r"[\d.,\s]+")


def is_step(label: str) -> bool:
    """How many of something, or from how many on; a bare number may be anything."""
    text = label.strip()
    return _STEP.fullmatch(text) is not None and _BARE.fullmatch(text) is None
