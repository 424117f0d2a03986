"""Rows that begin with a label without a colon: in which looks a page has such rows, and what they tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.backends.rules.text.records import LabelLookup, Row, Statement, Style, style_of
from pipeline.backends.rules.values.kinds import Kind, label_in_company, leading_label

MIN_FITTING = 2
MIN_ALIKE = 3
MAX_LED_CHARS = 48


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
