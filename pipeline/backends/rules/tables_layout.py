"""What the columns of a table mean: from its header row, from the values under it, or from the table it continues."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.headers import CUSTOM, TECHNICAL, Headers, Label
from pipeline.backends.rules.table_records import Cell, Table
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.backends.rules.values import is_code
from pipeline.geometry import Box
from pipeline.records import STANDARD_ATTRIBUTES

HEADER_SEARCH_ROWS = 5
MAX_HEADER_ROWS = 3
MIN_TECHNICAL = 2
CLEAR_SHARE = 0.6
SURE_SHARE = 0.75
SAMPLE_ROWS = 60
VALUE_KINDS = frozenset(
    (ValueKind.PRICE, ValueKind.CODE, ValueKind.BARCODE, ValueKind.SIZE, ValueKind.MEASURE, ValueKind.NUMBER, ValueKind.DATE)
)
QUANTITY_LABEL = re.compile(
    r"(?:qty\.?\s*)?(?:[≥>]=?\s*\d[\d,]*|\d[\d,]*\s*(?:[-–~]\s*\d[\d,]*|\+|以上|以下|up)?)\s*(?:pcs?|sets?|pieces?|units?|pairs?|ctns?|cartons?|个|件|套|只|台|双|箱)?\.?\+?",
    re.IGNORECASE,
)
INFERRED = {ValueKind.PRICE: "price", ValueKind.COLOR: "color", ValueKind.MATERIAL: "material", ValueKind.SIZE: "size"}


@dataclass(frozen=True, slots=True)
class Column:
    """One column's meaning. `attribute` is a standard one, or custom, dimension, tier, series, picture, index, or empty for nothing.

    `has_code` marks names that begin with the product's code, `has_counter` values that begin with the row's number.
    """

    attribute: str
    key: str = ""
    unit: str = ""
    currency: str = ""
    header_box: Box | None = None
    header_page: int = 0
    is_labelled: bool = False
    is_exact: bool = False
    has_code: bool = False
    has_counter: bool = False


@dataclass(frozen=True, slots=True)
class Layout:
    """The meaning of all columns; data begins in `first_row`."""

    columns: tuple[Column, ...]
    first_row: int
    has_header: bool
    labels: int = 0
    exact_labels: int = 0
    bar: Cell | None = None
    kinds: tuple[ValueKind, ...] = ()

    def find(self, attribute: str) -> int | None:
        return next((index for index, column in enumerate(self.columns) if column.attribute == attribute), None)


def header_span(table: Table, headers: Headers) -> tuple[int, int] | None:
    """First and past-last header row; None where no row reads like a header."""
    for row in range(min(HEADER_SEARCH_ROWS, table.row_count - 1)):
        if is_bar(table, row):
            continue
        if not _is_header(table, row, headers):
            if len(table.own(row)) >= 2:
                return None
            continue
        end = row + 1
        while end < min(row + MAX_HEADER_ROWS, table.row_count - 1) and _extends_header(table, end, headers):
            end += 1
        return row, end
    return None


def is_technical(table: Table, headers: Headers) -> bool:
    """Whether the first row heads a table of pins, limits, revisions or faults."""
    labels = [headers.lookup(cell.text) for cell in table.own(0)]
    return sum(label is not None and label.attribute == TECHNICAL for label in labels) >= MIN_TECHNICAL


def is_bar(table: Table, row: int) -> bool:
    """A row with one text, which stands over the columns: a section's title."""
    own = table.own(row)
    if len(own) != 1 or table.column_count < 3:
        return False
    if own[0].columns >= 0.6 * table.column_count:
        return True
    others = [cell for cell in table.row(row) if cell is not own[0]]
    return own[0].column <= 1 and own[0].rows == 1 and all(cell.row == row and not cell.lines for cell in others)


def _is_header(table: Table, row: int, headers: Headers) -> bool:
    own = table.own(row)
    if len(own) < 2:
        return False
    labels = [headers.lookup(cell.text) for cell in own]
    known = sum(label is not None for label in labels)
    valued = sum(kind_of(cell.text) in VALUE_KINDS for cell, label in zip(own, labels, strict=True) if label is None)
    if known >= 2 and known >= 0.5 * len(own) and valued <= 0.34 * len(own):
        return True
    return known >= 2 and valued == 0 and len(own) >= 4 and (known >= 0.3 * len(own) or _stands_out(table, row))


def _stands_out(table: Table, row: int) -> bool:
    """Whether figures and marks stand under a row that has none."""
    below = [cell for under in range(row + 1, min(row + 4, table.row_count)) for cell in table.own(under)]
    kinds = [kind_of(cell.text) for cell in below]
    return bool(kinds) and sum(kind in VALUE_KINDS or kind is ValueKind.MARK for kind in kinds) >= 0.3 * len(kinds)


