"""Lists in which each row names something and what it costs in one run of text: behind a bullet or a number, or with a dash before the sum.

Their sums stand at no common edge, so that nothing but the shape of the rows tells them: `• Ground coffee 1 kg — £13.80`, `104 Roma $2.95`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby, pairwise

from pipeline.backends.rules.lists.panels import Panel, Piece, PricedLine
from pipeline.backends.rules.text.spans import line_span
from pipeline.backends.rules.values.kinds import BULLET, Kind, bare_kind, read_price
from pipeline.records import Line

MIN_ROWS = 4
NAMED = (Kind.TEXT, Kind.COLOR, Kind.MATERIAL, Kind.MODEL)
SIGN = re.compile(r"\s*[•·▪■●◆►▶✓✔➤‣◦]\s*")
DASH = re.compile(r"\s+[—–=-]\s+")
SPACE = re.compile(r"\s+")
# A space that parts the thousands of one figure.
GROUPED = re.compile(r"(?<![\d.,])\d{1,3}\s\d{3}$")
NUMBERED = re.compile(r"\s*(?:[A-Z]{1,5}[-./]?)?\d[\w./-]*\s+(?=[^\W\d_]{2})")
ROW = re.compile(rf"^{SIGN.pattern}|{DASH.pattern}|^{NUMBERED.pattern}")
MAX_SUM_CHARS = 16
MAX_ROW_CHARS = 160
EDGES = " ,;:：-–—="
EDGE_PT = 3.0
COLUMN_PT = 36.0
TITLE_RATIO = 1.1


def pointed_panels(lines: Sequence[Line]) -> list[Panel]:
    """Such rows under the titles they stand under; nothing where they are few."""
    if sum(_could_be_priced(line.text) for line in lines) < MIN_ROWS:
        return []
    rows = [(line, _priced(line)) for line in lines]
    starts = sorted(line.box.x0 for line, row in rows if row is not None)
    if len(starts) < MIN_ROWS:
        return []
    edges = [start for before, start in pairwise(starts) if start - before > COLUMN_PT]

    def place(line: Line) -> tuple[int, float, float]:
        """Down one column after the other; titles may stand out a little to the left."""
        return sum(edge <= line.box.x0 + COLUMN_PT for edge in edges), line.box.y0, line.box.x0

    panels: list[Panel] = []
    above: Line | None = None
    for is_listed, group in groupby(sorted(rows, key=lambda row: place(row[0])), key=lambda row: row[1] is not None):
        part = list(group)
        if not is_listed:
            above = part[-1][0]
            continue
        for _, column in groupby(part, key=lambda row: place(row[0])[0]):
            listed = tuple(row for _, row in column if row is not None)
            panels.append(Panel(listed, _category(above, listed)))
            above = None
    return panels


def _could_be_priced(text: str) -> bool:
    return len(text) <= MAX_ROW_CHARS and any(map(str.isdigit, text[-MAX_SUM_CHARS:])) and ROW.search(text) is not None


def _priced(line: Line) -> PricedLine | None:
    """The name and the sum of a row behind a bullet or a number, or of one with a dash before the sum."""
    if not _could_be_priced(line.text):
        return None
    whole = line_span(line)
    sign = SIGN.match(whole.text) if BULLET.match(whole.text) else None
    # The last one that leaves a sum: figures before a dash are the pack's.
    dashes = [found.end() for found in DASH.finditer(whole.text)]
    is_led = sign is not None or NUMBERED.match(whole.text) is not None
    spaces = [found.end() for found in SPACE.finditer(whole.text) if is_led and not GROUPED.search(whole.text[: found.end() + 3])]
    for start in (*reversed(dashes), *reversed(spaces)):
        price = read_price(whole.text[start:])
        name = whole.part(sign.end() if sign is not None else 0, len(whole.text[:start].rstrip(EDGES)))
        if price is not None and price.currency and name.text and bare_kind(name.text) in NAMED:
            return PricedLine(Piece(name), (Piece(whole.part(start, len(whole.text)), price),))
    return None


def _category(above: Line | None, listed: Sequence[PricedLine]) -> Piece | None:
    """The line over the rows, where it is set as their title."""
    if above is None or above.box.y0 > listed[0].box.y0 or above.box.x0 > listed[0].box.x0 + EDGE_PT:
        return None
    is_title = above.size_pt >= TITLE_RATIO * listed[0].size_pt or above.words[0].is_bold
    return Piece(line_span(above)) if is_title else None
