"""Tables with several columns of codes: each column, or each group of columns that begins with one, is a variant of what its row tells,
named by its head. A price, a rating or a size in a column outside of them holds for all variants of the row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.headers import CUSTOM, Headers
from pipeline.backends.rules.table_records import Cell, Table
from pipeline.backends.rules.tables_layout import Layout
from pipeline.backends.rules.tables_settle import Column
from pipeline.backends.rules.tables_skus import LABELLED, VARIANT_KEY, Shared, TableReading, read_rows
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.backends.rules.values import is_color, is_material, is_size
from pipeline.records import Attribute, Evidence, Sku

METHOD = "table_matrix"
MIN_CODES = 3
MOST = 0.8


def read_variants(table: Table, layout: Layout, shared: Shared, headers: Headers) -> TableReading | None:
    """A SKU for each code; None where the table has no more than one column of them, or its head says which one is the article's."""
    groups = _groups(table, layout, headers)
    if groups:
        titles = _group_titles(table, layout, groups)
        return _read_each(
            table, shared, headers, [(_with_group(layout, group, groups), one) for group, one in zip(groups, titles, strict=True)]
        )
    places = _code_columns(table, layout, headers)
    if len(places) < 2:
        return None
    axis = _axis(table, layout, places, headers)
    heads = [_head(table, layout, place) for place in places]
    told = [_told(axis, head, table.page_number) if axis else None for head in heads]
    return _read_each(
        table, shared, headers, [(_with_code_at(layout, place, places), one) for place, one in zip(places, told, strict=True)]
    )


def _read_each(table: Table, shared: Shared, headers: Headers, variants: Sequence[tuple[Layout, Attribute | None]]) -> TableReading:
    """The rows once for each variant, by the columns that tell of it."""
    total = TableReading()
    for layout, told in variants:
        one = read_rows(table, layout, _with(shared, told), headers, method=METHOD)
        total.skus += [replace(sku, box=code.evidence.box) for sku in one.skus if (code := _code(sku)) is not None]
        total.entries = total.entries or one.entries
    total.borrowed = [False] * len(total.skus)
    return total


def _told(key: str, head: Cell, page: int) -> Attribute:
    return Attribute(key, head.text, Evidence(page, head.text_box, head.text, LABELLED))


def _groups(table: Table, layout: Layout, headers: Headers) -> list[range]:
    """Columns that come again with other codes and prices: in each group the same labels in the same order."""
    labels = [headers.lookup(_head(table, layout, place).text) for place in range(table.column_count)]
    named = [label.attribute if label is not None else "" for label in labels]
    starts = [place for place, attribute in enumerate(named) if attribute == "model"]
    width = starts[1] - starts[0] if len(starts) > 1 else 0
    if width < 2 or not _has_own_codes(table, layout, starts):
        return []
    for before in range(width):
        groups = [range(start - before, start - before + width) for start in starts]
        told = [[named[place] for place in group] for group in groups if group[0] >= 0 and group[-1] < len(named)]
        if len(told) == len(starts) and all(one == told[0] for one in told) and "price" in told[0]:
            return groups
    return []


def _has_own_codes(table: Table, layout: Layout, starts: Sequence[int]) -> bool:
    """Whether these columns are full of codes of which none stands twice."""
    codes = [_codes(table, layout, start) for start in starts]
    every = [code for column in codes for code in column]
    return all(codes) and len(set(every)) == len(every)


def _with_group(layout: Layout, group: range, groups: Sequence[range]) -> Layout:
    """The layout for one group: its columns mean what those of the first one do, and no other group is there."""
    taken = {place for other in groups for place in other}
    columns = [column if place not in taken else Column("") for place, column in enumerate(layout.columns)]
    for place, first in zip(group, groups[0], strict=True):
        meant = layout.columns[first]
        columns[place] = replace(meant, header_box=layout.columns[place].header_box)
    return replace(layout, columns=tuple(columns))


