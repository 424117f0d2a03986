"""Goods that running text tells of one after the other: a name set off by its look, the code behind its label in brackets, and somewhere in
the sentences up to the next one the only sum, `Our <b>Alva mill</b> (art. no. 4410-2) is turned from oak and costs $34.90. It measures 18 cm.`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.captions.drafts import draft
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.accounts import used
from pipeline.backends.rules.text.records import LabelLookup, Statement, style_of
from pipeline.backends.rules.text.spans import Span, joined_span, line_span
from pipeline.backends.rules.values.kinds import Kind, could_be_model, read_price
from pipeline.backends.rules.values.prices import has_currency
from pipeline.records import Line, PageContent, Price, Sku, Word

METHOD = "told"
MIN_GOODS = 2
BRACKETED = re.compile(r"[(（]\s*([^\W\d_][^()（）:：]{0,18}?[.:：]?)\s*((?=[^\s()]*\d)[^\s()（）]+)\s*[)）]")
BROKEN = re.compile(r"\d[-‐‑]$")
WORD = re.compile(r"\S+")
MAX_SUM_WORDS = 3
MAX_NAME_WORDS = 6
EDGE_PT, SAME_SIZE_PT = 2.5, 0.6
TIGHT_EM, MAX_LEADING_EM = 0.4, 0.9
MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class _Told:
    """One of the goods: its name, its code and its sum."""

    name: Span
    code: Span
    amount: Span
    price: Price


def read_told_goods(content: PageContent, before: Reading, context: Context) -> Reading:
    """A product for each such place, where the text of a page has several."""
    lines = before.rest
    nothing = Reading(rest=lines)
    # Asked of every page: most have no such bracket, and their paragraphs need not be put together.
    if len(BRACKETED.findall(" ".join([line.text for line in lines]))) < MIN_GOODS:
        return nothing
    lookup = label_lookup(context.options)
    paragraphs = list(_paragraphs(lines))
    told = [[*_goods(reduce(_running_on, map(line_span, rows)), lookup)] for rows in paragraphs]
    if sum(map(len, told)) < MIN_GOODS:
        return nothing
    skus = tuple(_sku(one, content.page_number) for goods in told for one in goods)
    taken = {id(line) for rows, goods in zip(paragraphs, told, strict=True) if goods for line in rows}
    rest = tuple(line for line in lines if id(line) not in taken)
    entries = tuple(used(line, METHOD) for line in lines if id(line) in taken)
    return Reading(skus, rest, entries, rules=(f"{METHOD}:{len(skus)}",))


def _paragraphs(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Rows of running text that follow each other at one edge."""
    columns: dict[int, list[Line]] = {}
    for line in sorted(lines, key=lambda line: (line.box.y0, line.box.x0)):
        columns.setdefault(round(line.box.x0 / EDGE_PT), []).append(line)
    for column in columns.values():
        rows = column[:1]
        for above, below in pairwise(column):
            if not _goes_on(above, below):
                yield rows
                rows = []
            rows.append(below)
        yield rows


def _goes_on(above: Line, below: Line) -> bool:
    gap = below.box.y0 - above.box.y1
    is_close = -TIGHT_EM * above.size_pt <= gap <= MAX_LEADING_EM * above.size_pt
    return is_close and abs(above.size_pt - below.size_pt) < SAME_SIZE_PT


def _running_on(text: Span, row: Span) -> Span:
    """A text with its next row; a code that the end of a row has broken behind its dash is whole again."""
    is_broken = BROKEN.search(text.text) is not None and row.text[:1].isalnum()
    return Span(text.text + row.text, text.owners + row.owners) if is_broken else joined_span(text, row)


def _goods(text: Span, lookup: LabelLookup) -> Iterator[_Told]:
    """What a paragraph tells of goods, if it is text and no list."""
    found = [match for match in BRACKETED.finditer(text.text) if _is_code(match, lookup)]
    if not found or not has_currency(text.text):
        return
    ends = [_name_start(text, match.start()) for match in found[1:]] + [len(text.text)]
    for match, end in zip(found, ends, strict=True):
        behind = text.part(match.end(), end)
        sums = list(_sums(behind))
        name = text.part(_name_start(text, match.start()), match.start())
        if name.text and len(sums) == 1 and len(behind.text.split()) >= MIN_WORDS:
            yield _Told(name, text.part(*match.span(2)), *sums[0])


def _is_code(match: re.Match[str], lookup: LabelLookup) -> bool:
    return lookup(match[1].strip(" .:：")) == "model" and could_be_model(match[2])


def _name_start(text: Span, end: int) -> int:
    """Where the words begin that stand in a look of their own right before a place; the place itself where they look like all others."""
    looks = Counter(map(_look, text.words))
    usual = looks.most_common(1)[0][0]
    words = list(WORD.finditer(text.text, 0, end))[-MAX_NAME_WORDS:]
    start = end
    for found in reversed(words):
        owner = text.owners[found.start()]
        if owner is None or _look(owner) == usual:
            break
        start = found.start()
    return start


def _look(word: Word) -> tuple[bool, int, str]:
    return word.is_bold, word.color, word.font if word.has_drawn_font else ""


def _sums(text: Span) -> Iterator[tuple[Span, Price]]:
    """The sums with their currency among the words of a text, each in as many words as it has."""
    words = [found.span() for found in WORD.finditer(text.text)]
    place = 0
    while place < len(words):
        ends = range(min(place + MAX_SUM_WORDS, len(words)), place, -1)
        read = ((end, _sum(text.part(words[place][0], words[end - 1][1]))) for end in ends)
        end, found = next(((end, found) for end, found in read if found is not None), (place + 1, None))
        if found is not None and not any(word.is_struck for word in found[0].words):
            yield found
        place = end


def _sum(span: Span) -> tuple[Span, Price] | None:
    bare = span.part(0, len(span.text.rstrip(".,;!")))
    # A word of the sentence is no part of its sum.
    is_money = all(has_currency(word) or any(map(str.isdigit, word)) for word in bare.text.split())
    price = read_price(bare.text) if is_money and has_currency(bare.text) else None
    return (bare, price) if price is not None else None


def _sku(told: _Told, page_number: int) -> Sku:
    parts = (_part(Kind.NAME, told.name), _part(Kind.MODEL, told.code), _part(Kind.PRICE, told.amount, told.price))
    return draft(Caption(parts, frozenset()), page_number, method=METHOD)


def _part(kind: Kind, span: Span, price: Price | None = None) -> Part:
    return Part(kind, Statement(None, span, 0, style_of(span.words), 0), price)
