"""Model codes within a line of words: before them or after them."""

from __future__ import annotations

import re

from pipeline.backends.rules.spans import Span
from pipeline.backends.rules.value_kinds import ValueKind, kind_of

MIN_CODE_CHARS = 4
EDGES = " -–—:：/|,，()（）[]【】#"


def code_and_words(span: Span) -> tuple[Span, Span] | None:
    """A model code at one end of the title, with words left over."""
    for space in re.finditer(r"\s+|(?<=[A-Za-z0-9])(?=[\u3040-\u9fff])", span.text):
        head, tail = _trimmed(span.part(0, space.start())), _trimmed(span.part(space.end(), len(span.text)))
        if _is_code(head.text) and _is_words(tail.text):
            return head, tail
    for space in reversed(list(re.finditer(r"\s+", span.text))):
        head, tail = _trimmed(span.part(0, space.start())), _trimmed(span.part(space.end(), len(span.text)))
        if _is_code(tail.text) and _is_words(head.text):
            return tail, head
    return None


def _is_code(text: str) -> bool:
    return len(text) >= MIN_CODE_CHARS and kind_of(text) is ValueKind.CODE


def _is_words(text: str) -> bool:
    return sum(char.isalpha() for char in text) >= 2 and kind_of(text) in (ValueKind.TEXT, ValueKind.COLOR, ValueKind.MATERIAL)


def _trimmed(span: Span) -> Span:
    """Without the dashes and brackets that part a code from words."""
    start = len(span.text) - len(span.text.lstrip(EDGES))
    return span.part(start, len(span.text.rstrip(EDGES)))
