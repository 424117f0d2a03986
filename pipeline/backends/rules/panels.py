"""Panels of a price list: lines of a name and its amounts that stand under each other, with what heads their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.kinds import is_sentence, plain_amount, read_price
from pipeline.backends.rules.prices import currency_in
from pipeline.backends.rules.spans import Span, joined_span, span_of
from pipeline.backends.rules.statements import style_of
from pipeline.backends.rules.tables_rows import text_rows
from pipeline.geometry import Box, union
from pipeline.records import Line, Price, Word
from pipeline.stages.lines import is_level, is_wide, text_of

LEADER = re.compile(r"(?:[.·…‥_\-—–]\s?){3,}|…+")
PIECE_GAP_EM = 1.3
UNIT_GAP_EM = 0.9
SPACE_EM = 0.4
EDGE_EM = 0.45
LINE_REACH_EM = 5.0
TITLE_RATIO = 1.15
TITLE_REACH_EM = 14.0
HEAD_REACH_EM = 4.0
MAX_NAME_WORDS = 12
MAX_AMOUNTS = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """Text that stands by itself in a row; `price` where it is an amount."""

    span: Span
    price: Price | None = None

    @property
    def text(self) -> str:
        return self.span.text

    @property
    def words(self) -> tuple[Word, ...]:
        return self.span.words

    @property
    def box(self) -> Box:
        return union(word.box for word in self.words)


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A name, then its amounts. `portion` is what stands between them, in the place of another line's amount."""

    name: Piece
    amounts: tuple[Piece, ...]
    portion: Piece | None = None

    def pieces(self) -> tuple[Piece, ...]:
        return (self.name, *((self.portion,) if self.portion else ()), *self.amounts)

    @property
    def box(self) -> Box:
        return union(piece.box for piece in self.pieces())

    @property
    def size_pt(self) -> float:
        return max(word.size_pt for word in self.name.words)


@dataclass(frozen=True, slots=True)
class Panel:
    """Lines under each other, the title over them and the words over their columns of amounts."""

    lines: tuple[PricedLine, ...]
    category: Piece | None = None
    heads: tuple[Piece, ...] = ()

    @property
    def box(self) -> Box:
        return union(line.box for line in self.lines)

    def words(self) -> Iterator[Word]:
        for piece in (
            *((self.category,) if self.category else ()),
            *self.heads,
            *(piece for line in self.lines for piece in line.pieces()),
        ):
            yield from piece.words

    def portion_of(self, line: PricedLine, place: int) -> Piece | None:
        """What this amount is for: the line's own word, or the one over its column."""
        if line.portion is not None and len(line.amounts) == 1:
            return line.portion
        return next((head for head in self.heads if _shares_column(head.box, line.amounts[place].box, line.size_pt)), None)


def priced_lines(lines: Sequence[Line]) -> list[PricedLine]:
    """Every row's texts with the amounts behind them; panels side by side give several of one row."""
    words = [word for line in lines for word in line.words if is_level(word)]
    found: list[PricedLine] = []
    for row in text_rows(words, PIECE_GAP_EM):
        found.extend(_of_row(list(_pieces(sorted(row.words, key=lambda word: word.box.x0)))))
    return found


def find_panels(found: Sequence[PricedLine], lines: Sequence[Line]) -> list[Panel]:
    """Lines that stand under each other, name under name and amount under amount, parted at the titles between them."""
    titles = [line for line in lines if _could_be_title(line, found)]
    groups = [part for group in _groups(_with_portions(found)) for part in _parted(group, titles)]
    kept = [tuple(line for line in group if _is_aligned(line, group)) for group in groups]
    panels = [Panel(group) for group in kept if len(group) >= 2]
    return [_headed(panel, panels, titles, lines) for panel in panels]


# --- one row -----------------------------------------------------------------------------------


def _pieces(words: Sequence[Word]) -> Iterator[Piece]:
    """A row's words as pieces: amounts each by itself, words together up to a wide gap."""
    text: Span | None = None
    reach = 0.0
    parts = list(_without_leaders(words))
    for index, part in enumerate(parts):
        box = union(word.box for word in part.words)
        size = part.words[0].size_pt
        # A figure one space behind the name, with an amount still to come, belongs to the name: `Riesling 2023   6.50`.
        within = (
            text is not None and box.x0 - reach <= SPACE_EM * size and any(_amount(later.text) for later in parts[index + 1 : index + 2])
        )
        price = None if within else _amount(part.text)
        apart = box.x0 - reach > PIECE_GAP_EM * size
        if text is not None and (price is not None or apart):
            yield Piece(text)
            text = None
        if price is not None:
            yield Piece(part, price)
        else:
            text = part if text is None else joined_span(text, part)
        reach = box.x1
    if text is not None:
        yield Piece(text)


