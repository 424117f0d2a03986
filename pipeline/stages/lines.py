"""Words to lines in reading order, whatever order the content stream has: baselines, gaps and columns decide."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from statistics import median

from pipeline.geometry import Box, Tiles, union
from pipeline.records import Line, Ruling, Word
from pipeline.stages.justified import fuse_justified
from pipeline.stages.leftwards import in_reading_direction, is_leftwards
from pipeline.stages.stacked import fuse_stacked

NEXT_ROW_SHARE = 0.2
BASELINE_TOLERANCE = 0.3
LINE_GAP_EM = 1.3
HUGE = 2.0
SPACED_GAP_EM = 1.0
MIN_SPACED_LETTERS = 4
MIN_NUMBERED_LETTERS = 3
COLUMN_GAP_EM = 1.2
MIN_IN_COLUMN = 2
MAX_CUT_DEPTH = 14
MAX_BADGE_PT = 40.0
BADGE_EM = 2.5
FIRST_WIDE = "\u1100"
LEVEL_SHARE = 0.95

BY_PLACE = attrgetter("box")

# A line with the edges and the middles of its box, which every cut through the page asks for.
_Spread = tuple[float, float, float, float, float, float, Line]


def is_wide(char: str) -> bool:
    """Characters of scripts that are written without spaces."""
    return char >= FIRST_WIDE and unicodedata.east_asian_width(char) in "WF" and unicodedata.category(char)[0] in "LNPS"


def joined(left: str, right: str) -> str:
    """Two pieces of running text as one: no space between characters of scripts that use none."""
    if not left or not right:
        return left or right
    return left + right if is_wide(left[-1]) and is_wide(right[0]) else f"{left} {right}"


def text_of(words: Sequence[Word]) -> str:
    """Words of one line as a reader would type them: what touches is written together."""
    text = ""
    previous: Word | None = None
    for word in words:
        if previous is not None and _touch(previous, word):
            text = joined(text, word.text) if _is_in_next_row(previous, word) else text + word.text
        else:
            text = f"{text} {word.text}" if text else word.text
        previous = word
    return text


def make_line(words: Sequence[Word]) -> Line:
    if len(words) == 1:
        return Line(words=tuple(words), box=words[0].box, text=words[0].text)
    words = in_reading_direction(words)
    return Line(words=tuple(words), box=union([word.box for word in words]), text=text_of(words))


def find_lines(
    words: Sequence[Word], rulings: Sequence[Ruling], page: Box, grounds: Sequence[Box] = ()
) -> tuple[tuple[Word, ...], tuple[Line, ...]]:
    """The words, letter-spaced ones put together, and their lines in reading order. `grounds` are filled shapes that words may stand on."""
    words = fuse_stacked(words, page)
    level = [word for word in words if word.direction[0] > LEVEL_SHARE]
    turned = [word for word in words if not is_level(word)] if len(level) < len(words) else []
    borders = _Borders(rulings, grounds)
    lines: list[Line] = []
    for row in fuse_justified(list(_rows(level))):
        lines.extend([make_line(run) for run in _runs(_unspaced(row), borders)])
    ordered = reading_order(lines)
    ordered.extend(_turned_lines(turned))
    return tuple(word for line in ordered for word in line.words), tuple(ordered)


def is_level(word: Word) -> bool:
    return word.direction[0] > LEVEL_SHARE


def is_slanted(word: Word) -> bool:
    """Neither level nor upright, as watermarks are set."""
    along, down = word.direction
    return abs(along) > 0.1 < abs(down)


def reading_order(lines: Sequence[Line]) -> list[Line]:
    """Columns from left to right, each from top to bottom; what spans them comes before or after, as it stands."""
    ordered = sorted(lines, key=lambda line: (line.box.y0, line.box.x0))
    spread = [(*line.box, line.box.center_x, line.box.center_y, line) for line in ordered]
    return [line for *_, line in _cut(spread, MAX_CUT_DEPTH)]


def _touch(left: Word, right: Word) -> bool:
    gap = (
        right.box.x0 - left.box.x1
        if left.direction[0] > LEVEL_SHARE and not (is_leftwards(left) or is_leftwards(right))
        else _gap_along(left, right)
    )
    size = left.size_pt if left.size_pt < right.size_pt else right.size_pt
    # Asked of every two words that follow each other: most scripts part them by spaces.
    return gap < 0.1 * size or (gap < 0.5 * size and left.text[-1] >= FIRST_WIDE and is_wide(left.text[-1]) and is_wide(right.text[0]))


def _is_in_next_row(word: Word, following: Word) -> bool:
    """A title may go on in the row below; lowered figures stand beside their letters."""
    return is_level(word) and following.box.y0 >= word.box.y1 - NEXT_ROW_SHARE * word.box.height


def _gap_along(left: Word, right: Word) -> float:
    return max(left.box.gap_x(right.box), left.box.gap_y(right.box))


def _rows(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Words on one baseline, left to right. Measured against the row's first word, so that slight steps never chain."""
    row: list[Word] = []
    anchor = 0.0
    for base, _, number in sorted([(word.baseline, word.box, number) for number, word in enumerate(words)]):
        word = words[number]
        if row and base - anchor > BASELINE_TOLERANCE * min(word.size_pt, row[0].size_pt):
            yield sorted(row, key=BY_PLACE)
            row = []
        if not row:
            anchor = base
        row.append(word)
    if row:
        yield sorted(row, key=BY_PLACE)


