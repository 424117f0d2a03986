"""Rows of a caption that tell one thing each behind a label of their own: `Trade pack: 6` among others like it.

Of such labels no dictionary holds all; what stands before the colon is the label as a whole, though its last word is known by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pipeline.backends.rules.text.colons import COLON, could_be_label
from pipeline.backends.rules.text.records import LabelLookup, Row

MIN_ROWS = 2


def form_labels(rows: Sequence[Row], lookup: LabelLookup) -> frozenset[str]:
    """What stands before the colons of such rows, where there are several and one of the labels is known."""
    labels = list(_labels(rows, lookup))
    return frozenset(labels) if len(labels) >= MIN_ROWS and any(lookup(label) is not None for label in labels) else frozenset()


def _labels(rows: Sequence[Row], lookup: LabelLookup) -> Iterator[str]:
    for number, row in enumerate(rows):
        text = row.span.text
        colons = list(COLON.finditer(text))
        label = text[: colons[0].start()].strip() if colons else ""
        is_one = len(colons) == 1 and row.label is None and not row.facts and could_be_label(label)
        if is_one and not any(map(str.isdigit, label)) and not (number == 0 and _ends_in_label(label, lookup)):
            yield label


def _ends_in_label(text: str, lookup: LabelLookup) -> bool:
    """A name with a label of the first thing told behind it, in one row: `Oslo Chair Material: oak`."""
    words = text.split()
    return any(words[place][:1].isupper() and lookup(" ".join(words[place:])) is not None for place in range(1, len(words)))
