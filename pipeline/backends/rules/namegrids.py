"""Grids of pictures with nothing but a name under each: products only where layout and repetition say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median

from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.backends.rules.places import own_pictures
from pipeline.geometry import Box

MIN_CARDS = 3
MAX_NAME_WORDS = 7
MAX_NAME_CHARS = 48
MIN_SIDE_PT = 40.0
MIN_SHARE = 0.008
SQUEEZE = 1.35
LATTICE_PT = 5.0
EVEN_RATIO = 1.6


def name_grid(entries: Sequence[Entry], pictures: Sequence[Box], page: Box) -> list[Entry]:
    """The named pictures of a grid: at least three alike in look, size and place; else none."""
    large = [box for box in pictures if min(box.width, box.height) >= MIN_SIDE_PT and box.area >= MIN_SHARE * page.area]
    names = [entry for entry in entries if _is_name(entry)]
    owned = own_pictures([entry.box for entry in names], large)
    paired = [(entry, picture) for entry, picture in zip(names, owned, strict=True) if picture is not None]
    alike = _of_one_look(paired)
    captions, shown = [entry.box for entry, _ in alike], [picture for _, picture in alike]
    if len(alike) < MIN_CARDS or not (_is_lattice(captions) or (_even(shown) and _aligned(captions))):
        return []
    return [entry for entry, _ in alike]


def _of_one_look(paired: Sequence[tuple[Entry, Box]]) -> list[tuple[Entry, Box]]:
    """Those whose names are set nearly in the size of most; long names may be squeezed a little."""
    sizes = [name.style.size_pt for entry, _ in paired if (name := entry.caption.first(Kind.NAME)) is not None]
    if not sizes:
        return []
    usual = median(sizes)
    return [pair for pair, size in zip(paired, sizes, strict=True) if usual / SQUEEZE <= size <= usual * SQUEEZE]


def _is_name(entry: Entry) -> bool:
    name = entry.caption.first(Kind.NAME)
    return name is not None and len(name.text) <= MAX_NAME_CHARS and len(name.text.split()) <= MAX_NAME_WORDS


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


def _is_lattice(boxes: Sequence[Box]) -> bool:
    """Nearly every caption shares its row with another one, and its column too."""
    in_rows = sum(any(other is not box and abs(other.center_y - box.center_y) <= LATTICE_PT for other in boxes) for box in boxes)
    in_columns = sum(any(other is not box and abs(other.center_x - box.center_x) <= 2 * LATTICE_PT for other in boxes) for box in boxes)
    return min(in_rows, in_columns) >= 0.8 * len(boxes)
