"""Signs and words set at a value in a look of their own, which point at the row and are no part of what it says: `NEW`, `+`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.tables.records import Cell, cell_lines
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.values.forms import is_badge_word
from pipeline.records import Word

SIGNS = frozenset("+*•●►▶▸▲△★☆✓✔※■◆◇○!→»")
MAX_WORDS = 3


def without_pointers(cell: Cell) -> Cell:
    """The value without a sign before it, and without a badge before or behind it."""
    words = [word for line in cell.lines for word in line.words]
    if len(words) < 2 or len({(word.size_pt, word.is_bold, word.color) for word in words}) == 1:
        return cell
    first = next((count for count in _counts(words) if _points(words[:count], words[count:])), 0)
    last = next((count for count in _counts(words[first:]) if _points(words[len(words) - count :], words[first : len(words) - count])), 0)
    kept = words[first : len(words) - last]
    return replace(cell, lines=cell_lines(kept)) if len(kept) < len(words) else cell


def _counts(words: Sequence[Word]) -> range:
    return range(1, min(MAX_WORDS, len(words) - 1) + 1)


def _points(pointer: Sequence[Word], value: Sequence[Word]) -> bool:
    text = " ".join(word.text for word in pointer)
    return (SIGNS.issuperset(text) or is_badge_word(text)) and style_of(pointer) != style_of(value)
