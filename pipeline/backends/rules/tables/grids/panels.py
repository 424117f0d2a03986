"""Panels: a table that is set in two or more columns on the page, so that its columns come again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.tables.column import share, usual_kind
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.codes import are_numbers
from pipeline.backends.rules.values.forms import folded, is_missing_price
from pipeline.backends.rules.values.looks import ValueKind
from pipeline.stages.lines import is_wide

MIN_PANEL_ROWS = 3
MIN_PANEL_COLUMNS = 2
PRICED = frozenset((ValueKind.PRICE, ValueKind.NUMBER))
CODED = frozenset((ValueKind.CODE, ValueKind.BARCODE))
REPEATED_SHARE = 0.7
MAX_ONE_BY_ONE = 4
# Letters with figures among them, without a space: a code, if others of its column look like one. Scripts without spaces write words so.
ONE_PIECE = re.compile(r"(?=\D*\d)\S+")


def panel_border(table: Table) -> float | None:
    """Where the second panel begins: the columns of the first come again, by their labels or, without labels, by what they hold."""
    if table.row_count < MIN_PANEL_ROWS:
        return None
    widths = [width for width in range(MIN_PANEL_COLUMNS, table.column_count // 2 + 1) if table.column_count % width == 0]
    if not widths:
        return None
    heads = [folded(table.at(0, column).text) for column in range(table.column_count)]
    texts = [[_last_line(table.at(row, column)) for row in range(table.row_count)] for column in range(table.column_count)]
    whole = [[table.at(row, column).text for row in range(table.row_count)] for column in range(table.column_count)]
    for width in widths:
        is_repeated = heads[0] and _repeats(heads, width)
        are_goods = all(map(_differ, _full_rows(whole, width)[::width]))
        if is_repeated or (are_goods and _hold_the_same(_full_rows(texts, width), width)):
            panels = table.column_count // width
            # One by one, each cut would look at all the panels that are left.
            return table.xs[width * (panels // 2 if panels > MAX_ONE_BY_ONE else 1)]
    return None


def _last_line(cell: Cell) -> str:
    """Rows of one panel that stand beside a title of another one may still lie in one cell, and so may a title and the row under it: the last of
    them tells what the column holds."""
    return cell.lines[-1].text if cell.lines else ""


def _repeats(texts: Sequence[str], width: int) -> bool:
    return all(text == texts[index % width] for index, text in enumerate(texts))


def _full_rows(texts: Sequence[list[str]], width: int) -> list[list[str]]:
    """The columns of each panel without rows that lack a cell: titles between the rows of one panel stand beside rows of the others."""
    full: list[list[str]] = []
    for start in range(0, len(texts), width):
        rows = [row for row in zip(*texts[start : start + width], strict=True) if all(text.strip() for text in row) and len(set(row)) > 1]
        full += [list(column) for column in zip(*rows, strict=True)] if len(rows) >= MIN_PANEL_ROWS else texts[start : start + width]
    return full


def _hold_the_same(texts: Sequence[list[str]], width: int) -> bool:
    """Whether all panels name goods by code or words and price them."""
    looks = _looks(texts, width)
    if not _repeats(looks, width):
        return False
    kinds = [usual_kind(column) for column in texts]
    if looks[0] == "figures" or any(kind not in PRICED for kind in kinds[width - 1 :: width]):
        return False
    return all(share(_with_prices(column), *PRICED) >= REPEATED_SHARE for column in texts[width - 1 :: width])


def _looks(texts: Sequence[list[str]], width: int) -> list[str]:
    """What the columns hold. Numbers that never come twice are codes where they stand before words, or in the place of another panel's codes."""
    looks = [_alike_as(column) for column in texts]
    for index, column in enumerate(texts):
        opens = index % width == 0 and "words" in looks[index : index + width]
        if looks[index] == "figures" and (opens or "codes" in looks[index % width :: width]) and are_numbers(column):
            looks[index] = "codes"
    return looks


def _with_prices(texts: Sequence[str]) -> list[str]:
    """Without the cells that say there is no price."""
    return [text for text in texts if not is_missing_price(text)]


def _alike_as(texts: Sequence[str]) -> str:
    kind = usual_kind(texts)
    if kind in PRICED:
        return "figures"
    filled = [text for text in texts if text.strip()]
    return "codes" if kind in CODED or (filled and all(map(_is_one_piece, filled))) else "words"


def _is_one_piece(text: str) -> bool:
    return ONE_PIECE.fullmatch(text) is not None and not any(map(is_wide, text))


def _differ(texts: list[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    return len(set(filled)) >= REPEATED_SHARE * len(filled)
