"""Model codes: within a line of words, before them or after them, and whether several are those of one thing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import is_unit
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of

MIN_CODE_CHARS = 4
# Where all lines of a column have one, codes may be shorter.
MIN_LISTED_CHARS = 3
EDGES = " -–—:：/|,，()（）[]【】#"
STEM_SHARE = 0.6
# Before a bracket a word ends, though no space does: `Paper bag（KB-61）`.
BEFORE_CODE = re.compile(r"\s+|(?<=\w)(?=[（(\[【])")
# The same without a bracket, where all lines have a code: `果汁18266`.
BEFORE_LISTED = re.compile(rf"{BEFORE_CODE.pattern}|(?<=[\u3040-\u9fff\uf900-\ufaff])(?=[A-Za-z0-9])")
AFTER_CODE = re.compile(r"\s+|(?<=[A-Za-z0-9])(?=[\u3040-\u9fff])")

# Codes without letters, which nothing but their company tells from figures: `2301`, `2000-04`, `415/2`.
NUMBERED = re.compile(r"\d{3,}(?:[-/]\d+)*[A-Z]?")
NUMBER_FIRST = re.compile(r"(\d{2,6})\s+(?=([^\W\d_]{2,}))")
NUMBERED_SHARE = 0.8

Place = tuple[int, int]


def code_and_words(span: Span, *, min_chars: int = MIN_CODE_CHARS) -> tuple[Span, Span] | None:
    """A model code at one end of the title, with words left over."""
    places = _places(span.text, min_chars)
    return (span.part(*places[0]), span.part(*places[1])) if places is not None else None


def code_in(text: str) -> str | None:
    """The code before or behind the words of one of many lines built alike."""
    places = _places(text, MIN_LISTED_CHARS)
    return text[slice(*places[0])] if places is not None else None


def are_numbers(texts: Sequence[str]) -> bool:
    """Whether the texts of a column are numbers that never come twice, as those of goods are."""
    filled = [text.strip() for text in texts if text.strip()]
    return len(set(filled)) == len(filled) and all(map(NUMBERED.fullmatch, filled))


def begin_with_numbers(texts: Sequence[str]) -> bool:
    """Whether nearly all texts of a list begin with a number of their own before words, which neither counts the lines nor measures anything."""
    found = [first for text in texts if (first := NUMBER_FIRST.match(text.strip())) and _begins_words(first[2])]
    numbers = {int(first[1]) for first in found}
    counts = set(range(len(texts) + 1))
    return len(found) >= NUMBERED_SHARE * len(texts) and len(numbers) == len(found) and not counts >= numbers


def _begins_words(text: str) -> bool:
    """No unit, and no capitals that go on with a code: `4904 BO`."""
    return not is_unit(text) and (not text.isupper() or len(text) >= MIN_CODE_CHARS)


def number_and_words(span: Span) -> tuple[Span, Span] | None:
    """The number that a line of such a list begins with, and what follows it."""
    found = NUMBER_FIRST.match(span.text)
    return (span.part(*found.span(1)), span.part(found.end(), len(span.text))) if found else None


def have_one_stem(codes: Sequence[str]) -> bool:
    """Whether these codes differ in their tails alone, all of them: variants of one thing."""
    if len(set(codes)) < len(codes):
        return False
    shortest = min(map(len, codes), default=0)
    stem = next((place for place in range(shortest) if len({code[place] for code in codes}) > 1), shortest)
    return stem >= STEM_SHARE * max(map(len, codes), default=0)


def _places(text: str, min_chars: int) -> tuple[Place, Place] | None:
    """Where the code and where the words stand."""
    for space in AFTER_CODE.finditer(text):
        head, tail = _trimmed(text, 0, space.start()), _trimmed(text, space.end(), len(text))
        if _is_code(text[slice(*head)], min_chars) and _is_words(text[slice(*tail)]):
            return head, tail
    before = BEFORE_LISTED if min_chars <= MIN_LISTED_CHARS else BEFORE_CODE
    for space in reversed(list(before.finditer(text))):
        head, tail = _trimmed(text, 0, space.start()), _trimmed(text, space.end(), len(text))
        if _is_code(text[slice(*tail)], min_chars) and _is_words(text[slice(*head)]):
            return tail, head
    return None


def _is_code(text: str, min_chars: int) -> bool:
    return len(text) >= min_chars and is_coded(text)


def _is_words(text: str) -> bool:
    return sum(char.isalpha() for char in text) >= 2 and kind_of(text) in (ValueKind.TEXT, ValueKind.COLOR, ValueKind.MATERIAL)


def _trimmed(text: str, start: int, end: int) -> Place:
    """Without the dashes and brackets that part a code from words."""
    piece = text[start:end]
    first = start + len(piece) - len(piece.lstrip(EDGES))
    return first, max(first, start + len(piece.rstrip(EDGES)))
