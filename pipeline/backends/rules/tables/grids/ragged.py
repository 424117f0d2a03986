"""Borders that no straight line can draw: words from the left edge and figures to the right one reach into each other's columns."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.records import Word

HEAD_GAP_EM = 0.8
# What parts two cells of a row, and how much wider that is than the spaces between their words.
CELL_GAP_EM, WIDER = 0.4, 1.4
MIN_ROWS, LEVEL_SHARE, LEVEL_PT = 4, 0.85, 1.2


def with_ragged_borders(rows: Sequence[TextRow], xs: Sequence[float]) -> list[float]:
    """The borders, with one more wherever two labels stand apart over a column whose rows all are written in two pieces."""
    if len(rows) <= MIN_ROWS:
        return list(xs)
    found = [border for left, right in pairwise(xs) if (border := _border(rows, left, right)) is not None]
    return sorted([*xs, *found])


def _border(rows: Sequence[TextRow], left: float, right: float) -> float | None:
    heads = _pieces(_between(rows[0], left, right), HEAD_GAP_EM)
    if heads is None:
        return None
    cells = [words for row in rows[1:] if (words := _between(row, left, right))]
    pairs = [pair for words in cells if (pair := _pieces(words, CELL_GAP_EM)) is not None]
    if len(pairs) < max(MIN_ROWS, LEVEL_SHARE * len(cells)):
        return None
    if not _are_level([one[0].box.x0 for one, _ in pairs]) or not _are_level([two[-1].box.x1 for _, two in pairs]):
        return None
    # Words belong to the column that their middle is in.
    before = max(word.box.center_x for one, _ in [heads, *pairs] for word in one)
    after = min(word.box.center_x for _, two in [heads, *pairs] for word in two)
    return (before + after) / 2 if before < after else None


def _between(row: TextRow, left: float, right: float) -> list[Word]:
    return [word for word in row.words if left <= word.box.center_x < right]


def _pieces(words: Sequence[Word], least_em: float) -> tuple[Sequence[Word], Sequence[Word]] | None:
    """The words before and behind the one gap that is wider than all others."""
    gaps = sorted((word.box.x0 - before.box.x1, place) for place, (before, word) in enumerate(pairwise(words), start=1))
    if not gaps or gaps[-1][0] < least_em * words[0].size_pt or (len(gaps) > 1 and gaps[-1][0] < WIDER * gaps[-2][0]):
        return None
    place = gaps[-1][1]
    return words[:place], words[place:]


def _are_level(places: Sequence[float]) -> bool:
    usual = median(places)
    return sum(abs(place - usual) <= LEVEL_PT for place in places) >= LEVEL_SHARE * len(places)
