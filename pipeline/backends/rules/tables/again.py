"""What tables say under titles that name one product each, again and again or of what is shown over them: it tells versions, and is no name."""

from __future__ import annotations

from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.tables.find import page_tables
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.span import header_span
from pipeline.backends.rules.tables.page import TablePage
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.values.forms import folded
from pipeline.records import Line, PageContent

AGAIN_SHARE = 0.5
MIN_VERSIONS = 2


def with_versions_apart(page: TablePage, table: Table, layout: Layout, title: Line) -> Layout:
    """For a table under a title: words that only their differing made names are none where another table has them under the same head, nor are
    types of what a picture between title and table shows."""
    place = layout.find("name")
    column = layout.columns[place] if place is not None else None
    if place is None or column is None or not column.key or not layout.has_header:
        return layout
    label = page.headers.lookup(column.key)
    attribute = label.attribute if label is not None else ""
    are_types = attribute == "series" and _is_shown_under(title, table, page.content)
    if attribute in ("name", "model") or not (are_types or _comes_again(page, table, column.key, _words(table, layout.first_row, place))):
        return layout
    told = replace(column, attribute=CUSTOM)
    return replace(layout, columns=(*layout.columns[:place], told, *layout.columns[place + 1 :]))


def _is_shown_under(title: Line, table: Table, content: PageContent) -> bool:
    """Whether a picture stands between a title and the table that it is right over."""
    between = [picture.box for picture in content.pictures if title.box.y1 <= picture.box.center_y <= table.box.y0]
    return any(box.gap_x(table.box) < 0 and box.gap_x(title.box) < 0 for box in between)


def _comes_again(page: TablePage, table: Table, head: str, words: frozenset[str]) -> bool:
    others = [other for other in page_tables(page.content, page.lines, page.headers) if other.box.intersection(table.box) is None]
    again = [len(words & _under(page, other, head)) for other in others]
    return max(again, default=0) >= max(MIN_VERSIONS, AGAIN_SHARE * len(words))


def _under(page: TablePage, table: Table, head: str) -> frozenset[str]:
    """What a table says under a head, if it has one like it."""
    span = header_span(table, page.headers)
    if span is None:
        return frozenset()
    place = next((cell.column for cell in table.own(span[1] - 1) if folded(cell.text) == folded(head)), None)
    return _words(table, span[1], place) if place is not None else frozenset()


def _words(table: Table, first_row: int, column: int) -> frozenset[str]:
    return frozenset(folded(text) for row in range(first_row, table.row_count) if (text := table.at(row, column).text.strip()))
