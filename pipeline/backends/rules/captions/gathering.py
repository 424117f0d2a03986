"""Gathering: what a layout sets apart though it belongs to one product, as a price tag beside a name, is put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from pipeline.backends.rules.captions.atpictures import at_own_pictures
from pipeline.backends.rules.captions.completing import LARGER, SINGLE, completes, is_loose, is_title, together
from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.inrows import SAME_EDGE_PT, TAGGED, is_in_row
from pipeline.backends.rules.captions.pricedsizes import with_further_sizes
from pipeline.backends.rules.captions.vessels import measured
from pipeline.backends.rules.page.places import BESIDE_PT, Home, apart, home_of, share_column
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.pricesteps import opens_step
from pipeline.geometry import Box, union

Kinds = frozenset[Kind]
REACH_PT = 90.0
PARAGRAPH_GAP = 3.0
PADDED_EM = 0.7
MIN_ALIKE = 2
# So much of its picture a card holds, at least: cut-outs stand out of it.
HELD_SHARE = 0.5
MIN_LISTED = 3
MIN_BOXED = 2
# What is set at one place of all cards, and how many must be so.
STEPPED = ((Kind.PRICE, 3), (Kind.MODEL, 2))
# A price has no more captions around it than these, before one of another card stands between.
MAX_STEPS = 6
# From the left edge of a caption to either edge of its price or, on a tag, to its middle, from middle to middle, or between their right edges.
EDGES = ((0.0, 0.0), (1.0, 0.0), (0.5, 0.0), (0.5, 0.5), (1.0, 1.0))
PLATE_EM = 3.0
FITTED_SHARE = 0.12
# A page with more captions than this is a list: comparing each with each would take longer than a page may.
MAX_GATHERED = 1000


def gather(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """Join captions that complete each other: in one frame, or at one picture."""
    if len(entries) > MAX_GATHERED:
        return sorted(entries, key=lambda item: (round(item.box.y0), item.box.x0))
    first = _stepped(_with_first_steps(with_further_sizes(entries), pictures), *STEPPED[0])
    result = _with_sizes_apart(at_own_pictures(first, pictures), pictures)
    for kind, least in STEPPED:
        result = _stepped(result, kind, least)
    # Codes first: what has its code is no heading, and a price apart from both goes to it.
    named = [entry.box for entry in result if entry.caption.has(Kind.NAME)]
    apart_from_names = [entry for entry in result if is_loose(entry) and not _is_under_row(entry, named)]
    apart_from_names.sort(key=lambda entry: not entry.caption.has(Kind.MODEL))
    right = _standing_right(apart_from_names, result, pictures)
    heads = _heads_of_rows(result, apart_from_names)
    for loose in apart_from_names:
        # It may have been taken for another one's identity meanwhile.
        is_left = any(item is loose for item in result)
        others = [item for item in result if id(item) not in heads]
        partner = _partner(loose, others, pictures, right=right) or _shown_large(loose, result) if is_left else None
        if partner is not None:
            result = [item for item in result if item is not loose and item is not partner] + [together(partner, loose)]
    return sorted(result, key=lambda item: (round(item.box.y0), item.box.x0))


def _with_first_steps(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """Of sums side by side, each under the number from which it holds, the first is the price; the others are asked for more pieces."""
    steps = [entry for entry in entries if _is_step(entry)]
    further = {id(entry) for entry in steps if any(_is_next_step(first, entry, pictures) for first in steps)}
    return [_as_note(entry) if id(entry) in further else entry for entry in entries]


def _is_step(entry: Entry) -> bool:
    first, *others = entry.caption.parts
    return first.kind is Kind.NOTE and [part.kind for part in others] == [Kind.PRICE] and opens_step(first.text)


def _is_next_step(first: Entry, entry: Entry, pictures: Sequence[Box]) -> bool:
    is_level = abs(first.box.y0 - entry.box.y0) <= SAME_EDGE_PT and first.box.x1 < entry.box.x0
    between = Box(first.box.x1, first.box.y0, max(entry.box.x0, first.box.x1 + 0.1), first.box.y1)
    return is_level and not any(picture.intersection(between) is not None for picture in pictures)


def _as_note(entry: Entry) -> Entry:
    return replace(entry, caption=replace(entry.caption, parts=tuple(replace(part, kind=Kind.NOTE) for part in entry.caption.parts)))


def _heads_of_rows(entries: Sequence[Entry], loose: Sequence[Entry]) -> set[int]:
    """Captions over a row of codes with their prices, of which none has a name: what stands over several is no name of one of them."""
    sold = [entry for entry in loose if entry.caption.has(Kind.MODEL) and entry.caption.has(Kind.PRICE)]
    top = min((entry.box.y0 for entry in sold), default=0.0)
    row = [entry for entry in sold if entry.box.y0 - top <= SAME_EDGE_PT]
    if len(row) < MIN_LISTED:
        return set()
    over = [entry for entry in entries if entry.caption.has(Kind.NAME) and entry.box.y1 <= top]
    return {id(entry) for entry in over if sum(entry.box.gap_x(other.box) < 0 for other in row) >= MIN_ALIKE}


def _is_under_row(loose: Entry, named: Sequence[Box]) -> bool:
    """Whether labelled words run on under several captions side by side: a legend says nothing of one of them alone."""
    if loose.frame is not None or not all(part.kind is Kind.CUSTOM for part in loose.caption.parts):
        return False
    x0, y0, x1, _ = loose.box
    over = [box for box in named if x0 - 1.0 <= box.x0 and box.x1 <= x1 + 1.0 and box.y1 <= y0]
    foot = max((box.y0 for box in over), default=0.0)
    return sum(foot - box.y0 <= SAME_EDGE_PT for box in over) >= MIN_ALIKE


def _stepped(entries: Sequence[Entry], kind: Kind, least: int) -> list[Entry]:
    """With prices, or codes, that are all set in one step from their captions, in these."""
    result = list(entries)
    for foot, head in _in_step(entries, kind, least):
        result = [item for item in result if item is not foot and item is not head] + [together(head, foot)]
    return result


def _in_step(entries: Sequence[Entry], kind: Kind, least: int) -> list[tuple[Entry, Entry]]:
    """Prices, or codes, with their captions, where a page sets all of them at one place of their cards, as in a corner or at the foot: each then
    stands in the same step from a caption of its own.

    One alone may as well belong to the picture under it, to which it can stand nearer than to its caption.
    """
    feet = [entry for entry in entries if is_loose(entry) and entry.caption.has(kind) and (entry.frame is None or _is_on_plate(entry))]
    if len(feet) < least:
        return []
    named = [entry for entry in entries if entry.caption.has(Kind.NAME) and entry.frame is None and completes(entry, feet[0])]
    for head in sorted(named, key=lambda head: apart(head.box, feet[0].box))[:MAX_STEPS]:
        for edges in EDGES:
            found = _pairs_in(_step(feet[0], head, edges), feet, named, edges)
            if len(found) == len(feet) == len({id(other) for _, other in found}):
                return found
    return []


def _step(foot: Entry, head: Entry, edges: tuple[float, float]) -> tuple[float, float]:
    """How far it is from a caption to its price, from their left edges (0), their middles or their right edges (1)."""
    one, two = foot.box, head.box
    return one.x0 + edges[0] * one.width - two.x0 - edges[1] * two.width, one.y0 - two.y0


def _pairs_in(
    step: tuple[float, float], feet: Sequence[Entry], named: Sequence[Entry], edges: tuple[float, float]
) -> list[tuple[Entry, Entry]]:
    return [
        (foot, head)
        for foot in feet
        for head in named
        if all(abs(a - b) <= SAME_EDGE_PT for a, b in zip(_step(foot, head, edges), step, strict=True)) and completes(head, foot)
    ]


def _with_sizes_apart(entries: Sequence[Entry], pictures: Sequence[Box]) -> list[Entry]:
    """With sizes told with a vessel that looked like names, where another caption names what they measure: `140 mm pot` beside it."""
    sized = {id(entry): caption for entry in entries if (caption := measured(entry.caption)) is not None}
    others = [entry for entry in entries if id(entry) not in sized] if sized else []
    loose = {id(entry): replace(entry, caption=sized[id(entry)]) for entry in entries if id(entry) in sized}
    told = {key: entry for key, entry in loose.items() if is_loose(entry) and _partner(entry, others, pictures, right=frozenset())}
    return [told.get(id(entry), entry) for entry in entries]


def _standing_right(loose: Sequence[Entry], entries: Sequence[Entry], pictures: Sequence[Box]) -> set[Kinds]:
    """What stands right of the captions in their rows wherever the page tells it: then none of it belongs to a caption elsewhere,
    though that may be nearer."""
    alike: dict[Kinds, list[Entry]] = {}
    for entry in loose:
        alike.setdefault(_kinds(entry), []).append(entry)
    return {
        kinds
        for kinds, tags in alike.items()
        if len(tags) >= MIN_ALIKE
        and all(any(o is not tag and completes(o, tag) and is_in_row(tag, o, pictures) for o in entries) for tag in tags)
    }


def _kinds(entry: Entry) -> Kinds:
    return frozenset(part.kind for part in entry.caption.parts)


def _partner(entry: Entry, entries: Sequence[Entry], pictures: Sequence[Box], *, right: AbstractSet[Kinds]) -> Entry | None:
    """The nearest caption that lacks what this incomplete one has, and has the name it lacks; a code alone will do under one picture.

    For what stands `right` of captions, one in its row goes before one that is nearer.
    """
    lacking = [other for other in entries if other is not entry and completes(other, entry)]
    home = home_of(entry.box, _open_to(entry, entries, pictures)) if lacking else None
    fitting = [other for other in lacking if _near(entry, other, pictures, home)]
    fitting = [other for other in fitting if entry.frame is not None and other.frame == entry.frame] or fitting
    looks = Counter(name.style for other in entries if (name := other.caption.first(Kind.NAME)) is not None) if len(fitting) > 1 else {}
    is_right = _kinds(entry) in right
    return min(
        fitting,
        key=lambda other: (
            _is_unlike(other, looks),
            _is_small(other, entry),
            is_right and not is_in_row(entry, other, pictures),
            apart(entry.box, other.box),
            other.box,
        ),
        default=None,
    )


def _open_to(entry: Entry, entries: Sequence[Entry], pictures: Sequence[Box]) -> Sequence[Box]:
    """The pictures that an entry may stand at: a price outside all cards is not that of what a card shows together with its own."""
    is_price = entry.frame is None and entry.caption.has(Kind.PRICE)
    cards = {other.frame for other in entries if other.caption.has(Kind.PRICE)} - {None} if is_price else set()
    if not cards:
        return pictures
    return [picture for picture in pictures if not any(card and picture.overlap_ratio(card) > HELD_SHARE for card in cards)]


def _shown_large(loose: Entry, entries: Sequence[Entry]) -> Entry | None:
    """For facts in a box of their own, or under its description: the product over them that is named far larger than all others of the page,
    and tells none of them."""
    kinds = {part.kind for part in loose.caption.parts}
    is_boxed = loose.frame is not None and loose.caption.labelled_count >= MIN_BOXED and not kinds & set(SINGLE)
    if loose.frame is not None and not is_boxed:
        return None
    named = [(name.style.size_pt, entry) for entry in entries if (name := entry.caption.first(Kind.NAME)) is not None and _is_sold(entry)]
    sizes = sorted((size for size, _ in named), reverse=True)
    largest = next((entry for size, entry in named if size == sizes[0]), None)
    if largest is None or (len(sizes) > 1 and sizes[0] < LARGER * sizes[1]) or largest.box.y0 > loose.box.y0:
        return None
    if is_title(loose, largest) or any(largest.caption.has(kind) for kind in kinds - {Kind.CUSTOM}):
        return None
    return largest if is_boxed or _is_in_column_under(loose, largest, entries) else None


def _is_in_column_under(loose: Entry, head: Entry, entries: Sequence[Entry]) -> bool:
    """Whether it stands under a name from the same edge, with nothing but descriptions and other facts between, paragraph by paragraph."""
    if head.frame is not None or abs(loose.box.x0 - head.box.x0) > SAME_EDGE_PT:
        return False
    room = Box(head.box.x0, head.box.y1, max(head.box.x1, loose.box.x1), max(loose.box.y0, head.box.y1 + 0.1))
    between = [entry for entry in entries if entry is not head and entry is not loose and entry.box.intersection(room) is not None]
    if not all(is_loose(entry) or _describes(entry) for entry in between):
        return False
    foot = head.box.y1
    for entry in sorted((*between, loose), key=lambda entry: entry.box.y0):
        if entry.box.y0 - foot > PARAGRAPH_GAP * entry.caption.parts[0].style.size_pt:
            return False
        foot = max(foot, entry.box.y1)
    return True


def _describes(entry: Entry) -> bool:
    return all(part.kind in (Kind.SENTENCE, Kind.NOTE) for part in entry.caption.parts)


def _is_sold(entry: Entry) -> bool:
    return entry.caption.has(Kind.MODEL) or entry.caption.has(Kind.PRICE)


def _is_unlike(entry: Entry, looks: Mapping[Style, int]) -> int:
    """A name in the look of others, or with its code, goes before one that stands alone, as headings do; a mere code goes last."""
    name = entry.caption.first(Kind.NAME)
    if name is None:
        return 2
    is_coded = any(part.kind is Kind.MODEL and part.is_labelled for part in entry.caption.parts)
    alike = sum(count for look, count in looks.items() if _is_alike(look, name.style))
    return int(alike < MIN_ALIKE and not is_coded)


def _is_alike(one: Style, two: Style) -> bool:
    """In one look, though a long name may be set a little smaller to fit its card."""
    return one[1:] == two[1:] and abs(one.size_pt - two.size_pt) <= FITTED_SHARE * max(one.size_pt, two.size_pt)


def _is_small(entry: Entry, loose: Entry) -> bool:
    """Set smaller than a list of values: small print under it, not the name of what it lists."""
    name = entry.caption.first(Kind.NAME)
    listed = [part.style.size_pt for part in loose.caption.parts if part.is_labelled]
    return name is not None and len(listed) >= MIN_LISTED and name.style.size_pt < min(listed)


def _near(loose: Entry, other: Entry, pictures: Sequence[Box], home: Home | None) -> bool:
    if other.frame is None and is_in_row(loose, other, pictures):
        return True
    if other.frame is not None or (loose.frame is not None and not _is_on_plate(loose)):
        return loose.frame == other.frame
    if share_column(loose.box, other.box, pictures) or _beside_one_picture(loose.box, other.box, pictures):
        return True
    if is_in_row(loose, other, pictures) or _is_next_under(loose, other):
        return True
    others_home = home_of(other.box, pictures) if home is not None else None
    if home is not None and home.side == 0 and others_home is None and _stands_under(other.box, home.picture):
        return True
    if home is not None and others_home is not None and _frames(loose, other, home, others_home):
        return True
    if home is not None and others_home is not None and (home.picture != others_home.picture or home.is_shared_with(others_home)):
        return home.is_shared_with(others_home)
    if apart(loose.box, other.box) > REACH_PT or not other.caption.has(Kind.NAME):
        return False
    return _same_picture(loose.box, other.box, pictures) or apart(loose.box, other.box) <= 2.0 * loose.caption.parts[0].style.size_pt


def _beside_one_picture(one: Box, two: Box, pictures: Sequence[Box]) -> bool:
    """On one side of a picture that is as tall as both of them with what is between, and no other picture there."""
    column = union((one, two))
    if any(picture.intersection(column) is not None for picture in pictures):
        return False
    level = [picture for picture in pictures if picture.y0 - SAME_EDGE_PT <= column.y0 and column.y1 <= picture.y1 + SAME_EDGE_PT]
    nearest = min(level, key=lambda picture: abs(picture.gap_x(column)), default=None)
    return nearest is not None and 0 <= nearest.gap_x(column) <= BESIDE_PT


def _is_on_plate(entry: Entry) -> bool:
    """A price, also with the size it is for, or a code, on a ground hardly higher than itself: a plate within a card, not a card."""
    for_size = (Kind.SIZE,) if entry.caption.has(Kind.PRICE) else ()
    is_tag = all(part.kind in (*TAGGED, *for_size) for part in entry.caption.parts)
    height = max(part.style.size_pt for part in entry.caption.parts)
    return entry.frame is not None and is_tag and entry.frame.height <= PLATE_EM * height


def _frames(loose: Entry, other: Entry, home: Home, others_home: Home) -> bool:
    """Right over and right under one picture."""
    if home.picture != others_home.picture or home.side * others_home.side >= 0:
        return False
    return all(max(0.0, entry.box.gap_y(home.picture)) <= entry.caption.parts[0].style.size_pt for entry in (loose, other))


def _stands_under(text: Box, picture: Box) -> bool:
    """Whether a text begins under a picture that is set to the middle over it: what stands on the picture is of what the text names."""
    return text.gap_x(picture) < 0 <= text.y0 - picture.y1 <= REACH_PT


def _is_next_under(loose: Entry, other: Entry) -> bool:
    """The next paragraph of one column of text, set to its edge, but for the room within borders, or to its middle."""
    one, two = loose.frame or loose.box, other.box
    padding = PADDED_EM * loose.caption.parts[0].style.size_pt if loose.caption.labelled_count >= MIN_LISTED else 0.0
    is_in_line = abs(one.center_x - two.center_x) <= SAME_EDGE_PT or abs(one.x0 - two.x0) <= max(SAME_EDGE_PT, padding)
    return is_in_line and 0 <= one.y0 - two.y1 <= PARAGRAPH_GAP * loose.caption.parts[0].style.size_pt


def _same_picture(one: Box, other: Box, pictures: Sequence[Box]) -> bool:
    return bool(pictures) and _nearest(one, pictures) == _nearest(other, pictures)


def _nearest(box: Box, pictures: Sequence[Box]) -> Box:
    return min(pictures, key=lambda picture: (apart(box, picture), picture))
