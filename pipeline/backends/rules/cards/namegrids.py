"""Grids of pictures with nothing but a name under each: products only where layout and repetition say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.goods import are_goods, identity
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.titles import LARGER
from pipeline.backends.rules.page.places import own_pictures
from pipeline.backends.rules.page.subjects import names_no_goods
from pipeline.backends.rules.values.kinds import Kind, bare_kind
from pipeline.geometry import Box
from pipeline.records import PageContent

MIN_CARDS = 2
VARIANT_KINDS = (Kind.COLOR, Kind.MATERIAL)
MAX_NAME_WORDS = 7
MAX_NAME_CHARS = 48
MIN_SIDE_PT = 40.0
MIN_SHARE = 0.008
SQUEEZE = 1.35
LATTICE_PT = 5.0
# Words on which no name ends; a sentence that was broken there does.
LOOSE_ENDS = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "and",
        "or",
        "for",
        "with",
        "to",
        "in",
        "on",
        "at",
        "by",
        "from",
        "is",
        "are",
        "that",
        "as",
        "your",
        "our",
        "的",
        "和",
        "与",
        "及",
    ]
)
EVEN_RATIO = 1.6


def name_grid(entries: Sequence[Entry], pictures: Sequence[Box], content: PageContent, context: Context) -> list[Entry]:
    """The named pictures of a grid, alike in look, size and place, that are goods; else none.

    Where the captions only tell colours or finishes, the page's title names what comes in them.
    """
    found = _grid([_as_named(entry) for entry in entries], pictures, content, context)
    if not found or any(bare_kind(identity(entry).text) is not Kind.COLOR for entry in found):
        return found
    title = _title_over(entries, found)
    return [_under_title(entry, title) for entry in found] if title is not None else found


def _as_named(entry: Entry) -> Entry:
    """With a lone colour or material as its name."""
    if entry.caption.has(Kind.NAME) or entry.caption.has(Kind.MODEL):
        return entry
    parts = entry.caption.parts
    first = next((part for part in parts if part.kind in VARIANT_KINDS and not part.is_labelled), None)
    if first is None:
        return entry
    named = tuple(replace(part, kind=Kind.NAME) if part is first else part for part in parts)
    return replace(entry, caption=replace(entry.caption, parts=named))


def _title_over(entries: Sequence[Entry], captions: Sequence[Entry]) -> Part | None:
    """The largest words of the page, clearly larger than the captions and over the first of them."""
    usual = max(part.style.size_pt for entry in captions for part in entry.caption.parts)
    top = min(entry.box.y0 for entry in captions)
    words = [part for entry in entries for part in entry.caption.parts if bare_kind(part.text) is Kind.TEXT and part.box.y0 < top]
    titles = [part for part in words if part.style.size_pt >= LARGER * usual]
    return max(titles, key=lambda part: (part.style.size_pt, -part.box.y0), default=None)


def _under_title(entry: Entry, title: Part) -> Entry:
    """Named by the title, in the colour its own caption says."""
    color = identity(entry)
    parts = tuple(replace(part, kind=Kind.COLOR) if part is color else part for part in entry.caption.parts)
    return replace(entry, caption=replace(entry.caption, parts=(replace(title, kind=Kind.NAME), *parts)))


def _grid(entries: Sequence[Entry], pictures: Sequence[Box], content: PageContent, context: Context) -> list[Entry]:
    large = [box for box in pictures if min(box.width, box.height) >= MIN_SIDE_PT and box.area >= MIN_SHARE * content.box.area]
    names = _names(entries)
    owned = own_pictures([entry.box for entry in names], large)
    paired = [(entry, picture) for entry, picture in zip(names, owned, strict=True) if picture is not None]
    alike = _of_one_look(paired)
    captions, shown = [entry.box for entry, _ in alike], [picture for _, picture in alike]
    if len(alike) < MIN_CARDS or not (_is_lattice(captions) or (_even(shown) and _aligned(captions))):
        return []
    if _is_headed_otherwise(entries, alike):
        return []
    return [entry for entry, _ in alike] if are_goods(alike, content, context) else []


def _is_headed_otherwise(entries: Sequence[Entry], cards: Sequence[tuple[Entry, Box]]) -> bool:
    """Whether what stands right over the grid, set larger, heads something that is never sold, as views of the factory."""
    top = min(picture.y0 for _, picture in cards)
    size = max(identity(entry).style.size_pt for entry, _ in cards)
    over = [entry for entry in entries if entry.box.y1 <= top and any(part.style.size_pt > size for part in entry.caption.parts)]
    nearest = max(over, key=lambda entry: entry.box.y1, default=None)
    return nearest is not None and any(names_no_goods(part.text) for part in nearest.caption.parts)


def _of_one_look(paired: Sequence[tuple[Entry, Box]]) -> list[tuple[Entry, Box]]:
    """Those whose names are set nearly in the size of most; long names may be squeezed a little."""
    sizes = [identity(entry).style.size_pt for entry, _ in paired]
    if not sizes:
        return []
    usual = median(sizes)
    return [pair for pair, size in zip(paired, sizes, strict=True) if usual / SQUEEZE <= size <= usual * SQUEEZE]


def _names(entries: Sequence[Entry]) -> list[Entry]:
    """Entries that could be names. A small first letter is that of a broken sentence, unless the look is that of the other names."""
    could = [entry for entry in entries if _is_name(entry)]
    usual = Counter(_look(entry) for entry in could if not identity(entry).text[0].islower())
    return [entry for entry in could if not identity(entry).text[0].islower() or usual[_look(entry)] >= 2]


def _look(entry: Entry) -> tuple[float, bool, int]:
    style = identity(entry).style
    return style.size_pt, style.is_bold, style.color


def last_of_grid(entries: Sequence[Entry], pictures: Sequence[Box], before: Sequence[Entry]) -> list[Entry]:
    """The one or two named pictures with which a grid of the page before ends: names in the very look of that grid's."""
    looks = {_look(entry) for entry in before}
    alike = [entry for entry in entries if _is_name(entry) and _look(entry) in looks]
    owned = own_pictures([entry.box for entry in alike], pictures)
    shown = [entry for entry, picture in zip(alike, owned, strict=True) if picture is not None]
    return shown if len(shown) <= MIN_CARDS else []


