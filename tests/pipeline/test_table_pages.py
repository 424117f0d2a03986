"""Tables that go on over pages, with and without their header."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import GOODS, HEADER, XS, put, reading_of, saved, skus_of, table


def test_a_table_without_header_goes_on_with_the_one_before(tmp_path: Path) -> None:
    more = [(f"AC-{n}", f"Lamp {n}", "20x20", f"{n}.50") for n in range(1005, 1012)]
    path = saved(tmp_path, lambda page: table(page, (HEADER, *GOODS), XS) and None, lambda page: table(page, more, XS, y=60) and None)

    found = reading_of(path, 2).skus

    price = found[0].get("price").price  # type: ignore[union-attr]
    assert price is not None
    assert (price.amount, price.currency) == ("1005.50", "USD")
    assert found[0].get("size").value == "20x20cm"  # type: ignore[union-attr]
    assert found[0].get("size").evidence.more[0][0] == 1  # type: ignore[union-attr]


def test_the_currency_over_a_column_comes_along_with_the_table(tmp_path: Path) -> None:
    def listed(page: pymupdf.Page, first: int) -> None:
        sums = ("24,50", "6,95", "112,00", "17,25", "58,90", "2,40")
        table(page, [(f"AB-{first + n}", f"Oak bench {n}", "60x40", amount) for n, amount in enumerate(sums)], XS, y=120)

    def opening(page: pymupdf.Page) -> None:
        put(page, XS[3] + 3, 98, "EUR")
        table(page, [("Item No.", "Description", "Dimensions (cm)", "List price")], XS, y=101)
        listed(page, 110)

    rows = reading_of(saved(tmp_path, opening, lambda page: listed(page, 120)), 2).skus

    assert {sku.get("price").price.currency for sku in rows} == {"EUR"}  # type: ignore[union-attr]


def test_one_row_goes_on_with_the_table_before(tmp_path: Path) -> None:
    path = saved(
        tmp_path,
        lambda page: table(page, (HEADER, *GOODS), XS) and None,
        lambda page: table(page, (("AB-1005", "Coat rack", "40x40", "31.00"),), XS, y=40.0) and None,
    )

    found = skus_of(path, 2)

    assert [(sku["model"], sku["name"], sku["size"], sku["price"]) for sku in found] == [("AB-1005", "Coat rack", "40x40cm", "31.00")]


def test_a_table_goes_on_after_a_page_that_tells_of_something_else(tmp_path: Path) -> None:
    more = tuple((f"AB-20{row:02d}", f"Stool form {row}", f"{30 + row}x30", f"{20 + row}.00") for row in range(4))
    path = saved(
        tmp_path,
        lambda page: table(page, (HEADER, *GOODS), XS) and None,
        lambda page: put(page, 40, 200, "We plant a tree for every bench that leaves our yard."),
        lambda page: table(page, more, XS) and None,
    )

    found = skus_of(path, 3)

    assert [sku["size"] for sku in found] == ["30x30cm", "31x30cm", "32x30cm", "33x30cm"]


def test_what_a_page_tells_of_one_product_does_not_go_on_with_the_table_before(tmp_path: Path) -> None:
    def goods(page: pymupdf.Page) -> None:
        rows = (
            ("Best.-Nr.", "Artikel", "Spannung", "Leistung", "VK"),
            *[(f"GL H{n}", f"Halogenlampe H{n}", "12 V", "55 W", f"{n},20 EUR") for n in (1, 4, 7, 8)],
        )
        table(page, rows, (40.0, 120.0, 260.0, 340.0, 420.0, 500.0))

    def facts(page: pymupdf.Page) -> None:
        rows = (
            ("Presskraft", "20 t"),
            ("Arbeitsraum", "0-910 mm"),
            ("Kolbenhub", "185 mm"),
            ("Gewicht", "88 kg"),
            ("Garantie", "24 Monate"),
        )
        table(page, rows, (40.0, 260.0, 340.0))

    assert skus_of(saved(tmp_path, goods, facts), 2) == []


def test_a_section_goes_on_over_the_page(tmp_path: Path) -> None:
    head = ("Part No.", "Thread", "Pack qty", "Price")

    def page_of(*rows: tuple[str, ...]) -> Callable[[pymupdf.Page], None]:
        def draw(page: pymupdf.Page) -> None:
            table(page, (head, *rows), (40.0, 150.0, 260.0, 370.0, 480.0), ruled=True)

        return draw

    first = page_of(
        ("Socket screws", "", "", ""),
        ("912-03010", "M3 x 10", "200", "$4.35"),
        ("912-03012", "M3 x 12", "200", "$4.26"),
        ("Flat washers", "", "", ""),
        ("125-03000", "M3", "500", "$1.10"),
    )
    second = page_of(("125-04000", "M4", "500", "$1.30"), ("Wing nuts", "", "", ""), ("315-04000", "M4", "100", "$2.30"))

    path = saved(tmp_path, first, second)

    assert [sku["name"] for sku in skus_of(path, 2)] == ["Flat washers", "Wing nuts"]
    evidence = reading_of(path, 2).skus[0].get("name").evidence  # type: ignore[union-attr]
    assert (evidence.page_number, evidence.quote) == (1, "Flat washers")


@pytest.mark.parametrize(("label", "key", "beside"), [("Series", "Series", "Description"), ("Name", "name", "Material")])
def test_a_group_goes_on_over_the_page_with_an_empty_cell(tmp_path: Path, label: str, key: str, beside: str) -> None:
    xs = (40.0, 150.0, 230.0, 340.0, 450.0, 540.0)

    def page_of(*groups: tuple[str, int]) -> Callable[[pymupdf.Page], None]:
        def draw(page: pymupdf.Page) -> None:
            y = table(page, ((label, "Code", beside, "Size", "Price"),), xs, ruled=True)
            for number, (group, count) in enumerate(groups):
                page.draw_rect(pymupdf.Rect(xs[0], y, xs[1], y + 18 * count), width=0.5)
                put(page, xs[0] + 3, y + 12, group)
                rows = [(f"{page.number}{number}-T{n}4", "Clay", f"{n}0 x 20 cm", f"${n}.35") for n in range(1, count + 1)]
                y = table(page, rows, xs[1:], y=y, ruled=True)

        return draw

    path = saved(tmp_path, page_of(("Meadow", 4), ("Patio", 2)), page_of(("", 3), ("Outdoor", 2)))

    assert [sku[key] for sku in skus_of(path, 2)] == ["Patio"] * 3 + ["Outdoor"] * 2
    first = reading_of(path, 2).skus[0]
    told = next(attribute for attribute in (*first.standard, *first.custom) if attribute.key == key)
    assert (told.evidence.page_number, told.evidence.quote) == (1, "Patio")
