"""Rows of an understood table as SKUs, every value with the cell it stands in."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import islice, pairwise

from pipeline.backends.rules.captions.wrapping import is_wide_text
from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.labels.lookup import lookup_in
from pipeline.backends.rules.tables.bars import Section, section_of, tells_under_label
from pipeline.backends.rules.tables.celllines import with_facts, with_told_lines_apart
from pipeline.backends.rules.tables.cells import INFERRED_SURE, INHERITED, LABELLED, add_dimensions, places_of_heads, read_cell, small_print
from pipeline.backends.rules.tables.charges import is_charge, is_total
from pipeline.backends.rules.tables.heads.layout import SERIES_KEY, Column, Layout
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.inherit import inherited_cells
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import joined_span, line_span
from pipeline.backends.rules.values.closingsizes import closing_size
from pipeline.backends.rules.values.codes import MIN_LISTED_CHARS, code_and_words, number_and_words
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.forms import SIZE_PRODUCT, folded, is_offered_mark
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.smallprint import tells_size
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Disposition, Evidence, Line, ReceiptEntry, Sku

MIN_TRANSLATED, TRANSLATED_SHARE = 3, 0.4
MAX_NOTE_CELLS = 3
SPACE_EM = 0.45
FOOTNOTE = re.compile(r"\s*(?:\*{1,3}|[†‡※])\s*\w")
MIN_MATERIAL_CHARS = 3
# What tells variants apart where nobody says what it is.
VARIANT_KEY = "Variant"
SMALL_FACTS = ("size", "material", "color")


@dataclass(frozen=True, slots=True)
class Shared:
    """What holds for all rows of a table: attributes printed over it, and the currency of the page. `others`, each with its line, are told under
    labels of their own and hold where all rows are one product."""

    attributes: tuple[Attribute, ...] = ()
    currency: str = ""
    others: tuple[tuple[Attribute, Line], ...] = ()


@dataclass(slots=True)
class TableReading:
    """SKUs of a table and what became of each cell; `borrowed` tells which SKUs have their code from a row above."""

    skus: list[Sku] = field(default_factory=list)
    entries: list[ReceiptEntry] = field(default_factory=list)
    borrowed: list[bool] = field(default_factory=list)

    def account(self, cell: Cell, disposition: Disposition, rule: str) -> None:
        if cell.lines:
            self.entries.append(ReceiptEntry("text", cell.text_box, disposition, rule, cell.text))


def read_rows(table: Table, layout: Layout, shared: Shared, headers: Headers, *, method: str) -> TableReading:
    """All rows in order. A section's bar names what follows it; a row without identity is kept for review."""
    reading = TableReading()
    printed = table
    table, layout, facts = with_told_lines_apart(table, layout, headers, currency=shared.currency)
    for row in range(layout.first_row):
        for cell in table.own(row):
            reading.account(cell, Disposition.USED, "table_header")
    keys = frozenset(folded(column.key) for column in layout.columns if column.key)
    lookup = lookup_in(headers)
    bars = [table.own(row)[0] for row in range(layout.first_row - 1, -1, -1) if is_bar(table, row)]
    bar = next((cell for cell in bars if not _tells_side(cell.text, headers)), layout.bar)
    page = (layout.bar_page if bar is layout.bar else 0) or table.page_number
    section = section_of(bar, page, layout, lookup) if bar is not None else None
    inherited = inherited_cells(table, layout)
    for row in range(layout.first_row, table.row_count):
        own = table.own(row)
        if is_bar(table, row) and _is_footnote(own[0]):
            _account_all(reading, own, Disposition.IGNORED, "table_note")
        elif is_bar(table, row):
            bar = _with_told(bar, own[0], lookup)
            section = section if _tells_side(own[0].text, headers) else section_of(bar, table.page_number, layout, lookup)
            reading.account(own[0], Disposition.USED, "table_section")
        elif own and _repeats_header(own, keys, headers):
            _account_all(reading, own, Disposition.IGNORED, "repeated_header")
        elif own and is_total(own):
            _account_all(reading, own, Disposition.IGNORED, "table_total")
        elif own and is_charge(own):
            _account_all(reading, own, Disposition.IGNORED, "table_charge")
        elif own and _runs_across(own):
            _account_all(reading, own, Disposition.IGNORED, "table_note")
        elif own:
            sku = _sku(table, layout, row, section, shared, inherited, method)
            if sku is not None:
                reading.skus.append(with_facts(sku, facts.of(table, row, layout)))
                reading.borrowed.append(_borrows_code(table, layout, row, inherited))
            _account_all(
                reading,
                facts.by_lines(printed.own(row)),
                *((Disposition.USED, "table_cell") if sku else (Disposition.IN_REVIEW, "row_without_identity")),
            )
    return reading


