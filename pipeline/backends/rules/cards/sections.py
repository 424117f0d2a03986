"""Sections: products described one after the other under headings of one look, with the same sub-headings again and again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.page.furniture import usual_size
from pipeline.backends.rules.text.records import Style, style_of
from pipeline.backends.rules.text.spans import line_span
from pipeline.backends.rules.values.kinds import Kind, bare_kind
from pipeline.geometry import union
from pipeline.records import Attribute, Line, Sku

MIN_SECTIONS = 2
MAX_SECTIONS = 12
MIN_COMMON = 2
HEADING_RATIO = 1.1
MAX_HEADING_WORDS = 7
MAX_COMMON_CHARS = 40
CONFIDENCE = 0.6
COLUMN_PT = 20.0
MOST = 0.6


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines under it, by their numbers."""

    heading: int
    body: tuple[int, ...]


def find_sections(lines: Sequence[Line]) -> list[Section]:
    """The sections of the page, or none where its headings are not followed by the same sub-headings.

    Larger headings come first; one over several products has their sub-headings several times under it.
    """
    looks: dict[tuple[float, int], list[int]] = {}
    limit = HEADING_RATIO * usual_size(lines)
    for index, line in enumerate(lines):
        if line.size_pt >= limit and _could_be_name(line.text):
            looks.setdefault(_look(line), []).append(index)
    for look in sorted(looks, key=lambda look: -look[0]):
        sections = _sections(lines, looks[look])
        if _are_parallel(lines, sections):
            return sections
    return []


def section_sku(section: Section, lines: Sequence[Line], page_number: int) -> Sku:
    """The product a section describes: its name, with all of the section as its text."""
    heading = lines[section.heading]
    name = line_span(heading)
    attribute = Attribute("name", name.text, name.evidence(page_number, CONFIDENCE))
    box = union([heading.box, *(lines[index].box for index in section.body)])
    text = "\n".join([heading.text, *(lines[index].text for index in section.body)])
    return Sku(page_number, box, (attribute,), method="section", source_text=text)


def _could_be_name(text: str) -> bool:
    return (
        len(text.split()) <= MAX_HEADING_WORDS
        and bare_kind(text) in (Kind.TEXT, Kind.MODEL, Kind.MATERIAL, Kind.COLOR)
        and not text.endswith(":")
    )


def _look(line: Line) -> tuple[float, int]:
    """Size and colour; a brand may be set light before a bold name."""
    return round(line.size_pt, 1), line.words[0].color


def _sections(lines: Sequence[Line], headings: Sequence[int]) -> list[Section]:
    """Each heading with what stands under it, down to the next one of its column."""
    bodies: dict[int, list[int]] = {heading: [] for heading in headings}
    for index, line in enumerate(lines):
        home = _heading_of(line, [lines[heading] for heading in headings])
        if home is not None and index not in bodies:
            bodies[headings[home]].append(index)
    return [Section(heading, tuple(body)) for heading, body in bodies.items()]


def _heading_of(line: Line, headings: Sequence[Line]) -> int | None:
    """The place of the heading that a line stands under: in the last column that begins before the line, the last one above it."""
    over = [place for place, heading in enumerate(headings) if heading.box.y0 <= line.box.center_y]
    left = [place for place in over if headings[place].box.x0 <= line.box.x0 + COLUMN_PT] or over
    edge = max((headings[place].box.x0 for place in left), default=0.0)
    return max(
        (place for place in left if headings[place].box.x0 >= edge - COLUMN_PT), key=lambda place: headings[place].box.y0, default=None
    )


def _are_parallel(lines: Sequence[Line], sections: Sequence[Section]) -> bool:
    """Different headings over bodies that share several short lines."""
    names = {lines[section.heading].text.casefold() for section in sections}
    if not MIN_SECTIONS <= len(sections) <= MAX_SECTIONS or len(names) < len(sections):
        return False
    plain = Counter(style_of(line.words) for line in lines).most_common(1)[0][0]
    common: Counter[str] = Counter()
    again: Counter[str] = Counter()
    for section in sections:
        told = Counter(lines[index].text.casefold() for index in section.body if _is_sub_heading(lines[index], plain))
        common.update(told.keys())
        again.update(text for text, count in told.items() if count > 1)
    shared = [text for text, count in common.items() if count >= max(MIN_SECTIONS, 0.6 * len(sections))]
    return sum(not again[text] for text in shared) >= max(MIN_COMMON, MOST * len(shared))


def _is_sub_heading(line: Line, plain: Style) -> bool:
    """Short words that are set apart from the running text."""
    is_short = len(line.text) <= MAX_COMMON_CHARS and sum(char.isalpha() for char in line.text) >= 3
    return is_short and (style_of(line.words) != plain or line.text.endswith((":", "：")))
