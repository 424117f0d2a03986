"""What a caption says: its parts, each a statement understood, and the rows it stands in."""

from __future__ import annotations

from dataclasses import field, replace

from pipeline.backends.rules.text.records import Statement, Style
from pipeline.backends.rules.text.spans import Span, joined_span
from pipeline.backends.rules.values.kinds import (
    Kind,
)
from pipeline.frozen import record
from pipeline.geometry import Box, union
from pipeline.records import Price


@record(frozen=True, slots=True)
class Part:
    """A statement and what it states. `lead` are words told elsewhere on the page that what it states begins with."""

    kind: Kind
    statement: Statement
    price: Price | None = None
    lead: Span | None = None
    _box: Box | None = field(init=False, default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        return self.statement.value.text

    @property
    def style(self) -> Style:
        return self.statement.style

    @property
    def is_labelled(self) -> bool:
        return self.statement.label is not None

    @property
    def box(self) -> Box:
        box = self._box
        if box is None:
            words = [*self.statement.value.words, *(self.statement.label.words if self.statement.label else ())]
            box = union([word.box for word in words])
            object.__setattr__(self, "_box", box)
        return box

    def joined_with(self, below: Part) -> Part:
        """This part as it goes on in a part without a label."""
        value = joined_span(self.statement.value, below.statement.value)
        whole = replace(self, statement=replace(self.statement, value=value, last_row=below.statement.last_row))
        object.__setattr__(whole, "_box", union((self.box, below.box)))
        return whole


@record(frozen=True, slots=True)
class Caption:
    """What is said about one product, from top to bottom."""

    parts: tuple[Part, ...]
    rows: frozenset[int]

    @property
    def box(self) -> Box:
        return union(part.box for part in self.parts)

    def first(self, kind: Kind) -> Part | None:
        return next((part for part in self.parts if part.kind is kind), None)

    def has(self, kind: Kind) -> bool:
        return any(part.kind is kind for part in self.parts)

    @property
    def labelled_count(self) -> int:
        return sum(part.is_labelled for part in self.parts)
