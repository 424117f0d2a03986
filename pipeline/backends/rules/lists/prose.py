"""Price lists without a table: a name, dots or space, a price. Whatever text is left after that is accounted for here."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.labels.lookup import is_labelled_fact, label_lookup
from pipeline.backends.rules.lists.described import described_entries
from pipeline.backends.rules.page.accounts import ignored, used
from pipeline.backends.rules.page.furniture import usual_size
from pipeline.backends.rules.page.subjects import page_subject
from pipeline.backends.rules.text.fragments import Fragment, cut_lines
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.values.codes import code_and_words
from pipeline.backends.rules.values.formerprices import is_former_label
from pipeline.backends.rules.values.kinds import Kind, bare_kind, is_sentence, labelled_code, plain_amount, read_price
from pipeline.geometry import Bands, Box, union
from pipeline.records import Attribute, Line, PageContent, Price, ReceiptEntry, Sku

LEADER = re.compile(r"\s*(?:[.·…_\-—–]\s?){3,}\s*")
TRAILING_AMOUNTS = re.compile(r"\s+\d{1,5}(?:[.,]\d{1,2}|[.,][–—-]+)?(?:\s*[/|]?\s+\d{1,5}(?:[.,]\d{1,2}|[.,][–—-]+)?){0,3}$")
PRICE_WORDS = re.compile(
    r"\b(?:menu|price|prices|fiyat|preis\w*|prix|precio\w*|prezz\w+|carte|carta)\b|价|價|菜单|菜單|元|円|飲品|饮品", re.IGNORECASE
)
COUNTED = re.compile(r"(\d{1,2}|[A-Z])[.)]?\s+(?=[^\W\d_])")
CLAUSE = re.compile(r"[^,;\s](?:[^,;]|[,;](?=\S))*")
CLAUSE_END = re.compile(r"[,;]\s+")
# `Monday to Friday 8.00 to` before `17.30`.
HOURS_FROM = re.compile(
    r"\b\d{1,2}[.:]\d{2}\s*(?:h|uhr)?\s*(?:[-–—~]|to|till|until|bis|à|a|al|alle|às|tot|til|do|до|至|到|から)$", re.IGNORECASE
)
LIST_SHARE = 0.6
MIN_ROWS = 3
MIN_BARE_ROWS = 4
ALIGN_PT = 4.0
CONFIDENCE = 0.85
TITLE_RATIO = 1.15


@dataclass(frozen=True, slots=True)
class PricedRow:
    """One row of a list: words and their price."""

    words: Span
    amount: Span
    price: Price
    parents: tuple[int, ...]
    has_currency: bool
    has_leader: bool = False
    code: Span | None = None
    size: Span | None = None

    @property
    def box(self) -> Box:
        return union(word.box for word in (*self.words.words, *self.amount.words))


def read_prose(content: PageContent, before: Reading, context: Context) -> Reading:
    """Rows of a plain price list as SKUs, then the account of what is left."""
    lines = before.rest
    subject = page_subject(lines)
    rows = [] if subject is not None else _list_rows(lines, context)
    skus = tuple(_sku(row, content.page_number) for row in rows)
    taken = {parent for row in rows for parent in row.parents}
    accounts = [used(lines[index], "price_list") for index in sorted(taken)]
    left = [line for index, line in enumerate(lines) if index not in taken]
    has_products = bool(before.skus or skus)
    title_size = TITLE_RATIO * usual_size(lines)
    passed = [entry for line in left if (entry := _passed_over(line, title_size, subject, has_products=has_products)) is not None]
    named = {(entry.box, entry.text) for entry in passed}
    rest = tuple(line for line in left if (line.box, line.text) not in named)
    return Reading(skus=skus, rest=rest, entries=(*accounts, *passed), rules=(f"price_list:{len(skus)}",) if skus else ())


def _passed_over(line: Line, title_size: float, subject: str | None, *, has_products: bool) -> ReceiptEntry | None:
    """The rule by which a line that no reader used is no product's text; None where a person should look."""
    if subject is not None and not has_products:
        return ignored(line, f"page_about_{subject}")
    if line.size_pt >= title_size and not any(map(str.isdigit, line.text[:3])):
        return ignored(line, "section_title")
    if is_sentence(line.text):
        return ignored(line, "running_text")
    if not has_products:
        return ignored(line, "page_without_products")
    return None


# --- rows of a list ----------------------------------------------------------------------------