def _is_name(entry: Entry) -> bool:
    name = entry.caption.first(Kind.NAME) or entry.caption.first(Kind.MODEL)
    if name is None or len(name.text) > MAX_NAME_CHARS or len(name.text.split()) > MAX_NAME_WORDS:
        return False
    return name.text.split()[-1].casefold() not in LOOSE_ENDS


def _even(pictures: Sequence[Box]) -> bool:
    """Pictures of a grid are nearly of one height or one width."""
    heights = sorted(picture.height for picture in pictures)
    widths = sorted(picture.width for picture in pictures)
    return heights[-1] <= EVEN_RATIO * heights[0] or widths[-1] <= EVEN_RATIO * widths[0]


def _aligned(boxes: Sequence[Box]) -> bool:
    """Captions stand in rows or in columns: by their middles or by an edge."""
    places = ((round(box.center_y / 6), round(box.center_x / 6), round(box.y0 / 6), round(box.x0 / 6), round(box.x1 / 6)) for box in boxes)
    return any(max(Counter(column).values()) > 1 for column in zip(*places, strict=True))


def _is_lattice(boxes: Sequence[Box]) -> bool:
    """Nearly every caption shares its row with another one, and its column too."""
    in_rows = sum(any(other is not box and abs(other.center_y - box.center_y) <= LATTICE_PT for other in boxes) for box in boxes)
    in_columns = sum(any(other is not box and abs(other.center_x - box.center_x) <= 2 * LATTICE_PT for other in boxes) for box in boxes)
    return min(in_rows, in_columns) >= 0.8 * len(boxes)
