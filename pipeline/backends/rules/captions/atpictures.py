"""Facts that stand at one side of a picture, or a price that is stuck on it, and the caption at another side of it, told by the pictures of the whole page."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.captions.completing import completes, is_loose, together
from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.page.places import apart, own_pictures
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box

MIN_ALIKE = 2
PAIRED_SHARE = 0.8
# How far off its picture a price may be stuck, in its own letters.
STUCK_EM = 1.0
PLATE_SHARE = 0.5


def at_own_pictures(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """With lists of values on one side of their pictures, or prices stuck on them, joined to the captions on another, where nearly all pair up
    so; by distance alone a caption between two rows of pictures may be nearer to the next one."""
    loose = [entry for entry in entries if is_loose(entry) and entry.frame is None]
    others = [entry for entry in entries if not is_loose(entry) and entry.caption.has(Kind.NAME) and _is_free(entry)]
    if min(len(loose), len(others), len(pictures)) < MIN_ALIKE:
        return list(entries)
    named = _shown(others, pictures)
    free = {picture: entry for picture, entry in named.items() if entry.frame is None}
    pairs = _paired(free, _shown(loose, pictures)) or _paired(named, _stuck(loose, pictures))
    taken = {id(entry) for pair in pairs for entry in pair}
    return [entry for entry in entries if id(entry) not in taken] + [together(main, entry) for main, entry in pairs]


def _is_free(entry: Entry) -> bool:
    """In no frame, or on a plate that is hardly higher than its text: it holds no picture."""
    return entry.frame is None or entry.box.height >= PLATE_SHARE * entry.frame.height


def _paired(named: dict[Box, Entry], listed: dict[Box, Entry]) -> list[tuple[Entry, Entry]]:
    pairs = [(named[picture], entry) for picture, entry in listed.items() if picture in named and completes(named[picture], entry)]
    return pairs if len(pairs) >= max(MIN_ALIKE, PAIRED_SHARE * max(len(named), len(listed))) else []


def _shown(entries: Sequence[Entry], pictures: Sequence[Box]) -> dict[Box, Entry]:
    owned = own_pictures([entry.box for entry in entries], pictures)
    return {picture: entry for picture, entry in zip(owned, entries, strict=True) if picture is not None}


def _stuck(entries: Sequence[Entry], pictures: Sequence[Box]) -> dict[Box, Entry]:
    """Prices that stand on an edge of a picture, whichever, or at it, each at one of its own."""
    stuck: dict[Box, list[Entry]] = {}
    for entry in entries:
        picture = min(pictures, key=lambda picture: (apart(entry.box, picture), picture))
        if entry.caption.has(Kind.PRICE) and apart(entry.box, picture) <= STUCK_EM * entry.caption.parts[0].style.size_pt:
            stuck.setdefault(picture, []).append(entry)
    return {picture: found[0] for picture, found in stuck.items() if len(found) == 1}