def _with_told(before: Cell | None, bar: Cell, lookup: LabelLookup) -> Cell:
    """A section's title, or the one right over this row with what the row tells of it: `Colours: tan, black` under `Desk`."""
    is_under = before is not None and before.row + before.rows == bar.row and tells_under_label(bar.lines[0], lookup)
    return replace(before, lines=(*before.lines, *bar.lines), rows=before.rows + 1) if before is not None and is_under else bar


def _tells_side(text: str, headers: Headers) -> bool:
    """A section's title that only says what one side of its goods measures, `Height 200 cm`: it names none of them."""
    size = closing_size(text)
    return size is not None and headers.names_side(text.removesuffix(size).strip(" :,-–"))


def _is_footnote(cell: Cell) -> bool:
    """What an asterisk or another sign for notes opens, in no heavier letters: it says something of the rows over it, and names none."""
    return FOOTNOTE.match(cell.text) is not None and not cell.text.endswith("*") and not any(word.is_bold for word in cell.lines[0].words)


def _runs_across(own: Sequence[Cell]) -> bool:
    """Whether a sentence under the rows runs over the borders between columns, with no more than a space at each."""
    if len(own) > MAX_NOTE_CELLS or all(cell.columns == 1 for cell in own):
        return False
    return all(
        abs(left.lines[-1].box.center_y - right.lines[-1].box.center_y) <= 2.0
        and right.lines[-1].box.x0 - left.lines[-1].box.x1 <= SPACE_EM * left.lines[-1].size_pt
        for left, right in pairwise(own)
    )


def _borrows_code(table: Table, layout: Layout, row: int, inherited: dict[tuple[int, int], Cell]) -> bool:
    """Whether the row stands under a code that it shares with the row above."""
    index = layout.find("model")
    if index is None:
        return False
    cell = inherited.get((row, index)) or table.at(row, index)
    return bool(cell.lines) and cell.row != row


def _account_all(reading: TableReading, cells: Sequence[Cell], disposition: Disposition, rule: str) -> None:
    for cell in cells:
        reading.account(cell, disposition, rule)


def _repeats_header(own: Sequence[Cell], keys: frozenset[str], headers: Headers) -> bool:
    if len(own) < 2:
        return False
    if sum(folded(cell.text) in keys for cell in own) >= 0.6 * len(own):
        return True
    # Nearly every row has values first: it is not asked about to its end.
    may_miss = len(own) - math.ceil(max(2, 0.8 * len(own)))
    misses = (cell for cell in own if headers.lookup(cell.text) is None)
    return len(list(islice(misses, may_miss + 1))) <= may_miss


@dataclass(slots=True)
class _Draft:
    """A row's values while its cells are read."""

    standard: dict[str, Attribute] = field(default_factory=dict)
    custom: list[Attribute] = field(default_factory=list)
    told: set[tuple[str, Box]] = field(default_factory=set)
    dimensions: list[tuple[Column, Attribute]] = field(default_factory=list)
    tiers: list[tuple[Column, Attribute]] = field(default_factory=list)
    by_size: list[tuple[Column, Attribute]] = field(default_factory=list)
    offered: list[tuple[Column, Attribute]] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def put(self, column: Column, attribute: Attribute) -> None:
        if column.is_for_size and attribute.price is not None:
            self.by_size.append((column, attribute))
        if column.offers:
            self.offered.append((column, attribute))
        elif column.attribute == "tier":
            self.tiers.append((column, attribute))
        elif column.attribute in STANDARD_ATTRIBUTES:
            self.standard.setdefault(column.attribute, attribute)
        elif (told := (attribute.key, attribute.evidence.box)) not in self.told:
            # A cell over several columns under one head is read once.
            self.told.add(told)
            self.custom.append(attribute)
            if column.attribute == "dimension":
                self.dimensions.append((column, attribute))


