"""Versions: a product told once under its name, what it is made of, which colours it comes in, perhaps its code, and under that captions side
by side that tell how large each version is and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.titles import LARGER, page_title
from pipeline.backends.rules.values.codes import have_one_stem
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import union

STANDARD = frozenset({Kind.MODEL, Kind.MATERIAL, Kind.COLOR})
TOLD_ONCE = STANDARD | {Kind.CUSTOM}
BUILT_OF = frozenset({Kind.MODEL, Kind.NAME, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.PRICE})
SOLD_BY = (Kind.PRICE, Kind.SIZE)
MIN_VERSIONS = 2
# A page with more products is a list: looking for what stands over each row would take longer than a page may.
MAX_PRODUCTS = 100
LEVEL_PT = 3.0
AGAIN = 2


@dataclass(frozen=True, slots=True)
class _Head:
    """What is told once over a row: the captions that tell it, and the name, with the caption it stands in."""

    tellers: tuple[Entry, ...]
    name: Part
    home: Entry

    @property
    def facts(self) -> list[Part]:
        return [part for teller in self.tellers for part in teller.caption.parts if part.is_labelled and part.kind in TOLD_ONCE]

    @property
    def entries(self) -> tuple[Entry, ...]:
        return (*self.tellers, self.home)


def with_versions(products: Sequence[Entry], found: Sequence[Entry]) -> list[Entry]:
    """The products, those of a row under what is told of all of them with it, which alone is no product; nothing where there are none such."""
    if not MIN_VERSIONS <= len(products) <= MAX_PRODUCTS:
        return []
    rows = _rows([_named_by_measure(product) for product in products if any(map(product.caption.has, SOLD_BY))])
    heads: dict[int, _Head] = {}
    for row in rows:
        above = _row_above(row, rows, found)
        head = _head_over(row, rows, found) or (heads.get(id(above[0])) if above is not None else None)
        heads |= {id(row[0]): head} if head is not None else {}
    named = Counter(name.text for row in rows for entry in row if (name := entry.caption.first(Kind.NAME)) is not None)
    whole = [(row, head) for row in rows if (head := heads.get(id(row[0]))) is not None and _are_versions(row, head, named)]
    if not whole:
        return []
    told_by = {id(entry) for _, head in whole for entry in head.entries}
    versions = [_version(entry, head, named) for row, head in whole for entry in row]
    boxes = {entry.box for row, _ in whole for entry in row}
    return [product for product in products if id(product) not in told_by and product.box not in boxes] + versions


def _rows(products: Sequence[Entry]) -> list[list[Entry]]:
    """Captions side by side that are built alike."""
    rows: list[list[Entry]] = []
    for product in sorted(products, key=lambda entry: (entry.box.y0, entry.box.x0)):
        home = next((row for row in rows if abs(row[0].box.y0 - product.box.y0) <= LEVEL_PT and _build(row[0]) == _build(product)), None)
        if home is None:
            rows.append([product])
        else:
            home.append(product)
    return [row for row in rows if len(row) >= MIN_VERSIONS]


def _build(entry: Entry) -> frozenset[Kind]:
    return BUILT_OF & {part.kind for part in entry.caption.parts}


def _head_over(row: Sequence[Entry], rows: Sequence[Sequence[Entry]], found: Sequence[Entry]) -> _Head | None:
    """What is told in labelled lines over a row, below the row before it, and the name there, which is set larger."""
    place = union(entry.box for entry in row)
    top = max((entry.box.y1 for other in rows for entry in other if entry.box.y1 <= place.y0 and entry.box.gap_x(place) < 0), default=0.0)
    over = [entry for entry in found if top <= entry.box.y0 and entry.box.y1 <= place.y0 and entry.box.gap_x(place) < 0]
    tellers = _tellers(over)
    # What has a size or a price of its own is sold by itself.
    if not tellers or any(
        part.kind is Kind.PRICE or (part.kind is Kind.SIZE and part.is_labelled) for entry in over for part in entry.caption.parts
    ):
        return None
    first = tellers[0]
    named = page_title([entry for entry in over if entry is first or (entry.box.y1 <= first.box.y0 and entry.box.gap_x(first.box) < 0)])
    own = max(part.style.size_pt for part in first.caption.parts if part.is_labelled)
    is_name = named is not None and named[0].style.size_pt >= LARGER * own
    return _Head(tellers, replace(named[0], kind=Kind.NAME), named[1]) if named is not None and is_name else None


def _row_above(row: Sequence[Entry], rows: Sequence[Sequence[Entry]], found: Sequence[Entry]) -> Sequence[Entry] | None:
    """The row over this one, built alike, if nothing else is said between them."""
    place = union(entry.box for entry in row)
    over = [(union(entry.box for entry in other), other) for other in rows if other[0].box.y0 < place.y0]
    box, above = max(
        ((box, other) for box, other in over if box.y1 <= place.y0 and box.gap_x(place) < 0),
        key=lambda pair: pair[0].y1,
        default=(None, None),
    )
    if box is None or above is None or _build(above[0]) != _build(row[0]):
        return None
    is_parted = any(box.y1 <= entry.box.y0 and entry.box.y1 <= place.y0 and entry.box.gap_x(place) < 0 for entry in found)
    return None if is_parted else above


def _tellers(over: Sequence[Entry]) -> tuple[Entry, ...]:
    """Captions with labelled facts, and what is told under other labels from the same edge."""
    plain = [entry for entry in over if not any(map(entry.caption.has, (*SOLD_BY, Kind.SENTENCE)))]
    labelled = [(entry, {part.kind for part in entry.caption.parts if part.is_labelled}) for entry in plain]
    edges = [entry.box.x0 for entry, kinds in labelled if not kinds.isdisjoint(STANDARD)]
    return tuple(
        entry
        for entry, kinds in labelled
        if not kinds.isdisjoint(STANDARD) or (Kind.CUSTOM in kinds and any(abs(entry.box.x0 - edge) <= LEVEL_PT for edge in edges))
    )


def _are_versions(row: Sequence[Entry], head: _Head, named: Counter[str]) -> bool:
    """Whether none of them tells itself what is told over all, and they are of one thing: by the stem of their codes, or by one code for all
    or none, where they differ in words that say how large or for how many."""
    told = {part.kind for part in head.facts} & STANDARD
    if not told or any(entry.caption.has(kind) for entry in row for kind in told):
        return False
    codes = [code.text for entry in row if (code := entry.caption.first(Kind.MODEL)) is not None]
    if codes:
        return len(codes) == len(row) and have_one_stem(codes)
    return Kind.MODEL in told or all(_tells_which(entry, named) for entry in row)


def _tells_which(entry: Entry, named: Counter[str]) -> bool:
    """Whether its name only says which version it is: a size, or words that other products of the page are called as well."""
    name = entry.caption.first(Kind.NAME)
    return name is None or named[name.text] >= AGAIN or folded(name.text) in word_list("size_words") or _is_measure_heading(name)


def _is_measure_heading(name: Part) -> bool:
    return name.text[:1].isdigit()


def _version(entry: Entry, head: _Head, named: Counter[str]) -> Entry:
    parts = list(entry.caption.parts)
    name = entry.caption.first(Kind.NAME)
    is_one_code = any(fact.kind is Kind.MODEL for fact in head.facts)
    if name is None:
        parts.insert(0, head.name)
    elif is_one_code or _tells_which(entry, named):
        parts = [replace(part, lead=head.name.statement.value) if part is name else part for part in parts]
    parents = entry.parents.union(*(other.parents for other in head.entries))
    return replace(entry, caption=replace(entry.caption, parts=(*parts, *head.facts)), parents=parents)


def _named_by_measure(entry: Entry) -> Entry:
    """A measure over all else that a caption says, set larger than its size, is what the version is called: `1.8 m` over `1960 × 2250 mm`."""
    sizes = [part for part in entry.caption.parts if part.kind is Kind.SIZE]
    if entry.caption.has(Kind.NAME) or len(sizes) < MIN_VERSIONS or sizes[0] is not entry.caption.parts[0] or sizes[0].is_labelled:
        return entry
    is_larger = all(one.style.size_pt > two.style.size_pt for one, two in pairwise(sizes[:2]))
    if not is_larger:
        return entry
    parts = tuple(replace(part, kind=Kind.NAME) if part is sizes[0] else part for part in entry.caption.parts)
    return replace(entry, caption=replace(entry.caption, parts=parts))
