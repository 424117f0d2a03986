"""Blocks of a table without borders: rows whose pieces stand under pieces of the rows before; a row of labels begins a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import pairwise
from operator import itemgetter
from statistics import median

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.column import holds_sums
from pipeline.backends.rules.tables.grids.lead import leaves_room
from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import has_currency
from pipeline.backends.rules.values.pricesteps import counts_goods, is_step
from pipeline.geometry import union
from pipeline.records import Line

ALIGN_PT = 2.2
LOOK_BACK_ROWS = 4
MAX_ROW_GAP_EM = 16.0
MAX_BLOCK_ROWS = 400
LEAST_PITCHES, LEAST_PITCH_EM = 4, 1.5
FAR_EM, FAR_ALIGNED_SHARE = 8.0, 0.5
MIN_HEAD_LABELS = 3
FACT_PIECES, MIN_FACTS, MIN_CODED = 2, 2, 2
AGAIN_SHARE = 0.7
LAST_BLOCKS = 6
LEAD_ROWS, EDGE_PIECES = 3, 2
MAX_LABEL_LINES, UPPER_REACH_EM = 2, 4.0
HEAD_SHARE = 0.6
MIN_HEADED_ROWS = 3
FOOT_GAP_RATIO = 1.5
TITLE_GAP_RATIO = 1.5
MIN_PORTIONS = 2
TITLE_SIZE_RATIO = 1.6
MIN_LABELS_OVER_TITLE = 2
LARGER = 1.3


def find_blocks(rows: Sequence[TextRow], headers: Headers) -> list[list[int]]:
    """Runs of rows that continue each other: at least two pieces stand exactly under two pieces of a row shortly before.

    A row that reads like a header begins a table, unless only header rows stand over it.
    """
    blocks: list[list[int]] = []
    closed = 0
    heads: set[int] = set()
    for index, row in enumerate(rows):
        if len(row.runs) < 2:
            continue
        upper: list[int] = []
        opening = (rows[at] for block in blocks[-LAST_BLOCKS:] for at in _opening(block))
        if is_head(row, headers) or _is_head_again(row, opening, headers) or _heads_sums(rows[index : index + 2], headers):
            upper = _upper_lines(rows, index)
            heads.update((*upper, index))
            is_next = any(not heads.issuperset(block) for block in blocks[closed:])
            blocks[closed:] = [kept for block in blocks[closed:] if (kept := [at for at in block if at not in upper])]
            if is_next:
                _drop_title(rows, blocks[closed:], upper[0] if upper else index)
                closed = len(blocks)
        # Those that went on last: titles between the rows of a table begin blocks, too, and would crowd it out.
        last = nlargest(LAST_BLOCKS, blocks[closed:], key=itemgetter(-1))
        home = next((block for block in last if _continues(rows, block, row, is_headed=heads.issuperset(block))), None)
        whole = [*(at for at in upper if len(rows[at].runs) > 1), index]
        if home is None or len(home) >= MAX_BLOCK_ROWS:
            blocks.append(whole)
        else:
            home.extend(whole)
    return [block for block in _woven(rows, blocks) if len(block) >= 2]


def facts_apart(rows: Sequence[TextRow], block: list[int], headers: Headers) -> list[list[int]]:
    """A block cut where rows of a label and its value give way to rows that begin with a code: their columns are not the same, though some
    edges may be."""
    end = next((place for place, at in enumerate(block) if not _is_fact(rows[at], headers)), len(block))
    known = sum(headers.lookup(rows[at].runs[0].text) is not None for at in block[:end])
    goods = [rows[at].runs[0] for at in block[end:]]
    if known < MIN_FACTS or len(goods) < MIN_CODED or not all(kind_of(first.text) is ValueKind.CODE for first in goods):
        return [block]
    # Labels in two lines over some of the columns are no facts.
    is_under = all(abs(rows[at].runs[0].box.x0 - goods[0].box.x0) <= ALIGN_PT for at in block[:end])
    return [block[:end], block[end:]] if is_under else [block]


def _is_fact(row: TextRow, headers: Headers) -> bool:
    if len(row.runs) != FACT_PIECES or headers.lookup(row.runs[1].text, is_whole=True) is not None:
        return False
    label = row.runs[0].text
    return headers.lookup(label) is not None or not any(map(str.isdigit, label))


def without_foot(rows: Sequence[TextRow], block: list[int], foot_y: float) -> list[int]:
    """The block without a last row in the foot of the page, in other pieces than its rows, that stands further off than any of them from the
    next or writes across their columns."""
    above, last = [rows[index] for index in block[:-1]], rows[block[-1]]
    if last.box.y0 < foot_y or len(above) < MIN_HEADED_ROWS or len(last.runs) == median([len(row.runs) for row in above]):
        return block
    farthest = max(below.box.y0 - row.box.y1 for row, below in pairwise(above))
    gap = last.box.y0 - above[-1].box.y1
    is_apart = gap > max(FOOT_GAP_RATIO * farthest, last.size_pt) or (gap > last.size_pt and _writes_across(last, above[-1]))
    return block[:-1] if is_apart else block


def without_lead(rows: Sequence[TextRow], block: list[int], head_y: float, headers: Headers) -> list[int]:
    """The block without first rows that stand apart from its columns: those in the head of the page over a title, and those of two pieces, one
    at each edge, as a title has with something said at the other end of its line. Where lines between the two reach over their height, these
    are a third piece in more lines than they have."""
    if len(block) > MIN_HEADED_ROWS and rows[block[0]].box.y1 <= head_y and _stands_over_title(rows, block, headers):
        block = block[1:]
    inner = [row for index in block if len((row := rows[index]).runs) > EDGE_PIECES]
    if len(inner) < MIN_HEADED_ROWS:
        return block
    left, right = min(row.box.x0 for row in inner), max(row.box.x1 for row in inner)
    start = 0
    while (
        start < LEAD_ROWS
        and _stands_at_edges(rows[block[start]], rows[block[start + 1]], left, right)
        and not _has_lines_between(rows, block[start])
    ):
        start += 1
    return block[start:]


def _stands_over_title(rows: Sequence[TextRow], block: Sequence[int], headers: Headers) -> bool:
    """Whether a title much larger than all rows of the block follows on the first of them: only labels would head columns from over it."""
    if is_head(rows[block[0]], headers, least=MIN_LABELS_OVER_TITLE):
        return False
    largest = max(rows[at].size_pt for at in block)
    return any(row.size_pt >= TITLE_SIZE_RATIO * largest for row in rows[block[0] + 1 : block[1]])


def _stands_at_edges(row: TextRow, below: TextRow, left: float, right: float) -> bool:
    is_apart = below.box.y0 - row.box.y1 > below.size_pt
    return len(row.runs) == EDGE_PIECES and is_apart and abs(row.box.x0 - left) <= ALIGN_PT and abs(row.box.x1 - right) <= ALIGN_PT


def _has_lines_between(rows: Sequence[TextRow], at: int) -> bool:
    return any(leaves_room(rows[at], rows[place].box) for place in (at - 1, at + 1) if 0 <= place < len(rows))


def _writes_across(row: TextRow, above: TextRow) -> bool:
    """Whether a piece of a row stands under two pieces of the one above it."""
    return any(sum(run.box.gap_x(piece.box) < 0 for piece in above.runs) > 1 for run in row.runs)


def is_head(row: TextRow, headers: Headers, *, least: int = MIN_HEAD_LABELS) -> bool:
    """Whether most pieces of a row are known labels; figures in it say how many a price is for, as do quantities beside the labels."""
    labels = [run.text for run in row.runs if not counts_goods(run.text)]
    if len(labels) < least:
        return False
    known = [text for text in labels if (label := headers.lookup(text)) is not None and label.is_exact]
    if any(char.isdecimal() for text in labels if text not in known for char in text):
        return False
    return len(known) >= least and len(known) >= HEAD_SHARE * len(labels)


def begin_with_head(rows: Sequence[TextRow], headers: Headers) -> bool:
    """Whether labels stand over rows of as many pieces, or words over rows with figures."""
    if len(rows) < MIN_HEADED_ROWS or len(rows[0].runs) < 2:
        return False
    figures = [[run for run in row.runs if any(map(str.isdigit, run.text))] for row in rows]
    return is_head(rows[0], headers, least=2) or (not figures[0] and all(len(row) > 1 for row in figures[1:]))


def _is_head_again(row: TextRow, opening: Iterable[TextRow], headers: Headers) -> bool:
    """Whether a row says from end to end what one that opens a table before it says, or, without figures, mostly so, or begins as that does, or
    begins and ends so: the other columns may be those of other variants. Labels in two lines around them leave few in their own."""
    texts = [run.text for run in row.runs]
    are_words = sum(not any(map(str.isdigit, text)) for text in texts) > len(texts) / 2
    if not are_words:
        return False
    # A figure or two may be part of a label: `Type 2 plug`, `69码`.
    may_differ = not _has_figures(row) and (len({*texts}) >= MIN_HEAD_LABELS or _head_columns(texts, headers))
    if not may_differ and len(texts) < MIN_HEAD_LABELS:
        return False
    for first in opening:
        before = [run.text for run in first.runs]
        if (texts == before and len(texts) >= MIN_HEAD_LABELS) or (
            may_differ and not _has_figures(first) and _is_said_again(texts, before)
        ):
            return True
    return False


def _head_columns(texts: Sequence[str], headers: Headers) -> bool:
    """Whether labels are among a few words, and no two of them say the same: in two languages they head texts beside each other."""
    labels = [label for text in texts if (label := headers.lookup(text, is_whole=True)) is not None]
    return bool(labels) and len({label.attribute for label in labels}) == len(labels)


def _opening(block: Sequence[int]) -> Sequence[int]:
    """The first rows of a block, more of them than labels in lines of their own have: the head of the page and a title may stand over them, with
    a word at the other end."""
    return block[: LEAD_ROWS + MAX_LABEL_LINES]


def _is_said_again(texts: Sequence[str], before: Sequence[str]) -> bool:
    if len({*texts}) < MIN_HEAD_LABELS:
        return texts == before and len({*texts}) == len(texts)
    if texts[:2] == before[:2] or (texts[0], texts[-1]) == (before[0], before[-1]):
        return True
    return len({*texts} & {*before}) >= AGAIN_SHARE * max(len(texts), len(before))


def _has_figures(row: TextRow) -> bool:
    return any(any(map(str.isdecimal, run.text)) for run in row.runs)


def _heads_sums(rows: Sequence[TextRow], headers: Headers) -> bool:
    """Whether a row says at its end how much the sums of the next one are for, `100 g`, `250 g`, behind words without figures. Sums behind a
    word for prices have their label: what stands over them is another thing told of the same goods."""
    head, below = rows[0], rows[1:]
    if not any(map(_has_figures, below)):
        return False
    if (label := headers.lookup(below[0].runs[0].text)) is not None and label.attribute == "price":
        return False
    portions = [run for run in head.runs if _is_portion(run.text)]
    if len(portions) < MIN_PORTIONS or any(char.isdigit() for run in head.runs if run not in portions for char in run.text):
        return False
    sums = [next((run.text for row in below for run in row.runs if run.box.gap_x(portion.box) < 0), "") for portion in portions]
    return head.runs[0] not in portions and all(sums) and all(holds_sums([text]) for text in sums)


def _is_portion(text: str) -> bool:
    """So much of something, `250 g`, `je 100 g`, `10 pcs`; a sum is none."""
    first, *others = text.split()
    amount = " ".join(others) if others and folded(first) in word_list("pack_words") else text
    return (kind_of(amount) is ValueKind.SIZE or is_step(amount)) and not has_currency(amount)


def _upper_lines(rows: Sequence[TextRow], index: int) -> list[int]:
    """The rows right over a head that reach down beside it: first lines of labels in two lines, set around the middle of the others."""
    first = index
    reach = UPPER_REACH_EM * rows[index].size_pt
    while first > 0 and rows[first - 1].box.y1 > rows[index].box.y0 and rows[first - 1].box.gap_x(rows[index].box) < reach:
        first -= 1
    return list(range(first, index))


def _drop_title(rows: Sequence[TextRow], blocks: Sequence[list[int]], head: int) -> None:
    """Take from the end of a block the row right over the next head that stands much nearer to it than to its own rows, or nearer and larger than
    all of them: a title, perhaps with something said at the other end of its line."""
    for block in blocks:
        if len(block) < MIN_HEADED_ROWS or block[-1] != head - 1:
            continue
        last, above = rows[block[-1]], [rows[at] for at in block[:-1]]
        gap, under = last.box.y0 - above[-1].box.y1, rows[head].box.y0 - last.box.y1
        pitches = [below.box.y0 - row.box.y1 for row, below in pairwise(above)]
        is_apart = gap > TITLE_GAP_RATIO * max([last.size_pt, *pitches, under])
        is_larger = gap > under and last.size_pt >= LARGER * median([row.size_pt for row in above])
        if (is_apart or is_larger) and len(last.runs) < median([len(row.runs) for row in above]):
            del block[-1]


def _woven(rows: Sequence[TextRow], blocks: Sequence[list[int]]) -> list[list[int]]:
    """With blocks put together whose rows stand between each other's: lines of cells that are set to different heights."""
    result: list[list[int]] = []
    for block in blocks:
        home = next((other for other in reversed(result[-6:]) if len(block) > 1 and _is_woven(rows, other, block)), None)
        if home is None:
            result.append(list(block))
        else:
            home[:] = sorted({*home, *block})
    return result


