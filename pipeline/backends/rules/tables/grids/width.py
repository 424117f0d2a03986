"""How wide a table is, where the rules under its rows tell: what stands beside them is another text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.page.findings import once_a_page
from pipeline.geometry import Box
from pipeline.records import PageContent, Word

MIN_RULES = 3
SAME_PT = 2.0
# Rows with a picture in each stand as far apart.
MAX_PITCH_PT = 120.0
MAX_PITCH_RATIO = 3.0
# The head has its rule or its bar under it; it may be as high as two rows of text.
HEAD_ROWS = 2.2
MAX_HEAD_ROW_PT = 30.0
MAX_WIDTH_SHARE = 0.75


def words_by_rules(content: PageContent, words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words between rules of one length, for each such table that has other text beside it."""
    for area in _ruled_areas(content):
        level = [word for word in words if area.y0 <= word.box.center_y <= area.y1]
        inside = [word for word in level if area.x0 - SAME_PT <= word.box.x0 and word.box.x1 <= area.x1 + SAME_PT]
        # A word across the edge shows that the rules do not bound the text.
        crossing = [
            word for word in level if word.box.x0 < area.x0 - SAME_PT < word.box.x1 or word.box.x0 < area.x1 + SAME_PT < word.box.x1
        ]
        if inside and len(inside) < len(level) and not crossing:
            yield inside


@once_a_page
def _ruled_areas(content: PageContent) -> list[Box]:
    """Stacks of level rules that begin and end at the same places, with room for a head over them."""
    level = [ruling.box for ruling in content.rulings if ruling.is_horizontal]
    rules = [box for box in level if box.width < MAX_WIDTH_SHARE * content.width_pt]
    stacks: list[list[Box]] = []
    for rule in sorted(rules, key=lambda box: box.y0):
        home = next((stack for stack in stacks if _goes_on(stack, rule)), None)
        if home is None:
            stacks.append([rule])
        else:
            home.append(rule)
    areas = []
    for stack in stacks:
        if len(stack) >= MIN_RULES and not any(_reaches_out(rule, stack) for rule in level):
            pitch = median([below.y0 - above.y0 for above, below in pairwise(stack)])
            areas.append(Box(stack[0].x0, stack[0].y0 - HEAD_ROWS * min(pitch, MAX_HEAD_ROW_PT), stack[0].x1, stack[-1].y1 + 1.0))
    return areas


def _reaches_out(rule: Box, stack: Sequence[Box]) -> bool:
    """Whether a longer rule among these shows that the table is wider: they part the rows of a group, it parts the groups."""
    first, last = stack[0], stack[-1]
    is_among = first.y0 < rule.y0 < last.y0 and rule.x0 < first.x1 and rule.x1 > first.x0
    return is_among and (rule.x0 < first.x0 - SAME_PT or rule.x1 > first.x1 + SAME_PT)


def _goes_on(stack: Sequence[Box], rule: Box) -> bool:
    last = stack[-1]
    if abs(last.x0 - rule.x0) > SAME_PT or abs(last.x1 - rule.x1) > SAME_PT or not 1.0 < rule.y0 - last.y0 <= MAX_PITCH_PT:
        return False
    return len(stack) < 2 or rule.y0 - last.y0 <= MAX_PITCH_RATIO * (last.y0 - stack[-2].y0)