def _without_leaders(words: Sequence[Word]) -> Iterator[Span]:
    """The words without the dots that lead to the price; a currency that stands alone goes with the amount beside it."""
    parts: list[Span] = []
    for word in words:
        whole = span_of([word])
        leader = LEADER.search(whole.text)
        ends = [(0, leader.start()), (leader.end(), len(whole.text))] if leader else [(0, len(whole.text))]
        parts += [part for start, end in ends if (part := whole.part(start, end)).text]
    index = 0
    while index < len(parts):
        both = joined_span(parts[index], parts[index + 1]) if index + 1 < len(parts) else None
        is_split = both is not None and _is_currency_and_amount(parts[index].text, parts[index + 1].text)
        yield both if both is not None and is_split else parts[index]
        index += 2 if is_split else 1


def _is_currency_and_amount(one: str, two: str) -> bool:
    return any(_is_currency(a) and plain_amount(b) is not None for a, b in ((one, two), (two, one)))


def _is_currency(text: str) -> bool:
    """A currency and nothing else: with one wide character less, it must name none."""
    wide = [char for char in text if is_wide(char)]
    is_least = not any(currency_in(text.replace(char, "", 1)) for char in wide)
    return len(text) <= 4 and currency_in(text) != "" and is_least and not any(char.isdigit() for char in text)


def _amount(text: str) -> Price | None:
    """Figures and at most a currency: words that run into a figure are no amount of a column."""
    letters = "".join(char for char in text if char.isalpha())
    if not any(char.isdigit() for char in text) or (letters and not _is_currency(letters)):
        return None
    return read_price(text) or plain_amount(text)


def _of_row(pieces: Sequence[Piece]) -> Iterator[PricedLine]:
    texts: list[Piece] = []
    amounts: list[Piece] = []
    for piece in (*pieces, None):
        if piece is not None and piece.price is not None:
            amounts.append(piece)
            continue
        is_unit = piece is not None and bool(amounts) and piece.box.x0 - amounts[-1].box.x1 <= UNIT_GAP_EM * piece.words[0].size_pt
        if texts and amounts and not is_unit and _could_be_name(texts[-1]) and len(amounts) <= MAX_AMOUNTS:
            yield _line(texts, amounts)
        if amounts:
            texts, amounts = [], []
        if piece is not None and not is_unit:
            texts.append(piece)


def _line(texts: Sequence[Piece], amounts: Sequence[Piece]) -> PricedLine:
    """The name is the text beside the amounts, or the one before it where that is only a portion's word."""
    if len(texts) > 1 and len(texts[-1].text) <= 4 and _could_be_name(texts[-2]):
        return PricedLine(texts[-2], tuple(amounts), texts[-1])
    return PricedLine(texts[-1], tuple(amounts))


def _could_be_name(piece: Piece) -> bool:
    letters = sum(char.isalpha() for char in piece.text)
    return letters >= 2 and len(piece.text.split()) <= MAX_NAME_WORDS and not is_sentence(piece.text)


# --- lines under each other --------------------------------------------------------------------


def _with_portions(found: Sequence[PricedLine]) -> list[PricedLine]:
    """A word at the end of a name that stands in the place of another line's amount is the portion the price is for."""
    columns = [amount.box for line in found for amount in line.amounts if len(line.amounts) > 1]
    return [_parted_name(line, columns) if line.portion is None else line for line in found]


def _parted_name(line: PricedLine, columns: Sequence[Box]) -> PricedLine:
    words = line.name.words
    if len(words) < 2:
        return line
    last, size = words[-1].box, line.size_pt
    before = words[-2].box
    under = any(
        abs(box.center_y - last.center_y) <= LINE_REACH_EM * size and _shares_column(box, last, size) and box.x0 > before.x1 - 0.2 * size
        for box in columns
    )
    if not under:
        return line
    text = line.name.span
    cut = len(text.text) - len(words[-1].text)
    return replace(line, name=Piece(text.part(0, cut)), portion=Piece(text.part(cut, len(text.text))))


def _groups(found: Sequence[PricedLine]) -> list[list[PricedLine]]:
    groups: list[list[PricedLine]] = []
    for line in sorted(found, key=lambda item: (item.box.y0, item.box.x0)):
        home = next((group for group in reversed(groups) if _follows(group[-1], line)), None)
        if home is None:
            groups.append([line])
        else:
            home.append(line)
    return groups


def _follows(above: PricedLine, below: PricedLine) -> bool:
    size = above.size_pt
    gap = below.box.y0 - above.box.y1
    alike = abs(below.size_pt - size) <= 0.15 * size
    return (
        alike
        and -0.5 * size <= gap <= LINE_REACH_EM * size
        and (_lines_up(above.name, below.name, size) and _amounts_line_up(above, below))
    )


