"""Grids of pictures with nothing but a name under each: products only where layout and repetition say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.places import apart
from pipeline.geometry import Box

MIN_CARDS = 3
MAX_NAME_WORDS = 7
MAX_NAME_CHARS = 48
NEAR_PT = 40.0
EVEN_RATIO = 1.6


def name_grid(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """The named pictures of a grid: at least three alike in look, size and place; else none."""
    paired = [(entry, picture) for entry in entries if _is_name(entry) and (picture := _own_picture(entry, pictures)) is not None]
    if not paired:
        return []
    look, _ = Counter(entry.caption.first(Kind.NAME).style for entry, _ in paired if entry.caption.first(Kind.NAME)).most_common(1)[0]
    alike = [(entry, picture) for entry, picture in paired if (name := entry.caption.first(Kind.NAME)) and name.style == look]
    owners = Counter(picture for _, picture in alike)
    single = [(entry, picture) for entry, picture in alike if owners[picture] == 1]
    if len(single) < MIN_CARDS or not _even([picture for _, picture in single]) or not _aligned([entry.box for entry, _ in single]):
        return []
    return [entry for entry, _ in single]


def _is_name(entry: Entry) -> bool:
    name = entry.caption.first(Kind.NAME)
    return name is not None and len(name.text) <= MAX_NAME_CHARS and len(name.text.split()) <= MAX_NAME_WORDS


def _own_picture(entry: Entry, pictures: Sequence[Box]) -> Box | None:
    """The picture over, under or beside the caption, close to it."""
    where = entry.frame or entry.box
    near = [picture for picture in pictures if apart(where, picture) <= NEAR_PT]
    return min(near, key=lambda picture: (apart(entry.box, picture), picture), default=None)


def _even(pictures: Sequence[Box]) -> bool:
    """Pictures of a grid are nearly of one height or one width."""
    heights = sorted(picture.height for picture in pictures)
    widths = sorted(picture.width for picture in pictures)
    return heights[-1] <= EVEN_RATIO * heights[0] or widths[-1] <= EVEN_RATIO * widths[0]


def _aligned(boxes: Sequence[Box]) -> bool:
    """Captions stand in rows or in columns."""
    rows = Counter(round(box.center_y / 6) for box in boxes)
    columns = Counter(round(box.center_x / 6) for box in boxes)
    return max(rows.values()) > 1 or max(columns.values()) > 1
