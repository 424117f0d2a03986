"""Colours listed under one code: `Colors: Ink, Rust, Bone` is a SKU in each of them, where the profile parts SKUs by colour (SPEC 17)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.caption_records import Part
from pipeline.backends.rules.colors import MAX_COLOR_WORDS, is_color
from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.spans import Span
from pipeline.backends.rules.values import folded, word_list
from pipeline.options import Granularity

MAX_COLORS = 24
COMMAS = re.compile(r"\s*[,，、;；|｜]\s*")
# A stroke also stands in what has two colours at once: it parts a list only where the label says that there are several.
STROKES = re.compile(r"\s*[,，、;；|｜/／·•]\s*|\s+(?:&|and|und|et|y|e|en|i|и)\s+")


def in_each_color(products: Sequence[Entry], granularity: Granularity) -> list[Entry]:
    """The products, each that lists its colours once for every one of them."""
    if granularity is Granularity.MODEL:
        return list(products)
    return [variant for product in products for variant in _variants(product)]


def _variants(product: Entry) -> list[Entry]:
    parts = product.caption.parts
    color = product.caption.first(Kind.COLOR)
    listed = _listed(color) if color is not None and color.is_labelled else []
    if color is None or len(listed) < 2:
        return [product]
    told = [replace(color, statement=replace(color.statement, value=value)) for value in listed]
    return [
        replace(product, caption=replace(product.caption, parts=tuple(one if part is color else part for part in parts))) for one in told
    ]


def _listed(color: Part) -> list[Span]:
    """The colours one by one; under a label that speaks of one colour all must be known."""
    value = color.statement.value
    are_several = folded(color.statement.label_text) in word_list("several_colors")
    pieces = _pieces(value, STROKES if are_several else COMMAS)
    known = sum(_is_color(piece.text) for piece in pieces)
    is_list = 2 <= len(pieces) <= MAX_COLORS and all(_could_be_color(piece.text) for piece in pieces)
    return pieces if is_list and known >= (1 if are_several else len(pieces)) else []


def _pieces(value: Span, sign: re.Pattern[str]) -> list[Span]:
    cuts = [found.span() for found in sign.finditer(value.text)]
    bounds = [0, *(place for cut in cuts for place in cut), len(value.text)]
    return [value.part(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True) if value.text[start:end].strip()]


def _is_color(text: str) -> bool:
    return is_color(text) or folded(text) in word_list("shades")


def _could_be_color(text: str) -> bool:
    return any(map(str.isalpha, text)) and len(text.split()) <= MAX_COLOR_WORDS
