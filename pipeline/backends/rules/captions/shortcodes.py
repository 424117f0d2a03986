"""Codes too short to be known by themselves, `LM-3`, `LM-P`: several of one look that begin alike and differ after that are a page's codes. And
names that only look like codes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.kinds import Kind

# Letters and a sign that all of them share, and the little in which they differ.
SHORT = re.compile(r"([A-Z]{2,6}\d{0,2}[-./])[A-Z\d]{1,5}")
UNKNOWN = (Kind.TEXT, Kind.MODEL)
MIN_CODES = 3

# `Pico 20`: a word and what tells it from others.
WORDED = re.compile(r"[^\W\d_]*[^\W\d_]{3}\s+\d{1,4}")
LARGER = 1.3

_Series = tuple[Style, str]


def with_short_codes(captions: Sequence[Caption]) -> list[Caption]:
    """The captions, with such codes as models where one tells no other."""
    series: dict[_Series, list[str]] = {}
    for part in (part for caption in captions for part in caption.parts):
        if (key := _series_of(part)) is not None:
            series.setdefault(key, []).append(part.text)
    sure = {key for key, texts in series.items() if _are_codes(texts)}
    return [_coded(caption, sure) for caption in captions] if sure else list(captions)


def without_titles_as_codes(captions: Sequence[Caption]) -> list[Caption]:
    """The captions, with a word and its number as words where they are set much larger than all that is told under them, with a code of its own."""
    return [_titled(caption) if sum(part.kind is Kind.MODEL for part in caption.parts) > 1 else caption for caption in captions]


def _titled(caption: Caption) -> Caption:
    first, *others = caption.parts
    is_title = first.kind is Kind.MODEL and not first.is_labelled and WORDED.fullmatch(first.text) and not first.text.isupper()
    if not is_title or not all(first.style.size_pt >= LARGER * part.style.size_pt for part in others if part.kind is not Kind.PRICE):
        return caption
    return replace(caption, parts=(replace(first, kind=Kind.TEXT), *others))


def _series_of(part: Part) -> _Series | None:
    found = SHORT.fullmatch(part.text) if part.kind in UNKNOWN and not part.is_labelled else None
    return (part.style, found[1]) if found is not None else None


def _are_codes(texts: Sequence[str]) -> bool:
    """Each stands once, and some have figures: words may share their beginning too."""
    return len(texts) == len(set(texts)) >= MIN_CODES and any(any(map(str.isdigit, text)) for text in texts)


def _coded(caption: Caption, sure: set[_Series]) -> Caption:
    if caption.has(Kind.MODEL):
        return caption
    code = next((part for part in caption.parts if _series_of(part) in sure), None)
    return replace(caption, parts=tuple(replace(part, kind=Kind.MODEL) if part is code else part for part in caption.parts))
