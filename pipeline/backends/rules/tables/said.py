"""What lines around a table say under labels about all of its rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.captions.pricekinds import retail_last
from pipeline.backends.rules.captions.reading import understand
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.labels.lookup import compound_attribute
from pipeline.backends.rules.tables.beside import lines_under, pictures_beside
from pipeline.backends.rules.tables.linefacts import plain_fact
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.tables.toldcolors import told_color
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import LabelLookup, Row, style_of
from pipeline.backends.rules.text.spans import Span, joined_spans, line_span, listed_spans, span_of
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import folded
from pipeline.backends.rules.values.inlinepairs import inline_pairs
from pipeline.backends.rules.values.kinds import Kind, bare_kind
from pipeline.backends.rules.values.madeof import states_material
from pipeline.backends.rules.values.prices import has_currency
from pipeline.backends.rules.values.smallprint import small_from
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Line, PageContent
from pipeline.stages.lines import make_line

LABELLED_CONFIDENCE = 0.93
PREFACE_REACH_EM = 3.0
HEADING_RATIO = 1.25
HEADING_GAP_EM = 1.2
PAIR_REACH_EM = 16.0
SAME_EDGE_PT = 2.0
BESIDE_EM = 2.0
DOT_EM = 5.0
RUNNING_EM = 0.5
MAX_COLOR_WORDS = 2
MAX_LABEL_WORDS = 4
PAIRED = ("size", "material", "color")
MENTIONED = ("material", "color")
SIDE = "dimension"
TOLD = (*STANDARD_ATTRIBUTES, SIDE)
SUMS = (Kind.PRICE, Kind.OLD_PRICE, Kind.NOTE)
SENTENCE_END = re.compile(r"(?<=[^\W_]{2})[.。]\s+(?=[A-ZÀ-ÞА-Я])|(?<=[\d)])\.\s+(?=[A-ZÀ-ÞА-Я])")
WIDE_POINT, WIDE_COMMA = "。", "，"
CLOSING_POINT = re.compile(r"(?<=[^\W\d_]{3})[.。]$")


@dataclass(frozen=True, slots=True)
class _Told:
    """What a line says under a label."""

    label: str
    attribute: Attribute
    line: Line

    @property
    def named(self) -> tuple[str, str]:
        return self.attribute.key, folded(self.label)


@dataclass(frozen=True, slots=True)
class Said:
    """What the lines over a table say about all of its rows, and those lines; `others` is what they say under labels of no standard attribute."""

    attributes: tuple[Attribute, ...]
    lines: tuple[Line, ...]
    others: tuple[tuple[Attribute, Line], ...] = ()


def labelled_around(
    lines: Sequence[Line],
    table: Table,
    title: Line | None,
    content: PageContent,
    lookup: LabelLookup,
    currency: str,
    *,
    areas: Sequence[Box] = (),
) -> Said:
    """What is said under labels over the table and under the picture beside it; else what the page's heading says for all of its tables.
    `areas` are the tables that were read before."""
    near = labelled_over(lines, table, title, lookup, currency, areas=areas)
    under = lines_under(pictures_beside(table, content), lines)
    held = {id(word) for line in under for word in line.words}
    beside = [line for line in _beside(lines, table, title) if id(line.words[0]) not in held]
    aside = _told_once([*under, *beside], table, lookup, currency)
    far = _told_once(_under_heading(lines, title, content), table, lookup, currency) if title is not None else Said((), ())
    running = _running_text(lines, table, title, lookup)
    below = _price_under(lines, table, content, lookup, currency)
    if not below.attributes:
        below = _sum_in([[line] for line in under], table, lookup, currency)
    headed = version_over(lines, table)
    attributes = {attribute.key: attribute for said in (below, running, far, aside, headed, near) for attribute in said.attributes}
    told = (*near.lines, *headed.lines, *aside.lines, *far.lines, *running.lines, *below.lines)
    return Said(tuple(attributes.values()), told, near.others)


def version_over(lines: Sequence[Line], table: Table) -> Said:
    """The size that heads a table from its edge, right over it: one of several versions of what a title further up names."""
    near = [
        line
        for line in lines
        if 0 <= table.box.y0 + 1 - line.box.y1 <= HEADING_GAP_EM * line.size_pt and abs(line.box.x0 - table.box.x0) <= line.size_pt
    ]
    nearest = max(near, key=lambda line: line.box.y1, default=None)
    head = make_line(nearest.words[: small_from(nearest.words)]) if nearest is not None else None
    fact = plain_fact(head, table.page_number) if head is not None else None
    return Said((fact,), (nearest,)) if fact is not None and fact.key == "size" and nearest is not None else Said((), ())


def _price_under(lines: Sequence[Line], table: Table, content: PageContent, lookup: LabelLookup, currency: str) -> Said:
    """What all rows cost, where a row of nothing but sums stands right under the table, nearer to it than to what comes next."""
    # Rows end where their text does; the rules under them tell how far they reach.
    rules = [rule.box for rule in content.rulings if rule.is_horizontal and rule.box.gap_x(table.box) < 0 and rule.box.gap_y(table.box) < 0]
    wide = union((table.box, *rules))
    under = sorted((line for line in lines if line.box.y0 >= table.box.y1 - 1 and line.box.gap_x(wide) < 0), key=lambda line: line.box.y0)
    row = [line for line in lines if in_row(line, under[0])] if under else []
    gap = min((line.box.y0 - table.box.y1 for line in row), default=0.0)
    own = {id(line) for line in row}
    after = min((line.box.y0 for line in under if id(line) not in own), default=float("inf")) - max(
        (line.box.y1 for line in row), default=0.0
    )
    is_near = gap <= min(PREFACE_REACH_EM * max((line.size_pt for line in row), default=0.0), after)
    return _sum_in([row] if is_near else [], table, lookup, currency)


def _sum_in(rows: Sequence[Sequence[Line]], table: Table, lookup: LabelLookup, currency: str) -> Said:
    """The price that rows of lines tell, if they tell nothing else."""
    spans = [span_of([word for line in sorted(row, key=lambda line: line.box.x0) for word in line.words]) for row in rows if row]
    parts = retail_last(understand([Row(span) for span in spans], lookup, currency)) if spans else []
    asked = next((part for part in parts if part.price is not None), None)
    if asked is None or asked.price is None or not all(part.kind in SUMS for part in parts):
        return Said((), ())
    evidence = asked.statement.value.evidence(table.page_number, LABELLED_CONFIDENCE)
    return Said((Attribute("price", asked.price.amount, evidence, asked.price),), tuple(line for row in rows for line in row))


def _running_text(lines: Sequence[Line], table: Table, title: Line | None, lookup: LabelLookup) -> Said:
    """What the text between a title and its table says of their colour."""
    over = [
        line
        for line in lines
        if title is not None and title.box.y1 <= line.box.center_y and line.box.y1 <= table.box.y0 + 1 and line.box.gap_x(table.box) < 0
    ]
    ordered = sorted(over, key=lambda line: (line.box.y0, line.box.x0))
    color = told_color(joined_spans([line_span(line) for line in ordered]), lookup) if ordered else None
    if color is None:
        return Said((), ())
    held = {id(word) for word in color.words}
    told = tuple(line for line in ordered if any(id(word) in held for word in line.words))
    return Said((Attribute("color", color.text, color.evidence(table.page_number, LABELLED_CONFIDENCE)),), told)


def _beside(lines: Sequence[Line], table: Table, title: Line | None) -> list[Line]:
    """The lines level with a table that stand under a title beside it, or under one that begins left of the table and so stands over both."""
    if title is not None and title.box.x0 >= table.box.x1:
        return [line for line in lines if title.box.y1 <= line.box.y0 <= table.box.y1 and abs(line.box.x0 - title.box.x0) <= title.size_pt]
    if title is None or title.box.x0 >= table.box.x0 - BESIDE_EM * title.size_pt:
        return []
    edge = title.box.x0 - BESIDE_EM * title.size_pt
    return [
        line
        for line in lines
        if title.box.y1 <= line.box.y0 and line.box.y1 <= table.box.y1 and edge <= line.box.x0 and line.box.x1 <= table.box.x0
    ]


def _told_once(lines: Sequence[Line], table: Table, lookup: LabelLookup, currency: str) -> Said:
    return _once([told for line in lines for told in _labelled(line, lines, table.page_number, lookup, currency)])


def _once(found: Sequence[_Told]) -> Said:
    """Without what is said twice: it tells of other things. Of what parts are made of, under labels of their own, the first is told. The only
    side of goods of which no size is told is their size."""
    found = _with_only_side(found)
    others = {told.named: (told.attribute, told.line) for told in found if told.attribute.key not in STANDARD_ATTRIBUTES}
    found = [told for told in found if told.attribute.key in STANDARD_ATTRIBUTES]
    times = Counter(told.attribute.key for told in found)
    again = {key for (key, _), count in Counter(told.named for told in found).items() if count > 1}
    firsts = {told.attribute.key: told for told in reversed(found)}
    kept = [key for key in firsts if times[key] == 1 or (key in MENTIONED and key not in again)]
    once = [firsts[key] for key in reversed(kept)]
    lines = tuple({id(told.line): told.line for told in once}.values())
    return Said(tuple(told.attribute for told in once), lines, tuple(others.values()))


def _with_only_side(found: Sequence[_Told]) -> list[_Told]:
    """Beside a size, or each other, sides keep their labels: `Seat height: 42 cm`."""
    sides = [told for told in found if told.attribute.key == SIDE]
    is_size = len(sides) == 1 and all(told.attribute.key != "size" for told in found)
    keys = {id(told): "size" if is_size else told.label for told in sides}
    return [replace(told, attribute=replace(told.attribute, key=keys.get(id(told), told.attribute.key))) for told in found]


def _under_heading(lines: Sequence[Line], title: Line, content: PageContent) -> list[Line]:
    """The lines straight under the page's heading, where a table has a title of its own that is set clearly smaller."""
    over = [line for line in lines if line.box.y1 <= title.box.y0 and line.size_pt >= HEADING_RATIO * title.size_pt]
    heading = max(over, key=lambda line: (line.size_pt, line.box.y0), default=None)
    if heading is None or heading.size_pt < max(line.size_pt for line in content.lines):
        return []
    found: list[Line] = []
    foot = heading.box.y1
    for line in sorted((line for line in lines if line.box.y0 >= heading.box.y1 - 1), key=lambda line: line.box.y0):
        if line.box.y0 - foot > HEADING_GAP_EM * line.size_pt or line.box.y1 > title.box.y0:
            break
        if abs(line.box.x0 - heading.box.x0) <= line.size_pt:
            found.append(line)
            foot = line.box.y1
    return found


