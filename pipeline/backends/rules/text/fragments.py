"""Lines as they stand in one column: broken rows are mended, captions that nearly touch their neighbours are parted."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterable, Sequence, Set
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.text.records import Fact
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import is_code
from pipeline.frozen import record
from pipeline.geometry import Bands, Box
from pipeline.records import Line, TextSource, Word
from pipeline.stages.lines import make_line

START_TOLERANCE_PT = 0.7
START_COLUMN_PT = 8.0
ROUNDING_PT = 0.01
REACH_EM = 4.5
WIDE_GAP_RATIO = 1.35
MEND_GAP_EM = 0.9
OTHER_SIZE = 0.15
MIN_OTHER = 2
APART_EM = 0.5
VALUE_REACH_EM = 6.0
MIN_COLUMN_LINES = 4
PICTURE_REACH_EM = 1.5
PICTURE_EDGE_PT = 1.5
SCANNED_EDGE_EM = 0.9
MIN_PICTURE_GAP_PT = 2.0
# Running text may pass over the start of a column by chance; captions do not end like sentences.
SENTENCE = re.compile(r"\w{3,}[.!?]$|\w{4,}[.!?]\s+\w|[。！？，]")


# Left edge, top, size and number of a row.
Start = tuple[float, float, float, int]


@record(frozen=True, slots=True)
class Fragment:
    """A piece of a row, with the numbers of the lines it was made from. Where layout sets label and value apart, `pair` holds them;
    where figures of different size make one amount, `span` is how it reads. `is_point` says that a bullet stands before it, `facts` are the
    parts of a row that lists them."""

    line: Line
    parents: tuple[int, ...]
    pair: tuple[Span, Span] | None = None
    span: Span | None = None
    is_point: bool = False
    facts: tuple[Fact, ...] = ()

    @property
    def text(self) -> str:
        return self.line.text


def cut_lines(lines: Sequence[Line], pictures: Sequence[Box] = (), inner: Collection[int] = ()) -> list[Fragment]:
    """Every line in one or more fragments. `inner` are the numbers of lines that begin no column, though they stand by themselves."""
    # Twice: a piece that closes the gap between two others joins one of them in the first round, the other in the second.
    mended = _mend(_mend([Fragment(line, (index,)) for index, line in enumerate(lines)]))
    starts = _Starts([item.line for item in mended], {number for number, item in enumerate(mended) if item.parents[0] in inner})
    fragments: list[Fragment] = []
    rows = Bands((box, box) for box in pictures)
    for item, cuts in zip(mended, _column_cuts([item.line for item in mended], starts), strict=True):
        pieces = _pieces(item.line, cuts or (_between_pictures(item.line, rows) if len(pictures) > 1 else []))
        fragments.extend(Fragment(piece, item.parents) for piece in pieces)
    return fragments


def _column_cuts(lines: Sequence[Line], starts: _Starts) -> list[list[int]]:
    """Where lines are cut at the columns around them. A column goes on in the lines that are cut there: the next row down its list may stand too
    far from those that begin in it by themselves."""
    may_be_cut = [len(line.words) > 1 and SENTENCE.search(line.text) is None for line in lines]
    found = [_cuts(line, index, starts) if may_be_cut[index] else [] for index, line in enumerate(lines)]
    if starts.add((line.words[place], index) for index, line in enumerate(lines) for place in found[index]):
        found = [
            cuts if cuts or not may_be_cut[index] else _cuts(line, index, starts, is_wide=True)
            for index, (line, cuts) in enumerate(zip(lines, found, strict=True))
        ]
    return found


def _between_pictures(line: Line, pictures: Bands[Box]) -> list[int]:
    """Word positions at the gaps between the pictures of a row that the line runs along, where no word reaches into any of them."""
    reach = PICTURE_REACH_EM * line.size_pt
    column = [box for box in pictures.beside(line.box.expanded(reach)) if -line.box.gap_x(box) > START_TOLERANCE_PT]
    over = [box for box in column if abs(line.box.y0 - box.y1) <= reach]
    row = sorted(over or [box for box in column if abs(box.y0 - line.box.y1) <= reach], key=lambda box: box.x0)
    cuts = []
    edge = _edge(line)
    for left, right in pairwise(row):
        number = next((place for place, word in enumerate(line.words) if word.box.x0 >= right.x0 - edge), 0)
        is_parted = number > 0 and line.words[number - 1].box.x1 <= left.x1 + edge and right.x0 - left.x1 > MIN_PICTURE_GAP_PT
        if not is_parted or not _is_at_edge(line.words[number - 1], line.words[number], left, right, edge):
            return []
        cuts.append(number)
    return cuts


def _edge(line: Line) -> float:
    """How near to a picture's edge a word must stand. Words of a scan stand where they are guessed within their row: then the codes of captions
    are asked for."""
    is_guessed = line.words[0].source is TextSource.OCR and any(is_code(word.text) for word in line.words[1:])
    return SCANNED_EDGE_EM * line.size_pt if is_guessed else PICTURE_EDGE_PT


def _is_at_edge(last: Word, first: Word, left: Box, right: Box, edge: float) -> bool:
    """Set flush with a picture: by chance a space falls between two pictures, not on their edges."""
    return abs(last.box.x1 - left.x1) <= edge or abs(first.box.x0 - right.x0) <= edge


def _mend(fragments: Sequence[Fragment]) -> list[Fragment]:
    """Scripts of different height on one row may arrive as several lines that lie between each other; they are one."""
    mended: list[Fragment] = []
    ends: list[float] = []
    for fragment in sorted(fragments, key=lambda item: (round(item.line.box.center_y / 3), item.line.box.x0)):
        # Nearly all that stand in one row stand apart.
        start = fragment.line.box.x0 - MEND_GAP_EM * fragment.line.size_pt - ROUNDING_PT
        near = [place for place in range(len(mended) - 1, max(-1, len(mended) - 12), -1) if ends[place] >= start]
        index = next((place for place in near if _one_row(mended[place], fragment)), None)
        if index is None:
            mended.append(fragment)
            ends.append(fragment.line.box.x1)
            continue
        before = mended.pop(index)
        del ends[index]
        words = sorted((*before.line.words, *fragment.line.words), key=lambda word: word.box.x0)
        mended.append(Fragment(make_line(words), before.parents + fragment.parents))
        ends.append(mended[-1].line.box.x1)
    return mended


def _one_row(left: Fragment, right: Fragment) -> bool:
    a, b = left.line, right.line
    small = a.size_pt if a.size_pt < b.size_pt else b.size_pt
    if not -0.2 * small <= a.box.gap_x(b.box) <= MEND_GAP_EM * small:
        return False
    level = abs(a.box.center_y - b.box.center_y) <= 0.25 * small and max(a.size_pt, b.size_pt) <= 1.15 * small
    return level and a.words[0].direction == b.words[0].direction == (1.0, 0.0)


def _pieces(line: Line, cuts: Sequence[int]) -> list[Line]:
    if not cuts:
        return [line]
    bounds = [0, *cuts, len(line.words)]
    return [make_line(line.words[start:end]) for start, end in pairwise(bounds)]


def _cuts(line: Line, index: int, starts: _Starts, *, is_wide: bool = False) -> list[int]:
    """Word positions at which lines just above or below begin, where this line visibly goes on into the next column; `is_wide` asks for a gap there."""
    support = [starts.near(word, index) for word in line.words]
    hits = [number for number, count in enumerate(support) if number and count]
    if not support[0]:
        return _other_captions(line, starts)
    if not hits:
        # What begins here is then the end of a row of captions, under another one.
        begun = starts.on_page(line.words[0])
        return [number for number in _other_captions(line, starts) if starts.on_page(line.words[number]) > begun]
    gaps = [right.box.x0 - left.box.x1 for left, right in zip(line.words, line.words[1:], strict=False)]
    usual = median([gap for position, gap in enumerate(gaps) if position + 1 not in hits] or [0.28 * line.size_pt])
    sure = [
        number
        for number in hits
        if (support[number] > 1 and not is_wide) or gaps[number - 1] > max(WIDE_GAP_RATIO * usual, 0.3 * line.size_pt)
    ]
    return hits if len(hits) > 1 or sure else []


def _other_captions(line: Line, starts: _Starts) -> list[int]:
    """Word positions at which the next caption begins behind what ends one at its right edge, as a price does: where columns begin all
    over the page."""
    return [number for number in _set_apart(line) if starts.on_page(line.words[number]) >= MIN_COLUMN_LINES]


def _set_apart(line: Line) -> list[int]:
    """Word positions at which another text than the one before begins."""
    return [number for number, (left, right) in enumerate(pairwise(line.words), start=1) if _is_set_apart(left, right)]


def _is_set_apart(left: Word, right: Word) -> bool:
    """Whether a word begins another text than the one before it: further than a space away and set otherwise in two of weight, size and colour."""
    other_size = abs(left.size_pt - right.size_pt) > OTHER_SIZE * min(left.size_pt, right.size_pt)
    is_other = (left.is_bold != right.is_bold) + other_size + (left.color != right.color) >= MIN_OTHER
    return is_other and right.box.x0 - left.box.x1 > APART_EM * max(left.size_pt, right.size_pt)


def _beside_labels(lines: Sequence[Line]) -> set[int]:
    """The numbers of the lines that follow a label with a colon in its own row."""
    labels = Bands((line.box, line.box) for line in lines if line.text.endswith((":", "：")))
    return {
        index
        for index, line in enumerate(lines)
        if any(
            0 <= line.box.x0 - label.x1 <= VALUE_REACH_EM * line.size_pt and -line.box.gap_y(label) > 0.5 * label.height
            for label in labels.beside(line.box)
        )
    }


class _Starts:
    """Where lines begin: in narrow columns, each from top to bottom. A value beside its label begins nothing: by chance a space of the name
    over it stands at its edge."""

    def __init__(self, lines: Sequence[Line], inner: Set[int]) -> None:
        self._columns: dict[int, list[Start]] = {}
        others = _beside_labels(lines) | inner
        starts = ((line.box.y0, line.box.x0, line.size_pt, index) for index, line in enumerate(lines) if index not in others)
        for start in sorted(starts):
            self._columns.setdefault(int(start[1] // START_COLUMN_PT), []).append(start)
        self._apart = sorted(line.words[number].box.x0 for line in lines for number in _set_apart(line))

    def add(self, words: Iterable[tuple[Word, int]]) -> bool:
        """Further places where a column goes on, each with the number of its line; whether there are any."""
        found = sorted((word.box.y0, word.box.x0, word.size_pt, index) for word, index in words)
        for start in found:
            insort(self._columns.setdefault(int(start[1] // START_COLUMN_PT), []), start)
        return bool(found)

    def near(self, word: Word, index: int) -> int:
        """How many other lines within a few lines of this one begin where this word does."""
        x, y, reach, alike = word.box.x0, word.box.y0, REACH_EM * word.size_pt, 0.12 * word.size_pt
        left, right = x - START_TOLERANCE_PT, x + START_TOLERANCE_PT
        count = 0
        for column in range(int(left // START_COLUMN_PT), int(right // START_COLUMN_PT) + 1):
            starts = self._columns.get(column, ())
            place = bisect_left(starts, (y - reach - ROUNDING_PT,))
            while place < len(starts) and starts[place][0] <= y + reach + ROUNDING_PT:
                other_y, other_x, size, other = starts[place]
                # In one size: the columns under a title are not the title's.
                count += left <= other_x <= right and other != index and abs(other_y - y) <= reach and abs(size - word.size_pt) <= alike
                place += 1
        return count

    def on_page(self, word: Word) -> int:
        """How many lines anywhere on the page begin where this word does, which is set apart, or have others that are."""
        left, right = word.box.x0 - START_TOLERANCE_PT, word.box.x0 + START_TOLERANCE_PT
        columns = range(int(left // START_COLUMN_PT), int(right // START_COLUMN_PT) + 1)
        begun = sum(left <= x <= right for column in columns for _, x, _, _ in self._columns.get(column, ()))
        return begun + bisect_right(self._apart, right) - bisect_left(self._apart, left) - 1