def _extends_header(table: Table, row: int, headers: Headers) -> bool:
    """A second header row names units or parts of the first one's columns."""
    own = table.own(row)
    if not own or is_bar(table, row):
        return False
    known = sum(headers.lookup(cell.text) is not None for cell in own)
    if any(kind_of(cell.text) in VALUE_KINDS for cell in own if headers.lookup(cell.text) is None):
        return False
    spans_above = any(cell.columns > 1 for cell in table.row(row - 1))
    return known >= 0.6 * len(own) or (spans_above and known >= 1) or all(cell.text.strip()[:1] in "(（" for cell in own)


def read_layout(table: Table, headers: Headers, *, span: tuple[int, int] | None = None) -> Layout | None:
    """The layout from the table's own header rows (`span`, where they are known), or None where it has none."""
    is_turned = span is not None
    span = span or header_span(table, headers)
    if span is None:
        return None
    drafts = []
    bar: Cell | None = None
    for index in range(table.column_count):
        text, box = _header_text(table, span, index)
        if index == 0 and text and not is_turned:
            text, bar = _without_bar(table.at(span[0], 0), text, headers)
        drafts.append(_labelled(_label_of(table, span, index, text, headers), text, box, table.page_number))
    labels = [headers.lookup(column.key) for column in drafts if column.key]
    values = samples(table, span[1])
    known = [label for label in labels if label is not None]
    if sum(label.attribute == TECHNICAL for label in known) >= MIN_TECHNICAL:
        return None
    return Layout(
        settle(drafts, values), span[1], True, len(known), sum(label.is_exact for label in known), bar, tuple(map(usual_kind, values))
    )


def _label_of(table: Table, span: tuple[int, int], column: int, text: str, headers: Headers) -> Label | None:
    """The label of a column; under a shared title the lowest row says which side is measured, the title in what unit."""
    whole = headers.lookup(text) if text else None
    lowest = headers.lookup(table.at(span[1] - 1, column).text)
    if span[1] - span[0] > 1 and lowest is not None and lowest.attribute == "dimension":
        return replace(lowest, printed=text, unit=lowest.unit or (whole.unit if whole else ""))
    return whole or (lowest and replace(lowest, printed=text))


def _without_bar(cell: Cell, text: str, headers: Headers) -> tuple[str, Cell | None]:
    """A section's title right under the first label may stand close enough to look like its second line."""
    whole, first = headers.lookup(text), headers.lookup(cell.lines[0].text) if cell.lines else None
    if len(cell.lines) < 2 or (whole is not None and whole.is_exact) or first is None or not first.is_exact or cell.columns > 1:
        return text, None
    return cell.lines[0].text, replace(cell, lines=cell.lines[1:])


def usual_kind(texts: Sequence[str]) -> ValueKind:
    """The kind most of a column's values have; empty where it says nothing."""
    kinds = Counter(kind_of(text) for text in texts if text.strip())
    return max(kinds.items(), key=lambda item: (item[1], item[0]))[0] if kinds else ValueKind.EMPTY


def _header_text(table: Table, span: tuple[int, int], column: int) -> tuple[str, Box | None]:
    texts: list[str] = []
    box: Box | None = None
    for row in range(*span):
        cell = table.at(row, column)
        if cell.lines and cell.text not in texts:
            texts.append(cell.text)
            box = cell.text_box if box is None else Box(*(*map(min, box[:2], cell.text_box[:2]), *map(max, box[2:], cell.text_box[2:])))
    return " ".join(texts), box


def _labelled(label: Label | None, text: str, box: Box | None, page: int) -> Column:
    if label is None or label.attribute == TECHNICAL:
        return Column(CUSTOM if text else "", key=text, header_box=box, header_page=page)
    return Column(label.attribute, label.printed, label.unit, label.currency, box, page, is_labelled=True, is_exact=label.is_exact)


def samples(table: Table, first_row: int) -> list[list[str]]:
    """Texts of each column below the header, bars left out; enough of them to tell the kind."""
    rows = [row for row in range(first_row, table.row_count) if not is_bar(table, row)][:SAMPLE_ROWS]
    return [
        [table.at(row, column).text for row in rows if table.at(row, column).row == row and table.at(row, column).columns == 1]
        for column in range(table.column_count)
    ]


def share(texts: Sequence[str], *kinds: ValueKind) -> float:
    """How many of the texts that say something are of one of these kinds."""
    filled = [text for text in texts if text.strip()]
    return sum(kind_of(text) in kinds for text in filled) / len(filled) if filled else 0.0


