"""Prices set in figures of different size: cents small and high behind the large figure, its currency small before it: `$12⁹⁹`, `29` and a small `,95€`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.spans import Span, joined_span, span_of
from pipeline.backends.rules.values.prices import SYMBOLS
from pipeline.geometry import Box, Tiles
from pipeline.records import Word
from pipeline.stages.lines import make_line

SIGNS = re.escape("".join(SYMBOLS))
CURRENCY = rf"(?:[{SIGNS}]|[A-Z]{{2,3}}\$?|zł|kr|Kč|лв|TL|lei|Ft)"
SIGN = re.compile(CURRENCY)
WHOLE = re.compile(rf"(?:{CURRENCY}\s?)?\d{{1,4}}[.,]?")
CENTS = re.compile(rf"[.,]?\d{{2}}(?:\s?{CURRENCY})?\*?")
SMALLER = 0.8
GAP_EM = 0.3
RAISED_SHARE = 0.35
SPACE_EM = 0.6
# The sine of about one degree.
TILT = 0.02


@dataclass(frozen=True, slots=True)
class _Amount:
    """The words of an amount from left to right, and how it reads."""

    words: tuple[Word, ...]
    span: Span


def with_raised_cents(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments with every large figure, its sign and its cents as one, read as one amount."""
    homes = {id(word): index for index, item in enumerate(fragments) for word in item.line.words}
    words = [word for item in fragments for word in item.line.words]
    small = sorted((word for word in words if CENTS.fullmatch(word.text) or SIGN.fullmatch(word.text)), key=lambda word: word.box.x0)
    if not small:
        return list(fragments)
    placed = Tiles((word.box, word) for word in small)
    result = list(fragments)
    made: list[Fragment] = []
    taken: set[int] = set()
    for whole in (word for word in words if WHOLE.fullmatch(word.text)):
        amount = _amount(whole, placed)
        if amount is None or any(id(word) in taken for word in amount.words):
            continue
        taken |= {id(word) for word in amount.words}
        rows = {homes[id(word)] for word in amount.words}
        if len(rows) == 1:
            row = rows.pop()
            result[row] = replace(result[row], span=_read_in(result[row], amount))
        else:
            made.append(
                Fragment(make_line(amount.words), tuple(p for row in sorted(rows) for p in fragments[row].parents), span=amount.span)
            )
    parted = {id(word) for item in made for word in item.line.words}
    return [rest for item in result if (rest := _without(item, parted)) is not None] + made if made else result


def raised_cents(words: Sequence[Word]) -> str | None:
    """How the words of a price in a cell read, where its cents are set small and high; None where none are."""
    whole = max((word for word in words if WHOLE.fullmatch(word.text)), key=lambda word: word.size_pt, default=None)
    small = [word for word in words if word is not whole and (CENTS.fullmatch(word.text) or SIGN.fullmatch(word.text))]
    amount = _amount(whole, Tiles((word.box, word) for word in small)) if whole is not None and small else None
    return amount.span.text if amount is not None and len(amount.words) == len(words) else None


def _amount(whole: Word, small: Tiles[Word]) -> _Amount | None:
    """The figure with what stands small at its head, before it a sign, behind it two figures."""
    reach = GAP_EM * whole.size_pt
    left, right = whole.box.x0 - 3 * whole.size_pt, whole.box.x1 + reach
    near = small.around(Box(left, whole.box.y0 - RAISED_SHARE * whole.box.height, right, whole.box.y1))
    raised = [word for word in near if left <= word.box.x0 < right and word.size_pt <= SMALLER * whole.size_pt and _goes_with(word, whole)]
    cents = next((word for word in raised if CENTS.fullmatch(word.text) and abs(word.box.x0 - whole.box.x1) <= reach), None)
    sign = next((word for word in raised if SIGN.fullmatch(word.text) and abs(whole.box.x0 - word.box.x1) <= reach), None)
    if cents is not None and sign is None:
        sign = next((word for word in near if SIGN.fullmatch(word.text) and _leads(word, whole)), None)
    if cents is None and (sign is None or not whole.text[0].isdigit()):
        return None
    behind = _sign_behind(cents, small) if cents is not None and sign is None else None
    words = tuple(word for word in (sign, whole, cents, behind) if word is not None)
    small_print = span_of([word for word in (cents, behind) if word is not None])
    read = span_of([whole]) if cents is None else _with_cents(span_of([whole]), small_print)
    return _Amount(words, read if sign is None else _behind(span_of([sign]), read))


def _sign_behind(cents: Word, small: Tiles[Word]) -> Word | None:
    """The currency right behind the cents, set as they are."""
    reach = cents.box.x1 + SPACE_EM * cents.size_pt
    near = [word for word in small.around(cents.box._replace(x1=reach)) if cents.box.x1 <= word.box.x0 < reach]
    return next((word for word in near if SIGN.fullmatch(word.text) and abs(word.baseline - cents.baseline) <= 1.0), None)


def _leads(sign: Word, whole: Word) -> bool:
    """A sign before the figure set as it is, a space between them: `€ 149⁹⁰`."""
    is_alike = sign.size_pt == whole.size_pt and abs(sign.baseline - whole.baseline) <= 1.0
    return is_alike and 0 <= whole.box.x0 - sign.box.x1 <= SPACE_EM * whole.size_pt


def _goes_with(small: Word, whole: Word) -> bool:
    """At the head of the figure; what begins with the point goes on with it wherever it stands beside it."""
    if small.text[0] in ".,":
        return whole.text[-1].isdigit() and -small.box.gap_y(whole.box) >= 0.5 * small.box.height
    return _is_raised(small.box, whole.box) or _are_tilted(small, whole)


def _is_raised(small: Box, large: Box) -> bool:
    return large.y0 - RAISED_SHARE * large.height <= small.y0 and small.center_y < large.center_y


def _are_tilted(small: Word, whole: Word) -> bool:
    """A price set a little aslant, as on a burst: the boxes of its words tell the height of the whole line, not who stands high in it."""
    return small.direction == whole.direction and abs(whole.direction[1]) >= TILT and small.box.gap_y(whole.box) < 0


def _with_cents(whole: Span, cents: Span) -> Span:
    point = "" if whole.text.endswith((".", ",")) or cents.text.startswith((".", ",")) else "."
    return Span(whole.text + point + cents.text, (*whole.owners, *[None for _ in point], *cents.owners))


def _behind(sign: Span, read: Span) -> Span:
    return Span(sign.text + read.text, (*sign.owners, *read.owners))


def _read_in(row: Fragment, amount: _Amount) -> Span:
    """The whole row with the amount as it reads."""
    own = {id(word) for word in amount.words}
    places = [place for place, word in enumerate(row.line.words) if id(word) in own]
    before, behind = row.line.words[: places[0]], row.line.words[places[-1] + 1 :]
    span = amount.span if not before else joined_span(span_of(before), amount.span)
    return span if not behind else joined_span(span, span_of(behind))


def _without(fragment: Fragment, parted: set[int]) -> Fragment | None:
    """What is left of a row when words of it were taken; None where that is nothing."""
    kept = [word for word in fragment.line.words if id(word) not in parted]
    if len(kept) == len(fragment.line.words):
        return fragment
    return replace(fragment, line=make_line(kept), span=None) if kept else None
