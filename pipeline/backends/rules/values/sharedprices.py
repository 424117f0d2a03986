"""Prices that one line says hold for all: `All shades £12.50 each`, `€ 845 in every finish`, `全系列统一零售价￥69`."""

from __future__ import annotations

import re

from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.prices import has_currency, parse_price
from pipeline.records import Price

AMOUNT = re.compile(r"[¥￥$€£]|\b[A-Z]{2,3}\$?\s?(?=\d)|\d")
WORD_END = re.compile(r"(?<=\S)(?=\s|$)")
NO_PRICE = re.compile(
    r"满|以上|起订|起售|\d\s?\+|\b(?:or|and|und|oder|et|ou|y|o|e|en|of|или) (?:more|mehr|plus|más|più|mais|meer|более)\b|运费|押金|\b(?:over|above|from|free|deposit|shipping|delivery|carriage|versand|lieferung|livraison|envíos?|spedizione|ab"
    r"|orders|bestellungen|commandes|pedidos|ordini|encomendas)\b",
    re.IGNORECASE,
)


def price_for_all(clause: Span) -> tuple[Span, Price] | None:
    """The sum and where it is printed; what is asked for carriage or from a certain sum on is no price."""
    amount = AMOUNT.search(clause.text)
    if amount is None or not label_says(clause.text, "for_all") or NO_PRICE.search(clause.text) or not has_currency(clause.text):
        return None
    told = clause.part(amount.start(), len(clause.text))
    *ends, last = [found.start() for found in WORD_END.finditer(told.text)]
    values = (told.part(0, end) for end in (last, *ends) if not any(map(str.isdigit, told.text[end:])))
    return next(((value, price) for value in values if has_currency(value.text) and (price := parse_price(value.text)) is not None), None)


def labelled_for_all(label: str, value: str) -> Price | None:
    """`Alle Farben: 4,90 €`."""
    is_price = label_says(label, "for_all") and not NO_PRICE.search(label) and has_currency(value)
    return parse_price(value) if is_price else None
