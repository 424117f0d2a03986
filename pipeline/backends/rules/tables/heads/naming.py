"""Which column names the goods, where no label says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.labels.headers import CJK, CUSTOM
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, Column, share, usual_kind
from pipeline.backends.rules.values.forms import is_quantity
from pipeline.backends.rules.values.looks import ValueKind

# Names are words, some of which sound like materials or colours.
WORDED = (ValueKind.TEXT, ValueKind.MATERIAL, ValueKind.COLOR)
MIN_NAMES = 3
NAMES_SHARE = 0.3
CHOICES_SHARE = 0.5
RUN_SHARE = 0.1
# A cell for several rows says what they have in common, in several words what they are called.
GROUPED_SHARE = 0.6
# In scripts without spaces so many signs are several words.
MIN_SIGNS = 4


def name_unlabelled(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Without any label, the first words that differ from row to row are what the goods are called, though they sound like materials or
    colours."""
    if any(column.key or column.attribute == "name" for column in columns):
        return
    named = [index for index, column in enumerate(columns) if not column.attribute and _may_be_names(values[index])]
    if any(share(values[index], ValueKind.TEXT) >= CLEAR_SHARE for index in named):
        return
    differing = [index for index in named if len(set(filter(str.strip, values[index]))) >= SURE_SHARE * len(values[index])]
    if differing:
        columns[differing[0]] = replace(columns[differing[0]], attribute="name")


def _may_be_names(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    is_worded = share(filled, *WORDED) > SURE_SHARE
    return len(filled) > MIN_NAMES and is_worded and are_names(filled)


def name_unknown(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Where rows have codes or prices and no name, the column of differing words names the goods: under a label that is not known, or one
    for kinds of goods, which groups no rows; else what is written under the pictures."""
    taken = {column.attribute for column in columns}
    if "name" in taken or not taken & {"model", "price"}:
        return
    filled = [[text for text in texts if text.strip()] for texts in values]
    rows = max(map(len, filled))
    for index, column in enumerate(columns):
        is_free = (column.attribute == CUSTOM and not column.is_labelled) or (column.attribute == "series" and "price" in taken)
        is_told = is_free and (_are_differing_names(filled[index]) or _are_names_in_turn(index, columns, filled))
        if is_told and (len(filled[index]) > GROUPED_SHARE * rows or _name_runs(filled[index])):
            columns[index] = replace(column, attribute="name")
            return
    for index, column in enumerate(columns):
        if column.attribute == "picture" and filled[index] and share(filled[index], ValueKind.TEXT) == 1.0 and are_names(filled[index]):
            columns[index] = replace(column, attribute="name")
            return


def _are_differing_names(filled: Sequence[str]) -> bool:
    if len(filled) < MIN_NAMES or share(filled, ValueKind.TEXT) <= SURE_SHARE or not are_names(filled):
        return False
    differ = sum(one != two for one, two in pairwise(filled))
    kinds = len(set(filled))
    # Two words in turn tell variants apart; names are as many as the goods, but for those that come in sizes.
    in_turn = differ >= SURE_SHARE * (len(filled) - 1) and kinds >= NAMES_SHARE * len(filled)
    # Single words of which most come again further down, `lined`, `dotted`, `lined`, are one of the choices in which the goods come.
    in_turn = in_turn and (kinds > CHOICES_SHARE * len(filled) or _are_worded(filled))
    return kinds >= SURE_SHARE * len(filled) or in_turn or _name_runs(filled)


def _name_runs(filled: Sequence[str]) -> bool:
    """Whether names of several words stand once for each variant, the variants of one under each other: never again further down."""
    runs = 1 + sum(one != two for one, two in pairwise(filled))
    return runs == len(set(filled)) >= max(MIN_NAMES, RUN_SHARE * len(filled)) and _are_worded(filled)


def _are_worded(filled: Sequence[str]) -> bool:
    """Whether nearly all of them are several words."""
    worded = sum(len(text.split()) > 1 or len(CJK.findall(text)) >= MIN_SIGNS for text in filled)
    return worded >= SURE_SHARE * len(filled)


def _are_names_in_turn(index: int, columns: Sequence[Column], filled: Sequence[Sequence[str]]) -> bool:
    """Whether the one column of words that nobody knows, right beside the codes, says the same of rows that stand together only."""
    texts = filled[index]
    beside = [columns[place].attribute for place in (index - 1, index + 1) if 0 <= place < len(columns)]
    if "model" not in beside or len(texts) <= MIN_NAMES or share(texts, ValueKind.TEXT) < 1.0 or not are_names(texts):
        return False
    changes = 1 + sum(one != two for one, two in pairwise(texts))
    others = [place for place, column in enumerate(columns) if place != index and column.attribute == CUSTOM and not column.is_labelled]
    is_alone = not any(share(filled[place], ValueKind.TEXT) > CLEAR_SHARE for place in others)
    return is_alone and len(set(texts)) == changes >= MIN_NAMES


def named_columns(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """With the first column of words as the name, where no column is one yet."""
    result = list(columns)
    if any(column.attribute == "name" for column in result):
        return result
    for index, column in enumerate(result):
        if not column.attribute and usual_kind(values[index]) is ValueKind.TEXT and are_names(values[index]):
            result[index] = replace(column, attribute="name")
            break
    return result


def are_names(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    return bool(filled) and sum(len(text) <= 80 and not is_quantity(text) for text in filled) >= 0.8 * len(filled)
