"""Pages of running text in which each paragraph names, describes and prices one product; their sums stand at the end of sentences."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.base import Context, Reading
from pipeline.backends.rules.captions.drafts import draft
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.lists.described import MIN_ENTRIES, Described, described_entries, word_count
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
LEAST_SHARE = 0.25


def read_paragraphs(content: PageContent, before: Reading, context: Context) -> Reading:
    """A product for each such paragraph, where most of their sums share a row with other words; cards have theirs in a row of its own."""
    lines = before.rest
    nothing = Reading(rest=lines)
    sums = [line for line in lines if _may_end_in_sum(line)]
    if len(sums) < MIN_ENTRIES or not any(word_count(line.text) >= MIN_WORDS for line in sums) or page_subject(lines) is not None:
        return nothing
    lookup = label_lookup(context.options)
    entries = described_entries([item for item in cut_lines(lines) if not any(word.is_struck for word in item.line.words)], lookup)
    if not entries or not _run_in_text(entries):
        return nothing
    skus = tuple(draft(Caption(tuple(_parts(entry, lookup)), frozenset()), content.page_number, method=METHOD) for entry in entries)
    taken = {parent for entry in entries for parent in entry.parents}
    rest = tuple(line for index, line in enumerate(lines) if index not in taken)
    return Reading(skus, rest, tuple(used(lines[index], METHOD) for index in sorted(taken)), rules=(f"{METHOD}:{len(skus)}",))


def _run_in_text(entries: Sequence[Described]) -> bool:
    """Whether the sums stand among other words, some of them by themselves only where a row was full."""
    within = sum(entry.is_in_text for entry in entries)
    wrapped = sum(entry.is_wrapped for entry in entries if not entry.is_in_text)
    return within >= LEAST_SHARE * len(entries) and within + wrapped >= IN_TEXT_SHARE * len(entries)


def _may_end_in_sum(line: Line) -> bool:
    ends_in_figures = any(char.isdigit() for word in line.words[-2:] for char in word.text)
    return ends_in_figures and has_currency(line.text)


def _parts(entry: Described, lookup: LabelLookup) -> list[Part]:
    """The name, what labels say, the size of the pack, and the sum."""
    told = [fact for fact in entry.facts if lookup(fact.label_text) not in ("model", "price", "name")]
    parts = [_part(Kind.NAME, entry.name), *(Part(Kind.of_attribute(lookup(fact.label_text)), fact) for fact in told)]
    parts += [_part(kind, span) for kind, span in ((Kind.MODEL, entry.code), (Kind.SIZE, entry.size)) if span is not None]
    return [*parts, _part(Kind.PRICE, entry.amount, entry.price)]


def _part(kind: Kind, span: Span, price: Price | None = None) -> Part:
    return Part(kind, Statement(None, span, 0, style_of(span.words), 0), price)
