"""Known labels amid running text, each with the value that follows it."""

from __future__ import annotations

import re
from dataclasses import replace

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.records import LabelLookup, Statement
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.kinds import fits
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import STANDARD_ATTRIBUTES

MAX_PAIR_CHARS = 240
LISTED = frozenset((ValueKind.COLOR, ValueKind.MATERIAL))
CLAUSES = re.compile(r"(?:[^,;.，；。]|[.,](?=\d))+")
WORD = re.compile(r"\S+")


def inline_pairs(statement: Statement, lookup: LabelLookup) -> list[Statement]:
    """Known labels in running text with the value that follows them."""
    return [replace(statement, label=label, value=value) for label, value in _pairs_in(statement.value, lookup)]


@found_once
def _pairs_in(value: Span, lookup: LabelLookup) -> list[tuple[Span, Span]]:
    """Labels and values in a text. Where the next clause is of the value's kind, as in `Cores black, blue.`, they count what there is of a thing."""
    found: list[tuple[Span, Span]] = []
    clauses = list(CLAUSES.finditer(value.text))
    for place, clause in enumerate(clauses):
        # A value ends with its clause: a label far before that end has none, however long the clause is.
        words = list(WORD.finditer(value.text, max(clause.start(), clause.end() - MAX_PAIR_CHARS), clause.end()))
        pair = next(
            (pair for start in range(len(words)) if (pair := _pair_at(value, words[start:], clause.end(), lookup)) is not None), None
        )
        following = kind_of(clauses[place + 1][0].strip()) if place + 1 < len(clauses) else None
        is_whole = pair is not None and (following not in LISTED or following is not kind_of(pair[1].text))
        found += [pair] if pair is not None and is_whole else []
    return found


def _pair_at(value: Span, words: list[re.Match[str]], end: int, lookup: LabelLookup) -> tuple[Span, Span] | None:
    """A label of up to three words here, and a fitting value to the end of the clause."""
    for count in range(min(3, len(words) - 1), 0, -1):
        label_start, label_end = words[0].start(), words[count - 1].end()
        attribute = lookup(value.text[label_start:label_end])
        if attribute not in STANDARD_ATTRIBUTES:
            continue
        start = words[count].start() if words[count].group().casefold() not in ("is", "of", "=") else words[count].end()
        rest = value.text[start:end].strip()
        if rest and fits(attribute, rest):
            return value.part(label_start, label_end), value.part(start, end)
    return None
