"""Sentences that say what to order: `Order codes: HB-12 (1 l) £18.40, HB-13 (5 l) £69.50 and …` under the heading of what they are codes of.

Every code with its price is a product. What stands between the two, or before the code, tells them apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.accounts import ignored, used
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.tables.skus import VARIANT_KEY
from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span, joined_spans, line_span
from pipeline.backends.rules.values.kinds import is_sentence, read_price
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of
from pipeline.backends.rules.values.prices import AMOUNT, MARK
from pipeline.geometry import Box, union
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Line, PageContent, Price, ReceiptEntry, Sku

METHOD = "order_text"
CONFIDENCE = 0.85
MIN_ORDERS = 2
MIN_CODE_CHARS = 4
MAX_REACH_CHARS = 60
MAX_TOLD_CHARS = 40
HEADING_RATIO = 1.12
SAME_SIZE = 0.1
LINE_GAP = 0.9
MAX_HEADING_REACH = 0.3
CODE = re.compile(r"(?<![A-Za-z0-9.,/-])(?=[A-Za-z-]*\d)[A-Z0-9][A-Za-z0-9]*(?:[-./][A-Za-z0-9]+)*(?![A-Za-z0-9])")
SUM = re.compile(rf"{MARK}\s?(?:{AMOUNT})|(?:{AMOUNT})\s?(?:{MARK}|[元円원]|zł|Kč|kr\b|Ft\b|lei\b)")
BRACKETED = re.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
# A full stop behind a short word abbreviates it: `réf. BA-20`.
SENTENCE_END = re.compile(r"[。！？]|(?<=\w{4})[.!?](?=\s|$)")
CLAUSE_END = re.compile(r"[,;，；、]\s*")
VALUE_END = re.compile(r"[。；;]|\.(?=\s|$)|,\s")
SPACE = re.compile(r"\s+")
EDGES = " ,;:.·|/–—-()（）[]，；：、"
TOLD = {ValueKind.SIZE: "size", ValueKind.COLOR: "color", ValueKind.MATERIAL: "material"}


@dataclass(slots=True)
class _Paragraph:
    """Lines of one size under each other."""

    lines: list[Line] = field(default_factory=list)

    @property
    def box(self) -> Box:
        return union(line.box for line in self.lines)

    @property
    def span(self) -> Span:
        return joined_spans([line_span(line) for line in self.lines])


@dataclass(frozen=True, slots=True)
class _Order:
    """A code, its price and what is told of this one alone."""

    code: Span
    amount: Span
    price: Price
    told: Span | None


@dataclass(frozen=True, slots=True)
class _Offer:
    """What one paragraph offers: its heading, the paragraphs between, and the orders."""

    heading: Line | None
    body: tuple[_Paragraph, ...]
    orders: tuple[_Order, ...]

    @property
    def box(self) -> Box:
        over = [self.heading.box] if self.heading is not None else []
        return union([*over, *(paragraph.box for paragraph in self.body)])


def read_order_texts(content: PageContent, before: Reading, context: Context) -> Reading:
    """The products that sentences name by codes and prices; all other text is left."""
    lines = before.rest
    if not any(_may_tell(line.text) for line in lines):
        return Reading(rest=lines)
    paragraphs = _paragraphs(lines)
    told = [(paragraph, orders) for paragraph in paragraphs if (orders := _orders(paragraph.span))]
    if not any(len(orders) >= MIN_ORDERS for _, orders in told):
        return Reading(rest=lines)
    offers = [_offer(paragraph, orders, paragraphs, content) for paragraph, orders in told if len(orders) >= MIN_ORDERS]
    lookup = label_lookup(context.options)
    skus = tuple(sku for offer in offers for sku in _skus(offer, content.page_number, lookup))
    entries = {id(line): entry for offer in offers for line, entry in _accounted(offer, lookup)}
    rest = tuple(line for line in lines if id(line) not in entries)
    return Reading(skus=skus, rest=rest, entries=tuple(entries.values()), rules=(f"{METHOD}:{len(skus)}",))


def _may_tell(text: str) -> bool:
    """Whether a code stands somewhere before a sum: asked of each line of the page."""
    amount = SUM.search(text) if any(map(str.isdigit, text)) else None
    return amount is not None and CODE.search(text, 0, amount.start()) is not None


def _paragraphs(lines: Sequence[Line]) -> list[_Paragraph]:
    """Lines under each other, of one size, with no more than a line's space between them."""
    found: list[_Paragraph] = []
    near: list[_Paragraph] = []
    for line in sorted(lines, key=lambda line: (line.box.y0, line.box.x0)):
        # What ended further up never goes on: a crowded page has thousands of paragraphs.
        near = [paragraph for paragraph in near if _reach(paragraph.lines[-1]) >= line.box.y0]
        home = next((paragraph for paragraph in reversed(near) if _goes_on(paragraph.lines[-1], line)), None)
        if home is None:
            home = _Paragraph()
            found.append(home)
            near.append(home)
        home.lines.append(line)
    return found


