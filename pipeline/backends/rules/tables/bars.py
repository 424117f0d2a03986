"""Titles of sections within a table: what they call the rows under them, and what they say of these beside that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import dropwhile, pairwise, takewhile

from pipeline.backends.rules.tables.celllines import labelled_facts
from pipeline.backends.rules.tables.cells import INHERITED
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.linefacts import facts_in, words_before_labels
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.tables.titles import SAME_SIZE_PT, stands_near
from pipeline.backends.rules.text.colons import begins_with_label
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span, joined_span, line_span, span_of
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.smallprint import SMALL_RATIO
from pipeline.records import Attribute, Evidence, Line, Word
from pipeline.stages.lines import make_line

FACTS = ("material", "color", "size", "price")
# What parts a title; a hyphen within a word parts nothing.
TITLE_BREAK = re.compile(r"\s*[–—·•|:：()（）,，、]\s*|\s+[-/]\s+")
NOTE_GAP_EM = 3.0
UNDER_EM = 0.8
EDGES = " –—-·•|:：,，、/"


@dataclass(frozen=True, slots=True)
class Section:
    """What a section is called, and what is said in its title of all rows under it."""

    title: Span
    page_number: int
    facts: tuple[Attribute, ...]

    @property
    def evidence(self) -> Evidence:
        return self.title.evidence(self.page_number, INHERITED)


def section_of(bar: Cell, page_number: int, layout: Layout, lookup: LabelLookup) -> Section:
    """The title, without what small print behind it and labels, there or in lines under it, tell of the rows beside what their columns do."""
    under = tuple(dropwhile(lambda line: not tells_under_label(line, lookup), bar.lines[1:]))
    bar = replace(bar, lines=bar.lines[: len(bar.lines) - len(under)])
    words = [word for line in bar.lines for word in line.words]
    cut = _tail_from(words)
    said = facts_in(make_line(words[cut:]), page_number, lookup) if cut < len(words) else []
    is_apart = bool(said) or _stands_apart(words, cut)
    title = words_before_labels(make_line(words[:cut] if is_apart else words), lookup) or span_of(words)
    told = {"size" if column.attribute == "dimension" else column.attribute for column in layout.columns}
    labelled = [fact for line in (make_line(words), *under) for fact in labelled_facts(line, lookup, page_number)]
    facts = [*said, *labelled, *_material_of(bar, page_number, has_colors="color" in told)]
    first = {fact.key: fact for fact in reversed(facts) if fact.key in FACTS and fact.key not in told}
    return Section(title.part(0, len(title.text.rstrip(EDGES)) or len(title.text)), page_number, tuple(first.values()))


def section_over(lines: Sequence[Line], table: Table, lookup: LabelLookup) -> tuple[Line, ...]:
    """The title of the first section, where it stands over a table whose other sections are titled in it alike, and what is told under it."""
    rows = [row for row in range(table.row_count) if is_bar(table, row)]
    titles = [row for row in rows if not tells_under_label(table.own(row)[0].lines[0], lookup)]
    # Small print under the rows of one section stands before the title of the next.
    opening = next((row for row in titles if row + 1 not in titles), None)
    if opening is None or rows[0] == 0:
        return ()
    look = table.own(opening)[0].lines[0]
    over = [line for line in lines if line.box.y1 <= table.box.y0 + 1 and line.box.gap_x(table.box) < 0 and stands_near(line, table)]
    over.sort(key=lambda line: -line.box.y1)
    told = tuple(takewhile(lambda line: tells_under_label(line, lookup), over))
    nearest = over[len(told)] if len(told) < len(over) else None
    if nearest is None or abs(nearest.size_pt - look.size_pt) > SAME_SIZE_PT or nearest.words[0].is_bold != look.words[0].is_bold:
        return ()
    off = min(abs(nearest.box.x0 - look.box.x0), abs(nearest.box.center_x - look.box.center_x))
    return (nearest, *reversed(told)) if off <= nearest.size_pt else ()


def tells_under_label(line: Line, lookup: LabelLookup) -> bool:
    """Whether a line begins with a label, as `Colours: tan, black` does: it tells of what is named over it."""
    return begins_with_label(line.text, lookup) and words_before_labels(line, lookup) is None


def _tail_from(words: Sequence[Word]) -> int:
    """The place from which on all words are lighter or smaller than the first ones or in another colour; the number of all where none are."""
    first = words[0]
    cut = next((place for place, word in enumerate(words) if _is_set_back(word, first)), len(words))
    return cut if all(_is_set_back(word, first) for word in words[cut:]) else len(words)


def _stands_apart(words: Sequence[Word], cut: int) -> bool:
    """Whether small print stands at the other end of the row, or under the title: it is a note, whatever it says."""
    if not 0 < cut < len(words):
        return False
    last, first = words[cut - 1], words[cut]
    return first.box.x0 - last.box.x1 >= NOTE_GAP_EM * last.size_pt or first.baseline - last.baseline >= UNDER_EM * first.size_pt


def _is_set_back(word: Word, first: Word) -> bool:
    return (first.is_bold and not word.is_bold) or word.size_pt <= SMALL_RATIO * first.size_pt or word.color != first.color


def _material_of(bar: Cell, page_number: int, *, has_colors: bool) -> list[Attribute]:
    """The one material that a section's title is or has among its parts: `Hooks — Zinc alloy`, `Hinges (brass)`.

    What is a colour as well is a material only where colours are told elsewhere.
    """
    whole = reduce(joined_span, (line_span(line) for line in bar.lines))
    end = len(whole.text)
    cuts = [(0, 0), *(found.span() for found in TITLE_BREAK.finditer(whole.text)), (end, end)]
    pieces = [whole.part(start, stop) for (_, start), (stop, _) in pairwise(cuts) if start < stop]
    made_of = [
        piece
        for piece in ([whole] if is_material(whole.text) else pieces)
        if is_material(piece.text) and (has_colors or not is_color(piece.text))
    ]
    return [Attribute("material", one.text, one.evidence(page_number, INHERITED)) for one in made_of] if len(made_of) == 1 else []
