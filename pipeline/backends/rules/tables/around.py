"""What stands around a table and holds for its rows: a heading, an earlier header."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pipeline.backends.rules.labels.headers import CUSTOM, TECHNICAL, Headers, unit_in
from pipeline.backends.rules.tables.heads.layout import Column, Layout, settle, usual_kind
from pipeline.backends.rules.tables.heads.span import samples
from pipeline.backends.rules.tables.records import Table, cell_lines
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.looks import ValueKind
from pipeline.geometry import union
from pipeline.records import Attribute, Evidence, Line, PageContent, Word

HEADING_RATIO = 1.5
SAME_EDGE_PT = 36.0
ROW_OVER_EM = 1.6
SPACE_EM = 0.4


def heading_over(lines: Sequence[Line], table: Table, content: PageContent) -> Line | None:
    """The page's title over the table: its largest line, clearly larger than running text."""
    above = [line for line in lines if line.box.y1 <= table.box.y0 + 1 and _can_be_title(line.text)]
    if not above:
        return None
    usual = median([line.size_pt for line in content.lines])
    largest = max(above, key=lambda line: (line.size_pt, line.box.y0))
    return largest if largest.size_pt >= HEADING_RATIO * usual else None


def _can_be_title(text: str) -> bool:
    letters = sum(char.isalpha() for char in text)
    return 3 <= letters <= 60 and letters >= 0.6 * len(text.replace(" ", ""))


def continued(table: Table, earlier: Sequence[tuple[Table, Layout]], *, must_align: bool = False) -> Layout | None:
    """The layout of the nearest earlier table with the same columns: values of the same kinds, at the same places or in the same number.

    `must_align` asks for the same places: other things stand between the two.
    """
    texts = samples(table, 0)
    kinds = [usual_kind(told) for told in texts]
    for before, layout in reversed(earlier):
        chosen = _matching_columns(table, before)
        if _stands_over(table, before):
            continue
        if must_align and not _stand_under(table, before):
            continue
        if chosen is not None and any(_loses_colors(texts[place], layout, index) for place, index in enumerate(chosen)):
            continue
        if chosen is not None and _agree(kinds, [layout.kinds[index] for index in chosen], [layout.columns[index] for index in chosen]):
            columns = tuple(layout.columns[index] for index in chosen)
            return Layout(columns, 0, False, layout.labels, layout.exact_labels, None, tuple(kinds))
    return None


def _stands_over(table: Table, before: Table) -> bool:
    """Whether it is what stands over the other table on its page, as the head of a letter does: no table goes on upwards."""
    is_over = table.page_number == before.page_number and table.box.y1 <= before.box.y0
    return is_over and table.box.gap_x(before.box) < 0


def _loses_colors(texts: Sequence[str], layout: Layout, index: int) -> bool:
    """Whether a column of colours goes on with words of which none is one: other things are listed here."""
    held_colors = layout.columns[index].attribute == "color" and layout.kinds[index] is ValueKind.COLOR
    return held_colors and usual_kind(texts) is ValueKind.TEXT and not any(map(names_color, texts))


def _agree(kinds: Sequence[ValueKind], known: Sequence[ValueKind], columns: Sequence[Column]) -> bool:
    """Whether nearly all columns hold the kind of value they held before; codes and prices always do."""
    pairs = [(a, b, c.attribute) for a, b, c in zip(kinds, known, columns, strict=True) if ValueKind.EMPTY not in (a, b)]
    same = [(_alike(a, b), attribute) for a, b, attribute in pairs]
    sure = [ok for ok, attribute in same if attribute in ("model", "price")]
    # Names may have figures in them; colours and materials are never codes.
    if len(pairs) < 2 or not sure or not all(sure) or any(a is ValueKind.CODE and name in ("color", "material") for a, _, name in pairs):
        return False
    return sum(ok for ok, _ in same) >= 0.7 * len(same)


def _alike(one: ValueKind, two: ValueKind) -> bool:
    words = {ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR, ValueKind.MEASURE, ValueKind.SIZE}
    figures = {ValueKind.NUMBER, ValueKind.PRICE, ValueKind.MARK}
    codes = {ValueKind.CODE, ValueKind.BARCODE}
    return one is two or any({one, two} <= group for group in (words, figures, codes))


