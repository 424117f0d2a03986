"""What the texts of a column look like where they are codes, hold codes or count the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, share
from pipeline.backends.rules.tables.heads.naming import MIN_NAMES
from pipeline.backends.rules.values.codes import code_in
from pipeline.backends.rules.values.looks import ValueKind, kind_of

MIN_CODE_SHARE = 0.3
CODED_SHARE = 0.8
MIN_DOTTED_CODE_CHARS = 6
MAX_CAPITALS = 10
CAPITALS = re.compile(rf"(?=.{{2,{MAX_CAPITALS}}}$)[A-Z0-9]+(?:[-./][A-Z0-9]+)*")
LED_SIZE = re.compile(r"[A-Z]{2,6}[-–]?[A-Z0-9]{0,4}[ -](\d\S*)$")
SIZED = (ValueKind.SIZE, ValueKind.MEASURE)
LETTERED = re.compile(r"\d{2,6}[-./ ]?([A-Z]{1,2})")


def are_codes(texts: Sequence[str]) -> bool:
    """Whether a column's values are codes: most look like one; whole numbers among them are codes too where all differ, and so are pieces in
    capitals, each of several: `FC-TN-S`."""
    filled = [text.strip() for text in texts if text.strip()]
    if share(filled, ValueKind.CODE) > CLEAR_SHARE or are_pieced(filled):
        return True
    figured = sum(kind_of(text) in (ValueKind.CODE, ValueKind.BARCODE) or text.isdecimal() for text in filled)
    differ = len(set(filled)) >= SURE_SHARE * len(filled)
    return differ and figured >= SURE_SHARE * len(filled) and share(filled, ValueKind.CODE) >= MIN_CODE_SHARE


def are_dotted_codes(texts: Sequence[str]) -> bool:
    """Figures parted by points, all of one shape, long and hardly ever the same, as a part that is used twice is: codes, not amounts."""
    filled = [text.strip() for text in texts if text.strip()]
    shapes = {re.sub(r"\d", "9", text) for text in filled}
    if len(shapes) != 1 or any(char.isalpha() for char in min(shapes)):
        return False
    return len(set(filled)) >= SURE_SHARE * len(filled) and min(map(len, filled)) >= MIN_DOTTED_CODE_CHARS


def are_own_codes(texts: Sequence[str]) -> bool:
    """Codes, a different one in each row."""
    filled = [text.strip() for text in texts if text.strip()]
    return MIN_NAMES <= len(set(filled)) == len(texts) and are_codes(filled)


def are_pieced(filled: Sequence[str]) -> bool:
    """Letters in pieces, one and all, and never the same."""
    are_pieces = all(CAPITALS.fullmatch(text) and not text.isalnum() and text[0].isalpha() for text in filled)
    return len(filled) >= MIN_NAMES and len(set(filled)) == len(filled) and are_pieces


def are_lettered(filled: Sequence[str]) -> bool:
    found = [LETTERED.fullmatch(text) for text in filled]
    letters = {code[1] for code in found if code}
    return all(found) and len({len(text) for text in filled}) == 1 and len(letters) > 1


def are_capitals(filled: Sequence[str]) -> bool:
    """Pieces in capitals and figures, which words in capitals are not: enough of them have a figure or a dash."""
    marked = sum(any(not char.isalpha() for char in text) for text in filled)
    are_pieces = all(CAPITALS.fullmatch(text) for text in filled)
    return are_pieces and marked >= MIN_CODE_SHARE * len(filled) and share(filled, ValueKind.CODE, ValueKind.TEXT) > SURE_SHARE


def are_worded(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    worded = sum(len(text.split()) > 1 or len(text) > MAX_CAPITALS for text in filled)
    return bool(filled) and share(filled, ValueKind.TEXT) > CLEAR_SHARE and worded >= CLEAR_SHARE * len(filled)


def hold_codes(filled: Sequence[str]) -> bool:
    """Whether nearly every value is words with a code before or behind them, never the same one."""
    codes = [code for text in filled if (code := code_in(text)) is not None]
    return len(filled) >= 2 and len(codes) >= CODED_SHARE * len(filled) and len(set(codes)) >= CODED_SHARE * len(codes)


def close_with(texts: Sequence[str], sizes: Sequence[str]) -> bool:
    """Letters and the size of the same row behind them, as types of cables are called: `RVV 2×0.5` beside `2×0.5 mm²`."""
    pairs = [(LED_SIZE.match(text.strip()), size.strip()) for text, size in zip(texts, sizes, strict=False)]
    return len(texts) == len(sizes) and all(led is not None and size.startswith(led[1]) and kind_of(size) in SIZED for led, size in pairs)


def begin_with_counter(texts: Sequence[str]) -> bool:
    """Whether the values begin with consecutive numbers: the rows' numbers stand too close to be a column of their own."""
    words = [text.split() for text in texts if text.strip()]
    numbers = [int(parts[0]) for parts in words if len(parts) > 1 and parts[0].isdecimal() and len(parts[0]) <= 4]
    return len(numbers) >= 3 and len(numbers) == len(words) and all(b - a == 1 for a, b in pairwise(numbers))


def counts_up(texts: Sequence[str]) -> bool:
    numbers = [int(text) for text in texts if text.strip().isdecimal()]
    return len(numbers) >= 2 and all(b - a == 1 for a, b in pairwise(numbers))
