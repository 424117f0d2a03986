"""Gaps within a row that are wider than any space between words: `规格：600×1200mm　工艺：亮光`. They part what is told, not the words of a name."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.colons import COLON, begins_with_label
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.looks import ValueKind, kind_of

if TYPE_CHECKING:
    from pipeline.backends.rules.text.records import LabelLookup

WIDE_EM = 0.75
# Narrow letters have narrow spaces: what is several times as wide as the others of its row parts as well.
OPEN_EM = 0.5
SPACES = 2.5
TELLING = frozenset({ValueKind.CODE, ValueKind.SIZE, ValueKind.COLOR, ValueKind.MATERIAL, ValueKind.MEASURE, ValueKind.PRICE})
PROMISED = {"size": ValueKind.SIZE, "color": ValueKind.COLOR, "material": ValueKind.MATERIAL, "price": ValueKind.PRICE}
CLAUSE_SIGN = re.compile(r"[,;]\s|[，；。]")
FIGURES = frozenset({ValueKind.NUMBER, ValueKind.BARCODE})


@found_once
def wide_gaps(row: Span) -> tuple[tuple[int, int], ...]:
    """Where such gaps begin and end in the row's text."""
    pairs = list(pairwise(row.words))
    gaps = [right.box.x0 - left.box.x1 for left, right in pairs]
    narrowest = min(gaps, default=0.0)
    wide = [right for gap, (left, right) in zip(gaps, pairs, strict=True) if gap >= _wide(narrowest, min(left.size_pt, right.size_pt))]
    ends = [row.start_of(word) for word in wide]
    starts = [len(row.text[:end].rstrip()) for end in ends]
    return tuple((start, end) for start, end in zip(starts, ends, strict=True) if start < end)


def _wide(narrowest: float, size_pt: float) -> float:
    """How wide a gap must be to part: by the letters, or by the narrowest space of the row."""
    return min(WIDE_EM * size_pt, max(OPEN_EM * size_pt, SPACES * narrowest))


def cuts_at_gaps(row: Span, lookup: LabelLookup) -> list[tuple[int, int]]:
    """The wide gaps at which something else is told: a label begins, a price follows, or one thing ends and another kind begins."""
    gaps = wide_gaps(row)
    if not gaps or (kind_of(row.text) is not ValueKind.TEXT and not COLON.search(row.text)):
        return []
    cuts: list[tuple[int, int]] = []
    for gap, end in zip(gaps, [*(start for start, _ in gaps[1:]), len(row.text)], strict=True):
        told = row.text[cuts[-1][1] if cuts else 0 : gap[0]]
        if _begins_anew(told, row.text[gap[1] : end], lookup):
            cuts.append(gap)
    return cuts


def _begins_anew(told: str, following: str, lookup: LabelLookup) -> bool:
    if begins_with_label(following, lookup):
        return True
    before, after = _kind_told(told, lookup), kind_of(following)
    return before is not after and (before in TELLING or after in TELLING) and not _is_open(told, lookup)


def _kind_told(text: str, lookup: LabelLookup) -> ValueKind:
    """What a text tells; behind a label what the label promises, where words may be that."""
    label, *values = COLON.split(text)
    if not values:
        return kind_of(text)
    kind, attribute = kind_of(values[-1].strip()), lookup(label) or ""
    if attribute == "model" and kind in FIGURES:
        return ValueKind.CODE
    return PROMISED.get(attribute, kind) if kind is ValueKind.TEXT else kind


def _is_open(text: str, lookup: LabelLookup) -> bool:
    """Whether a label waits for its value, with a colon or, as in letters with wide spaces, without; what was told before it ends with a sign."""
    label = CLAUSE_SIGN.split(text)[-1].strip()
    return text.rstrip().endswith((":", "：")) or lookup(text.strip()) is not None or lookup(label) is not None
