"""Tables: find them on the page, understand their layout, read their rows, and leave all other lines to the next reader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.cardpages import are_captions, captions_pictures, is_card_page
from pipeline.backends.rules.currencies import page_currency
from pipeline.backends.rules.furniture import page_furniture
from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.labels import headers_for, label_lookup
from pipeline.backends.rules.statements import LabelLookup
from pipeline.backends.rules.subjects import lists_pages
from pipeline.backends.rules.table_records import Cell, Table
from pipeline.backends.rules.tables_around import (
    continued,
    heading_over,
    layout_from,
    matches_columns,
    with_name,
)
from pipeline.backends.rules.tables_earlier import MAX_REST_LINES, Earlier, earlier_table, relaid, rows_under, with_open_section
from pipeline.backends.rules.tables_find import is_leader, page_tables
from pipeline.backends.rules.tables_forms import Form, as_list, come_again, find_form
from pipeline.backends.rules.tables_layout import (
    Layout,
    header_span,
    holds_products,
    infer_layout,
    is_technical,
    named_by_series,
    opens_with_labels,
    parted_by_series,
    read_layout,
    with_groups,
)
from pipeline.backends.rules.tables_matrix import find_matrix, read_matrix
from pipeline.backends.rules.tables_other import tells_of_others
from pipeline.backends.rules.tables_sets import as_sets
from pipeline.backends.rules.tables_shapes import (
    PROPERTY_COLUMNS,
    is_turned,
    labels_with_units,
    lists_properties,
    repeated_columns,
    side_by_side,
    turned,
    with_one_head,
    without_text_beside,
)
from pipeline.backends.rules.tables_skus import Shared, TableReading, read_rows
from pipeline.backends.rules.tables_titles import at_small_print, labelled_around, section_over, title_over, titled
from pipeline.backends.rules.tables_variants import read_variants
from pipeline.backends.rules.tables_versions import read_versions, with_heads_over
from pipeline.backends.rules.variants import merged_variants
from pipeline.geometry import Box
from pipeline.records import Disposition, Line, PageContent, ReceiptEntry, Sku, Word
from pipeline.stages.lines import make_line

MIN_TITLED_LABELS = 3
DENSE_SHARE = 0.6
MAX_DENSE_LINES = 2.0
CELL_PICTURE_SHARE = 0.2
SAME_HEAD_PT = 3.0


@dataclass(slots=True)
class _Page:
    """Work in progress on one page."""

    content: PageContent
    context: Context
    headers: Headers
    lookup: LabelLookup
    lines: Sequence[Line]
    currency: str
    used: set[int] = field(default_factory=set)
    homes: dict[int, int] = field(default_factory=dict)
    free: dict[int, Line] = field(default_factory=dict)
    over: set[int] = field(default_factory=set)
    skus: list[Sku] = field(default_factory=list)
    entries: list[ReceiptEntry] = field(default_factory=list)
    areas: list[Box] = field(default_factory=list)
    aside: list[Box] = field(default_factory=list)
    titled: list[tuple[Table, Line]] = field(default_factory=list)
    known: list[tuple[Table, Layout]] = field(default_factory=list)
    parts: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    is_of_cards: bool | None = None
    found_forms: list[Form | None] | None = None
    is_of_contents: bool | None = None
    over_tables: list[Line] | None = None

    def shows_cards(self) -> bool:
        """Whether captions under pictures stand in rows here: without header and borders they only look like a table."""
        if self.is_of_cards is None:
            self.is_of_cards = is_card_page(self.content, self.lines, self.context)
        return self.is_of_cards

    def lists_pages(self) -> bool:
        """Whether it is a table of contents."""
        if self.is_of_contents is None:
            self.is_of_contents = lists_pages(self.lines)
        return self.is_of_contents

    def forms(self) -> list[Form | None]:
        """The tables of the page as forms, asked for where one of them looks like one."""
        if self.found_forms is None:
            self.found_forms = [find_form(table, self.headers) for table in page_tables(self.content, self.lines, self.headers)]
        return self.found_forms

    def use(self, words: Iterable[Word]) -> None:
        """Words that a table was read from: no line of theirs is free any more."""
        if not self.homes:
            self.free = dict(enumerate(self.lines))
            self.homes = {id(word): number for number, line in self.free.items() for word in line.words}
        self.over_tables = None
        for word in words:
            self.used.add(id(word))
            self.free.pop(self.homes.get(id(word), -1), None)

    def is_free(self, table: Table) -> bool:
        """Whether no word of it was read before."""
        return not (self.used or self.over) or all(id(word) not in self.used and id(word) not in self.over for word in table.words())

    def titles(self) -> list[Line]:
        """The free lines, with titles apart from what is said behind them: asked for several times a table, and the same until one is read."""
        if self.over_tables is None:
            aside = page_furniture(self.content)
            for line in self.free_lines():
                if id(line) not in self.parts:
                    self.parts[id(line)] = (line,) if id(line) in aside else at_small_print(line)
            self.over_tables = [part for line in self.free_lines() for part in self.parts[id(line)]]
        return self.over_tables

    def free_lines(self) -> list[Line]:
        """Lines that stand in no table; one that was said over a table may hold for the table beside it too."""
        return list(self.free.values() if self.used else self.lines)


def read_tables(content: PageContent, before: Reading, context: Context) -> Reading:
    """All tables of products on the page."""
    page = _Page(
        content, context, headers_for(context.options), label_lookup(context.options), before.rest, page_currency(content, context)
    )
    for table in page_tables(content, before.rest, page.headers):
        if page.is_free(table):
            found = len(page.skus)
            _read(page, table)
            if len(page.skus) == found and page.aside[-1:] != [table.box] and _is_dense(table, content):
                page.areas.append(table.box)
    if not page.skus:
        _read_last_rows(page)
    rest = tuple(_left_over(before.rest, page.used | page.over))
    led = [line for line in rest if _is_leader_of(page, line)]
    page.entries.extend(ReceiptEntry("text", line.box, Disposition.IGNORED, "leader", line.text) for line in led)
    return Reading(
        skus=tuple(page.skus),
        rest=tuple(line for line in rest if line not in led),
        entries=tuple(page.entries),
        areas=(*page.areas, *page.aside),
        rules=tuple(sorted({sku.method for sku in page.skus})),
    )


def _is_leader_of(page: _Page, line: Line) -> bool:
    """Dots between the cells of a table that was read."""
    return all(is_leader(word.text) for word in line.words) and any(
        area.contains_point(line.box.center_x, line.box.center_y) for area in page.areas
    )


def _is_dense(table: Table, content: PageContent) -> bool:
    """Ruled cells filled with short texts and no pictures: a table of something else than products, in which no caption stands either."""
    filled = [cell for cell in table.cells if cell.lines]
    if not table.is_ruled or min(table.column_count, table.row_count) < 3 or len(filled) < max(12, DENSE_SHARE * len(table.cells)):
        return False
    # A picture much larger than a cell is a watermark, not what a cell shows.
    inside = [picture.box for picture in content.pictures if table.box.contains_point(picture.box.center_x, picture.box.center_y)]
    if any(box.area <= CELL_PICTURE_SHARE * table.box.area for box in inside):
        return False
    return sum(len(cell.lines) for cell in filled) <= MAX_DENSE_LINES * len(filled)


def _read(page: _Page, table: Table) -> None:
    """The first shape that fits: turned, matrix, plain rows with their own header, or with a borrowed one."""
    headers = page.headers
    table = with_heads_over(table, page.free_lines(), headers)
    if tells_of_others(table, headers):
        _put_aside(page, table)
        return
    form = find_form(table, headers)
    if form is not None and (form.is_wide or come_again(form, page.forms())):
        _read_form(page, table, as_list(form, table, headers))
        return
    if is_turned(with_units := labels_with_units(table), headers):
        _read_turned(page, with_units)
        return
    if not table.is_ruled and captions_pictures(table, page.content):
        return
    matrix = find_matrix(table, headers)
    if matrix is not None:
        told = {"model", matrix.down.attribute, matrix.along.attribute}
        shared, lines = _said(page, table, told)
        shared, over = _titled(page, table, told, shared)
        _keep(page, table, read_matrix(matrix, shared), None, [*lines, *over])
        return
    if table.column_count > PROPERTY_COLUMNS and lists_properties(table, headers):
        return
    span = header_span(table, headers)
    if span is None:
        if not is_technical(table, headers) and not page.lists_pages():
            _read_headless(page, table, must_go_on=not table.is_ruled and page.shows_cards())
        return
    for part in side_by_side(table, span[0]):
        layout = read_layout(part, headers)
        if layout is not None:
            _read_plain(page, part, layout, "table_ruled" if part.is_ruled else "table_aligned", under=table)


def _put_aside(page: _Page, table: Table) -> None:
    """Keep a table of other things from the readers of captions and lists."""
    page.use(table.words())
    page.aside.append(table.box)
    for cell in table.cells:
        if cell.lines:
            page.entries.append(ReceiptEntry("text", cell.text_box, Disposition.IGNORED, "table_of_other_things", cell.text))


def _read_form(page: _Page, table: Table, form: Table | None) -> None:
    layout = read_layout(form, page.headers, span=(0, 1)) if form is not None else None
    if form is not None and layout is not None:
        _read_plain(page, form, layout, "table_turned", around=table)


def _read_turned(page: _Page, table: Table) -> None:
    """Products beside each other. A single one with its list of attributes is left to the reader of single products."""
    table = without_text_beside(table)
    flat = turned(with_one_head(table, page.headers))
    layout = read_layout(flat, page.headers, span=(0, 1))
    if layout is None or flat.row_count < 3 or (layout.find("model") is None and layout.find("name") is None):
        return
    _read_plain(page, flat, layout, "table_turned", around=table)


def _read_headless(page: _Page, table: Table, *, under: Table | None = None, must_go_on: bool = False) -> None:
    """A table without a head of its own; where captions look like rows, only one that goes on with another."""
    over = matches_columns(page.free_lines(), table, page.headers) if not must_go_on else None
    if over is not None:
        _read_plain(page, table, layout_from(over[0], table), "table_ruled", extra=over[1])
        return
    has_labels = opens_with_labels(table, page.headers)
    layout = continued(table, page.known) if not has_labels else None
    if layout is None and not has_labels and not page.known and not lists_properties(table, page.headers):
        table, layout = _with_earlier(page, table)
    if layout is None and must_go_on:
        return
    if layout is None and len(parts := repeated_columns(table)) > 1:
        for part in parts:
            _read_headless(page, part, under=table)
        return
    if layout is None:
        layout = infer_layout(table)
    if layout is not None and not (not layout.labels and are_captions(table, layout)):
        _read_plain(page, table, layout, "table_continued" if layout.labels else "table_headless", under=under)


def _with_earlier(page: _Page, table: Table) -> tuple[Table, Layout | None]:
    """The table and the layout it goes on with; few rows show their columns badly, the table they belong to shows them better."""
    before = earlier_table(page.content.page_number, page.context, page.headers)
    if before is None:
        return table, None
    layout = _goes_on(page, table, before)
    again = relaid(before, table, page.content) if layout is None else None
    found = _goes_on(page, again, before) if again is not None else None
    return (again, found) if again is not None and found is not None else (table, layout)


def _with_open_section(page: _Page, table: Table, layout: Layout) -> Layout:
    """For the first table of a page whose rows nobody names: the section on the page before may go on."""
    if page.known or layout.find("name") is not None or page.content.page_number == 1:
        return layout
    before = earlier_table(page.content.page_number, page.context, page.headers)
    return with_open_section(table, layout, before) if before is not None else layout


def _goes_on(page: _Page, table: Table, before: Earlier) -> Layout | None:
    """The layout of the earlier table where this one goes on with it; the currency of its page then holds here too."""
    layout = continued(table, [(before.table, before.layout)], must_align=before.is_interrupted)
    earlier = page.context.page_at(before.table.page_number) if layout is not None and not page.currency else None
    if earlier is not None:
        page.currency = page_currency(earlier, page.context)
    return layout


def _read_last_rows(page: _Page) -> None:
    """Rows that are all a page holds of the table on the page before."""
    if not any(len(line.words) > 1 for line in page.lines) or len(page.lines) > MAX_REST_LINES:
        return
    before = earlier_table(page.content.page_number, page.context, page.headers)
    table = rows_under(before, page.free_lines(), page.content) if before is not None else None
    layout = _goes_on(page, table, before) if table is not None and before is not None else None
    if table is not None and layout is not None:
        _read_plain(page, table, layout, "table_continued")


def _read_plain(
    page: _Page,
    table: Table,
    layout: Layout,
    method: str,
    *,
    around: Table | None = None,
    under: Table | None = None,
    extra: Sequence[Line] = (),
) -> None:
    """The rows of a table: `around` is the one it was turned from, `under` the one it is a part of, whose title holds for all parts."""
    place = around or table
    titled_as = under or place
    layout = with_groups(table, layout)
    if parted_by_series(table, layout):
        layout = named_by_series(table, layout)
    told = {column.attribute for column in layout.columns}
    shared, lines = _said(page, titled_as, told)
    has_identity = layout.find("model") is not None or layout.find("name") is not None
    named = any(attribute.key in ("name", "model") for attribute in shared.attributes)
    if not has_identity and not named:
        heading = heading_over(page.free_lines(), titled_as, page.content)
        if heading is None or layout.labels < MIN_TITLED_LABELS or table.row_count > 16:
            return
        shared = Shared(tuple(with_name(shared.attributes, heading, table.page_number)), shared.currency)
        lines = [*lines, heading]
    else:
        shared, over = _titled(page, titled_as, told, shared)
        lines = [*lines, *over]
    if layout.bar is None and around is None and (section := section_over(page.free_lines(), table)) is not None:
        layout = replace(layout, bar=Cell(0, 0, section.box, (section,)))
        lines = [*lines, section]
    if layout.bar is None and all(attribute.key != "name" for attribute in shared.attributes):
        layout = named_by_series(table, _with_open_section(page, table, layout) if around is None else layout)
    beside_each_other = around is not None and layout.find("model") is not None
    if not holds_products(layout) and not beside_each_other and not (has_identity and shared.attributes):
        return
    table, layout = as_sets(table, layout, page.headers)
    variants = read_versions(table, layout, shared, page.headers) or read_variants(table, layout, shared, page.headers)
    reading = variants or read_rows(table, layout, shared, page.headers, method=method)
    reading.skus = merged_variants(reading.skus, reading.borrowed, page.context.options.granularity)
    _keep(page, place, reading, layout, [*lines, *extra], flat=table)


def _said(page: _Page, table: Table, told: set[str]) -> tuple[Shared, list[Line]]:
    """What lines over the table say under labels about all of its rows, but for what it tells itself."""
    said = labelled_around(page.titles(), table, _title(page, table), page.content, page.lookup, page.currency)
    kept = [attribute for attribute in said.attributes if attribute.key not in told]
    return Shared(tuple(kept), page.currency), list(said.lines) if kept else []


def _titled(page: _Page, table: Table, told: set[str], shared: Shared) -> tuple[Shared, list[Line]]:
    """What holds for all rows, with what the table's title adds to it; `told` is what the table tells itself."""
    known = told | {attribute.key for attribute in shared.attributes}
    title = _title(page, table)
    said = titled(title, page.titles(), table, page.lookup, known=known) if title is not None else None
    if said is None:
        return shared, []
    return Shared((*shared.attributes, *said.attributes), shared.currency), list(said.lines)


