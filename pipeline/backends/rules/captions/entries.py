"""Entries: the captions of a page in their places, before it is decided which of them are products."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.labelchips import with_lone_labels
from pipeline.backends.rules.captions.learned import with_learned_labels
from pipeline.backends.rules.captions.ledrows import led_styles, with_strange_labels
from pipeline.backends.rules.captions.naming import named
from pipeline.backends.rules.captions.reading import understand
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.captions.spectables import pair_cells
from pipeline.backends.rules.captions.splitting import split_products
from pipeline.backends.rules.labels.lookup import headers_for, label_lookup
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.page.frames import find_frames
from pipeline.backends.rules.text.blocks import build_blocks
from pipeline.backends.rules.text.chips import listed_behind_dots, with_chip_rows
from pipeline.backends.rules.text.closingsums import with_sums_apart
from pipeline.backends.rules.text.facts import with_facts
from pipeline.backends.rules.text.fragments import Fragment, cut_lines
from pipeline.backends.rules.text.pairs import pair_labels
from pipeline.backends.rules.text.points import with_points
from pipeline.backends.rules.text.raised import with_raised_cents
from pipeline.backends.rules.text.records import Row, Style
from pipeline.backends.rules.text.spans import line_span
from pipeline.backends.rules.values.currencies import page_currency
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import COIN
from pipeline.frozen import record
from pipeline.geometry import Box, union
from pipeline.records import Line, PageContent


@record(frozen=True, slots=True)
class Entry:
    """A caption, the frame it stands in, if one is drawn, and the numbers of the lines it was read from.

    `is_under_bar` says that its first part stands apart, over picture and text alike.
    """

    caption: Caption
    frame: Box | None
    parents: frozenset[int]
    is_under_bar: bool = False

    @property
    def box(self) -> Box:
        return union(part.box for part in self.caption.parts[1:]) if self.is_under_bar else self.caption.box


def page_entries(lines: Sequence[Line], content: PageContent, context: Context, pictures: Sequence[Box]) -> list[Entry]:
    """Every block of these lines as one or more captions, in reading order. Kept with the page: readers ask about the same lines in turn."""
    key = (page_entries, context.options, context.currency, tuple(pictures), tuple(id(line) for line in lines))
    if key not in content.found:
        # With the lines themselves: as long as they live, nothing else has their numbers.
        content.found[key] = (tuple(lines), _entries(lines, content, context, pictures))
    found: list[Entry] = content.found[key][1]
    return list(found)


def _entries(lines: Sequence[Line], content: PageContent, context: Context, pictures: Sequence[Box]) -> list[Entry]:
    lookup, headers = label_lookup(context.options), headers_for(context.options)
    pieces = with_sums_apart(cut_lines(lines, pictures, listed_behind_dots(lines, content)))
    fragments = with_chip_rows(with_points(with_raised_cents(pieces), content.shapes), content, headers)
    frames = find_frames(content, pictures)
    fragments = with_facts(pair_labels(pair_cells(fragments, content, headers), headers, frames, pictures), lookup)
    blocks = build_blocks(fragments, pictures, frames)
    rows = with_lone_labels([[_row(item) for item in block.fragments] for block in blocks], lookup)
    led = led_styles(rows, lookup)
    rows = with_strange_labels(rows, lookup, led)
    found: list[Entry] = []
    understood = [_understood(own, content, context, led) for own in rows]
    for block, parts in zip(blocks, with_learned_labels(understood, lookup), strict=True):
        for caption in split_products(parts):
            parents = frozenset(parent for row in caption.rows for parent in block.fragments[row].parents)
            found.append(Entry(caption, block.frame, parents))
    captions = named([entry.caption for entry in found], printed_sums=_printed_sums(content))
    return [replace(entry, caption=caption) for entry, caption in zip(found, captions, strict=True)]


@found_once
def _printed_sums(content: PageContent) -> int:
    """How many sums with their currency stand on the page by themselves, in captions and tables alike."""
    return sum(kind_of(line.text) is ValueKind.PRICE for line in content.lines)


@found_once
def _prints_coins(content: PageContent) -> bool:
    """Whether a sum in hundredths stands on the page by itself: beside it the other prices say of what."""
    return any(COIN.fullmatch(line.text) is not None for line in content.lines)


def _understood(rows: Sequence[Row], content: PageContent, context: Context, led: frozenset[Style]) -> list[Part]:
    """The parts of one block. Kept with the page: whichever lines are looked at, most of its blocks are the same."""
    key = (understand, context.options, context.currency, led, tuple(_mark(row) for row in rows))
    if key not in content.found:
        # With the rows themselves: as long as their words live, nothing else has their numbers.
        currency = context.currency or (page_currency(content, context) if _prints_coins(content) else "")
        content.found[key] = (rows, understand(rows, label_lookup(context.options), currency, led))
    found: list[Part] = content.found[key][1]
    return found


def _mark(row: Row) -> tuple[object, ...]:
    """What tells a row from all others: the words it is made of and how they are read."""
    spans = [(span.text, tuple([id(word) for word in span.words])) for span in (row.span, row.label) if span is not None]
    return (*spans, row.is_point, row.facts)


def _row(fragment: Fragment) -> Row:
    if fragment.pair is None:
        return Row(fragment.span or line_span(fragment.line), is_point=fragment.is_point, facts=fragment.facts)
    label, value = fragment.pair
    return Row(value, label)
