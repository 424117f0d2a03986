"""Figures without currency or label: where every caption of a page has one, they are its price or its number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.lists.pricefigures import YEARS
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind, plain_amount
from pipeline.backends.rules.values.prices import MONEY

MIN_CAPTIONS = 3
SHARE = 0.6
LARGEST = 100_000
COMPANY_SHARE = 0.5
WORDS = (Kind.TEXT, Kind.NAME)
KEY_FIGURE = re.compile(r"[\d.,\s]+(?:[+%‰]|[km]?[m㎡][²2]?\b|㎡|m²|sqm|k\b|mio|mln|million|万|萬|亿|億)", re.IGNORECASE)
FIGURE = re.compile(r"\d")
COMPANY_WORD = re.compile(r"[^\W\d_]+")
# Figures in groups that no amount of money is written in alone, or as long as article numbers are.
CODE_LIKE = re.compile(r"\d{2,4}(?:[.\-/ ]\d{2,4})+|\d{4}")
GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+")


def numbers_as_prices(captions: Sequence[Caption], *, printed_sums: int = 0) -> list[Caption]:
    """Captions of one name and one figure each, the figures all in one look: prices, unless they count the captions or date them.

    A page that prints as many sums with their currency (`printed_sums`) has its prices there: bare figures measure something.
    """
    found = {index: part for index, caption in enumerate(captions) if (part := _only_figure(caption)) is not None}
    looks = Counter(part.style for part in found.values())
    if not looks:
        return list(captions)
    look, count = looks.most_common(1)[0]
    named = sum(_has_words(caption) for caption in captions)
    alike = {index: part for index, part in found.items() if part.style == look}
    tell_otherwise = _counts(alike.values()) or _are_years(list(alike.values())) or _are_key_figures(captions, alike, look)
    if count < max(MIN_CAPTIONS, SHARE * named) or tell_otherwise:
        return list(captions)
    if _are_articles(list(alike.values())):
        kinds = {id(part): replace(part, kind=Kind.MODEL) for part in alike.values()}
        return [replace(caption, parts=tuple(kinds.get(id(part), part) for part in caption.parts)) for caption in captions]
    if count <= printed_sums:
        return list(captions)
    return [_priced(caption, alike[index]) if index in alike else caption for index, caption in enumerate(captions)]


def lone_sums_as_prices(captions: Sequence[Caption]) -> list[Caption]:
    """With figures that stand by themselves, all in one look and with cents, as the prices of captions with a code and no price, of which there
    are as many: each at the other edge of its card."""
    lone = [caption for caption in captions if [part.kind for part in caption.parts] == [Kind.NUMBER] and is_sum(caption.parts[0])]
    unpriced = sum(caption.has(Kind.MODEL) and not caption.has(Kind.PRICE) for caption in captions)
    looks = {caption.parts[0].style for caption in lone}
    if len(looks) != 1 or not max(MIN_CAPTIONS, SHARE * unpriced) <= len(lone) <= unpriced:
        return list(captions)
    sums = {id(caption) for caption in lone}
    return [_priced(caption, caption.parts[0]) if id(caption) in sums else caption for caption in captions]


def is_sum(part: Part) -> bool:
    """A bare figure with hundredths, which may look like a size as well."""
    return part.kind in (Kind.NUMBER, Kind.SIZE) and not part.is_labelled and MONEY.fullmatch(part.text.strip()) is not None


def numbers_as_codes(captions: Sequence[Caption], *, printed_sums: int = 0) -> list[Caption]:
    """Captions with a price, their own or one of as many `printed_sums`, and no code, each with one figure of the same shape that no other
    has: `570.54` is what to order by."""
    uncoded = [caption for caption in captions if not caption.has(Kind.MODEL) and len(caption.parts) > 1]
    figures = [[part for part in caption.parts if part.kind is Kind.NUMBER and not part.is_labelled] for caption in uncoded]
    figured = [own for own in figures if own]
    sums = printed_sums + sum(caption.has(Kind.PRICE) for caption in uncoded)
    lone = [own[0] for own in figured if len(own) == 1 and CODE_LIKE.fullmatch(own[0].text.strip())]
    shapes = {(FIGURE.sub("9", part.text.strip()), part.style) for part in lone}
    are_many = max(MIN_CAPTIONS, SHARE * len(figured)) <= len(lone) <= sums
    if not are_many or len(shapes) > 1 or len({part.text for part in lone}) < len(lone):
        return list(captions)
    kinds = {id(part): replace(part, kind=Kind.MODEL) for part in lone}
    return [replace(caption, parts=tuple(kinds.get(id(part), part) for part in caption.parts)) for caption in captions]


def _are_key_figures(captions: Sequence[Caption], alike: Mapping[int, Part], look: Style) -> bool:
    """Figures a company tells of itself: some have a unit or a sign of their own, or the words beside them speak of staff, markets, years."""
    others = [part for index, caption in enumerate(captions) if index not in alike for part in caption.parts if part.style == look]
    if any(KEY_FIGURE.match(part.text) for part in others):
        return True
    words = [folded(part.text) for index in alike for part in captions[index].parts if part.kind in WORDS]
    told = sum(any(word in _company_words() for word in COMPANY_WORD.findall(text)) or text in _company_words() for text in words)
    return told >= COMPANY_SHARE * len(alike)


@cache
def _company_words() -> frozenset[str]:
    return word_list("key_figures", "people_and_places")


def _only_figure(caption: Caption) -> Part | None:
    figures = [part for part in caption.parts if part.kind is Kind.NUMBER and not part.is_labelled]
    if len(figures) != 1 or caption.has(Kind.PRICE) or not _has_words(caption):
        return None
    price = plain_amount(figures[0].text)
    return figures[0] if price is not None and 0 < _number(price.amount) < LARGEST else None


def _has_words(caption: Caption) -> bool:
    return any(part.kind in (Kind.TEXT, Kind.NAME, Kind.MODEL) for part in caption.parts)


def _are_articles(parts: Sequence[Part]) -> bool:
    """`10.210`, `10.045`: in groups of three like great sums, but too uneven for them, and none comes twice."""
    texts = [part.text.strip() for part in parts]
    return all(GROUPED.fullmatch(text) for text in texts) and any(text[-1] != "0" for text in texts) and len(set(texts)) == len(texts)


def _counts(parts: Iterable[Part]) -> bool:
    """1, 2, 3 … is a numbering, whatever it starts with."""
    values = sorted(_number(price.amount) for part in parts if (price := plain_amount(part.text)) is not None)
    return all(high - low == 1 for low, high in pairwise(values))


def _are_years(parts: Sequence[Part]) -> bool:
    """The years of a history: later and later down the page, or the latest first."""
    texts = [part.text.strip() for part in sorted(parts, key=lambda part: (part.box.y0, part.box.x0))]
    if not all(text.isdecimal() and int(text) in YEARS for text in texts):
        return False
    years = [int(text) for text in texts]
    return len(set(years)) == len(years) and years in (sorted(years), sorted(years, reverse=True))


def _number(amount: str) -> float:
    try:
        return float(amount)
    except ValueError:
        return -1.0


def _priced(caption: Caption, figure: Part) -> Caption:
    price = plain_amount(figure.text)
    return replace(caption, parts=tuple(replace(part, kind=Kind.PRICE, price=price) if part is figure else part for part in caption.parts))
