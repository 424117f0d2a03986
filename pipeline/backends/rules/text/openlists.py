"""Lists of colours, sizes or materials that break at the end of a row and go on in the next one."""

from __future__ import annotations

import re

from pipeline.backends.rules.text.colons import COLON
from pipeline.backends.rules.values.looks import ValueKind, kind_of

LISTED = frozenset({ValueKind.SIZE, ValueKind.COLOR, ValueKind.MATERIAL})
# A row that is one of these goes on with nothing.
BY_THEMSELVES = frozenset({ValueKind.CODE, ValueKind.BARCODE, ValueKind.SIZE, ValueKind.PRICE})
OPEN_END = re.compile(r"(?:\s[/+&]|[,，、/]|[,，、/+]\s*\d{1,3}\s?%)\s*$")
SIGNS = " /,，、+&%0123456789"


def list_goes_on(row: str, following: str) -> bool:
    """Whether a row breaks behind the sign that parts its items, or behind a share: `95% cotton, 5%` over `elastane`."""
    if OPEN_END.search(row) is None:
        return False
    return kind_of(COLON.split(row)[-1].strip(SIGNS)) in LISTED and kind_of(following) not in BY_THEMSELVES
