"""Heads of a matrix that say more than one thing: a name, and in small print under it what it is made of or how it comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.colors import is_color
from pipeline.backends.rules.headers import Headers
from pipeline.backends.rules.labels import lookup_in
from pipeline.backends.rules.smallprint import SMALL_RATIO
from pipeline.backends.rules.statements import LabelLookup
from pipeline.backends.rules.table_records import Cell
from pipeline.backends.rules.tables_celllines import labelled_facts
from pipeline.backends.rules.values import is_material, is_size, is_surface
from pipeline.records import Attribute, Evidence, Line
from pipeline.stages.lines import make_line

MIN_HEADS = 2
TOLD_SHARE = 0.6
CONFIDENCE = 0.9


@dataclass(frozen=True, slots=True)
class SmallPrint:
    """What each line under the names of heads tells; nothing where nobody says. Labels in such lines are looked up in `lookup`."""

    told: tuple[str, ...]
    lookup: LabelLookup


def small_print(heads: Sequence[Cell], headers: Headers) -> SmallPrint | None:
    """What heads tell in the lines under their names; None where they are names, sizes or colours and nothing else."""
    lookup = lookup_in(headers)
    parted = [_parted(head) for head in heads if head.lines]
    counts = {len(small) for _, small in parted}
    if len(parted) < MIN_HEADS or len(counts) != 1 or counts == {0} or not all(_is_name(name) for name, _ in parted):
        return None
    return SmallPrint(tuple(_told([small[place].text for _, small in parted]) for place in range(counts.pop())), lookup)


def told_by(head: Cell, printed: SmallPrint, page: int, *, otherwise: str) -> list[Attribute]:
    """A head's name and what its small print tells; `otherwise` is what lines of no known kind are kept under, as one."""
    name, small = _parted(head)
    found = [_attribute("name", name, page)]
    others = []
    for key, line in zip(printed.told, small, strict=False):
        if facts := labelled_facts(line, printed.lookup, page):
            found += facts
        elif key:
            found.append(_attribute(key, [line], page))
        else:
            others.append(line)
    return [*found, _attribute(otherwise, others, page)] if others else found


def _parted(head: Cell) -> tuple[list[Line], list[Line]]:
    """The lines of the name, and those set clearly smaller under it."""
    limit = SMALL_RATIO * head.lines[0].size_pt
    end = next((place for place, line in enumerate(head.lines) if line.size_pt <= limit), len(head.lines))
    return list(head.lines[:end]), list(head.lines[end:])


def _is_name(lines: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in lines)
    return any(map(str.isalpha, text)) and not is_size(text) and not is_color(text) and not is_surface(text)


def _told(texts: Sequence[str]) -> str:
    tests = (("material", is_material), ("color", is_color), ("size", is_size))
    return next((key for key, test in tests if sum(map(test, texts)) >= TOLD_SHARE * len(texts)), "")


def _attribute(key: str, lines: Sequence[Line], page: int) -> Attribute:
    whole = make_line([word for line in lines for word in line.words])
    text = " ".join(line.text for line in lines)
    return Attribute(key, text, Evidence(page, whole.box, text, CONFIDENCE))