def _matching_columns(table: Table, before: Table) -> list[int] | None:
    """For each column the earlier one it goes on."""
    if table.column_count == before.column_count:
        return list(range(table.column_count))
    chosen = [_most_overlapped(left, right, before) for left, right in pairwise(table.xs)]
    if table.column_count < 2 or len(set(chosen)) != len(chosen) or abs(table.box.x0 - before.box.x0) > SAME_EDGE_PT:
        return None
    return chosen if table.column_count >= 3 and abs(table.column_count - before.column_count) <= 1 else None


def _stand_under(table: Table, before: Table) -> bool:
    """Whether two tables have their columns in the same places."""
    if table.column_count != before.column_count or abs(table.box.x0 - before.box.x0) > SAME_EDGE_PT:
        return False
    return all(_most_overlapped(a, b, before) == index for index, (a, b) in enumerate(pairwise(table.xs)))


def _most_overlapped(left: float, right: float, before: Table) -> int:
    spans = [min(right, b) - max(left, a) for a, b in pairwise(before.xs)]
    return spans.index(max(spans))


def matches_columns(lines: Sequence[Line], table: Table, headers: Headers) -> tuple[list[Column], list[Line]] | None:
    """A header row that stands over the grid instead of in it; the title of the first section may stand between the two."""
    near = _row_over(table.box.y0, lines, table)
    columns = _labelled_columns(near, table, headers)
    if columns is None and len(near) == 1:
        near = _row_over(near[0].box.y0, lines, table)
        columns = _labelled_columns(near, table, headers)
    return (columns, near) if columns is not None else None


def _row_over(top: float, lines: Sequence[Line], table: Table) -> list[Line]:
    """The lines right over this height within the table's width; on a dark band a scan's letters are read larger than they are, and may reach
    below it."""
    return [
        line
        for line in lines
        if line.box.center_y < top
        and top - line.box.y1 <= ROW_OVER_EM * line.size_pt
        and table.box.x0 - 4 <= line.box.center_x <= table.box.x1 + 4
    ]


def _labelled_columns(near: Sequence[Line], table: Table, headers: Headers) -> list[Column] | None:
    """What these lines say of the columns they stand over; None where that is too little for a header, or where they run on over a border."""
    places: list[list[Word]] = [[] for _ in range(table.column_count)]
    for line in near:
        homes = [_home(word, table) for word in line.words]
        if any(_writes_across(word, table) for word in line.words) or _runs_on(line, homes):
            return None
        for word, home in zip(line.words, homes, strict=True):
            places[home].append(word)
    columns = [_column_under(words, table.page_number, headers) for words in places]
    known = sum(column.is_labelled for column in columns)
    return columns if known >= 2 and known >= 0.5 * table.column_count else None


def _home(word: Word, table: Table) -> int:
    return min(max(bisect_right(table.xs, word.box.center_x) - 1, 0), table.column_count - 1)


def _writes_across(word: Word, table: Table) -> bool:
    return any(word.box.x0 + 2 < x < word.box.x1 - 2 for x in table.xs[1:-1])


def _runs_on(line: Line, homes: Sequence[int]) -> bool:
    """Whether words a space apart stand over different columns: a sentence, `Prices in US dollars`, has no room for the borders between labels."""
    places = pairwise(zip(line.words, homes, strict=True))
    return any(one != two and word.box.x1 + SPACE_EM * line.size_pt > after.box.x0 for (word, one), (after, two) in places)


def layout_over(table: Table, lines: Sequence[Line], headers: Headers) -> Layout | None:
    """The layout by a header row over the grid."""
    over = matches_columns(lines, table, headers)
    return layout_from(over[0], table) if over is not None else None


def layout_from(columns: Sequence[Column], table: Table) -> Layout:
    """A layout whose labels stand over the table."""
    values = samples(table, 0)
    labels = sum(column.is_labelled for column in columns)
    exact = sum(column.is_exact for column in columns)
    return Layout(settle(columns, values), 0, True, labels, exact, None, tuple(usual_kind(texts) for texts in values))


def _column_under(words: Sequence[Word], page: int, headers: Headers) -> Column:
    if not words:
        return Column("")
    text, box = " ".join(line.text for line in cell_lines(words)), union(word.box for word in words)
    label = headers.lookup(text)
    if label is None or label.attribute == TECHNICAL:
        return Column(CUSTOM, key=text, unit=unit_in(text), header_box=box, header_page=page)
    return Column(label.attribute, label.printed, label.unit, label.currency, box, page, is_labelled=True, is_exact=label.is_exact)


def with_name(attributes: Sequence[Attribute], heading: Line, page: int) -> list[Attribute]:
    return [*attributes, Attribute("name", heading.text, Evidence(page, heading.box, heading.text, 0.8))]
