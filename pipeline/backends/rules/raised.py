"""Prices whose cents stand small and high beside the large figure, with or without a point between: `12⁹⁹`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.fragments import Fragment
from pipeline.backends.rules.prices import SYMBOLS
from pipeline.backends.rules.spans import Span, span_of
from pipeline.geometry import Box
from pipeline.stages.lines import make_line

SIGNS = re.escape("".join(SYMBOLS))
CURRENCY = rf"(?:[{SIGNS}]|[A-Z]{{2,3}}\$?|zł|kr|Kč|лв|TL|lei|Ft)"
WHOLE = re.compile(rf"(?:{CURRENCY}\s?)?\d{{1,4}}[.,]?")
CENTS = re.compile(rf"\d{{2}}(?:\s?{CURRENCY})?\*?")
SMALLER = 0.8
GAP_EM = 0.3


def with_raised_cents(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments with every large figure and its cents as one, read as one amount."""
    fragments = [_within(item) for item in fragments]
    cents = sorted((item for item in fragments if CENTS.fullmatch(item.text)), key=lambda item: item.line.box.x0)
    wholes = [item for item in fragments if WHOLE.fullmatch(item.text)] if cents else []
    starts = [item.line.box.x0 for item in cents]
    joints: dict[int, Fragment] = {}
    taken: set[int] = set()
    for whole in wholes:
        found = _cents_of(whole, cents, starts)
        if found is not None and id(found) not in taken and id(whole) not in taken:
            joints[id(whole)] = _joined(whole, found)
            taken |= {id(whole), id(found)}
    if not joints:
        return list(fragments)
    return [joints.get(id(item), item) for item in fragments if id(item) in joints or id(item) not in taken]


def _within(fragment: Fragment) -> Fragment:
    """On one row already: the amount with the point that the step in height stands for."""
    *before, last = fragment.line.words
    if not before or not CENTS.fullmatch(last.text) or not WHOLE.fullmatch(before[-1].text):
        return fragment
    if last.size_pt > SMALLER * before[-1].size_pt or not _is_raised(last.box, before[-1].box):
        return fragment
    return replace(fragment, span=_one_amount(span_of(before), span_of([last])))


def _cents_of(whole: Fragment, cents: Sequence[Fragment], starts: Sequence[float]) -> Fragment | None:
    """Two small figures right behind the large one, at its head."""
    box, size = whole.line.box, whole.line.size_pt
    place = bisect_left(starts, box.x1 - GAP_EM * size)
    while place < len(cents) and starts[place] <= box.x1 + GAP_EM * size:
        small = cents[place]
        if small is not whole and small.line.size_pt <= SMALLER * size and _is_raised(small.line.box, box):
            return small
        place += 1
    return None


def _is_raised(small: Box, large: Box) -> bool:
    return large.y0 - 0.35 * large.height <= small.y0 and small.center_y < large.center_y


def _joined(whole: Fragment, cents: Fragment) -> Fragment:
    words = (*whole.line.words, *cents.line.words)
    span = _one_amount(span_of(whole.line.words), span_of(cents.line.words))
    return Fragment(make_line(words), whole.parents + cents.parents, span=span)


def _one_amount(whole: Span, cents: Span) -> Span:
    point = "" if whole.text.endswith((".", ",")) else "."
    return Span(whole.text + point + cents.text, (*whole.owners, *[None for _ in point], *cents.owners))
