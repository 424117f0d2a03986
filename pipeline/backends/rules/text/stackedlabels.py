"""A label over its value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.labelpairs import ALIGN_PT, MIN_KNOWN, is_label, joined_pair, may_label
from pipeline.backends.rules.text.placement import ROUNDING_PT, Levels
from pipeline.backends.rules.text.records import Style, style_of
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import Line

# What labels side by side may be too, with their values under them.
WORDY_KINDS = frozenset((ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR))
COLONS = (":", "：")
LEVEL_EM, BESIDE_EM = 0.4, 8.0
BELOW_EM, COLUMN_EM = 2.2, 3.0


def with_stacked(fragments: list[Fragment], headers: Headers) -> list[Fragment]:
    """Small labels, each with its value in another look right under it: at least three known ones, all alike, and whatever stands among them as
    they do."""
    levels = Levels(fragments)
    known = {id(item) for item in fragments if is_label(item.text, headers)}
    stacks = _stacks(fragments, levels, known)
    looks = Counter(_look(label, value) for label, value in stacks)
    kept = [pair for pair in stacks if looks[_look(*pair)] >= MIN_KNOWN]
    if kept:
        heads = [(label.line, style_of(label.line.words)) for label, _ in kept]
        alike = {_look(*pair) for pair in kept}
        labels = known | {id(item) for item in fragments if _is_among(item, heads)}
        kept = [pair for pair in _stacks(fragments, levels, labels) if _look(*pair) in alike]
    taken = {id(piece) for pair in kept for piece in pair}
    return [item for item in fragments if id(item) not in taken] + [joined_pair([label], [value]) for label, value in kept]


def _stacks(fragments: list[Fragment], levels: Levels, labels: Collection[int]) -> list[tuple[Fragment, Fragment]]:
    """Each of the labels with the value under it."""
    return [
        (item, value)
        for item in fragments
        if id(item) in labels
        and (value := _below(item, levels, labels)) is not None
        and id(value) not in labels
        and not _has_value_beside(item, levels, labels)
    ]


def _is_among(item: Fragment, heads: Sequence[tuple[Line, Style]]) -> bool:
    """Whether words that may label a value are set as these labels are, in a column or a row with one of them."""
    if not may_label(item.text):
        return False
    box, style = item.line.box, style_of(item.line.words)
    return any(
        look == style and (abs(head.box.x0 - box.x0) <= ALIGN_PT or abs(head.box.center_y - box.center_y) <= LEVEL_EM * head.size_pt)
        for head, look in heads
    )


def _has_value_beside(label: Fragment, fragments: Levels, labels: Collection[int]) -> bool:
    """Whether a value follows in the label's own row, or whatever is no label behind its colon, or in the last row of labels under each other:
    what stands under it is then said for itself."""
    box, size = label.line.box, label.line.size_pt
    level = fragments.between(box.center_y - LEVEL_EM * size, box.center_y + LEVEL_EM * size)
    beside = [item.text for item in level if 0 <= item.line.box.x0 - box.x1 <= BESIDE_EM * size and id(item) not in labels]
    if any(label.text.endswith(COLONS) or kind_of(text) not in WORDY_KINDS for text in beside):
        return True
    return bool(beside) and _is_right_under_label(label, fragments, labels)


def _is_right_under_label(label: Fragment, fragments: Levels, labels: Collection[int]) -> bool:
    """Whether the next thing over a label is a label set alike: values then stand beside them, not between."""
    box, size = label.line.box, label.line.size_pt
    over = fragments.between(box.center_y - BELOW_EM * size, box.center_y - LEVEL_EM * size)
    nearest = max((item for item in over if abs(item.line.box.x0 - box.x0) <= ALIGN_PT), key=lambda item: item.line.box.y0, default=None)
    return nearest is not None and id(nearest) in labels and style_of(nearest.line.words) == style_of(label.line.words)


def _look(label: Fragment, value: Fragment) -> tuple[Style, Style]:
    return style_of(label.line.words), style_of(value.line.words)


def _below(label: Fragment, fragments: Levels, labels: Collection[int]) -> Fragment | None:
    """What stands directly under the label, at its left edge or its middle, in another look, with nothing beside the label."""
    near = _right_under(label, fragments, BELOW_EM)
    value = min(near, key=lambda item: item.line.box.y0, default=None)
    if value is None or style_of(value.line.words) == style_of(label.line.words):
        return None
    return None if _heads_a_column(value, fragments, labels) else value


def _heads_a_column(value: Fragment, fragments: Levels, labels: Collection[int]) -> bool:
    """More of the same look follows right under it, and under no label of its own: a column of a table, not one value."""
    look, under = style_of(value.line.words), _right_under(value, fragments, COLUMN_EM)
    if id(min(under, key=lambda item: item.line.box.y0, default=value)) in labels:
        return False
    return any(style_of(item.line.words) == look for item in under)


def _right_under(item: Fragment, fragments: Levels, reach_em: float) -> list[Fragment]:
    """What stands under it, not lower than so many ems, from its left edge or about its middle."""
    box, reach = item.line.box, reach_em * item.line.size_pt
    return [
        other
        for other in fragments.between(box.center_y, box.center_y + reach + ROUNDING_PT)
        if other is not item
        and 0 < other.line.box.center_y - box.center_y <= reach
        and (abs(other.line.box.x0 - box.x0) <= ALIGN_PT or abs(other.line.box.center_x - box.center_x) <= ALIGN_PT)
    ]
