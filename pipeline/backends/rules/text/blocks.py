"""Blocks: fragments that a reader takes for one paragraph or caption, held together by nearness, alignment and frames."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.geometry import Box, Columns, Tiles, union

GAP_EM = 1.3
SIZE_RATIO = 1.7
ALIGN_PT = 2.5
HEADING_RATIO = 3.5
MIN_HEADINGS = 2
KEY = re.compile(r"[A-Z]|\d{1,2}|[①-⑳]")
MIN_LED = 3
# So many rows behind dots, icons or bullets may stand between two at the edge.
INDENTED = 3
LIST_GAP_EM = 2.0
INDENT_EM = 5.0
# A caption above and below its picture, closer to it than to anything else.
MIN_AROUND = 3
AROUND_SHARE = 0.8
AROUND_GAP_EM = 1.4


@dataclass(frozen=True, slots=True)
class Block:
    """Fragments from top to bottom; `frame` is the card they stand in, if one is drawn."""

    fragments: tuple[Fragment, ...]
    frame: Box | None = None

    @property
    def box(self) -> Box:
        return union(fragment.line.box for fragment in self.fragments)

    @property
    def text(self) -> str:
        return "\n".join(fragment.text for fragment in self.fragments)


def build_blocks(fragments: Sequence[Fragment], pictures: Sequence[Box], frames: Sequence[Box]) -> list[Block]:
    """All fragments, each in exactly one block; blocks in reading order."""
    framed: dict[int, list[Fragment]] = {}
    loose: list[Fragment] = []
    placed = Tiles((frame, index) for index, frame in enumerate(frames))
    for fragment in fragments:
        box = fragment.line.box
        x, y = box.center_x, box.center_y
        home = next((index for index in placed.around(Box(x, y, x, y)) if frames[index].contains_point(x, y)), None) if frames else None
        if home is None or box.width > 1.15 * frames[home].width:
            loose.append(fragment)
        else:
            framed.setdefault(home, []).append(fragment)
    blocks = [Block(tuple(_from_top(group)), frames[home]) for home, group in framed.items()]
    framed_looks = [_look(block.fragments[0]) for block in blocks if _is_headed(block.fragments)]
    chains = _under_headings(_chains(_from_top(loose), pictures), pictures, framed_looks)
    blocks += [Block(tuple(chain)) for chain in _around_pictures(chains, pictures)]
    return sorted(_with_keys_apart(blocks), key=lambda block: (round(block.box.y0), block.box.x0))


def _with_keys_apart(blocks: Sequence[Block]) -> list[Block]:
    """Letters and numbers that stand over captions, each set larger than its text, and by themselves elsewhere: they lead to what is shown there,
    and tell nothing."""
    keyed = [block for block in blocks if KEY.fullmatch(block.fragments[0].text)]
    alone = {block.text for block in keyed if len(block.fragments) == 1}
    led = [block for block in keyed if _is_led(block) and block.fragments[0].text in alone]
    if len({block.fragments[0].text for block in led}) < max(MIN_LED, len(led)):
        return list(blocks)
    cut = {id(block) for block in led}
    parted = [Block(part, block.frame) for block in led for part in (block.fragments[:1], block.fragments[1:])]
    return [*(block for block in blocks if id(block) not in cut), *parted]


def _is_led(block: Block) -> bool:
    key, *text = (fragment.line.size_pt for fragment in block.fragments)
    return bool(text) and key > max(text[:-1] or text)


def _from_top(fragments: Sequence[Fragment]) -> list[Fragment]:
    """From top to bottom; on one baseline from left to right."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda item: (item.line.box.center_y, item.line.box.x0)):
        if rows and fragment.line.box.center_y - rows[-1][0].line.box.center_y <= 0.35 * rows[-1][0].line.box.height:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
    return [fragment for row in rows for fragment in sorted(row, key=lambda item: item.line.box.x0)]


def _chains(fragments: Sequence[Fragment], pictures: Sequence[Box]) -> list[list[Fragment]]:
    begun = _Chains()
    chains = begun.chains
    for fragment in fragments:
        fitting = [
            number for number in begun.open_to(fragment) if _follows(chains[number][-1], fragment, pictures, edges=_edges(chains[number]))
        ]
        best = min(fitting, key=lambda number: _distance(chains[number][-1].line.box, fragment.line.box), default=None)
        begun.add(fragment, best)
    return chains


