"""Rows that list facts in one order, card after card: `BL-C101 / 120 g`, `Cotton, black. 30 × 20 cm`.

Put under each other such rows are a table without lines: what most rows tell at a place, all rows tell there, also in words that no dictionary
holds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pipeline.backends.rules.text.coderows import code_rows, sized_code_rows
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.openlists import OPEN_END
from pipeline.backends.rules.text.records import Fact, LabelLookup, Style, style_of
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.text.widegaps import wide_gaps
from pipeline.backends.rules.values.colors import is_color, names_color
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.records import Line

# From signs that only part facts to those that also stand within them.
SEPARATORS = (
    re.compile(r"\s*[|｜¦]\s*|\s+[·•∙‧]\s+"),
    re.compile(r"\s+[/／–—-]\s+"),
    re.compile(r"\s*[,，;；]\s+|(?<=\w)\.\s+(?=[A-Z\d#])"),
)
WEAKEST = len(SEPARATORS) - 1
# Space alone parts facts as such signs do, where it is wide.
GAPS = 1
MIN_ROWS = 3
MAX_PARTS = 5
MAX_STRANGE = 1
MOST, HALF = 0.6, 0.5
MAX_WORDS = 5
MAX_CHARS = 40
MAX_WIDE_LABEL = 5
ATTRIBUTES = {ValueKind.CODE: "model", ValueKind.SIZE: "size", ValueKind.COLOR: "color", ValueKind.MATERIAL: "material"}
# What is listed in words, of which no dictionary holds all.
ITEMS = frozenset({ValueKind.COLOR, ValueKind.MATERIAL})
LISTED = frozenset(ATTRIBUTES[kind] for kind in ITEMS)
TELLING = frozenset({*ATTRIBUTES, ValueKind.PRICE, ValueKind.MEASURE})


class _Row(NamedTuple):
    """A row, or a part of one, by the number of its fragment."""

    number: int
    start: int
    end: int


class ListedFacts:
    """The facts of such rows among these lines, found out look by look for the lines that are asked about: only rows set alike bear each other
    out."""

    def __init__(self, lines: Sequence[Line], lookup: LabelLookup) -> None:
        self._rows = [(Fragment(line, ()), style_of(line.words), style_of(line.words[:1])) for line in lines]
        self._lookup = lookup
        self._found: dict[Style, dict[int, tuple[Fact, ...]]] = {}

    def of(self, line: Line) -> tuple[Fact, ...]:
        look = style_of(line.words)
        if look not in self._found:
            told = with_facts(self._alike(look), self._lookup, look=look)
            self._found[look] = {id(item.line.words[0]): item.facts for item in told if item.facts}
        return self._found[look].get(id(line.words[0]), ())

    def _alike(self, look: Style) -> list[Fragment]:
        """The rows that look so, and those that open like them, which may show that they open with a code."""
        openings = {opening for _, own, opening in self._rows if own == look}
        return [row for row, own, opening in self._rows if own == look or opening in openings]


def with_facts(fragments: Sequence[Fragment], lookup: LabelLookup, *, look: Style | None = None) -> list[Fragment]:
    """The fragments, those of such rows with their facts; with `look` only rows that look so are asked about."""
    spans = {number: item.span or line_span(item.line) for number, item in enumerate(fragments) if item.pair is None and not item.facts}
    looks: dict[Style, list[_Row]] = {}
    lists: dict[Style, list[_Row]] = {}
    coded = sized_code_rows(spans, lookup) | code_rows(spans)
    for number, span in spans.items():
        style = style_of(span.words)
        if number in coded or (look is not None and style != look):
            continue
        # Labels part a row by themselves, with their colons or before a list of what they promise.
        kind = ValueKind.EMPTY if COLON.search(span.text) or _is_led_list(span.text, lookup) else kind_of(span.text)
        if kind is ValueKind.TEXT or kind in ITEMS:
            same = looks if kind is ValueKind.TEXT else lists
            same.setdefault(style, []).append(_Row(number, 0, len(span.text)))
    found: dict[int, list[Fact]] = dict(coded)
    for style, rows in looks.items():
        known = lists.get(style, ())
        if len(rows) + len(known) >= MIN_ROWS:
            found |= _Reading(spans, lookup, known).facts(rows)
    return [replace(item, facts=_whole_lists(found[number])) if number in found else item for number, item in enumerate(fragments)]


def _whole_lists(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """With colours, or materials, that follow each other as one: `Linen, 43 × 27 cm, black / white`."""
    whole: list[Fact] = []
    for fact in facts:
        if whole and fact.attribute in LISTED and fact.attribute == whole[-1].attribute:
            whole[-1] = whole[-1]._replace(end=fact.end)
        else:
            whole.append(fact)
    return tuple(whole)


class _Reading:
    """Rows of one look, parted sign by sign; beside `known` ones, which say by themselves what they list."""

    def __init__(self, spans: dict[int, Span], lookup: LabelLookup, known: Sequence[_Row]) -> None:
        self._spans = spans
        self._lookup = lookup
        self._known = known
        self._parted: dict[tuple[_Row, int], list[_Row]] = {}

    def facts(self, rows: Sequence[_Row], strength: int = 0) -> dict[int, list[Fact]]:
        """For each row that is one of several alike, its facts in order."""
        found: dict[int, list[Fact]] = {}
        for level in range(strength, len(SEPARATORS)):
            found |= self._lists([row for row in rows if row.number not in found], level) if level < WEAKEST else {}
            for group in self._alike([row for row in rows if row.number not in found], level):
                kinds = [self._kind(column) for column in zip(*group, strict=True)]
                if _is_list(kinds, level):
                    columns = zip(*group, *self._fitting(kinds, level), strict=True)
                    for column, kind in zip(columns, kinds, strict=True):
                        self._put(found, column, kind, level)
        return found

    def _lists(self, rows: Sequence[_Row], level: int) -> dict[int, list[Fact]]:
        """Rows that list things of one kind, however many each: `Fern · Oat · Black` is what the other rows are, in unknown words too."""
        # A list that breaks behind its sign is whole only with the next row.
        several = [row for row in (*rows, *self._known) if len(self._parts(row, level)) > 1]
        parted = {
            row: self._parts(row, level) for row in several if not OPEN_END.search(self._text(row)) and not self._is_parted(row, level)
        }
        if len(parted) < MIN_ROWS:
            return {}
        kinds = Counter(_listed_kind(self._text(part)) for parts in parted.values() for part in parts)
        strange = kinds.pop(ValueKind.TEXT, 0)
        if len(kinds) != 1 or not all(self._can_be(part) for parts in parted.values() for part in parts):
            return {}
        (kind, count), *_ = kinds.items()
        is_known = kind in ITEMS and count >= MOST * (count + strange)
        return {row.number: [Fact(row.start, row.end, ATTRIBUTES[kind])] for row in parted} if is_known else {}

    def _is_parted(self, row: _Row, level: int) -> bool:
        """Whether a stronger sign parts the row: `Oak · Natural / Black` lists no oak."""
        return any(sign.search(self._text(row)) for sign in SEPARATORS[:level])

    def _fitting(self, kinds: Sequence[ValueKind | None], level: int) -> Iterator[list[_Row]]:
        """Rows that seem to list things of one kind, but have at each place what others tell there: `Terracotta – sand` among `Jute – natural`."""
        for row in self._known if None not in kinds else ():
            parts = self._parts(row, level)
            if len(parts) == len(kinds) and all(_may_be(self._text(part), kind) for part, kind in zip(parts, kinds, strict=True)):
                yield parts

    def _alike(self, rows: Sequence[_Row], level: int) -> Iterator[list[list[_Row]]]:
        """Rows that this sign parts into the same number, as their parts."""
        groups: dict[int, list[list[_Row]]] = {}
        for row in rows:
            parts = self._parts(row, level)
            groups.setdefault(len(parts), []).append(parts)
        return (group for count, group in groups.items() if 2 <= count <= MAX_PARTS and len(group) >= MIN_ROWS)

    def _parts(self, row: _Row, level: int) -> list[_Row]:
        """What this sign parts a row into, looked for once."""
        if (row, level) not in self._parted:
            self._parted[row, level] = list(self._parts_at(row, level))
        return self._parted[row, level]

    def _parts_at(self, row: _Row, level: int) -> Iterator[_Row]:
        span = self._spans[row.number]
        found = SEPARATORS[level].finditer(span.text, row.start, row.end)
        signs = [sign.span() for sign in found if not self._ends_label(span.text[row.start : sign.start()], sign[0])]
        gaps = [gap for gap in wide_gaps(span) if row.start < gap[0] and gap[1] < row.end] if level == GAPS and not signs else []
        start = row.start
        for sign in signs or gaps:
            if sign[0] > start:
                yield _Row(row.number, start, sign[0])
            start = sign[1]
        if start < row.end:
            yield _Row(row.number, start, row.end)

    def _ends_label(self, before: str, sign: str) -> bool:
        """Whether a point is that of a label, which goes on to its value: `Style no. T-100`."""
        return sign.startswith(".") and (self._lookup(f"{before}.") or self._lookup(before)) is not None

    def _put(self, found: dict[int, list[Fact]], column: Sequence[_Row], kind: ValueKind | None, level: int) -> None:
        """The column's parts as facts; words may list facts themselves, parted by a weaker sign."""
        inner = self.facts(column, level + 1) if kind is None and level < WEAKEST else {}
        attribute = ATTRIBUTES.get(kind) if kind else None
        for part in column:
            told = attribute if self._can_be(part) else None
            found.setdefault(part.number, []).extend(inner.get(part.number, [Fact(part.start, part.end, told)]))

    def _can_be(self, part: _Row) -> bool:
        """Whether its neighbours may say what this is."""
        text = self._text(part)
        is_short = len(text) <= MAX_CHARS and len(text.split()) <= MAX_WORDS
        return is_short and kind_of(text) not in (ValueKind.PRICE, ValueKind.MARK) and not self._is_labelled(text)

    def _kind(self, column: Sequence[_Row]) -> ValueKind | None:
        """What most of them are; a label counts as whatever it promises."""
        texts = [self._text(part) for part in column]
        kinds = [ValueKind.MEASURE if self._is_labelled(text) else kind_of(text) for text in texts]
        known = Counter(kind for kind in kinds if kind is not ValueKind.TEXT)
        kind, count = known.most_common(1)[0] if known else (None, 0)
        # Words of no kind may be of any: beside nothing else, half of the rows say which.
        least = HALF if len(known) == 1 else MOST
        return kind if kind in TELLING and count >= least * len(kinds) else None

    def _is_labelled(self, text: str) -> bool:
        words = text.split()
        return COLON.search(text) is not None or any(
            self._lookup(" ".join(words[:count])) is not None for count in range(1, min(3, len(words)))
        )

    def _text(self, part: _Row) -> str:
        return self._spans[part.number].text[part.start : part.end].strip()


