"""Entries in running text: a name, set off by its look or by a code in brackets behind it, words about it, and a price at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.fragments import Fragment
from pipeline.backends.rules.kinds import Kind, bare_kind, read_price
from pipeline.backends.rules.spans import Span, joined_span, span_of
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.records import Price

MIN_ENTRIES = 3
MAX_ROWS = 6
EDGE_PT = 2.5
MIN_DESCRIPTION_WORDS = 3
MAX_NAME_WORDS = 6
BRACKETED = re.compile(r"\s*[(\[]\s*([\w./-]*\d[\w./-]*)\s*[)\]]")
SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Described:
    """One entry, with the numbers of the lines it was read from."""

    name: Span
    code: Span | None
    amount: Span
    price: Price
    parents: tuple[int, ...]


def described_entries(fragments: Sequence[Fragment]) -> list[Described]:
    """Such entries where the page has several of them; one bold beginning alone is a heading run into its text."""
    if sum(_lead(item) > 0 for item in fragments) < MIN_ENTRIES:
        return []
    found = [entry for rows in _paragraphs(fragments) if (entry := _entry(rows)) is not None]
    return found if len(found) >= MIN_ENTRIES else []


def _lead(fragment: Fragment) -> int:
    """How many words at the beginning are the name: set in bold, where not all are, or up to a code in brackets."""
    words = fragment.line.words
    if words[0].is_bold:
        count = next((place for place, word in enumerate(words) if not word.is_bold), len(words))
        return count if count < len(words) else 0
    count = next((place for place, word in enumerate(words[: MAX_NAME_WORDS + 1]) if BRACKETED.fullmatch(word.text)), 0)
    return count if words[0].text[:1].isupper() else 0


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
    return -1.0 <= gap <= 0.6 * above.line.size_pt and abs(above.line.size_pt - below.line.size_pt) < 0.5


def _entry(rows: Sequence[Fragment]) -> Described | None:
    first = rows[0].line.words
    count = _lead(rows[0])
    name = span_of(first[:count])
    rest = span_of(first[count:])
    for row in rows[1:]:
        rest = joined_span(rest, span_of(row.line.words))
    tail = next((space for space in SPACE.finditer(rest.text) if read_price(rest.text[space.end() :]) is not None), None)
    if tail is None or bare_kind(name.text) is not Kind.TEXT:
        return None
    amount = rest.part(tail.end(), len(rest.text))
    price = read_price(amount.text)
    code = BRACKETED.match(rest.text)
    if price is None or len(rest.text[: tail.start()].split()) < MIN_DESCRIPTION_WORDS:
        return None
    has_code = code is not None and kind_of(code[1]) in (ValueKind.CODE, ValueKind.NUMBER)
    span = rest.part(code.start(1), code.end(1)) if code is not None and has_code else None
    parents = tuple(parent for row in rows for parent in row.parents)
    return Described(name, span, amount, price, parents)