class _Chains:
    """Chains as they grow from top to bottom, asked which of them may go on: those whose last row stands over the next one. A chain that
    was once left far above stays as it is."""

    def __init__(self) -> None:
        self.chains: list[list[Fragment]] = []
        self._columns = Columns()
        self._ends: tuple[set[int], set[int]] = (set(), set())
        self._since: list[int] = []
        self._tops = _Tops()

    def open_to(self, fragment: Fragment) -> list[int]:
        """Numbers of chains; where a list begins or ends, a chain may stand aside."""
        self._tops.note(fragment.line.box.y0)
        found: list[int] = []
        for number in sorted(self._columns.meeting(fragment.line.box) | self._ends[not fragment.is_point]):
            last = self.chains[number][-1]
            if self._tops.lowest_since(self._since[number]) - last.line.box.y1 > GAP_EM * 2 * max(last.line.size_pt, 8.0):
                self._leave(number)
            elif _may_follow(last, fragment):
                found.append(number)
        return found

    def add(self, fragment: Fragment, number: int | None) -> None:
        """To this chain, or to one of its own."""
        if number is None:
            number = len(self.chains)
            self.chains.append([])
            self._since.append(0)
        else:
            self._leave(number)
        self.chains[number].append(fragment)
        self._since[number] = self._tops.count
        self._columns.put(number, fragment.line.box)
        self._ends[fragment.is_point].add(number)

    def _leave(self, number: int) -> None:
        last = self.chains[number][-1]
        self._columns.take(number, last.line.box)
        self._ends[last.is_point].discard(number)


class _Tops:
    """The upper edges of rows as they come, of which one is asked for the lowest on the page since a certain row."""

    def __init__(self) -> None:
        self.count = 0
        self._numbers: list[int] = []
        self._tops: list[float] = []

    def note(self, top: float) -> None:
        while self._tops and self._tops[-1] <= top:
            self._tops.pop()
            self._numbers.pop()
        self._tops.append(top)
        self._numbers.append(self.count)
        self.count += 1

    def lowest_since(self, count: int) -> float:
        """Among those that came when so many had come before."""
        return self._tops[bisect_left(self._numbers, count)]


def _edges(chain: Sequence[Fragment]) -> Sequence[Fragment]:
    """The rows before the last one at whose edge the next one may begin; behind a list the one over it too."""
    rows = chain[-INDENTED - 1 : -1]
    if not chain[-1].is_point:
        return rows
    over = next((row for row in reversed(chain) if not row.is_point), None)
    return rows if over is None else [over, *rows]


def _is_headed(fragments: Sequence[Fragment]) -> bool:
    """Whether a block opens with a large name over small text."""
    first, *others = fragments
    sizes = [fragment.line.size_pt for fragment in others[:1]]
    return bool(sizes) and SIZE_RATIO < first.line.size_pt / max(sizes[0], 1.0) <= HEADING_RATIO


def _under_headings(
    chains: Sequence[list[Fragment]], pictures: Sequence[Box], framed: Sequence[tuple[float, bool, int]] = ()
) -> list[list[Fragment]]:
    """Large names with their small text under them, where a page sets several of them so; one alone may be a title over anything. `framed` are
    the looks of such names in cards."""
    below = Tiles((chain[0].line.box, chain) for chain in chains)
    least = min((chain[0].line.size_pt for chain in chains), default=0.0)
    headings = [chain for chain in chains if len(chain) == 1 and chain[0].line.size_pt >= 0.99 * SIZE_RATIO * least]
    pairs = [(over, under) for over in headings if (under := _close_under(over[0], below, pictures)) is not None]
    looks = Counter([*(_look(over[0]) for over, _ in pairs), *framed])
    joined = [(over, under) for over, under in pairs if looks[_look(over[0])] >= MIN_HEADINGS]
    led = {id(under): over for over, under in joined}
    leading = {id(over) for over, _ in joined}
    return [[*led.get(id(chain), ()), *chain] for chain in chains if id(chain) not in leading]


def _close_under(heading: Fragment, chains: Tiles[list[Fragment]], pictures: Sequence[Box]) -> list[Fragment] | None:
    """The text that begins close under a heading too large to be one with it."""
    line = heading.line
    x0, _, x1, y1 = line.box
    for chain in chains.around(Box(x0, y1 - line.size_pt, x1, y1 + GAP_EM * line.size_pt)):
        below = chain[0].line
        gap = below.box.y0 - line.box.y1
        is_smaller = SIZE_RATIO < line.size_pt / max(below.size_pt, 1.0) <= HEADING_RATIO
        if is_smaller and -0.6 * below.size_pt <= gap <= GAP_EM * below.size_pt and _aligned(line.box, below.box):
            return chain if not _parted(line.box, below.box, pictures) else None
    return None


