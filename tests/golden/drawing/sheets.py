"""Pages as lists of marks at given places, which any painter can put on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from tests.golden.drawing import pictures
from tests.golden.drawing.truth import Box, DrawnPage, PageFacts, PlacedPicture, Product, Role

A4, A4_WIDE = (595.0, 842.0), (842.0, 595.0)
Rgb = tuple[float, float, float]
BLACK, GREY, LIGHT, WHITE = (0.1, 0.1, 0.1), (0.5, 0.5, 0.5), (0.92, 0.92, 0.9), (1.0, 1.0, 1.0)


class Anchor(StrEnum):
    """Which end of a text its place means."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Text:
    """One line; `y` is its baseline. Turned text runs upwards from its place."""

    x: float
    y: float
    text: str
    size: float = 9
    is_bold: bool = False
    color: Rgb = BLACK
    anchor: Anchor = Anchor.LEFT
    is_turned: bool = False
    is_hidden: bool = False


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle, filled, framed or both."""

    box: Box
    fill: Rgb | None = None
    stroke: Rgb | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line."""

    x0: float
    y0: float
    x1: float
    y1: float
    width: float = 0.6
    color: Rgb = GREY


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture filling its box."""

    box: Box
    data: bytes


Mark = Text | Area | Rule | Photo


@dataclass(slots=True)
class Sheet:
    """One page under the pen: points from the top left."""

    rng: Random
    size: tuple[float, float] = A4
    marks: list[Mark] = field(default_factory=list)
    placed: list[PlacedPicture] = field(default_factory=list)

    def text(
        self, x: float, y: float, text: str, *, size: float = 9, bold: bool = False, color: Rgb = BLACK, anchor: Anchor = Anchor.LEFT
    ) -> None:
        self.marks.append(Text(x, y, text, size, bold, color, anchor))

    def turned(self, x: float, y: float, text: str, *, size: float = 9, bold: bool = False) -> None:
        self.marks.append(Text(x, y, text, size, bold, is_turned=True))

    def area(self, box: Box, *, fill: Rgb | None = None, stroke: Rgb | None = None) -> None:
        self.marks.append(Area(box, fill, stroke))

    def rule(self, x0: float, y0: float, x1: float, y1: float, *, width: float = 0.6, color: Rgb = GREY) -> None:
        self.marks.append(Rule(x0, y0, x1, y1, width, color))

    def picture(self, box: Box, shape: str, *, role: Role = Role.MAIN) -> str:
        """A photo of its own; its key."""
        size = (max(60, round(2 * (box[2] - box[0]))), max(60, round(2 * (box[3] - box[1]))))
        return self.image(box, pictures.photo(shape, self.rng, size=size), role=role)

    def image(self, box: Box, data: bytes, *, role: Role) -> str:
        key = f"{role.value.lower()}-{len(self.placed) + 1:03}"
        self.marks.append(Photo(box, data))
        self.placed.append(PlacedPicture(key, role, box))
        return key

    def row(
        self, y: float, edges: Sequence[float], cells: Sequence[str], *, size: float = 8.5, bold: bool = False, indent: float = 4
    ) -> None:
        """Texts at the left edges of columns."""
        for left, cell in zip(edges, cells, strict=False):
            if cell:
                self.text(left + indent, y, cell, size=size, bold=bold)

    def lattice(self, edges: Sequence[float], tops: Sequence[float]) -> None:
        """The rulings of a table."""
        for x in edges:
            self.rule(x, tops[0], x, tops[-1])
        for y in tops:
            self.rule(edges[0], y, edges[-1], y)

    def shuffled(self) -> None:
        """Texts in an order nobody reads in, as some producers write them; areas and pictures stay below."""
        texts = [mark for mark in self.marks if isinstance(mark, Text)]
        self.rng.shuffle(texts)
        self.marks = [mark for mark in self.marks if not isinstance(mark, Text)] + texts

    def finished(self, facts: PageFacts, products: Sequence[Product] = ()) -> SheetPage:
        return SheetPage(tuple(self.marks), DrawnPage(facts, self.size, tuple(products), tuple(self.placed)))


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Marks to be painted, and what they say."""

    marks: tuple[Mark, ...]
    drawn: DrawnPage
