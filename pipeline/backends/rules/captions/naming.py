"""Which words of a caption are the product's name: captions of one page are read side by side, since they are built alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace

from pipeline.backends.rules.captions.figures import lone_sums_as_prices, numbers_as_codes, numbers_as_prices
from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.captions.shortcodes import with_short_codes, without_titles_as_codes
from pipeline.backends.rules.captions.vessels import size_in, with_sizes
from pipeline.backends.rules.captions.wrapping import is_wide_text, join_wrapped, tells
from pipeline.backends.rules.labels.words import heads_facts
from pipeline.backends.rules.text.records import Style, style_of
from pipeline.backends.rules.text.spans import joined_span
from pipeline.backends.rules.values.closingsizes import closing_size
from pipeline.backends.rules.values.codes import code_and_words
from pipeline.backends.rules.values.forms import folded, states_measure, word_list
from pipeline.backends.rules.values.kinds import Kind, could_be_model, ends_sentence
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.pricesteps import is_step

VOTED = (Kind.MODEL, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)
VALUE_WORDS = (Kind.MATERIAL, Kind.COLOR)
UNSETTLED = frozenset({Kind.TEXT, Kind.NUMBER, *VOTED})
MIN_VOTERS = 3
WEAK_SHARE, PLACED_SHARE = 0.34, 0.2
MAX_FACT_WORDS = 4
NUMBERED = re.compile(r"[^\W\d_]{2,}(?: [^\W\d_]{2,})* \d+")
MIN_CODED = 2
MIN_ALIKE_NAMES = 2
MIN_LONE_NAMES = 3
MIN_STEPS = 2
CODED_SHARE = 0.5
SAME_SIZE = 1.1
LARGER = 1.3


def named(captions: Sequence[Caption], *, printed_sums: int = 0) -> list[Caption]:
    """The captions with wrapped rows joined, doubtful kinds settled by their neighbours, and a name chosen in each. `printed_sums` is how
    many sums with a currency the page has."""
    joined = _without_sum_heads(join_wrapped(without_titles_as_codes(with_short_codes(captions))))
    priced = numbers_as_prices(numbers_as_codes(_settle(joined), printed_sums=printed_sums), printed_sums=printed_sums)
    settled = _translations(lone_sums_as_prices(priced))
    return [with_sizes(caption) for caption in _codes_out_of_names(_without_headings([_with_name(caption) for caption in settled]))]


def _translations(captions: Sequence[Caption]) -> list[Caption]:
    """Where names are told again in the row under them, in signs, one among them that reads like a colour or a material is a name too."""
    again = [_told_in_signs(caption) for caption in captions]
    looks = Counter(part.style for part in again if part is not None and part.kind is Kind.TEXT)
    sounding = Counter(part.style for part in again if part is not None and part.kind in VALUE_WORDS)
    styles = {style for style, count in looks.items() if count >= max(MIN_ALIKE_NAMES, sounding[style])}
    return [
        replace(caption, parts=tuple(replace(other, kind=Kind.TEXT) if other is part else other for other in caption.parts))
        if part is not None and part.style in styles
        else caption
        for caption, part in zip(captions, again, strict=True)
    ]


def _told_in_signs(caption: Caption) -> Part | None:
    """What stands in signs in the row under the words in letters that open a caption."""
    first, *others = caption.parts
    if first.is_labelled or first.kind not in (Kind.TEXT, *VALUE_WORDS) or is_wide_text(first.text):
        return None
    return next((part for part in others if part.kind in (Kind.TEXT, *VALUE_WORDS) and _translates(first, part)), None)


def _without_sum_heads(captions: Sequence[Caption]) -> list[Caption]:
    """Without the words that come again with nothing but sums, where as many other captions tell no price: `Volume prices` over the steps of
    each product, `member price` under each price says what the sums are, and names none."""
    heads = {id(caption): head for caption in captions if (head := _head_of_sums(caption)) is not None}
    unpriced = sum(not caption.has(Kind.PRICE) and len(caption.parts) > 1 for caption in captions) if heads else 0
    texts = Counter(folded(head.text) for head in heads.values())
    again = {id(head) for head in heads.values() if MIN_ALIKE_NAMES <= texts[folded(head.text)] <= unpriced}
    return [_with_notes(caption, again) if id(heads.get(id(caption))) in again else caption for caption in captions]


def _head_of_sums(caption: Caption) -> Part | None:
    """The only words of a caption of sums: over a list of steps, or in small letters at a price."""
    words = [part for part in caption.parts if part.kind is Kind.TEXT and not part.is_labelled]
    sums = [part for part in caption.parts if part.kind in (Kind.PRICE, Kind.OLD_PRICE)]
    if len(words) != 1 or not sums or len(sums) + 1 < len(caption.parts):
        return None
    are_steps = words[0] is caption.parts[0] and len(sums) >= MIN_STEPS and all(is_step(part.statement.label_text) for part in sums)
    return words[0] if are_steps or all(words[0].style.size_pt * LARGER <= part.style.size_pt for part in sums) else None


def _with_notes(caption: Caption, noted: Set[int]) -> Caption:
    return replace(caption, parts=tuple(replace(part, kind=Kind.NOTE) if id(part) in noted else part for part in caption.parts))


def _without_headings(captions: Sequence[Caption]) -> list[Caption]:
    """A section's heading close over its first caption is larger than the name, and a name may read like a material or a colour;
    the names of the other captions show which is which."""
    captions = _lone_names(captions)
    looks = Counter(name.style for caption in captions if tells(caption) and (name := caption.first(Kind.NAME)) is not None)
    if not looks or looks.most_common(1)[0][1] < MIN_ALIKE_NAMES:
        return list(captions)
    usual = looks.most_common(1)[0][0]
    return [_renamed(caption, usual) for caption in captions]


def _lone_names(captions: Sequence[Caption]) -> list[Caption]:
    """Names that stand apart from what is told under them: one among many that reads like a colour or a material is a name too."""
    alone = [caption.parts[0] for caption in captions if len(caption.parts) == 1 and not caption.parts[0].is_labelled]
    names = Counter(part.style for part in alone if part.kind is Kind.NAME)
    sounding = Counter(part.style for part in alone if part.kind in VALUE_WORDS)
    styles = {style for style, count in sounding.items() if names[style] >= MIN_LONE_NAMES * count}
    return [
        _named_in(caption, style) if len(caption.parts) == 1 and (style := caption.parts[0].style) in styles else caption
        for caption in captions
    ]


def _renamed(caption: Caption, usual: Style) -> Caption:
    name = caption.first(Kind.NAME)
    if name is None:
        return _named_in(caption, usual)
    if name.is_labelled or name.style == usual:
        return caption
    is_heading = name.style.size_pt > 1.05 * usual.size_pt
    passed_over = (Kind.TEXT,) if is_heading else VALUE_WORDS
    other = next((part for part in caption.parts if part.kind in passed_over and not part.is_labelled and part.style == usual), None)
    if other is None or (not is_heading and name.style.size_pt >= usual.size_pt):
        return caption
    kinds = {id(name): Kind.NOTE if is_heading else Kind.TEXT, id(other): Kind.NAME}
    parts = [replace(part, kind=kinds.get(id(part), part.kind)) for part in caption.parts]
    return replace(caption, parts=tuple(_both_languages(parts)))


def _named_in(caption: Caption, usual: Style) -> Caption:
    """Without a name, but with words that read like a colour or a material in the very look of the others' names."""
    words = next((part for part in caption.parts if part.kind in VALUE_WORDS and not part.is_labelled and part.style == usual), None)
    if words is None:
        return _named_by_pair(caption, usual)
    return replace(caption, parts=tuple(replace(part, kind=Kind.NAME) if part is words else part for part in caption.parts))


