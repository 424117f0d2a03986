"""Labels in one column, their values in the next: spec lists without colons, with or without rulings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import takewhile

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.labelpairs import ALIGN_PT, MAX_LABEL_CHARS, MIN_KNOWN, NOT_IN_LABELS, is_label, joined_pair
from pipeline.backends.rules.text.placement import ROUNDING_PT, Edges, Levels, Placed, Rows
from pipeline.backends.rules.text.records import style_of
from pipeline.backends.rules.text.spacedlabels import with_spaced
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.text.stackedlabels import with_stacked
from pipeline.backends.rules.text.stepprices import pair_steps
from pipeline.backends.rules.values.forms import states_measure
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.geometry import Box

LABEL_REACH_EM = 0.9
LARGER = 1.2
REACH_UNDER_EM = 4.0
MIN_MEASURED = 4
MIN_SET_APART = 3
KNOWN_SHARE = 0.6
MEASURED_KINDS = frozenset((ValueKind.MEASURE, ValueKind.SIZE, ValueKind.NUMBER))
NO_LABELS = frozenset((ValueKind.CODE, ValueKind.BARCODE, ValueKind.PRICE))
TOLD_KINDS = frozenset((ValueKind.CODE, ValueKind.PRICE, ValueKind.SIZE))
MIN_ALIKE = 2
MAX_MEASURED_CHARS = 60

# A label joined to its value, and the pieces of both.
Pair = tuple[Fragment, list[Fragment]]


def pair_labels(
    fragments: Sequence[Fragment], headers: Headers, frames: Sequence[Box] = (), pictures: Sequence[Box] = ()
) -> list[Fragment]:
    """The fragments with every label joined to the value beside it, where neither the border of a card nor a picture stands between them;
    the rest as it was, in the order given."""
    fragments = with_spaced(fragments, headers)
    placed = Placed(with_stacked(list(fragments), headers), frames, pictures)
    for column in _label_columns(fragments, headers):
        present = [item for item in column if placed.has(item)]
        lists = [own for own in _pairs(_without_titles(present, headers), placed, headers) if _may_be_labelled(own, headers)]
        pairs = [pair for own in lists for pair in own]
        # Other words from the same edge have something beside them too, further down, at another place.
        for own in [pairs] if _are_labelled(pairs, headers) else [own for own in lists if _are_labelled(own, headers)]:
            placed.replace([piece for _, pieces in own for piece in pieces], [joint for joint, _ in own])
    _pair_prices(placed, headers)
    pair_steps(placed)
    return placed.rest()


def _may_be_labelled(pairs: Sequence[Pair], headers: Headers) -> bool:
    """Whether one of the labels is known or all might be some: figures before figures, under words nobody knows, and rows that begin with the
    label of the row before them are captions side by side."""
    if sum(_tell_alike(*joint.pair, headers) for joint, _ in pairs if joint.pair) >= MIN_ALIKE:
        return False
    labels = [joint.pair[0].text for joint, _ in pairs if joint.pair]
    return not any(map(NOT_IN_LABELS.search, labels)) or any(is_label(text, headers) for text in labels)


def _tell_alike(one: Span, other: Span, headers: Headers) -> bool:
    """Whether two texts are of one kind that no label is of, or begin with one label: `货号 K28` beside `货号 K17`."""
    kind = kind_of(one.text)
    if kind is kind_of(other.text) and kind in TOLD_KINDS:
        return True
    same = "".join(a for a, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one.text, other.text, strict=False)))
    return 1 < len(same) < len(one.text) and headers.lookup(same.strip()) is not None


def _are_labelled(pairs: Sequence[Pair], headers: Headers) -> bool:
    """Whether enough of the labels are known, or all look like labels beside their values."""
    joints = [joint for joint, _ in pairs]
    labels = [joint.pair[0].text for joint in joints if joint.pair]
    known = sum(is_label(text, headers) for text in labels)
    if known >= MIN_KNOWN or _are_measured(joints) or (known > 1 and known >= KNOWN_SHARE * len(joints)):
        return True
    return known > 0 and sum(_sounds_like_label(text, headers) for text in labels) >= 2 and _are_set_apart(joints)


def _pair_prices(placed: Placed, headers: Headers) -> None:
    """A label of prices with nothing but a price beside it or, set larger, under it, though no other label stands over or under it."""
    levels = Levels(placed.rest())
    for label in placed.rest():
        found = headers.lookup(label.text) if label.pair is None and is_label(label.text, headers) else None
        if found is None or found.attribute != "price":
            continue
        value = placed.rows.right_of(label.line.box, lambda item, label=label: placed.has(item) and placed.are_framed_alike(label, item))
        if value is None:
            value = next((item for item in _right_under(label, levels) if placed.has(item)), None)
        if value is not None and value.pair is None and kind_of(value.text) is ValueKind.PRICE:
            placed.replace([label, value], [joined_pair([label], [value])])


def _right_under(label: Fragment, levels: Levels) -> list[Fragment]:
    """What is set larger from the same edge or middle, with hardly a row's space between."""
    box, size = label.line.box, label.line.size_pt
    return [
        item
        for item in levels.between(box.y1, box.y1 + REACH_UNDER_EM * size)
        if item.line.size_pt >= LARGER * size
        and -0.5 * size <= item.line.box.y0 - box.y1 <= size
        and (abs(item.line.box.x0 - box.x0) <= ALIGN_PT or abs(item.line.box.center_x - box.center_x) <= ALIGN_PT)
    ]