def _group_titles(table: Table, layout: Layout, groups: Sequence[range]) -> list[Attribute | None]:
    """What stands over each group, or in its heads only: colours, sizes, materials, or what variants are called."""
    heads = [[word for place in group for word in _head(table, layout, place).text.split()] for group in groups]
    over = [_over_group(table, layout, group) for group in groups]
    own = [" ".join(dict.fromkeys(word for word in head if not all(word in other for other in heads))) for head in heads]
    texts = [cell.text if cell is not None else words for cell, words in zip(over, own, strict=True)]
    kinds = (("color", is_color), ("size", is_size), ("material", is_material))
    key = next((key for key, fits in kinds if all(map(fits, texts))), VARIANT_KEY)
    places = [cell or _head(table, layout, group[0]) for cell, group in zip(over, groups, strict=True)]
    return [
        Attribute(key, text, Evidence(table.page_number, place.text_box, place.text, LABELLED)) if text else None
        for text, place in zip(texts, places, strict=True)
    ]


def _over_group(table: Table, layout: Layout, group: range) -> Cell | None:
    """The cell that spans this group and no other column."""
    cells = [table.at(row, group[0]) for row in range(layout.first_row - 1)]
    return next((cell for cell in reversed(cells) if cell.lines and cell.column == group[0] and cell.columns == len(group)), None)


def _code_columns(table: Table, layout: Layout, headers: Headers) -> list[int]:
    """Columns of codes of which none stands twice, under heads that are no labels."""
    found, seen = [], set[str]()
    for place, column in enumerate(layout.columns):
        codes = _codes(table, layout, place)
        if column.attribute not in ("model", CUSTOM, "") or len(codes) < MIN_CODES:
            continue
        head = _head(table, layout, place).text.strip()
        # Letters stand for dimensions elsewhere; over codes `D` is a variant like its neighbours.
        label = headers.lookup(head) if len(head) > 1 else None
        if label is not None:
            if label.attribute == "model":
                return []
            continue
        if len(set(codes)) < len(codes) or seen & set(codes):
            return []
        seen.update(codes)
        found.append(place)
    return found


def _codes(table: Table, layout: Layout, place: int) -> list[str]:
    """The codes of a column that holds hardly anything else."""
    cells = [table.at(row, place) for row in range(layout.first_row, table.row_count)]
    told = [cell.text for cell in cells if cell.lines and cell.columns == 1 and kind_of(cell.text) is not ValueKind.MARK]
    codes = [text for text in told if kind_of(text) is ValueKind.CODE]
    return codes if len(codes) >= MOST * len(told) else []


def _axis(table: Table, layout: Layout, places: Sequence[int], headers: Headers) -> str:
    """What the heads tell: what stands over them all, or what they are; nothing where nobody says."""
    heads = [_head(table, layout, place).text for place in places]
    if all(is_color(text) for text in heads) or sum(is_color(text) for text in heads) >= max(2, 0.6 * len(heads)):
        return "color"
    if all(is_size(text) for text in heads):
        return "size"
    over = _over(table, layout, places)
    label = headers.lookup(over.text) if over is not None else None
    if over is None:
        return ""
    return label.attribute if label is not None and label.is_standard else over.text


def _over(table: Table, layout: Layout, places: Sequence[int]) -> Cell | None:
    """The cell that spans all these heads."""
    cells = [table.at(row, places[0]) for row in range(layout.first_row - 1)]
    return next((cell for cell in reversed(cells) if cell.lines and cell.column + cell.columns > places[-1]), None)


def _head(table: Table, layout: Layout, place: int) -> Cell:
    return table.at(max(layout.first_row - 1, 0), place)


def _with_code_at(layout: Layout, place: int, places: Sequence[int]) -> Layout:
    columns = [
        replace(column, attribute="model", has_code=False)
        if number == place
        else Column("")
        if number in places or column.attribute == "model"
        else column
        for number, column in enumerate(layout.columns)
    ]
    return replace(layout, columns=tuple(columns))


def _with(shared: Shared, told: Attribute | None) -> Shared:
    return Shared((told, *shared.attributes), shared.currency) if told is not None else shared


def _code(sku: Sku) -> Attribute | None:
    model = sku.get("model")
    return model if model is not None and kind_of(model.value) is ValueKind.CODE else None