def _named_by_pair(caption: Caption, usual: Style) -> Caption:
    """`Battery 4.0 Ah` is the name of one among others where it is set as their names are, though it reads like a label and its value."""
    pair = next((part for part in caption.parts if part.kind is Kind.CUSTOM and part.style == usual and _is_led_in(part, usual)), None)
    if pair is None or pair.statement.label is None:
        return caption
    whole = replace(pair.statement, label=None, value=joined_span(pair.statement.label, pair.statement.value))
    name = replace(pair, kind=Kind.NAME, statement=whole)
    return replace(caption, parts=tuple(name if part is pair else part for part in caption.parts))


def _is_led_in(part: Part, look: Style) -> bool:
    """Whether the label has this look, too, and no colon."""
    words = part.statement.label.words if part.statement.label is not None else ()
    return bool(words) and style_of(words) == look and not words[-1].text.endswith((":", "："))


def _codes_out_of_names(captions: Sequence[Caption]) -> list[Caption]:
    """`Oak Bench – XB-53`: where names of a page end or begin with codes, these are their models."""
    nameless = [caption for caption in captions if caption.has(Kind.NAME) and not caption.has(Kind.MODEL)]
    parted = {id(caption): pieces for caption in nameless if (pieces := _code_in_name(caption)) is not None}
    if len(parted) < MIN_CODED or len(parted) < CODED_SHARE * len(nameless):
        return list(captions)
    return [replace(caption, parts=parted.get(id(caption), caption.parts)) for caption in captions]


