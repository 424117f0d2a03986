"""Rows that open with a code set apart from what follows by nothing but space: `SV-900   3.5 HP, 14-ft hose`, `V6-K11G Champagne ¥15.60`.

A code and words behind it may also be a name: brackets must hold the code, the space after it be wider than between words, or the rows end in prices
or have nothing but sizes behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import Fact, LabelLookup, Style, style_of
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import read_price
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of
from pipeline.backends.rules.values.prices import has_currency

MIN_ROWS = 2
MIN_CODE_CHARS = 4
WIDE_EM = 0.45
WIDE_RATIO = 1.6
SURELY_WIDE_EM = 0.75
MAX_PRICE_WORDS = 3
AMOUNT_OR_MARK = re.compile(r"\d|[^\w\s.·…]|[A-Z]{1,3}\W?\s*\d")
LEADER = re.compile(r"[.·…‥_]{3,}|…")
# Brackets tell where a code ends, and that it is one: `【QS-101】`.
LED = re.compile(r"\s*[【\[〔「［]\s*([^】\]〕」］]+?)\s*[】\]〕」］]\s*")
SPACE = re.compile(r"\s+")
SIGN = re.compile(r"[|｜¦·•∙/–—-]\s")
CLOSED = re.compile(r"[,;，；]\s*")
TOLD = {ValueKind.SIZE: "size", ValueKind.COLOR: "color", ValueKind.MATERIAL: "material"}
# A code, perhaps behind its label, and something measured or counted.
SIZED = re.compile(r"(?P<label>[^\W\d_]+\.?\s+)?[#№]?(?P<code>(?=\S*\d)[^\s#]+)\s+(?P<size>\d\S*(?:\s\S+){0,3})")
CODED = frozenset(("model", "name", "index"))
SIZED_SHARE = 0.5


def code_rows(spans: Mapping[int, Span]) -> dict[int, list[Fact]]:
    """The facts of each such row, where several of one look have codes of their own."""
    looks: dict[Style, dict[int, list[Fact]]] = {}
    for number, span in spans.items():
        facts = _facts(span)
        if facts:
            looks.setdefault(style_of(span.words[:1]), {})[number] = facts
    return {number: facts for rows in looks.values() if _are_codes(rows, spans) for number, facts in rows.items()}


def sized_code_rows(spans: Mapping[int, Span], lookup: LabelLookup) -> dict[int, list[Fact]]:
    """The facts of rows of nothing but a code and a size, which need no space to part them: `#30117 6/#10 can`, `Item 40011 88 ct`. Where half of
    those of one look tell a size, all do."""
    looks: dict[Style, dict[int, list[Fact]]] = {}
    for number, span in spans.items():
        row = SIZED.fullmatch(span.text)
        if row is None or not _is_code(row["code"]) or COLON.search(span.text) or has_currency(row["size"]):
            continue
        if row["label"] is None or lookup(row["label"].strip()) in CODED:
            facts = [Fact(*row.span("code"), "model"), Fact(*row.span("size"), "size")]
            looks.setdefault(style_of(span.words), {})[number] = facts
    alike = [rows for rows in looks.values() if _are_codes(rows, spans) and _are_sizes(rows, spans)]
    return {number: facts for rows in alike for number, facts in rows.items()}


def _are_sizes(rows: Mapping[int, list[Fact]], spans: Mapping[int, Span]) -> bool:
    told = [spans[number].text[facts[1].start : facts[1].end] for number, facts in rows.items()]
    return sum(map(_is_size, told)) >= SIZED_SHARE * len(told)


def _is_size(text: str) -> bool:
    """A size, also with what holds so much: `40 lb bag`."""
    held, _, vessel = text.rpartition(" ")
    is_held = folded(vessel) in word_list("vessels") or folded(vessel) in word_list("packs")
    return kind_of(text) is ValueKind.SIZE or (is_held and kind_of(held) is ValueKind.SIZE)


def _are_codes(rows: Mapping[int, list[Fact]], spans: Mapping[int, Span]) -> bool:
    codes = [spans[number].text[facts[0].start : facts[0].end] for number, facts in rows.items()]
    return len(codes) >= MIN_ROWS and len(set(codes)) == len(codes)


def _facts(span: Span) -> list[Fact]:
    """The code, what follows it, and the price at the end; rows with labels or dots that lead the eye are read by others."""
    if (led := LED.match(span.text)) is not None and _is_code(led[1]) and not COLON.search(span.text) and len(span.text) > led.end():
        return [Fact(*led.span(1), "model"), Fact(led.end(), len(span.text), None)]
    first = SPACE.search(span.text)
    if first is None or not _is_code(span.text[: first.start()]) or COLON.search(span.text) or LEADER.search(span.text):
        return []
    # A stroke parts the row, and whatever follows in it.
    if SIGN.match(span.text, first.end()):
        return []
    price = _price_start(span.text, first.end())
    if price is None and not (_is_apart(span, first) and any(map(str.isalpha, span.text[first.end() :]))):
        return []
    end = len(span.text) if price is None else len(span.text[:price].rstrip())
    told = [fact for start, stop in _runs(span, first.end(), end) for fact in _clauses(span.text, Fact(start, stop, None))]
    return [Fact(0, first.start(), "model"), *told, *([Fact(price, len(span.text), None)] if price is not None else [])]


def _is_code(text: str) -> bool:
    return len(text) >= MIN_CODE_CHARS and is_coded(text)


def _price_start(text: str, start: int) -> int | None:
    """Where the price that ends the row begins."""
    starts = [start, *(space.end() for space in SPACE.finditer(text, start))]
    fitting = (place for place in starts[-MAX_PRICE_WORDS:] if _may_open_price(text, place) and has_currency(text[place:]))
    return next((place for place in fitting if read_price(text[place:]) is not None), None)


def _may_open_price(text: str, place: int) -> bool:
    """An amount, its currency, or a word of prices before them: `from £0.89`."""
    return AMOUNT_OR_MARK.match(text, place) is not None or folded(text[place:].split(maxsplit=1)[0]) in word_list("price_words")


def _is_apart(span: Span, space: re.Match[str]) -> bool:
    """Wider than words stand apart in this row."""
    words = span.words
    gaps = [right.box.x0 - left.box.x1 for left, right in pairwise(words)]
    if not gaps or words[0].text != span.text[: space.start()]:
        return False
    size = words[0].size_pt
    return gaps[0] >= WIDE_EM * size and (len(gaps) == 1 or gaps[0] >= min(WIDE_RATIO * median(gaps[1:]), SURELY_WIDE_EM * size))


def _runs(span: Span, start: int, end: int) -> list[tuple[int, int]]:
    """From `start` to `end`, parted where words stand apart as no words of one text do: `50 × 50 cm   linen`."""
    words = span.part(start, end).words
    wide = [right for left, right in pairwise(words) if right.box.x0 - left.box.x1 >= SURELY_WIDE_EM * right.size_pt]
    places = [start, *(span.owners.index(word) for word in wide), end]
    return [(left, left + len(span.text[left:right].rstrip())) for left, right in pairwise(places) if left < right]


def _clauses(text: str, part: Fact) -> Iterable[Fact]:
    """What follows a code, with a size, a colour or a material that opens it apart from the rest."""
    comma = CLOSED.search(text, part.start, part.end)
    kind = kind_of(text[part.start : comma.start()]) if comma is not None else ValueKind.TEXT
    if comma is None or kind not in TOLD or comma.end() >= part.end:
        return [part]
    return [Fact(part.start, comma.start(), TOLD[kind]), Fact(comma.end(), part.end, None)]
