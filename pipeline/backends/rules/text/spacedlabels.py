"""A label and its value in one line, a wide gap between them or dots that lead from one to the other."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.labelpairs import ALIGN_PT, MAX_LABEL_CHARS, MIN_KNOWN, NOT_IN_LABELS, is_label
from pipeline.backends.rules.text.records import Style, style_of
from pipeline.backends.rules.text.spans import span_of

MIN_SPACED_KNOWN = 2
MOSTLY = 0.5
MAX_SPACED_WORDS = 10
WIDE_EM, WIDE_RATIO = 0.45, 2.0
LEADER = re.compile(r"[.·…‥_]{3,}|…")

# Up to which word the label goes, and with which the value begins.
Gap = tuple[int, int]


def with_spaced(fragments: Sequence[Fragment], headers: Headers) -> list[Fragment]:
    """Rows of one look under each other, each parted by one gap wider than its others, or by dots, with known labels before it."""
    parted: dict[tuple[int, Style], list[tuple[Fragment, Gap]]] = {}
    for item in fragments:
        gap = (_led_gap(item) or _wide_gap(item)) if item.pair is None and item.span is None and not item.facts else None
        if gap is not None:
            parted.setdefault((round(item.line.box.x0 / ALIGN_PT), style_of(item.line.words)), []).append((item, gap))
    found: dict[int, Fragment] = {}
    for rows in parted.values():
        joints = {id(item): _cut_at(item, gap) for item, gap in rows}
        labels = [joint.pair[0].text for joint in joints.values() if joint.pair is not None]
        is_known = len(set(labels)) >= MIN_KNOWN and sum(is_label(label, headers) for label in set(labels)) >= MIN_SPACED_KNOWN
        if is_known and not _are_said_twice(joints.values(), headers):
            found |= joints
    return [found.get(id(item), item) for item in fragments] if found else list(fragments)


def _are_said_twice(joints: Collection[Fragment], headers: Headers) -> bool:
    """Whether labels in two languages are cut, `型号  Model`, their values elsewhere: most of what follows names the same as what it follows."""
    found = [[headers.lookup(span.text) for span in joint.pair] for joint in joints if joint.pair is not None]
    same = [one for one, two in found if one is not None and two is not None and two.is_exact and one.attribute == two.attribute]
    return len(same) > MOSTLY * len(found)


def _led_gap(item: Fragment) -> Gap | None:
    """The dots between words that can be a label and what they lead to."""
    words = item.line.words
    dots = [place for place, word in enumerate(words) if LEADER.fullmatch(word.text)]
    if not dots or not 0 < dots[0] <= dots[-1] < len(words) - 1 or len(dots) != dots[-1] - dots[0] + 1:
        return None
    return (dots[0], dots[-1] + 1) if _may_be_label(span_of(words[: dots[0]]).text) else None


def _wide_gap(item: Fragment) -> Gap | None:
    """The one gap of a row that is far wider than its others, behind words that can be a label."""
    words = item.line.words
    if not 2 <= len(words) <= MAX_SPACED_WORDS:
        return None
    gaps = sorted((right.box.x0 - left.box.x1, place) for place, (left, right) in enumerate(pairwise(words), start=1))
    widest, place = gaps[-1]
    is_wide = widest >= WIDE_EM * item.line.size_pt and (len(gaps) == 1 or widest >= WIDE_RATIO * max(gaps[-2][0], 0.0))
    return (place, place) if is_wide and _may_be_label(span_of(words[:place]).text) else None


def _may_be_label(text: str) -> bool:
    return len(text) <= MAX_LABEL_CHARS and NOT_IN_LABELS.search(text) is None and sum(char.isalpha() for char in text) >= 2


def _cut_at(item: Fragment, gap: Gap) -> Fragment:
    return replace(item, pair=(span_of(item.line.words[: gap[0]]), span_of(item.line.words[gap[1] :])))
