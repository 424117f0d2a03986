"""A size told with what holds the goods, `500 ml bottle`, `Topf 14 cm`: beside a name it measures, by itself it may be one."""

from __future__ import annotations

from dataclasses import replace

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, is_size, word_list
from pipeline.backends.rules.values.kinds import Kind

MAX_CHARS = 28
LINKS = frozenset(("de", "d", "of", "a", "da", "di", "mit", "zu", "con", "po"))


def with_sizes(caption: Caption) -> Caption:
    """The caption with the size that is told with a vessel, where other words name the product and nothing else measures it."""
    if caption.has(Kind.SIZE) or not caption.has(Kind.NAME):
        return caption
    sized = next((part for part in caption.parts if part.kind in (Kind.TEXT, Kind.NOTE) and _size_in(part) is not None), None)
    return replace(caption, parts=tuple(_as_size(part) if part is sized else part for part in caption.parts))


def measured(caption: Caption) -> Caption | None:
    """The caption with its name read as a size, for one that is named elsewhere; None where its name is one."""
    worded = [part for part in caption.parts if part.kind in (Kind.NAME, Kind.TEXT)]
    if len(worded) != 1 or _size_in(worded[0]) is None or caption.has(Kind.SIZE):
        return None
    return replace(caption, parts=tuple(_as_size(part) if part is worded[0] else part for part in caption.parts))


def _as_size(part: Part) -> Part:
    size = _size_in(part)
    return replace(part, kind=Kind.SIZE, statement=replace(part.statement, value=size)) if size is not None else part


def _size_in(part: Part) -> Span | None:
    return size_in(part.statement.value) if not part.is_labelled else None


def size_in(value: Span) -> Span | None:
    """The size in a text that says nothing else but what holds the goods, before it or behind it."""
    words = value.text.split()
    if not 2 <= len(words) <= 4 or len(value.text) > MAX_CHARS:
        return None
    if _is_vessel(words[-1]) and is_size(" ".join(words[:-1])):
        return value.part(0, len(value.text) - len(words[-1]))
    start = 2 if len(words) > 2 and folded(words[1]).strip("'’") in LINKS else 1
    if _is_vessel(words[0]) and is_size(" ".join(words[start:])):
        return value.part(len(value.text) - len(" ".join(words[start:])), len(value.text))
    return None


def _is_vessel(word: str) -> bool:
    return folded(word).strip(" .,()") in word_list("vessels")