def _list_rows(lines: Sequence[Line], context: Context) -> list[PricedRow]:
    """Rows with a price at their end, where enough of them stand in one column."""
    fragments = [item for item in cut_lines(lines) if not any(word.is_struck for word in item.line.words)]
    entries = described_entries(fragments, label_lookup(context.options))
    told = {parent for entry in entries for parent in entry.parents}
    rows = [
        PricedRow(entry.name, entry.amount, entry.price, entry.parents, has_currency=True, code=entry.code, size=entry.size)
        for entry in entries
    ]
    fragments = [item for item in fragments if told.isdisjoint(item.parents)]
    rows += [row for item in fragments if (row := _within(item, context)) is not None]
    rows += _across(fragments, context)
    rows = [row for row in rows if not is_labelled_fact(row.words.text, context.options)]
    kept = _in_columns([row for row in rows if row.has_currency], MIN_ROWS)
    if not kept:
        kept = _in_columns([row for row in rows if not row.has_currency], MIN_BARE_ROWS)
        if not _speaks_of_prices(lines, kept) or not _in_columns(_beside_pages(kept), MIN_BARE_ROWS):
            return []
    if _counts_up(kept) or (not any(PRICE_WORDS.search(line.text) for line in lines) and _counts_up_by_columns(kept)):
        return []
    return _in_clauses(sorted(_distinct(kept), key=lambda row: (round(row.box.y0), row.box.x0)), context)


def _in_columns(rows: Sequence[PricedRow], least: int) -> list[PricedRow]:
    """The rows that stand in one column with at least so many of their kind: a sum in a letter over an index is no row of it."""
    columns = Counter(place for row in rows for place in _places(row))
    return [row for row in rows if max(columns[place] for place in _places(row)) >= least]


def _in_clauses(rows: Sequence[PricedRow], context: Context) -> list[PricedRow]:
    """`1 Floor lamp, Art. 4767.132, CHF 99.–`: the number of the row and the code behind its label are not the name."""
    counters = [found[1] for row in rows if (found := COUNTED.match(row.words.text)) is not None]
    is_counted = len(counters) == len(rows) >= MIN_ROWS and len(set(counters)) == len(counters)
    lookup = label_lookup(context.options)
    return [_coded(_uncounted(row) if is_counted else row, lookup) for row in rows]


def _uncounted(row: PricedRow) -> PricedRow:
    found = COUNTED.match(row.words.text)
    return replace(row, words=row.words.part(found.end(), len(row.words.text))) if found is not None else row


def _coded(row: PricedRow, lookup: LabelLookup) -> PricedRow:
    clauses = [row.words.part(found.start(), found.end()) for found in CLAUSE.finditer(row.words.text)]
    for place, clause in enumerate(clauses[1:], start=1):
        labelled = labelled_code(clause, lookup) if row.code is None else None
        if labelled is not None:
            end = row.words.text.index(clauses[place - 1].text) + len(clauses[place - 1].text)
            return replace(row, words=row.words.part(0, end), code=labelled)
    return replace(row, words=row.words.part(0, len(row.words.text.rstrip(" ,;"))))


def _speaks_of_prices(lines: Sequence[Line], rows: Sequence[PricedRow]) -> bool:
    """Figures without currency are prices where the page says so, or where dots lead to them and hardly anything else stands on it."""
    listed = {parent for row in rows if row.has_leader for parent in row.parents}
    said = any(PRICE_WORDS.search(line.text) for line in lines)
    return said or len(listed) >= LIST_SHARE * len(lines)


def _places(row: PricedRow) -> tuple[int, int]:
    """The column by its left edge, and by its right one, kept apart by their sign."""
    return 1 + round(row.words.words[0].box.x0 / ALIGN_PT), -1 - round(row.amount.words[-1].box.x1 / ALIGN_PT)


def _within(fragment: Fragment, context: Context) -> PricedRow | None:
    """`Espresso ..... 3.50` and `Espresso $3.50` as one piece of text."""
    whole = line_span(fragment.line)
    leader = LEADER.search(whole.text)
    if leader is not None and leader.start() > 0:
        row = _row(whole.part(0, leader.start()), whole.part(leader.end(), len(whole.text)), fragment.parents, context, is_led=True)
        return replace(row, has_leader=True) if row is not None else None
    # What stands before the last comma is of another kind: `Art. 4767.132, CHF 99.–`.
    clause = max((found.end() for found in CLAUSE_END.finditer(whole.text)), default=0)
    for space in re.finditer(r"\s+", whole.text):
        if space.end() < clause:
            continue
        amount = whole.text[space.end() :].strip()
        if amount and read_price(amount) is not None:
            return _row(whole.part(0, space.start()), whole.part(space.end(), len(whole.text)), fragment.parents, context, is_led=False)
    tail = TRAILING_AMOUNTS.search(whole.text)
    if tail is None:
        return None
    return _row(whole.part(0, tail.start()), whole.part(tail.start(), len(whole.text)), fragment.parents, context, is_led=True)


