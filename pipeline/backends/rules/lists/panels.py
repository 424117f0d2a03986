"""Lines of a price list: a name and the amounts behind it. How they stand together is told by `layout`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.backends.rules.tables.grids.rows import text_rows
from pipeline.backends.rules.text.spans import Span, joined_span, span_of
from pipeline.backends.rules.values.kinds import is_sentence, plain_amount, read_price
from pipeline.backends.rules.values.prices import currency_in, is_grouped
from pipeline.frozen import record
from pipeline.geometry import Box, union
from pipeline.records import Line, Price, Word
from pipeline.stages.lines import is_level, is_wide

LEADER = re.compile(r"(?:[.·…‥_\-—–]\s?){3,}|…+")
PIECE_GAP_EM = 1.3
UNIT_GAP_EM = 0.9
SPACE_EM = 0.4
MAX_NAME_WORDS = 12
MAX_AMOUNTS = 5


@record(frozen=True, slots=True)
class Piece:
    """Text that stands by itself in a row; `price` where it is an amount."""

    span: Span
    price: Price | None = None
    _box: Box | None = field(init=False, default=None, compare=False, repr=False)

    @property
    def text(self) -> str:
        return self.span.text

    @property
    def words(self) -> tuple[Word, ...]:
        return self.span.words

    @property
    def box(self) -> Box:
        box = self._box
        if box is None:
            box = union([word.box for word in self.words])
            object.__setattr__(self, "_box", box)
        return box


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A name, then its amounts. `portion` is what stands between them, in the place of another line's amount."""

    name: Piece
    amounts: tuple[Piece, ...]
    portion: Piece | None = None
    size_pt: float = field(init=False, compare=False, repr=False)
    _box: Box | None = field(init=False, default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Asked for by every line that may follow.
        object.__setattr__(self, "size_pt", max([word.size_pt for word in self.name.words]))

    def pieces(self) -> tuple[Piece, ...]:
        return (self.name, *((self.portion,) if self.portion else ()), *self.amounts)

    @property
    def box(self) -> Box:
        box = self._box
        if box is None:
            box = union([piece.box for piece in self.pieces()])
            object.__setattr__(self, "_box", box)
        return box


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
        return next((head for head in self.heads if shares_column(head.box, line.amounts[place].box, line.size_pt)), None)


def priced_lines(lines: Sequence[Line]) -> list[PricedLine]:
    """Every row's texts with the amounts behind them; panels side by side give several of one row."""
    words = [word for line in lines for word in line.words if is_level(word)]
    found: list[PricedLine] = []
    for row in text_rows(words, PIECE_GAP_EM):
        if not any(any(map(str.isdigit, word.text)) for word in row.words):
            continue
        found.extend(_of_row(list(_pieces(sorted(row.words, key=lambda word: word.box.x0)))))
    return found


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
            text is not None and box.x0 - reach <= SPACE_EM * size and any(amount_of(later.text) for later in parts[index + 1 : index + 2])
        )
        price = None if within else amount_of(part.text)
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
    parts = list(_with_thousands(parts))
    index = 0
    while index < len(parts):
        is_split = index + 1 < len(parts) and _is_currency_and_amount(parts[index].text, parts[index + 1].text)
        yield joined_span(parts[index], parts[index + 1]) if is_split else parts[index]
        index += 2 if is_split else 1


def _with_thousands(parts: Sequence[Span]) -> Iterator[Span]:
    """The parts, those that a space behind its thousands parts from the rest of a figure joined to it."""
    held: Span | None = None
    for part in parts:
        is_next = held is not None and part.words[0].box.x0 - held.words[-1].box.x1 <= SPACE_EM * part.words[0].size_pt
        if held is not None and is_next and is_grouped(held.text, part.text):
            held = joined_span(held, part)
            continue
        if held is not None:
            yield held
        held = part
    if held is not None:
        yield held


def _is_currency_and_amount(one: str, two: str) -> bool:
    return any(_is_currency(a) and plain_amount(b) is not None for a, b in ((one, two), (two, one)))


def _is_currency(text: str) -> bool:
    """A currency and nothing else: with one wide character less, it must name none."""
    if len(text) > 4 or not currency_in(text) or any(map(str.isdigit, text)):
        return False
    return not any(currency_in(text.replace(char, "", 1)) for char in text if is_wide(char))


def amount_of(text: str) -> Price | None:
    """Figures and at most a currency: words that run into a figure are no amount of a column."""
    letters = "".join(filter(str.isalpha, text))
    if not any(map(str.isdigit, text)) or (letters and not _is_currency(letters)):
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
    letters = sum(map(str.isalpha, piece.text))
    return letters >= 2 and len(piece.text.split()) <= MAX_NAME_WORDS and not is_sentence(piece.text)


def shares_column(one: Box, two: Box, size_pt: float) -> bool:
    return -one.gap_x(two) >= 0.4 * min(one.width, two.width) or abs(one.center_x - two.center_x) <= 0.6 * size_pt
