"""Heads drawn as a grid of their own, over rows in other grids or without borders."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest

from tests.pipeline.sheets import Rows, put, saved, skus_of, table

XS = (40.0, 170.0, 230.0, 300.0, 370.0, 440.0, 510.0)


def _head(page: pymupdf.Page, single: Sequence[str], titles: Sequence[str], parts: Sequence[str]) -> None:
    """Labels as tall as the head, then titles over two columns each with their parts below."""
    for (left, right), text in zip(pairwise(XS[:3]), single, strict=True):
        page.draw_rect(pymupdf.Rect(left, 100, right, 136), width=0.5)
        put(page, left + 4, 121, text, font="hebo")
    for place, text in enumerate(titles):
        page.draw_rect(pymupdf.Rect(XS[2 + 2 * place], 100, XS[4 + 2 * place], 118), width=0.5)
        put(page, XS[2 + 2 * place] + 4, 112, text, font="hebo")
    table(page, (parts,), XS[2:], y=118, ruled=True)


def _sections(page: pymupdf.Page, sections: Sequence[tuple[str, Rows]], *, is_ruled: bool) -> None:
    y = 136.0
    for title, rows in sections:
        page.draw_rect(pymupdf.Rect(XS[0], y, XS[-1], y + 18), color=None, fill=(0.9, 0.95, 0.95))
        put(page, XS[0] + 4, y + 13, title, font="hebo")
        y = table(page, rows, XS, y=y + 18, ruled=is_ruled)
        if not is_ruled:
            for row in range(len(rows)):
                page.draw_line((XS[0], y - 18 * row), (XS[-1], y - 18 * row), width=0.4)


@pytest.mark.parametrize("is_ruled", [True, False])
def test_versions_under_a_head_of_its_own_have_their_codes_and_prices(tmp_path: Path, is_ruled: bool) -> None:
    fittings = [(f"{n}0 mm tube", f"0.{n} kg", f"SV-0{n}0", f"{n + 10}.80", f"BV-0{n}0", f"{n + 12}.60") for n in range(2, 6)]
    bars = [(f"{n}00 × 75 × 35 mm", f"{n}.2 kg", f"SB-{n}00", f"{n + 30}.40", f"BB-{n}00", f"{n + 40}.50") for n in (3, 4, 6)]
    others = [("Kestrel models", "0.1 kg", "SK-006", "5.60", "BK-006", "6.90")]

    def drawing(page: pymupdf.Page) -> None:
        _head(page, ("Type", "Weight"), ("Zinc", "Aluminium"), ("Part No.", "£ each", "Part No.", "£ each"))
        _sections(page, (("Elbow clamp", fittings), ("Swivel plate", others), ("Mounting bar", bars)), is_ruled=is_ruled)

    found = {sku["model"]: sku for sku in skus_of(saved(tmp_path, drawing))}

    assert len(found) == 16
    assert [found[code]["price"] for code in ("SV-020", "BV-020", "BB-600")] == ["12.80", "14.60", "46.50"]
    assert [found[code]["material"] for code in ("SV-020", "BV-020")] == ["Zinc", "Aluminium"]
    assert [found[code]["size"] for code in ("BV-030", "SB-300")] == ["30 mm tube", "300 × 75 × 35 mm"]
    assert [found[code]["name"] for code in ("SV-020", "BB-600", "SK-006")] == ["Elbow clamp", "Mounting bar", "Swivel plate"]
    assert "size" not in found["SK-006"]


@pytest.mark.parametrize(
    ("title", "parts"),
    [("Cena za szt.", ("netto", "brutto")), ("Preis EUR / St.", ("netto", "brutto")), ("Unit price", ("ex VAT", "inc VAT"))],
)
def test_of_a_net_and_a_gross_price_under_one_title_the_first_is_asked(tmp_path: Path, title: str, parts: tuple[str, str]) -> None:
    sections = [
        (f"Fitting {letter}", [(f"KN-{letter}{n}", f"{n} kg", "5", "60", f"{n}7,85", f"{n}9,66") for n in range(1, 4)]) for letter in "ABC"
    ]

    def drawing(page: pymupdf.Page) -> None:
        _head(page, ("Code", "Weight"), ("Pack", title), ("bag", "box", *parts))
        _sections(page, sections, is_ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["model"] for sku in found] == [f"KN-{letter}{n}" for letter in "ABC" for n in range(1, 4)]
    assert [sku["price"] for sku in found] == ["17.85", "27.85", "37.85"] * 3


@pytest.mark.parametrize("head", [("Code", "Description", "Size", "Price £"), ("Kód", "Megnev.", "Nagys.", "Br. EUR")])
def test_sections_of_one_row_are_rows_of_the_table_around_them(tmp_path: Path, head: Sequence[str]) -> None:
    sections = (("Hooks", 3), ("Rails", 1), ("Knobs", 2), ("Pulls", 1))
    xs = (40.0, 130.0, 290.0, 400.0, 520.0)

    def drawing(page: pymupdf.Page) -> None:
        y = table(page, (head,), xs, y=100, ruled=True)
        for title, count in sections:
            page.draw_rect(pymupdf.Rect(40, y, 520, y + 18), color=None, fill=(0.9, 0.95, 0.95))
            put(page, 44, y + 13, title, font="hebo")
            rows = [(f"{title[0]}K-{n}1", f"Brass {title.lower()} no {n}", f"{n}0 mm", f"{n}2.50") for n in range(1, count + 1)]
            y = table(page, rows, xs, y=y + 18, ruled=True)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["model"] for sku in found] == ["HK-11", "HK-21", "HK-31", "RK-11", "KK-11", "KK-21", "PK-11"]
    assert [sku["price"] for sku in found] == ["12.50", "22.50", "32.50", "12.50", "12.50", "22.50", "12.50"]


def test_tables_under_titles_with_heads_of_their_own_stay_apart(tmp_path: Path) -> None:
    xs = (40.0, 130.0, 290.0, 400.0)

    def drawing(page: pymupdf.Page) -> None:
        y = 100.0
        for title in ("Wall hooks", "Door rails"):
            put(page, 40, y - 6, title, size=12, font="hebo")
            rows = [("Code", "Size", "Price £"), *((f"{title[0]}K-{n}1", f"{n}0 mm", f"{n}2.50") for n in range(1, 4))]
            y = table(page, rows, xs, y=y, ruled=True) + 24

    assert [sku["name"] for sku in skus_of(saved(tmp_path, drawing))] == ["Wall hooks"] * 3 + ["Door rails"] * 3
