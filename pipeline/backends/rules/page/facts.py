"""What is said once over all products of a page and holds for each: `PC panels, 86×86 mm, prices incl. tax` in a line under its head."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.vessels import size_in
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, states_measure, word_list
from pipeline.backends.rules.values.kinds import Kind, ends_sentence
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.madeof import material_said, material_unless_noted
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.sharedprices import labelled_for_all, price_for_all
from pipeline.geometry import Box

MIN_PRODUCTS = 3
MIN_LISTED = 2
MAX_STATED_WORDS = 12
SAID = (Kind.SENTENCE, Kind.TEXT, Kind.NAME, Kind.NOTE)
CLAUSE = re.compile(r"[^，,;；·•|｜。]+(?:,\d[^，,;；·•|｜。]*)*")
# A dash between spaces and brackets part what is said for all: `All shades 14 ml – £4.25 each (£3.95 for 10 or more)`.
WITHIN = re.compile(r"(?:(?!\s[-–—]\s)[^()（）])+")
SIZE_BEHIND = re.compile(r"(?<=\s)\d[\d.,]*\s?[^\W\d_]{1,6}$")
SENTENCE_END = re.compile(r"。|\.(?=\s+[A-ZÀ-Þ]|$)")
COLON = re.compile(r"\s*[:：]\s*")
SHARE = re.compile(r"(?=\b\d{1,3}(?:[.,]\d)?\s?%)")
LABELLED_KINDS = {ValueKind.MATERIAL: Kind.MATERIAL, ValueKind.COLOR: Kind.COLOR}
SIDES = re.compile(r"\d\s*[x×*]\s*\d", re.IGNORECASE)
# Where the script changes a word ends, though no space does: `PC阻燃面板`.
WORD = re.compile(r"[a-z][a-z-]*|[\u3040-\u9fff]+", re.IGNORECASE)


def with_page_facts(products: Sequence[Entry], found: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """The products with the size, the material and the price that a line over all of them tells, where none tells its own."""
    if len(products) < MIN_PRODUCTS:
        return list(products)
    over = _lines_over(products, found, pictures)
    facts = _facts(over)
    missing = [fact for fact in facts if not any(product.caption.has(fact.kind) for product in products)]
    missing += _listed(over, [part for product in products for part in product.caption.parts])
    told = [_with(product, missing, over) for product in products]
    # What is said of the whole set may stand anywhere, as beside the photo that shows all of it.
    others = _others(products, found)
    told = [_with(product, [fact for fact in _of_sets(others) if not product.caption.has(fact.kind)], others) for product in told]
    usual = _unless_noted(over)
    return [product if product.caption.has(Kind.MATERIAL) else _with(product, usual, over) for product in told]


def _with(product: Entry, facts: Sequence[Part], over: Sequence[Entry]) -> Entry:
    """A product with these facts, read also from the lines that tell them."""
    if not facts:
        return product
    words = {id(word) for fact in facts for word in fact.statement.value.words}
    telling = [entry for entry in over if any(id(word) in words for part in entry.caption.parts for word in part.statement.value.words)]
    parents = frozenset(parent for entry in telling for parent in entry.parents)
    return replace(product, caption=replace(product.caption, parts=(*product.caption.parts, *facts)), parents=product.parents | parents)


def _lines_over(products: Sequence[Entry], found: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """What is said over everything that is shown where it stands."""
    # A title that names them all stands over them itself.
    common = set.intersection(*({id(part) for part in product.caption.parts} for product in products))
    top = min(part.box.y0 for product in products for part in product.caption.parts if id(part) not in common)
    shown = [picture for picture in pictures if picture.y1 > top]
    return [entry for entry in _others(products, found) if _is_over(entry.box, top, shown)]


def _others(products: Sequence[Entry], found: Sequence[Entry]) -> list[Entry]:
    """The captions that tell of no product."""
    named = {id(part) for product in products for part in product.caption.parts}
    return [entry for entry in found if not any(id(part) in named for part in entry.caption.parts)]


def _of_sets(entries: Sequence[Entry]) -> list[Part]:
    """A material or a colour under a label that speaks of a whole set: `整套材质：白橡木`. Nothing where several tell of a kind."""
    parts = [part for entry in entries for part in entry.caption.parts if part.is_labelled and part.kind in LABELLED_KINDS.values()]
    told = [_first_sentence(part) for part in parts if label_says(part.statement.label_text, "for_sets")]
    return [fact for fact in told if sum(other.kind is fact.kind for other in told) == 1]


def _facts(over: Sequence[Entry]) -> list[Part]:
    """What these lines tell, nothing where they tell of a kind twice; a material only under its label, beside a size, or as all that a piece of
    the line under the title says."""
    told = [fact for entry in over for fact in _told(entry)]
    kinds = [fact.kind for fact in told]
    facts = [fact for fact in told if kinds.count(fact.kind) == 1 and (fact.kind is Kind.PRICE or fact.is_labelled or Kind.SIZE in kinds)]
    return facts if any(fact.kind is Kind.MATERIAL for fact in facts) else [*facts, *_stated(over)]


def _listed(over: Sequence[Entry], told: Sequence[Part]) -> list[Part]:
    """What the one list of labelled values over all products tells beside their size; nothing that one of them tells itself. How their surface
    is finished is then no colour: that is what they differ in."""
    lists = [entry.caption.parts for entry in over if entry.caption.labelled_count == len(entry.caption.parts) >= MIN_LISTED]
    own = {part.statement.label_text for part in told if part.is_labelled}
    is_of_goods = len(lists) == 1 and any(part.kind is Kind.SIZE for part in lists[0])
    kept = [part for part in lists[0] if part.statement.label_text not in own] if is_of_goods else []
    named = [replace(part, kind=Kind.CUSTOM) if label_says(part.statement.label_text, "finish_labels") else part for part in kept]
    return [part for part in named if part.kind is Kind.CUSTOM]


def _stated(over: Sequence[Entry]) -> list[Part]:
    """The first material that stands as a fact in the one line that tells such, smaller than the title: `Seating · solid beech, velvet`. The
    title itself may call goods so."""
    said = [part for entry in over for part in entry.caption.parts if part.kind in (*SAID, Kind.MATERIAL) and not part.is_labelled]
    title = max((part.style.size_pt for part in said), default=0.0)
    small = [part for part in said if part.style.size_pt < title and not _is_running(part)]
    told = [_as(part, Kind.MATERIAL, found) for part in small if (found := material_said(part.statement.value)) is not None]
    return told[:1] if all(-fact.box.gap_y(told[0].box) > 0 for fact in told) else []


def _is_running(part: Part) -> bool:
    """Running text says much by the way."""
    return ends_sentence(part.text) or len(part.text.split()) > MAX_STATED_WORDS


def _unless_noted(over: Sequence[Entry]) -> list[Part]:
    parts = [part for entry in over for part in entry.caption.parts if not part.is_labelled]
    found = [_as(part, Kind.MATERIAL, said) for part in parts if (said := material_unless_noted(part.statement.value)) is not None]
    return found if len(found) == 1 else []


def _is_over(box: Box, top: float, shown: Sequence[Box]) -> bool:
    """Whether a line stands over all captions, and over the pictures that are not beside it: a photo may fill the other page of a spread."""
    return box.y1 <= top and all(box.y1 <= picture.y0 for picture in shown if picture.gap_x(box) < 0)


def _told(entry: Entry) -> list[Part]:
    """The size and the material this line tells, if it tells a size or says what it is made of, and the price that it says holds for all."""
    parts = [part for part in entry.caption.parts if part.kind in SAID and not part.is_labelled]
    sizes = [_as(part, Kind.SIZE, size) for part in parts for span in _clauses(part) if (size := _size_of(span)) is not None]
    sizes += [part for part in entry.caption.parts if part.kind is Kind.SIZE]
    materials = {folded(span.text): _as(part, Kind.MATERIAL, span) for part in reversed(parts) for span in _materials(part)}
    materials |= {folded(part.text): part for part in entry.caption.parts if part.kind is Kind.MATERIAL}
    prices = [price for part in parts for span in _clauses(part) if (price := _price_for_all(part, span)) is not None]
    prices += [price for part in entry.caption.parts if part.is_labelled and (price := _labelled_for_all(part)) is not None]
    labelled = [] if sizes else [_first_sentence(part) for part in entry.caption.parts if part.kind is Kind.MATERIAL and part.is_labelled]
    labelled += [fact for part in parts for span in _clauses(part) if (fact := _fact_for_all(part, span)) is not None]
    labelled += [fact for part in entry.caption.parts if part.is_labelled and (fact := _labelled_fact(part)) is not None]
    once = {(fact.kind, folded(fact.text)): fact for fact in labelled}
    return [*(sizes and [*sizes, *materials.values()]), *once.values(), *prices]


def _first_sentence(part: Part) -> Part:
    """What a label says, without what the line goes on with: `Material: cork. Prices each.`"""
    end = SENTENCE_END.search(part.text)
    return _as(part, part.kind, part.statement.value.part(0, end.start())) if end is not None else part


def _fact_for_all(part: Part, clause: Span) -> Part | None:
    """What a clause says under a label that speaks of all, `全系列材质：陶瓷`, `All frames: solid oak`, or as the share of a material in all:
    `All pillows 100% cotton covers`."""
    colon = COLON.search(clause.text) or SHARE.search(clause.text)
    if colon is None or not label_says(clause.text[: colon.start()], "for_all"):
        return None
    label, value = clause.part(0, colon.start()), clause.part(colon.end(), len(clause.text))
    if not colon[0]:
        value = _made_of(value)
    return _labelled_fact(replace(part, statement=replace(part.statement, label=label, value=value)))


def _made_of(told: Span) -> Span:
    """A share with the words up to the material it is a share of: `100% cotton covers`."""
    ends = [found.end() for found in re.finditer(r"[^\W\d_]+", told.text) if folded(found[0]) in word_list("materials")]
    return next((told.part(0, end) for end in reversed(ends) if is_material(told.text[:end])), told)


def _labelled_fact(part: Part) -> Part | None:
    value = next(_clauses(part), None) if label_says(part.statement.label_text, "for_all") else None
    kind = LABELLED_KINDS.get(kind_of(value.text)) if value is not None else None
    return _as(part, kind, value) if kind is not None and value is not None else None


def _price_for_all(part: Part, clause: Span) -> Part | None:
    found = price_for_all(clause)
    return replace(_as(part, Kind.PRICE, found[0]), price=found[1]) if found is not None else None


def _labelled_for_all(part: Part) -> Part | None:
    price = labelled_for_all(part.statement.label_text, part.statement.value.text)
    return replace(part, kind=Kind.PRICE, price=price) if price is not None else None


def _size_of(clause: Span) -> Span | None:
    """A clause that is a size, or the size in one that also says what holds the goods or that all have it: `Tube of 60 ml`, `All shades 14ml`."""
    return clause if _is_size(clause.text) else size_in(clause) or _size_of_all(clause)


def _size_of_all(clause: Span) -> Span | None:
    found = SIZE_BEHIND.search(clause.text)
    is_said = found is not None and label_says(clause.text[: found.start()], "for_all") and _is_size(found[0])
    return clause.part(*found.span()) if found is not None and is_said else None


def _is_size(text: str) -> bool:
    """With a unit or several sides: `A4` and `L` mean much else in lines like these."""
    return kind_of(text) is ValueKind.SIZE and (states_measure(text) or SIDES.search(text) is not None)


def _clauses(part: Part) -> Iterator[Span]:
    value = part.statement.value
    clauses = (value.part(*found.span()) for found in CLAUSE.finditer(value.text))
    return (clause.part(*found.span()) for clause in clauses for found in WITHIN.finditer(clause.text) if found[0].strip(" -–—"))


def _materials(part: Part) -> Iterator[Span]:
    """Materials that are words of their own in it; the first mention of each comes last."""
    value = part.statement.value
    words = [found for found in WORD.finditer(value.text) if folded(found[0]) in word_list("materials")]
    return (value.part(*found.span()) for found in reversed(words))


def _as(part: Part, kind: Kind, value: Span) -> Part:
    return replace(part, kind=kind, statement=replace(part.statement, value=value))
