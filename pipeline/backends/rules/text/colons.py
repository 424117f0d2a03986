"""Labels before colons: where a text begins with one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pipeline.backends.rules.text.records import LabelLookup

COLON = re.compile(r"[:：](?!//)")
MAX_LABEL_CHARS = 34
MAX_LABEL_WORDS = 5
# A full stop after a long word ends a sentence; after a short one it is an abbreviation, as in `Min. Order`.
SENTENCE_END = re.compile(r"[!?;。！？；，、]|\w{5,}\.\s")


# Words that open a sentence about something; a label names what it tells without them.
OPENING = re.compile(
    r"(?:the|an?|our|your|this|these|it|we|you|der|die|das|eine?|unsere?|les?|une|notre|los|las|nuestr[oa]s?|gli|nostr[oa])\s+\S+\s+\S",
    re.IGNORECASE,
)


def begins_with_label(text: str, lookup: LabelLookup) -> bool:
    colon = COLON.search(text)
    return colon is not None and (lookup(text[: colon.start()]) is not None or could_be_label(text[: colon.start()]))


def could_be_label(text: str) -> bool:
    bare = text.strip()
    return (
        0 < len(bare) <= MAX_LABEL_CHARS
        and len(bare.split()) <= MAX_LABEL_WORDS
        and any(map(str.isalpha, bare))
        and not bare[-1].isdigit()
        and not SENTENCE_END.search(bare)
        and not OPENING.match(bare)
    )