def labelled_over(
    lines: Sequence[Line], table: Table, title: Line | None, lookup: LabelLookup, currency: str, *, areas: Sequence[Box] = ()
) -> Said:
    """What is said under labels from the title down, or in the lines straight over the table; nothing that is said twice, but for what is said
    again behind an earlier table: that is of this one, and what stands over the earlier one is of that."""
    found: list[_Told] = []
    reach = table.box.y0
    over = [line for line in lines if line.box.y1 <= table.box.y0 + 1]
    above = [line for line in over if line.box.gap_x(table.box) < 0]
    for line in sorted(above, key=lambda item: (-item.box.y1, -item.box.x0)):
        is_near = reach - line.box.y1 <= PREFACE_REACH_EM * line.size_pt
        if (line.box.y1 < title.box.y0) if title is not None else not is_near:
            break
        told = _labelled(line, over, table.page_number, lookup, currency, with_others=title is not None)
        if title is None and found and not told:
            break
        found = told + found
        reach = min(reach, line.box.y0)
    return _once(_behind_earlier(found, table, areas))


def _behind_earlier(found: Sequence[_Told], table: Table, areas: Sequence[Box]) -> Sequence[_Told]:
    """What is told between the table over this one and this one, where that is told over both of them."""
    floor = max((area.y1 for area in areas if area.y1 <= table.box.y0 and area.gap_x(table.box) < 0), default=0.0)
    own = [told for told in found if told.line.box.y0 >= floor]
    named = {told.named for told in own}
    return own if any(told.named in named for told in found if told.line.box.y0 < floor) else found


