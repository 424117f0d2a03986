"""Families: a product line told once, its shades or finishes as chips with codes under it; every chip is the product in its colour."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from pipeline.backends.base import Context
from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.titles import LARGER, largest_words
from pipeline.backends.rules.labels.headers import CJK
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.places import drawn_swatches, home_of, own_pictures
from pipeline.backends.rules.values.codes import have_one_stem
from pipeline.backends.rules.values.colors import colored_share
from pipeline.backends.rules.values.forms import is_size
from pipeline.backends.rules.values.kinds import Kind
from pipeline.geometry import Box, union
from pipeline.records import PageContent

MIN_CHIPS, MAX_CHIPS = 4, 1000
MIN_VARIANTS = 2
# Under one of several names, where the page has enough of them.
MIN_OF_SEVERAL = 2
MAX_CHIP_WORDS = 4
MIN_DIGITS = 3
COLORED_SHARE = 0.3
SAME_PT = 3.0
TOLD_OF_CHIPS = frozenset({Kind.MODEL, Kind.NAME, Kind.COLOR, Kind.TEXT, Kind.NUMBER, Kind.MATERIAL})
WORDS = (Kind.COLOR, Kind.NAME, Kind.TEXT)
INHERITED = (Kind.SIZE, Kind.MATERIAL, Kind.PRICE)
SERIES = re.compile(r"\D+(?=\d)")
TAIL = re.compile(r"[,;，；·|]\s*([^,;，；·|]+)$")


@dataclass(frozen=True, slots=True)
class Family:
    """The chips as products, and all captions that tell of them, their own and those over them."""

    products: tuple[Entry, ...]
    told_by: tuple[Entry, ...]


def find_families(entries: Sequence[Entry], content: PageContent, pictures: Sequence[Box], context: Context) -> list[Family]:
    """One family for each price over chips. A chip with a price of its own is a product as any other."""
    priced = [entry for entry in entries if entry.caption.has(Kind.PRICE)]
    pairs = _pairs(entries, pictures) if priced else {}
    told, entries = entries, _joined(entries, pairs)
    chips = [entry for entry in entries if _is_chip(entry)]
    # What sentences under all chips price is something else than the goods: testers, freight.
    foot = max((chip.box.y1 for chip in chips), default=0.0)
    priced = [entry for entry in priced if entry.box.y0 < foot or not entry.caption.has(Kind.SENTENCE)]
    if not _are_enough(chips) or any(entry.caption.has(Kind.MODEL) for entry in priced):
        return []
    heads = priced or _titles_over(chips, entries)
    if not heads:
        return []
    drawn = drawn_swatches(content, pictures)
    shown = own_pictures([chip.box for chip in chips], [*pictures, *drawn])
    samples = [(chip, picture) for chip, picture in zip(chips, shown, strict=True) if picture is not None]
    if len(samples) < MIN_CHIPS <= len(chips) and _are_variants(chips):
        # Under one picture of them all, or under dots too small to be pictures.
        samples = [(chip, picture or chip.box) for chip, picture in zip(chips, shown, strict=True)]
    columns = _columns(heads, samples, entries)
    if not _are_variants([chip for chip, _ in samples]):
        samples = [pair for column in columns for pair in _of_one_size([pair for pair in samples if _is_in(pair[0], column)])]
    apart = [entry for entry in told if id(entry) in pairs or any(entry is word for word in pairs.values())]
    beside = _family_beside(heads[0], samples, entries) if len(heads) == 1 else None
    if beside is not None:
        return [replace(beside, told_by=(*beside.told_by, *apart))]
    least = MIN_OF_SEVERAL if len(heads) > 1 and len(samples) >= MIN_CHIPS else MIN_CHIPS
    families = [family for column in columns for family in _families_in(column, heads, samples, entries, context, least=least, drawn=drawn)]
    if len(families) != len(heads):
        return []
    return [replace(families[0], told_by=(*families[0].told_by, *apart)), *families[1:]]


def _columns(heads: Sequence[Entry], samples: Sequence[tuple[Entry, Box]], entries: Sequence[Entry]) -> list[tuple[float, float]]:
    """From where to where each block of chips reaches: heads side by side have blocks of their own."""
    row = max(([other for other in heads if _is_level(head, other)] for head in heads), key=len)
    if len(row) == 1 or not samples:
        return [(-math.inf, math.inf)]
    shown = sorted((union((chip.box, picture)) for chip, picture in samples), key=lambda box: box.x0)
    ends = accumulate((box.x1 for box in shown), max)
    gaps = [(end, box.x0) for end, box in zip(ends, shown[1:], strict=False) if end < box.x0]
    top = min(box.y0 for box in shown)
    begun = [entry.box.x0 for entry in entries if entry.box.y1 <= top]
    places = sorted(head.box.center_x for head in row)
    return list(pairwise((-math.inf, *(_bound(left, right, gaps, begun) for left, right in pairwise(places)), math.inf)))


def _bound(left: float, right: float, gaps: Sequence[tuple[float, float]], begun: Sequence[float]) -> float:
    """Where two blocks part: at the widest gap between their heads; of gaps alike at one behind which words begin over the chips, else at the
    one nearest to the middle."""
    middle = 0.5 * (left + right)
    between = [gap for gap in gaps if left < gap[1] and gap[0] < right]
    widest = max((end - start for start, end in between), default=0.0)
    alike = [gap for gap in between if gap[1] - gap[0] >= widest - SAME_PT]
    flush = [gap for gap in alike if any(abs(gap[1] - place) <= SAME_PT for place in begun)]
    return min((0.5 * (start + end) for start, end in flush or alike), key=lambda place: abs(place - middle), default=middle)


def _families_in(
    column: tuple[float, float],
    heads: Sequence[Entry],
    samples: Sequence[tuple[Entry, Box]],
    entries: Sequence[Entry],
    context: Context,
    *,
    least: int,
    drawn: Sequence[Box],
) -> list[Family]:
    """The families under each other in one column of the page, each from its head to the next."""
    own = [head for head in heads if _is_in(head, column)]
    # A column may have no head of its own, where others share one.
    ends = [*(head.box.y0 for head in own), math.inf][1:]
    told = [entry for entry in entries if _is_in(entry, column)]
    families: list[Family] = []
    for head, end in zip(own, ends, strict=True):
        under = [(chip, picture) for chip, picture in samples if _is_in(chip, column) and head.box.y1 <= chip.box.y0 < end]
        start = max((entry.box.y1 for family in families for entry in family.told_by), default=0.0)
        is_drawn = any(picture in drawn for _, picture in under)
        is_one = len(under) >= least or _are_enough([chip for chip, _ in under])
        family = _family(head, under, told, context, start=start, is_drawn=is_drawn) if is_one else None
        families += [family] if family is not None else []
    return families


def _is_in(entry: Entry, column: tuple[float, float]) -> bool:
    return column[0] <= entry.box.center_x < column[1]


def _are_enough(chips: Sequence[Entry]) -> bool:
    return len(chips) >= MIN_CHIPS or (len(chips) >= MIN_VARIANTS and _are_variants(chips))


def _are_variants(chips: Sequence[Entry]) -> bool:
    """Whether each names a colour, under codes that differ in their tails: one thing in several colours, whatever its pictures measure."""
    codes = [part.text for chip in chips if (part := chip.caption.first(Kind.MODEL)) is not None]
    words = [_chip_words(chip) for chip in chips]
    are_colours = all(len(own) == 1 and (own[0].kind is Kind.COLOR or colored_share([own[0].text])) for own in words)
    return are_colours and len(chips) == len(codes) >= MIN_VARIANTS and have_one_stem(codes)


def _titles_over(chips: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Where no price is printed: the large words over variants, each with chips of its own under it."""
    if not _are_variants(chips):
        return []
    usual = max(part.style.size_pt for chip in chips for part in chip.caption.parts)
    titles = [
        entry for entry in entries if (words := largest_words(entry.caption.parts)) is not None and words.style.size_pt >= LARGER * usual
    ]
    ends = [*(title.box.y0 for title in titles[1:]), math.inf]
    return [title for title, end in zip(titles, ends, strict=True) if any(title.box.y1 <= chip.box.y0 < end for chip in chips)]