def _without_titles(column: Sequence[Fragment], headers: Headers) -> list[Fragment]:
    """Words set larger or bolder than all known labels of a column head it; what stands beside them is another column's head, not their
    value. Codes and sums are no labels either."""
    known = [item.line for item in column if is_label(item.text, headers)]
    if not known:
        return list(column)
    largest, is_bold = max(line.size_pt for line in known), any(line.words[0].is_bold for line in known)
    fitting = [item for item in column if item.line.size_pt <= LARGER * largest and item.line.words[0].is_bold <= is_bold]
    return [item for item in fitting if kind_of(item.text) not in NO_LABELS or is_label(item.text, headers)]


def _sounds_like_label(text: str, headers: Headers) -> bool:
    """A known label, or words that end in one: `Case size`, `Power reserve`."""
    return is_label(text, headers) or (_is_wordy(text) and headers.lookup(text) is not None)


def _names_attribute(text: str, headers: Headers) -> bool:
    label = headers.lookup(text)
    return label is not None and label.is_exact and label.is_standard


def _label_columns(fragments: Sequence[Fragment], headers: Headers) -> list[list[Fragment]]:
    """Short fragments that begin (or end) at one x, of which some are known labels."""
    known = [item for item in fragments if item.pair is None and _sounds_like_label(item.text, headers)]
    columns = _columns_by_look(fragments)
    short = [item for item in fragments if len(item.text) <= MAX_LABEL_CHARS] if len(known) >= 2 else []
    for edge in (0, 2):
        starts = Counter(round(item.line.box[edge] / ALIGN_PT) for item in known)
        edges = Edges(short, edge)
        columns += [edges.near(start * ALIGN_PT, ALIGN_PT) for start, count in sorted(starts.items()) if count >= 2]
    return columns


