"""One label again and again heads no columns: each of several captions side by side has it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.records import Cell
from pipeline.backends.rules.values.forms import folded


def say_one_label(cells: Sequence[Cell], headers: Headers) -> bool:
    """Whether all say the same, or each the same label for codes and figures of its own behind it: `Item no. 4K2` beside `Item no. 9X7`."""
    return len({folded(cell.text) for cell in cells}) < 2 or _tell_codes([cell.text.split() for cell in cells], headers)


def _tell_codes(cells: Sequence[Sequence[str]], headers: Headers) -> bool:
    same = sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*cells, strict=False)))
    label = headers.lookup(" ".join(cells[0][:same])) if same else None
    is_for_codes = label is not None and label.is_exact and label.attribute == "model"
    return is_for_codes and all(any(map(str.isdigit, "".join(words[same : same + 1]))) for words in cells)