def _pairs(entries: Sequence[Entry], pictures: Sequence[Box]) -> dict[int, Entry]:
    """Words by the codes at the other end of the row under one picture: together they are one chip."""
    codes = [entry for entry in entries if {part.kind for part in entry.caption.parts} == {Kind.MODEL}]
    words = [
        entry
        for entry in entries
        if len(_chip_words(entry)) == 1 and all(part.kind in (*WORDS, Kind.MATERIAL) for part in entry.caption.parts)
    ]
    if min(len(codes), len(words)) < MIN_CHIPS or max(len(codes), len(words)) > MAX_CHIPS:
        return {}
    homes = {id(entry): home_of(entry.box, pictures) for entry in (*codes, *words)}
    partners = [[word for word in words if _is_level(code, word) and homes[id(code)] == homes[id(word)] is not None] for code in codes]
    return {id(code): found[0] for code, found in zip(codes, partners, strict=True) if len(found) == 1}


def _joined(entries: Sequence[Entry], pairs: Mapping[int, Entry]) -> list[Entry]:
    taken = {id(word) for word in pairs.values()}
    return [_with(entry, pairs[id(entry)]) if id(entry) in pairs else entry for entry in entries if id(entry) not in taken]


def _is_level(one: Entry, other: Entry) -> bool:
    return -one.box.gap_y(other.box) >= 0.5 * min(one.box.height, other.box.height)


