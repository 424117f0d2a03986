"""Steps of a price in two columns: from how many pieces on, and beside it what one of them costs then."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.labelpairs import ALIGN_PT, joined_pair
from pipeline.backends.rules.text.placement import Placed
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.pricesteps import counts_goods, is_step, opens_step

MIN_STEPS = 2
MAX_STEP_CHARS = 24
# Between the rows of such a list, as between those of any other.
MAX_LEADING_EM = 2.5


def pair_steps(placed: Placed) -> None:
    """Join each step with the price beside it, where several stand under each other and one says that it holds for more, too; so many pieces
    alone may be what a pack holds."""
    free = [item for item in placed.rest() if item.pair is None]
    if sum(kind_of(item.text) is ValueKind.PRICE for item in free) < MIN_STEPS:
        return
    for column in _columns([item for item in free if _is_step(item.text)]):
        pairs = [(step, price) for step in column if (price := _price_beside(step, placed)) is not None]
        if len(pairs) == len(column):
            for step, price in pairs:
                placed.replace([step, price], [joined_pair([step], [price])])


def _is_step(text: str) -> bool:
    return len(text) <= MAX_STEP_CHARS and any(map(str.isdigit, text)) and is_step(text) and counts_goods(text)


def _columns(steps: Sequence[Fragment]) -> list[list[Fragment]]:
    """Steps that follow each other from one edge, several of them, of which one is open."""
    columns: list[list[Fragment]] = []
    for item in sorted(steps, key=lambda item: item.line.box.center_y):
        home = next((column for column in reversed(columns) if _is_next(column[-1], item)), None)
        if home is None:
            columns.append([item])
        else:
            home.append(item)
    return [column for column in columns if len(column) >= MIN_STEPS and any(opens_step(item.text) for item in column)]


def _is_next(above: Fragment, below: Fragment) -> bool:
    one, two = above.line, below.line
    return abs(one.box.x0 - two.box.x0) <= ALIGN_PT and 0 < two.box.center_y - one.box.center_y <= MAX_LEADING_EM * one.size_pt


def _price_beside(step: Fragment, placed: Placed) -> Fragment | None:
    value = placed.rows.right_of(step.line.box, lambda item: placed.has(item) and placed.are_framed_alike(step, item))
    return value if value is not None and value.pair is None and kind_of(value.text) is ValueKind.PRICE else None