def _is_woven(rows: Sequence[TextRow], one: Sequence[int], two: Sequence[int]) -> bool:
    if len(one) < 2 or not one[0] < two[0] < one[-1]:
        return False
    first, second = union(rows[index].box for index in one), union(rows[index].box for index in two)
    return min(first.x1, second.x1) - max(first.x0, second.x0) >= 0.5 * min(first.width, second.width)


def _continues(rows: Sequence[TextRow], block: list[int], row: TextRow, *, is_headed: bool) -> bool:
    """Whether pieces of a row stand under those of rows before it; right under a head (`is_headed`) all of them may stand under its labels."""
    last = rows[block[-1]]
    gap = row.box.y0 - last.box.y1
    limit = MAX_ROW_GAP_EM * row.size_pt
    # Up to the least that is ever asked for, the pitches of all rows before need not be known.
    if len(block) >= 3 and gap > LEAST_PITCHES * LEAST_PITCH_EM * row.size_pt:
        limit = min(limit, _reach([rows[index] for index in block], row))
    if gap > limit:
        return False
    # Some pieces of a far row stand under others by chance.
    least = max(2, FAR_ALIGNED_SHARE * len(row.runs)) if gap > FAR_EM * row.size_pt and len(block) >= 3 else 2
    if is_headed and _stands_under(last.runs, row.runs):
        return True
    return any(_aligned(rows[index].runs, row.runs) >= least for index in block[-LOOK_BACK_ROWS:])