def _labelled(
    line: Line, lines: Sequence[Line], page_number: int, lookup: LabelLookup, currency: str, *, with_others: bool = False
) -> list[_Told]:
    """What a line says under labels, `with_others` under any; a label alone is asked for the value in the same row of these lines."""
    if lookup(line.text) in PAIRED:
        return _paired(line, lines, page_number, lookup)
    parts = [part for sentence in wide_sentences(line_span(line)) for part in understand([Row(sentence)], lookup, currency)]
    told = [(key, part, first_clause(key, first_sentence(part.statement.value))) for part in parts if (key := _named(part, lookup)) in TOLD]
    # `All colours: 4.50 a tin` tells no colour.
    told = [(key, part, value) for key, part, value in told if key == "price" or not has_currency(value.text)]
    labelled = [
        _Told(
            _whole_label(part.statement.label_text, line),
            Attribute(
                key,
                part.price.amount if part.price else value.text,
                value.evidence(page_number, LABELLED_CONFIDENCE),
                part.price,
            ),
            line,
        )
        for key, part, value in told
    ]
    labelled = labelled or [told for part in parts if part.kind is Kind.SENTENCE for told in _mentioned(part, line, page_number, lookup)]
    return labelled + [other for part in parts if with_others and (other := _other(part, line, page_number, lookup)) is not None]


