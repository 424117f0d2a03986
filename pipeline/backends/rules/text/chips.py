"""Dots of colour side by side or under each other, each with its name behind it, or patches in a row, each with its name under it: the colours
that one product comes in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.placement import Levels
from pipeline.backends.rules.text.records import Fact, Style, style_of
from pipeline.backends.rules.text.spans import Span, line_span, listed_spans
from pipeline.backends.rules.values.colors import names_color
from pipeline.geometry import Box, Tiles
from pipeline.records import Line, PageContent, PictureKind
from pipeline.stages.lines import make_line

# Higher than a bullet, no higher than two lines; as wide as high, or little more.
MIN_CHIP_EM, MAX_CHIP_EM, MAX_STRETCH = 0.75, 2.5, 2.5
MIN_CHIP_PT, MAX_CHIP_PT, MAX_CHIPS = 3.0, 64.0, 1500
# A patch with its name under it may be larger.
MAX_PATCH_EM, MAX_PATCH_STRETCH, PATCH_GAP_EM, MIDDLE_PT = 5.0, 3.0, 1.4, 2.0
BEHIND_EM = 1.2
NEXT_EM = 3.0
PITCH_EM = 2.2
TOLD_EM = 12.0
LABEL_GAP_EM = 1.2
EDGE_PT = 3.0
MIN_NAMES, KNOWN_SHARE, MAX_WORDS = 2, 0.5, 3


@dataclass(frozen=True, slots=True)
class _Chipped:
    """A name and the dot before it, or the patch over it."""

    fragment: Fragment
    chip: Box
    is_under: bool = False


def with_chip_rows(fragments: Sequence[Fragment], content: PageContent, headers: Headers) -> list[Fragment]:
    """The fragments, with the names of each row of dots as one list, under the label over it or before it."""
    found = _color_rows(fragments, content)
    if not found:
        return list(fragments)
    levels = Levels(fragments)
    rows = [row for row in found if not any(_goes_on_below(one, row, levels) for one in row[1:])]
    joined: dict[int, Fragment] = {}
    dropped: set[int] = set()
    for row in rows:
        label = _label_of(row, fragments, headers)
        joined[id(row[0].fragment)] = _listed(row, label)
        dropped |= {id(one.fragment) for one in row[1:]} | ({id(label)} if label is not None else set())
    return [joined.get(id(item), item) for item in fragments if id(item) not in dropped]


def listed_behind_dots(lines: Sequence[Line], content: PageContent) -> frozenset[int]:
    """The numbers of the lines that go on in a row of dots: they stand where the names before them end, and begin no column."""
    rows = _color_rows([Fragment(line, (number,)) for number, line in enumerate(lines)], content)
    return frozenset(number for row in rows for one in row[1:] for number in one.fragment.parents)


def _color_rows(fragments: Sequence[Fragment], content: PageContent) -> list[list[_Chipped]]:
    """Lists of names behind dots or under patches. Where most names of the page are known, the others are colours too, also by themselves."""
    chips = _small_grounds(content)
    if chips is None:
        return []
    chipped = [one for item in fragments if (one := _chipped(item, chips)) is not None]
    behind = [one for one in chipped if not one.is_under]
    found = _stacked(_rows(behind), fragments, content) if len(behind) >= MIN_NAMES else []
    found += _patch_rows([one for one in chipped if one.is_under])
    rows = [row for row in found if len(row) >= MIN_NAMES]
    is_sure = _are_known([one for row in rows for one in row])
    listed = [row for row in rows if is_sure or _are_known(row)]
    looks = {_look(row[0]) for row in listed}
    return listed + [row for row in found if len(row) < MIN_NAMES and _look(row[0]) in looks and _are_known(row)] if listed else []


def _look(one: _Chipped) -> tuple[Style, int]:
    """How a name and its dot are set: what comes in one colour has one dot, set as those of its neighbours."""
    return style_of(one.fragment.line.words), round(one.chip.height)


def _patch_rows(chipped: Sequence[_Chipped]) -> list[list[_Chipped]]:
    """Names under patches side by side; where the next row of patches follows right under them, it is a chart of what may be had."""
    rows = _rows(chipped)
    return [row for row in rows if not any(_makes_chart(row, other) for other in rows if other is not row)]


def _makes_chart(row: Sequence[_Chipped], other: Sequence[_Chipped]) -> bool:
    upper, lower = sorted((row[0], other[0]), key=lambda one: one.chip.y0)
    gap = lower.chip.y0 - upper.fragment.line.box.y1
    return abs(upper.chip.x0 - lower.chip.x0) <= EDGE_PT and gap <= NEXT_EM * upper.fragment.line.size_pt


@found_once
def _small_grounds(content: PageContent) -> Tiles[Box] | None:
    """What is drawn as small as a dot of colour; so many of them are a drawing."""
    small = [box for box in content.grounds if MIN_CHIP_PT <= box.height <= MAX_CHIP_PT and MIN_CHIP_PT <= box.width <= MAX_CHIP_PT]
    return Tiles((box, box) for box in small) if 0 < len(small) <= MAX_CHIPS else None


def _chipped(item: Fragment, chips: Tiles[Box]) -> _Chipped | None:
    if len(item.line.words) > MAX_WORDS or any(map(str.isdigit, item.text)):
        return None
    box, size = item.line.box, item.line.size_pt
    before = Box(box.x0 - BEHIND_EM * size, box.y0, box.x0, box.y1)
    dot = next((chip for chip in chips.around(before) if _is_chip(chip, size) and _stands_before(chip, before)), None)
    if dot is not None:
        return _Chipped(item, dot)
    over = Box(box.x0, box.y0 - PATCH_GAP_EM * size, box.x1, box.y0)
    patch = next((chip for chip in chips.around(over) if _is_patch(chip, size) and _stands_over(chip, item)), None)
    return _Chipped(item, patch, is_under=True) if patch is not None else None


def _is_patch(box: Box, size: float) -> bool:
    return size <= box.height <= MAX_PATCH_EM * size and box.height / MAX_STRETCH <= box.width <= MAX_PATCH_STRETCH * box.height


def _stands_over(patch: Box, item: Fragment) -> bool:
    """Right over a name, from one edge with it or about one middle."""
    box = item.line.box
    is_near = -1.0 <= box.y0 - patch.y1 <= PATCH_GAP_EM * item.line.size_pt
    return is_near and (abs(patch.x0 - box.x0) <= MIDDLE_PT or abs(patch.center_x - box.center_x) <= MIDDLE_PT)


def _is_chip(box: Box, size: float) -> bool:
    width, height = box.x1 - box.x0, box.y1 - box.y0
    return MIN_CHIP_EM * size <= height <= MAX_CHIP_EM * size and height / MAX_STRETCH <= width <= MAX_STRETCH * height


def _stands_before(chip: Box, before: Box) -> bool:
    return before.x0 <= chip.x1 <= before.x1 + 1.0 and before.y0 <= chip.center_y <= before.y1


def _rows(chipped: Sequence[_Chipped]) -> list[list[_Chipped]]:
    rows: list[list[_Chipped]] = []
    for one in sorted(chipped, key=lambda one: (round(one.fragment.line.box.center_y), one.fragment.line.box.x0)):
        if rows and _is_next(rows[-1][-1], one):
            rows[-1].append(one)
        else:
            rows.append([one])
    return rows


def _stacked(rows: Sequence[list[_Chipped]], fragments: Sequence[Fragment], content: PageContent) -> list[list[_Chipped]]:
    """With rows put together that follow each other from one edge, unless something with figures is told behind one of their names."""
    if len(rows) < MIN_NAMES:
        return list(rows)
    # What begins at the edge of a picture is another caption.
    edges = {round(picture.box.x0) for picture in content.pictures if picture.kind is not PictureKind.VECTOR}
    levels = Levels([item for item in fragments if round(item.line.box.x0) not in edges])
    stacks: list[list[list[_Chipped]]] = []
    for row in rows:
        home = next((stack for stack in stacks if _is_under(stack[-1][0], row[0])), None)
        if home is not None and not any(_is_told_of(one[-1], levels) for one in (home[-1], row)):
            home.append(row)
        else:
            stacks.append([row])
    return [[one for row in stack for one in row] for stack in stacks]


def _is_under(above: _Chipped, below: _Chipped) -> bool:
    one, two = above.fragment.line, below.fragment.line
    is_alike = abs(above.chip.x0 - below.chip.x0) <= EDGE_PT and style_of(one.words) == style_of(two.words)
    return is_alike and 0 < two.box.center_y - one.box.center_y <= PITCH_EM * one.size_pt


def _is_told_of(last: _Chipped, levels: Levels) -> bool:
    """Whether a code, a size or a price stands behind the last name of a row: each row is then about one colour."""
    box, size = last.fragment.line.box, last.fragment.line.size_pt
    level = levels.between(box.center_y - 0.4 * size, box.center_y + 0.4 * size)
    return any(0 < item.line.box.x0 - box.x1 <= TOLD_EM * size and any(map(str.isdigit, item.text)) for item in level)


def _is_next(left: _Chipped, right: _Chipped) -> bool:
    one, two = left.fragment.line, right.fragment.line
    is_level = abs(one.box.center_y - two.box.center_y) <= 0.35 * one.size_pt and style_of(one.words) == style_of(two.words)
    start = left.chip.x1 if left.is_under else one.box.x1
    is_alike = not left.is_under or abs(left.chip.width - right.chip.width) + abs(left.chip.height - right.chip.height) <= EDGE_PT
    return is_level and is_alike and -1.0 <= right.chip.x0 - start <= NEXT_EM * one.size_pt


def _are_known(names: Sequence[_Chipped]) -> bool:
    """Whether enough names are known: beside them, what stands behind a dot is a colour by whatever name."""
    return sum(names_color(one.fragment.text) for one in names) >= KNOWN_SHARE * len(names)


def _goes_on_below(one: _Chipped, row: Sequence[_Chipped], levels: Levels) -> bool:
    """Whether something else stands under a name at its edge, as its code does: then each is told of by itself."""
    box, size = one.fragment.line.box, one.fragment.line.size_pt
    listed = {id(other.fragment) for other in row}
    below = [item for item in levels.between(box.y1, box.y1 + 1.5 * size) if id(item) not in listed]
    return any(
        min(abs(item.line.box.x0 - box.x0), abs(item.line.box.x0 - one.chip.x0), abs(item.line.box.center_x - box.center_x)) <= EDGE_PT
        for item in below
    )


def _label_of(row: Sequence[_Chipped], fragments: Sequence[Fragment], headers: Headers) -> Fragment | None:
    return next((item for item in fragments if item.pair is None and _is_label(item, row[0], headers)), None)


def _is_label(item: Fragment, first: _Chipped, headers: Headers) -> bool:
    """A word for colours right over the first dot, at its edge, or right before it."""
    box, chip, size = item.line.box, first.chip, item.line.size_pt
    is_over = -1.0 <= chip.y0 - box.y1 <= LABEL_GAP_EM * size and abs(box.x0 - chip.x0) <= EDGE_PT
    is_before = 0 <= chip.x0 - box.x1 <= NEXT_EM * size and box.y0 <= chip.center_y <= box.y1
    label = headers.lookup(item.text.rstrip(":： ")) if is_over or is_before else None
    return label is not None and label.is_exact and label.attribute == "color"


def _listed(row: Sequence[_Chipped], label: Fragment | None) -> Fragment:
    names = [one.fragment for one in row]
    value = listed_spans([line_span(item.line) for item in names])
    whole = [*([label] if label is not None else []), *names]
    pair = (_bare(label), value) if label is not None else None
    return replace(
        names[0],
        line=make_line([word for item in names for word in item.line.words]),
        parents=tuple(parent for item in whole for parent in item.parents),
        pair=pair,
        span=value,
        facts=(Fact(0, len(value.text), "color"),),
    )


def _bare(label: Fragment) -> Span:
    span = line_span(label.line)
    return span.part(0, len(span.text.rstrip(":： ")))
