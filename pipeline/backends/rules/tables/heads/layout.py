"""What the columns of a table mean: from its header row, from the values under it, or from the table it continues."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pipeline.backends.rules.labels.headers import CUSTOM, TECHNICAL, Headers, Label, unit_in
from pipeline.backends.rules.tables.column import CLEAR_SHARE, Column, share, usual_kind
from pipeline.backends.rules.tables.heads.labels import with_own_labels
from pipeline.backends.rules.tables.heads.naming import named_columns
from pipeline.backends.rules.tables.heads.prices import priced_columns
from pipeline.backends.rules.tables.heads.settle import coded_columns, settle
from pipeline.backends.rules.tables.heads.span import (
    MIN_TECHNICAL,
    head_rows,
    header_span,
    is_bar,
    samples,
)
from pipeline.backends.rules.tables.heads.steps import price_by_title, stepped_columns
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.forms import is_unit
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box

MIN_INFERRED_ROWS = 3
SERIES_KEY = "Series"


@dataclass(frozen=True, slots=True)
class Layout:
    """The meaning of all columns; data begins in `first_row`. `bar` is the section that is open there, from page `bar_page` if not from this one."""

    columns: tuple[Column, ...]
    first_row: int
    has_header: bool
    labels: int = 0
    exact_labels: int = 0
    bar: Cell | None = None
    kinds: tuple[ValueKind, ...] = ()
    bar_page: int = 0
    _places: dict[str, int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # Each row of a table asks where to find several attributes.
        places = {column.attribute: index for index, column in reversed(list(enumerate(self.columns)))}
        object.__setattr__(self, "_places", places)

    def find(self, attribute: str) -> int | None:
        """The first column that tells it."""
        return self._places.get(attribute)


def read_layout(table: Table, headers: Headers, *, span: tuple[int, int] | None = None) -> Layout | None:
    """The layout from the table's own header rows (`span`, where they are known), or None where it has none."""
    is_turned = span is not None
    span = span or header_span(table, headers)
    if span is None:
        return None
    table = with_own_labels(table, span, headers) if not is_turned else table
    drafts = []
    values = samples(table, span[1])
    stepped = stepped_columns(table, span, values)
    bar: Cell | None = None
    for index in range(table.column_count):
        text, box = _header_text(table, span, index)
        if table.at(span[1] - 1, index).columns > 1 and not any(map(str.strip, values[index])):
            # A head over the pictures and the names beside them is that of the names.
            drafts.append(labelled_column(None, "", box, table.page_number))
            continue
        if index in stepped:
            # The title over them says that these are quantities, which they tell themselves.
            text = table.at(span[1] - 1, index).text
        if index == 0 and text and not is_turned:
            text, bar = _without_bar(table.at(span[0], 0), text, headers)
        by_title = price_by_title(table.at(span[0], index), text) if index in stepped else None
        label = _label_of(table, span, index, text, headers) or by_title
        drafts.append(labelled_column(label, text, box, table.page_number))
    labels = [headers.lookup(column.key) for column in drafts if column.key]
    known = [label for label in labels if label is not None]
    if sum(label.attribute == TECHNICAL for label in known) >= MIN_TECHNICAL:
        return None
    is_titled = any(is_bar(table, row) for row in range(span[1], table.row_count))
    return Layout(
        settle(drafts, values, is_titled=is_titled),
        span[1],
        True,
        len(known),
        sum(label.is_exact for label in known),
        bar,
        tuple(map(usual_kind, values)),
    )


def _label_of(table: Table, span: tuple[int, int], column: int, text: str, headers: Headers) -> Label | None:
    """The label of a column; under a shared title the lowest row says which side is measured, the title in what unit."""
    whole = headers.lookup(text) if text else None
    over, under = table.at(span[0], column), table.at(span[1] - 1, column)
    lowest = headers.lookup(under.text)
    if over is under:
        return whole or lowest
    title = headers.lookup(over.text)
    # Among sizes `L` is one of them, and no side.
    is_step = lowest is None or lowest.attribute == "price" or kind_of(under.text) is ValueKind.SIZE
    # `Price by length` alone is called by its last word, a side.
    priced = next((label for label in (title, whole) if label is not None and label.attribute == "price"), None)
    if over.columns > 1 and priced is not None and is_step:
        return replace(priced, printed=under.text, is_exact=False)
    if over.columns > 1 and title is not None and title.attribute == "size" and (lowest is None or lowest.attribute == "dimension"):
        return replace(title, attribute="dimension", printed=text, unit=(lowest.unit if lowest else "") or title.unit)
    if lowest is not None and lowest.attribute == "dimension":
        # Under what is measured otherwise one letter is a unit: `Power` over `W`.
        is_measured = title is not None and (title.attribute in ("size", "dimension") or not is_unit(under.text))
        is_side = is_measured or len(under.text.strip()) > 1 or (over.columns == 1 and title is None)
        return replace(lowest, printed=text, unit=lowest.unit or (whole.unit if whole else "")) if is_side else whole
    return whole or (lowest and replace(lowest, printed=text))