def _columns_by_look(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """Words without figures under each other, each with a value to the right: labels in whatever language."""
    wordy = [item for item in fragments if item.pair is None and _is_wordy(item.text)]
    starts: dict[int, list[Fragment]] = {}
    for item in wordy:
        starts.setdefault(round(item.line.box.x0 / ALIGN_PT), []).append(item)
    columns = [column for _, column in sorted(starts.items()) if len(column) >= MIN_MEASURED]
    values = Rows([item for item in fragments if _is_measured(item.text)])
    return [column for column in columns if sum(values.right_of(item.line.box) is not None for item in column) >= MIN_MEASURED]


def _is_wordy(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return (
        letters >= 2 and len(text) <= MAX_LABEL_CHARS and not NOT_IN_LABELS.search(text.rstrip(":：")) and kind_of(text) is ValueKind.TEXT
    )


def _is_measured(text: str) -> bool:
    """A figure, or a few words around one with its unit: `Ø 317 mm, height 340 mm`, `1.5 W at 4.2 K`."""
    return kind_of(text) in MEASURED_KINDS or (len(text) <= MAX_MEASURED_CHARS and states_measure(text))


def _are_measured(joints: Sequence[Fragment]) -> bool:
    """Different words, or the same ones in the same order for each product, most of them with a measure beside them, none with a price."""
    placed = sorted((joint for joint in joints if joint.pair is not None), key=lambda joint: joint.line.box.y0)
    pairs = [joint.pair for joint in placed if joint.pair is not None]
    kinds = [kind_of(value.text) for _, value in pairs]
    labels = [label.text.casefold() for label, _ in pairs]
    measured = sum(_is_measured(value.text) for _, value in pairs)
    with_unit = sum(states_measure(value.text) for _, value in pairs)
    return (
        len(pairs) >= MIN_MEASURED
        and _come_in_turn(labels)
        and measured >= 0.5 * len(pairs)
        and with_unit >= 0.3 * len(pairs)
        and ValueKind.PRICE not in kinds
    )


def _are_set_apart(joints: Sequence[Fragment]) -> bool:
    """Different words in one look, and beside them values in one look of their own: where two are known labels, all of them are labels."""
    pairs = [joint.pair for joint in joints if joint.pair is not None]
    labels, values = {style_of(label.words) for label, _ in pairs}, {style_of(value.words) for _, value in pairs}
    are_different = len({label.text.casefold() for label, _ in pairs}) == len(pairs)
    return len(pairs) >= MIN_SET_APART and are_different and len(labels) == len(values) == 1 and labels != values


def _come_in_turn(labels: Sequence[str]) -> bool:
    period = len(set(labels))
    return period > 1 and all(label == labels[place % period] for place, label in enumerate(labels)) and len(labels) % period == 0


def _pairs(column: Sequence[Fragment], placed: Placed, headers: Headers) -> list[list[Pair]]:
    """Each value to the right with the label rows beside it; lists one under the other may have their values at different places. One list
    for each such place."""
    members = {id(item) for item in column}
    beside = [
        placed.rows.right_of(
            label.line.box,
            lambda item, label=label: placed.has(item) and id(item) not in members and placed.are_framed_alike(label, item),
        )
        for label in column
    ]
    starts = Counter(round(value.line.box.x0 / ALIGN_PT) for value in beside if value is not None)
    rows, reach = Levels(column), LABEL_REACH_EM * max((label.line.size_pt for label in column), default=0.0) + ROUNDING_PT
    found: list[list[Pair]] = []
    taken: set[int] = set()
    for start, _ in sorted(starts.items(), key=lambda item: (-item[1], item[0])):
        near = placed.edges.near(start * ALIGN_PT, 1.5 * ALIGN_PT)
        values = [item for item in near if placed.has(item) and id(item) not in taken and id(item) not in members]
        heights = [value.line.box.center_y for value in values]
        close = {number for height in heights for _, number in rows.placed(height - reach, height + reach)}
        free = [column[number] for number in sorted(close) if id(column[number]) not in taken]
        if not free:
            continue
        pairs = _pairs_with(free, sorted(values, key=lambda item: item.line.box.y0), placed, headers)
        pairs = [pair for pair in pairs if placed.is_one(pair[0])]
        taken |= {id(piece) for _, pieces in pairs for piece in pieces}
        found += [pairs] if pairs else []
    return found


def _pairs_with(column: Sequence[Fragment], values: Sequence[Fragment], placed: Placed, headers: Headers) -> list[Pair]:
    """The labels of a column with the values of another."""
    members = {id(item) for item in column}
    levels = Levels(values)
    beside: dict[int, list[Fragment]] = {}
    for label in column:
        if (nearest := _nearest_to(label, levels)) is not None and placed.are_framed_alike(label, nearest):
            beside.setdefault(id(nearest), []).append(label)
    found: list[list[Fragment]] = []
    opening: list[Fragment] = []
    for value, after in zip(values, [*values[1:], None], strict=True):
        labels = beside.get(id(value), [])
        if labels and not _names_attribute(value.text, headers) and value.line.box.x0 > max(label.line.box.x1 for label in labels):
            found.append([*labels, *opening, value])
        elif not labels and after is not None and _opens(value, after, beside.get(id(after), [])):
            opening = [value]
            continue
        elif not labels and found and _continues(found[-1][-1], value):
            found[-1].append(value)
        opening = []
    return [(joined_pair(*_parted(pieces, members)), pieces) for pieces in found]


def _parted(pieces: Sequence[Fragment], labels: Collection[int]) -> tuple[list[Fragment], list[Fragment]]:
    return [piece for piece in pieces if id(piece) in labels], [piece for piece in pieces if id(piece) not in labels]


def _nearest_to(label: Fragment, values: Levels) -> Fragment | None:
    """The value nearest to this label row, if it is no more than a row away."""
    middle, reach = label.line.box.center_y, LABEL_REACH_EM * label.line.size_pt
    near = [
        (distance, value.line.box.y0, place, value)
        for place, value in enumerate(values.between(middle - reach - ROUNDING_PT, middle + reach + ROUNDING_PT))
        if (distance := abs(value.line.box.center_y - middle)) <= reach
    ]
    return min(near)[3] if near else None


def _continues(above: Fragment, below: Fragment) -> bool:
    gap = below.line.box.y0 - above.line.box.y1
    return -1.0 <= gap <= 0.5 * above.line.size_pt and abs(above.line.size_pt - below.line.size_pt) < 0.5


def _opens(value: Fragment, after: Fragment, labels: Sequence[Fragment]) -> bool:
    """Whether a row is the first of two that have their label before the middle of both."""
    if len(labels) != 1 or not _continues(value, after):
        return False
    middle, box = labels[0].line.box.center_y, after.line.box
    return abs(middle - (value.line.box.y0 + box.y1) / 2) < abs(middle - box.center_y)