class _Borders:
    """Vertical rulings and the edges of badges, asked whether one stands between two words."""

    def __init__(self, rulings: Sequence[Ruling], grounds: Sequence[Box]) -> None:
        self._badges = Tiles((box, box) for box in grounds if box.height <= MAX_BADGE_PT)
        self._vertical = sorted((r.box.center_x, r.box.y0, r.box.y1) for r in rulings if not r.is_horizontal)
        self._xs = [x for x, _, _ in self._vertical]

    def between(self, left: Word, right: Word) -> bool:
        start, end = bisect_left(self._xs, left.box.x1 - 1.0), bisect_right(self._xs, right.box.x0 + 1.0)
        if start < end:
            y = (left.box.center_y + right.box.center_y) / 2
            if any(y0 <= y <= y1 for _, y0, y1 in self._vertical[start:end]):
                return True
        # Another ground asks for another colour, said at once of nearly all words that have none.
        return left.color != right.color and (self._is_badge(left, right) or self._is_badge(right, left))

    def _is_badge(self, word: Word, beside: Word) -> bool:
        """`NEW` in white on red behind a title: on a ground of its own, made for it, which the word beside it is not on."""
        x, y = word.box.center_x, word.box.center_y
        under = [box for box in self._badges.around(word.box) if box.contains_point(x, y) and box.height <= BADGE_EM * word.size_pt]
        return any(not box.contains_point(beside.box.center_x, beside.box.center_y) for box in under)


def _runs(row: Sequence[Word], borders: _Borders) -> Iterator[list[Word]]:
    run: list[Word] = [row[0]]
    reach = row[0].box.x1
    for word in row[1:]:
        gap = word.box.x0 - reach
        if gap > LINE_GAP_EM * _reaching_size(run[-1], word) or borders.between(run[-1], word):
            yield run
            run, reach = [], word.box.x1
        run.append(word)
        reach = max(reach, word.box.x1)
    yield run


def _reaching_size(left: Word, right: Word) -> float:
    """By whose letters the gap between two words is measured: the larger ones, but a huge figure does not reach small text far off."""
    one, other = left.size_pt, right.size_pt
    return one if one == other else min(max(one, other), HUGE * min(one, other))


def _unspaced(row: list[Word]) -> list[Word]:
    """Letters set apart for looks become words again; gaps well above the usual one part them."""
    result: list[Word] = []
    index = 0
    while index < len(row):
        end = _spaced_end(row, index) if len(row[index].text) == 1 else index
        if end - index >= MIN_SPACED_LETTERS and _is_spelled(letters := row[index:end]):
            result.extend(_spelled_words(letters))
        else:
            end = index + 1
            result.append(row[index])
        index = end
    return result


def _spaced_end(row: Sequence[Word], start: int) -> int:
    """End of the run of single characters from here that stand close enough to be one heading."""
    end = start
    while end < len(row) and len(row[end].text) == 1:
        if end > start and row[end].box.x0 - row[end - 1].box.x1 > 2 * SPACED_GAP_EM * row[end].size_pt:
            break
        end += 1
    return end


