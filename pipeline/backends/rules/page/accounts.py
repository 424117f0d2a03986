"""Receipt entries for lines: what a reader used, what it passed over by which rule, and what it took but did not understand.

A reader takes a product's lines as a whole. Only when all have read it is known which of them a value quotes: a label names a value, a sentence
describes the product, and whatever else no value quotes is for a person to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.values.forms import is_missing_price
from pipeline.backends.rules.values.kinds import is_note, is_sentence
from pipeline.backends.rules.values.prices import is_only_currency
from pipeline.geometry import Box, Columns
from pipeline.options import Options
from pipeline.quoted import quoted_on
from pipeline.records import Disposition, Line, PageContent, ReceiptEntry, Sku

# What these rules used names the values under it, and need not be quoted itself.
NAMING_RULES = frozenset({"table_header", "table_section", "over_table", "as_above"})
CELL_RULE = "table_cell"
PARAGRAPH_GAP = 0.9
COLUMN_PT = 12.0
MAX_FIGURES = 0.1

Fate = tuple[Disposition, str]
ROW_NUMBER: Fate = (Disposition.IGNORED, "row_number")
DESCRIPTION: Fate = (Disposition.IGNORED, "description")


def used(line: Line, rule: str) -> ReceiptEntry:
    return ReceiptEntry("text", line.box, Disposition.USED, rule, line.text)


def ignored(line: Line, rule: str) -> ReceiptEntry:
    return ReceiptEntry("text", line.box, Disposition.IGNORED, rule, line.text)


def settled(entries: Sequence[ReceiptEntry], skus: Sequence[Sku], content: PageContent, options: Options) -> tuple[ReceiptEntry, ...]:
    """The entries, with each line that a reader took but no value quotes called what it is."""
    quoted = quoted_on(content, skus)
    left = [entry for entry in entries if _is_claimed(entry) and not quoted.covers(entry.box)]
    if not left:
        return tuple(entries)
    lookup = label_lookup(options)
    keys = {attribute.key.casefold() for sku in skus for attribute in sku.custom}
    struck = {line.box for line in content.lines if all(word.is_struck for word in line.words)}
    by_place = dict.fromkeys(_row_numbers(left), ROW_NUMBER) | dict.fromkeys(_in_paragraphs(left), DESCRIPTION)
    fates = {entry: _told_by_text(entry, keys, struck, lookup) or by_place.get(entry) or _not_understood(entry) for entry in left}
    return tuple(replace(entry, disposition=fates[entry][0], rule=fates[entry][1]) if entry in fates else entry for entry in entries)


def _told_by_text(entry: ReceiptEntry, keys: set[str], struck: set[Box], lookup: LabelLookup) -> Fate | None:
    """What a line says of itself: a label names a value, and some lines are printed to be passed over."""
    bare = entry.text.strip(" :：")
    if bare.casefold() in keys or lookup(bare) is not None:
        return Disposition.USED, "label"
    if is_only_currency(bare):
        return Disposition.USED, "currency"
    if entry.box in struck:
        return Disposition.IGNORED, "struck_out"
    if is_missing_price(bare):
        return Disposition.IGNORED, "no_price"
    return (Disposition.IGNORED, "note") if is_note(bare) else None


def _not_understood(entry: ReceiptEntry) -> Fate:
    return Disposition.IN_REVIEW, f"{entry.rule}_not_understood"


def _is_claimed(entry: ReceiptEntry) -> bool:
    return entry.kind == "text" and entry.disposition is Disposition.USED and entry.rule not in NAMING_RULES


def _in_paragraphs(entries: Sequence[ReceiptEntry]) -> set[ReceiptEntry]:
    """Sentences, with the lines they go on in; what is full of figures tells facts, whatever its full stops."""
    found: set[ReceiptEntry] = set()
    free = [entry for entry in entries if entry.rule != CELL_RULE]
    for rows in _paragraphs(sorted(free, key=lambda entry: (entry.box.y0, entry.box.x0))):
        text = " ".join(row.text for row in rows)
        if is_sentence(text) and sum(map(str.isdigit, text)) <= MAX_FIGURES * len(text):
            found.update(rows)
    return found


def _paragraphs(entries: Sequence[ReceiptEntry]) -> list[list[ReceiptEntry]]:
    """Lines under each other, with no more than a line's space between them. They come from top to bottom."""
    groups: list[list[ReceiptEntry]] = []
    ends = Columns()
    for entry in entries:
        over = sorted(ends.meeting(entry.box), reverse=True)
        number = next((number for number in over if _goes_on(groups[number][-1], entry)), len(groups))
        for done in [other for other in over if other == number or _is_left(groups[other][-1], entry)]:
            ends.take(done, groups[done][-1].box)
        if number == len(groups):
            groups.append([])
        groups[number].append(entry)
        ends.put(number, entry.box)
    return groups


def _goes_on(above: ReceiptEntry, below: ReceiptEntry) -> bool:
    is_under = above.box.gap_x(below.box) < 0 and -0.5 * above.box.height < above.box.gap_y(below.box)
    return is_under and not _is_left(above, below)


def _is_left(above: ReceiptEntry, below: ReceiptEntry) -> bool:
    """So far above that neither this line nor any lower one goes on with it."""
    return above.box.gap_y(below.box) >= PARAGRAPH_GAP * above.box.height


def _row_numbers(entries: Sequence[ReceiptEntry]) -> set[ReceiptEntry]:
    """Cells under each other that count 1, 2, 3."""
    columns: dict[int, list[ReceiptEntry]] = {}
    for entry in sorted(entries, key=lambda entry: entry.box.y0):
        if entry.rule == CELL_RULE and entry.text.strip(" .").isdecimal():
            columns.setdefault(round(entry.box.center_x / COLUMN_PT), []).append(entry)
    return {entry for column in columns.values() if _counts_up(column) for entry in column}


def _counts_up(column: Sequence[ReceiptEntry]) -> bool:
    figures = [int(entry.text.strip(" .")) for entry in column]
    return all(above < below for above, below in pairwise(figures)) and figures[-1] - figures[0] < 2 * len(figures)
