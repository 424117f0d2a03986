"""Rows that begin with a label without a colon: in which looks a page has such rows, what they tell, and which words among them are labels
though nobody knows them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import LabelLookup, Row, Statement, Style, style_of
from pipeline.backends.rules.values.kinds import Kind, label_in_company, leading_label
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import has_currency

MIN_FITTING = 2
MIN_ALIKE = 3
MAX_LED_CHARS = 48
MAX_LABEL_WORDS, MAX_WORDS = 3, 5
EDGE_PT = 2.0
WORD = re.compile(r"\S+")
# A figure with whatever it counts: `10 ATM`, `45小时`, `80%`.
MEASURED = re.compile(r"\d[\d.,]*\s*(?:[^\W\d_]+\.?|[%°]\w?)")


def led_styles(blocks: Sequence[Sequence[Row]], lookup: LabelLookup) -> frozenset[Style]:
    """Looks of rows that begin with labels without a colon: two whose values fit, or several with one label; names over them do not count."""
    rows = [
        (place, row) for block in blocks for place, row in enumerate(block) if row.label is None and len(row.span.text) <= MAX_LED_CHARS
    ]
    fitting: Counter[Style] = Counter()
    alike: Counter[tuple[Style, str]] = Counter()
    for place, row in rows:
        whole = Statement(None, row.span, place, style_of(row.span.words), place)
        if place and leading_label(whole, lookup) is not None:
            fitting[whole.style] += 1
        elif (led := label_in_row(whole, lookup)) is not None:
            alike[whole.style, led.label_text] += 1
    sure = {style for style, count in fitting.items() if count >= MIN_FITTING}
    return frozenset(sure | {style for (style, _), count in alike.items() if count >= MIN_ALIKE})


def label_in_row(statement: Statement, lookup: LabelLookup) -> Statement | None:
    """The label that a row begins with and what follows it; over all others it is a name's first word, unless it promises a code and figures
    follow: `Model S1 Lite`."""
    led = label_in_company(statement, lookup)
    is_code = led is not None and lookup(led.label_text) == Kind.MODEL and any(map(str.isdigit, led.value.text))
    return led if statement.row > 0 or is_code else None


def with_strange_labels(blocks: Sequence[Sequence[Row]], lookup: LabelLookup, led: frozenset[Style]) -> list[list[Row]]:
    """The blocks; rows among led ones that begin with words nobody knows, the same in several blocks, with these apart: `续航 45小时` under
    `颜色 红色`."""
    found = {id(row): parted for block in blocks for row, parted in _strange_rows(block, lookup, led)} if led else {}
    labels = Counter(parted.label.text for parted in found.values() if parted.label is not None)
    sure = {key: parted for key, parted in found.items() if parted.label is not None and labels[parted.label.text] >= MIN_FITTING}
    return [[sure.get(id(row), row) for row in block] for block in blocks]


def _strange_rows(block: Sequence[Row], lookup: LabelLookup, led: frozenset[Style]) -> Iterator[tuple[Row, Row]]:
    """The rows under a led one, set like it from the same edge, whose label nobody knows, each with its label apart."""
    known = [place for place, row in enumerate(block) if _is_led(row, place, lookup, led)] if len(block) > MIN_FITTING else []
    if len(known) < MIN_FITTING:
        return
    first = block[known[0]].span.words
    for place in range(known[0] + 1, len(block)):
        row = block[place]
        is_alike = row.label is None and not row.facts and style_of(row.span.words) == style_of(first)
        if place not in known and is_alike and abs(row.span.words[0].box.x0 - first[0].box.x0) <= EDGE_PT:
            length = _label_length(row.span.text, is_within=place < known[-1])
            if length and lookup(row.span.text[:length].rstrip()) is None:
                yield row, Row(row.span.part(length, len(row.span.text)), row.span.part(0, length))


def _is_led(row: Row, place: int, lookup: LabelLookup, led: frozenset[Style]) -> bool:
    if row.label is not None or row.facts or len(row.span.text) > MAX_LED_CHARS:
        return False
    whole = Statement(None, row.span, place, style_of(row.span.words), place)
    return whole.style in led and (leading_label(whole, lookup) or label_in_row(whole, lookup)) is not None


def _label_length(text: str, *, is_within: bool) -> int:
    """Up to the figure with which the value begins, or up to the first space of a few words. At the foot of a list, where names stand, too,
    the value must be a figure and what it counts."""
    if len(text) > MAX_LED_CHARS or COLON.search(text) or has_currency(text) or kind_of(text) is not ValueKind.TEXT:
        return 0
    words = list(WORD.finditer(text))
    figured = next((place for place, word in enumerate(words) if any(map(str.isdigit, word[0]))), None)
    opens = 1 if figured is None and len(words) <= MAX_WORDS else figured or 0
    is_label = 0 < opens <= min(MAX_LABEL_WORDS, len(words) - 1)
    return words[opens].start() if is_label and (is_within or MEASURED.fullmatch(text, words[opens].start()) is not None) else 0
