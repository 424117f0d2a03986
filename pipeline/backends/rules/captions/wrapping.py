"""Rows of a caption that go on in the next one: names, sentences and labelled values that wrap, told from values set under each other."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.records import Caption, Part
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.kinds import Kind, ends_sentence
from pipeline.stages.lines import is_wide

TELLING = (Kind.MODEL, Kind.SIZE, Kind.MATERIAL, Kind.COLOR, Kind.PRICE, Kind.SENTENCE)
TAILED = (Kind.MATERIAL, Kind.COLOR, Kind.CUSTOM)
MIN_SENTENCE_WORDS = 5
WRAP_SLACK_EM = 0.4
TAIL_SHARE = 0.4
SAME_SIZE = 1.1
MAX_TITLE_ROWS = 3
MAX_BROKEN_OFF = 2


def join_wrapped(captions: Sequence[Caption]) -> list[Caption]:
    """The captions, each wrapped row with the one it goes on from."""
    # A page's title is wider than any row of a card can be.
    telling = [caption for caption in captions if len(caption.parts) > 1 and tells(caption)] or captions
    widest = max((part.box.width for caption in telling for part in caption.parts), default=0.0)
    usual = Counter(len(caption.parts) for caption in captions).most_common(1)
    mode = usual[0][0] if usual and usual[0][1] > 1 else 0
    labelled = max((part.box.width for caption in captions for part in caption.parts if part.is_labelled), default=0.0)
    widths = [min(widest, _column_width(caption)) for caption in captions]
    apart = {look for caption, width in zip(captions, widths, strict=True) for look in _looks_of_separate_rows(caption, width)}
    joined = [_joined(caption, width, mode, apart) for caption, width in zip(captions, widths, strict=True)]
    return [_with_tails(caption, labelled) for caption in joined] if labelled else joined


def tells(caption: Caption) -> bool:
    """Whether it says anything beside words that could be a name or a heading."""
    return any(part.kind in TELLING for part in caption.parts)


def is_wide_text(text: str) -> bool:
    """Whether it is written in signs rather than letters."""
    letters = [char for char in text if char.isalpha()]
    return sum(is_wide(char) for char in letters) > 0.5 * len(letters)


def _column_width(caption: Caption) -> float:
    """The width to which the rows of the caption are broken, as far as its running text shows it."""
    return min((part.box.width for part in caption.parts if part.kind is Kind.SENTENCE and _is_broken(part)), default=math.inf)


def _is_broken(part: Part) -> bool:
    return part.statement.last_row > part.statement.row


def _looks_of_separate_rows(caption: Caption, widest: float) -> list[object]:
    pairs = zip(caption.parts, caption.parts[1:], strict=False)
    return [above.style for above, below in pairs if _could_be_one(above, below) and not _is_full(above, below, widest)]


def _could_be_one(above: Part, below: Part) -> bool:
    both_words = above.kind in (Kind.TEXT, Kind.NAME) and below.kind in (Kind.TEXT, Kind.NUMBER) and not below.is_labelled
    if not both_words or below.statement.row != above.statement.last_row + 1 or above.style != below.style:
        return False
    return below.box.y0 - above.box.y1 <= 0.75 * above.style.size_pt and above.box.gap_x(below.box) < 0


def _is_full(above: Part, below: Part, widest: float) -> bool:
    """The next word would not have fitted on the row."""
    first = below.statement.value.words[0].box.width
    last_row = above.statement.value.words[-1].box.x1 - above.box.x0
    return last_row + first + WRAP_SLACK_EM * above.style.size_pt > widest


def _joined(caption: Caption, widest: float, mode: int, apart: set[object]) -> Caption:
    parts: list[Part] = []
    surplus = len(caption.parts) - mode if mode else 0
    title = _title_look(caption)
    for part in caption.parts:
        before = parts[-1] if parts else None
        is_titled = part.kind is Kind.TEXT and part.style == title
        if before is not None and _could_be_one(before, part) and (is_titled or _may_join(before, part, widest, surplus, apart)):
            parts[-1] = _as_sentence(before.joined_with(part))
            surplus -= 1
        else:
            parts.append(part)
    return Caption(tuple(parts), caption.rows)


def _title_look(caption: Caption) -> Style | None:
    """The look of the first words, where all but prices is set lighter and they take few rows: whoever breaks a name by hand fills no row."""
    rows = [part for part in caption.parts if part.kind not in (Kind.PRICE, Kind.OLD_PRICE)]
    first = next((part.style for part in rows if part.kind is Kind.TEXT), None)
    others = [part.style for part in rows if part.style != first]
    if first is None or not others or len(rows) - len(others) > MAX_TITLE_ROWS:
        return None
    return first if all(_is_lighter(other, first) for other in others) else None


def _is_lighter(one: Style, other: Style) -> bool:
    return one.size_pt * SAME_SIZE < other.size_pt or (one.size_pt <= other.size_pt and one.is_bold < other.is_bold)


def _with_tails(caption: Caption, widest: float) -> Caption:
    """A labelled value that fills the widest row of its kind goes on in a short rest under it."""
    parts: list[Part] = []
    for part in caption.parts:
        before = parts[-1] if parts else None
        if before is not None and _is_tail(before, part, widest):
            parts[-1] = before.joined_with(part)
        else:
            parts.append(part)
    return Caption(tuple(parts), caption.rows)


def _is_tail(above: Part, below: Part, widest: float) -> bool:
    is_word = below.kind is Kind.TEXT or _is_broken_off(below)
    words = above.is_labelled and above.kind in TAILED and is_word and not below.is_labelled
    if not words or above.style != below.style or below.statement.row != above.statement.last_row + 1:
        return False
    is_close = below.box.y0 - above.box.y1 <= 0.75 * above.style.size_pt
    # A word in letters is not broken: behind signs it goes to the next row as a whole.
    is_rest = below.box.width < TAIL_SHARE * above.box.width or (is_wide_text(above.text) and not is_wide_text(below.text))
    return is_close and is_rest and _is_full(above, below, widest)


def _is_broken_off(part: Part) -> bool:
    """A sign or two that sound like a value: in scripts without spaces a row ends anywhere, `SUS304 不锈` over `钢`."""
    return part.kind in (Kind.MATERIAL, Kind.COLOR) and len(part.text) <= MAX_BROKEN_OFF and is_wide_text(part.text)


def _as_sentence(part: Part) -> Part:
    """Rows that look like words one by one may be a sentence together."""
    is_sentence = part.kind is Kind.TEXT and ends_sentence(part.text) and len(part.text.split()) >= MIN_SENTENCE_WORDS
    return replace(part, kind=Kind.SENTENCE) if is_sentence else part


def _may_join(above: Part, below: Part, widest: float, surplus: int, apart: set[object]) -> bool:
    if below.kind is Kind.NUMBER:
        return _is_full(above, below, widest) and above.style not in apart
    return surplus > 0 if above.style in apart else surplus > 0 or _is_full(above, below, widest)