def _sku(
    table: Table, layout: Layout, row: int, section: Section | None, shared: Shared, inherited: dict[tuple[int, int], Cell], method: str
) -> Sku | None:
    draft = _Draft()
    columns = {"size" if column.attribute == "dimension" else column.attribute for column in layout.columns}
    for index, column in enumerate(layout.columns):
        cell = inherited.get((row, index)) or table.at(row, index)
        if not cell.lines or not column.attribute or column.attribute in ("picture", "index"):
            continue
        is_own = cell.row == row
        if is_own:
            draft.boxes.append(cell.text_box)
        if column.has_code:
            _put_coded_name(draft, cell, column, table.page_number, is_own)
            continue
        attribute = read_cell(cell, column, table.page_number, shared.currency, is_own=is_own)
        if attribute is not None:
            draft.put(column, attribute)
        if column.has_size and is_own:
            _put_size(draft, cell, table.page_number)
        if column.attribute == "name" and not _are_translated(table, index):
            _put_small_print(draft, cell, columns, table.page_number)
    if not draft.boxes:
        return None
    _add_other_price(draft, table, layout, row)
    add_dimensions(draft.standard, draft.dimensions)
    _add_tiers(draft.standard, draft.tiers)
    _add_sizes(draft.standard, draft.by_size)
    _add_offered(draft.standard, draft.offered)
    for fact in section.facts if section is not None else ():
        draft.standard.setdefault(fact.key, fact)
    _add_shared(draft, shared.attributes)
    if section is not None:
        _add_section(draft, section, layout)
    if layout.find("material") is None:
        _add_material_of_name(draft.standard)
    if not _has_identity(draft.standard, layout, len(draft.boxes)) or _is_not_sold(draft.standard, table, layout, row):
        return None
    return Sku(
        page_number=table.page_number,
        box=union(draft.boxes),
        standard=tuple(draft.standard[key] for key in STANDARD_ATTRIBUTES if key in draft.standard),
        custom=tuple(draft.custom),
        method=method,
        confidence=min(attribute.evidence.confidence for attribute in draft.standard.values()),
        source_text=" | ".join(cell.text for cell in table.row(row) if cell.lines),
    )


def _put_coded_name(draft: _Draft, cell: Cell, column: Column, page: int, is_own: bool) -> None:
    """A cell with the name and the code before or behind it."""
    confidence = INFERRED_SURE * (1.0 if is_own else INHERITED)
    whole = reduce(joined_span, (line_span(line) for line in cell.lines))
    pieces = number_and_words(whole) if column.has_number else code_and_words(whole, min_chars=MIN_LISTED_CHARS)
    if pieces is None:
        draft.put(column, Attribute("name", cell.text, Evidence(page, cell.text_box, cell.text, confidence)))
        return
    for key, span in zip(("model", "name"), pieces, strict=True):
        draft.standard.setdefault(key, Attribute(key, span.text, span.evidence(page, confidence)))


def _put_size(draft: _Draft, cell: Cell, page: int) -> None:
    """The size that a name begins with; the name stays as it is printed."""
    first = cell.lines[0].words[0]
    if SIZE_PRODUCT.fullmatch(first.text):
        draft.standard.setdefault("size", Attribute("size", first.text, Evidence(page, first.box, first.text, INFERRED_SURE)))


def _are_translated(table: Table, column: int) -> bool:
    """Whether the names of a column are told again under them in signs, where many of these say nothing else: those that sound like a material
    do not either."""
    key = (_are_translated, column)
    if key not in table.found:
        cells = (table.at(row, column) for row in range(table.row_count))
        under = [cell.lines[1].text for cell in dict.fromkeys(cells) if len(cell.lines) > 1 and _is_in_signs(cell)]
        words = sum(kind_of(text) is ValueKind.TEXT for text in under)
        table.found[key] = len(under) >= MIN_TRANSLATED and words >= TRANSLATED_SHARE * len(under)
    return bool(table.found[key])


def _is_in_signs(cell: Cell) -> bool:
    first, second, *_ = cell.lines
    return is_wide_text(second.text) and not is_wide_text(first.text)


def _put_small_print(draft: _Draft, cell: Cell, columns: Collection[str], page: int) -> None:
    """What the small print of a name tells, where no column tells it."""
    for small in small_print(cell):
        key = "size" if tells_size(small.text) else str(kind_of(small.text))
        if key in SMALL_FACTS and key not in columns:
            draft.standard.setdefault(key, Attribute(key, small.text, small.evidence(page, INFERRED_SURE)))


def _add_shared(draft: _Draft, attributes: Sequence[Attribute]) -> None:
    for attribute in attributes:
        if attribute.key in STANDARD_ATTRIBUTES:
            draft.standard.setdefault(attribute.key, attribute)
        elif all(other.key != attribute.key for other in draft.custom):
            draft.custom.append(attribute)


def _add_sizes(standard: dict[str, Attribute], by_size: Sequence[tuple[Column, Attribute]]) -> None:
    """Prices under the sizes they are for: the goods come in those that have one, and the first price is theirs, with all as its tiers."""
    heads = [(column.key, column.header_page, column.header_box) for column, _ in by_size if column.header_box is not None]
    if len(heads) < len(by_size) or not by_size:
        return
    standard.pop("price", None)
    _add_tiers(standard, by_size)
    (_, page, box), *others = heads
    quoted = Evidence(page, box, heads[0][0], LABELLED, tuple((page, box) for _, page, box in others))
    standard.setdefault("size", Attribute("size", " / ".join(key for key, _, _ in heads), quoted))


