"""What is said over a table for all of its rows: the title that names them, the code they share, and what labelled lines tell."""

from __future__ import annotations

from collections.abc import Sequence, Set
from statistics import median

from pipeline.backends.rules.captions.titles import with_whole_titles, without_mark, without_number
from pipeline.backends.rules.labels.headers import FITS, Headers
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.page.furniture import page_furniture
from pipeline.backends.rules.tables.beside import block_of, lines_beside
from pipeline.backends.rules.tables.heads.span import is_bar
from pipeline.backends.rules.tables.linefacts import DESCRIBING, TITLE_CONFIDENCE, fact_of, facts_in, plain_fact, words_before_labels
from pipeline.backends.rules.tables.records import Table
from pipeline.backends.rules.tables.said import Said, in_row, version_over
from pipeline.backends.rules.tables.shown import title_of_shown
from pipeline.backends.rules.tables.titlewords import names_something
from pipeline.backends.rules.text.colons import COLON, begins_with_label
from pipeline.backends.rules.text.facts import ListedFacts
from pipeline.backends.rules.text.points import without_points
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.values.closingsizes import closing_size
from pipeline.backends.rules.values.codes import code_and_words
from pipeline.backends.rules.values.forms import is_badge_word
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.madeof import STANDARD, states_material
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.smallprint import SMALL_RATIO, small_from
from pipeline.geometry import Box, union
from pipeline.records import Attribute, Line, PageContent
from pipeline.stages.lines import make_line

NEAR_EM = 5.0
CLOSE_EM = 2.0
NEAR_RATIO = 1.1
FAR_RATIO = 1.3
MAX_BAR_PT = 40.0
# How high over a rule its title stands, at most, and how long and thin such a rule is.
ON_RULE_PT = 24.0
RULE_SHARE = 0.4
MAX_RULE_PT = 4.0
TITLE_BAR_SHARE = 0.5
SAME_SIZE_PT = 0.3
SAME_EDGE_PT = 3.0
MIN_SMALL_WORDS = 2
TAIL_REACH_EM = 3.0
FAR_ASIDE_EM = 8.0
LEFT_EM = 6.0
SIGNS = ".。;；,，:："
FACTS = (*DESCRIBING, "price")


def title_over(
    lines: Sequence[Line],
    table: Table,
    content: PageContent,
    headers: Headers,
    lookup: LabelLookup,
    *,
    areas: Sequence[Box],
    others: Sequence[Box] = (),
) -> Line | None:
    """The nearest line set as a title between this table and the one before it, or, for the only table under a product and its picture, the
    product's; `areas` are the tables that were read, `others` all of the page."""
    block = union((block_of(table, content), *_grounds_of_head(table, content)))
    bars = _bars_over(block, content)
    usual = _usual_size(table)
    near = _lines_above(lines, table, block, content, areas=areas, bars=bars, others=others)
    above = with_whole_titles(near, FAR_RATIO * usual, bold_pt=NEAR_RATIO * usual)
    shown = [picture.box for picture in content.pictures if picture.box.gap_x(table.box) < 0]
    alone = (
        [line for line in without_points(above, content.shapes) if not _is_of_paragraph(line, above, table)] if len(above) > 1 else above
    )
    set_so = (line for line in alone if _is_set_as_title(line, above, table, bars, shown) or _leads_facts(line, above, block, lookup))
    naming = (
        line
        for line in set_so
        if _is_coded(line, above) or ((words := words_before_labels(line, lookup)) and names_something(words.text, headers))
    )
    nearest = next(naming, None)
    if nearest is None or len(others) > 1:
        return nearest
    return title_of_shown(nearest, naming, lines, content, lookup) or nearest


def title_beside(
    lines: Sequence[Line], table: Table, content: PageContent, headers: Headers, lookup: LabelLookup, *, others: Sequence[Box]
) -> Line | None:
    """The line set as a title that opens the text left of a table; `others` are all tables of the page."""
    usual = _usual_size(table)
    whole = with_whole_titles(lines_beside(table, lines, content, others), NEAR_RATIO * usual, bold_pt=NEAR_RATIO * usual)
    first = min(whole, key=lambda line: (line.box.y0, -line.box.x1), default=None)
    if first is None or not (first.size_pt >= FAR_RATIO * usual or (first.words[0].is_bold and first.size_pt >= NEAR_RATIO * usual)):
        return None
    words = words_before_labels(first, lookup)
    return first if words is not None and names_something(words.text, headers) else None


