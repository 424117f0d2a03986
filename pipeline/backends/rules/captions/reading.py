"""Captions: the statements of a block understood as attributes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.captions.ledrows import MAX_LED_CHARS, label_in_row
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.labels.lookup import tail_attribute
from pipeline.backends.rules.text.records import LabelLookup, Row, Statement, Style, style_of
from pipeline.backends.rules.text.spans import Span, joined_spans
from pipeline.backends.rules.text.statements import statements
from pipeline.backends.rules.values.colors import is_shade
from pipeline.backends.rules.values.finishes import parted_size
from pipeline.backends.rules.values.formerprices import is_former_label, without_former
from pipeline.backends.rules.values.forms import is_badge_word
from pipeline.backends.rules.values.inlinepairs import inline_pairs
from pipeline.backends.rules.values.kinds import (
    SENTENCE_MARKS,
    Kind,
    bare_kind,
    could_be_model,
    ends_sentence,
    labelled_code,
    labels_in_turn,
    leading_label,
    promised,
    read_price,
)
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.madeof import calls_material, says_of_part
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.prices import coin_price, currency_in, has_currency, is_only_currency
from pipeline.backends.rules.values.pricesteps import is_step, opens_step
from pipeline.backends.rules.values.sharedprices import price_for_all

MIN_MENTIONS = 2
BETWEEN_TWO = re.compile(r"\s+(?:[–—:-]\s+)?")
SPACES = re.compile(r"\s+")
DASH = re.compile(r"\s+[–—-]\s+")
LARGER_PRICE = 1.25
MONEY = re.compile(r"\d[\d.,' ]*[.,]\d{2}")
MIN_RUNNING_CHARS = 24
EDGE_PT = 2.0
# A line to write on, as behind `Qty` on a form: it says nothing of the goods, nor does the word before it.
TO_FILL_IN = re.compile(r"_{3,}\s*$")


def understand(rows: Sequence[Row], lookup: LabelLookup, currency: str, led: frozenset[Style] = frozenset()) -> list[Part]:
    """Every statement of these rows with its kind; `led` are the looks in which words that can be a label are one."""
    parts: list[Part] = []
    for statement in statements(rows, lookup):
        parts.extend(_parts(statement, lookup, currency, led))
    parts = [replace(part, kind=Kind.NOTE) if TO_FILL_IN.search(part.text) else part for part in parts]
    parts = _words_of_names(_whole_words(_points_as_notes(parts, rows)))
    parts = _without_former(_under_former_words(_under_steps(_at_prices(parts, rows, lookup))))
    told = {part.kind for part in parts if part.is_labelled and part.text}
    return [piece for part in _paragraphs(parts) for piece in _inline(part, lookup, told)]


def _whole_words(parts: list[Part]) -> list[Part]:
    """`Rubio claro cobrizo` over `dorado`, `80% cotton 20% polyester` over `fleece`: a colour or a material in small letters goes on with the
    one above it that is set alike."""
    whole: list[Part] = []
    for part in parts:
        is_alike = bool(whole) and ((part.kind is Kind.COLOR and is_shade(whole[-1].text)) or part.kind is whole[-1].kind is Kind.MATERIAL)
        is_rest = (
            is_alike and part.text.islower() and (_is_close_under(whole[-1], part, whole[-1].box.y1) or _is_rest_of_value(whole[-1], part))
        )
        whole.append(whole.pop().joined_with(part) if is_rest else part)
    return whole


def _words_of_names(parts: list[Part]) -> list[Part]:
    """`Bell-Sleeve` over `Top`: what may be a badge goes on with words that are set like it."""
    beside = [(*parts[max(0, at - 1) : at], *parts[at + 1 : at + 2]) for at in range(len(parts))]
    return [
        replace(part, kind=Kind.TEXT)
        if _is_badge(part) and any(other.kind is Kind.TEXT and other.style == part.style for other in near)
        else part
        for part, near in zip(parts, beside, strict=True)
    ]


def _is_badge(part: Part) -> bool:
    return part.kind is Kind.NOTE and not part.is_labelled and is_badge_word(part.text)


def _under_steps(parts: list[Part]) -> list[Part]:
    """`From 50 pcs` in a row of its own over `$4.20` says when the sum is asked, and names nothing."""
    steps = {id(step) for step, price in pairwise(parts) if price.kind is Kind.PRICE and step.kind is Kind.TEXT and opens_step(step.text)}
    return [replace(part, kind=Kind.NOTE) if id(part) in steps else part for part in parts] if steps else parts


def _at_prices(parts: list[Part], rows: Sequence[Row], lookup: LabelLookup) -> list[Part]:
    """`Dealer price net / piece` in a row of its own beside or under `31,90 €` says what the sum is, and names nothing."""
    if not any(part.kind is Kind.PRICE for part in parts):
        return parts
    called = {number for number, row in enumerate(rows) if row.label is None and lookup(row.span.text) == Kind.PRICE}
    return [replace(part, kind=Kind.NOTE) if part.kind is Kind.TEXT and part.statement.row in called else part for part in parts]


def _under_former_words(parts: list[Part]) -> list[Part]:
    """`SAVE` in a row of its own over `$20`: the word makes nothing of the sum that anybody asks, nor is it a name."""
    led = [pair for pair in pairwise(parts) if is_former_label(pair[0].text) and not pair[0].is_labelled and pair[1].kind is Kind.PRICE]
    words, sums = {id(word) for word, _ in led}, {id(amount) for _, amount in led}
    kinds = dict.fromkeys(words, Kind.NOTE) | dict.fromkeys(sums, Kind.OLD_PRICE)
    return [replace(part, kind=kinds.get(id(part), part.kind)) for part in parts] if led else parts


def _without_former(parts: list[Part]) -> list[Part]:
    """Of two sums in a row or under each other the one set clearly smaller that is the higher one was asked before, though nothing strikes it."""
    former = {id(one) for pair in pairwise(parts) for one, other in (pair, pair[::-1]) if _is_former(one, other)}
    return [replace(part, kind=Kind.OLD_PRICE) if id(part) in former else part for part in parts]


def _is_former(part: Part, beside: Part) -> bool:
    if part.price is None or beside.price is None or part.is_labelled or beside.is_labelled or part.price.currency != beside.price.currency:
        return False
    if part.price.tiers or part.price.range or beside.price.tiers or beside.price.range:
        return False
    return LARGER_PRICE * part.style.size_pt <= beside.style.size_pt and float(part.price.amount) > float(beside.price.amount)


def _points_as_notes(parts: list[Part], rows: Sequence[Row]) -> list[Part]:
    """Words behind bullets, under a row that has none, tell of the product and do not name it."""
    points = {number for number, row in enumerate(rows) if row.is_point}
    if not points or 0 in points:
        return parts
    return [replace(part, kind=Kind.NOTE) if part.kind is Kind.TEXT and part.statement.row in points else part for part in parts]


def _inline(part: Part, lookup: LabelLookup, told: Collection[Kind]) -> list[Part]:
    """What a sentence says by the way: `order code KB-61, price $ 20`. One such mention alone proves nothing, but where the sentence opens
    with it: `Size 30 × 20 cm, pack of two.` Kinds that are `told` under labels of their own are mentioned in no sentence."""
    found = inline_pairs(part.statement, lookup) if part.kind is Kind.SENTENCE else []
    is_opened = bool(found) and part.text.startswith(found[0].label_text)
    if len(found) < MIN_MENTIONS and not is_opened:
        return [part]
    parts = [_labelled_part(statement, lookup, "") for statement in found]
    return [part, *(piece for piece in parts if piece.kind is not Kind.NOTE and piece.kind not in told)]


def _paragraphs(parts: Sequence[Part]) -> list[Part]:
    """Rows of one paragraph are sentences as a whole, though only its last row ends like one."""
    result = list(parts)
    for index in range(len(result) - 2, -1, -1):
        above, below = result[index], result[index + 1]
        if (below.kind is Kind.SENTENCE or _ends_paragraph(above, below)) and _runs_on(above, below):
            result[index : index + 2] = [replace(part, kind=Kind.SENTENCE) for part in (above, below)]
    for index in range(1, len(result)):
        before = result[index - 1]
        if before.kind is Kind.SENTENCE and not ends_sentence(before.text) and _runs_on(before, result[index]):
            result[index] = replace(result[index], kind=Kind.SENTENCE)
    return _joined_sentences(result)


def _ends_paragraph(above: Part, below: Part) -> bool:
    """Whether a short last row ends like a sentence under one that fills the column and is no name by itself."""
    is_last = below.kind is Kind.TEXT and below.text.rstrip().endswith(SENTENCE_MARKS) and len(below.text) < len(above.text)
    return is_last and len(above.text) >= MIN_RUNNING_CHARS and not above.style.is_bold and not above.text[:1].isupper()


def _joined_sentences(parts: Sequence[Part]) -> list[Part]:
    """Rows of one paragraph as one part."""
    groups: list[list[Part]] = []
    foot = 0.0
    for part in parts:
        first = groups[-1][0] if groups else None
        if first is not None and first.kind is part.kind is Kind.SENTENCE and _runs_on(first, part, foot=foot):
            groups[-1].append(part)
            foot = max(foot, part.box.y1)
        else:
            groups.append([part])
            foot = part.box.y1
    return [group[0] if len(group) == 1 else _as_one(group) for group in groups]


def _as_one(parts: Sequence[Part]) -> Part:
    value = joined_spans([part.statement.value for part in parts])
    return replace(parts[0], statement=replace(parts[0].statement, value=value, last_row=parts[-1].statement.last_row))


def _runs_on(above: Part, below: Part, *, foot: float | None = None) -> bool:
    """Whether a row goes on with the text above it; `foot` is how far down that reaches by now, if not only to the end of its own row."""
    words = above.kind in (Kind.TEXT, Kind.SENTENCE) and below.kind in (Kind.TEXT, Kind.SENTENCE, Kind.NUMBER, Kind.MODEL)
    return words and _is_close_under(above, below, above.box.y1 if foot is None else foot) and not _stands_out(above, below)


def _is_close_under(above: Part, below: Part, foot: float) -> bool:
    """Whether two rows without labels are set alike, without a gap. In a card of two columns the rows of the other one stand between."""
    same = above.style == below.style and not above.is_labelled and not below.is_labelled
    return same and above.box.gap_x(below.box) <= 0 and below.box.y0 - foot <= 0.9 * above.style.size_pt


def _is_rest_of_value(above: Part, below: Part) -> bool:
    """Whether words without a label stand in the row right under a labelled value and are set like it, from the edge of its label or its own."""
    label = above.statement.label
    if label is None or below.is_labelled or below.statement.row != above.statement.last_row + 1:
        return False
    edges = (label.words[0].box.x0, above.statement.value.words[0].box.x0)
    is_set_alike = above.style == below.style and below.box.y0 - above.box.y1 <= 0.9 * above.style.size_pt
    return is_set_alike and min(abs(below.box.x0 - edge) for edge in edges) <= EDGE_PT


def _stands_out(above: Part, below: Part) -> bool:
    """Much shorter than the row under it and no sentence of its own: a title set like its text."""
    return above.kind is Kind.TEXT and below.box.width > 1.6 * above.box.width


def _parts(statement: Statement, lookup: LabelLookup, currency: str, led: frozenset[Style]) -> list[Part]:
    if statement.attribute is not None:
        kind = Kind.of_attribute(statement.attribute)
        return [Part(kind, replace(statement, value=_without_number_sign(statement.value)) if kind is Kind.MODEL else statement)]
    if statement.label is None:
        in_turn = labels_in_turn(statement, lookup)
        if in_turn:
            return [_labelled_part(one, lookup, currency) for one in in_turn]
        labelled = leading_label(statement, lookup)
        if labelled is None and statement.style in led:
            labelled = label_in_row(statement, lookup)
        if labelled is None or is_former_label(labelled.label_text) or is_only_currency(labelled.label_text):
            return _code_and_price(statement, lookup) or _bare_parts(statement, currency)
        if lookup(labelled.label_text) == Kind.SIZE and labelled.value.text.isdecimal():
            # A bare number is a size only together with the word before it: `Taille 42`.
            return [Part(Kind.SIZE, statement)]
        statement = labelled
    return [_labelled_part(statement, lookup, currency)]


def _code_and_price(statement: Statement, lookup: LabelLookup) -> list[Part]:
    """`Ref. 4087 BO — 129.78 €`, `KR-4001 from £0.89`: read in one go, the figures of the code would be the amount."""
    value = statement.value
    dash = DASH.search(value.text)
    if dash is None:
        return _bare_code_and_price(statement, lookup)
    head, tail = value.part(0, dash.start()), value.part(dash.end(), len(value.text))
    code, price = labelled_code(head, lookup), read_price(tail.text)
    if code is None or price is None:
        return _bare_code_and_price(statement, lookup)
    label = head.part(0, len(head.text) - len(code.text))
    return [Part(Kind.MODEL, replace(statement, label=label, value=code)), Part(Kind.PRICE, replace(statement, value=tail), price)]


def _bare_code_and_price(statement: Statement, lookup: LabelLookup) -> list[Part]:
    """A code, perhaps with its label, and nothing but a price behind it or before it, in one short row."""
    value = statement.value
    if len(value.text) > MAX_LED_CHARS or not currency_in(value.text):
        return []
    for space in BETWEEN_TWO.finditer(value.text):
        parts = value.part(0, space.start()), value.part(space.end(), len(value.text))
        for code, tail in (parts, parts[::-1]):
            price = read_price(tail.text) if _is_lettered_code(code.text) and currency_in(tail.text) else None
            if price is not None and not any(word.is_struck for word in tail.words):
                own = code.part(0, len(code.text.rstrip(" .")))
                told = (
                    Part(Kind.MODEL, replace(statement, value=labelled_code(own, lookup) or own)),
                    Part(Kind.PRICE, replace(statement, value=tail), price),
                )
                return list(told if code is parts[0] else told[::-1])
    return []


def _is_lettered_code(text: str) -> bool:
    """A code that no amount looks like."""
    return kind_of(text) is ValueKind.CODE and any(map(str.isalpha, text)) and not currency_in(text) and read_price(text) is None


def _labelled_part(statement: Statement, lookup: LabelLookup, currency: str) -> Part:
    if is_former_label(statement.label_text):
        return Part(Kind.OLD_PRICE, statement)
    kind = Kind.of_attribute(promised(lookup(statement.label_text), statement.value.text))
    says = calls_material if lookup(statement.label_text) is None else says_of_part
    if kind is Kind.CUSTOM and says(statement.label_text, statement.value.text):
        kind = Kind.MATERIAL
    if kind is Kind.CUSTOM and _is_price_label(statement.label_text, lookup) and read_price(statement.value.text) is not None:
        kind = Kind.PRICE
    if kind is Kind.MODEL and not could_be_model(statement.value.text):
        return Part(Kind.CUSTOM if statement.value.text else Kind.NOTE, statement)
    if kind is Kind.MODEL:
        return Part(kind, replace(statement, value=_without_number_sign(statement.value)))
    if kind is not Kind.PRICE:
        return Part(kind if statement.value.text else Kind.NOTE, statement)
    kept = _unstruck(statement)
    if kept is None:
        return Part(Kind.OLD_PRICE, statement)
    price = read_price(kept.value.text, currency=currency_in(statement.label_text) or currency, is_labelled=True)
    if price is None and (shared := price_for_all(kept.value)) is not None:
        return Part(Kind.PRICE, replace(kept, value=shared[0]), shared[1])
    return Part(Kind.PRICE, kept, price) if price else Part(Kind.NOTE, statement)


def _is_price_label(label: str, lookup: LabelLookup) -> bool:
    """A step of quantity, or words that end in one for prices and are not known for anything else: `统一批发价`."""
    return is_step(label) or (lookup(label) is None and tail_attribute(label, lookup) == Kind.PRICE)


def _without_number_sign(code: Span) -> Span:
    """`Item #804038`: the sign belongs to the label."""
    return code.part(1, len(code.text)) if code.text.startswith(("#", "№")) else code


def _bare_parts(statement: Statement, currency: str) -> list[Part]:
    kept = _unstruck(statement)
    if kept is None or _only_leads(kept, statement):
        return [Part(Kind.OLD_PRICE, statement)]
    present = without_former(kept.value) if has_currency(kept.value.text) else kept.value
    if present is None:
        return [Part(Kind.OLD_PRICE, kept)]
    kept = kept if present is kept.value else replace(kept, value=present)
    price = read_price(kept.value.text) or coin_price(kept.value.text, currency)
    if price is not None:
        return _two_sums(kept) or [Part(Kind.PRICE, kept, price)]
    behind = _words_and_price(kept)
    if behind:
        return behind
    parted = parted_size(kept.value)
    if parted is not None:
        size, words = (replace(kept, value=span) for span in parted)
        return [Part(Kind.SIZE, size), Part(Kind.MATERIAL if is_material(words.value.text) else Kind.NOTE, words)]
    code = _without_number_sign(kept.value)
    if len(code.text) < len(kept.value.text) and len(code.text.split()) == 1 and any(map(str.isdigit, code.text)):
        return [Part(Kind.MODEL, replace(kept, value=code))] if could_be_model(code.text) else [Part(bare_kind(kept.value.text), kept)]
    return [Part(bare_kind(kept.value.text), kept)]


def _two_sums(statement: Statement) -> list[Part]:
    """`€ 89.00 € 74.90` in one run, where the look of the two tells which was asked before."""
    value = statement.value
    sizes = [word.size_pt for word in value.words]
    if LARGER_PRICE * min(sizes) > max(sizes):
        return []
    for space in SPACES.finditer(value.text):
        spans = value.part(0, space.start()), value.part(space.end(), len(value.text))
        parts = _without_former([_sum(replace(statement, value=span), currency_in(value.text)) for span in spans])
        if any(part.kind is Kind.OLD_PRICE for part in parts):
            return parts
    return []


def _sum(statement: Statement, currency: str) -> Part:
    """A sum by itself; a line through it may hide its currency from those who read scans."""
    value = statement.value
    is_whole = bool(currency_in(value.text)) or MONEY.fullmatch(value.text) is not None
    price = read_price(value.text, currency=currency, is_labelled=True) if is_whole else None
    return Part(Kind.PRICE, replace(statement, style=style_of(value.words)), price)


def _words_and_price(statement: Statement) -> list[Part]:
    """`100 m spool, £2.25 each`: what it is and what it costs in one short row. With more commas it is running text."""
    value = statement.value
    comma = value.text.find(", ")
    if comma <= 0 or value.text.count(", ") > 1 or len(value.text) > MAX_LED_CHARS:
        return []
    words, tail = value.part(0, comma), value.part(comma + 2, len(value.text))
    price = read_price(tail.text) if currency_in(tail.text) and read_price(words.text) is None else None
    if price is None:
        return []
    return [Part(bare_kind(words.text), replace(statement, value=words)), Part(Kind.PRICE, replace(statement, value=tail), price)]


def _unstruck(statement: Statement) -> Statement | None:
    """The statement without what is struck out; None where nothing is left."""
    value = statement.value
    if not any(word.is_struck for word in value.words):
        return statement
    keep = [index for index, owner in enumerate(value.owners) if owner is not None and not owner.is_struck]
    if not keep:
        return None
    return replace(statement, value=value.part(keep[0], keep[-1] + 1))


def _only_leads(kept: Statement, whole: Statement) -> bool:
    """A word before a price that is struck out says that it was one: `Was $52.00`."""
    is_cut = len(kept.value.text) < len(whole.value.text)
    return is_cut and read_price(kept.value.text) is None and len(kept.value.words) == 1 and read_price(whole.value.text) is not None
