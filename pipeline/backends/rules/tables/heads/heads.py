"""Heads of a matrix that say more than one thing: a name, and under it what it is made of, how large it is or what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.labels.lookup import lookup_in
from pipeline.backends.rules.tables.celllines import labelled_facts
from pipeline.backends.rules.tables.records import Cell
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.forms import is_size
from pipeline.backends.rules.values.kinds import read_price
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material, is_surface
from pipeline.backends.rules.values.smallprint import SMALL_RATIO
from pipeline.records import Attribute, Evidence, Line
from pipeline.stages.lines import make_line

MIN_HEADS = 2
TOLD_SHARE = 0.6
CONFIDENCE = 0.9
VALUES = (ValueKind.SIZE, ValueKind.PRICE)
PRICED = ("size", "color")


@dataclass(frozen=True, slots=True)
class SmallPrint:
    """What each line under the first of heads tells; nothing where nobody says. Labels in such lines are looked up in `lookup`.

    `of` is what they tell it of: of a name, or of the size or colour that costs so much.
    """

    told: tuple[str, ...]
    lookup: LabelLookup
    of: str = "name"


def small_print(heads: Sequence[Cell], headers: Headers) -> SmallPrint | None:
    """What heads tell in the lines under their names; None where they are names, sizes or colours and nothing else."""
    lookup = lookup_in(headers)
    parted = [_parted(head) for head in heads if head.lines]
    counts = {len(small) for _, small in parted}
    if len(parted) < MIN_HEADS or len(counts) != 1 or counts == {0}:
        return None
    told = tuple(_told([small[place].text for _, small in parted]) for place in range(counts.pop()))
    if all(_is_name(name) for name, _ in parted):
        return SmallPrint(told, lookup)
    of = _told([" ".join(line.text for line in name) for name, _ in parted])
    return SmallPrint(told, lookup, of) if "price" in told and of in PRICED else None


def told_by(head: Cell, printed: SmallPrint, page: int, *, otherwise: str) -> list[Attribute]:
    """A head's name and what its small print tells; `otherwise` is what lines of no known kind are kept under, as one."""
    name, small = _parted(head)
    found = [_attribute(printed.of, name, page)]
    others = []
    for key, line in zip(printed.told, small, strict=False):
        if facts := labelled_facts(line, printed.lookup, page):
            found += facts
        elif key:
            found.append(_attribute(key, [line], page))
        else:
            others.append(line)
    return [*found, _attribute(otherwise, others, page)] if others else found


def with_facts_apart(head: Cell, lookup: LabelLookup, page: int) -> tuple[Cell, list[Attribute]]:
    """The head of a row without the small print under it that tells facts under labels, `Thickness 9 mm`, and these; as it is where any of it
    tells something else."""
    name, small = _parted(head)
    told = [labelled_facts(line, lookup, page) for line in small]
    if not told or not all(told):
        return head, []
    return replace(head, lines=tuple(name)), [fact for facts in told for fact in facts]


def _parted(head: Cell) -> tuple[list[Line], list[Line]]:
    """The lines of the name, and those under it that are set clearly smaller or tell something else: a size, a price."""
    limit = SMALL_RATIO * head.lines[0].size_pt
    under = enumerate(head.lines[1:], start=1)
    end = next((place for place, line in under if line.size_pt <= limit or kind_of(line.text) in VALUES), len(head.lines))
    return list(head.lines[:end]), list(head.lines[end:])


def _is_name(lines: Sequence[Line]) -> bool:
    text = " ".join(line.text for line in lines)
    return any(map(str.isalpha, text)) and not is_size(text) and not is_color(text) and not is_surface(text)


def _told(texts: Sequence[str]) -> str:
    tests = (("price", _is_price), ("material", is_material), ("color", is_color), ("size", is_size))
    return next((key for key, test in tests if sum(map(test, texts)) >= TOLD_SHARE * len(texts)), "")


def _is_price(text: str) -> bool:
    return kind_of(text) is ValueKind.PRICE and read_price(text) is not None


def _attribute(key: str, lines: Sequence[Line], page: int) -> Attribute:
    whole = make_line([word for line in lines for word in line.words])
    text = " ".join(line.text for line in lines)
    price = read_price(text) if key == "price" else None
    return Attribute(key, price.amount if price is not None else text, Evidence(page, whole.box, text, CONFIDENCE), price)
