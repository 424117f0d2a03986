"""Columns that tell what a pack or a vessel holds: it is the size of what is sold in it, unless another column measures the goods."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import BRACKETED, CUSTOM
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, WEIGHT, Column, share
from pipeline.backends.rules.values.forms import folded, is_quantity, is_size, word_list
from pipeline.backends.rules.values.kinds import is_note
from pipeline.backends.rules.values.looks import ValueKind, kind_of

BY_SIGN = re.compile(r"\d\s*[x×*]\s*\d", re.IGNORECASE)
FIGURES = re.compile(r"\d+(?:[., ]\d+)*")
BEHIND_SIZE = re.compile(r"\s*[,;，；]\s+(\S.*)$")
MIN_PACKED = 3
DOUBLE_SHARE = 0.34
# So many in what is sold: `24 per tray`, `12 pcs/ctn`, `24个/箱`, `每箱24袋`.
PACKED = re.compile(
    r"(?!1\b)\d{1,4}\s?(?:[^\W\d_]{1,8}\.?\s?)?(?:/|／|\b(?:per|pro|je|par|por|a|à)\s)\s?[^\W\d_]{1,10}\.?|每[^\W\d_]\s?\d{1,4}\s?[^\W\d_]?",
    re.IGNORECASE,
)
PORTION = re.compile(r"\d{0,2}[05]\s?(?P<grams>gr?\.?|克|г|グラム)|\d{1,2}(?:[.,]5)?\s?(?:kg|公斤|千克|кг)", re.IGNORECASE)


def mend_contents(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """What a pack or a vessel holds is its size, unless another column measures the goods; beside a column that counts what is in a pack,
    weights are those of each piece."""
    if not any(column.attribute in ("size", "dimension") for column in columns):
        for index, column in enumerate(columns):
            texts = [_measured(text, column.unit) for text in values[index]]
            holds = column.attribute == CUSTOM and (
                is_named(column.key, "capacity_labels")
                or (is_named(column.key, "weight_labels") and _are_portions(texts) and not any(map(_count_packed, values)))
            )
            if holds and not _are_packs(texts) and share(texts, ValueKind.SIZE) >= SURE_SHARE:
                columns[index] = replace(column, attribute="size")
    held = [index for index, column in enumerate(columns) if column.attribute == "size" and _names_content(column.key)]
    if any(column.attribute in ("size", "dimension") and index not in held for index, column in enumerate(columns)):
        for index in held:
            columns[index] = replace(columns[index], attribute=CUSTOM)


def sizes_with_packs(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """The one column without a head whose values are sizes with how many come in a pack behind them measures the goods."""
    if any(column.attribute in ("size", "dimension") for column in columns):
        return
    found = [index for index, column in enumerate(columns) if not column.key and not column.attribute and _are_packed(values[index])]
    if len(found) == 1:
        columns[found[0]] = replace(columns[found[0]], attribute="size")


def _are_packed(texts: Sequence[str]) -> bool:
    filled = [text for text in texts if text.strip()]
    return len(filled) >= MIN_PACKED and sum(pack_in(text) is not None for text in filled) >= SURE_SHARE * len(filled)


def pack_in(text: str) -> re.Match[str] | None:
    """Where a text says behind a size how many come in a pack: `M5, 500 St.`"""
    found = BEHIND_SIZE.search(text)
    if found is None or kind_of(text[: found.start()]) is not ValueKind.SIZE or is_size(found[1]):
        return None
    return found if is_quantity(found[1]) or is_note(found[1]) else None


def _measured(text: str, unit: str) -> str:
    """Figures in the unit that the column's head states: `250` under `Capacity (mL)`; what a scale or a hoist carries is told in kilograms."""
    return f"{text} {unit}" if unit and not WEIGHT.search(unit) and FIGURES.fullmatch(text.strip()) else text


def _are_packs(texts: Sequence[str]) -> bool:
    """`60 x 40 x 30 cm` measures the pack itself, `6 x 1 l` counts what is in it; one among vessels may be made of two: `2 × 15 l`."""
    filled = [text for text in texts if text.strip()]
    return sum(BY_SIGN.search(text) is not None for text in filled) > DOUBLE_SHARE * len(filled)


def _are_portions(texts: Sequence[str]) -> bool:
    """Round weights, most of them in grams: so much is weighed out of what is sold by weight. Nobody makes a chair of 4500 g."""
    found = [PORTION.fullmatch(text.strip()) for text in texts if text.strip()]
    grams = [match for match in found if match is not None and match["grams"]]
    return bool(found) and all(found) and len(grams) >= CLEAR_SHARE * len(found)


def _count_packed(texts: Sequence[str]) -> bool:
    filled = [text.strip() for text in texts if text.strip()]
    return len(filled) > 1 and all(map(PACKED.fullmatch, filled))


def is_named(key: str, name: str) -> bool:
    """Whether a label without what stands in brackets is a word of a list, in one of its scripts."""
    bare = folded(BRACKETED.sub(" ", key)).strip(" .:：")
    words = [word.strip(",/") for word in bare.split()]
    return not {bare, *words[:1], *words[-1:]}.isdisjoint(word_list(name))


def _names_content(key: str) -> bool:
    words = folded(key)
    return any(words.startswith(label) for label in word_list("content_labels"))