def _is_led_list(text: str, lookup: LabelLookup) -> bool:
    """`Colours Grey / Red`, `颜色蓝色 / 米色`, `货号 AB-12`: a known label and nothing but values of its kind behind it."""
    ends = [text.find(" ")] if text.isascii() else [text.find(" "), *range(2, min(MAX_WIDE_LABEL, len(text)))]
    # Few texts open with a label, and only of those it is asked what the rest is.
    led = [(attribute, end) for end in ends if end > 0 and (attribute := lookup(text[:end])) is not None]
    return any(ATTRIBUTES.get(kind_of(text[end:].strip())) == attribute for attribute, end in led)


def _may_be(text: str, kind: ValueKind | None) -> bool:
    """Whether a text can be of a kind, though it may be of another one too: oak is a wood and a colour."""
    return kind_of(text) is kind or (kind is ValueKind.COLOR and is_color(text)) or (kind is ValueKind.MATERIAL and is_material(text))


def _listed_kind(text: str) -> ValueKind:
    """What an item of a list is; two things of different kinds, `Ceramic, beige`, are no one item."""
    if len({kind for piece in SEPARATORS[WEAKEST].split(text) if (kind := kind_of(piece)) in ITEMS}) > 1:
        return ValueKind.TEXT
    return ValueKind.COLOR if names_color(text) else kind_of(text)


def _is_list(kinds: Sequence[ValueKind | None], level: int) -> bool:
    """Different things, nearly all of them known; a comma also stands within names, so two must be."""
    told = {kind for kind in kinds if kind is not None}
    strange = kinds.count(None)
    return strange <= MAX_STRANGE and len(told) >= (2 if level == WEAKEST else 1) and len(told) + strange >= 2
