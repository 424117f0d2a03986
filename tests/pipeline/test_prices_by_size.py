"""Tables that tell what goods cost in each size: sizes over columns of sums, and names that come again for every size."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.options import Granularity, Options
from tests.pipeline.sheets import put, reading_of, saved, skus_of, table

XS = (40.0, 110.0, 230.0, 300.0, 370.0, 440.0)
FIRM, SOFT = ("Comar", "Bergal", "Tommet"), ("Livar", "Rougel", "Chablot", "Fontin")


@pytest.mark.parametrize("sizes", [("XS-M", "L", "XXL"), ("500 ml", "1 l", "5 l"), ("40 x 60 cm", "50 x 70 cm", "60 x 90 cm")])
@pytest.mark.parametrize("labels", [("Code", "Description"), ("Kod", "Opis"), ("Ref.", "Zzyzx")])
def test_sizes_over_sums_are_the_sizes_of_each_row(tmp_path: Path, labels: tuple[str, str], sizes: tuple[str, ...]) -> None:
    rows = (
        (*labels, *sizes),
        ("QT-410", "Walnut oil", "4.20", "7.90", "31.00"),
        ("QT-422", "Linseed varnish", "-", "9.15", "38.50"),
        ("QT-437", "Pine tar", "5.60", "10.40", "-"),
        ("QT-451", "Beeswax polish", "6.75", "12.30", "52.80"),
    )

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None))

    assert [sku["model"] for sku in found] == ["QT-410", "QT-422", "QT-437", "QT-451"]
    assert [sku["size"] for sku in found] == [" / ".join(kept) for kept in (sizes, sizes[1:], sizes[:2], sizes)]
    assert [sku["price"] for sku in found] == ["4.20", "9.15", "5.60", "6.75"]


def test_each_size_keeps_its_price(tmp_path: Path) -> None:
    rows = (("Item", "500 ml", "1 l"), ("Walnut oil", "4.20", "7.90"), ("Pine tar", "5.60", "10.40"), ("Turpentine", "3.10", "5.50"))

    skus = reading_of(saved(tmp_path, lambda page: table(page, rows, XS[1:], ruled=True) and None)).skus

    price = skus[0].get("price")
    assert price is not None
    assert price.price is not None
    assert price.price.tiers == (("500 ml", "4.20"), ("1 l", "7.90"))


@pytest.mark.parametrize(
    ("labels", "title", "sizes"),
    [(("Code", "Colour"), "Price by length", ("2 m", "5 m")), (("货号", "颜色"), "规格（容量）/ 单价", ("500ml", "1L"))],
)
def test_each_size_is_a_sku_of_its_own_where_the_profile_parts_by_size(
    tmp_path: Path, labels: tuple[str, str], title: str, sizes: tuple[str, str]
) -> None:
    rows = ((*labels, *sizes), ("RP 204", "Red", "8.50", "11.00"), ("RP 209", "Blue", "-", "17.50"), ("RP 215", "Green", "9.20", "9.80"))

    def draw(page: pymupdf.Page) -> None:
        put(page, XS[0], 80, "Braided rope", size=14)
        table(page, rows, XS[:5], y=118, ruled=True, font="china-s")
        table(page, ((title,),), (XS[2], XS[4]), ruled=True, font="china-s")
        page.draw_rect(pymupdf.Rect(XS[0], 100, XS[2], 118), width=0.5)

    path = saved(tmp_path, draw)

    apart = [(sku["model"], sku["size"], sku["price"]) for sku in skus_of(path, options=Options(granularity=Granularity.MODEL_COLOR_SIZE))]
    assert apart == [(row[0], size, price) for row in rows[1:] for size, price in zip(sizes, row[2:], strict=True) if price != "-"]
    assert [(sku["model"], sku["size"]) for sku in skus_of(path)][:2] == [("RP 204", " / ".join(sizes)), ("RP 209", sizes[1])]


@pytest.mark.parametrize("sizes", [("S-XL", "2XL"), ("M", "L")])
def test_sizes_under_a_title_of_prices(tmp_path: Path, sizes: tuple[str, str]) -> None:
    rows = (("Style", "Description", *sizes), ("KR 204", "Rain cape", "18.50", "21.00"), ("KR 209", "Field vest", "24.00", "27.50"))

    def draw(page: pymupdf.Page) -> None:
        table(page, (*rows, ("KR 215", "Storm hat", "9.20", "9.80")), XS[:5], y=118, ruled=True)
        page.draw_rect(pymupdf.Rect(XS[2], 100, XS[4], 118), width=0.5)
        page.draw_rect(pymupdf.Rect(XS[0], 100, XS[2], 118), width=0.5)
        put(page, XS[2] + 8, 112, "Price per piece by size")

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["price"]) for sku in found] == [("KR 204", "18.50"), ("KR 209", "24.00"), ("KR 215", "9.20")]
    assert {sku["size"] for sku in found} == {" / ".join(sizes)}


def test_counts_to_order_under_sizes_are_no_prices(tmp_path: Path) -> None:
    rows = (("Code", "Description", "Price", "M", "L"), ("AB 10", "Apron", "8.00", "12", "24"), ("AB 11", "Cap", "5.00", "6", "18"))

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None))

    assert [sku["price"] for sku in found] == ["8.00", "5.00"]
    assert all("size" not in sku for sku in found)


def test_names_that_come_again_for_every_variant_are_names_under_a_strange_label(tmp_path: Path) -> None:
    shrubs = ("Ceanothus impressus", "Daphne odora", "Kerria japonica 'Plena'", "Skimmia x confusa")
    rows = [(f"{name[:3].upper()}{litres}", name, f"{litres} L", f"{3 * litres}.40") for name in shrubs for litres in (2, 5, 10)]

    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "Shrubs for shade", size=18)
        table(page, (("Code", "Gewächs", "Pot Size", "Price"), *rows), (40.0, 120.0, 300.0, 380.0, 460.0), ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [name for name in shrubs for _ in range(3)]


@pytest.mark.parametrize(
    "portions", [("100 g", "250 g", "Le kg"), ("je 100 g", "je 250 g", "1 kg"), ("0.25 l", "0.5 l", "5 l"), ("10 pcs", "25 pcs", "50 pcs")]
)
@pytest.mark.parametrize("labels", [("Produit", "Origine", "Lait"), ("Artikel", "Herkunft", "Milch"), ("Item", "Zzyzx", "Qwerk")])
def test_portions_over_sums_begin_a_table_of_other_columns(tmp_path: Path, labels: tuple[str, str, str], portions: tuple[str, ...]) -> None:
    firm = [(f"{name} vieux", "Jura", "Vache", f"{n}.95 EUR", f"{2 * n}.90 EUR", f"{9 * n}.50 EUR") for n, name in enumerate(FIRM, 2)]
    soft = [(f"{name} fin", "Savoie", f"{n}.60 EUR", f"{2 * n}.10 EUR", f"{8 * n}.40 EUR") for n, name in enumerate(SOFT, 2)]

    def draw(page: pymupdf.Page) -> None:
        y = table(page, ((*labels, *portions), *firm), (40.0, 190.0, 270.0, 340.0, 410.0, 480.0, 550.0))
        put(page, 40, y + 20, "Pâtes molles", size=12)
        table(page, ((*labels[:2], *portions), *soft), (40.0, 190.0, 305.0, 395.0, 480.0, 550.0), y=y + 28)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["name"] for sku in found] == [row[0] for row in (*firm, *soft)]
    assert [f"{sku['price']} EUR" for sku in found] == [row[-3] for row in (*firm, *soft)]