def is_right_over(title: Line, table: Table, content: PageContent, *, others: Sequence[Box]) -> bool:
    """Whether a title stands so close over a table that nothing beside it is nearer. One that begins left of the table is of the text there too, and
    the title of a page is of all tables under it."""
    if len(others) > 1 and _heads_page(title, content):
        return False
    begins_with_it = title.box.x0 >= table.box.x0 - CLOSE_EM * title.size_pt
    return begins_with_it and table.box.y0 - title.box.y1 <= CLOSE_EM * title.size_pt and title.box.gap_x(table.box) < 0


def share_title(one: Table, other: Table, lines: Sequence[Line]) -> bool:
    """Whether the second of two tables with as many columns goes on under the title of the first: its rows run on in the next column of the page,
    or it stands below under a size of its own, another version of what the title names."""
    if one.column_count != other.column_count:
        return False
    runs_on = abs(one.box.y0 - other.box.y0) <= SAME_EDGE_PT and one.box.x1 <= other.box.x0
    is_below = abs(one.box.x0 - other.box.x0) <= SAME_EDGE_PT and one.box.y1 <= other.box.y0
    return runs_on or (is_below and _is_version_under(one, other, lines))


def _is_version_under(one: Table, other: Table, lines: Sequence[Line]) -> bool:
    """Whether nothing larger than the size over a table stands between it and the table above."""
    over = version_over(lines, other).lines
    between = [line for line in lines if one.box.y1 <= line.box.y0 and line.box.y1 <= other.box.y0]
    return bool(over) and all(line.size_pt <= NEAR_RATIO * over[0].size_pt for line in between)


def _grounds_of_head(table: Table, content: PageContent) -> list[Box]:
    """The bar under the labels of a table: figures set to the right begin far behind its edge."""
    top, foot = table.ys[0], table.ys[1]
    return [
        fill.box
        for fill in content.fills
        if fill.box.gap_x(table.box) < 0 and top <= fill.box.center_y <= foot and fill.box.height <= 2 * (foot - top)
    ]


def _is_of_paragraph(line: Line, above: Sequence[Line], table: Table) -> bool:
    """One of several rows of plain text, hardly larger than the cells, that follow each other, or one right under words that are larger and bold,
    or far larger: they tell of what a title over them names."""
    if line.words[0].is_bold or line.size_pt >= FAR_RATIO * _usual_size(table):
        return False
    return any(_is_headed_by(line, other) for other in above) or any(
        _follow(one, two) for other in above if other is not line for one, two in ((line, other), (other, line))
    )


def _is_headed_by(line: Line, other: Line) -> bool:
    is_heavier = other.size_pt >= (NEAR_RATIO if other.words[0].is_bold else FAR_RATIO) * line.size_pt
    return is_heavier and abs(line.box.x0 - other.box.x0) <= SAME_EDGE_PT and 0 <= line.box.y0 - other.box.y1 <= other.size_pt


def _follow(one: Line, two: Line) -> bool:
    is_alike = abs(one.size_pt - two.size_pt) <= SAME_SIZE_PT and one.words[0].is_bold == two.words[0].is_bold
    return is_alike and abs(one.box.x0 - two.box.x0) <= SAME_EDGE_PT and 0 <= two.box.y0 - one.box.y1 <= one.size_pt


def _bars_over(block: Box, content: PageContent) -> list[Box]:
    """Bars whose text is about all that stands under them, and the room on rules that are drawn under titles."""
    fills = [fill.box for fill in content.fills if fill.box.height <= MAX_BAR_PT]
    rules = [ruling.box for ruling in content.rulings if ruling.is_horizontal and ruling.box.width >= RULE_SHARE * content.width_pt]
    painted = [box for box in fills if box.height <= MAX_RULE_PT and box.width >= RULE_SHARE * content.width_pt]
    on_rules = [Box(box.x0, box.y0 - ON_RULE_PT, box.x1, box.y0) for box in (*rules, *painted)]
    return [box for box in (*fills, *on_rules) if box.gap_x(block) < 0 and box.y1 <= block.y0 + 1]