def _other(part: Part, line: Line, page_number: int, lookup: LabelLookup) -> _Told | None:
    """What is told under a label of no standard attribute, which it keeps."""
    if _named(part, lookup) != Kind.CUSTOM or not part.text:
        return None
    label, value = _whole_label(part.statement.label_text, line), part.statement.value
    return _Told(label, Attribute(label, value.text, value.evidence(page_number, LABELLED_CONFIDENCE)), line)


def _whole_label(label: str, line: Line) -> str:
    """With the words that a row of one label and its value opens with: `Seat height: 42 cm`."""
    before, *values = COLON.split(line.text)
    is_all = len(values) == 1 and before.endswith(label) and len(before.split()) <= MAX_LABEL_WORDS
    return before.strip() if is_all else label


def _named(part: Part, lookup: LabelLookup) -> str:
    """What a label names; one that is not known as a whole may end in a word for materials or colours: `Valve body material`, `阀体材质`,
    `Mantelfarbe`."""
    if not part.is_labelled:
        return ""
    label = part.statement.label_text
    if lookup(label) == SIDE:
        return SIDE if bare_kind(part.text) is Kind.SIZE else ""
    tail = compound_attribute(label, lookup) if part.kind is Kind.CUSTOM and lookup(label) is None else None
    return tail if tail in MENTIONED and part.statement.value.text else str(part.kind)


def _mentioned(part: Part, line: Line, page_number: int, lookup: LabelLookup) -> list[_Told]:
    """What a sentence says by the way, where label and value bear each other out: `with brackets, colour White.`"""
    pairs = [(pair.label_text, lookup(pair.label_text), pair.value) for pair in inline_pairs(part.statement, lookup)]
    return [
        _Told(label, Attribute(key, value.text, value.evidence(page_number, LABELLED_CONFIDENCE)), line)
        for label, key, value in pairs
        if key in MENTIONED
    ]


def _paired(label: Line, lines: Sequence[Line], page_number: int, lookup: LabelLookup) -> list[_Told]:
    """The value right of a label, with a gap between them; labels beside labels head a table."""
    if any(lookup(line.text) == "model" and abs(line.box.x0 - label.box.x0) <= SAME_EDGE_PT for line in lines):
        # A list with a code tells of the product that has it.
        return []
    value = _value_beside(label, lines)
    if not value or lookup(value[0].text) is not None:
        return []
    whole = joined_spans([line_span(line) for line in value])
    if len(value) == 1 and lookup(label.text) == Kind.COLOR and names_color(whole.text):
        whole = listed_spans([line_span(line) for line in _colors_from(value[0], [line for line in lines if in_row(line, label)], lookup)])
    return [_Told(label.text, Attribute(str(lookup(label.text)), whole.text, whole.evidence(page_number, LABELLED_CONFIDENCE)), label)]


