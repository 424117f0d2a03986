"""Words written downwards, sign under sign: tabs of chapters in the margin, and titles beside pictures. `马`, `赛` and `克` are no three lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from pipeline.geometry import Box, union
from pipeline.records import Word

MARGIN_SHARE = 0.08
MIN_SIGNS = 2
ALIGN_EM = 0.15
MIN_STEP_EM, MAX_STEP_EM = 0.9, 2.2
EVEN_EM = 0.15
ALONE_EM = 1.5
FIRST_WIDE = "\u2e80"
DOWNWARDS = (0.0, 1.0)
# A title stands within the page, set larger than most of it and closer than signs in the rows of a list.
TITLE_RATIO = 1.3
MAX_TITLE_STEP_EM = 1.4


def fuse_stacked(words: Sequence[Word], page: Box) -> list[Word]:
    """The words, signs under each other as one: at the left or the right edge of the page it runs downwards, as what is turned there does;
    within the page it is a title, read like any other."""
    lone = [word for word in words if word.text >= FIRST_WIDE and len(word.text) == 1]
    stacks = list(_stacks(lone)) if len(lone) >= MIN_SIGNS else []
    if not stacks:
        return list(words)
    own = {id(word) for stack in stacks for word in stack}
    usual = median([word.size_pt for word in words if id(word) not in own] or [0.0])
    # Asked of all words of the page only for stacks that look like one.
    fused = [(stack, word) for stack in stacks if (word := _fused(stack, page, usual)) is not None and _stands_alone(stack, words)]
    taken = {id(word) for stack, _ in fused for word in stack}
    return [*(word for word in words if id(word) not in taken), *(word for _, word in fused)]


def _fused(stack: Sequence[Word], page: Box, usual_pt: float) -> Word | None:
    first, middle, margin = stack[0], stack[0].box.center_x, MARGIN_SHARE * page.width
    whole = replace(first, text="".join(word.text for word in stack), box=union(word.box for word in stack), descent_pt=None)
    if middle <= page.x0 + margin or middle >= page.x1 - margin:
        return replace(whole, direction=DOWNWARDS)
    is_close = stack[1].box.y0 - first.box.y0 <= MAX_TITLE_STEP_EM * first.size_pt
    return whole if is_close and first.size_pt >= TITLE_RATIO * usual_pt else None


def _stacks(signs: Sequence[Word]) -> Iterator[list[Word]]:
    """Signs of one look at even steps under each other."""
    stack: list[Word] = []
    for sign in sorted(signs, key=lambda word: (round(word.box.center_x), word.box.y0)):
        if stack and not _goes_on(stack, sign):
            if len(stack) >= MIN_SIGNS:
                yield stack
            stack = []
        stack.append(sign)
    if len(stack) >= MIN_SIGNS:
        yield stack


def _goes_on(stack: Sequence[Word], sign: Word) -> bool:
    last, size = stack[-1], sign.size_pt
    is_alike = (last.size_pt, last.color, last.is_bold) == (size, sign.color, sign.is_bold)
    step = sign.box.y0 - last.box.y0
    if not is_alike or abs(sign.box.center_x - last.box.center_x) > ALIGN_EM * size or not MIN_STEP_EM * size <= step <= MAX_STEP_EM * size:
        return False
    return all(abs(below.box.y0 - above.box.y0 - step) <= EVEN_EM * size for above, below in pairwise(stack))


def _stands_alone(stack: Sequence[Word], words: Sequence[Word]) -> bool:
    """With nothing close beside it: signs in a column of a table have their rows."""
    around = union(word.box for word in stack).expanded(ALONE_EM * stack[0].size_pt)
    own = {id(word) for word in stack}
    return not any(id(word) not in own and around.intersection(word.box) is not None for word in words)
