"""Sums nobody asks: what something cost before, told by a word, `was £4.99`, or what is saved by buying it now, `save £2`."""

from __future__ import annotations

import re
from functools import cache

from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import FIRST_WIDE, MONTH, folded, word_list
from pipeline.backends.rules.values.prices import AMOUNT, MARK

DATE = rf"(?:\d{{1,2}}\s*[./-]\s*\d|\d{{1,2}}\.?\s*{MONTH}|{MONTH}[^\W\d]*\.?\s+\d|20\d\d)"
UNTIL = re.compile(
    rf"\b(?:until|till)\b|\b(?:to|through|bis|jusqu'?\s?au|hasta|fino al|até|tot|do|до|til|till)\s+(?:zum |el |le |en met )?{DATE}|\d\s*[日月年]?\s*(?:之?前|止|まで)",
    re.IGNORECASE,
)
EDGES = " ()[]（）,;|/–—-"


def without_former(span: Span) -> Span | None:
    """The text without the sums that words say were asked before or are saved; None where no other is left."""
    found = _former().search(span.text)
    if found is None:
        return span
    rest = [(0, found.start()), (found.end(), len(span.text))]
    told = [place for place in rest if any(map(str.isdigit, span.text[slice(*place)]))]
    if not told:
        return None
    start, end = told[0]
    text = span.text[start:end]
    return without_former(span.part(start + len(text) - len(text.lstrip(EDGES)), start + len(text.rstrip(EDGES))))


def is_former_label(label: str) -> bool:
    """Whether a label says what was asked before or is saved: `Was`, `Statt`, `You save`."""
    return folded(label).strip(" :：.!") in _words()


def tells_former(label: str) -> bool:
    """Whether a label of several prices is that of one that no longer holds: `Old price`, `Price until 31 Oct`, `调整前`."""
    return label_says(label, "former_prices") or label_says(label, "former_labels") or UNTIL.search(label) is not None


def tells_new(label: str) -> bool:
    """Whether a label says that its price takes the place of another: `New price from 1 Nov`."""
    return label_says(label, "new_prices")


@cache
def _words() -> frozenset[str]:
    return word_list("former_prices", "savings")


@cache
def _former() -> re.Pattern[str]:
    """A word for the past and the sum behind it, or the sum before it where that is how it is said: `4,99 € statt`."""
    words = sorted(_words(), key=lambda word: (-len(word), word))
    spaced = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words if word[0] < FIRST_WIDE)
    wide = "|".join(re.escape(word) for word in words if word[0] >= FIRST_WIDE)
    behind = r"(?:\s*(?:[$€£¥₹₩₺₽฿元円원]|(?:USD|EUR|GBP|CNY|RMB|CHF|JPY|TL|TRY|INR|PLN|zł|kr)\b)(?!\s*\d))?"
    return re.compile(rf"(?:(?<!\w)(?:{spaced})(?!\w)|{wide})[\s:：.]*(?:{MARK}\s*)?(?:{AMOUNT}){behind}", re.IGNORECASE)
