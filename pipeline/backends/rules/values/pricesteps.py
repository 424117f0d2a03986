"""Labels of steps of a price by quantity: `1–4 cases`, `ab 10 Stück`, `do 99 m`, `100+`."""

from __future__ import annotations

import re

from pipeline.backends.rules.values.prices import COUNTED, has_currency, without_money

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
# What goods come in, by so many of which they are sold; of one alone it says the size.
_PACKED = (
    rf"{COUNTED}|each|ea|bottles?|tins?|cans?|jars?|tubs?|drums?|sacks?|reams?|copies|sheets?|pots?|plants?|crates?|bundles?|lots?"
    r"|flaschen?|dosen?|säcke?|eimer|bund|gebinde|karton|bouteilles?|lots|sacs?|botellas?|latas?|bolsas?|bultos?|bottiglie|conf\.?|sacchi"
    r"|garrafas?|flessen|dozen|zakken|butelek|kart\.?|opak\.?|op\.?|worków|lahví|balení|krt\.?|koli|flasker|flaskor|бут\.?|уп\.?|кор\.?|ящ\.?"
)
_FIGURE = r"(?:\d{1,3}(?:[.,]\d{3})+|\d+)"
_COUNT = re.compile(
    rf"(?:(?:{_FROM})\s*)?{_FIGURE}\s*(?:[-–~]\s*{_FIGURE}|{_AND_MORE}|以下)?\s*(?:{_PIECES})?\.?\+?(?:\s*(?:{_AND_MORE}))?"
    rf"|(?:{_FROM})\s*{_FIGURE}\s*(?:{_SOLD_BY}|{_PACKED})\.?|{_FIGURE}\s*(?:[-–~]\s*{_FIGURE}|{_AND_MORE})\s*(?:{_SOLD_BY}|{_PACKED})\.?"
    rf"|{_FIGURE}\s*(?:{_PACKED})\.?\s*(?:{_AND_MORE})",
    re.IGNORECASE,
)
_COUNT_OF_PACKS = re.compile(rf"{_FIGURE}\s*(?:{_PACKED})\.?", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
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
    alone is a size. What the sums are in may stand beside it: `1-4 cases £`, `€/St. ab 10`."""
    if not has_currency(head):
        return _COUNT.fullmatch(head.strip()) is not None
    bare = without_money(head).strip(" ()[]:")
    is_count = _COUNT.fullmatch(bare) is not None or _COUNT_OF_PACKS.fullmatch(bare) is not None
    return is_count and _YEAR.fullmatch(bare) is None
