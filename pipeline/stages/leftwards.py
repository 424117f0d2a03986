"""Words of scripts that are written from right to left, put into the order in which they are read."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.records import Word

# Hebrew, Arabic and their neighbours; the forms that old fonts have for their letters.
FIRST, LAST = "\u0590", "\u08ff"
FIRST_FORM, LAST_FORM = "\ufb1d", "\ufefc"


def is_leftwards(word: Word) -> bool:
    char = word.text[0]
    return char >= FIRST and (char <= LAST or FIRST_FORM <= char <= LAST_FORM)


def in_reading_direction(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a line, given from left to right: from its first word of such a script to the last one, with the figures among them, they
    are read from the right. What is written in letters of other scripts parts them."""
    # Asked of every line: nearly none has such a word.
    if max([word.text for word in words]) < FIRST or not any(map(is_leftwards, words)):
        return words
    ordered = list(words)
    start: int | None = None
    for place, word in enumerate([*words, None]):
        if word is not None and (is_leftwards(word) or not any(map(str.isalpha, word.text))):
            start = place if start is None and is_leftwards(word) else start
        elif start is not None:
            end = max(at for at in range(start, place) if is_leftwards(words[at])) + 1
            ordered[start:end] = reversed(words[start:end])
            start = None
    return ordered
