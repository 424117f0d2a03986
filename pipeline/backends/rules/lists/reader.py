"""Price lists without rulings: names in a column, one or more columns of prices beside it, in panels side by side, under large titles.

What a number column means is told by its look: aligned, alone behind its name, round like prices, with no unit behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.cards.pages import have_facts_under, is_card_page
from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.backends.rules.lists.layout import find_panels
from pipeline.backends.rules.lists.panels import Panel, Piece, PricedLine, priced_lines
from pipeline.backends.rules.lists.pointed import pointed_panels
from pipeline.backends.rules.lists.pricefigures import look_like_prices
from pipeline.backends.rules.page.accounts import used
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.page.subjects import page_subject
from pipeline.backends.rules.tables.heads.layout import SERIES_KEY
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.codes import MIN_LISTED_CHARS, begin_with_numbers, code_and_words, code_in, number_and_words
from pipeline.backends.rules.values.currencies import page_currency
from pipeline.backends.rules.values.forms import is_quantity
from pipeline.geometry import union
from pipeline.records import Attribute, Line, PageContent, Price, Sku

MIN_LINES = 4
LIST_SHARE = 0.5
LABELS_SHARE = 0.3
PICTURE_SHARE = 0.5
CODED_SHARE = 0.8
CONFIDENCE = 0.85
METHOD = "price_list"
Parting = Callable[[Span], tuple[Span, Span] | None]


def read_price_lists(content: PageContent, before: Reading, context: Context) -> Reading:
    """The lines of all panels as SKUs; all other text is left."""
    lines = before.rest
    nothing = Reading(rest=lines)
    if before.skus or len(lines) < MIN_LINES or page_subject(lines) is not None:
        return nothing
    panels = pointed_panels(lines) or find_panels(priced_lines(lines), lines)
    if not _is_price_list(panels, lines, content, headers_for(context.options)) or is_card_page(content, lines, context):
        return nothing
    if have_facts_under([line.name.words[0] for panel in panels for line in panel.lines], content, lines, context):
        return nothing
    currency = page_currency(content, context)
    listed = [(line, panel) for panel in panels for line in panel.lines]
    called = _calling([line.name.span for line, _ in listed])
    skus = tuple(_sku(line, panel, content.page_number, currency, called=called) for line, panel in listed)
    words = {id(word) for panel in panels for word in panel.words()}
    taken = [line for line in lines if any(id(word) in words for word in line.words)]
    left = {id(line) for line in taken}
    rest = tuple(line for line in lines if id(line) not in left)
    return Reading(skus=skus, rest=rest, entries=tuple(used(line, METHOD) for line in taken), rules=(f"{METHOD}:{len(skus)}",))


def _is_price_list(panels: Sequence[Panel], lines: Sequence[Line], content: PageContent, headers: Headers) -> bool:
    """Enough of the page is such lines, they name goods rather than properties, and the figures look like prices."""
    listed = [line for panel in panels for line in panel.lines]
    if len(listed) < MIN_LINES or len(product_pictures(content)) >= PICTURE_SHARE * len(listed):
        return False
    held = {id(word) for line in listed for piece in line.pieces() for word in piece.words}
    touched = sum(any(id(word) in held for word in line.words) for line in lines)
    # What is paid for so many pounds or metres is a rate, not the price of goods.
    if sum(is_quantity(line.name.text) for line in listed) > LIST_SHARE * len(listed):
        return False
    labels = sum((label := headers.lookup(line.name.text)) is not None and label.is_exact for line in listed)
    return touched >= LIST_SHARE * len(lines) and labels <= LABELS_SHARE * len(listed) and look_like_prices(panels, lines)


def _calling(names: Sequence[Span]) -> Parting:
    """How the names of a list are parted into code and words: where most have a code, or each a number of its own before its words."""
    if sum(code_in(name.text) is not None for name in names) >= CODED_SHARE * len(names):
        return lambda name: code_and_words(name, min_chars=MIN_LISTED_CHARS)
    return number_and_words if begin_with_numbers([name.text for name in names]) else lambda _: None


def _sku(line: PricedLine, panel: Panel, page_number: int, currency: str, *, called: Parting) -> Sku:
    pieces = called(line.name.span)
    names = (("model", pieces[0]), ("name", pieces[1])) if pieces is not None else (("name", line.name.span),)
    custom = []
    if panel.category is not None:
        custom.append(Attribute(SERIES_KEY, panel.category.text, panel.category.span.evidence(page_number, CONFIDENCE)))
    portions = [(panel.portion_of(line, place), amount) for place, amount in enumerate(line.amounts)]
    for portion, amount in portions:
        if portion is not None:
            custom.append(Attribute(portion.text, amount.text, amount.span.evidence(page_number, CONFIDENCE)))
    identity = [Attribute(key, span.text, span.evidence(page_number, CONFIDENCE)) for key, span in names]
    standard = (*identity, _price(portions, page_number, currency))
    box = union(word.box for piece in line.pieces() for word in piece.words)
    text = " ".join(piece.text for piece in line.pieces())
    return Sku(page_number, box, standard, tuple(custom), method=METHOD, source_text=text)


def _price(portions: Sequence[tuple[Piece | None, Piece]], page_number: int, currency: str) -> Attribute:
    """The first amount, with all of them as tiers where there are several."""
    first = portions[0][1]
    amounts = [amount.price for _, amount in portions if amount.price is not None]
    tiers = tuple(
        (portion.text if portion is not None else str(place), amount.price.amount)
        for place, (portion, amount) in enumerate(portions, start=1)
        if amount.price is not None
    )
    raw = " / ".join(f"{portion.text} {amount.text}" if portion is not None else amount.text for portion, amount in portions)
    price = Price(amounts[0].amount, amounts[0].currency or currency, raw, tiers if len(tiers) > 1 else ())
    evidence = first.span.evidence(page_number, CONFIDENCE)
    boxes = [*(amount.box for _, amount in portions[1:]), *(portion.box for portion, _ in portions if portion is not None)]
    more = tuple((page_number, box) for box in boxes)
    return Attribute("price", price.amount, replace(evidence, more=more), price)