def _amounts_line_up(one: PricedLine, two: PricedLine) -> bool:
    return any(_lines_up(a, b, one.size_pt) for a in one.amounts for b in two.amounts)


def _lines_up(one: Piece, two: Piece, size_pt: float) -> bool:
    a, b, limit = one.box, two.box, EDGE_EM * size_pt
    return abs(a.x0 - b.x0) <= limit or abs(a.x1 - b.x1) <= limit or abs(a.center_x - b.center_x) <= limit


def _is_aligned(line: PricedLine, group: Sequence[PricedLine]) -> bool:
    return any(other is not line and _lines_up(line.name, other.name, line.size_pt) and _amounts_line_up(line, other) for other in group)


def _shares_column(one: Box, two: Box, size_pt: float) -> bool:
    return -one.gap_x(two) >= 0.4 * min(one.width, two.width) or abs(one.center_x - two.center_x) <= 0.6 * size_pt


# --- titles and heads --------------------------------------------------------------------------


def _could_be_title(line: Line, found: Sequence[PricedLine]) -> bool:
    """Larger than the lines of the list, or in another look; no amount stands in it."""
    if not found or any(char.isdigit() for char in line.text) or is_sentence(line.text):
        return False
    listed = {id(word) for item in found for piece in item.pieces() for word in piece.words}
    if any(id(word) in listed for word in line.words):
        return False
    usual = median(item.size_pt for item in found)
    looks = {style_of(item.name.words) for item in found}
    return line.size_pt >= TITLE_RATIO * usual or (line.size_pt >= 0.95 * usual and style_of(line.words) not in looks)


def _parted(group: Sequence[PricedLine], titles: Sequence[Line]) -> list[list[PricedLine]]:
    parts = [[group[0]]]
    for above, below in pairwise(group):
        if any(above.box.y1 <= t.box.center_y <= below.box.y0 and t.box.gap_x(below.box) < 0 and _is_large(t, below) for t in titles):
            parts.append([])
        parts[-1].append(below)
    return parts


def _is_large(title: Line, line: PricedLine) -> bool:
    return title.size_pt >= TITLE_RATIO * line.size_pt or any(word.is_bold for word in title.words)


def _headed(panel: Panel, panels: Sequence[Panel], titles: Sequence[Line], lines: Sequence[Line]) -> Panel:
    top = panel.lines[0]
    over = [
        title
        for title in titles
        if title.box.center_y < top.box.y0
        and top.box.y0 - title.box.y1 <= TITLE_REACH_EM * top.size_pt
        and title.box.gap_x(panel.box) < 0
        and _is_large(title, top)
        and not any(_between(title.box, other.box, top.box) for other in panels if other is not panel)
    ]
    title = max(over, key=lambda item: item.box.y1, default=None)
    ceiling = title.box.center_y if title is not None else top.box.y0 - HEAD_REACH_EM * top.size_pt
    heads = tuple(_heads(panel, lines, max(ceiling, top.box.y0 - HEAD_REACH_EM * top.size_pt)))
    return replace(panel, category=Piece(span_of(title.words)) if title is not None else None, heads=heads)


def _between(title: Box, other: Box, top: Box) -> bool:
    return title.y1 <= other.center_y <= top.y0 and other.gap_x(top) < 0


def _heads(panel: Panel, lines: Sequence[Line], ceiling: float) -> Iterator[Piece]:
    """Words over the columns of amounts, right above the first line, that do not also stand over the names."""
    top = panel.lines[0]
    names = union(line.name.box for line in panel.lines)
    above = [
        word for line in lines for word in line.words if ceiling < word.box.center_y < top.box.y0 and word.size_pt <= 1.2 * top.size_pt
    ]
    for column in _columns(panel):
        over = sorted((word for word in above if _shares_column(column, word.box, top.size_pt)), key=lambda word: word.box)
        clear = over and all(-word.box.gap_x(names) <= 0.3 * word.box.width for word in over)
        level = [word for word in over if abs(word.box.center_y - over[-1].box.center_y) <= 0.5 * top.size_pt]
        if clear and len(level) == len(over) and _amount(text_of(over)) is None:
            yield Piece(span_of(over))


def _columns(panel: Panel) -> list[Box]:
    columns: list[Box] = []
    for box in sorted((amount.box for line in panel.lines for amount in line.amounts), key=lambda item: item.x0):
        if columns and -columns[-1].gap_x(box) >= 0.4 * min(box.width, columns[-1].width):
            columns[-1] = union((columns[-1], box))
        else:
            columns.append(box)
    return columns
