"""Which currency a page's prices are in: what it states or prints decides between those that share a sign, and completes bare sums."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import is_

from pipeline.backends.base import Context
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.prices import CROWNS, DOLLARS, currency_in, is_crown_sign, names_currency, settled_currency
from pipeline.records import Attribute, PageContent, Price, Sku

PRICE_WORDS = re.compile(
    r"price|quot|currency|fob|exw|价|價|币|幣|單位|单位|fiyat|preis|prix|tarif|precio|preço|prezz|prij[sz]|\bpris|\bcen[ayě]|\bhinta|цен|ціна|"
    r"\bpvp\b|\bnett?o\b|\bbrutt?o\b|通貨|価|단가|가격",
    re.IGNORECASE,
)
MAX_STATED_CHARS = 160
WORDS = re.compile(r"[^\W\d_]+")
# Swedish has both, its neighbours write the first otherwise.
SWEDISH = re.compile("[äö]", re.IGNORECASE)
NOT_SWEDISH = re.compile(r"[^\W\d_][æøþð]|[æøþð][^\W\d_]", re.IGNORECASE)
KANA = re.compile(r"[\u3040-\u30ff]{2}")


def page_currency(content: PageContent, context: Context) -> str:
    """The currency of the page's bare prices: the one it states for them, the only one it prints, else what the page before or the first
    page states for all. A dollar sign alone tells no more than that it is one of the dollars."""
    stated = _stated_currency(content)
    if stated or context.currency:
        return stated or context.currency
    if _is_japanese(content):
        return "JPY"
    printed = _printed_currencies(content)
    if len(printed) > 1:
        return ""
    earlier = _stated_before(content, context) if not printed or _prints_only_signs(content) else ""
    only = next(iter(printed), "")
    if not only or _settles_sign(only, earlier):
        return earlier
    return only if only != "SEK" or not _prints_only_signs(content) or _is_swedish(content) else ""


def _settles_sign(code: str, stated: str) -> bool:
    """Whether the sign of the first of these currencies may mean the second."""
    return (code == "USD" and stated in DOLLARS) or (code == "SEK" and stated in CROWNS)


def with_page_currency(skus: Sequence[Sku], content: PageContent, context: Context) -> tuple[Sku, ...]:
    """The products with their prices in the currency of the page, where what is printed beside the amount leaves it open."""
    if not any(price.currency in ("", "USD", "CNY", "SEK") for sku in skus for price in _prices(sku)):
        return tuple(skus)
    expected = page_currency(content, context)
    return tuple(_priced_in(sku, expected) for sku in skus)


def _priced_in(sku: Sku, expected: str) -> Sku:
    settled = tuple([_settled(item, expected) for item in sku.standard])
    is_same = all(map(is_, settled, sku.standard))
    return sku if is_same else replace(sku, standard=settled)


def _prices(sku: Sku) -> Iterator[Price]:
    return (item.price for item in sku.standard if item.price is not None)


def _settled(item: Attribute, expected: str) -> Attribute:
    if item.price is None or (item.price.currency and names_currency(item.price.raw)):
        return item
    is_open = not expected and is_crown_sign(item.price.raw)
    currency = "" if is_open else settled_currency(item.price.currency, item.price.raw, expected)
    return item if currency == item.price.currency else replace(item, price=replace(item.price, currency=currency))


@found_once
def _stated_currency(content: PageContent) -> str:
    """The currency that most lines about prices name."""
    # Few texts name a currency, which is known of each; the words of prices in all languages are looked for in those alone.
    stated = [code for text in _texts(content) if (code := currency_in(text)) and PRICE_WORDS.search(text)]
    return max(sorted(set(stated)), key=stated.count) if stated else ""


def _stated_before(content: PageContent, context: Context) -> str:
    number = content.page_number
    earlier = (context.page_at(other) for other in sorted({number - 1, 1}, reverse=True) if 1 <= other < number)
    return next((code for page in earlier if page is not None and (code := _stated_currency(page))), "")


@found_once
def _printed_currencies(content: PageContent) -> frozenset[str]:
    """The currencies of a page; where one of the other dollars is named, it is what the signs mean."""
    printed = frozenset(code for text in _texts(content) if (code := currency_in(text)))
    named = {code for text in _texts(content) if names_currency(text) and (code := currency_in(text))}
    if "USD" not in named and named & DOLLARS:
        printed -= {"USD"}
    # Letters of a currency begin names too: `AED training unit`.
    return printed.intersection(currency_in(text) for text in _texts(content) if _is_about_money(text)) if len(printed) > 1 else printed


def _is_about_money(text: str) -> bool:
    """Whether a sum stands with the currency, or nothing but words of prices and totals: `Total AUD`."""
    if any(map(str.isdigit, text)):
        return True
    words = [word for word in WORDS.findall(folded(text)) if not currency_in(word)]
    return all(word in word_list("price_words") or word in word_list("line_totals") for word in words)


@found_once
def _is_japanese(content: PageContent) -> bool:
    return any(not line.text.isascii() and KANA.search(line.text) for line in content.lines)


@found_once
def _is_swedish(content: PageContent) -> bool:
    texts = [line.text for line in content.lines if not line.text.isascii()]
    return any(map(SWEDISH.search, texts)) and not any(map(NOT_SWEDISH.search, texts))


@found_once
def _prints_only_signs(content: PageContent) -> bool:
    return not any(names_currency(text) for text in _texts(content))


@found_once
def _texts(content: PageContent) -> Sequence[str]:
    return [line.text for line in content.lines if len(line.text) < MAX_STATED_CHARS]
