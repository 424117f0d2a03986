"""Tables: find them on the page, understand their layout, read their rows, and leave all other lines to the next reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.cards.pages import are_captions, captions_pictures
from pipeline.backends.rules.labels.lookup import headers_for, label_lookup
from pipeline.backends.rules.tables.again import with_versions_apart
from pipeline.backends.rules.tables.around import (
    continued,
    heading_over,
    layout_from,
    matches_columns,
    with_name,
)
from pipeline.backends.rules.tables.bars import section_over
from pipeline.backends.rules.tables.dittos import are_dittos
from pipeline.backends.rules.tables.earlier import MAX_REST_LINES, Earlier, earlier_table, relaid, rows_under
from pipeline.backends.rules.tables.factrows import UnderFacts, least_rows, under_facts, with_colors
from pipeline.backends.rules.tables.find import are_leader, page_tables
from pipeline.backends.rules.tables.heads.groups import lists_tiers, named_by_series, parted_by_series, with_groups
from pipeline.backends.rules.tables.heads.labels import with_own_labels
from pipeline.backends.rules.tables.heads.layout import Layout, holds_products, infer_layout, read_layout
from pipeline.backends.rules.tables.heads.legends import with_legend
from pipeline.backends.rules.tables.heads.over import with_labels_over, with_names_over, with_titles_over
from pipeline.backends.rules.tables.heads.span import header_span, is_technical, opens_with_labels
from pipeline.backends.rules.tables.more import heads_properties, read_more
from pipeline.backends.rules.tables.opened import with_open_groups, with_open_section
from pipeline.backends.rules.tables.other import is_dense, tells_of_others
from pipeline.backends.rules.tables.page import TablePage
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.tables.said import labelled_around
from pipeline.backends.rules.tables.shapes.forms import as_list, come_again, find_form
from pipeline.backends.rules.tables.shapes.matrix import Matrix, find_matrix, read_matrix
from pipeline.backends.rules.tables.shapes.pricegrids import read_price_grid
from pipeline.backends.rules.tables.shapes.sets import as_sets
from pipeline.backends.rules.tables.shapes.turned import (
    PROPERTY_COLUMNS,
    has_labels_again,
    is_turned,
    labels_with_units,
    lists_properties,
    repeated_columns,
    side_by_side,
    turned,
    with_one_head,
    without_cell_beside,
    without_text_beside,
    without_title_beside,
)
from pipeline.backends.rules.tables.shapes.variants import read_variants
from pipeline.backends.rules.tables.shapes.versions import read_versions, with_heads_over
from pipeline.backends.rules.tables.skus import Shared, TableReading, read_rows
from pipeline.backends.rules.tables.titles import is_right_over, share_title, title_beside, title_over, titled
from pipeline.backends.rules.values.currencies import page_currency
from pipeline.backends.rules.values.variants import merged_variants
from pipeline.options import Granularity
from pipeline.records import Attribute, Disposition, Line, PageContent, ReceiptEntry, Word
from pipeline.stages.lines import make_line

MIN_TITLED_LABELS = 3


def read_tables(content: PageContent, before: Reading, context: Context) -> Reading:
    """All tables of products on the page."""
    page = TablePage(
        content, context, headers_for(context.options), label_lookup(context.options), before.rest, page_currency(content, context)
    )
    for table in page_tables(content, before.rest, page.headers):
        if page.is_free(table):
            found = len(page.skus)
            _read(page, table)
            if (
                len(page.skus) == found
                and page.aside[-1:] != [table.box]
                and is_dense(table, content)
                and not find_form(table, page.headers)
            ):
                page.areas.append(table.box)
    if not page.skus:
        _read_last_rows(page)
    rest = tuple(_left_over(before.rest, page.used | page.over))
    led = {id(line): entry for line in rest if (entry := _between_cells(line)) is not None and _stands_in_table(page, line)}
    page.entries.extend(led.values())
    return Reading(
        skus=tuple(page.skus),
        rest=tuple(line for line in rest if id(line) not in led),
        entries=tuple(page.entries),
        areas=(*page.areas, *page.aside),
        rules=tuple(sorted({sku.method for sku in page.skus})),
    )


def _between_cells(line: Line) -> ReceiptEntry | None:
    """What words that belong to no cell are there for: to lead the eye, or to point at the row above."""
    if are_leader(line.words):
        return ReceiptEntry("text", line.box, Disposition.IGNORED, "leader", line.text)
    return ReceiptEntry("text", line.box, Disposition.USED, "as_above", line.text) if are_dittos(line.text) else None


def _stands_in_table(page: TablePage, line: Line) -> bool:
    """Within a table that was read."""
    return any(area.contains_point(line.box.center_x, line.box.center_y) for area in page.areas)


def _read(page: TablePage, table: Table) -> None:
    """The first shape that fits: turned, matrix, plain rows with their own header, or with a borrowed one."""
    headers = page.headers
    table = with_labels_over(table, page.free_lines(), headers)
    table = without_title_beside(without_cell_beside(with_heads_over(table, page.free_lines(), headers)), headers)
    table = with_titles_over(table, page.free_lines(), headers)
    if tells_of_others(table, headers):
        _put_aside(page, table)
        return
    more = read_more(table, page.free_lines(), page.context.page_at(page.content.page_number - 1), headers)
    if more is not None:
        _keep(page, table, more[0], None, [more[1]])
        return
    if heads_properties(table, headers):
        return
    if (under := under_facts(table, headers, page.currency)) is not None and _read_under_facts(page, table, under):
        return
    form = find_form(table, headers)
    if form is not None and (form.is_wide or form.steps or come_again(form, page.forms())):
        _read_form(page, table, as_list(form, table, headers, page.forms()))
        return
    if is_turned(with_units := labels_with_units(table), headers):
        if not has_labels_again(table, headers):
            _read_turned(page, with_units)
        return
    if not table.is_ruled and captions_pictures(table, page.content):
        return
    matrix = find_matrix(table, headers)
    if matrix is not None:
        _read_matrix(page, table, matrix)
        return
    if table.column_count > PROPERTY_COLUMNS and lists_properties(table, headers):
        return
    span = header_span(table, headers)
    if span is None:
        if not is_technical(table, headers) and not page.lists_no_goods():
            _read_headless(page, table)
        return
    for part in side_by_side(with_own_labels(table, span, headers), span[0]):
        layout = read_layout(part, headers)
        if layout is not None:
            _read_plain(page, part, layout, "table_ruled" if part.is_ruled else "table_aligned", under=table)


def _read_matrix(page: TablePage, table: Table, matrix: Matrix) -> None:
    """A SKU for each place, or one for a grid of prices: its code is then said over it. Where that is said under labels in a list of what
    one product is like, the reader of such lists is told nothing of the title."""
    told = {matrix.down.attribute, matrix.along.attribute, "price" if matrix.is_price_grid else "model"}
    if matrix.over is not None:
        # The title is then of all that is named in the heads, and what stands under it tells of them all.
        told.discard("name")
    title = _title(page, table)
    shared, lines = _said(page, table, title, told)
    shared, over = _titled(page, table, title, told, shared)
    shared, lines = _with_others(shared, [*lines, *over])
    if not matrix.is_price_grid:
        _keep(page, table, read_matrix(matrix, shared), None, lines)
    elif not any(page.lookup(line.text) == "model" for line in page.titles() if line.box.y1 <= table.box.y0):
        _keep(page, table, read_price_grid(table, matrix.places_by_row(), shared), None, lines)


def _put_aside(page: TablePage, table: Table) -> None:
    """Keep a table of other things from the readers of captions and lists."""
    page.use(table.words())
    page.aside.append(table.box)
    for cell in table.cells:
        if cell.lines:
            page.entries.append(ReceiptEntry("text", cell.text_box, Disposition.IGNORED, "table_of_other_things", cell.text))


def _read_form(page: TablePage, table: Table, form: Table | None) -> None:
    layout = read_layout(form, page.headers, span=(0, 1)) if form is not None else None
    if form is not None and layout is not None:
        _read_plain(page, form, layout, "table_form", around=table)


def _read_under_facts(page: TablePage, table: Table, under: UnderFacts) -> bool:
    """Goods in rows under what is told of them all, if it can be told what their columns are."""
    goods, found = under.goods, len(page.skus)
    layout = read_layout(goods, page.headers) or continued(goods, page.known)
    layout = layout or infer_layout(goods, page.headers, on_price_list=page.currency != "", least_rows=1)
    if layout is not None:
        layout = replace(layout, bar=layout.bar or under.title)
        _read_plain(page, goods, with_colors(layout, goods, is_under_facts=True), "table_headless", around=table, facts=under.facts)
    if len(page.skus) > found:
        page.entries.extend(under.entries)
    return len(page.skus) > found


def _read_turned(page: TablePage, table: Table) -> None:
    """Products beside each other. A single one with its list of attributes is left to the reader of single products."""
    table = with_names_over(without_text_beside(table), page.free_lines(), page.headers)
    flat = turned(with_one_head(table, page.headers))
    layout = read_layout(flat, page.headers, span=(0, 1))
    if layout is None or flat.row_count < 3 or (layout.find("model") is None and layout.find("name") is None):
        return
    _read_plain(page, flat, layout, "table_turned", around=table)


def _read_headless(page: TablePage, table: Table, *, under: Table | None = None) -> None:
    """A table without a head of its own; where captions look like rows, only one that goes on with another."""
    over = matches_columns(page.free_lines(), table, page.headers)
    if over is not None and not _may_be_captions(page, table):
        _read_plain(page, table, layout_from(over[0], table), "table_ruled", extra=over[1])
        return
    has_labels = opens_with_labels(table, page.headers)
    layout = continued(table, page.known) if not has_labels else None
    if layout is None and not has_labels and not page.known and not lists_properties(table, page.headers):
        table, layout = _with_earlier(page, table)
    if layout is None and len(parts := repeated_columns(table)) > 1:
        for part in parts if not _may_be_captions(page, table) else []:
            _read_headless(page, part, under=table)
        return
    if layout is None:
        layout = infer_layout(table, page.headers, on_price_list=page.currency != "", least_rows=least_rows(table))
        if layout is None or (_may_be_captions(page, table) and not page.lists_among_cards(table, layout)):
            return
        layout = with_colors(layout, table, is_under_facts=False) if _title(page, table) is not None else layout
    if layout.labels or not are_captions(table, layout):
        _read_plain(page, table, layout, "table_continued" if layout.labels else "table_headless", under=under)


def _may_be_captions(page: TablePage, table: Table) -> bool:
    """Whether its rows are captions under pictures; asked last, since it takes the whole page to tell."""
    return not table.is_ruled and page.shows_cards()


def _with_earlier(page: TablePage, table: Table) -> tuple[Table, Layout | None]:
    """The table and the layout it goes on with; few rows show their columns badly, the table they belong to shows them better."""
    before = earlier_table(page.content.page_number, page.context, page.headers)
    if before is None:
        return table, None
    layout = _goes_on(page, table, before)
    again = relaid(before, table, page.content) if layout is None else None
    found = _goes_on(page, again, before) if again is not None else None
    return (again, found) if again is not None and found is not None else (table, layout)


def _goes_on(page: TablePage, table: Table, before: Earlier) -> Layout | None:
    """The layout of the earlier table where this one goes on with it, on a page of variants in the same places; the currency of its page then
    holds here too."""
    layout = continued(table, [(before.table, before.layout)], must_align=before.is_interrupted)
    if layout is not None and not table.is_ruled and page.shows_variants():
        layout = continued(table, [(before.table, before.layout)], must_align=True)
    earlier = page.context.page_at(before.table.page_number) if layout is not None and not page.currency else None
    if earlier is not None:
        page.currency = page_currency(earlier, page.context)
    return layout


def _read_last_rows(page: TablePage) -> None:
    """Rows that are all a page holds of the table on the page before."""
    if not any(len(line.words) > 1 for line in page.lines) or len(page.lines) > MAX_REST_LINES:
        return
    before = earlier_table(page.content.page_number, page.context, page.headers)
    table = rows_under(before, page.free_lines(), page.content) if before is not None else None
    layout = _goes_on(page, table, before) if table is not None and before is not None else None
    if table is not None and layout is not None:
        _read_plain(page, table, layout, "table_continued")


def _read_plain(
    page: TablePage,
    table: Table,
    layout: Layout,
    method: str,
    *,
    around: Table | None = None,
    under: Table | None = None,
    extra: Sequence[Line] = (),
    facts: Sequence[Attribute] = (),
) -> None:
    """The rows of a table: `around` is the one it was turned from, `under` the one it is a part of, whose title holds for all parts. `facts` are
    told in it of all rows."""
    if lists_tiers(table, layout):
        return
    place = around or table
    titled_as = under or place
    layout = with_legend(with_groups(table, layout), page.free_lines(), page.headers)
    title = _title(page, titled_as)
    if title is not None:
        layout = with_versions_apart(page, table, layout, title)
    if parted_by_series(table, layout):
        layout = named_by_series(table, layout)
    told = {column.attribute for column in layout.columns}
    told |= {fact.key for fact in facts}
    shared, lines = _said(page, titled_as, title, told)
    shared = replace(shared, attributes=(*facts, *shared.attributes))
    has_identity = layout.find("model") is not None or layout.find("name") is not None
    named = any(attribute.key in ("name", "model") for attribute in shared.attributes)
    if not has_identity and not named:
        heading = heading_over(page.free_lines(), titled_as, page.content)
        if heading is None or layout.labels < MIN_TITLED_LABELS or table.row_count > 16:
            return
        shared = Shared(tuple(with_name(shared.attributes, heading, table.page_number)), shared.currency)
        lines = [*lines, heading]
    else:
        shared, over = _titled(page, titled_as, title, told, shared)
        shared, lines = _with_others(shared, [*lines, *over])
    if layout.bar is None and around is None and (section := section_over(page.free_lines(), table, page.lookup)):
        layout = replace(layout, bar=Cell(0, 0, section[0].box, section))
        # What is told under the title of one section holds for no other.
        wider = [told for told in shared.attributes if told.evidence.box.y1 <= section[0].box.y0 or told.key == "name"]
        shared = replace(shared, attributes=tuple(wider))
        lines = [*lines, *section]
    if layout.bar is None and all(attribute.key != "name" for attribute in shared.attributes):
        layout = named_by_series(table, with_open_section(page, table, layout) if around is None else layout)
    beside_each_other = around is not None and layout.find("model") is not None
    if not holds_products(layout) and not beside_each_other and not (has_identity and shared.attributes):
        return
    table, layout = as_sets(table, layout, page.headers)
    parts_sizes = page.context.options.granularity is Granularity.MODEL_COLOR_SIZE
    variants = read_versions(table, layout, shared, page.headers)
    variants = variants or read_variants(table, layout, shared, page.headers, parts_sizes=parts_sizes)
    reading = variants or read_rows(table, layout, shared, page.headers, method=method)
    reading.skus = with_open_groups(page, reading.skus, table, layout) if around is None else reading.skus
    reading.skus = merged_variants(reading.skus, reading.borrowed, page.context.options.granularity)
    _keep(page, place, reading, layout, [*lines, *extra], flat=table)


def _said(page: TablePage, table: Table, title: Line | None, told: set[str]) -> tuple[Shared, list[Line]]:
    """What lines over the table say under labels about all of its rows, but for what it tells itself."""
    said = labelled_around(page.titles(), table, title, page.content, page.lookup, page.currency, areas=page.areas)
    known = told | ({"price"} if "tier" in told else set()) | ({"size"} if "dimension" in told else set())
    kept = [attribute for attribute in said.attributes if attribute.key not in known]
    return Shared(tuple(kept), page.currency, said.others if "name" not in told else ()), list(said.lines) if kept else []


def _titled(page: TablePage, table: Table, title: Line | None, told: set[str], shared: Shared) -> tuple[Shared, list[Line]]:
    """What holds for all rows, with what the table's title adds to it; `told` is what the table tells itself."""
    known = told | {attribute.key for attribute in shared.attributes}
    said = titled(title, page.titles(), table, page.lookup, known=known, listed=page.listed()) if title is not None else None
    if said is None:
        return shared, []
    return replace(shared, attributes=(*shared.attributes, *said.attributes)), list(said.lines)


