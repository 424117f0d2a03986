"""Lists without a head: a code, a name and a price in each row, with more about it in small print, in one column of the page or in two."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.values.looks import ValueKind, kind_of
from tests.pipeline.sheets import put, reading_of, saved, skus_of

NAMES = ("Egg timer", "Bread knife", "Milk jug", "Pepper mill", "Salad fork", "Cake stand", "Tea strainer", "Oil bottle")
CODES = tuple(f"KT-{number}" for number in range(410, 490, 10))
SUMS = ("4.80", "19.50", "23.00", "31.20", "12.75", "44.00", "6.40", "15.90")
SAID = "Dishwasher proof, packed by hand."


def _right(page: pymupdf.Page, right: float, y: float, text: str, *, size: float = 9) -> None:
    put(page, right - pymupdf.get_text_length(text, "helv", size), y, text, size=size)


def _dots(page: pymupdf.Page, start: float, end: float, y: float) -> None:
    put(page, start, y, "." * int((end - start) / pymupdf.get_text_length(".", "helv", 9)))


@pytest.mark.parametrize(
    ("key", "told"),
    [("size", "12 x 30 cm"), ("material", "Steel"), ("", SAID)],
)
@pytest.mark.parametrize("size", [7.6, 8.2])
def test_small_print_under_names_is_no_part_of_them(key: str, told: str, size: float, tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Kitchen list", size=17, font="hebo")
        y = 90.0
        for place, (code, name, price) in enumerate(zip(CODES, NAMES, SUMS, strict=True)):
            if place % 4 == 0:
                put(page, 40, y + 8, ("Table", "Stove")[place // 4], size=12, font="hebo")
                y += 28
            put(page, 40, y, code)
            put(page, 110, y, name)
            put(page, 110, y + 11.5, told, size=size)
            _right(page, 540, y, f"£{price}")
            y += 29

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"], sku["price"]) for sku in found] == list(zip(CODES, NAMES, SUMS, strict=True))
    assert not key or {sku.get(key) for sku in found} == {told}


@pytest.mark.parametrize("form", ["{name} {code}", "{name} ({code})"])
def test_codes_behind_names_are_told_from_them_though_small_print_follows(form: str, tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(zip(CODES, NAMES, SUMS, strict=True)):
            y = 90 + 30.0 * place
            put(page, 40, y, form.format(name=name, code=code))
            put(page, 40, y + 11, SAID, size=8)
            _right(page, 540, y, f"£{price}")

    assert [(sku["model"], sku["name"]) for sku in skus_of(saved(tmp_path, draw))] == list(zip(CODES, NAMES, strict=True))


def test_codes_right_behind_names_in_a_script_without_spaces(tmp_path: Path) -> None:
    names = ("木勺", "面包刀", "牛奶壶", "胡椒磨", "沙拉叉", "蛋糕架")

    def draw(page: pymupdf.Page) -> None:
        for place, (name, price) in enumerate(zip(names, SUMS, strict=False)):
            put(page, 40, 90 + 20.0 * place, f"{name}{31400 + 7 * place}", font="china-s")
            _right(page, 540, 90 + 20.0 * place, f"¥{price}")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["name"]) for sku in found] == [(str(31400 + 7 * place), name) for place, name in enumerate(names)]


@pytest.mark.parametrize("sums", [("4", "19", "23", "31", "12", "44", "6", "1.215"), ("48", "190", "23", "31", "12", "44", "60", "15")])
def test_whole_sums_at_the_end_of_rows_are_prices_where_the_page_says_so(sums: Sequence[str], tmp_path: Path) -> None:
    def draw(page: pymupdf.Page, note: str = "") -> None:
        put(page, 40, 60, note, size=7)
        for place, (code, name, price) in enumerate(zip(CODES, NAMES, sums, strict=True)):
            put(page, 40, 90 + 20.0 * place, code)
            put(page, 110, 90 + 20.0 * place, name)
            _right(page, 540, 90 + 20.0 * place, price)

    priced = reading_of(saved(tmp_path, lambda page: draw(page, "Alle Preise in EUR zzgl. MwSt."))).skus
    bare = skus_of(saved(tmp_path, draw))

    amounts = [item.price.amount if (item := sku.get("price")) and item.price else "" for sku in priced]
    assert amounts == [text.replace(".", "") for text in sums]
    assert not any("price" in sku for sku in bare)


@pytest.mark.parametrize("is_led", [True, False])
def test_sums_with_spaces_behind_their_thousands_and_sizes_with_units_are_one_column_each(is_led: bool, tmp_path: Path) -> None:
    packs = ("0,75 l", "500 ml", "330 ml", "1 l") * 2
    sums = ("1 932,40", "7,30", "38,50", "2 405,00", "552,90", "4,80", "1 021,30", "12,00")

    def draw(page: pymupdf.Page) -> None:
        for place, (name, pack, price) in enumerate(zip(NAMES, packs, sums, strict=True)):
            y = 90 + 18.0 * place
            put(page, 40, y, name)
            _right(page, 480, y, pack)
            _right(page, 540, y, f"{price} EUR")
            if is_led:
                _dots(page, 110, 440, y)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["name"], sku["size"]) for sku in found] == list(zip(NAMES, packs, strict=True))
    assert [float(sku["price"]) for sku in found] == [float(text.replace(" ", "").replace(",", ".")) for text in sums]


def test_two_columns_of_a_list_are_parted_though_the_same_is_said_under_all_names(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for place, (name, price) in enumerate(zip(NAMES, SUMS, strict=True)):
            x, y = 40 + 270 * (place // 4), 90 + 30.0 * (place % 4)
            put(page, x, y, name)
            put(page, x, y + 10, SAID, size=7.5)
            _right(page, x + 175, y, ("500 ml", "1 l")[place % 2])
            _right(page, x + 240, y, f"£{price}")

    found = skus_of(saved(tmp_path, draw))

    assert sorted((sku["name"], sku["price"]) for sku in found) == sorted(zip(NAMES, SUMS, strict=True))


def test_names_of_which_most_sound_like_materials_are_names(tmp_path: Path) -> None:
    names = ("Vassoio legno", "Cesto rattan", "Lampada da terra", "Coperta cotone", "Specchio tondo", "Panca rovere", "Sedia da giardino")

    def draw(page: pymupdf.Page) -> None:
        for place, (name, price) in enumerate(zip(names, SUMS, strict=False)):
            put(page, 40, 90 + 18.0 * place, name)
            _right(page, 540, 90 + 18.0 * place, f"EUR {price}")

    assert [sku["name"] for sku in skus_of(saved(tmp_path, draw))] == list(names)


def test_one_word_over_two_columns_of_goods_is_no_head_of_people_and_places(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for place, (code, name, price) in enumerate(zip(CODES, NAMES, SUMS, strict=True)):
            x, y = 40 + 270 * (place // 4), 110 + 18.0 * (place % 4)
            put(page, x, 90, "Office", size=12, font="hebo")
            put(page, x, y, f"{name} {code}")
            _right(page, x + 240, y, f"£{price}")

    assert len(skus_of(saved(tmp_path, draw))) == len(NAMES)


@pytest.mark.parametrize(
    ("text", "kind"),
    [("2 190,06", ValueKind.NUMBER), ("12 345 678,5", ValueKind.NUMBER), ("木盒 (KC389B)", ValueKind.TEXT), ("KC 119", ValueKind.PRICE)],
)
def test_figures_with_spaces_and_codes_in_brackets_are_what_they_look_like(text: str, kind: ValueKind) -> None:
    assert kind_of(text) is kind