def _reach(before: Sequence[TextRow], row: TextRow) -> float:
    """How far below the rows before it a row may stand. Lines beside each other are of one row: they tell no pitch."""
    pitches = [below.box.y0 - above.box.y0 for above, below in pairwise(before) if below.box.y0 >= above.box.y1]
    if not pitches:
        return MAX_ROW_GAP_EM * row.size_pt
    # Rows of two lines each stand in turn close and apart: what came twice before is not too far.
    return max([LEAST_PITCHES * max(median(pitches), LEAST_PITCH_EM * row.size_pt), *sorted(pitches)[-2:-1]])


def _stands_under(labels: Sequence[Line], pieces: Sequence[Line]) -> bool:
    """Whether no two pieces share a label, and each label has one, or each piece and the first begins where its label does."""
    over = [[label for label in labels if label.box.gap_x(piece.box) < 0] for piece in pieces]
    named = [found[0] for found in over if len(found) == 1]
    if any(len(found) > 1 for found in over) or len({id(label) for label in named}) < len(named):
        return False
    begins = bool(named) and abs(named[0].box.x0 - pieces[0].box.x0) <= ALIGN_PT
    return len(named) == len(labels) or (len(named) == len(pieces) and begins)


def _aligned(above: Sequence[Line], below: Sequence[Line]) -> int:
    """How many pieces share a left edge, a right edge or a middle with a piece above."""
    count, start = 0, 0
    for run in below:
        for index in range(start, len(above)):
            a, b = above[index].box, run.box
            if abs(a.x0 - b.x0) <= ALIGN_PT or abs(a.x1 - b.x1) <= ALIGN_PT or abs(a.center_x - b.center_x) <= ALIGN_PT:
                count, start = count + 1, index + 1
                break
    return count