def _code_in_name(caption: Caption) -> tuple[Part, ...] | None:
    name = caption.first(Kind.NAME)
    pieces = code_and_words(name.statement.value) if name is not None and not name.is_labelled else None
    if name is None or pieces is None:
        return None
    code, words = (
        replace(name, kind=kind, statement=replace(name.statement, value=span))
        for kind, span in zip((Kind.MODEL, Kind.NAME), pieces, strict=True)
    )
    return tuple(piece for part in caption.parts for piece in ((code, words) if part is name else (part,)))


# --- wrapped rows ------------------------------------------------------------------------------


# --- kinds by vote -----------------------------------------------------------------------------


def _settle(captions: Sequence[Caption]) -> list[Caption]:
    """Bare values in the same place of captions of the same length are of one kind."""
    groups: dict[int, list[int]] = {}
    for index, caption in enumerate(captions):
        groups.setdefault(len(_bare(caption)), []).append(index)
    result = list(captions)
    for length, members in groups.items():
        if len(members) >= MIN_VOTERS:
            rows = [_bare(captions[index]) for index in members]
            kinds = _elected(rows, length)
            sizes = {slot: _told_in(kind, slot, rows) for slot, kind in kinds.items()}
            for index in members:
                result[index] = _with_kinds(captions[index], kinds, sizes)
    return result


def _told_in(kind: Kind, slot: int, rows: Sequence[Sequence[Part]]) -> tuple[float, float]:
    """From the smallest to the largest type in which values of this place are set that are of the kind by themselves."""
    sizes = [row[slot].style.size_pt for row in rows if row[slot].kind is kind]
    return min(sizes), max(sizes)


def _bare(caption: Caption) -> list[Part]:
    return [part for part in caption.parts if not part.is_labelled and part.kind in UNSETTLED]


def _elected(rows: Sequence[Sequence[Part]], length: int) -> dict[int, Kind]:
    """Kinds by slot; the clearest slot chooses first, each kind is chosen once, and one slot stays for the name.

    Words that fit no list are a weak vote: a material nobody listed is still one where its neighbours are.
    """
    shares: list[tuple[float, int, Kind]] = []
    for slot in range(length):
        votes = _votes([row[slot] for row in rows])
        told = sum(votes[kind] for kind in VOTED)
        weak = PLACED_SHARE if _is_under_name(slot, rows) else WEAK_SHARE
        needed = max(2.0, weak * len(rows), 0.5 * told + 0.01)
        shares += [(votes[kind] / len(rows), slot, kind) for kind in VOTED if votes[kind] >= needed and _possible(kind, slot, rows)]
    chosen: dict[int, Kind] = {}
    wordy = {slot for slot in range(length) if any(row[slot].kind is Kind.TEXT for row in rows)}
    for share, slot, kind in sorted(shares, key=lambda item: (-item[0], item[2] is Kind.MODEL and _are_numbered(item[1], rows), item[1])):
        is_last_words = share <= 0.5 and not wordy - {slot} - chosen.keys()
        if slot not in chosen and kind not in chosen.values() and not is_last_words:
            chosen[slot] = kind
    return chosen


def _are_numbered(slot: int, rows: Sequence[Sequence[Part]]) -> bool:
    """Whether what stands here reads like a word with its number each time: by itself a code, but not beside one of a single piece."""
    return all(NUMBERED.fullmatch(row[slot].text) for row in rows)