def _is_spelled(letters: Sequence[Word]) -> bool:
    gaps = [b.box.x0 - a.box.x1 for a, b in pairwise(letters)]
    usual = median(gaps)
    alphabetic = sum(word.text.isalpha() for word in letters)
    close = sum(gap <= 1.35 * usual + 0.5 for gap in gaps)
    if not 0 < usual <= SPACED_GAP_EM * letters[0].size_pt or close < 0.7 * len(gaps):
        return False
    return alphabetic >= 0.7 * len(letters) or (alphabetic > 0 and _is_numbered(list(_spelled_words(letters))))


def _is_numbered(words: Sequence[Word]) -> bool:
    """`L I D O   1 5 0`: a word and its number, each with a gap of its own before it."""
    return (
        len(words) > 1
        and words[0].text.isalpha()
        and len(words[0].text) >= MIN_NUMBERED_LETTERS
        and all(word.text.isalnum() for word in words)
    )


def _spelled_words(letters: Sequence[Word]) -> Iterator[Word]:
    usual = median([b.box.x0 - a.box.x1 for a, b in pairwise(letters)])
    group = [letters[0]]
    for before, letter in pairwise(letters):
        if letter.box.x0 - before.box.x1 > 1.6 * usual + 0.5:
            yield _fused(group)
            group = []
        group.append(letter)
    yield _fused(group)


def _fused(group: Sequence[Word]) -> Word:
    return replace(group[0], text="".join(word.text for word in group), box=union(word.box for word in group))


def _turned_lines(words: Sequence[Word]) -> Iterator[Line]:
    """Turned text, line by line along its own direction."""
    remaining = sorted(words, key=lambda word: (word.direction, _across(word), _along(word)))
    group: list[Word] = []
    for word in remaining:
        if group and not _continues(group[-1], word):
            yield make_line(group)
            group = []
        group.append(word)
    if group:
        yield make_line(group)


def _along(word: Word) -> float:
    return round(word.box.center_x * word.direction[0] + word.box.center_y * word.direction[1], 2)


def _across(word: Word) -> float:
    return round((word.box.center_y * word.direction[0] - word.box.center_x * word.direction[1]) / max(word.size_pt, 1.0))


def _continues(left: Word, right: Word) -> bool:
    same_row = left.direction == right.direction and abs(_across(left) - _across(right)) <= 1
    return same_row and _gap_along(left, right) <= LINE_GAP_EM * max(left.size_pt, right.size_pt)


def _cut(lines: list[_Spread], depth: int) -> list[_Spread]:
    """Part the lines at the clearest empty band and order the parts. Lines come from the top down: only columns change their order, and a
    column has two lines at least, beside two others."""
    if len(lines) < 2 * MIN_IN_COLUMN or depth == 0:
        return lines
    column = _widest_gap(sorted([(x0, x1) for x0, _, x1, _, _, _, _ in lines]))
    if column is not None and column[1] >= COLUMN_GAP_EM * median([line.size_pt for *_, line in lines]):
        left = [spread for spread in lines if spread[4] < column[0]]
        right = [spread for spread in lines if spread[4] >= column[0]]
        if min(len(left), len(right)) >= MIN_IN_COLUMN and _stand_beside(left, right):
            return _cut(left, depth - 1) + _cut(right, depth - 1)
    row = _widest_gap([(y0, y1) for _, y0, _, y1, _, _, _ in lines])
    if row is None:
        return lines
    above = [spread for spread in lines if spread[5] < row[0]]
    below = [spread for spread in lines if spread[5] >= row[0]]
    return _cut(above, depth - 1) + _cut(below, depth - 1)


def _stand_beside(left: Sequence[_Spread], right: Sequence[_Spread]) -> bool:
    (top, bottom), (other_top, other_bottom) = _heights(left), _heights(right)
    return min(bottom, other_bottom) - max(top, other_top) >= 0.4 * min(bottom - top, other_bottom - other_top)


def _heights(lines: Sequence[_Spread]) -> tuple[float, float]:
    return min([spread[1] for spread in lines]), max([spread[3] for spread in lines])


def _widest_gap(spans: list[tuple[float, float]]) -> tuple[float, float] | None:
    """Middle and width of the widest empty band between the spans, which come by where they begin."""
    middle, width = 0.0, 0.0
    reach = spans[0][1]
    for start, end in spans:
        if start - reach > width:
            middle, width = (start + reach) / 2, start - reach
        if end > reach:
            reach = end
    return (middle, width) if width else None