def _with_others(shared: Shared, lines: Sequence[Line]) -> tuple[Shared, list[Line]]:
    """Where one name holds for all rows, with what is told of it under labels of no standard attribute: `Warranty: 5 years`."""
    if all(attribute.key != "name" for attribute in shared.attributes):
        return shared, list(lines)
    others = [attribute for attribute, _ in shared.others]
    return replace(shared, attributes=(*shared.attributes, *others)), [*lines, *(line for _, line in shared.others)]


def _title(page: TablePage, table: Table) -> Line | None:
    """The title over a table or at the head of the text beside it, or that over the one beside or above it that it goes on with."""
    others = [other.box for other in page_tables(page.content, page.lines, page.headers)]
    own = title_over(page.titles(), table, page.content, page.headers, page.lookup, areas=page.areas, others=others)
    if own is None or not is_right_over(own, table, page.content, others=others):
        own = title_beside(page.titles(), table, page.content, page.headers, page.lookup, others=others) or own
    if own is None:
        own = next((title for other, title in reversed(page.titled) if share_title(other, table, page.titles())), None)
    if own is not None:
        page.titled.append((table, own))
    return own


def _keep(
    page: TablePage, table: Table, reading: TableReading, layout: Layout | None, lines: Sequence[Line], *, flat: Table | None = None
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
    if not used:
        yield from lines
        return
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