def _reach(line: Line) -> float:
    return line.box.y1 + LINE_GAP * line.box.height


def _goes_on(above: Line, below: Line) -> bool:
    is_near = -0.5 * above.box.height < above.box.gap_y(below.box) < LINE_GAP * above.box.height
    return is_near and above.box.gap_x(below.box) < 0 and abs(above.size_pt - below.size_pt) <= SAME_SIZE * above.size_pt


# --- what a paragraph offers -------------------------------------------------------------------


def _orders(span: Span) -> tuple[_Order, ...]:
    """Each code with the price behind it; one straight behind another price, with no sign or word between, is a row of a list."""
    found: list[_Order] = []
    past = 0
    for amount in SUM.finditer(span.text):
        price = read_price(amount[0])
        code = _code_before(span.text, past, amount.start()) if price is not None else None
        if code is not None and price is not None:
            if found and not span.text[past : code.start()].strip():
                return ()
            told = _told(span, (past, code.start()), (code.end(), amount.start()))
            found.append(_Order(span.part(*code.span()), span.part(*amount.span()), price, told))
        past = amount.end()
    return tuple(found) if len({order.code.text for order in found}) == len(found) else ()


def _code_before(text: str, start: int, end: int) -> re.Match[str] | None:
    """The first code of the sentence that ends in a sum, outside of brackets if there is one."""
    start = max([start, end - MAX_REACH_CHARS, *(stop.end() for stop in SENTENCE_END.finditer(text, start, end))])
    codes = [code for code in CODE.finditer(text, start, end) if _is_code(code[0])]
    within = [bracket.span() for bracket in BRACKETED.finditer(text, start, end)]
    free = [code for code in codes if not any(left <= code.start() < right for left, right in within)]
    return next(iter(free or codes), None)


def _is_code(text: str) -> bool:
    return len(text) >= MIN_CODE_CHARS and is_coded(text)


def _told(span: Span, before: tuple[int, int], behind: tuple[int, int]) -> Span | None:
    """What stands between a code and its price; where that says nothing, what the clause says before the code."""
    own = _bare(span, *behind)
    if own is not None:
        return own
    over = _bare(span, _clause_start(span.text, *before), before[1])
    return over if over is not None and _attribute_of(over.text) else None


def _clause_start(text: str, start: int, end: int) -> int:
    return max([start, *(stop.end() for sign in (SENTENCE_END, CLAUSE_END, COLON) for stop in sign.finditer(text, start, end))])


def _bare(span: Span, start: int, end: int) -> Span | None:
    """A part of the text without the signs around it, and without the words that join it where only the rest is a value: `in 5 l at`."""
    text = span.text[start:end]
    first, last = start + len(text) - len(text.lstrip(EDGES)), end - len(text) + len(text.rstrip(EDGES))
    if last <= first or last - first > MAX_TOLD_CHARS:
        return None
    whole = span.part(first, last)
    spaces = [space.span() for space in SPACE.finditer(whole.text)]
    if not spaces or _attribute_of(whole.text):
        return whole
    cuts = ((spaces[0][1], len(whole.text)), (0, spaces[-1][0]), (spaces[0][1], spaces[-1][0]))
    return next((part for cut in cuts if _attribute_of((part := whole.part(*cut)).text)), whole)