def at_small_print(line: Line) -> tuple[Line, ...]:
    """A line that begins as a title and goes on in small print, cut there: **Hex bolt** Steel 8.8 · zinc-plated."""
    if len(line.words) < MIN_SMALL_WORDS or len(line.words) - (cut := small_from(line.words)) < MIN_SMALL_WORDS:
        return (line,)
    return make_line(line.words[:cut]), make_line(line.words[cut:])


def titled(title: Line, lines: Sequence[Line], table: Table, lookup: LabelLookup, *, known: Set[str], listed: ListedFacts) -> Said | None:
    """What a title adds to what is `known` of the rows: their name and code, and what is said under it in words that need no label. `listed` are
    the pieces of lines that are built alike."""
    whole, _ = without_mark(without_number(words_before_labels(title, lookup) or line_span(title)))
    code, words = _parts(whole) if "model" not in known else (None, whole)
    words, material = _material_apart(words)
    found: list[Attribute] = []
    if code is not None:
        found.append(Attribute("model", code.text, code.evidence(table.page_number, TITLE_CONFIDENCE)))
    # Where a column tells what the goods fit, sections do so too: makes of vehicles and machines.
    if "name" not in known and (FITS in known or not _has_bars(table)):
        found.append(Attribute("name", words.text, words.evidence(table.page_number, TITLE_CONFIDENCE)))
    under = _under_title(title, lines, table)
    said = [(fact, line) for line in under for fact in facts_in(line, table.page_number, lookup, listed.of(line))]
    told = {id(line) for _, line in said}
    alone = [line for line in under if id(line) not in told and not in_row(line, title)]
    said = [*((fact, line) for line in alone if (fact := plain_fact(line, table.page_number)) is not None), *said]
    closing = fact_of(material, table.page_number) if material is not None else None
    facts = {fact.key: (fact, line) for fact, line in [*said, *([(closing, title)] if closing is not None else [])]}
    added = [facts[key] for key in FACTS if key in facts and key not in known and not (key == "price" and "tier" in known)]
    if not found:
        # Rows with names of their own may be parts of what the title names: only a line that says nothing else, right beside or under it, is said
        # of them.
        added = [(fact, line) for fact, line in added if fact.value == line.text and _goes_on_from(title, line)]
        has_size = bool({*known, *(fact.key for fact, _ in added)} & {"size", "dimension"})
        size = _closing_size(whole, table) if "name" in known and not has_size else None
        found = [size] if size is not None else []
    if not found and not added:
        return None
    return Said((*found, *(fact for fact, _ in added)), (title, *(line for _, line in added)))


def _closing_size(words: Span, table: Table) -> Attribute | None:
    """The size that closes the title of goods with names of their own, where these close with none: `Dark bars, 80 g`."""
    size = closing_size(words.text)
    start = words.text.rfind(size) if size is not None else -1
    if size is None or start < 0 or any(closing_size(cell.text) for cell in table.cells if cell.lines):
        return None
    told = words.part(start, start + len(size))
    return Attribute("size", told.text, told.evidence(table.page_number, TITLE_CONFIDENCE))


def _goes_on_from(title: Line, line: Line) -> bool:
    return in_row(line, title) or 0 <= line.box.y0 - title.box.y1 <= title.size_pt


def _material_apart(words: Span) -> tuple[Span, Span | None]:
    """`Funnel, borosilicate glass`: the material that closes a title, apart from its words."""
    head, comma, tail = words.text.rpartition(", ")
    if not comma or not is_material(tail):
        return words, None
    return words.part(0, len(head)), words.part(len(head) + len(comma), len(words.text))


