"""Entries in running text: a name, set off by its look or by a code in brackets behind it, words about it, and a price at the end.

Between the words and the price may stand the code behind its label and what the pack holds: `Réf. TAP-190, pot de 190 g, 6,40 €`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pipeline.backends.rules.fragments import Fragment
from pipeline.backends.rules.kinds import Kind, bare_kind, read_price
from pipeline.backends.rules.spans import Span, joined_span, span_of
from pipeline.backends.rules.statements import LabelLookup
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.records import Price, Word

MIN_ENTRIES = 3
MAX_ROWS = 6
EDGE_PT = 2.5
MIN_DESCRIPTION_WORDS = 3
MAX_NAME_WORDS = 6
BRACKETED = re.compile(r"\s*[(\[]\s*([\w./-]*\d[\w./-]*)\s*[)\]]")
SPACE = re.compile(r"\s+")
WORD = re.compile(r"\S+")
CLAUSE = re.compile(r"[^,;\s](?:[^,;]|[,;](?=\S))*")
CLAUSE_END = re.compile(r"[,;]\s+")
DASHES = " -–—:"
MAX_SIZE_WORDS = 2
MIN_CLAUSES = 2
TIGHT_EM = 0.4


@dataclass(frozen=True, slots=True)
class Described:
    """One entry, with the numbers of the lines it was read from."""

    name: Span
    code: Span | None
    amount: Span
    price: Price
    parents: tuple[int, ...]
    size: Span | None = None


def described_entries(fragments: Sequence[Fragment], lookup: LabelLookup) -> list[Described]:
    """Such entries where the page has several of them; one bold beginning alone is a heading run into its text."""
    if sum(_lead(item) > 0 for item in fragments) < MIN_ENTRIES:
        return []
    found = [entry for rows in _paragraphs(fragments) if (entry := _entry(rows, lookup)) is not None]
    return found if len(found) >= MIN_ENTRIES else []


def _lead(fragment: Fragment) -> int:
    """How many words at the beginning are the name: set in bold or in a colour, where not all are, or up to a code in brackets."""
    words = fragment.line.words
    if words[0].is_bold or words[0].color != words[-1].color:
        count = next((place for place, word in enumerate(words) if _look(word) != _look(words[0])), len(words))
        return count if count < len(words) else 0
    count = next((place for place, word in enumerate(words[: MAX_NAME_WORDS + 1]) if BRACKETED.fullmatch(word.text)), 0)
    return count if words[0].text[:1].isupper() else 0


def _look(word: Word) -> tuple[bool, int]:
    return word.is_bold, word.color


def _paragraphs(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """A row with a bold beginning and the rows under it, at its edge, up to the next one."""
    columns: dict[int, list[Fragment]] = {}
    for item in sorted(fragments, key=lambda item: (item.line.box.y0, item.line.box.x0)):
        columns.setdefault(round(item.line.box.x0 / EDGE_PT), []).append(item)
    found: list[list[Fragment]] = []
    for column in columns.values():
        rows: list[Fragment] = []
        for item in column:
            if _lead(item):
                rows = [item]
                found.append(rows)
            elif rows and len(rows) < MAX_ROWS and _goes_on(rows[-1], item):
                rows.append(item)
            else:
                rows = []
    return found


def _goes_on(above: Fragment, below: Fragment) -> bool:
    gap = below.line.box.y0 - above.line.box.y1
    return -TIGHT_EM * above.line.size_pt <= gap <= 0.6 * above.line.size_pt and abs(above.line.size_pt - below.line.size_pt) < 0.5


def _entry(rows: Sequence[Fragment], lookup: LabelLookup) -> Described | None:
    first = rows[0].line.words
    count = _lead(rows[0])
    name = span_of(first[:count])
    rest = span_of(first[count:])
    for row in rows[1:]:
        rest = joined_span(rest, span_of(row.line.words))
    end = len(rest.text.rstrip(" ."))
    # What stands before the last comma is of another kind than the price.
    clause = max((found.end() for found in CLAUSE_END.finditer(rest.text)), default=0)
    starts = [clause, *(space.end() for space in SPACE.finditer(rest.text) if space.end() > clause)] if clause else _starts(rest)
    start = next((place for place in starts if read_price(rest.text[place:end]) is not None), None)
    name = name.part(0, len(name.text.rstrip(DASHES)))
    if start is None or bare_kind(name.text) is not Kind.TEXT:
        return None
    amount = rest.part(start, end)
    price = read_price(amount.text)
    if price is None or len(rest.text[:start].split()) < MIN_DESCRIPTION_WORDS:
        return None
    told = rest.part(0, start)
    code = _bracketed_code(rest) or _labelled_code(told, lookup)
    parents = tuple(parent for row in rows for parent in row.parents)
    return Described(name, code, amount, price, parents, _size(told) if clause else None)


def _starts(span: Span) -> list[int]:
    return [space.end() for space in SPACE.finditer(span.text)]


def _bracketed_code(rest: Span) -> Span | None:
    code = BRACKETED.match(rest.text)
    has_code = code is not None and kind_of(code[1]) in (ValueKind.CODE, ValueKind.NUMBER)
    return rest.part(code.start(1), code.end(1)) if code is not None and has_code else None


def _labelled_code(told: Span, lookup: LabelLookup) -> Span | None:
    """The last code that follows a word for codes."""
    words = list(WORD.finditer(told.text))
    for label, value in reversed(list(pairwise(words))):
        code = value.group().rstrip(",;.")
        if lookup(label.group().strip(".:")) == "model" and kind_of(code) is ValueKind.CODE:
            return told.part(value.start(), value.start() + len(code))
    return None


def _size(told: Span) -> Span | None:
    """The size that ends the last clause before the price: `pot de 190 g`."""
    clauses = [told.part(*found.span()) for found in CLAUSE.finditer(told.text)]
    if len(clauses) < MIN_CLAUSES:
        return None
    words = list(WORD.finditer(clauses[-1].text))
    for word in words[-MAX_SIZE_WORDS:]:
        if kind_of(clauses[-1].text[word.start() :]) is ValueKind.SIZE:
            return clauses[-1].part(word.start(), len(clauses[-1].text))
    return None
