"""A label and its value that layout sets apart, as one fragment; and which texts are labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.labels.headers import CJK, Headers
from pipeline.backends.rules.labels.lookup import lookup_in, tail_attribute
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.spans import Span, joined_spans, line_span
from pipeline.stages.lines import make_line

ALIGN_PT = 3.0
MIN_KNOWN = 3
MAX_LABEL_CHARS = 34
NOT_IN_LABELS = re.compile(r"[\d:：$€£¥￥]")


def is_label(text: str, headers: Headers) -> bool:
    """A label as the dictionary has it, in one script or in two; words that merely contain one are none."""
    if not may_label(text):
        return False
    label = headers.lookup(text)
    if label is None or label.is_exact or CJK.search(text) is None:
        return label is not None and label.is_exact
    # `阀体材质` ends in one, `材质真皮` begins with one and goes on with its value.
    return any(char.isascii() and char.isalpha() for char in text) or tail_attribute(text.rstrip(":： "), lookup_in(headers)) is not None


def may_label(text: str) -> bool:
    """Short, and neither a figure nor a sum: whether words could be a label, known or not."""
    return len(text) <= MAX_LABEL_CHARS and NOT_IN_LABELS.search(text.rstrip(":：")) is None


def joined_pair(labels: Sequence[Fragment], values: Sequence[Fragment]) -> Fragment:
    """The rows of a label and those of its value as one fragment."""
    by_row = sorted(labels, key=lambda item: item.line.box.y0)
    words = [word for item in (*by_row, *values) for word in item.line.words]
    parents = tuple(parent for item in (*by_row, *values) for parent in item.parents)
    return Fragment(make_line(words), parents, (_running(by_row), _without_colon(_running(values))))


def _without_colon(value: Span) -> Span:
    """Colons under each other stand before the values as often as behind the labels."""
    bare = value.text.lstrip(":： ")
    return value.part(len(value.text) - len(bare), len(value.text)) if bare else value


def _running(fragments: Sequence[Fragment]) -> Span:
    return joined_spans([line_span(item.line) for item in fragments])
