"""Rows of a list that sell nothing: what the rows over them come to, and what is charged beside the goods. A row with a code is one of goods."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.tables.records import Cell
from pipeline.backends.rules.values.forms import FIRST_WIDE, folded, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import currency_in

TOTAL = re.compile(r"(?:grand |sub-?)?totals?(?![a-z])|合计|总计|小计|總計|合計|(?:zwischen|gesamt)?summe(?![a-zß])|итого(?![а-я])")
WORDS = re.compile(r"[^\W\d_]+")
# `运费+手续费`, `Shipping & handling`.
ADDED = re.compile(r"\s*[+&/、，,]\s*|\s+(?:and|und|et|y|e|i)\s+")
FEES = ("费", "費", "费用", "費用")
MAX_FEE_CHARS = 6
COUNTED = re.compile(r"\s*[(（].*[)）]\s*|[\d.,%]+")


def is_total(cells: Sequence[Cell]) -> bool:
    """What all rows over it come to, also in signs set wide: `合 计`."""
    plain = folded(cells[0].text).strip(" :：.")
    plain = plain if plain.isascii() else plain.replace(" ", "")
    return (plain in word_list("line_totals") or _opens_with_total(plain)) and not _has_code(cells)


def _opens_with_total(plain: str) -> bool:
    """Behind the word nothing names goods, as it would in `Total station`: a currency, a translation, what a price is without."""
    found = TOTAL.match(plain)
    words = WORDS.findall(plain[found.end() :]) if found else []
    return found is not None and all(word[0] >= FIRST_WIDE or currency_in(word) or word in word_list("price_words") for word in words)


def names_fee(text: str) -> bool:
    """Whether a head is about what is asked for the way to the customer: `Shipping fee (EUR)`, `免运费条件`, `首重`."""
    plain = COUNTED.sub(" ", folded(text)).strip(" :：.")
    return _is_fee(plain) or any(word in plain for word in word_list("charges") if word[0] >= FIRST_WIDE)


def is_charge(cells: Sequence[Cell]) -> bool:
    """What is asked for bringing, packing or handling the goods: `Shipping`, `Frais de port`, `运费`."""
    words = next((cell.text for cell in cells if kind_of(cell.text) is ValueKind.TEXT), "")
    parts = [part.strip(" :：.") for part in ADDED.split(COUNTED.sub(" ", folded(words)))]
    return bool(words) and all(map(_is_fee, parts)) and not _has_code(cells)


def _is_fee(text: str) -> bool:
    is_wide_fee = text.endswith(FEES) and len(text) <= MAX_FEE_CHARS and text[0] >= FIRST_WIDE
    return is_wide_fee or text in word_list("charges")


def _has_code(cells: Sequence[Cell]) -> bool:
    return any(kind_of(cell.text) in (ValueKind.CODE, ValueKind.BARCODE) and not cell.text.strip().isdigit() for cell in cells)