def _value_beside(label: Line, lines: Sequence[Line]) -> list[Line]:
    """The lines right of a label that run on from its row, or that it is set in the middle of."""
    reach = PAIR_REACH_EM * label.size_pt
    right = [line for line in lines if line is not label and 0 <= line.box.x0 - label.box.x1 <= reach]
    near = [line for line in right if abs(line.box.center_y - label.box.center_y) <= label.size_pt]
    if not near:
        return []
    first = min(near, key=lambda line: (not in_row(line, label), line.box.x0))
    others = [line for line in lines if line is not label and abs(line.box.x0 - label.box.x0) <= SAME_EDGE_PT]
    block = _running_on(first, [line for line in right if not any(in_row(line, other) for other in others)])
    is_in_middle = abs((block[0].box.y0 + block[-1].box.y1) / 2 - label.box.center_y) <= SAME_EDGE_PT
    if in_row(block[0], label) or is_in_middle:
        return block
    return [first] if in_row(first, label) else []


def _running_on(first: Line, lines: Sequence[Line]) -> list[Line]:
    """The lines over and under one that are set alike from its edge, with no more room between them than in running text."""
    alike = [line for line in lines if abs(line.box.x0 - first.box.x0) <= SAME_EDGE_PT and style_of(line.words) == style_of(first.words)]
    block = [first]
    for line in sorted(alike, key=lambda line: line.box.y0):
        if line is not first and -1.0 <= line.box.y0 - block[-1].box.y1 <= RUNNING_EM * first.size_pt:
            block.append(line)
    for line in sorted(alike, key=lambda line: -line.box.y1):
        if line is not first and -1.0 <= block[0].box.y0 - line.box.y1 <= RUNNING_EM * first.size_pt:
            block.insert(0, line)
    return block


def _colors_from(first: Line, level: Sequence[Line], lookup: LabelLookup) -> list[Line]:
    """A colour and the short words behind it in its row that are set alike, with room for a dot before each: colours too, by whatever name."""
    found = [first]
    for line in sorted((line for line in level if line.box.x0 > first.box.x0), key=lambda line: line.box.x0):
        is_near = line.box.x0 - found[-1].box.x1 <= DOT_EM * line.size_pt and style_of(line.words) == style_of(first.words)
        is_name = len(line.words) <= MAX_COLOR_WORDS and line.text.replace(" ", "").isalpha() and lookup(line.text) is None
        if not is_near or not is_name:
            break
        found.append(line)
    return found


def first_sentence(span: Span) -> Span:
    """A label's value ends where the next sentence begins, or with the point of its own."""
    end = SENTENCE_END.search(span.text) or CLOSING_POINT.search(span.text)
    return span.part(0, end.start()) if end is not None else span


def wide_sentences(span: Span) -> list[Span]:
    """The sentences of a text in a script without spaces, each of which may tell something under a label of its own."""
    if WIDE_POINT not in span.text:
        return [span]
    ends = [place for place, char in enumerate(span.text) if char == WIDE_POINT]
    bounds = zip([0, *(end + 1 for end in ends)], [*ends, len(span.text)], strict=True)
    return [span.part(start, end) for start, end in bounds if span.text[start:end].strip()]


def first_clause(key: str, span: Span) -> Span:
    """What goods are made of ends with its clause where the others tell something else: `ABS塑料，防护等级IP67`."""
    clauses = span.text.split(WIDE_COMMA) if key == "material" else []
    if len(clauses) < 2 or not states_material(clauses[0]) or any(map(states_material, clauses[1:])):
        return span
    return span.part(0, len(clauses[0]))


def in_row(line: Line, other: Line) -> bool:
    return line.box.gap_y(other.box) < -0.5 * min(line.box.height, other.box.height)
