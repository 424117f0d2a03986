"""Pages of running text in which each paragraph names, describes and prices one product; their sums stand at the end of sentences."""

from __future__ import annotations

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.captions.drafts import draft
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.lists.described import MIN_ENTRIES, Described, described_entries
from pipeline.backends.rules.page.accounts import used
from pipeline.backends.rules.page.subjects import page_subject
from pipeline.backends.rules.text.fragments import cut_lines
from pipeline.backends.rules.text.records import LabelLookup, Statement, style_of
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.prices import has_currency
from pipeline.records import Line, PageContent, Price

METHOD = "paragraph"
MIN_WORDS = 3
IN_TEXT_SHARE = 0.6


def read_paragraphs(content: PageContent, before: Reading, context: Context) -> Reading:
    """A product for each such paragraph, where most of their sums share a row with other words; cards have theirs in a row of its own."""
    lines = before.rest
    nothing = Reading(rest=lines)
    if sum(map(_may_end_in_sum, lines)) < MIN_ENTRIES or page_subject(lines) is not None:
        return nothing
    lookup = label_lookup(context.options)
    entries = described_entries([item for item in cut_lines(lines) if not any(word.is_struck for word in item.line.words)], lookup)
    if not entries or sum(entry.is_in_text for entry in entries) < IN_TEXT_SHARE * len(entries):
        return nothing
    skus = tuple(draft(Caption(tuple(_parts(entry, lookup)), frozenset()), content.page_number, method=METHOD) for entry in entries)
    taken = {parent for entry in entries for parent in entry.parents}
    rest = tuple(line for index, line in enumerate(lines) if index not in taken)
    return Reading(skus, rest, tuple(used(lines[index], METHOD) for index in sorted(taken)), rules=(f"{METHOD}:{len(skus)}",))


def _may_end_in_sum(line: Line) -> bool:
    return len(line.words) >= MIN_WORDS and any(map(str.isdigit, line.words[-1].text + line.words[-2].text)) and has_currency(line.text)


def _parts(entry: Described, lookup: LabelLookup) -> list[Part]:
    """The name, what labels say, the size of the pack, and the sum."""
    told = [fact for fact in entry.facts if lookup(fact.label_text) not in ("model", "price", "name")]
    parts = [_part(Kind.NAME, entry.name), *(Part(Kind.of_attribute(lookup(fact.label_text)), fact) for fact in told)]
    parts += [_part(kind, span) for kind, span in ((Kind.MODEL, entry.code), (Kind.SIZE, entry.size)) if span is not None]
    return [*parts, _part(Kind.PRICE, entry.amount, entry.price)]


def _part(kind: Kind, span: Span, price: Price | None = None) -> Part:
    return Part(kind, Statement(None, span, 0, style_of(span.words), 0), price)
