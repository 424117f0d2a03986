"""Columns of marks: which colours or sizes the goods come in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pipeline.sheets import reading_of, saved, skus_of, table

XS = (40.0, 120.0, 230.0, 290.0, 350.0, 410.0, 480.0)
HEADS = {"color": ("Red", "Green", "Black"), "size": ("20 cm", "24 cm", "28 cm")}
MARKS = (("x", "x", "x"), ("x", "", "x"), ("", "-", "x"))


@pytest.mark.parametrize("told", list(HEADS))
@pytest.mark.parametrize("mark", ["•", "yes", "●"])
def test_marks_under_colours_or_sizes_say_which_the_goods_come_in(tmp_path: Path, told: str, mark: str) -> None:
    heads = HEADS[told]
    goods = tuple(
        (f"PK-0{n}", f"Gift box {'ABC'[n]}", *(text.replace("x", mark) for text in marks), f"1{n}.80") for n, marks in enumerate(MARKS)
    )
    rows = (("Item No.", "Description", *heads, "Price USD"), *goods)
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True, font="china-s") and None)

    found = skus_of(path)

    assert [sku[told] for sku in found] == [", ".join(heads), f"{heads[0]}, {heads[2]}", heads[2]]
    assert not any(head in sku for sku in found for head in heads)


def test_a_marked_colour_is_quoted_from_its_head(tmp_path: Path) -> None:
    rows = (("Item No.", "Description", "Red", "Green", "Price USD"), *((f"PK-0{n}", f"Box {n}", "", "•", f"1{n}.80") for n in range(3)))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    colors = [sku.get("color") for sku in reading_of(path).skus]

    assert [color.evidence.quote if color else "" for color in colors] == ["Green"] * 3


def test_marks_under_other_heads_stay_what_their_heads_say(tmp_path: Path) -> None:
    rows = (
        ("Item No.", "Description", "Dimmable", "Smart", "Price USD"),
        *((f"PK-0{n}", f"Lamp {n}", "yes", "", f"1{n}.80") for n in range(3)),
    )
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [sku["Dimmable"] for sku in skus_of(path)] == ["yes"] * 3
