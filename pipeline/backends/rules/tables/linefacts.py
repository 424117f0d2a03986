"""What a line over a table tells that needs no label: a material, a colour, a size or a price, by itself or piece by piece."""

from __future__ import annotations

import re

from pipeline.backends.rules.text.records import Fact, LabelLookup, Row, Statement
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.text.statements import statements
from pipeline.backends.rules.values.colors import is_color, names_color
from pipeline.backends.rules.values.forms import is_size, states_measure
from pipeline.backends.rules.values.kinds import read_price
from pipeline.backends.rules.values.madeof import material_among, states_material, states_part
from pipeline.records import Attribute, Line

TITLE_CONFIDENCE = 0.85
DESCRIBING = ("material", "color", "size")
TOLD_IN_TURN = ("material", "color")
FULL_STOP = re.compile(r"\.\s+(?=\S)|\.$|(?<=[^.])$")
# What stands between these signs is never one fact.
SIGNS = re.compile(r"\s[·•|]\s")


def words_before_labels(title: Line, lookup: LabelLookup) -> Span | None:
    """The words of a title before the first label in its line; None where it begins with one."""
    whole = line_span(title)
    told = statements([Row(whole)], lookup)
    if told[0].label is not None:
        return None
    return told[0].value if len(told) > 1 and all(other.label is not None for other in told[1:]) else whole


def facts_in(line: Line, page_number: int, lookup: LabelLookup, listed: tuple[Fact, ...] = ()) -> list[Attribute]:
    """What a line tells that needs no label: all it says, or piece by piece: `Steel 12.9 · black`, `Jute – natural`. `listed` are its pieces, where it
    is built as others are."""
    whole = words_before_labels(line, lookup)
    if whole is None:
        return []
    if facts := _facts_in_turn(whole, page_number):
        return facts
    pieces = [told for told in statements([Row(line_span(line), facts=listed)], lookup) if told.label is None]
    told = [_piece(piece, page_number) for piece in pieces] if len(pieces) > 1 else []
    facts = [fact for fact in told if fact is not None]
    tells_all = len({fact.key for fact in facts}) == len(pieces)
    if not tells_all and SIGNS.search(whole.text) is None and (fact := fact_of(whole, page_number)) is not None:
        return [fact]
    made_of = material_among(whole) if all(fact.key != "material" for fact in facts) else None
    if made_of is not None:
        facts.append(Attribute("material", made_of.text, made_of.evidence(page_number, TITLE_CONFIDENCE)))
    return facts


def _facts_in_turn(span: Span, page_number: int) -> list[Attribute]:
    """The material and the colour of goods, a full stop behind each: `Recycled nylon, fleece lining. Forest.`"""
    ends = [found.span() for found in FULL_STOP.finditer(span.text)]
    if len(ends) != len(TOLD_IN_TURN):
        return []
    made_of, shade = span.part(0, ends[0][0]), span.part(ends[0][1], ends[1][0])
    if not states_material(made_of.text) or not names_color(shade.text):
        return []
    told = zip(TOLD_IN_TURN, (made_of, shade), strict=True)
    return [Attribute(key, one.text, one.evidence(page_number, TITLE_CONFIDENCE)) for key, one in told]


def _piece(piece: Statement, page_number: int) -> Attribute | None:
    """What a piece of a line tells, by itself or because the same piece of other lines tells it."""
    span = piece.value
    if piece.attribute in DESCRIBING:
        return Attribute(piece.attribute, span.text, span.evidence(page_number, TITLE_CONFIDENCE))
    return fact_of(span, page_number, is_piece=True)


def fact_of(span: Span, page_number: int, *, is_piece: bool = False) -> Attribute | None:
    """A material or a price that is all a text says; among other pieces also a colour or a size."""
    evidence = span.evidence(page_number, TITLE_CONFIDENCE)
    if states_material(span.text) or (is_piece and states_part(span.text)):
        return Attribute("material", span.text, evidence)
    if is_piece and (is_color(span.text) or is_size(span.text)):
        return Attribute("color" if is_color(span.text) else "size", span.text, evidence)
    price = read_price(span.text)
    return Attribute("price", price.amount, evidence, price) if price is not None else None


def plain_fact(line: Line, page_number: int) -> Attribute | None:
    """A colour, or a size with its unit, in a line of its own under a title."""
    whole = line_span(line)
    is_told = is_color(whole.text) or (is_size(whole.text) and states_measure(whole.text))
    return fact_of(whole, page_number, is_piece=True) if is_told else None
