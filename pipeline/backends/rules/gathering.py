"""Gathering: what a layout sets apart though it belongs to one product, as a price tag beside a name, is put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions import Caption
from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.places import apart
from pipeline.geometry import Box

SINGLE = (Kind.MODEL, Kind.PRICE, Kind.NAME)
TOLD = frozenset({Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.CUSTOM})
REACH_PT = 90.0


def gather(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """Join captions that complete each other: in one frame, or at one picture."""
    result = list(entries)
    for loose in [entry for entry in entries if _is_loose(entry)]:
        partner = _partner(loose, result, pictures)
        if partner is not None:
            result = [item for item in result if item is not loose and item is not partner] + [_together(partner, loose)]
    return sorted(result, key=lambda item: (round(item.box.y0), item.box.x0))


def _partner(entry: Entry, entries: Sequence[Entry], pictures: Sequence[Box]) -> Entry | None:
    """The nearest caption that lacks what this incomplete one has, and has the name it lacks."""
    fitting = [other for other in entries if other is not entry and _completes(other, entry) and _near(entry, other, pictures)]
    return min(fitting, key=lambda other: (apart(entry.box, other.box), other.box), default=None)


def _is_loose(entry: Entry) -> bool:
    """Says something about a product without naming it."""
    kinds = {part.kind for part in entry.caption.parts}
    return bool(kinds & TOLD) and not kinds & {Kind.NAME, Kind.TEXT}


def _completes(other: Entry, loose: Entry) -> bool:
    """Together they have no attribute twice."""
    if not other.caption.has(Kind.NAME):
        return False
    return not any(other.caption.has(kind) and loose.caption.has(kind) for kind in SINGLE)


def _near(loose: Entry, other: Entry, pictures: Sequence[Box]) -> bool:
    if loose.frame is not None or other.frame is not None:
        return loose.frame == other.frame
    if apart(loose.box, other.box) > REACH_PT:
        return False
    return _same_picture(loose.box, other.box, pictures) or apart(loose.box, other.box) <= 2.0 * loose.caption.parts[0].style.size_pt


def _same_picture(one: Box, other: Box, pictures: Sequence[Box]) -> bool:
    return bool(pictures) and _nearest(one, pictures) == _nearest(other, pictures)


def _nearest(box: Box, pictures: Sequence[Box]) -> Box:
    return min(pictures, key=lambda picture: (apart(box, picture), picture))


def _together(main: Entry, loose: Entry) -> Entry:
    parts = (*main.caption.parts, *loose.caption.parts)
    return replace(main, caption=Caption(parts, main.caption.rows), parents=main.parents | loose.parents)
