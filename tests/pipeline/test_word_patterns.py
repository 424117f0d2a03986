"""Words of a list as one pattern."""

from __future__ import annotations

import re

import pytest

from pipeline.backends.rules.values.forms import one_of, word_list


def test_the_longest_word_that_fits_is_found() -> None:
    pattern = re.compile(one_of(["net", "net price", "nett"]))

    assert [found[0] for found in pattern.finditer("nett, net, net price")] == ["nett", "net", "net price"]


def test_a_shorter_word_is_found_where_the_longer_one_is_not_whole() -> None:
    pattern = re.compile(rf"\b{one_of(['ex', 'ex vat'])}\b")

    assert [found[0] for found in pattern.finditer("ex vats, ex vat")] == ["ex", "ex vat"]


@pytest.mark.parametrize("name", ["price_words", "units", "materials"])
def test_every_word_of_a_list_is_found_and_no_other(name: str) -> None:
    pattern = re.compile(one_of(word_list(name)))

    assert all(pattern.fullmatch(word) for word in word_list(name))
    assert not any(pattern.fullmatch(f"{word}~") for word in word_list(name))
