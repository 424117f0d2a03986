"""Facts set apart from each other, each a label and its value with nothing between them, as in rows of small boxes: `Net 500 g`, `Origin Crete`."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.backends.rules.text.records import LabelLookup, Row, Statement, Style, style_of
from pipeline.backends.rules.values.kinds import label_in_company, leading_label

MIN_ALIKE = 3
# A single label that comes again may open names: `Color Dunes`, `Color Hills`.
MIN_LABELS = 2
LEVEL_EM = 0.4


def with_lone_labels(blocks: Sequence[Sequence[Row]], lookup: LabelLookup) -> list[list[Row]]:
    """The blocks; those of a single row in a look in which several labels come again and again with the label apart."""
    alone = [row for block in blocks if len(block) == 1 and (row := block[0]).label is None and not row.facts]
    known = {id(row): found for row in alone if (found := _labelled(row, lookup)) is not None}
    heights: dict[Style, list[float]] = {}
    for row in alone:
        if id(row) in known:
            heights.setdefault(known[id(row)].style, []).append(_height(row))
    beside = {style: sorted(own) for style, own in heights.items()}
    known |= {id(row): found for row in alone if id(row) not in known and (found := _led_beside(row, beside)) is not None}
    told: dict[Style, Counter[str]] = {}
    for found in known.values():
        told.setdefault(found.style, Counter())[found.label_text] += 1
    sure = {
        (style, label)
        for style, labels in told.items()
        for label, count in labels.items()
        if count >= MIN_ALIKE and sum(other >= MIN_ALIKE for other in labels.values()) >= MIN_LABELS
    }
    parted = {key: Row(found.value, found.label) for key, found in known.items() if (found.style, found.label_text) in sure}
    return [[parted.get(id(row), row) for row in block] for block in blocks]


def _labelled(row: Row, lookup: LabelLookup) -> Statement | None:
    whole = _whole(row)
    return leading_label(whole, lookup) or label_in_company(whole, lookup)


def _led_beside(row: Row, heights: Mapping[Style, Sequence[float]]) -> Statement | None:
    """By its first word, which no dictionary holds, level with a row of its look whose label is known; `heights` are those of such rows."""
    place = row.span.text.find(" ")
    whole = _whole(row)
    level, reach = heights.get(whole.style, ()), LEVEL_EM * whole.style.size_pt
    at = bisect_left(level, _height(row) - reach)
    if place < 0 or at == len(level) or level[at] > _height(row) + reach:
        return None
    return replace(whole, label=row.span.part(0, place), value=row.span.part(place + 1, len(row.span.text)))


def _whole(row: Row) -> Statement:
    return Statement(None, row.span, 0, style_of(row.span.words), 0)


def _height(row: Row) -> float:
    return row.span.words[0].box.center_y
