"""What rows of a caption are cut into: statements, the rows they stand in and how these look."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pipeline.backends.rules.text.spans import Span
from pipeline.frozen import record
from pipeline.records import Word

LabelLookup = Callable[[str], str | None]


class Fact(NamedTuple):
    """A part of a row that tells one thing, and the attribute it tells where its neighbours say which."""

    start: int
    end: int
    attribute: str | None


class Style(NamedTuple):
    """How text looks; captions of one kind look alike."""

    size_pt: float
    is_bold: bool
    color: int


@record(frozen=True, slots=True)
class Statement:
    """A value with its printed label, if it has one, or the attribute its neighbours vouch for. `row` is the row on which it begins."""

    label: Span | None
    value: Span
    row: int
    style: Style
    last_row: int
    attribute: str | None = None

    @property
    def label_text(self) -> str:
        return self.label.text if self.label else ""


@record(frozen=True, slots=True)
class Row:
    """A row of a caption; `label` where layout sets one apart from the value, `is_point` where a bullet stands before it.
    `facts` are its parts, where it lists them as other rows do."""

    span: Span
    label: Span | None = None
    is_point: bool = False
    facts: tuple[Fact, ...] = ()


def style_of(words: Sequence[Word]) -> Style:
    """The look of most of the characters."""
    # Asked tens of thousands of times a catalog, and nearly always of words that look alike.
    looks = {(word.size_pt, word.is_bold, word.color) for word in words}
    if len(looks) == 1:
        return _style(*looks.pop())
    weight: dict[Style, int] = {}
    for word in words:
        look = _style(word.size_pt, word.is_bold, word.color)
        weight[look] = weight.get(look, 0) + len(word.text)
    return max(weight, key=lambda look: (weight[look], look.size_pt))


@lru_cache(maxsize=4096)
def _style(size_pt: float, is_bold: bool, color: int) -> Style:
    return Style(round(size_pt, 1), is_bold, color)
