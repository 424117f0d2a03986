"""Panels: a table that is set in two columns on the page, so that its columns come twice."""

from __future__ import annotations

from pipeline.backends.rules.table_records import Table
from pipeline.backends.rules.tables_settle import share, usual_kind
from pipeline.backends.rules.value_kinds import ValueKind
from pipeline.backends.rules.values import folded

MIN_PANEL_ROWS = 3
MIN_PANEL_COLUMNS = 2
PRICED = frozenset((ValueKind.PRICE, ValueKind.NUMBER))
CODED = frozenset((ValueKind.CODE, ValueKind.BARCODE))
REPEATED_SHARE = 0.7


def panel_border(table: Table) -> float | None:
    """Where the second panel begins: the columns of the first come again, by their labels or, without labels, by what they hold."""
    width, odd = divmod(table.column_count, 2)
    if odd or width < MIN_PANEL_COLUMNS or table.row_count < MIN_PANEL_ROWS:
        return None
    heads = [folded(table.at(0, column).text) for column in range(table.column_count)]
    if heads[0] and heads[:width] == heads[width:]:
        return table.xs[width]
    return table.xs[width] if _hold_the_same(table, width) else None


def _hold_the_same(table: Table, width: int) -> bool:
    """Whether both halves name goods by code or words and price them."""
    texts = [[table.at(row, column).text for row in range(table.row_count)] for column in range(table.column_count)]
    kinds = [usual_kind(column) for column in texts]
    if any(_alike_as(one) != _alike_as(two) for one, two in zip(kinds[:width], kinds[width:], strict=True)):
        return False
    first = kinds[0] in CODED or kinds[0] is ValueKind.TEXT
    prices = [kinds[width - 1], kinds[-1]]
    if not first or any(kind not in PRICED for kind in prices):
        return False
    return all(share(texts[column], *PRICED) >= REPEATED_SHARE for column in (width - 1, table.column_count - 1)) and (
        _differ(texts[0]) and _differ(texts[width])
    )


def _alike_as(kind: ValueKind) -> str:
    if kind in PRICED:
        return "figures"
    return "codes" if kind in CODED else "words"


def _differ(texts: list[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    return len(set(filled)) >= REPEATED_SHARE * len(filled)
