"""Labels of steps of a price by quantity: `1–4 cases`, `ab 10 Stück`, `do 99 m`, `100+`."""

from __future__ import annotations

import re

_FROM = (
    r"qty\.?|from|ab|dès|à partir de|a partir de|desde|da|od|от|min\.?|over|über|plus de|más de|mais de|oltre|meer dan|powyżej|ponad|nad|более|свыше|vanaf|fra|från"
    r"|up to|bis zu|bis|jusqu['’]à|hasta|fino a|até|do|tot|t/m|til|till|max\.?|до|満|[≥>≤<]=?"
)
_AND_MORE = r"\+|以上|起|up|and up|and over|and more|or more|und mehr|u\.\s?m\.|et plus|ou plus|y más|o más|e oltre|o più|e mais|ou mais|en meer|i więcej|и более|ve üzeri|이상"
_STEP = re.compile(
    rf"(?:(?:{_FROM})\s*)?\d[\d.,]*\s*(?:[-–—~/]\s*\d[\d.,]*|(?:{_AND_MORE}))?\s*(?:[^\W\d_]{{1,14}}\.?(?:\s*(?:{_AND_MORE}))?)?",
    re.IGNORECASE,
)
# What goods are counted in, and what else they are sold by.
_PIECES = r"pcs?|sets?|pieces?|units?|pairs?|ctns?|cartons?|u|uds?|unid|unidades|unités?|stk|st|stück|pi[eè]ces?|pces?|pz|pzs|pezzi|piezas|peças|szt|ks|db|buc|adet|stuks?|kpl|шт|个|件|套|只|支|台|双|盒|箱|包|瓶|条|片|张"
_SOLD_BY = r"m|mb|lfm|lfdm|mtrs?|mts?|m2|m²|qm|mq|kgs?|t|l|ltr|lt|rolls?|rollen?|rouleaux?|rotoli|rolki|м|кг|л|米|公斤"
_FIGURE = r"(?:\d{1,3}(?:[.,]\d{3})+|\d+)"
_COUNT = re.compile(
    rf"(?:(?:{_FROM})\s*)?{_FIGURE}\s*(?:[-–~]\s*{_FIGURE}|\+|以上|以下|up)?\s*(?:{_PIECES})?\.?\+?(?:\s*(?:{_AND_MORE}))?"
    rf"|(?:{_FROM})\s*{_FIGURE}\s*(?:{_SOLD_BY})\.?|{_FIGURE}\s*(?:[-–~]\s*{_FIGURE}|{_AND_MORE})\s*(?:{_SOLD_BY})\.?",
    re.IGNORECASE,
)
_BARE = re.compile(r"[\d.,\s]+")
_OPEN = re.compile(rf"(?:(?:{_FROM})\s*)\d.*|.*\d.*(?:{_AND_MORE})\s*(?:{_PIECES})?\.?", re.IGNORECASE)


def is_step(label: str) -> bool:
    """How many of something, or from how many on; a bare number may be anything."""
    text = label.strip()
    return _STEP.fullmatch(text) is not None and _BARE.fullmatch(text) is None


def opens_step(text: str) -> bool:
    """From how many pieces on a price holds that stands by itself: `50盒起`, `from 100 pcs`."""
    return counts_goods(text) and _OPEN.fullmatch(text.strip()) is not None


def counts_goods(head: str) -> bool:
    """Whether a column's head says for how many its prices hold: pieces, or so much of what is sold by the metre or by weight. One length
    alone is a size."""
    return _COUNT.fullmatch(head.strip()) is not None
