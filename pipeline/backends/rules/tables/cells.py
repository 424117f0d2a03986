"""What a cell says, as its column means it: values with their units, prices, names without their small print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.tables.heads.layout import Column
from pipeline.backends.rules.tables.measured import measured_in
from pipeline.backends.rules.tables.records import Cell, cell_lines
from pipeline.backends.rules.text.spans import Span, line_span, span_of
from pipeline.backends.rules.values.forms import is_badge_word, is_missing_price
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import bare_price, parse_price
from pipeline.backends.rules.values.smallprint import SMALL_RATIO, small_from
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Evidence, Line
from pipeline.stages.lines import make_line

LABELLED, INFERRED_SURE, INHERITED = 0.97, 0.85, 0.93
HAS_UNIT = re.compile(r"[a-zA-Z\"″'µ°%\u4e00-\u9fff]\s*$")
# Of these a value has none of its own, however large they are set.
NOTE_SIGNS = ("†", "‡", "§")
FOOTNOTE = re.compile(r"\(?(?:\d{1,2}|[a-z])\)|\*{1,3}\)?|[†‡§]")
# A place that is struck out; ticks and dots tell something.
NOTHING = re.compile(r"[-–—/]+|n/a|n\.a\.", re.IGNORECASE)
OPENING_WORD = re.compile(r"[^\W\d_]{4,}\b")
MIN_BADGED = 2
PRICED = ("price", "more_price", "tier")


def read_cell(cell: Cell, column: Column, page: int, currency: str, *, is_own: bool) -> Attribute | None:
    """A cell's value as its column means it."""
    confidence = (LABELLED if column.is_labelled else INFERRED_SURE) * (1.0 if is_own else INHERITED)
    cell = _without_badge(_without_footnote(cell))
    if column.has_counter:
        cell = _without_counter(cell)
    if column.attribute == "name":
        cell = without_small_print(cell)
    if column.attribute in PRICED:
        return _price(cell, column, page, currency, confidence)
    if column.attribute not in STANDARD_ATTRIBUTES and all(word.is_struck for line in cell.lines for word in line.words):
        # Under a label that nobody knows, what was asked before.
        return None
    text, box = cell.text, cell.text_box
    if NOTHING.fullmatch(text.strip()) or (kind_of(text) is ValueKind.MARK and column.attribute in STANDARD_ATTRIBUTES):
        return None
    more: tuple[tuple[int, Box], ...] = ()
    value = text
    if column.attribute == "size" and column.unit:
        value = with_unit(text, column.unit)
        if value != text and column.header_box is not None:
            more = ((column.header_page, column.header_box),)
    key = column.attribute if column.attribute in STANDARD_ATTRIBUTES else column.key
    if key == "size" and not column.is_labelled and column.key and OPENING_WORD.match(text) and kind_of(text) is not ValueKind.SIZE:
        # In a column that only its figures tell to be one of sizes, words tell something else.
        key = column.key
    if not key:
        return None
    if key == column.key and column.attribute != "dimension" and (measured := measured_in(key, text)) is not None:
        key, value = measured
        more = ((column.header_page, column.header_box),) if column.header_box is not None else ()
    return Attribute(key, value, Evidence(page, box, text, round(confidence, 3), more))


def without_small_print(cell: Cell) -> Cell:
    """A name or a head without the lines set clearly smaller under it and the words set so behind it: they describe what it names."""
    if not cell.lines:
        return cell
    limit = SMALL_RATIO * cell.lines[0].size_pt
    named = next((place for place, line in enumerate(cell.lines) if line.size_pt <= limit), len(cell.lines))
    lines = cell.lines[: named or len(cell.lines)]
    cut = small_from(lines[-1].words)
    if cut < len(lines[-1].words) and lines[-1].words[0].size_pt > limit:
        lines = (*lines[:-1], make_line(lines[-1].words[:cut]))
    return cell if lines == cell.lines else replace(cell, lines=lines)


