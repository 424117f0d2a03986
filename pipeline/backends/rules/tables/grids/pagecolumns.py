"""Tables set in columns of the page, each with a head of its own: their rows stand at different heights and are put together column by column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.backends.rules.values.forms import folded
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of
from pipeline.geometry import Box
from pipeline.records import Line

NAMED_BY = ("model", "name")
MIN_HEADS = 3
MIN_LABELS = 2
# So many labels again beside themselves need not come time after time.
MIN_WHOLE_LABELS = 3
MIN_SIDE_ROWS = 3
# A name and what it costs.
PAIR = 2
PRICED_SHARE = 0.8
LEVEL_SHARE = 0.5
SAME_EDGE_PT = 4.0
MIN_GUTTER_PT = 7.0
ROWS_UNDER_HEAD = 3
# A page with more rows is one long list.
MAX_ROWS = 400
SUMS = frozenset((ValueKind.PRICE, ValueKind.NUMBER))


def gutter(rows: Sequence[TextRow], headers: Headers) -> float | None:
    """Where the second column of the page begins: the same label begins heads side by side, not all of them at the same height, or whole
    heads come again beside each other time after time, or once over rows of which titles part one side alone; or lists of facts stand side by
    side under the same labels, or lists of codes or of names and what they cost."""
    if len(rows) > MAX_ROWS:
        return None
    for heads in _heads(rows, headers).values():
        columns = _columns(heads)
        for (left, lefts), (right, rights) in pairwise(sorted(columns.items())):
            are_level = set(lefts) == set(rights)
            if are_level and not all(_comes_again(rows[number], right) for number in lefts):
                continue
            cut = _cut(rows, lefts + rights, left, right, headers)
            alone = ([rows[number] for number in numbers] for numbers in (set(lefts) ^ set(rights), set(lefts) - set(rights)))
            if cut is None or any(_tears_heads(heads, cut, headers) for heads in alone):
                continue
            if len(lefts) + len(rights) >= MIN_HEADS or _go_apart(rows[lefts[0] :], cut):
                return cut
    return _between_lists(rows, headers) or _between_codes(rows) or _between_priced(rows)


def _tears_heads(alone: Sequence[TextRow], cut: float, headers: Headers) -> bool:
    """Whether every one of these heads, with the label on one side alone, has labels on both: tables under each other, of which not all columns
    are as wide, or which begin at different edges."""
    sides = [{run.box.center_x < cut for run in row.runs if headers.lookup(run.text, is_whole=True) is not None} for row in alone]
    return bool(sides) and all(len(side) > 1 for side in sides)


def _between_codes(rows: Sequence[TextRow]) -> float | None:
    """Before the second edge at which codes begin behind what the goods of the first cost, where the titles of sections part one side beside rows
    of the other."""
    edges: dict[float, list[int]] = {}
    for number, row in enumerate(rows):
        for before, run in pairwise(row.runs if is_coded(row.runs[0].text) else ()):
            if kind_of(before.text) in SUMS and is_coded(run.text):
                edge = next((edge for edge in edges if abs(edge - run.box.x0) <= SAME_EDGE_PT), run.box.x0)
                edges.setdefault(edge, []).append(number)
    edge, numbers = max(edges.items(), key=lambda pair: len(pair[1]), default=(0.0, []))
    if len(numbers) < MIN_SIDE_ROWS:
        return None
    cut = edge - SAME_EDGE_PT
    beside = [run.box for number in numbers for run in rows[number].runs if run.box.x0 < cut]
    sides = [(_pieces(row, cut, is_left=True), _pieces(row, cut, is_left=False)) for row in rows[numbers[0] :]]
    goes_apart = any(min(side) <= 1 and max(side) >= MIN_WHOLE_LABELS for side in sides)
    return cut if goes_apart and edge - max(box.x1 for box in beside) >= MIN_GUTTER_PT else None


def _between_priced(rows: Sequence[TextRow]) -> float | None:
    """Before the second edge at which words begin that are led to a sum, where the rows of the two lists stand at heights of their own."""
    edges: dict[float, list[TextRow]] = {}
    for row in rows:
        if len(row.runs) == PAIR:
            edge = next((edge for edge in edges if abs(edge - row.runs[0].box.x0) <= SAME_EDGE_PT), row.runs[0].box.x0)
            edges.setdefault(edge, []).append(row)
    lists = sorted((edge, pairs) for edge, pairs in edges.items() if len(pairs) >= MIN_SIDE_ROWS)
    for (_, lefts), (right, rights) in pairwise(lists):
        priced = [row for row in lefts if _is_priced(row)] if all(map(_is_priced, rights)) else []
        beside = [row for row in priced if rights[0].box.y0 <= row.box.center_y <= rights[-1].box.y1]
        # The title of the page and what stands at its other end are two pieces, too.
        if len(beside) >= MIN_SIDE_ROWS and len(priced) >= PRICED_SHARE * len(lefts):
            return right - SAME_EDGE_PT if right - max(row.box.x1 for row in priced) >= MIN_GUTTER_PT else None
    return None


def _is_priced(row: TextRow) -> bool:
    name, amount = row.runs
    return kind_of(amount.text) is ValueKind.PRICE and kind_of(name.text) not in SUMS


def _between_lists(rows: Sequence[TextRow], headers: Headers) -> float | None:
    """Before the second edge at which several labels begin that stand under each other at a first one as well, each before its value."""
    edges: dict[float, dict[str, int]] = {}
    for number, row in enumerate(rows):
        for run, value in pairwise(row.runs):
            label = headers.lookup(run.text, is_whole=True)
            if label is None or not label.is_exact or headers.lookup(value.text, is_whole=True) is not None:
                continue
            edge = next((edge for edge in edges if abs(edge - run.box.x0) <= SAME_EDGE_PT), run.box.x0)
            edges.setdefault(edge, {}).setdefault(folded(run.text), number)
    lists = sorted((edge, labels) for edge, labels in edges.items() if len(labels) >= MIN_LABELS)
    for (_, lefts), (right, rights) in pairwise(lists):
        again = lefts.keys() & rights.keys()
        if len(again) >= MIN_LABELS and len(again) >= LEVEL_SHARE * max(len(lefts), len(rights)):
            numbers = [labels[text] for labels in (lefts, rights) for text in again]
            beside = [run.box for row in rows[min(numbers) : max(numbers) + 1] for run in row.runs if run.box.x0 < right - SAME_EDGE_PT]
            return right - SAME_EDGE_PT if right - max(box.x1 for box in beside) >= MIN_GUTTER_PT else None
    return None


def drawn_gutter(rows: Sequence[TextRow], uprights: Sequence[Box]) -> Box | None:
    """The upright rule between two columns of the page: no text runs over it, and the rows left and right of it stand at heights of their own."""
    for rule in uprights if len(rows) <= MAX_ROWS else ():
        beside = [row for row in rows if rule.y0 <= row.box.center_y <= rule.y1]
        sides = [(_pieces(row, rule.center_x, is_left=True), _pieces(row, rule.center_x, is_left=False)) for row in beside]
        lefts, rights = sum(left >= MIN_LABELS for left, _ in sides), sum(right >= MIN_LABELS for _, right in sides)
        level = sum(min(side) >= MIN_LABELS for side in sides)
        if min(lefts, rights) < MIN_SIDE_ROWS or level > LEVEL_SHARE * min(lefts, rights):
            continue
        if not any(run.box.x0 < rule.center_x < run.box.x1 for row in beside for run in row.runs):
            return rule
    return None


def _go_apart(rows: Sequence[TextRow], cut: float) -> bool:
    """Whether under a whole head that comes again titles part the rows of one side, level with rows of the other."""
    sides = [(_pieces(row, cut, is_left=True), _pieces(row, cut, is_left=False)) for row in rows]
    has_whole_head = min(sides[0]) >= MIN_WHOLE_LABELS
    return has_whole_head and any(min(side) == 1 and max(side) >= MIN_WHOLE_LABELS for side in sides)


def _pieces(row: TextRow, cut: float, *, is_left: bool) -> int:
    return sum((run.box.center_x < cut) == is_left for run in row.runs)


def parts_of(rows: Sequence[TextRow], cut: float) -> Iterator[tuple[list[TextRow], bool]]:
    """Rows one after the other that are cut or not, and whether they are: text that runs over the gutter parts them."""
    held: list[TextRow] = []
    was_open = False
    for row in rows:
        is_open = not any(run.box.x0 < cut < run.box.x1 for run in row.runs)
        if held and is_open != was_open:
            yield held, was_open
            held = []
        held.append(row)
        was_open = is_open
    if held:
        yield held, was_open


def _heads(rows: Sequence[TextRow], headers: Headers) -> dict[str, list[tuple[int, Line]]]:
    """The labels that say what goods are called, with the rows they stand in."""
    found: dict[str, list[tuple[int, Line]]] = {}
    for number, row in enumerate(rows):
        for run in row.runs:
            label = headers.lookup(run.text)
            if label is not None and label.is_exact and label.attribute in NAMED_BY:
                found.setdefault(folded(run.text), []).append((number, run))
    return {text: heads for text, heads in found.items() if len(heads) > 1}


def _columns(heads: Sequence[tuple[int, Line]]) -> dict[float, list[int]]:
    """The rows of the labels that begin at one edge, by that edge."""
    columns: dict[float, list[int]] = {}
    for number, run in heads:
        edge = next((edge for edge in columns if abs(edge - run.box.x0) <= SAME_EDGE_PT), run.box.x0)
        columns.setdefault(edge, []).append(number)
    return columns


def _comes_again(row: TextRow, right: float) -> bool:
    """Whether all labels of a head come again from this place on: two tables side by side, not two columns of one."""
    lefts = [folded(run.text) for run in row.runs if run.box.x0 < right - SAME_EDGE_PT]
    rights = [folded(run.text) for run in row.runs if run.box.x0 >= right - SAME_EDGE_PT]
    return len(lefts) >= MIN_LABELS and lefts == rights[: len(lefts)]


def _labels(row: TextRow, left: float, right: float, headers: Headers) -> Iterator[Line]:
    """The labels of a head on the left: what is known as one, and what comes again in the head beside it."""
    again = {folded(run.text) for run in row.runs if run.box.x0 >= right - SAME_EDGE_PT}
    beside = (run for run in row.runs if left <= run.box.x0 < right - SAME_EDGE_PT)
    return (run for run in beside if headers.lookup(run.text) is not None or folded(run.text) in again)


def _cut(rows: Sequence[TextRow], numbers: Sequence[int], left: float, right: float, headers: Headers) -> float | None:
    """The first stretch without text between the end of the heads on the left and the heads on the right."""
    end = max((run.box.x1 for number in numbers for run in _labels(rows[number], left, right, headers)), default=left)
    runs = [run.box for row in rows[min(numbers) : max(numbers) + ROWS_UNDER_HEAD] for run in row.runs]
    between = sorted(box for box in runs if end < box.x1 and box.x0 < right and not (box.x0 <= left and box.x1 >= right))
    for box in [*between, Box(right, 0.0, right, 0.0)]:
        if box.x0 - end >= MIN_GUTTER_PT:
            return (end + box.x0) / 2
        end = max(end, box.x1)
    return None
