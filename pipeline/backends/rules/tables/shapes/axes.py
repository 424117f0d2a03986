"""What the heads on one side of a matrix tell: by themselves, by the label in the corner, or by what it calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipeline.backends.rules.labels.headers import CUSTOM, Headers, Label
from pipeline.backends.rules.tables.heads.layout import share
from pipeline.backends.rules.tables.records import Cell
from pipeline.backends.rules.values.colors import is_color, names_finish
from pipeline.backends.rules.values.forms import is_size
from pipeline.backends.rules.values.looks import ValueKind
from pipeline.backends.rules.values.materials import is_material, is_surface

AXIS_SHARE = 0.6
MEASURED = ("size", "dimension")
IDENTIFYING = ("model", "name")
CORNER_PARTS = re.compile(r"\s*[\\/|×x＼／╲╱∖⧵⧹｜]\s*")


@dataclass(frozen=True, slots=True)
class Axis:
    """What the heads on one side tell; nothing where nobody says."""

    attribute: str = ""
    unit: str = ""


def borne_out(label: Label | None, heads: Sequence[str]) -> Label | None:
    """Figures are no colours, whatever a word in the corner means in other languages: `Cores`."""
    if label is None or label.attribute != "color" or any(char.isalpha() for head in heads for char in head):
        return label
    return replace(label, attribute=CUSTOM)


def corner_labels(cell: Cell, headers: Headers) -> list[Label | None]:
    """What the corner says of both sides, parted by a stroke or set in two lines, or of the rows alone."""
    labels = [headers.lookup(part) for part in CORNER_PARTS.split(cell.text)]
    whole = headers.lookup(cell.text)
    identify = all(label is not None and label.attribute in IDENTIFYING for label in labels)
    if len(labels) > 1 and (identify or (None in labels and whole is not None)):
        # The rows alone, in two languages: `Articolo / Item`.
        return [whole]
    # Set aslant, the lower one stands before the rows, and the upper one under the heads along: a line may be drawn between them.
    is_aslant = len(cell.lines) == 2 and cell.lines[0].box.x0 > cell.lines[1].box.center_x
    lines = [headers.lookup(line.text) for line in (reversed(cell.lines) if is_aslant else cell.lines)]
    return lines if len(labels) == 1 and len(lines) == 2 and all(lines) else labels


def in_order(labels: Sequence[Label | None], *, down: str, along: str) -> list[Label | None]:
    """The labels of a corner, that of the rows first: what the heads on either side tell by themselves comes before the order of the words."""
    named = [label.attribute for label in labels if label is not None]
    if len(labels) != 2 or len(set(named)) != 2:
        return list(labels)
    stands = down == named[0] or along == named[1]
    crosses = down == named[1] or along == named[0]
    return list(reversed(labels)) if crosses and not stands else list(labels)


def told_axis(heads: Sequence[Cell], label: Label | None, *, whole: Sequence[Cell] = ()) -> str:
    """What these heads tell; `whole` are the same with their small print, which may translate them."""
    filled = [head.text for head in heads if head.text.strip()]
    if len(filled) < 1:
        return ""
    colored = [head for head in whole or heads if any(map(_tells_color, (head.text, *(line.text for line in head.lines))))]
    others = [head for head in whole or heads if head.lines and head not in colored]
    # Beside a colour metals are one, too: `Chrom`, `Messing`.
    if len(colored) >= AXIS_SHARE * len(filled) or (colored and all(is_material(head.lines[0].text) for head in others)):
        return "color"
    if sum(is_size(text) for text in filled) >= AXIS_SHARE * len(filled):
        return "size"
    # Bare figures measure something only where somebody says so.
    is_measured = label is not None and label.attribute in MEASURED
    return "size" if is_measured and share(filled, ValueKind.NUMBER, ValueKind.MEASURE, ValueKind.SIZE) >= AXIS_SHARE else ""


def _tells_color(text: str) -> bool:
    return is_color(text) or is_surface(text) or names_finish(text)


def axis_of(attribute: str, label: Label | None) -> Axis:
    """An axis with the unit that its label states for sizes."""
    return Axis(attribute, label.unit if label is not None and attribute == "size" and label.attribute in MEASURED else "")


def called(label: Label | None) -> str:
    """What a label calls an axis; the codes stand in the places, so that whatever is called one beside them, `Article`, names them."""
    if label is None or label.attribute == "price":
        return ""
    if label.attribute == "model":
        return "name"
    return label.attribute if label.is_standard else label.printed


def other(axis: str) -> str:
    return "size" if axis == "color" else "color"
