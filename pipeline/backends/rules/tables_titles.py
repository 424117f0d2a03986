"""The title over a table: what rows without a name are called, the code they share, and the material said under it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from statistics import median

from pipeline.backends.rules.codes import code_and_words
from pipeline.backends.rules.furniture import furniture
from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.kinds import is_sentence
from pipeline.backends.rules.spans import Span, span_of
from pipeline.backends.rules.table_records import Table
from pipeline.backends.rules.tables_layout import is_bar
from pipeline.backends.rules.value_kinds import ValueKind, kind_of
from pipeline.backends.rules.values import folded, is_material, word_list
from pipeline.geometry import Box
from pipeline.records import Attribute, Line, PageContent

NEAR_EM = 5.0
NEAR_RATIO = 1.1
FAR_RATIO = 1.3
LETTER_SHARE = 0.4
MAX_TITLE_CHARS = 60
TITLE_CONFIDENCE = 0.85
MAX_MATERIAL_WORDS = 5
STANDARD = re.compile(r"(?:DIN|ISO|EN|ANSI|ASTM|ASME|GB/?T?|JIS|BS|UNI|NF|IEC|ГОСТ|UL|SAE)\b", re.IGNORECASE)
WORDS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class TableTitle:
    """What the lines over a table say about all of its rows, and those lines."""

    attributes: tuple[Attribute, ...]
    lines: tuple[Line, ...]


def title_over(
    lines: Sequence[Line], table: Table, content: PageContent, headers: Headers, *, areas: Sequence[Box], known: Collection[str]
) -> TableTitle | None:
    """The nearest line set as a title between this table and the one before it, for what the table itself does not say.

    `known` are the attributes it says; `areas` the tables that were read, whose titles are not meant.
    """
    if "name" in known and "model" in known:
        return None
    above = _lines_above(lines, table, content, areas)
    title = next((line for line in above if _is_title(line, above, table, headers)), None)
    if title is None:
        return None
    whole = span_of(title.words)
    code, words = _parts(whole) if "model" not in known else (None, whole)
    found: list[Attribute] = []
    if code is not None:
        found.append(Attribute("model", code.text, code.evidence(table.page_number, TITLE_CONFIDENCE)))
    if "name" not in known and not _has_bars(table):
        found.append(Attribute("name", words.text, words.evidence(table.page_number, TITLE_CONFIDENCE)))
    if not found:
        return None
    under = [
        line
        for line in above[: above.index(title)]
        if "material" not in known and abs(line.box.x0 - title.box.x0) <= line.size_pt and _states_material(line.text)
    ]
    for line in under[:1]:
        found.append(Attribute("material", line.text, span_of(line.words).evidence(table.page_number, TITLE_CONFIDENCE)))
    return TableTitle(tuple(found), (title, *under[:1]))


def _lines_above(lines: Sequence[Line], table: Table, content: PageContent, areas: Sequence[Box]) -> list[Line]:
    """Lines over the table down from the table before it, the nearest first, without heads of the page."""
    floor = max((area.y1 for area in areas if area.y1 <= table.box.y0 + 1 and area.gap_x(table.box) < 0), default=0.0)
    aside = {id(content.lines[index]) for index in furniture(content.lines, content)}
    found = [
        line
        for line in lines
        if floor - 1 <= line.box.y0 and line.box.y1 <= table.box.y0 + 1 and line.box.gap_x(table.box) < 0 and id(line) not in aside
    ]
    return sorted(found, key=lambda line: (-line.box.y1, line.box.x0))


def _is_title(line: Line, above: Sequence[Line], table: Table, headers: Headers) -> bool:
    """Alone in its row, set heavier than the cells (far away: clearly larger), and naming something rather than what a table is for."""
    usual = median([cell.lines[0].size_pt for cell in table.cells if cell.lines])
    is_near = table.box.y0 - line.box.y1 <= NEAR_EM * line.size_pt
    is_bold = line.words[0].is_bold and line.size_pt >= usual
    if line.size_pt < (NEAR_RATIO if is_near else FAR_RATIO) * usual and not (is_near and is_bold):
        return False
    if any(other is not line and other.box.gap_y(line.box) < -0.5 * min(other.box.height, line.box.height) for other in above):
        return False
    return _names_something(line.text, headers)


def _names_something(text: str, headers: Headers) -> bool:
    letters = sum(char.isalpha() for char in text)
    if letters < 2 or len(text) > MAX_TITLE_CHARS or letters < LETTER_SHARE * len(text.replace(" ", "")) or text.endswith((":", "：")):
        return False
    if is_sentence(text) or headers.lookup(text) is not None or kind_of(text) in (ValueKind.PRICE, ValueKind.SIZE, ValueKind.DATE):
        return False
    return not any(word in word_list("table_titles") for word in WORDS.findall(folded(text)))


def _parts(span: Span) -> tuple[Span | None, Span]:
    """The code in a title, if any, and its words; what a standard is called is no code of a product."""
    pieces = code_and_words(span)
    if pieces is None or not any(char.isalpha() for char in pieces[0].text) or STANDARD.match(pieces[0].text):
        return None, span
    return pieces


def _has_bars(table: Table) -> bool:
    """Whether titles of sections stand in the table: they are nearer to their rows."""
    return any(is_bar(table, row) for row in range(table.row_count))


def _states_material(text: str) -> bool:
    """A material, or one with its grade or finish: `Stahl 4.6 verzinkt`."""
    words = folded(text).split()
    return is_material(text) or (1 < len(words) <= MAX_MATERIAL_WORDS and words[0] in word_list("materials"))