def _with(code: Entry, word: Entry) -> Entry:
    caption = replace(code.caption, parts=(*word.caption.parts, *code.caption.parts))
    return replace(code, caption=caption, parents=code.parents | word.parents)


def _is_chip(entry: Entry) -> bool:
    """A code and a few words, or a number, nothing else."""
    parts = entry.caption.parts
    if _is_number(entry):
        return True
    if not entry.caption.has(Kind.MODEL) or any(part.kind not in TOLD_OF_CHIPS or part.is_labelled for part in parts):
        return False
    words = _chip_words(entry)
    return len(words) <= 1 and all(len(part.text.split()) <= MAX_CHIP_WORDS for part in words)


def _chip_words(entry: Entry) -> list[Part]:
    """What a chip is called; of a colour and its translation under it, the colour."""
    words = [part for part in entry.caption.parts if part.kind in WORDS]
    if len(words) == 2 and CJK.search(words[0].text + words[1].text) and sum(CJK.search(part.text) is not None for part in words) == 1:
        return [part for part in words if part.kind is Kind.COLOR][:1] or words[:1]
    return words


def _is_number(entry: Entry) -> bool:
    """Shorter figures count things."""
    only = entry.caption.parts[0]
    return len(entry.caption.parts) == 1 and only.kind is Kind.NUMBER and only.text.isdigit() and len(only.text) >= MIN_DIGITS


def _of_one_size(samples: Sequence[tuple[Entry, Box]]) -> list[tuple[Entry, Box]]:
    """Chips are cut to one measure."""
    sizes = Counter((round(box.width / SAME_PT), round(box.height / SAME_PT)) for _, box in samples)
    if not sizes:
        return []
    (width, height), _ = sizes.most_common(1)[0]
    return [pair for pair in samples if abs(pair[1].width / SAME_PT - width) <= 1 and abs(pair[1].height / SAME_PT - height) <= 1]


def _family(
    head: Entry, samples: Sequence[tuple[Entry, Box]], entries: Sequence[Entry], context: Context, *, start: float, is_drawn: bool
) -> Family | None:
    chips = [chip for chip, _ in samples]
    top = min(min(chip.box.y0, picture.y0) for chip, picture in samples)
    own = {id(chip) for chip in chips}
    all_over = [entry for entry in entries if id(entry) not in own and start <= entry.box.y0 and entry.box.y1 <= top]
    over = [entry for entry in all_over if _reach(head, samples) <= entry.box.y1]
    if not (is_drawn or _are_colours(chips) or _are_of_one_series(chips) or _speaks_of_colours(over, context)):
        return None
    usual = max(part.style.size_pt for chip in chips for part in chip.caption.parts)
    title = _title((head, *over), LARGER * usual)
    if title is None:
        # At the top of a list of attributes that the price ends.
        over = all_over
        title = _title(over, LARGER * usual)
    if title is None:
        return None
    near = sorted((other for other in over if other is not head), key=lambda other: abs(other.box.center_y - head.box.center_y))
    told = [part for entry in (head, *near) for part in entry.caption.parts]
    return _told_as(title, told, head, over, chips)


def _family_beside(head: Entry, samples: Sequence[tuple[Entry, Box]], entries: Sequence[Entry]) -> Family | None:
    """Variants with their price, their name and their facts in a column left of them, which begins where they do."""
    chips = [chip for chip, _ in samples]
    if not chips or not _are_variants(chips):
        return None
    left = min(min(chip.box.x0, picture.x0) for chip, picture in samples)
    top = min(min(chip.box.y0, picture.y0) for chip, picture in samples)
    foot = max(max(chip.box.y1, picture.y1) for chip, picture in samples)
    usual = max(part.style.size_pt for chip in chips for part in chip.caption.parts)
    beside = [entry for entry in entries if entry.box.x1 <= left and top - LARGER * usual <= entry.box.y0 and entry.box.y1 <= foot + usual]
    title = _title(beside, LARGER * usual) if any(entry is head for entry in beside) else None
    if title is None:
        return None
    # Values whose labels stand apart from them may measure anything.
    others = [part for entry in beside if entry is not head for part in entry.caption.parts if part.is_labelled]
    return _told_as(title, [*head.caption.parts, *others], head, beside, chips)


