"""Bands of a table without full borders: rows of text between the level rules and the edges of stripes that cross it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.tables.grids.columns import fills_at
from pipeline.backends.rules.tables.grids.rows import TextRow
from pipeline.geometry import Bands, Box
from pipeline.records import PageContent, Ruling

LEADER_REACH_EM = 0.4


def drawn_bands(content: PageContent, area: Box, rows: Sequence[TextRow]) -> list[list[TextRow]]:
    """The rows from top to bottom, those together that nothing drawn parts."""
    edges = _drawn_rows(content, area, rows)
    bands: list[list[TextRow]] = []
    for row in rows:
        if bands and not _is_between(bands[-1][-1].box.center_y, row.box.center_y, edges):
            bands[-1].append(row)
        else:
            bands.append([row])
    return bands


def _is_between(top: float, bottom: float, edges: Sequence[float]) -> bool:
    place = bisect_right(edges, top)
    return place < len(edges) and edges[place] < bottom


def _drawn_rows(content: PageContent, area: Box, rows: Sequence[TextRow]) -> list[float]:
    """Heights within the table at which a rule or the edge of a stripe crosses most of it; lines that lead to prices part no rows."""
    need = 0.6 * area.width
    edges = [
        ruling.box.center_y
        for ruling in level_rules(content).beside(area)
        if min(ruling.box.x1, area.x1) - max(ruling.box.x0, area.x0) >= need and not any(_leads(ruling.box, row) for row in rows)
    ]
    spans: dict[int, float] = {}
    for fill in fills_at(content).around(area.expanded(1.0)):
        if fill.box.height < 0.5 * content.height_pt and area.y0 - 40 <= fill.box.center_y <= area.y1 + 40:
            width = min(fill.box.x1, area.x1) - max(fill.box.x0, area.x0)
            for edge in (fill.box.y0, fill.box.y1):
                spans[round(edge)] = spans.get(round(edge), 0.0) + max(width, 0.0)
    edges.extend(float(edge) for edge, width in spans.items() if width >= need)
    return sorted(edges)


def _leads(rule: Box, row: TextRow) -> bool:
    """Whether a level rule at the feet of a row begins with the end of a piece, to lead to the next; a scan joins it with the feet of both."""
    reach = LEADER_REACH_EM * row.size_pt
    if not row.box.center_y <= rule.center_y <= row.box.y1 + reach:
        return False
    return any(run.box.x0 + row.size_pt < rule.x0 <= run.box.x1 + row.size_pt for run in row.runs[:-1]) and rule.x1 <= row.box.x1 + reach


@found_once
def level_rules(content: PageContent) -> Bands[Ruling]:
    return Bands((ruling.box, ruling) for ruling in content.rulings if ruling.is_horizontal)
