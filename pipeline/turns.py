"""Pages set sideways or upside down without saying so: their contents turned to be read, and the way back for boxes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from pipeline.geometry import Box
from pipeline.records import PageContent, Picture, Ruling, Word
from pipeline.stages.lines import find_lines

LEVEL = (1, 0)
TURNED_SHARE = 0.7
MIN_TURNED_CHARS = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """How text runs on a page of this size as displayed: to the right, upwards, downwards or upside down."""

    direction: tuple[int, int]
    width_pt: float
    height_pt: float

    @property
    def is_sideways(self) -> bool:
        return self.direction[0] == 0

    def upright(self, box: Box) -> Box:
        """Where a box stands on the page turned so that its text is level."""
        x0, y0, x1, y1 = box
        width, height = self.width_pt, self.height_pt
        if self.is_sideways:
            return Box(height - y1, x0, height - y0, x1) if self.direction[1] < 0 else Box(y0, width - x1, y1, width - x0)
        return box if self.direction == LEVEL else Box(width - x1, height - y1, width - x0, height - y0)

    def back(self, box: Box) -> Box:
        """Where a box of the turned page stands on the page as displayed."""
        x0, y0, x1, y1 = box
        width, height = self.width_pt, self.height_pt
        if self.is_sideways:
            return Box(y0, height - x1, y1, height - x0) if self.direction[1] < 0 else Box(width - y1, x0, width - y0, x1)
        return box if self.direction == LEVEL else Box(width - x1, height - y1, width - x0, height - y0)


def reading_turn(content: PageContent) -> Turn:
    """How most text of a page runs. A turned margin or a few heads of columns turn no page."""
    lengths: Counter[tuple[float, float]] = Counter()
    for word in content.words:
        lengths[word.direction] += len(word.text)
    runs: Counter[tuple[int, int]] = Counter()
    for (along, down), length in lengths.items():
        runs[round(along), round(down)] += length
    turned = max((way for way in runs if way in ((0, -1), (0, 1), (-1, 0))), key=lambda way: runs[way], default=LEVEL)
    is_turned = runs[turned] >= max(MIN_TURNED_CHARS, TURNED_SHARE * runs.total())
    return Turn(turned if is_turned else LEVEL, content.width_pt, content.height_pt)


def turned_upright(content: PageContent, turn: Turn) -> PageContent:
    """The page with all that is on it turned so that its text is level."""
    if turn.direction == LEVEL:
        return content
    width, height = (turn.height_pt, turn.width_pt) if turn.is_sideways else (turn.width_pt, turn.height_pt)
    rulings = tuple(_ruling(ruling, turn) for ruling in content.rulings)
    fills = tuple(replace(fill, box=turn.upright(fill.box)) for fill in content.fills)
    shapes = tuple(turn.upright(shape) for shape in content.shapes)
    page = Box(0.0, 0.0, width, height)
    words, lines = find_lines([_word(word, turn) for word in content.words], rulings, page, [*(fill.box for fill in fills), *shapes])
    return replace(
        content,
        width_pt=width,
        height_pt=height,
        words=words,
        lines=lines,
        rulings=rulings,
        fills=fills,
        pictures=tuple(_picture(picture, turn) for picture in content.pictures),
        shapes=shapes,
    )


def _word(word: Word, turn: Turn) -> Word:
    along, down = word.direction
    right, under = turn.direction
    # The page's own direction becomes the level one, all others turn with it.
    return replace(
        word, box=turn.upright(word.box), direction=(along * right + down * under, down * right - along * under), descent_pt=None
    )


def _ruling(ruling: Ruling, turn: Turn) -> Ruling:
    return replace(ruling, box=turn.upright(ruling.box), is_horizontal=ruling.is_horizontal is not turn.is_sideways)


def _picture(picture: Picture, turn: Turn) -> Picture:
    placed = turn.upright(picture.placed) if picture.placed is not None else None
    return replace(picture, box=turn.upright(picture.box), placed=placed)
