"""How much stands behind a caption: strong ones are products by themselves, weak ones only among their like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Caption
from pipeline.backends.rules.page.places import own_pictures
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box

TOLD = (Kind.MODEL, Kind.PRICE, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)
MIN_ALIKE = 2
MIN_UNPICTURED = 3
MIN_TOLD_UNPICTURED = 2
MIN_GRID, GRID_SHARE = 4, 0.8

# What a caption tells, and how large its name is set.
_Build = tuple[frozenset[Kind], int]


def products_among(entries: Sequence[Entry], pictures: Sequence[Box], *, only_strong: bool) -> list[Entry]:
    """The captions that are products. A weak one needs others built like it, but for a price it may lack, each with a picture or a frame of its
    own; with `only_strong`, as beside a table, so many of them that they are a grid of goods."""
    strong = [entry for entry in entries if is_strong(entry.caption)]
    if only_strong:
        return strong or _grid_of_codes(entries, pictures)
    weak = [entry for entry in entries if is_weak(entry.caption)]
    if not weak:
        return strong
    owned = own_pictures([entry.box for entry in weak], pictures)
    built = Counter(_build(entry) for entry in (*strong, *weak))
    shown = built | Counter(_build(entry, untold=Kind.PRICE) for entry in (*strong, *weak))
    kept = [
        entry
        for entry, picture in zip(weak, owned, strict=True)
        if (_is_shown_alike(entry, shown) if picture is not None or entry.frame is not None else _stands_alone(entry, built))
    ]
    chosen = {id(entry) for entry in (*strong, *kept)}
    return [entry for entry in entries if id(entry) in chosen]


def _is_shown_alike(entry: Entry, shown: Counter[_Build]) -> bool:
    """Whether another one is built alike, or several tell the same things under names of another size, as beside a picture shown large."""
    told, size = _build(entry)
    alike = sum(count for (other, _), count in shown.items() if other == told)
    return shown[told, size] >= MIN_ALIKE or (len(told) >= MIN_TOLD_UNPICTURED and alike > MIN_UNPICTURED)


def shows_codes_alike(entries: Sequence[Entry], pictures: Sequence[Box]) -> bool:
    """Whether names with codes built alike stand at pictures of one size, each at its own: they are goods, whatever else is on the page."""
    grid = _coded_pictures(entries, pictures)
    sizes = {(round(picture.width), round(picture.height)) for _, picture in grid}
    return len(grid) >= MIN_GRID and len(sizes) == 1 and len({_build(entry) for entry, _ in grid}) == 1


def _coded_pictures(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[tuple[Entry, Box]]:
    named = [entry for entry in entries if entry.caption.has(Kind.NAME) and entry.caption.has(Kind.MODEL)]
    owned = own_pictures([entry.box for entry in named], pictures)
    return [(entry, picture) for entry, picture in zip(named, owned, strict=True) if picture is not None]


def _grid_of_codes(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """Names with codes built alike, each at a picture of its own, which nearly all pictures of the page have."""
    grid = [entry for entry, _ in _coded_pictures(entries, pictures)]
    is_grid = len(grid) >= MIN_GRID and len(grid) >= GRID_SHARE * len(pictures) and len({_build(entry) for entry in grid}) == 1
    return grid if is_grid else []


def _stands_alone(entry: Entry, built: Counter[_Build]) -> bool:
    """Without a picture or a frame two things must be told beside the name: a code and words alone are addresses, files, years."""
    told = sum(entry.caption.has(kind) for kind in TOLD)
    return told >= MIN_TOLD_UNPICTURED and built[_build(entry)] >= MIN_UNPICTURED


def is_strong(caption: Caption) -> bool:
    """A priced or labelled article: nobody writes such a thing about anything but goods."""
    has_identity = caption.has(Kind.NAME) or caption.has(Kind.MODEL)
    labelled = {part.kind for part in caption.parts if part.is_labelled and part.kind in TOLD}
    if caption.has(Kind.PRICE):
        return has_identity
    if Kind.MODEL in labelled:
        return caption.has(Kind.NAME) or len(labelled) > 1
    return has_identity and len(labelled) >= 2


def is_weak(caption: Caption) -> bool:
    """A code with a name, or a name with a measure, a material or a colour."""
    if is_strong(caption):
        return False
    told = sum(caption.has(kind) for kind in TOLD)
    return told > 1 or (told == 1 and caption.has(Kind.NAME))


def _build(entry: Entry, *, untold: Kind | None = None) -> _Build:
    """What a caption tells, `untold` aside, and how its name is set."""
    told = frozenset(part.kind for part in entry.caption.parts if part.kind in TOLD) - {untold}
    name = entry.caption.first(Kind.NAME) or entry.caption.first(Kind.MODEL)
    return told, round(name.style.size_pt) if name else 0