def _told_as(title: Part, told: Sequence[Part], head: Entry, over: Sequence[Entry], chips: Sequence[Entry]) -> Family:
    """The chips as products of this title, with what is told of them all."""
    common = (replace(title, kind=Kind.NAME), *_inherited([part for part in told if part is not title]))
    tellers = tuple(entry for entry in over if any(_tells(entry, piece) for piece in common))
    heads = tuple({id(entry): entry for entry in (head, *tellers)}.values())
    parents = frozenset(parent for entry in heads for parent in entry.parents)
    products = tuple(_product(chip, common, parents) for chip in chips)
    return Family(products, (*heads, *chips))


def _title(entries: Sequence[Entry], least_pt: float) -> Part | None:
    """The largest words, of what tells sizes or materials under them if any does: over that the page's own head may stand, set larger."""
    told = [entry for entry in entries if any(map(entry.caption.has, (Kind.SIZE, Kind.MATERIAL)))]
    own = [words for group in (told, entries) if (words := largest_words([part for entry in group for part in entry.caption.parts]))]
    return next((words for words in own if words.style.size_pt >= least_pt), None)


def _reach(head: Entry, samples: Sequence[tuple[Entry, Box]]) -> float:
    """How far up what ends over the price may tell of it."""
    return head.box.y0 - max(picture.height for _, picture in samples)


def _tells(entry: Entry, part: Part) -> bool:
    """The part was read from this caption."""
    first = part.statement.value.words[0]
    return any(word is first for piece in entry.caption.parts for word in piece.statement.value.words)


def _are_colours(chips: Sequence[Entry]) -> bool:
    return colored_share([part.text for chip in chips for part in _chip_words(chip)]) >= COLORED_SHARE


def _are_of_one_series(chips: Sequence[Entry]) -> bool:
    """Nothing but numbers, or codes that begin alike: those of a range of samples."""
    if all(_is_number(chip) for chip in chips):
        return True
    codes = [part.text for chip in chips if (part := chip.caption.first(Kind.MODEL)) is not None]
    heads = {found[0] if (found := SERIES.match(code)) else "" for code in codes} - {""}
    return len(heads) == 1 and all(len(chip.caption.parts) == 1 for chip in chips)


def _speaks_of_colours(over: Sequence[Entry], context: Context) -> bool:
    lookup = label_lookup(context.options)
    return any(lookup(part.text) == Kind.COLOR for entry in over for part in entry.caption.parts)


def _inherited(told: Sequence[Part]) -> list[Part]:
    """What is said once for all of them; a size may close the line under the title."""
    found = {kind: part for kind in INHERITED if (part := next((part for part in told if part.kind is kind), None)) is not None}
    if Kind.SIZE not in found and (size := next((size for part in told if (size := _size_at_the_end(part)) is not None), None)) is not None:
        found[Kind.SIZE] = size
    customs = {part.statement.label_text: part for part in reversed(told) if part.kind is Kind.CUSTOM and part.is_labelled}
    return [*found.values(), *reversed(customs.values())]


def _size_at_the_end(part: Part) -> Part | None:
    tail = TAIL.search(part.text) if not part.is_labelled else None
    if tail is None or not is_size(tail[1]):
        return None
    return replace(part, kind=Kind.SIZE, statement=replace(part.statement, value=part.statement.value.part(tail.start(1), tail.end(1))))


def _product(chip: Entry, common: Sequence[Part], parents: frozenset[int]) -> Entry:
    """The line's name and what is common to it, in the colour the chip names."""
    called = {id(part) for part in _chip_words(chip)}
    parts = [part for part in chip.caption.parts if part.kind not in WORDS or id(part) in called]
    own = [replace(part, kind=Kind.COLOR) if id(part) in called else part for part in parts]
    if _is_number(chip):
        own = [replace(part, kind=Kind.MODEL) for part in own]
    return replace(chip, caption=replace(chip.caption, parts=(*own, *common)), parents=chip.parents | parents)
