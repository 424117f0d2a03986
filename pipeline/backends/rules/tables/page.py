"""The page whose tables are being read: what was taken from it so far and what is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pipeline.backends.base import Context
from pipeline.backends.rules.cards.pages import is_card_page, lists_goods, shows_variants
from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.page.furniture import page_furniture, page_makers, page_marks, page_tabs
from pipeline.backends.rules.page.subjects import CARRIAGE, is_index, lists_pages, page_subject
from pipeline.backends.rules.tables.find import page_tables
from pipeline.backends.rules.tables.heads.layout import Layout
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.tables.shapes.forms import Form, find_form
from pipeline.backends.rules.tables.titles import at_small_print
from pipeline.backends.rules.text.facts import ListedFacts
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.geometry import Box
from pipeline.records import Line, PageContent, ReceiptEntry, Sku, Word


@dataclass(slots=True)
class TablePage:
    """Work in progress on one page."""

    content: PageContent
    context: Context
    headers: Headers
    lookup: LabelLookup
    lines: Sequence[Line]
    currency: str
    used: set[int] = field(default_factory=set)
    homes: dict[int, int] = field(default_factory=dict)
    free: dict[int, Line] = field(default_factory=dict)
    over: set[int] = field(default_factory=set)
    skus: list[Sku] = field(default_factory=list)
    entries: list[ReceiptEntry] = field(default_factory=list)
    areas: list[Box] = field(default_factory=list)
    aside: list[Box] = field(default_factory=list)
    titled: list[tuple[Table, Line]] = field(default_factory=list)
    known: list[tuple[Table, Layout]] = field(default_factory=list)
    parts: dict[int, tuple[Line, ...]] = field(default_factory=dict)
    is_of_cards: bool | None = None
    is_of_variants: bool | None = None
    found_forms: list[Form | None] | None = None
    is_of_other_things: bool | None = None
    over_tables: list[Line] | None = None
    found_lists: ListedFacts | None = None

    def shows_cards(self) -> bool:
        """Whether captions under pictures stand in rows here: without header and borders they only look like a table."""
        if self.is_of_cards is None:
            self.is_of_cards = is_card_page(self.content, self.lines, self.context)
        return self.is_of_cards

    def lists_among_cards(self, table: Table, layout: Layout) -> bool:
        """Whether a table is a list of goods on a page whose cards tell of one thing each."""
        return lists_goods(table, layout, self.content) and not self.shows_variants()

    def shows_variants(self) -> bool:
        """Whether rows at pictures are variants of what is named over them: each list is read with its name."""
        if self.is_of_variants is None:
            self.is_of_variants = shows_variants(self.content, self.lines, self.context)
        return self.is_of_variants

    def lists_no_goods(self) -> bool:
        """Whether it is a table of contents, an index, or one of what carriage costs."""
        if self.is_of_other_things is None:
            self.is_of_other_things = lists_pages(self.lines) or is_index(self.lines) or page_subject(self.lines) == CARRIAGE
        return self.is_of_other_things

    def forms(self) -> list[Form | None]:
        """The tables of the page as forms, asked for where one of them looks like one."""
        if self.found_forms is None:
            self.found_forms = [find_form(table, self.headers) for table in page_tables(self.content, self.lines, self.headers)]
        return self.found_forms

    def use(self, words: Iterable[Word]) -> None:
        """Words that a table was read from: no line of theirs is free any more."""
        if not self.homes:
            self.free = dict(enumerate(self.lines))
            self.homes = {id(word): number for number, line in self.free.items() for word in line.words}
        self.over_tables = None
        read = [id(word) for word in words]
        self.used.update(read)
        for number in {self.homes.get(word, -1) for word in read}:
            self.free.pop(number, None)

    def is_free(self, table: Table) -> bool:
        """Whether no word of it was read before."""
        return not (self.used or self.over) or all(id(word) not in self.used and id(word) not in self.over for word in table.words())

    def titles(self) -> list[Line]:
        """The free lines, with titles apart from what is said behind them: asked for several times a table, and the same until one is read."""
        if self.over_tables is None:
            aside = page_furniture(self.content)
            for line in self.free_lines():
                if id(line) not in self.parts:
                    self.parts[id(line)] = (line,) if id(line) in aside else at_small_print(line)
            self.over_tables = [part for line in self.free_lines() for part in self.parts[id(line)]]
        return self.over_tables

    def listed(self) -> ListedFacts:
        """What lines list piece by piece, each as others do."""
        if self.found_lists is None:
            self.found_lists = ListedFacts(self.titles(), self.lookup)
        return self.found_lists

    def free_lines(self) -> list[Line]:
        """Lines that stand in no table; one that was said over a table may hold for the table beside it too. Tabs to leaf by, the
        maker's name and what stands on a logo say nothing."""
        aside = page_tabs(self.content) | page_makers(self.content) | page_marks(self.content)
        lines = self.free.values() if self.used else self.lines
        return [line for line in lines if id(line) not in aside] if aside else list(lines)