def _under_title(title: Line, lines: Sequence[Line], table: Table) -> list[Line]:
    """What is said beside a title and under it, from or to the same edge, the nearest to the title last; what stands left of all is of another
    column."""
    under = [
        line
        for line in lines
        if line is not title
        and title.box.y0 <= line.box.y1 <= table.box.y0 + 1
        and (line.box.center_x < table.box.x1 or (in_row(line, title) and line.size_pt <= SMALL_RATIO * title.size_pt))
        and line.box.x1 > min(title.box.x0, table.box.x0)
        and (in_row(line, title) or min(abs(line.box.x0 - title.box.x0), abs(line.box.x1 - title.box.x1)) <= line.size_pt)
    ]
    return sorted(under, key=lambda line: (-line.box.y1, line.box.x0))


def _lines_above(
    lines: Sequence[Line],
    table: Table,
    block: Box,
    content: PageContent,
    *,
    areas: Sequence[Box],
    bars: Sequence[Box],
    others: Sequence[Box],
) -> list[Line]:
    """Lines over the table down from the table before it, the nearest first, without heads of the page far from it."""
    floor = max((area.y1 for area in areas if area.y1 <= table.box.y0 + 1 and area.gap_x(table.box) < 0), default=0.0)
    aside = page_furniture(content)
    found = [
        line
        for line in lines
        if (floor - 1 <= line.box.y0 or _heads_page(line, content))
        and line.box.y1 <= table.box.y0 + 1
        and (id(line) not in aside or stands_near(line, table))
        and (_stands_over(line, block, bars, others) or _heads_page(line, content))
    ]
    return sorted(found, key=lambda line: (-line.box.y1, line.box.x0))


def stands_near(line: Line, table: Table) -> bool:
    return table.box.y0 - line.box.y1 <= NEAR_EM * line.size_pt


def _stands_over(line: Line, block: Box, bars: Sequence[Box], others: Sequence[Box]) -> bool:
    """Whether a line stands over the table or the picture beside it, by itself or by the bar it is set on; figures that are set to the right
    begin a little behind a short title, where it stands over no other table."""
    is_left = line.box.x1 <= block.x0 and not any(box.gap_x(line.box) < 0 for box in others)
    is_over = line.box.gap_x(block) < (LEFT_EM * line.size_pt if is_left else 0)
    return is_over or any(bar.contains_point(line.box.center_x, line.box.center_y) for bar in bars)


def _heads_page(line: Line, content: PageContent) -> bool:
    """Whether a line is larger than all others of its page and stands over them, but for running heads: it is the title of all that is there."""
    head = _page_head(content)
    return head is not None and line.words[0] is head.words[0]


@found_once
def _page_head(content: PageContent) -> Line | None:
    aside = page_furniture(content)
    largest = max(content.lines, key=lambda line: line.size_pt, default=None)
    others = [line for line in content.lines if line is not largest and id(line) not in aside]
    is_head = largest is not None and all(line.size_pt < largest.size_pt and largest.box.center_y < line.box.y1 for line in others)
    return largest if is_head else None


def _usual_size(table: Table) -> float:
    return median([cell.lines[0].size_pt for cell in table.cells if cell.lines])


def _is_set_as_title(line: Line, above: Sequence[Line], table: Table, bars: Sequence[Box], shown: Sequence[Box]) -> bool:
    """Alone in its row or on a bar, set heavier than the cells (far away: clearly larger, on a bar from edge to edge of the table, or at the head
    of text and pictures that run down to it)."""
    usual = _usual_size(table)
    # A row of small plates holds the parts of something.
    wide = [bar for bar in bars if bar.width >= TITLE_BAR_SHARE * table.box.width]
    under = [bar for bar in wide if bar.contains_point(line.box.center_x, line.box.center_y)]
    on_bar = bool(under)
    is_near = stands_near(line, table) or any(_is_as_wide(bar, table.box) for bar in under)
    is_bold = line.words[0].is_bold and line.size_pt >= usual
    may_lead = is_bold or _has_no_text_under(line, above)
    is_near = is_near or (may_lead and _leads_down(line, [*(other.box for other in above), *shown], table))
    is_heavy = is_bold or (on_bar and _tops_labels(line, table))
    if line.size_pt < (NEAR_RATIO if is_near else FAR_RATIO) * usual and not (is_near and is_heavy):
        return False
    beside = [other for other in above if other is not line and in_row(other, line)]
    return on_bar or all(_goes_with(line, other) or _is_far_aside(line, other) for other in beside)