def _add_offered(standard: dict[str, Attribute], offered: Sequence[tuple[Column, Attribute]]) -> None:
    """The heads of the columns that a row marks: its colours, or its sizes."""
    marked = [(column, mark.evidence) for column, mark in offered if column.header_box is not None and is_offered_mark(mark.value)]
    for key in sorted({column.offers for column, _ in marked}):
        told = [(column, mark) for column, mark in marked if column.offers == key]
        (page, box), *others = [(column.header_page, column.header_box) for column, _ in told if column.header_box is not None]
        marks = [(mark.page_number, mark.box) for _, mark in told]
        quoted = Evidence(page, box, told[0][0].key, LABELLED, (*others, *marks))
        standard.setdefault(key, Attribute(key, ", ".join(column.key for column, _ in told), quoted))


def _add_tiers(standard: dict[str, Attribute], tiers: Sequence[tuple[Column, Attribute]]) -> None:
    """Prices by quantity in columns of their own: the first one is the price, all are its tiers."""
    priced = [(column, attribute) for column, attribute in tiers if attribute.price is not None]
    if not priced or "price" in standard:
        return
    first = priced[0][1]
    if first.price is None:
        return
    steps = tuple((column.key, attribute.price.amount) for column, attribute in priced if attribute.price is not None)
    more = tuple((attribute.evidence.page_number, attribute.evidence.box) for _, attribute in priced[1:])
    more += places_of_heads(column for column, _ in priced)
    standard["price"] = Attribute("price", first.price.amount, replace(first.evidence, more=more), replace(first.price, tiers=steps))


def _add_other_price(draft: _Draft, table: Table, layout: Layout, row: int) -> None:
    """Where the column of prices is empty in this row or struck out, the price in another column of prices is the row's."""
    index = layout.find("price")
    if index is None or any(not word.is_struck for line in table.at(row, index).lines for word in line.words):
        return
    other = next((attribute for attribute in draft.custom if attribute.price is not None), None)
    if other is not None and other.price is not None:
        draft.standard["price"] = Attribute("price", other.price.amount, other.evidence, other.price)


def _has_identity(standard: dict[str, Attribute], layout: Layout, filled: int) -> bool:
    if "model" in standard:
        return True
    if "name" not in standard:
        return False
    # Where rows carry codes, one without a code and with nothing but words is a remark between them.
    return filled > 1 or layout.find("model") is None


def _is_not_sold(standard: dict[str, Attribute], table: Table, layout: Layout, row: int) -> bool:
    """No price, and a dash where the code would stand: a part that is not sold by itself; or words there, where nothing but the codes of the
    other rows tells that codes stand there: a remark."""
    index, priced = layout.find("model"), layout.find("price")
    if index is None or priced is None or "price" in standard:
        return False
    kind = kind_of(table.at(row, index).text)
    if kind is not ValueKind.TEXT:
        return kind is ValueKind.MARK and "model" not in standard
    are_codes = not layout.columns[index].is_labelled and layout.kinds[index : index + 1] == (ValueKind.CODE,)
    return are_codes and not table.at(row, priced).lines


def _add_section(draft: _Draft, section: Section, layout: Layout) -> None:
    title, evidence = section.title.text, section.evidence
    is_name = kind_of(title) not in (ValueKind.SIZE, ValueKind.MEASURE)
    if is_name and "name" not in draft.standard and layout.find("name") is None:
        draft.standard["name"] = Attribute("name", title, evidence)
        # `LIDS QUARTZ` may sound like a material: what names the goods is not all that they are made of.
        if "material" in draft.standard and draft.standard["material"].value == title:
            del draft.standard["material"]
    elif all(attribute.key != SERIES_KEY for attribute in draft.custom):
        draft.custom.append(Attribute(SERIES_KEY, title, evidence))


def _add_material_of_name(standard: dict[str, Attribute]) -> None:
    """The material that closes a name, where its word can be nothing else: `Shaft seal NBR`, `Blind rivet steel/steel`."""
    name = standard.get("name")
    if name is None or "material" in standard or name.value.isupper():
        return
    *others, last = name.value.split() or [""]
    is_short = last.isalpha() and last.isupper() and len(last) >= MIN_MATERIAL_CHARS
    if others and (is_short or "/" in last) and is_material(last) and not is_color(last):
        evidence = name.evidence
        sure = round(evidence.confidence * INHERITED, 3)
        standard["material"] = Attribute("material", last, Evidence(evidence.page_number, evidence.box, last, sure, evidence.more))