def _votes(parts: Sequence[Part]) -> Counter[Kind]:
    """How many are of each kind. Where nothing can be but a colour, words that may be one or a material speak for the material."""
    votes = Counter(part.kind for part in parts)
    both = [part for part in parts if part.kind is Kind.COLOR and is_material(part.text)]
    if votes[Kind.MATERIAL] and len(both) == votes[Kind.COLOR]:
        votes[Kind.MATERIAL] += votes.pop(Kind.COLOR, 0)
    return votes


def _is_under_name(slot: int, rows: Sequence[Sequence[Part]]) -> bool:
    """Whether this is a place for facts: next to the sizes, a few words in each caption, less set off than those over all of it."""
    beside = [row[place] for row in rows for place in (slot - 1, slot + 1) if 0 <= place < len(row)]
    has_sizes = sum(part.kind is Kind.SIZE for part in beside) >= len(rows)
    return has_sizes and all(
        len(row[slot].text.split()) <= MAX_FACT_WORDS and any(_weight(row[slot]) < _weight(part) for part in row[:slot]) for row in rows
    )


def _possible(kind: Kind, slot: int, rows: Sequence[Sequence[Part]]) -> bool:
    """Models differ from each other; a code that comes back is a size or a grade."""
    if kind is not Kind.MODEL:
        return True
    texts = [row[slot].text for row in rows]
    return len(set(texts)) >= 0.9 * len(texts)


def _with_kinds(caption: Caption, kinds: dict[int, Kind], sizes: dict[int, tuple[float, float]]) -> Caption:
    slots = {id(part): slot for slot, part in enumerate(_bare(caption))}
    told = {slot: kind for slot, kind in kinds.items() if _takes(_bare(caption)[slot], kind, sizes[slot], is_alone=len(slots) == 1)}
    code = next((part for slot, part in enumerate(_bare(caption)) if told.get(slot) is Kind.MODEL), None)
    return replace(
        caption,
        parts=tuple(
            replace(part, kind=told[slots[id(part)]]) if slots.get(id(part), -1) in told else _second(part, code, kinds, slots)
            for part in caption.parts
        ),
    )


def _takes(part: Part, kind: Kind, sizes: tuple[float, float], *, is_alone: bool) -> bool:
    """Words over small codes are none, whatever most captions begin with, nor are words that stand alone where codes do so, too; a size with its unit, words that close with one or the number on a disc are no code wherever
    codes stand, a measure no colour, and what is known as a material or a colour no size: a size under a label may stand before it."""
    if (kind is Kind.COLOR and states_measure(part.text)) or (kind is Kind.SIZE and part.kind in VALUE_WORDS):
        return False
    is_measured = (part.kind is Kind.SIZE and states_measure(part.text)) or size_in(part.statement.value) is not None
    is_measured = is_measured or closing_size(part.text) is not None
    if kind is Kind.MODEL and (is_measured or (part.kind is Kind.NUMBER and not could_be_model(part.text))):
        return False
    smallest, largest = sizes
    has_figures = any(map(str.isdigit, part.text))
    if kind is Kind.MODEL and is_alone and not has_figures:
        return False
    return has_figures or smallest / SAME_SIZE <= part.style.size_pt <= largest * SAME_SIZE


def _second(part: Part, code: Part | None, kinds: dict[int, Kind], slots: dict[int, int]) -> Part:
    """A code in a slot of its own, where another slot was elected for models, is no second model; a word with its number, set heavier than the
    code, may be the name: `LIDO 150` over `AQ-LD150`."""
    if id(part) in slots and part.kind is Kind.MODEL and Kind.MODEL in kinds.values():
        is_name = code is not None and NUMBERED.fullmatch(part.text) is not None and _weight(part) > _weight(code)
        return replace(part, kind=Kind.TEXT if is_name else Kind.NOTE)
    return part


# --- the name ----------------------------------------------------------------------------------


def _with_name(caption: Caption) -> Caption:
    """The largest, boldest, first words become the name, unless one is labelled as such; its other language is joined to it."""
    if caption.has(Kind.NAME):
        return caption
    words = [part for part in caption.parts if part.kind is Kind.TEXT and not part.is_labelled]
    points = {id(part) for part in words if _goes_on_after_sentence(part, caption)}
    if points:
        caption = replace(caption, parts=tuple(replace(part, kind=Kind.NOTE) if id(part) in points else part for part in caption.parts))
    words = [part for part in words if id(part) not in points]
    words = _heaviest_material(caption, words) or words or _told_again(caption)
    if not words:
        return caption
    chosen = max(words, key=lambda part: (*_weight(part), -caption.parts.index(part)))
    if _heads_facts(chosen, caption):
        return _without_heading(caption, chosen)
    parts = [replace(part, kind=Kind.NAME) if part is chosen else part for part in caption.parts]
    return Caption(tuple(_both_languages(parts)), caption.rows)


