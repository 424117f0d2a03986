"""What was found out about a text is kept with it."""

from __future__ import annotations

import gc

import pytest

from pdfsku.shared.garbage import no_collections
from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.records import Row
from pipeline.backends.rules.text.spans import Span, line_span
from pipeline.backends.rules.text.statements import statements
from pipeline.backends.rules.values.kinds import leading_label
from pipeline.geometry import Box
from pipeline.options import Options
from pipeline.records import Line, Word
from pipeline.stages.lines import make_line


def _line(text: str) -> Line:
    return make_line([Word(word, Box(33.0 * place, 10.0, 33.0 * place + 30.0, 20.0), 10.0) for place, word in enumerate(text.split())])


def _labelled(text: str) -> list[bool]:
    lookup = label_lookup(Options())
    return [leading_label(told, lookup) is not None for told in statements([Row(line_span(_line(text)))], lookup)]


def test_a_line_is_asked_once_for_each_question() -> None:
    asked: list[str] = []

    @found_once
    def begins_with(line: Line, opening: str) -> bool:
        asked.append(opening)
        return line.text.startswith(opening)

    line = _line("Colour red")

    answers = [begins_with(line, opening) for opening in ("Colour", "red", "Colour", "red")]

    assert answers == [True, False, True, False]
    assert asked == ["Colour", "red"]


def test_readers_share_the_span_of_a_line_but_not_of_another() -> None:
    line, same_text = _line("Colour red"), _line("Colour red")

    assert line_span(line) is line_span(line)
    assert line_span(line) is not line_span(same_text)


@pytest.mark.parametrize("text", ["Size 317 cm | Colour red", "Size 318 cm"])
def test_what_is_kept_with_a_line_goes_with_it(text: str) -> None:
    with no_collections():
        assert all(_labelled(text))
        left = [held for held in gc.get_objects() if type(held) in (Line, Span) and held.text in (text, *text.split(" | "))]

    assert left == []
