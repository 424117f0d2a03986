"""Captions that lack something and those that complete them: what says a price, a code or a size without a name, and what has the name."""

from __future__ import annotations

from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.pricekinds import are_two_prices
from pipeline.backends.rules.captions.records import Caption
from pipeline.backends.rules.values.kinds import Kind

SINGLE = (Kind.MODEL, Kind.PRICE, Kind.NAME)
TOLD = frozenset({Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.CUSTOM})
LARGER = 1.3


def is_loose(entry: Entry) -> bool:
    """Says something about a product without naming it."""
    kinds = {part.kind for part in entry.caption.parts}
    return bool(kinds & TOLD) and not kinds & {Kind.NAME, Kind.TEXT}


def completes(other: Entry, loose: Entry) -> bool:
    """Together they have no attribute twice, and an identity; an advised price is another than the one that is asked."""
    if not other.caption.has(Kind.NAME) and not (other.caption.has(Kind.MODEL) and loose.caption.has(Kind.PRICE)):
        return False
    if is_title(loose, other):
        return False
    twice = [kind for kind in SINGLE if other.caption.has(kind) and loose.caption.has(kind)]
    return not twice or (twice == [Kind.PRICE] and are_two_prices(other.caption, loose.caption))


def is_title(loose: Entry, other: Entry) -> bool:
    """Whether words that sound like a material or a colour stand alone, far larger than the name of a caption: they are a title."""
    first, *others = loose.caption.parts
    name = other.caption.first(Kind.NAME)
    is_sounding = not others and not first.is_labelled and first.kind in (Kind.MATERIAL, Kind.COLOR)
    return is_sounding and name is not None and first.style.size_pt >= LARGER * name.style.size_pt


def together(main: Entry, loose: Entry) -> Entry:
    parts = (*main.caption.parts, *loose.caption.parts)
    return replace(main, caption=Caption(parts, main.caption.rows), parents=main.parents | loose.parents)
