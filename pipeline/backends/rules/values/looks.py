"""What a bare value looks like: the first kind it fits, from the most to the least particular."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.forms import DATE, MARK, PLAIN_NUMBER, is_code, is_measure, is_size, plain_text
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.prices import COIN, PLAIN_SUM, has_currency, parse_price

BETWEEN_DIGITS = re.compile(r"[\s-]")
FIGURE = re.compile(r"\d")
# `6000-2RS`: letters that could be a currency end a code.
CODE_TAIL = re.compile(r"\d-\d+[A-Z]")
# Full sums without their hundredths, which nothing else is written as: `259,–`, `1.290.--`.
FULL_SUM = re.compile(r"\d{1,3}(?:[.' ]\d{3})*[.,][-–—]{1,2}|\d{1,6}[.,][-–—]{1,2}")


class ValueKind(StrEnum):
    """What a bare value looks like."""

    EMPTY = "empty"
    PRICE = "price"
    CODE = "code"
    BARCODE = "barcode"
    SIZE = "size"
    COLOR = "color"
    MATERIAL = "material"
    MEASURE = "measure"
    NUMBER = "number"
    DATE = "date"
    MARK = "mark"
    TEXT = "text"


@lru_cache(maxsize=32768)
def kind_of(text: str) -> ValueKind:
    """The first kind the whole text fits, from the most to the least particular."""
    plain = plain_text(text)
    if not plain:
        return ValueKind.EMPTY
    if MARK.fullmatch(plain):
        return ValueKind.MARK
    if len(plain) > 60:
        return ValueKind.TEXT
    if PLAIN_NUMBER.fullmatch(plain):
        # No sum, no size and no colour; of materials only a grade.
        return ValueKind.MATERIAL if is_material(plain) else _kind_of_figures(plain)
    if PLAIN_SUM.fullmatch(plain):
        return ValueKind.PRICE
    if has_currency(plain) and parse_price(plain) is not None and not (CODE_TAIL.search(plain) and is_code(plain)):
        return ValueKind.PRICE
    if FULL_SUM.fullmatch(plain) or (("¢" in plain or COIN.fullmatch(plain)) and parse_price(plain) is not None):
        return ValueKind.PRICE
    if is_size(plain):
        return ValueKind.SIZE
    if is_color(plain):
        return ValueKind.COLOR
    if is_material(plain):
        return ValueKind.MATERIAL
    return _kind_of_figures(plain)


def is_coded(text: str) -> bool:
    """Whether a text is of the kind of codes. None is without figures: said at once of most of the words among which codes are looked for."""
    return FIGURE.search(plain_text(text)) is not None and kind_of(text) is ValueKind.CODE


def _kind_of_figures(plain: str) -> ValueKind:
    digits = BETWEEN_DIGITS.sub("", plain)
    if digits.isdigit() and len(digits) in (12, 13, 14):
        return ValueKind.BARCODE
    if DATE.fullmatch(plain):
        return ValueKind.DATE
    if PLAIN_NUMBER.fullmatch(plain):
        return ValueKind.CODE if plain.isdigit() and len(plain) >= 5 else ValueKind.NUMBER
    if is_measure(plain):
        return ValueKind.MEASURE
    return ValueKind.CODE if is_code(plain) else ValueKind.TEXT
