"""Whether named pictures are goods: what is said beside them, how they look, and whether pages around are made alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.values.forms import folded, states_measure, word_list
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box
from pipeline.records import PageContent

Card = tuple[Entry, Box]

MIN_CARDS = 3
MIN_SIGNS = 2
MOST = 0.5
DESCRIBED_SHARE = 0.3
FAMILY_SHARE = 0.6
STEPS = (-1, 1, -2, 2)
COLUMN_PT = 3.0
FIGURE = re.compile(r"(?:fig(?:ure|ura)?|abb(?:ildung)?|bild|şekil|resim|рис(?:унок)?|图|圖|図)\.?\s*\d{1,3}\b", re.IGNORECASE)
NUMBERED = re.compile(r"(?:step\s*)?\d{1,2}\s*[.)、]|第.步|step\s", re.IGNORECASE)
LETTERED_FIGURE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")


def are_goods(cards: Sequence[Card], content: PageContent, context: Context) -> bool:
    """Bare names under three pictures or more are goods, and so are described ones of one family or told with labels.

    Names with sentences may be services, projects or people, and so may two names alone: they want two signs that they are things for sale.
    """
    entries = [entry for entry, _ in cards]
    if _most(entries, _is_numbered) or _most(entries, _is_place_or_post):
        return False
    if len(cards) >= MIN_CARDS and (_are_bare(entries) or _are_labelled(entries) or _is_family(entries)):
        return True
    tell_figures = sum(_states_figures(entry) for entry in entries) >= MOST * len(entries)
    signs = (_show_things(cards, content, context), tell_figures, _goes_on_around(entries, content, context))
    return sum(signs) >= MIN_SIGNS


def identity(entry: Entry) -> Part:
    """The name, or the code where there is no name; callers have made sure of one."""
    part = entry.caption.first(Kind.NAME) or entry.caption.first(Kind.MODEL)
    return part if part is not None else entry.caption.parts[0]


def _most(entries: Sequence[Entry], test: Callable[[Entry], bool]) -> bool:
    return sum(test(entry) for entry in entries) > MOST * len(entries)


def _is_numbered(entry: Entry) -> bool:
    """A step of a process or a figure of a text."""
    return NUMBERED.match(identity(entry).text) is not None or any(FIGURE.match(part.text) for part in entry.caption.parts)


def _are_bare(entries: Sequence[Entry]) -> bool:
    return sum(any(part.kind is Kind.SENTENCE for part in entry.caption.parts) for entry in entries) <= DESCRIBED_SHARE * len(entries)


def _are_labelled(entries: Sequence[Entry]) -> bool:
    return _most(entries, lambda entry: entry.caption.labelled_count > 0)


def _is_family(entries: Sequence[Entry]) -> bool:
    """Most names share a word: a brand, or what the things are."""
    names = [identity(entry).text for entry in entries]
    words = Counter(word for name in names for word in set(name.casefold().split()) if len(word) > 2)
    return bool(words) and words.most_common(1)[0][1] >= max(2, FAMILY_SHARE * len(names))


def _is_place_or_post(entry: Entry) -> bool:
    """Named after a room or a trade, or with a person's post under the name: where goods are used, or who sells them."""
    if folded(identity(entry).text) in word_list("places"):
        return True
    short = [part.text for part in entry.caption.parts if part.kind is not Kind.SENTENCE and part is not identity(entry)]
    return any(_posts().search(folded(text)) for text in short)


@cache
def _posts() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(post) for post in sorted(word_list('posts')))})(?!\w)")


def _states_figures(entry: Entry) -> bool:
    """A name with figures in it, or a measure somewhere in its text: packs, powers, sizes."""
    if LETTERED_FIGURE.match(identity(entry).text):
        return True
    return any(states_measure(part.text) for part in entry.caption.parts)


def _show_things(cards: Sequence[Card], content: PageContent, context: Context) -> bool:
    """Most pictures show one thing on plain ground."""
    shown = context.cut_outs(content.page_number, [picture for _, picture in cards])
    return sum(shown) > MOST * len(cards)


def _goes_on_around(entries: Sequence[Entry], content: PageContent, context: Context) -> bool:
    """A page around this one shows other names in the same look in the same columns, beside pictures."""
    looks = {(identity(entry).style, round(identity(entry).box.x0 / COLUMN_PT)) for entry in entries}
    names = {identity(entry).text for entry in entries}
    styles = {style for style, _ in looks}
    for step in STEPS:
        page = context.page_at(content.page_number + step)
        if page is None or not product_pictures(page):
            continue
        for line in page.lines:
            style = style_of(line.words)
            place = line.box.x0 / COLUMN_PT
            if style in styles and line.text not in names and any((style, round(place + slip)) in looks for slip in (-0.5, 0.0, 0.5)):
                return True
    return False