def _title(page: _Page, table: Table) -> Line | None:
    """The title over a table, or over the one beside it that it goes on with: rows that run on in the next column of the page."""
    own = title_over(page.titles(), table, page.content, page.headers, page.lookup, areas=page.areas)
    if own is not None:
        page.titled.append((table, own))
        return own
    return next((title for other, title in page.titled if _runs_on_beside(other, table)), None)


def _runs_on_beside(one: Table, other: Table) -> bool:
    """Whether two tables with as many columns stand level, the second right of the first."""
    is_level = abs(one.box.y0 - other.box.y0) <= SAME_HEAD_PT and one.box.x1 <= other.box.x0
    return is_level and one.column_count == other.column_count


def _keep(
    page: _Page, table: Table, reading: TableReading, layout: Layout | None, lines: Sequence[Line], *, flat: Table | None = None
) -> None:
    if not reading.skus:
        return
    page.skus.extend(reading.skus)
    page.entries.extend(reading.entries)
    page.use(table.words())
    page.areas.append(table.box)
    for line in {id(line): line for line in lines if id(line.words[0]) not in page.over}.values():
        page.over.update(id(word) for word in line.words)
        page.entries.append(ReceiptEntry("text", line.box, Disposition.USED, "over_table", line.text))
    if layout is not None:
        page.known.append((flat or table, layout))


def _left_over(lines: Sequence[Line], used: set[int]) -> Iterator[Line]:
    """The lines with the words no table used; a line that runs out of a table keeps its outer part."""
    for line in lines:
        left: list[Word] = []
        for word in line.words:
            if id(word) not in used:
                left.append(word)
            elif left:
                yield make_line(left)
                left = []
        if left:
            yield line if len(left) == len(line.words) else make_line(left)