def _around_pictures(chains: Sequence[list[Fragment]], pictures: Sequence[Box]) -> list[list[Fragment]]:
    """What stands over a picture and what stands under it as one caption, where nearly all pictures of a page are set so."""
    boxes = [union(fragment.line.box for fragment in chain) for chain in chains] if len(pictures) >= MIN_AROUND else []
    pairs: list[tuple[int, int]] = []
    placed = Tiles((box, index) for index, box in enumerate(boxes))
    reach = AROUND_GAP_EM * max((chain[0].line.size_pt for chain in chains), default=0.0) + 0.1
    for picture in pictures if boxes else ():
        close = [index for index in placed.around(picture.expanded(reach)) if _is_at(boxes[index], chains[index][0].line.size_pt, picture)]
        over = max((index for index in close if boxes[index].center_y < picture.center_y), key=lambda index: boxes[index].y1, default=None)
        under = min((index for index in close if boxes[index].center_y > picture.center_y), key=lambda index: boxes[index].y0, default=None)
        if over is not None and under is not None:
            pairs.append((over, under))
    taken = [index for pair in pairs for index in pair]
    if len(pairs) < max(MIN_AROUND, AROUND_SHARE * len(pictures)) or len(taken) != len(set(taken)):
        return list(chains)
    below = dict(pairs)
    lower = set(below.values())
    return [[*chain, *(chains[below[index]] if index in below else ())] for index, chain in enumerate(chains) if index not in lower]


def _is_at(box: Box, size_pt: float, picture: Box) -> bool:
    """Right over or under the picture, and no wider than it."""
    is_in_column = picture.x0 - size_pt <= box.x0 and box.x1 <= picture.x1 + size_pt
    return is_in_column and -0.5 * size_pt <= box.gap_y(picture) <= AROUND_GAP_EM * size_pt


def _look(fragment: Fragment) -> tuple[float, bool, int]:
    word = fragment.line.words[0]
    return round(fragment.line.size_pt, 1), word.is_bold, word.color


def _may_follow(above: Fragment, below: Fragment) -> bool:
    """Whether it stands under it at all, or a list begins or ends: said at once of all columns of a row but one."""
    a0, _, a1, _ = above.line.box
    b0, _, b1, _ = below.line.box
    return (b0 <= a1 and a0 <= b1) or above.is_point != below.is_point


def _follows(above: Fragment, below: Fragment, pictures: Sequence[Box], *, edges: Sequence[Fragment]) -> bool:
    """The next row of the block: in line with the row above it, or with the rows before that one where it is set in."""
    if above.is_point != below.is_point and _begins_or_ends_list(above, below, edges):
        return not _parted(above.line.box, below.line.box, pictures)
    a, b = above.line, below.line
    gap = b.box.y0 - a.box.y1
    large, small = max(a.size_pt, b.size_pt), max(min(a.size_pt, b.size_pt), 1.0)
    if not -0.6 * small <= gap <= GAP_EM * small or large / small > SIZE_RATIO:
        return False
    if b.box.center_y - a.box.center_y < 0.5 * small or a.words[0].direction != b.words[0].direction:
        return False
    in_line = _aligned(a.box, b.box) or (a.box.gap_x(b.box) < 0 and any(_at_edge(a.box, edge.line.box, b.box) for edge in edges))
    return in_line and not _parted(a.box, b.box, pictures)


def _begins_or_ends_list(above: Fragment, below: Fragment, edges: Sequence[Fragment]) -> bool:
    """Points are set in, with some space over and under their list."""
    size = min(above.line.size_pt, below.line.size_pt)
    gap = below.line.box.y0 - above.line.box.y1
    if not 0 <= gap <= LIST_GAP_EM * size or max(above.line.size_pt, below.line.size_pt) > SIZE_RATIO * size:
        return False
    if below.is_point:
        return -ALIGN_PT <= below.line.box.x0 - above.line.box.x0 <= INDENT_EM * size
    return any(not edge.is_point and abs(edge.line.box.x0 - below.line.box.x0) <= ALIGN_PT for edge in edges)


def _at_edge(indented: Box, edge: Box, box: Box) -> bool:
    """Back at the edge from which the row between was set in, as behind dots of colour or an icon."""
    return abs(edge.x0 - box.x0) <= ALIGN_PT < indented.x0 - box.x0


def _aligned(a: Box, b: Box) -> bool:
    if abs(a.x0 - b.x0) <= ALIGN_PT or abs(a.center_x - b.center_x) <= ALIGN_PT or abs(a.x1 - b.x1) <= ALIGN_PT:
        return a.gap_x(b) < 0
    return -a.gap_x(b) >= 0.6 * min(a.width, b.width)


def _parted(a: Box, b: Box, pictures: Sequence[Box]) -> bool:
    """A picture stands between the two."""
    if b.y0 - a.y1 < 1.0:
        return False
    band = Box(max(a.x0, b.x0), a.y1, max(min(a.x1, b.x1), max(a.x0, b.x0) + 1.0), b.y0)
    return any(picture.intersection(band) is not None and picture.y1 <= b.y1 for picture in pictures)


def _distance(a: Box, b: Box) -> float:
    return min(abs(a.x0 - b.x0), abs(a.center_x - b.center_x)) + 0.5 * max(0.0, b.y0 - a.y1)
