"""Colours told in running text over a table: of the part that everybody sees, `Sheath grey (RAL 7035)`, or all that may be ordered,
`Please state the colour: red, blue or black.`"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.colors import is_color
from pipeline.backends.rules.values.forms import folded, word_list

CLAUSES = re.compile(r"(?:[^,;.:：，；。()（）]|[.,](?=\d))+")
SENTENCES = re.compile(r"(?:[^.。!?]|\.(?=\S))+")
COLON = re.compile(r"[:：]\s*")
LAST_OF_LIST = re.compile(r"\s+(?:and|or|und|oder|et|ou|y|o|e|en|of|i|lub|a|nebo|и|или)\s+", re.IGNORECASE)
WORDS = re.compile(r"[^\W\d_]+")
MAX_PART_WORDS = 3


def told_color(text: Span, lookup: LabelLookup) -> Span | None:
    """The one colour, or the one list of colours, that a text says its goods have."""
    found = [*_to_be_chosen(text, lookup), *_of_parts(text)]
    return found[0] if len({folded(span.text) for span in found}) == 1 else None


def _to_be_chosen(text: Span, lookup: LabelLookup) -> Iterator[Span]:
    """Colours behind a colon, where the sentence before it speaks of colour."""
    for sentence in SENTENCES.finditer(text.text):
        colon = COLON.search(text.text, sentence.start(), sentence.end())
        if colon is None or not any(lookup(word) == "color" for word in WORDS.findall(text.text[sentence.start() : colon.start()])):
            continue
        if is_color(LAST_OF_LIST.sub(", ", text.text[colon.end() : sentence.end()].strip())):
            yield text.part(colon.end(), sentence.end())


def _of_parts(text: Span) -> Iterator[Span]:
    """A colour behind the word for the outside of the goods, which ends its clause."""
    for clause in CLAUSES.finditer(text.text):
        words = list(re.finditer(r"\S+", clause[0]))
        for count in range(1, min(MAX_PART_WORDS, len(words) - 1) + 1):
            start = clause.start() + words[count].start()
            named = folded(clause[0][: words[count - 1].end()])
            if named in word_list("outer_parts") and is_color(text.text[start : clause.end()].strip()):
                yield text.part(start, clause.end())