def settle(drafts: Sequence[Column], values: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """Each attribute once: labels are taken at their word unless the values say otherwise, values fill what is unlabelled."""
    columns = [_as_tier(column, texts) for column, texts in zip(drafts, values, strict=True)]
    _mend_labels(columns, values)
    _mend_identity(columns, values)
    _infer_missing(columns, values)
    _keep_first(columns)
    bought_by = {"price", "size", "dimension", "material"}
    if not any(column.attribute in ("name", "model") for column in columns) and any(c.attribute in bought_by for c in columns):
        _promote(columns, "series", "name")
    return tuple(columns)


def _as_tier(column: Column, texts: Sequence[str]) -> Column:
    """A column headed by a quantity holds the price for it."""
    if column.attribute in (CUSTOM, "price", "") and QUANTITY_LABEL.fullmatch(column.key.strip()):
        if share(texts, ValueKind.PRICE, ValueKind.NUMBER) > CLEAR_SHARE:
            return replace(column, attribute="tier")
    return column


def _mend_labels(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Labels that the values contradict: a model that only measures, a material that is all codes or all descriptions."""
    for index, column in enumerate(columns):
        texts = values[index]
        if column.attribute == "model" and share(texts, ValueKind.NUMBER, ValueKind.MEASURE, ValueKind.MARK) > CLEAR_SHARE:
            if any("." in text for text in texts):
                columns[index] = replace(column, attribute=CUSTOM)
    _choose_model(columns, values)
    for index, column in enumerate(columns):
        taken = {c.attribute for c in columns}
        if column.attribute not in ("material", "color", "size") or len(values[index]) < 3:
            continue
        if "model" not in taken and share(values[index], ValueKind.CODE) > SURE_SHARE:
            columns[index] = replace(column, attribute="model")
        elif "name" not in taken and column.attribute == "material" and _are_descriptions(values[index]):
            columns[index] = replace(column, attribute="name")


def _choose_model(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Of several columns called by a word for codes, the one with the most codes is the model; one with words is the name."""
    called = [index for index, column in enumerate(columns) if column.attribute == "model"]
    coded = [share(values[index], ValueKind.CODE, ValueKind.BARCODE, ValueKind.NUMBER) for index in called]
    for index, codes in zip(called, coded, strict=True):
        others = [c.attribute for c in columns]
        if codes < 0.3 and usual_kind(values[index]) is ValueKind.TEXT and (len(called) > 1 and max(coded) > CLEAR_SHARE):
            columns[index] = replace(columns[index], attribute=CUSTOM if "name" in others else "name")


def _are_descriptions(texts: Sequence[str]) -> bool:
    """Different texts of several words, hardly one of them a material."""
    filled = [text for text in texts if text.strip()]
    long = sum(len(text.split()) >= 3 for text in filled)
    return len(set(filled)) >= 0.9 * len(filled) and long >= CLEAR_SHARE * len(filled) and share(filled, ValueKind.MATERIAL) < 0.2


def _mend_identity(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """A column called item or number may hold codes, counts or names: its values tell."""
    for index, column in enumerate(columns):
        if column.attribute in ("name", "model") and _begin_with_counter(values[index]):
            columns[index] = replace(column, has_counter=True)
    for index, column in enumerate(columns):
        texts = values[index]
        if column.attribute in ("name", "model") and share(texts, ValueKind.NUMBER) > SURE_SHARE and _counts_up(texts):
            columns[index] = replace(column, attribute="index")
    for index, column in enumerate(columns):
        has_model = any(c.attribute == "model" for c in columns)
        if not has_model and column.attribute in ("index", "name") and share(values[index], ValueKind.CODE) > CLEAR_SHARE:
            columns[index] = replace(column, attribute="model", is_labelled=False)
    for index, column in enumerate(columns):
        has_model = any(c.attribute == "model" for c in columns)
        if not has_model and column.attribute == "name" and _begin_with_codes(values[index]):
            columns[index] = replace(column, has_code=True)


def _begin_with_codes(texts: Sequence[str]) -> bool:
    """Whether nearly every value is a code and then words."""
    filled = [text.split() for text in texts if text.strip()]
    coded = [words for words in filled if len(words) > 1 and is_code(words[0]) and not is_code(" ".join(words))]
    return len(filled) >= 2 and len(coded) >= 0.8 * len(filled) and len({words[0] for words in coded}) >= 0.8 * len(coded)


def _begin_with_counter(texts: Sequence[str]) -> bool:
    """Whether the values begin with consecutive numbers: the rows' numbers stand too close to be a column of their own."""
    words = [text.split() for text in texts if text.strip()]
    numbers = [int(parts[0]) for parts in words if len(parts) > 1 and parts[0].isdigit() and len(parts[0]) <= 4]
    return len(numbers) >= 3 and len(numbers) == len(words) and all(b - a == 1 for a, b in zip(numbers, numbers[1:], strict=False))


def _counts_up(texts: Sequence[str]) -> bool:
    numbers = [int(text) for text in texts if text.strip().isdigit()]
    return len(numbers) >= 2 and all(b - a == 1 for a, b in zip(numbers, numbers[1:], strict=False))


def _infer_missing(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    for index, column in enumerate(columns):
        if column.is_labelled or column.attribute not in ("", CUSTOM):
            continue
        taken = {c.attribute for c in columns}
        kinds = Counter(kind_of(text) for text in values[index] if text.strip())
        if not kinds:
            continue
        kind, _ = max(kinds.items(), key=lambda item: (item[1], item[0]))
        need = SURE_SHARE if column.key else CLEAR_SHARE
        guess = INFERRED.get(kind, "")
        if guess and guess not in taken and share(values[index], kind) >= need:
            columns[index] = replace(column, attribute=guess)
        elif kind is ValueKind.CODE and "model" not in taken and share(values[index], kind) >= CLEAR_SHARE:
            columns[index] = replace(column, attribute="model")
        elif kind is ValueKind.TEXT and "name" not in taken and not column.key and _are_names(values[index]):
            columns[index] = replace(column, attribute="name")


def _named(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """With the first column of words as the name, where no column is one yet."""
    result = list(columns)
    if any(column.attribute == "name" for column in result):
        return result
    for index, column in enumerate(result):
        if not column.attribute and usual_kind(values[index]) is ValueKind.TEXT and _are_names(values[index]):
            result[index] = replace(column, attribute="name")
            break
    return result


def _are_names(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    return bool(filled) and sum(len(text) <= 80 for text in filled) >= 0.8 * len(filled)


def _keep_first(columns: list[Column]) -> None:
    """One column of each standard attribute keeps it, the first whose label says exactly that; others stay under their printed names."""
    for attribute in STANDARD_ATTRIBUTES:
        same = [index for index, column in enumerate(columns) if column.attribute == attribute]
        if not same:
            continue
        chosen = next((index for index in same if columns[index].is_exact), same[0])
        for index in same:
            if index != chosen:
                columns[index] = replace(columns[index], attribute="more_price" if attribute == "price" else CUSTOM)


def _promote(columns: list[Column], attribute: str, to: str) -> None:
    for index, column in enumerate(columns):
        if column.attribute == attribute:
            columns[index] = replace(column, attribute=to)
            return


def header_by_contrast(table: Table) -> bool:
    """Whether the first row, in whatever language, is a header: words over columns of figures."""
    own = table.own(0)
    if len(own) < 3 or len(own) < 0.8 * table.column_count or table.row_count < 3:
        return False
    if any(any(char.isdigit() for char in cell.text) or len(cell.text) > 30 for cell in own):
        return False
    texts = samples(table, 1)
    figured = sum(share(column, *VALUE_KINDS) > CLEAR_SHARE for column in texts)
    return figured >= 2 and figured >= 0.4 * table.column_count


def infer_layout(table: Table) -> Layout | None:
    """The layout of a table without a header that can be read, from its values alone; None where they do not tell."""
    first = int(header_by_contrast(table))
    texts = samples(table, first)
    if any(share(column, ValueKind.DATE) > CLEAR_SHARE for column in texts):
        return None
    filled = [sum(bool(text.strip()) for text in column) for column in texts]
    if table.row_count < 3 or table.column_count < 2:
        return None
    heads = [_header_text(table, (0, first), index) if first else ("", None) for index in range(table.column_count)]
    columns = settle([Column("", key, header_box=box, header_page=table.page_number) for key, box in heads], texts)
    if first:
        columns = tuple(replace(c, attribute=c.attribute or CUSTOM) for c in _named(columns, texts))
    kinds = {column.attribute for column in columns}
    rows = max(filled)
    coded = [i for i, c in enumerate(columns) if c.attribute == "model" and filled[i] >= CLEAR_SHARE * rows]
    if coded and kinds & {"price", "name", "size"}:
        return Layout(columns, first, bool(first), kinds=tuple(map(usual_kind, texts)))
    price = "price" in kinds
    named = [i for i, c in enumerate(columns) if c.attribute == "name"]
    if price and named and filled[named[0]] >= CLEAR_SHARE * rows:
        return Layout(columns, first, bool(first), kinds=tuple(map(usual_kind, texts)))
    return None
