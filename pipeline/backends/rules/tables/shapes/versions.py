"""Tables whose columns come in groups: each group tells the code of one version of what the row is about, and perhaps its price.

What stands in no group, as the size, holds for all versions; the title over a group says which version it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import inf

from pipeline.backends.rules.labels.headers import CUSTOM, Headers
from pipeline.backends.rules.tables.cells import LABELLED
from pipeline.backends.rules.tables.column import holds_sums
from pipeline.backends.rules.tables.heads.coded import are_codes
from pipeline.backends.rules.tables.heads.layout import Layout, read_layout
from pipeline.backends.rules.tables.heads.over import row_over, with_row
from pipeline.backends.rules.tables.heads.span import header_span, is_bar, samples
from pipeline.backends.rules.tables.records import Cell, Table, make_table
from pipeline.backends.rules.tables.skus import VARIANT_KEY, Shared, TableReading, read_rows
from pipeline.backends.rules.values.colors import names_color, names_finish
from pipeline.backends.rules.values.forms import folded, is_size, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Line, Sku
from pipeline.stages.lines import make_line

METHOD = "table_versions"
MIN_VERSIONS = 2
EDGE_PT = 2.0
PAD_PT = 6.0
UNCOVERED_PT = 3.0
GROUPED = ("model", "price")
CODED = (ValueKind.CODE, ValueKind.BARCODE, ValueKind.NUMBER)
MOST = 0.8
COLORED_SHARE = 0.6
GRADED = re.compile(r"([^\W\d_]+)(?:[ -][a-z]{0,3}(?:\s?\d[\w.,-]*\s?%?)?)+")


@dataclass(frozen=True, slots=True)
class _Groups:
    """`count` groups of `width` columns each, side by side from `start` on, with the code in column `coded` of each and perhaps a sum in
    column `priced`; `has_labels` where the last row of the header calls them so."""

    start: int
    width: int
    count: int
    coded: int
    priced: int = 0
    has_labels: bool = True

    def columns(self, number: int) -> range:
        first = self.start + number * self.width
        return range(first, first + self.width)

    def code_of(self, number: int) -> int:
        return self.start + number * self.width + self.coded

    @property
    def end(self) -> int:
        return self.start + self.width * self.count


def with_heads_over(table: Table, lines: Sequence[Line], headers: Headers) -> Table:
    """The table with the row of titles that stands over its groups of columns, outside its borders; else the table as it is."""
    groups = _groups(table, 0, headers)
    heads = row_over(table, lines) if groups is not None else []
    spans = _spans(heads, table, groups) if groups is not None and len(heads) >= groups.count else []
    if groups is None or not {(own[0], own[-1] + 1) for own in map(groups.columns, range(groups.count))} <= set(spans):
        return table
    return with_row(table, heads, spans)


def read_versions(table: Table, layout: Layout, shared: Shared, headers: Headers) -> TableReading | None:
    """A SKU for each version of each row; None where the columns come in no groups."""
    if not layout.has_header or not layout.first_row:
        return None
    groups = _groups(table, layout.first_row - 1, headers) or _groups_under_heads(table, layout)
    if groups is None or not _have_own_codes(table, layout, groups):
        return None
    heads = [_head(table, layout, groups, number) for number in range(groups.count)]
    names = [_named(table, layout, groups, number, heads[number]) for number in range(groups.count)]
    if groups.width == 1 and not all(names):
        return None
    axis = _axis(names) or _called(table, layout, groups, headers)
    total = TableReading()
    for cell in _labels(table, layout):
        total.account(cell, Disposition.USED, "table_header")
    known: set[tuple[Box, str]] = set()
    for number, (head, name) in enumerate(zip(heads, names, strict=True)):
        told = Attribute(axis, name.text, Evidence(table.page_number, name.box, name.text, LABELLED)) if name is not None else None
        one = _read_one(table, layout, groups, number, head, told, shared, headers)
        coded = [_named_by_head(sku) for sku in one.skus if sku.get("model") is not None]
        total.skus += [replace(sku, box=_row_box(table, sku)) for sku in coded]
        total.entries += [entry for entry in one.entries if (entry.box, entry.rule) not in known]
        known.update((entry.box, entry.rule) for entry in one.entries)
    total.borrowed = [False] * len(total.skus)
    return total if total.skus else None


def _named_by_head(sku: Sku) -> Sku:
    """What a group of columns is headed with names its goods, where nothing else does."""
    head = next((attribute for attribute in sku.custom if attribute.key == VARIANT_KEY), None)
    if head is None or sku.get("name") is not None:
        return sku
    found = {attribute.key: attribute for attribute in (*sku.standard, replace(head, key="name"))}
    standard = tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found)
    return replace(sku, standard=standard, custom=tuple(attribute for attribute in sku.custom if attribute is not head))


def _read_one(
    table: Table,
    layout: Layout,
    groups: _Groups,
    number: int,
    head: Cell | None,
    told: Attribute | None,
    shared: Shared,
    headers: Headers,
) -> TableReading:
    """The table of one version: the columns that hold for all, and those of its group."""
    kept = [*range(groups.start), *groups.columns(number), *range(groups.end, table.column_count)]
    over = {id(head)} if groups.has_labels else {id(cell) for cell in _over_groups(table, layout, groups)}
    part = _columns_at(table, kept, without=over)
    span = header_span(table, headers)
    own = read_layout(part, headers, span=(span[0] if span else 0, layout.first_row))
    if own is None:
        return TableReading()
    own = own if groups.has_labels else _with_codes(own, groups)
    if told is not None and own.find(told.key) is not None:
        told = replace(told, key=VARIANT_KEY)
    holds = Shared((told, *shared.attributes), shared.currency) if told is not None else shared
    rows = _columns_at(table, kept, without={id(cell) for cell in _labels(table, layout)})
    return read_rows(rows, replace(own, bar=layout.bar, bar_page=layout.bar_page), holds, headers, method=METHOD)


def _with_codes(layout: Layout, groups: _Groups) -> Layout:
    """The layout with the codes and sums where no label tells them; what is called a code beside them, `Style`, then names them."""
    columns = list(layout.columns)
    for number, column in enumerate(columns):
        if column.attribute == "model":
            columns[number] = replace(column, attribute=CUSTOM if layout.find("name") is not None else "name")
    coded, priced = groups.start + groups.coded, groups.start + groups.priced
    columns[coded] = replace(columns[coded], attribute="model")
    if layout.find("price") is None:
        columns[priced] = replace(columns[priced], attribute="price")
    return replace(layout, columns=tuple(columns))


def _row_box(table: Table, sku: Sku) -> Box:
    """The whole row: all of its versions stand in the same place to the pictures around the table."""
    row = min(bisect_right(table.ys, sku.box.center_y) - 1, table.row_count - 1)
    return union((sku.box, *(cell.text_box for cell in table.own(row))))


def _labels(table: Table, layout: Layout) -> list[Cell]:
    """The cells of the header, without titles of sections that stand over it."""
    return [cell for row in range(layout.first_row) if not is_bar(table, row) for cell in table.own(row)]


def _groups(table: Table, row: int, headers: Headers) -> _Groups | None:
    """Columns whose labels come again side by side, a label for codes among them, behind a column that stands for itself."""
    cells = [table.at(row, column) for column in range(table.column_count)]
    told = [_told(table, cell, headers) for cell in cells]
    if told.count("model") < MIN_VERSIONS:
        return None
    for start in range(1, len(told)):
        for width in range(1, (len(told) - start) // 2 + 1):
            one = told[start : start + width]
            count = 1
            while told[start + count * width : start + (count + 1) * width] == one:
                count += 1
            if (
                count >= MIN_VERSIONS
                and one.count("model") == 1
                and all(one)
                and ("price" in one or _are_printed_alike(cells[start:], width, count, headers))
            ):
                return _Groups(start, width, count, one.index("model"))
    return None


def _told(table: Table, cell: Cell, headers: Headers) -> str:
    """What is told under a label: codes, also where it only says that something is called so, `Item`, or prices; else the label itself."""
    label = headers.lookup(cell.text) if cell.columns == 1 else None
    if label is not None and label.attribute == "name" and are_codes(samples(table, cell.row + 1)[cell.column]):
        return "model"
    return label.attribute if label is not None and label.attribute in GROUPED else folded(cell.text)


def _groups_under_heads(table: Table, layout: Layout) -> _Groups | None:
    """Columns under heads as wide as each other, side by side, each over a code and its price that no label tells."""
    heads = [cell for cell in table.row(layout.first_row - 1) if cell.columns > 1 and cell.lines]
    first, width = (heads[0].column, heads[0].columns) if len(heads) >= MIN_VERSIONS else (0, 0)
    if not first or [(cell.column, cell.columns) for cell in heads] != [(first + width * n, width) for n in range(len(heads))]:
        return None
    kinds = [layout.kinds[cell.column : cell.column + width] for cell in heads]
    priced = next((place for place, kind in enumerate(kinds[0]) if kind in (ValueKind.PRICE, ValueKind.NUMBER)), None)
    if len(set(kinds)) > 1 or kinds[0].count(ValueKind.CODE) != 1 or priced is None or not _are_sums(table, layout, first + priced):
        return None
    return _Groups(first, width, len(heads), kinds[0].index(ValueKind.CODE), priced, has_labels=False)


def _are_sums(table: Table, layout: Layout, place: int) -> bool:
    return holds_sums([table.at(row, place).text for row in range(layout.first_row, table.row_count) if table.at(row, place).columns == 1])


def _over_groups(table: Table, layout: Layout, groups: _Groups) -> list[Cell]:
    """The cells of the header that stand over groups alone."""
    return [cell for cell in _labels(table, layout) if groups.start <= cell.column and cell.column + cell.columns <= groups.end]


def _are_printed_alike(cells: Sequence[Cell], width: int, count: int, headers: Headers) -> bool:
    """Whether the same words come again, or the same label with a word of its own behind it: `Art.-Nr. H2`, `Art.-Nr. H3`.

    `Order no.` and `Article` may both be labels for codes, and still tell different things.
    """
    texts = [folded(cell.text) for cell in cells[: width * count]]
    return all(_have_one_label(texts[place::width], headers) for place in range(width))


def _have_one_label(texts: Sequence[str], headers: Headers) -> bool:
    common = [word for word in texts[0].split() if all(word in text.split() for text in texts)]
    return len(set(texts)) == 1 or (bool(common) and headers.lookup(" ".join(common)) is not None)


def _have_own_codes(table: Table, layout: Layout, groups: _Groups) -> bool:
    """Whether every group orders something else: no code stands in two of them."""
    seen: set[str] = set()
    for number in range(groups.count):
        place = groups.code_of(number)
        cells = [table.at(row, place) for row in range(layout.first_row, table.row_count)]
        codes = {cell.text for cell in cells if cell.lines and cell.columns == 1 and kind_of(cell.text) is not ValueKind.MARK}
        if not codes or codes & seen or sum(kind_of(code) in CODED for code in codes) < MOST * len(codes):
            return False
        seen |= codes
    return True


def _head(table: Table, layout: Layout, groups: _Groups, number: int) -> Cell | None:
    """The title over a group and over nothing else."""
    own = groups.columns(number)
    over = [table.at(row, own[0]) for row in range(layout.first_row - groups.has_labels)]
    return next(
        (cell for cell in reversed(over) if cell.lines and cell.column >= own[0] and cell.column + cell.columns <= own[-1] + 1), None
    )


def _named(table: Table, layout: Layout, groups: _Groups, number: int, head: Cell | None) -> Line | None:
    """What a version is called: by the title over its group, or by the words that its label for codes has for itself."""
    if head is not None:
        return make_line([word for line in head.lines for word in line.words])
    row = layout.first_row - 1
    cells = [table.at(row, groups.code_of(other)) for other in range(groups.count)]
    own = [word for line in cells[number].lines for word in line.words]
    others = [{folded(word.text) for line in cell.lines for word in line.words} for cell in cells]
    words = [word for word in own if not all(folded(word.text) in texts for texts in others)]
    return make_line(words) if words else None


def _called(table: Table, layout: Layout, groups: _Groups, headers: Headers) -> str:
    """What a title over all groups calls what they differ in."""
    over = next((cell for cell in _over_groups(table, layout, groups) if cell.columns == groups.end - groups.start), None)
    label = headers.lookup(over.text) if over is not None else None
    if over is None or (label is not None and label.attribute in GROUPED):
        return VARIANT_KEY
    return label.attribute if label is not None and label.is_standard else over.text


def _axis(names: Sequence[Line | None]) -> str:
    """What the versions differ in; nothing where their names do not tell."""
    texts = [name.text for name in names if name is not None]
    tests = (("size", is_size), ("material", _begins_with_material))
    least = max(MIN_VERSIONS, COLORED_SHARE * len(texts))
    if sum(map(names_color, texts)) >= least:
        return "color"
    sure = next((axis for axis, test in tests if texts and all(map(test, texts))), None)
    return sure or ("color" if sum(names_color(text) or names_finish(text) for text in texts) >= least else "")


def _begins_with_material(text: str) -> bool:
    """A material, or one with whatever grade of it all versions are told apart by: `HSS-Co 5 %`, `Steel 8.8`."""
    graded = GRADED.fullmatch(folded(text))
    return is_material(text) or (graded is not None and graded[1] in word_list("materials"))


def _columns_at(table: Table, places: Sequence[int], *, without: Collection[int]) -> Table:
    """The table of these columns alone; cells `without` which it is asked for are left empty."""
    homes = {place: number for number, place in enumerate(places)}
    cells = []
    for cell in table.cells:
        kept = [homes[place] for place in range(cell.column, cell.column + cell.columns) if place in homes]
        if kept and id(cell) not in without:
            cells.append(replace(cell, column=kept[0], columns=len(kept)))
    widths = [table.xs[place + 1] - table.xs[place] for place in places]
    xs = tuple(accumulate(widths, initial=table.xs[places[0]]))
    return make_table(xs, table.ys, cells, is_ruled=table.is_ruled, page_number=table.page_number, has_row_borders=table.has_row_borders)


def _spans(heads: Sequence[Line], table: Table, groups: _Groups) -> list[tuple[int, int]]:
    """The columns each title stands over, from the first to past the last: those it is set in the middle of, or from the left edge of."""
    best: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    for head in heads:
        reached: dict[int, tuple[float, list[tuple[int, int]]]] = {}
        for past, (cost, spans) in best.items():
            for first in range(past, table.column_count):
                for end in range(first + 1, table.column_count + 1):
                    total = cost + _misfit(head, first, end, table, groups) + (first - past) * UNCOVERED_PT
                    if total < reached.get(end, (inf, []))[0]:
                        reached[end] = (total, [*spans, (first, end)])
        best = reached
    ends = [(cost + (table.column_count - end) * UNCOVERED_PT, spans) for end, (cost, spans) in best.items()]
    cost, spans = min(ends, default=(inf, []))
    return spans if cost < inf else []


def _misfit(head: Line, first: int, end: int, table: Table, groups: _Groups) -> float:
    """How far a title is from standing in the middle of these columns or at their left edge; a group has the title that stands over it."""
    left, right = table.xs[first], table.xs[end]
    if first < groups.end and end > groups.start:
        is_group = (first - groups.start) % groups.width == 0 and end - first == groups.width
        return 0.0 if is_group and left <= head.box.center_x <= right else inf
    if head.box.x0 < left - EDGE_PT or head.box.x1 > right + EDGE_PT:
        return inf
    # With no label under it, it is a column's own label.
    if end - first > 1 and any(not table.at(0, place).lines for place in range(first, end)):
        return inf
    return min(abs(head.box.center_x - (left + right) / 2), max(0.0, head.box.x0 - left - PAD_PT))