def _heaviest_material(caption: Caption, words: Sequence[Part]) -> list[Part]:
    """`Bandeja bambú` over a code and a price: words that end in a material, set heavier than all that is told, are the name; where other `words`
    could be one, they must be clearly larger."""
    told = [part for part in caption.parts if part.kind not in (Kind.PRICE, Kind.OLD_PRICE)]
    first = next((part for part in told if part.kind is Kind.MATERIAL and not part.is_labelled), None)
    if first is None or not caption.parts[1:]:
        return []
    is_compound = len(first.text.split()) > 1 and folded(first.text) not in word_list("materials")
    is_heavy = is_compound and all(_weight(first) > _weight(other) for other in told if other is not first)
    return [first] if is_heavy and all(first.style.size_pt >= LARGER * other.style.size_pt for other in words) else []


def _told_again(caption: Caption) -> list[Part]:
    """`Cloud chenille` over `Material: polyester`: what only sounds like what a label tells is the name."""
    labelled = {part.kind for part in caption.parts if part.is_labelled}
    return [part for part in caption.parts if part.kind in VALUE_WORDS and part.kind in labelled and not part.is_labelled][:1]


def _heads_facts(part: Part, caption: Caption) -> bool:
    """What stands over a list of facts names nothing, nor does what ends in a colon."""
    is_over = caption.labelled_count > 0 or (part is caption.parts[0] and len(caption.parts) > 1)
    is_led = part.text.endswith((":", "："))
    return is_over and (is_led or heads_facts(part.text))


def _without_heading(caption: Caption, heading: Part) -> Caption:
    """The words under such a heading name nothing either, where only facts follow; beside a code or a price they may."""
    is_product = caption.has(Kind.PRICE) or caption.has(Kind.MODEL)
    noted = [part for part in caption.parts if part is heading or (part.kind is Kind.TEXT and not is_product)]
    parts = tuple(replace(part, kind=Kind.NOTE) if any(part is other for other in noted) else part for part in caption.parts)
    return _with_name(replace(caption, parts=parts)) if is_product else replace(caption, parts=parts)


def _weight(part: Part) -> tuple[int, bool]:
    """How large and bold words open; what follows may be longer, as a translation in small letters is."""
    first = part.statement.value.words[0]
    return max(round(part.style.size_pt), round(first.size_pt)), part.style.is_bold or first.is_bold


def _goes_on_after_sentence(part: Part, caption: Caption) -> bool:
    """Points of a list under a description, set as it is: they tell more of the product and do not name it."""
    before = caption.parts[: caption.parts.index(part)]
    sentence = next((other for other in before if other.kind is Kind.SENTENCE and ends_sentence(other.text)), None)
    return sentence is not None and part.style.size_pt <= sentence.style.size_pt and part.style.is_bold <= sentence.style.is_bold


def _both_languages(parts: Sequence[Part]) -> list[Part]:
    result = list(parts)
    place = next(index for index, part in enumerate(result) if part.kind is Kind.NAME)
    after = place + 1
    if after < len(result) and result[after].kind is Kind.MODEL and result[after].statement.row == result[place].statement.last_row:
        # The code behind the name stands between it and what says it again.
        result[place : after + 1], place, after = [result[after], result[place]], after, after + 1
    if after < len(result) and result[after].kind is Kind.TEXT and _translates(result[place], result[after]):
        statement = result[place].statement
        whole = replace(
            statement, value=joined_span(statement.value, result[after].statement.value), last_row=result[after].statement.last_row
        )
        result[place : after + 1] = [replace(result[place], statement=whole)]
    return result


def _translates(one: Part, other: Part) -> bool:
    """One in a script without spaces, the other in letters, nearly of one size, one under the other."""
    wide, narrow = is_wide_text(one.text), is_wide_text(other.text)
    ratio = one.style.size_pt / max(other.style.size_pt, 1.0)
    return wide != narrow and 0.75 <= ratio <= 1.35 and not one.is_labelled and other.statement.row == one.statement.last_row + 1
