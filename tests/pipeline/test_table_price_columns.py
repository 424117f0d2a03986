"""Columns of sums: which is the price, which are steps for quantities, and what shops are advised to ask."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.labels.lookup import headers_for
from pipeline.backends.rules.values.pricesteps import counts_goods
from pipeline.options import Options
from tests.pipeline.sheets import merged_head, prices_of, put, saved, skus_of, table

XS = (40.0, 150.0, 260.0, 370.0)


def test_a_header_of_nothing_but_a_currency_heads_prices(tmp_path: Path) -> None:
    rows = (("Artikel", "Bezeichnung", "CHF"), ("K 457", "Mixing Bowl", "22.30"), ("K 371", "Milk Jug", "84.35"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in prices_of(path) if price] == [("22.30", "CHF"), ("84.35", "CHF")]


def test_the_sum_for_a_hundred_pieces_is_a_price(tmp_path: Path) -> None:
    rows = (("Art.-Nr.", "VPE", "EUR / 100 St."), ("0603 05 012", "500", "27,80"), ("0603 05 020", "200", "29,55"))
    path = saved(tmp_path, lambda page: table(page, rows, XS, ruled=True) and None)

    assert [(price.amount, price.currency) for price in prices_of(path) if price] == [("27.80", "EUR"), ("29.55", "EUR")]


def test_steps_under_a_title_of_prices_are_tiers_and_no_product(tmp_path: Path) -> None:
    rows = tuple((f"KW44{n}", f"Bowl {n}", f"{20 + n}.00", f"{18 + n}.50", f"{15 + n}.25") for n in range(4))
    path = saved(
        tmp_path,
        lambda page: merged_head(page, ("Item No.", "Description", "FOB Ningbo (USD/pc)"), ("300 pcs", "1000 pcs", "3000 pcs"), rows),
    )

    first = prices_of(path)[0]

    assert [sku["model"] for sku in skus_of(path)] == ["KW440", "KW441", "KW442", "KW443"]
    assert first is not None
    assert (first.amount, first.currency) == ("20.00", "USD")
    assert first.tiers == (("300 pcs", "20.00"), ("1000 pcs", "18.50"), ("3000 pcs", "15.25"))


def test_what_stands_over_sums_is_no_product(tmp_path: Path) -> None:
    plants = ("Viburnum tinus", "Taxus baccata", "Buxus sempervirens", "Magnolia stellata")
    rows = (("Plant", "P9", "C2"), *((name, f"$ {n + 4}.85", f"$ {n + 14}.05") for n, name in enumerate(plants)))
    path = saved(tmp_path, lambda page: table(page, rows, XS) and None)

    found = skus_of(path)

    assert [sku["name"] for sku in found] == list(plants)
    assert found[0]["C2"] == "$ 14.05"


def test_dots_that_touch_a_sum_are_not_read_with_it(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for row, (name, price) in enumerate(
            (("Clos du Moulin", "13,00"), ("Mas des Pins", "14,50"), ("Les Rives", "16,00"), ("Haut Bois", "9,50"))
        ):
            start = 40 + pymupdf.get_text_length(f"{name} ", fontsize=9)
            put(page, 40, 100 + 18 * row, name)
            put(page, start, 100 + 18 * row, "." * 60 + f"{price} EUR / 8{row},00 EUR")

    path = saved(tmp_path, draw)

    assert [sku["name"] for sku in skus_of(path)] == ["Clos du Moulin", "Mas des Pins", "Les Rives", "Haut Bois"]
    assert [price.amount for price in prices_of(path) if price] == ["13.00", "14.50", "16.00", "9.50"]


@pytest.mark.parametrize(("head", "currency"), [("Vlorka (€)", "EUR"), ("进货价（元/支）", "CNY")])
def test_what_is_counted_in_money_is_a_price_in_any_language(head: str, currency: str) -> None:
    label = headers_for(Options()).lookup(head)

    assert label is not None
    assert (label.attribute, label.currency) == ("price", currency)


@pytest.mark.parametrize(
    ("labels", "price"),
    [
        (("RRP", "Trade"), "4.15"),
        (("Trade", "RRP"), "7.99"),
        (("UVP inkl. MwSt.", "Händlerpreis"), "4.15"),
        (("List price", "RRP"), "7.99"),
        (("List £", "Net £"), "4.15"),
        (("Listenpreis", "Ihr Preis"), "4.15"),
        (("Prix tarif", "Prix net HT"), "4.15"),
        (("Cena netto", "Cena brutto"), "7.99"),
        (("Prezzo di listino", "Prezzo netto"), "4.15"),
        (("List price", "Per case"), "7.99"),
    ],
)
def test_what_shops_are_advised_to_ask_is_no_price_beside_the_readers_own(tmp_path: Path, labels: tuple[str, str], price: str) -> None:
    rows = (("Code", "Description", *labels), ("PF7001", "Hay rack", "£7.99", "£4.15"), ("PF7002", "Water bottle", "£7.99", "£4.15"))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 120, 260, 350, 440), ruled=True) and None)

    assert [found.amount for found in prices_of(path) if found] == [price, price]


@pytest.mark.parametrize(
    ("head", "is_step"),
    [
        ("do 49 m", True),
        ("50-199 m", True),
        ("od 200 m", True),
        ("bis 9 Stk.", True),
        ("from 5 kg", True),
        ("1.000+", True),
        ("50 m", False),
        ("300 g", False),
        ("10-20 mm", False),
        ("1.5", False),
    ],
)
def test_steps_of_a_price_are_told_from_sizes(head: str, is_step: bool) -> None:
    assert counts_goods(head) is is_step


def test_prices_by_the_metre_are_tiers_beside_labels_that_are_not_known(tmp_path: Path) -> None:
    xs = (40.0, 110.0, 220.0, 290.0, 350.0, 410.0, 480.0, 550.0)
    rows = [(f"LN30{n}", f"Rope type {n}", f"{n}x2,5 mm²", "gamma", f"{n},40", f"{n},20", f"{n},05") for n in range(2, 7)]
    head = ("Nr kat.", "Nazwa", "Oplot", "Klasa", "do 49 m", "50-199 m", "od 200 m")
    before = [("Nr kat.", "Nazwa", "Moc", "Klasa", "Opak.", "Netto PLN", "Brutto PLN")]
    before += [(f"LM20{n}", f"Lamp type {n}", f"{n}0 W", "beta", str(n), f"{n}2,40", f"{n}5,20") for n in range(2, 7)]
    path = saved(tmp_path, lambda page: table(page, before, xs) and None, lambda page: table(page, [head, *rows], xs) and None)

    found = skus_of(path, 2)

    assert [sku["model"] for sku in found] == [f"LN30{n}" for n in range(2, 7)]
    assert [sku["price"] for sku in found] == [f"{n}.40" for n in range(2, 7)]
    assert "Moc" not in found[0]
    assert found[0]["size"] == "2x2,5 mm²"


@pytest.mark.parametrize(
    ("heads", "sums", "price"),
    [
        (("Price until 31 Dec", "New price from 1 Jan"), ("8.10", "9.40"), "9.40"),
        (("New price", "Old price"), ("9.40", "8.10"), "9.40"),
        (("Preis bis 31.12.", "Preis ab 1.1."), ("8.10", "9.40"), "9.40"),
        (("Unit A$ ex GST", "Amount A$"), ("9.40", "112.80"), "9.40"),
        (("Line total (USD)", "Each (USD)"), ("112.80", "9.40"), "9.40"),
    ],
)
def test_of_two_sums_the_price_is_what_one_piece_costs_from_now_on(
    tmp_path: Path, heads: tuple[str, str], sums: tuple[str, str], price: str
) -> None:
    rows = (("Item No.", "Product", *heads), ("KW-441", "Ladle", *sums), ("KW-442", "Whisk", *sums), ("KW-443", "Sieve", *sums))
    path = saved(tmp_path, lambda page: table(page, rows, (40, 130, 230, 350, 480), ruled=True) and None)

    assert [found.amount for found in prices_of(path) if found] == [price] * 3


def test_the_lowest_price_of_a_quantity_is_a_step_also_under_a_title_that_says_so(tmp_path: Path) -> None:
    rows = tuple((f"KW44{n}", f"Bowl {n}", f"{20 + n}.00", f"{18 + n}.50", f"{15 + n}.25") for n in range(4))
    path = saved(
        tmp_path,
        lambda page: merged_head(page, ("Item No.", "Description", "Order quantity (pcs)"), ("100-499", "500-999", "1000+"), rows),
    )

    first = prices_of(path)[0]

    assert first is not None
    assert first.tiers == (("100-499", "20.00"), ("500-999", "18.50"), ("1000+", "15.25"))


def test_sums_under_grades_of_cloth_that_rise_are_prices_and_the_first_is_the_price(tmp_path: Path) -> None:
    rows = (
        ("Ref.", "Component", "Size (cm)", "Grade A", "Grade B", "Leather"),
        ("OS-1L", "Left seat", "90x95", "1,240", "1,390", "2,150"),
        ("OS-1R", "Right seat", "90x95", "1,240", "1,390", "2,150"),
        ("OS-CO", "Corner", "95x95", "1,480", "1,610", "2,480"),
    )
    path = saved(tmp_path, lambda page: table(page, rows, (40, 110, 200, 280, 350, 420, 500)) and None)

    assert [price.amount for price in prices_of(path) if price] == ["1240", "1240", "1480"]
    assert [sku["name"] for sku in skus_of(path)] == ["Left seat", "Right seat", "Corner"]


@pytest.mark.parametrize("title", ["Fabric group", "Stoffgruppe", "Catégorie de tissu", "Kumas grubu"])
def test_a_title_between_the_labels_and_over_sums_says_what_they_are(tmp_path: Path, title: str) -> None:
    def drawn(page: pymupdf.Page) -> None:
        put(page, 40, 60, "Modular seats, prices in TL", size=14)
        page.draw_rect(pymupdf.Rect(36, 84, 560, 122), color=None, fill=(0.9, 0.9, 0.9))
        # Labels of other columns stand at half the height of the two rows.
        put(page, 40, 106, "Code")
        put(page, 110, 106, "Module")
        put(page, 250, 106, "Size (cm)")
        put(page, 430, 98, title)
        for number, grade in enumerate(("A", "B", "C")):
            put(page, 400 + 60 * number, 114, grade)
        for row in range(5):
            page.draw_line((36, 146 + 24 * row), (560, 146 + 24 * row), width=0.5)
            put(page, 40, 140 + 24 * row, f"MS-{row + 21}")
            put(page, 110, 140 + 24 * row, ("Corner", "Left arm", "Right arm", "Pouf", "Table")[row])
            put(page, 250, 140 + 24 * row, f"{90 + row}x102x78")
            for number in range(3):
                put(page, 388 + 60 * number, 140 + 24 * row, f"1{row + number}.900")

    found = skus_of(saved(tmp_path, drawn))

    assert [sku.get("price") for sku in found] == [f"1{row}900" for row in range(5)]


@pytest.mark.parametrize(
    ("low", "high", "currency"),
    [
        ("1-4 cases £", "5+ cases £", "GBP"),
        ("EUR 1-9", "EUR 10+", "EUR"),
        ("ab 1 Kiste (EUR)", "ab 6 Kisten (EUR)", "EUR"),
        ("1 case £", "10 cases £", "GBP"),
        ("1-11 bottles CHF", "12 bottles or more CHF", "CHF"),
    ],
)
def test_steps_say_in_what_currency_their_sums_are(tmp_path: Path, low: str, high: str, currency: str) -> None:
    rows = (("Code", "Product", low, high), *((f"RG{n}1", f"Sponge no {n}", f"{n + 11}.50", f"{n + 10}.25") for n in range(1, 5)))
    path = saved(tmp_path, lambda page: table(page, rows, (*XS, 480.0), ruled=True) and None)

    first = prices_of(path)[0]

    assert first is not None
    assert (first.amount, first.currency) == ("12.50", currency)
    assert first.tiers == ((low, "12.50"), (high, "11.25"))


@pytest.mark.parametrize("head", ["Per case", "Case", "Karton", "Bund"])
def test_sums_with_their_currency_are_prices_under_a_word_for_packs(tmp_path: Path, head: str) -> None:
    sums = ("£21.40", "£9.95", "POA", "£117.00")
    rows = (("Code", "Description", "Colour", head), *((f"TW{n}", f"Paper straw {n}", "White", text) for n, text in enumerate(sums)))
    path = saved(tmp_path, lambda page: table(page, rows, (*XS, 480.0), ruled=True) and None)

    assert [sku.get("price") for sku in skus_of(path)] == ["21.40", "9.95", None, "117.00"]


def test_sums_that_fall_under_figures_of_whatever_is_counted_are_steps(tmp_path: Path) -> None:
    goods = tuple((f"TB-{n}0", f"Tube {n}0 cm", "25", f"{n},40", f"{n},15", f"0,9{n}") for n in range(1, 6))
    rows = (("Réf.", "Désignation", "Cond.", "1 tourteau", "5 tourteaux", "1 gerbe"), *goods)
    path = saved(
        tmp_path, lambda page: table(page, rows, (40.0, 110.0, 220.0, 300.0, 370.0, 440.0, 510.0)) and put(page, 40, 700, "Prix en EUR")
    )

    first = prices_of(path)[0]

    assert first is not None
    assert (first.amount, first.currency) == ("1.40", "EUR")
    assert [amount for _, amount in first.tiers] == ["1.40", "1.15", "0.91"]


def test_a_title_of_prices_leaves_out_the_column_beside_them_that_counts(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 378, 88, "Trade price EUR")
        rows = (
            ("Code", "Article", "Pack", "Walk-in", "By post"),
            *((f"QX-{n}1", f"Bolt {n}", "25", f"{n},40", f"{n},90") for n in range(1, 6)),
        )
        table(page, rows, (40.0, 120.0, 260.0, 340.0, 430.0, 520.0), y=100)

    found = skus_of(saved(tmp_path, drawing))

    assert [sku["price"] for sku in found] == [f"{n}.40" for n in range(1, 6)]


@pytest.mark.parametrize(("retail", "own"), [("PVP", "Neto"), ("UVP", "Netto"), ("RRP", "Nett")])
def test_what_the_reader_pays_is_the_price_beside_what_shops_ask(tmp_path: Path, retail: str, own: str) -> None:
    goods = tuple((f"D80{n}1", f"Platos {n}", f"{n},20", f"{n - 1},98") for n in range(2, 7))
    rows = (("Ref.", "Descripción", retail, own), *goods)
    path = saved(tmp_path, lambda page: table(page, rows, (40.0, 140.0, 300.0, 400.0, 500.0)) and put(page, 40, 700, "Importes en EUR"))

    assert [price.amount for price in prices_of(path) if price] == [f"{n - 1}.98" for n in range(2, 7)]


@pytest.mark.parametrize(
    ("label", "is_price"),
    [
        ("处理价", True),
        ("一口价（元）", True),
        ("處理價", True),
        ("Abverkaufspreis", True),
        ("Ihr Messepreis", True),
        ("Salgspris", True),
        ("Myyntihinta", True),
        ("客户评价", False),
        ("Grundpreis", False),
        ("Emballage compris", False),
        ("Streichpreis", False),
    ],
)
def test_words_put_together_with_one_for_prices_head_prices(label: str, is_price: bool) -> None:
    found = headers_for(Options()).lookup(label)

    assert (found is not None and found.attribute == "price") == is_price


@pytest.mark.parametrize(
    ("font", "head"),
    [
        ("helv", ("Art.-Nr.", "Bezeichnung", "Bestand", "Räumungspreis")),
        ("helv", ("Artnr", "Benämning", "Lager", "Utpris")),
        ("china-s", ("货号", "品名", "库存数", "内购价")),
    ],
)
def test_prices_under_a_word_put_together_are_not_what_is_in_stock(tmp_path: Path, font: str, head: tuple[str, ...]) -> None:
    rows = (head, ("KB40", "Kanna", "900", "0.60"), ("KB47", "Korg", "350", "1.50"), ("KB54", "Skopa", "90", "4.20"))
    path = saved(tmp_path, lambda page: table(page, rows, (40.0, 150.0, 260.0, 370.0, 480.0), ruled=True, font=font) and None)

    assert [price.amount for price in prices_of(path) if price] == ["0.60", "1.50", "4.20"]


def test_sums_struck_out_under_a_label_that_is_not_known_are_not_kept(tmp_path: Path) -> None:
    rows = (
        ("Item No.", "Description", "List", "Net $"),
        *((f"X-0{n}", f"Dock line {'abc'[n]}", f"{n + 8}.50", f"{n + 4}.90") for n in range(3)),
    )

    def draw(page: pymupdf.Page) -> None:
        table(page, rows, (40.0, 130.0, 290.0, 400.0, 520.0))
        for n in range(3):
            page.draw_line((291, 127 + 18 * n), (315, 127 + 18 * n), width=0.8)

    found = skus_of(saved(tmp_path, draw))

    assert [(sku["model"], sku["price"], sku.get("List")) for sku in found] == [(f"X-0{n}", f"{n + 4}.90", None) for n in range(3)]


@pytest.mark.parametrize(
    ("font", "title", "steps", "currency"),
    [
        ("helv", "Net price EUR each when ordered in quantities of", ("50", "250", "1,000"), "EUR"),
        ("china-s", "单价（人民币）按订购数量", ("100", "500", "2000"), "CNY"),
        ("helv", "Quantity (pcs)", ("10", "20", "50"), ""),
    ],
)
def test_bare_figures_under_one_title_are_steps_where_sums_fall_as_they_rise(
    tmp_path: Path, font: str, title: str, steps: tuple[str, ...], currency: str
) -> None:
    rows = [(f"CB-{n}40", f"Cable gland {n}", f"0.{n}31", f"0.{n}22", f"0.{n}08") for n in range(1, 6)]
    xs = (40.0, 110.0, 240.0, 330.0, 420.0, 510.0)

    def draw(page: pymupdf.Page) -> None:
        table(page, (("Code", "Description"),), xs[:3], ruled=True)
        table(page, ((title,),), (xs[2], xs[5]), ruled=True, font=font)
        table(page, (("", "", *steps), *rows), xs, y=118, ruled=True)

    path = saved(tmp_path, draw)

    assert [sku["model"] for sku in skus_of(path)] == [row[0] for row in rows]
    assert [(price.amount, price.currency) for price in prices_of(path) if price] == [(row[2], currency) for row in rows]
    assert prices_of(path)[0].tiers == tuple(zip(steps, ("0.131", "0.122", "0.108"), strict=True))  # type: ignore[union-attr]


@pytest.mark.parametrize(("title", "loads"), [("Load at a span of", ("90", "75", "60")), ("Load (kN)", ("9.25", "7.50", "6.10"))])
def test_loads_that_fall_as_figures_over_them_rise_are_no_prices(tmp_path: Path, title: str, loads: tuple[str, ...]) -> None:
    rows = [(f"RB-{n}40", f"Roof batten {n}", *(f"{n}{load}" for load in loads)) for n in range(1, 6)]
    xs = (40.0, 110.0, 240.0, 330.0, 420.0, 510.0)

    def draw(page: pymupdf.Page) -> None:
        table(page, (("Code", "Description"),), xs[:3], ruled=True)
        table(page, ((title,),), (xs[2], xs[5]), ruled=True)
        table(page, (("", "", "500", "1000", "1500"), *rows), xs, y=118, ruled=True)

    found = skus_of(saved(tmp_path, draw))

    assert [sku["model"] for sku in found] == [row[0] for row in rows]
    assert all("price" not in sku for sku in found)


@pytest.mark.parametrize("title", ["付款条件 Price by payment terms", "Price by terms 付款条件"])
def test_a_title_of_prices_in_two_scripts_heads_sums(tmp_path: Path, title: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 80, "USD per kg, FOB Shanghai")
        merged_head(
            page,
            ("Code", "Product", ""),
            ("T/T 100%", "L/C at sight"),
            tuple((f"93{n}0", f"Tea {n}", f"5.3{n}", f"5.4{n}") for n in range(4)),
        )
        put(page, 246, 112, title, font="china-s")

    found = prices_of(saved(tmp_path, draw))

    assert [(price.amount, price.currency) for price in found if price] == [(f"5.3{n}", "USD") for n in range(4)]