def _leads_facts(line: Line, above: Sequence[Line], block: Box, lookup: LabelLookup) -> bool:
    """Whether words open the row right over a table, from its edge, and nothing but facts under labels follows: `输送链 材质：不锈钢`. However small,
    they say whose facts these are."""
    is_close = 0 <= block.y0 - line.box.y1 <= line.size_pt and abs(line.box.x0 - block.x0) <= line.size_pt
    row = [other for other in above if other is not line and in_row(other, line)] if is_close else []
    if not is_close or not all(begins_with_label(other.text, lookup) for other in row) or not (row or COLON.search(line.text)):
        return False
    words = words_before_labels(line, lookup)
    is_lead = words is not None and (row or words.text != line.text)
    return words is not None and bool(is_lead) and words.text.strip()[-1:] not in SIGNS and not is_sentence(words.text)


def _tops_labels(line: Line, table: Table) -> bool:
    """Whether a line is clearly larger than the labels of a table whose cells are set as large as titles."""
    labels = max((label.size_pt for cell in table.own(0) for label in cell.lines), default=0.0)
    return line.size_pt >= max(FAR_RATIO * labels, SMALL_RATIO * _usual_size(table))


def _has_no_text_under(line: Line, above: Sequence[Line]) -> bool:
    return all(in_row(other, line) or other.box.y0 < line.box.center_y for other in above if other is not line)


def _leads_down(line: Line, between: Sequence[Box], table: Table) -> bool:
    """Whether what stands between a line and the table leaves no gap that parts them."""
    foot, reach = line.box.y1, NEAR_EM * line.size_pt
    for box in sorted((box for box in between if box.y1 <= table.box.y0 + 1), key=lambda box: box.y0):
        foot = max(foot, box.y1) if box.y0 - foot <= reach else foot
    return table.box.y0 - foot <= reach


def _is_as_wide(bar: Box, table: Box) -> bool:
    return abs(bar.x0 - table.x0) <= SAME_EDGE_PT and abs(bar.x1 - table.x1) <= SAME_EDGE_PT


def _is_far_aside(title: Line, other: Line) -> bool:
    """The name on a logo, or whatever else a page's head says at its other end, in smaller letters."""
    return other.size_pt <= SMALL_RATIO * title.size_pt and title.box.gap_x(other.box) >= FAR_ASIDE_EM * title.size_pt


def _is_coded(line: Line, above: Sequence[Line]) -> bool:
    """Words with a code or a material at the other end of their row name goods, whatever else they may mean: `Cap` and `C190`."""
    beside = [other.text for other in above if other is not line and in_row(other, line)]
    is_told = any(kind_of(text) is ValueKind.CODE or states_material(text) for text in beside)
    names_nothing = kind_of(line.text) in (ValueKind.CODE, ValueKind.SIZE) or states_material(line.text)
    return is_told and not names_nothing and any(map(str.isalpha, line.text))


def _goes_with(title: Line, other: Line) -> bool:
    """Whether what stands in a title's row is said of it: a material, its code, a badge, or small print that follows it."""
    follows = 0 <= other.box.x0 - title.box.x1 <= TAIL_REACH_EM * title.size_pt
    is_small = follows and other.size_pt <= SMALL_RATIO * title.size_pt
    return is_small or states_material(other.text) or is_badge_word(other.text) or kind_of(other.text) is ValueKind.CODE


def _parts(span: Span) -> tuple[Span | None, Span]:
    """The code in a title, if any, and its words; what a standard is called is no code of a product."""
    pieces = code_and_words(span)
    if pieces is None or not any(char.isalpha() for char in pieces[0].text) or STANDARD.match(pieces[0].text):
        return None, span
    return pieces


def _has_bars(table: Table) -> bool:
    """Whether titles of sections stand in the table: they are nearer to their rows."""
    return any(is_bar(table, row) for row in range(table.row_count))