def _across(fragments: Sequence[Fragment], context: Context) -> list[PricedRow]:
    """A name on the left and, on the same row with nothing between, its price on the right."""
    rows = []
    level = Bands((item.line.box, item) for item in fragments)
    for item in fragments:
        amount = line_span(item.line)
        if read_price(amount.text) is None and plain_amount(amount.text) is None:
            continue
        left = _left_of(item, level)
        if left is not None:
            words = line_span(left.line)
            row = _row(_without_leader(words), amount, left.parents + item.parents, context, is_led=True)
            rows += [replace(row, has_leader=LEADER.search(words.text) is not None)] if row is not None else []
    return rows


def _left_of(item: Fragment, fragments: Bands[Fragment]) -> Fragment | None:
    box = item.line.box
    level = [
        other
        for other in fragments.beside(box)
        if other is not item and other.line.box.x1 <= box.x0 + 1 and abs(other.line.box.center_y - box.center_y) <= 0.45 * box.height
    ]
    return max(level, key=lambda other: other.line.box.x1, default=None)


def _without_leader(span: Span) -> Span:
    leader = LEADER.search(span.text)
    return span.part(0, leader.start()) if leader is not None and leader.start() > 0 else span


def _row(words: Span, amount: Span, parents: tuple[int, ...], context: Context, *, is_led: bool) -> PricedRow | None:
    if not words.text or not amount.text or bare_kind(words.text) not in (Kind.TEXT, Kind.MODEL, Kind.COLOR, Kind.MATERIAL):
        return None
    if read_price(words.text) is not None or label_lookup(context.options)(words.text) == "price" or is_former_label(words.text):
        # Another sum, or what this one is called, as in `RRP $ 24` and `worth $ 24`: neither is what it is asked for.
        return None
    if HOURS_FROM.search(words.text):
        return None
    price = read_price(amount.text)
    has_currency = price is not None
    if price is None and is_led:
        price = plain_amount(amount.text, currency=context.currency)
    return PricedRow(words, amount, price, parents, has_currency) if price is not None else None


def _counts_up(rows: Sequence[PricedRow]) -> bool:
    """Whole numbers without currency that only grow from row to row are pages of a table of contents."""
    if not rows or any(row.has_currency or "." in row.price.amount for row in rows):
        return False
    ordered = [int(row.price.amount) for row in sorted(rows, key=lambda row: (round(row.box.y0), row.box.x0)) if row.price.amount.isdigit()]
    return all(low <= high for low, high in pairwise(ordered))


def _beside_pages(rows: Sequence[PricedRow]) -> list[PricedRow]:
    """The rows whose figures are none of those that stand under each other and only grow: what is left of a letter with an index in it."""
    ends: dict[int, list[PricedRow]] = {}
    for row in rows:
        ends.setdefault(_places(row)[1], []).append(row)
    pages = {id(row) for column in ends.values() if len(column) >= MIN_BARE_ROWS and _counts_up(column) for row in column}
    return [row for row in rows if id(row) not in pages]


def _counts_up_by_columns(rows: Sequence[PricedRow]) -> bool:
    """The same in columns side by side, each under its topic: no page is named twice, and none stands under a later one."""
    columns: dict[int, list[PricedRow]] = {}
    for row in rows:
        columns.setdefault(_places(row)[0], []).append(row)
    amounts = [row.price.amount for row in rows]
    is_listed = len(columns) > 1 and min(map(len, columns.values())) >= MIN_ROWS and len(set(amounts)) == len(amounts)
    return is_listed and all(map(_counts_up, columns.values()))


def _distinct(rows: Sequence[PricedRow]) -> list[PricedRow]:
    """Each printed price once."""
    seen: dict[Box, PricedRow] = {}
    for row in rows:
        seen.setdefault(union(word.box for word in row.amount.words), row)
    return list(seen.values())


def _sku(row: PricedRow, page_number: int) -> Sku:
    pieces = code_and_words(row.words) if row.code is None else (row.code, row.words)
    attributes: list[Attribute] = []
    if pieces is not None:
        attributes.append(Attribute("model", pieces[0].text, pieces[0].evidence(page_number, CONFIDENCE)))
    name = pieces[1] if pieces is not None else row.words
    key = "model" if pieces is None and bare_kind(name.text) is Kind.MODEL else "name"
    attributes.append(Attribute(key, name.text, name.evidence(page_number, CONFIDENCE)))
    if row.size is not None:
        attributes.append(Attribute("size", row.size.text, row.size.evidence(page_number, CONFIDENCE)))
    attributes.append(Attribute("price", row.amount.text, row.amount.evidence(page_number, CONFIDENCE), row.price))
    return Sku(page_number, row.box, tuple(attributes), method="prose", source_text=f"{row.words.text} {row.amount.text}")