def small_print(cell: Cell) -> list[Span]:
    """What is set clearly smaller than a name, or lighter: the words behind it, and each line under it."""
    first, *others = cell.lines
    cut = small_from(first.words)
    behind = [span_of(first.words[cut:])] if not others and cut < len(first.words) else []
    return behind + [line_span(line) for line in others if line.size_pt <= SMALL_RATIO * first.size_pt or _is_lighter(line, first)]


def _is_lighter(line: Line, first: Line) -> bool:
    return all(word.is_bold for word in first.words) and not any(word.is_bold for word in line.words)


def _without_footnote(cell: Cell) -> Cell:
    """A value without the sign behind it that leads to a note under the table."""
    *before, sign = cell.lines[-1].words
    is_small = bool(before) and sign.size_pt <= SMALL_RATIO * before[-1].size_pt
    if not before or not FOOTNOTE.fullmatch(sign.text) or not (is_small or sign.text in NOTE_SIGNS):
        return cell
    return replace(cell, lines=(*cell.lines[:-1], make_line(before)))


def _without_badge(cell: Cell) -> Cell:
    """A value without the small word behind it that praises the goods: `NEW`, `Tip`."""
    words = cell.lines[-1].words
    if len(words) < MIN_BADGED or words[-1].size_pt > SMALL_RATIO * words[-2].size_pt or not is_badge_word(words[-1].text):
        return cell
    return replace(cell, lines=(*cell.lines[:-1], make_line(words[:-1])))


def _without_counter(cell: Cell) -> Cell:
    words = [word for line in cell.lines for word in line.words]
    return replace(cell, lines=cell_lines(words[1:])) if len(words) > 1 and words[0].text.isdigit() else cell


def _price(cell: Cell, column: Column, page: int, currency: str, confidence: float) -> Attribute | None:
    """The price that holds: struck-out words are not read."""
    words = [word for line in cell.lines for word in line.words if not word.is_struck]
    if not words:
        return None
    text = words[0].text if len(words) == 1 else " ".join(line.text for line in cell_lines(words))
    expected = column.currency or currency
    price = parse_price(text, currency=expected) if expected else bare_price(text)
    if price is None:
        if column.attribute != "price" and not is_missing_price(text):
            return Attribute(column.key, text, Evidence(page, cell.text_box, text, confidence))
        return None
    from_header = column.currency and column.header_box is not None and price.currency == column.currency
    more = ((column.header_page, column.header_box),) if from_header and column.header_box is not None else ()
    key = "price" if column.attribute == "price" else column.key
    return Attribute(
        key,
        price.amount if key == "price" else text,
        Evidence(page, union([word.box for word in words]), text, round(confidence, 3), more),
        price,
    )


def with_unit(value: str, unit: str) -> str:
    """The value with the header's unit, unless it states one itself."""
    return value if not unit or HAS_UNIT.search(value) or not any(map(str.isdigit, value)) else f"{value}{unit}"


def add_dimensions(standard: dict[str, Attribute], dimensions: Sequence[tuple[Column, Attribute]]) -> None:
    """Length, width and height in columns of their own are one size, in printed order."""
    if "size" in standard or not dimensions:
        return
    units = {column.unit for column, _ in dimensions}
    if len(units) == 1 and not any(HAS_UNIT.search(attribute.value) for _, attribute in dimensions):
        value = " x ".join(attribute.value for _, attribute in dimensions) + dimensions[0][0].unit
    else:
        value = " x ".join(with_unit(attribute.value, column.unit) for column, attribute in dimensions)
    first = dimensions[0][1].evidence
    more = tuple((attribute.evidence.page_number, attribute.evidence.box) for _, attribute in dimensions[1:])
    evidence = Evidence(first.page_number, first.box, first.quote, first.confidence, more)
    standard["size"] = Attribute("size", value, evidence)
