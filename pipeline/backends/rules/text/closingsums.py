"""Sums at the right edge of their cards, level with the names: before one a long name leaves hardly a space, and both arrive as one row."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.placement import Levels
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import MONEY, is_only_currency
from pipeline.records import Line, Word
from pipeline.stages.lines import make_line

MIN_ALIKE = 2
EDGE_PT = 2.0
LEVEL_EM = 0.4
FIGURE = re.compile(r"\d[\d.,'’]*")

# Size and weight: cards of other colours have letters of other colours.
Look = tuple[float, bool]


def with_sums_apart(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments, with a sum that closes a row of words by itself where others in its look stand by themselves at the same place: as far
    from where the words before them begin."""
    closed = {id(item): place for item in fragments if (place := _closing_sum(item)) is not None}
    edges = _edges(fragments) if closed else {}
    if not edges:
        return list(fragments)
    return [
        piece
        for item in fragments
        for piece in (_parted(item, closed[id(item)]) if id(item) in closed and _is_at_edge(item.line, edges) else (item,))
    ]


def _closing_sum(item: Fragment) -> int | None:
    """The number of the word with which a sum begins at the end of other words."""
    words = item.line.words
    if len(words) < 2 or item.pair is not None or item.span is not None or not any(map(str.isdigit, words[-1].text + words[-2].text)):
        return None
    has_sign = is_only_currency(words[-1].text) or is_only_currency(words[-2].text)
    place = len(words) - (2 if has_sign else 1)
    is_other = place > 0 and _look(words[place]) != _look(words[place - 1])
    return place if place > 0 and _is_sum(" ".join(word.text for word in words[place:]), is_alone=is_other) else None


def _is_sum(text: str, *, is_alone: bool) -> bool:
    """A price, an amount with cents or, where it `is_alone` in its look, any figure: others end a name."""
    return MONEY.fullmatch(text) is not None or kind_of(text) is ValueKind.PRICE or (is_alone and FIGURE.fullmatch(text) is not None)


def _edges(fragments: Sequence[Fragment]) -> dict[Look, list[float]]:
    """How far from the beginning of the words before them the sums end that stand by themselves, by their looks."""
    levels = Levels(fragments)
    found: dict[Look, list[float]] = {}
    for item in fragments:
        box, words = item.line.box, item.line.words
        if len(words) > 2 or not _is_sum(item.text, is_alone=True):
            continue
        reach = LEVEL_EM * item.line.size_pt
        before = [other.line.box for other in levels.between(box.center_y - reach, box.center_y + reach) if other.line.box.x1 < box.x0]
        if before:
            found.setdefault(_look(words[0]), []).append(box.x1 - max(before, key=lambda other: other.x1).x0)
    return found


def _is_at_edge(line: Line, edges: Mapping[Look, Sequence[float]]) -> bool:
    own = line.box.x1 - line.box.x0
    return sum(abs(edge - own) <= EDGE_PT for edge in edges.get(_look(line.words[-1]), ())) >= MIN_ALIKE


def _look(word: Word) -> Look:
    return round(word.size_pt, 1), word.is_bold


def _parted(item: Fragment, place: int) -> tuple[Fragment, Fragment]:
    words = item.line.words
    return replace(item, line=make_line(words[:place])), replace(item, line=make_line(words[place:]))
