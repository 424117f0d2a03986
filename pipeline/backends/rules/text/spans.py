"""Text that remembers where each character stands, so that any part of it can be quoted with its box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import Any

from pipeline.backends.rules.page.findings import found_once
from pipeline.frozen import record
from pipeline.geometry import union
from pipeline.records import Evidence, Line, Word
from pipeline.stages.lines import joined, text_of


@record(frozen=True, slots=True)
class Span:
    """Characters and, for each, the word it was read from (None for spaces between words). `found` is where readers keep what they found out
    about it."""

    text: str
    owners: tuple[Word | None, ...]
    found: dict[Any, Any] = field(init=False, default_factory=dict, compare=False, repr=False)
    _words: tuple[Word, ...] | None = field(init=False, default=None, compare=False, repr=False)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words it touches, in order, looked for when first asked for."""
        words = self._words
        if words is None:
            words = tuple(_runs(self.owners))
            object.__setattr__(self, "_words", words)
        return words

    def part(self, start: int, end: int) -> Span:
        """The characters from `start` to `end`, without spaces at the ends."""
        while start < end and self.text[start].isspace():
            start += 1
        while end > start and self.text[end - 1].isspace():
            end -= 1
        return Span(self.text[start:end], self.owners[start:end])

    def start_of(self, word: Word) -> int:
        """Where the first character of a word stands. The word itself is looked for: comparing it with each owner field by field takes long."""
        return next(place for place, owner in enumerate(self.owners) if owner is word)

    def evidence(self, page_number: int, confidence: float) -> Evidence:
        """Where it stands: the box of all its words, quoted as they are printed."""
        words = self.words
        quote = self.text if self._is_whole() else text_of(words)
        certainty = min([confidence, *(word.confidence for word in words)])
        return Evidence(page_number, union(word.box for word in words), quote, round(certainty, 4))

    def _is_whole(self) -> bool:
        """No word is cut at its ends."""
        letters = sum(not char.isspace() for char in self.text)
        return letters == sum(len(word.text.replace(" ", "")) for word in self.words)


def _runs(owners: Sequence[Word | None]) -> Iterator[Word]:
    """Every owner once, however many characters in a row it has, and also where a space stands between them."""
    last: Word | None = None
    for owner in owners:
        if owner is not last and owner is not None:
            last = owner
            yield owner


@found_once
def line_span(line: Line) -> Span:
    """A line as one span, the same for whoever asks: what is found out about the span is then known to all of them."""
    return span_of(line.words)


def span_of(words: Sequence[Word]) -> Span:
    """Words of one line as one span."""
    if len(words) == 1:
        return Span(words[0].text, (words[0],) * len(words[0].text))
    whole = text_of(words)
    owners: list[Word | None] = []
    position = 0
    for word in words:
        start = whole.index(word.text, position)
        owners.extend([None] * (start - position))
        owners.extend([word] * len(word.text))
        position = start + len(word.text)
    span = Span(whole, tuple(owners))
    object.__setattr__(span, "_words", tuple(words))
    return span


def joined_span(left: Span, right: Span) -> Span:
    """Two spans as running text."""
    if not left.text or not right.text:
        return left if left.text else right
    text = joined(left.text, right.text)
    between: tuple[Word | None, ...] = (None,) * (len(text) - len(left.text) - len(right.text))
    whole = Span(text, left.owners + between + right.owners)
    if left._words and right._words is not None:
        # Known already: a caption of hundreds of rows grows row by row, and each time its words are asked for.
        is_cut = bool(right._words) and right._words[0] is left._words[-1]
        object.__setattr__(whole, "_words", left._words + right._words[is_cut:])
    return whole


def joined_spans(spans: Sequence[Span]) -> Span:
    """Any number of spans as running text: a paragraph of thousands of rows is put together once."""
    texts: list[str] = []
    owners: list[Word | None] = []
    last = ""
    for span in spans:
        if span.text:
            has_space = bool(last) and len(joined(last[-1], span.text[0])) > 2
            texts.append(f" {span.text}" if has_space else span.text)
            owners.extend((None, *span.owners) if has_space else span.owners)
            last = span.text
    return Span("".join(texts), tuple(owners))


def listed_spans(spans: Sequence[Span]) -> Span:
    """Things told side by side as one list."""
    first, *others = spans
    text, owners = first.text, first.owners
    for span in others:
        text, owners = f"{text} / {span.text}", (*owners, None, None, None, *span.owners)
    return Span(text, owners)