def _attribute_of(text: str) -> str:
    return TOLD.get(kind_of(text), "")


def _offer(paragraph: _Paragraph, orders: tuple[_Order, ...], paragraphs: Sequence[_Paragraph], content: PageContent) -> _Offer:
    """With the heading over the paragraph, or over the picture beside it, and the words between."""
    beside = [picture for picture in product_pictures(content) if picture.gap_y(paragraph.box) < 0]
    reach = union([paragraph.box, *beside])
    over = [other for other in paragraphs if other is not paragraph and other.box.y1 <= paragraph.box.y0 + 1 and other.box.gap_x(reach) < 0]
    headings = [line for other in over for line in other.lines if _heads(line, paragraph, content)]
    heading = max(headings, key=lambda line: line.box.y1, default=None)
    top = heading.box.y1 - 1 if heading is not None else paragraph.box.y0
    between = [other for other in over if other.box.y0 >= top and other.box.gap_x(paragraph.box) < 0]
    return _Offer(heading, (*between, paragraph), orders)


def _heads(line: Line, paragraph: _Paragraph, content: PageContent) -> bool:
    """Whether a line is set as a title over this text and near enough to be its."""
    first = paragraph.lines[0]
    is_bolder = line.words[0].is_bold and not first.words[0].is_bold and line.size_pt >= first.size_pt
    is_near = first.box.y0 - line.box.y1 <= MAX_HEADING_REACH * content.height_pt
    return is_near and (line.size_pt >= HEADING_RATIO * first.size_pt or is_bolder) and not is_sentence(line.text)


# --- as products -------------------------------------------------------------------------------


def _skus(offer: _Offer, page: int, lookup: LabelLookup) -> Iterator[Sku]:
    name = line_span(offer.heading) if offer.heading is not None else None
    shared = {} if name is None else {"name": Attribute("name", name.text, name.evidence(page, CONFIDENCE))}
    for paragraph in offer.body:
        shared |= {key: Attribute(key, value.text, value.evidence(page, CONFIDENCE)) for key, value in _labelled(paragraph.span, lookup)}
    for order in offer.orders:
        own = {
            "model": Attribute("model", order.code.text, order.code.evidence(page, CONFIDENCE)),
            "price": Attribute("price", order.amount.text, order.amount.evidence(page, CONFIDENCE), order.price),
        }
        if order.told is not None:
            key = _attribute_of(order.told.text) or VARIANT_KEY
            own[key] = Attribute(key, order.told.text, order.told.evidence(page, CONFIDENCE))
        found = shared | own
        yield Sku(
            page_number=page,
            box=offer.box,
            standard=tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found),
            custom=tuple(attribute for key, attribute in found.items() if key not in STANDARD_ATTRIBUTES),
            method=METHOD,
            source_text="\n".join(paragraph.span.text for paragraph in offer.body),
        )


def _labelled(span: Span, lookup: LabelLookup) -> Iterator[tuple[str, Span]]:
    """What the sentences tell of all under labels: `外形尺寸：48×48×80mm。`"""
    for colon in COLON.finditer(span.text):
        attribute = lookup(span.text[_clause_start(span.text, 0, colon.start()) : colon.start()].strip())
        stop = VALUE_END.search(span.text, colon.end())
        value = span.part(colon.end(), stop.start() if stop is not None else len(span.text))
        if attribute in TOLD.values() and _attribute_of(value.text) == attribute:
            yield attribute, value


def _accounted(offer: _Offer, lookup: LabelLookup) -> Iterator[tuple[Line, ReceiptEntry]]:
    """The lines that values stand in are used; the others only describe."""
    values = [span for order in offer.orders for span in (order.code, order.amount)]
    values += [value for paragraph in offer.body for _, value in _labelled(paragraph.span, lookup)]
    quoted = {id(word) for value in values for word in value.words}
    if offer.heading is not None:
        yield offer.heading, used(offer.heading, METHOD)
    for paragraph in offer.body:
        for line in paragraph.lines:
            is_used = any(id(word) in quoted for word in line.words)
            yield line, used(line, METHOD) if is_used else ignored(line, "description")
