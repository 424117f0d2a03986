"""Prices as catalogs print them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.base import Context
from pipeline.backends.rules.values.kinds import read_price
from pipeline.backends.rules.values.prices import bare_price, currency_in, names_currency, parse_price
from pipeline.stages.extract import extract_page
from tests.pipeline.catalogs import encoded, first_page, photo
from tests.pipeline.drawn import GOODS, Sheet, values
from tests.pipeline.sheets import contents, put, saved, table


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("USD 2.25", "2.25", "USD"),
        ("FOB USD 2.90", "2.90", "USD"),
        ("US$23.00/set", "23.00", "USD"),
        ("$0.90/gross", "0.90", "USD"),
        ("12,50 €/Gebinde", "12.50", "EUR"),
        ("¥1,472.00", "1472.00", "CNY"),
        ("64.00元", "64.00", "CNY"),
        ("1.250,00 €", "1250.00", "EUR"),
        ("12,50 €", "12.50", "EUR"),
        ("₹ 350", "350", "INR"),
        ("860,00 ₺", "860.00", "TRY"),
        ("NT$ 1,200", "1200", "TWD"),
        ("Rp 15.000", "15000", "IDR"),
        ("21.750 TL", "21750", "TRY"),
        ("€ 1.290", "1290", "EUR"),
        ("€ 0.125", "0.125", "EUR"),
        ("$1.125", "1.125", "USD"),
        ("￥133.62/件", "133.62", "CNY"),
        ("¥128起", "128", "CNY"),
        ("₹ 4,00,100", "400100", "INR"),
        ("Rs. 1,25,00,000.50", "12500000.50", "INR"),
    ],
)
def test_amount_and_currency(text: str, amount: str, currency: str) -> None:
    price = parse_price(text)

    assert price is not None
    assert (price.amount, price.currency, price.raw) == (amount, currency, text)


@pytest.mark.parametrize(
    "text",
    [
        "On request",
        "面议",
        "—",
        "",
        "Colour box",
        "approx. 40 kg of sand",
        "询价",
        "EUR per 100 pcs",
        "€/100 St.",
        "USD / 1000",
        "RM437-B",
        "TL-200",
        "TL-D01",
        "TL04",
        "RM012",
    ],
)
def test_no_price_is_none(text: str) -> None:
    assert parse_price(text, currency="USD") is None


def test_range_and_tiers_keep_every_amount() -> None:
    spread = parse_price("USD 7.71-9.25")
    tiers = parse_price("1-99: ￥32.21 100+: ￥28.00")

    assert spread is not None
    assert tiers is not None
    assert spread.range == ("7.71", "9.25")
    assert tiers.tiers == (("1-99", "32.21"), ("100+", "28.00"))


def test_portions_are_tiers() -> None:
    price = bare_price("小 50 大 80")

    assert price is not None
    assert price.tiers == (("小", "50"), ("大", "80"))


def test_the_page_decides_what_a_shared_sign_means() -> None:
    assert parse_price("¥1200", currency="JPY").currency == "JPY"  # type: ignore[union-attr]
    assert parse_price("$12", currency="AUD").currency == "AUD"  # type: ignore[union-attr]
    assert parse_price("US$12", currency="AUD").currency == "USD"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Price (EUR)", "EUR"),
        ("单价（美元）", "USD"),
        ("Usdan chair", ""),
        ("价格/RMB", "CNY"),
        ("Rust", ""),
        ("Series 62, sealed 2RS", ""),
        ("Rs200", "INR"),
        ("KR10", ""),
        ("KR-20", ""),
    ],
)
def test_currencies_are_whole_words(text: str, code: str) -> None:
    assert currency_in(text) == code


@pytest.mark.parametrize(
    ("text", "currency", "amount", "code"),
    [
        ("1 516,93", "PLN", "1516.93", "PLN"),
        ("1\u00a0234\u00a0500,50 ₽", "", "1234500.50", "RUB"),
        ("276,55 per stuk", "EUR", "276.55", "EUR"),
        ("12,40 €/Stk.", "", "12.40", "EUR"),
        ("18,59 cad.", "EUR", "18.59", "EUR"),
        ("99,00 за шт.", "RUB", "99.00", "RUB"),
    ],
)
def test_sums_as_other_languages_print_them(text: str, currency: str, amount: str, code: str) -> None:
    price = parse_price(text, currency=currency)

    assert price is not None
    assert (price.amount, price.currency) == (amount, code)


@pytest.mark.parametrize(
    ("text", "amount", "quantity"),
    [
        ("300–999 pcs $3.00", "3.00", "300–999 pcs"),
        ("1000+ pcs $2.70", "2.70", "1000+ pcs"),
        ("ab 10 Stk. 3,90 €", "3.90", "ab 10 Stk."),
        ("≥500件 ¥3.20", "3.20", "≥500件"),
        ("12–47 卷 rolls ¥6.40", "6.40", "12–47 卷 rolls"),
        ("48+ rouleaux €5.10", "5.10", "48+ rouleaux"),
    ],
)
def test_a_quantity_before_the_sum_is_its_tier(text: str, amount: str, quantity: str) -> None:
    price = read_price(text)

    assert price is not None
    assert (price.amount, price.tiers) == (amount, ((quantity, amount),))


@pytest.mark.parametrize("text", ["整单 300 元起批", "满 800 元", "运费 12 元", "订金¥200"])
def test_what_an_order_must_come_to_is_no_price(text: str) -> None:
    assert read_price(text) is None


def test_what_is_asked_for_orders_of_a_kind_is_a_price() -> None:
    assert read_price("起批价 12 元").amount == "12"  # type: ignore[union-attr]


def test_the_price_of_any_unit_is_a_price() -> None:
    assert read_price("€ 48,90 / Satz").amount == "48.90"  # type: ignore[union-attr]
    assert read_price("Chair / 20 €") is None


@pytest.mark.parametrize(
    "rows",
    [
        ("was £14.99", "£13.49"),
        ("statt 14,99 £", "13,49 £"),
        ("Was £14.99 Now £13.49",),
        ("Now £13.49 (was £14.99)",),
        ("原价 £14.99", "£13.49"),
        ("£14.99", "£13.49"),
    ],
)
def test_what_was_asked_before_is_not_the_price(tmp_path: Path, rows: tuple[str, ...]) -> None:
    sheet = Sheet()
    for place, (name, model, _) in enumerate(GOODS[:4]):
        x = 30 + place * 140
        sheet.picture(x, 60, x + 120, 200).text(x, 215, name, size=10, bold=True).text(x, 228, f"Code {model}", size=8)
        for row, text in enumerate(rows):
            sheet.text(x, 238 + row * 14, text, size=13 if row else 8)

    assert [(values(sku)["model"], values(sku)["price"]) for sku in sheet.read(tmp_path).skus] == [
        (model, "13.49 GBP") for _, model, _ in GOODS[:4]
    ]


@pytest.mark.parametrize("sign", [": ", " "])
def test_steps_in_rows_of_their_own_are_one_price(tmp_path: Path, sign: str) -> None:
    sheet = Sheet()
    for place, (name, model, _) in enumerate(GOODS[:4]):
        x = 30 + place * 140
        sheet.picture(x, 60, x + 120, 200).text(x, 215, name, size=10, bold=True)
        sheet.lines(x, 228, f"Code: {model}", f"1-4 cases{sign}£1{place}.60", f"5+ cases{sign}£1{place}.10", size=8, step=12)

    skus = sheet.read(tmp_path).skus

    prices = [sku.get("price") for sku in skus]
    assert [price.price.tiers for price in prices if price is not None and price.price is not None] == [
        (("1-4 cases", f"1{place}.60"), ("5+ cases", f"1{place}.10")) for place in range(4)
    ]
    assert [values(sku)["price"] for sku in skus] == [f"1{place}.60 GBP" for place in range(4)]


@pytest.mark.parametrize("said", ["All prices in New Zealand dollars, ex GST", "Prices NZD each", "NZ$ net"])
def test_what_the_page_says_about_dollars_holds_for_the_signs_of_its_captions(tmp_path: Path, said: str) -> None:
    sheet = Sheet().text(40, 60, said)
    for place, (name, code, price) in enumerate(GOODS):
        x, y = 40 + 180 * (place % 3), 100 + 240 * (place // 3)
        sheet.picture(x, y, x + 120, y + 120).lines(x, y + 135, name, code, price)

    found = [values(sku)["price"] for sku in sheet.read(tmp_path).skus]

    assert len(found) == len(GOODS)
    assert all(price.endswith(" NZD") for price in found)


def test_a_sum_that_names_its_currency_keeps_it(tmp_path: Path) -> None:
    sheet = Sheet().text(40, 60, "Prices NZD each")
    for place, (name, code, price) in enumerate(GOODS[:3]):
        sheet.picture(40 + 180 * place, 100, 160 + 180 * place, 220).lines(40 + 180 * place, 235, name, code, price.replace("$", "US$ "))

    found = [values(sku)["price"] for sku in sheet.read(tmp_path).skus]

    assert len(found) == 3
    assert all(price.endswith(" USD") for price in found)


@pytest.mark.parametrize(
    ("text", "currency"),
    [("12元起", "CNY"), ("单价(元)", "CNY"), ("元/片", "CNY"), ("税込1,200円", "JPY"), ("15,000원", "KRW"), ("단가 (원)", "KRW")]
    + [(text, "") for text in ("K310 元宝", "2单元", "多元", "円筒 30", "원목 테이블")],
)
def test_a_letter_that_means_money_too_is_none_within_a_word(text: str, currency: str) -> None:
    assert currency_in(text) == currency


def test_letters_of_a_currency_in_a_name_leave_the_currency_of_the_totals(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        goods = ("AED training unit", "Splint, folding", "Eye wash station", "Burn blanket")
        rows = (("Item code", "Description", "Unit price"), *((f"FA-{n}30{n}", name, f"{n + 3}8.50") for n, name in enumerate(goods)))
        end = table(page, rows, (40.0, 150.0, 330.0, 440.0), ruled=True)
        put(page, 240, end + 30, "Total AUD")
        put(page, 340, end + 30, "1,234.00")

    skus = extract_page(contents(saved(tmp_path, draw))[1], Context())[0]

    assert [price.price.currency for sku in skus if (price := sku.get("price")) is not None and price.price is not None] == ["AUD"] * 4


@pytest.mark.parametrize(
    ("text", "amount"),
    [("3 for $5", "5"), ("Pack of 6 $8.50", "8.50"), ("12 € 15 €", "12"), ("45 / 60 €", "45"), ("$8 $9", "8")],
)
def test_how_many_are_sold_for_a_sum_is_not_the_sum(text: str, amount: str) -> None:
    price = parse_price(text)

    assert price is not None
    assert price.amount == amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [("349 kr", "349"), ("kr 1.299", "1299"), ("kr. 1.299,50", "1299.50"), ("1 299 kr/st", "1299"), ("89,90 kr.", "89.90")],
)
def test_crowns_are_prices(text: str, amount: str) -> None:
    price = parse_price(text)

    assert price is not None
    assert price.amount == amount
    assert not names_currency(text)


@pytest.mark.parametrize(
    ("title", "names", "currency"),
    [
        ("Våra köksredskap", ("Slev", "Visp", "Sil"), "SEK"),
        ("Kjøkkenredskap", ("Sleiv", "Visp", "Sil"), ""),
        ("Priser i NOK", ("Sleiv", "Visp", "Sil"), "NOK"),
        ("Priser i DKK", ("Grydeske", "Piskeris", "Sigte"), "DKK"),
    ],
)
def test_the_page_tells_whose_crowns_are_meant(tmp_path: Path, title: str, names: tuple[str, ...], currency: str) -> None:
    def draw(page: pymupdf.Page) -> None:
        page.insert_text((50, 60), title, fontsize=18)
        for place, name in enumerate(names):
            x = 50 + 175 * place
            page.insert_image(pymupdf.Rect(x, 90, x + 120, 210), stream=encoded(photo(place)))
            for row, text in enumerate((name, f"KS-40{place}", f"{place + 1}49 kr")):
                page.insert_text((x, 226 + 13 * row), text, fontsize=10)

    prices = [sku.get("price").price for sku in first_page(saved(tmp_path, draw)).skus]  # type: ignore[union-attr]

    assert [(price.amount, price.currency) for price in prices if price] == [("149", currency), ("249", currency), ("349", currency)]