def _without_bar(cell: Cell, text: str, headers: Headers) -> tuple[str, Cell | None]:
    """A section's title right under the first label may stand close enough to look like its second line."""
    whole, first = headers.lookup(text), headers.lookup(cell.lines[0].text) if cell.lines else None
    if len(cell.lines) < 2 or (whole is not None and whole.is_exact) or first is None or not first.is_exact or cell.columns > 1:
        return text, None
    return cell.lines[0].text, replace(cell, lines=cell.lines[1:])


def _header_text(table: Table, span: tuple[int, int], column: int) -> tuple[str, Box | None]:
    texts: list[str] = []
    box: Box | None = None
    for row in range(*span):
        cell = table.at(row, column)
        if cell.lines and cell.text not in texts:
            texts.append(cell.text)
            box = cell.text_box if box is None else Box(*(*map(min, box[:2], cell.text_box[:2]), *map(max, box[2:], cell.text_box[2:])))
    return " ".join(texts), box


def labelled_column(label: Label | None, text: str, box: Box | None, page: int) -> Column:
    """What stands under a label, or beside it in a list, as far as the label alone tells."""
    if label is None or label.attribute == TECHNICAL:
        return Column(CUSTOM if text else "", key=text, unit=unit_in(text), header_box=box, header_page=page)
    return Column(label.attribute, label.printed, label.unit, label.currency, box, page, is_labelled=True, is_exact=label.is_exact)


def infer_layout(table: Table, headers: Headers, *, on_price_list: bool = False, least_rows: int = MIN_INFERRED_ROWS) -> Layout | None:
    """The layout of a table without a header that can be read, from its values alone; None where they do not tell. `on_price_list` says that
    the page gives its prices in a currency."""
    first = head_rows(table)
    texts = samples(table, first)
    if any(share(column, ValueKind.DATE) > CLEAR_SHARE for column in texts):
        return None
    filled = [sum(bool(text.strip()) for text in column) for column in texts]
    if table.row_count < least_rows or table.column_count < 2:
        return None
    heads = [_header_text(table, (0, first), index) if first else ("", None) for index in range(table.column_count)]
    columns = tuple(coded_columns(settle([_column_under(key, box, table, headers) for key, box in heads], texts), texts))
    if first:
        columns = tuple(named_columns(columns, texts))
    columns = tuple(priced_columns(columns, texts, on_price_list=on_price_list))
    if first:
        columns = tuple(replace(c, attribute=c.attribute or CUSTOM) for c in columns)
    kinds = {column.attribute for column in columns}
    rows = max(filled)
    coded = [i for i, c in enumerate(columns) if c.attribute == "model" and filled[i] >= CLEAR_SHARE * rows]
    if coded and kinds & {"price", "name", "size"}:
        return Layout(columns, first, bool(first), kinds=tuple(map(usual_kind, texts)))
    price = any(c.attribute == "price" and filled[i] >= CLEAR_SHARE * rows for i, c in enumerate(columns))
    named = [i for i, c in enumerate(columns) if c.attribute == "name"]
    if price and named and filled[named[0]] >= CLEAR_SHARE * rows:
        return Layout(columns, first, bool(first), kinds=tuple(map(usual_kind, texts)))
    return None


def _column_under(key: str, box: Box | None, table: Table, headers: Headers) -> Column:
    """A column under a head that is known for its contrast: its label may be known all the same."""
    label = headers.lookup(key) if key else None
    if label is not None and label.is_exact and label.is_standard:
        return labelled_column(label, key, box, table.page_number)
    return Column("", key, unit=unit_in(key), header_box=box, header_page=table.page_number)


def holds_products(layout: Layout) -> bool:
    """Beside what identifies a row there must be something one buys by: a price, a size, a colour, a material, or a code."""
    found = {column.attribute for column in layout.columns}
    labelled = {column.attribute for column in layout.columns if column.is_labelled}
    if "price" in found or "tier" in found or "model" in labelled or ("model" in found and not layout.has_header):
        return True
    return bool(found & {"size", "material", "dimension"}) and (layout.has_header or layout.labels > 0)
