"""Prices as catalogs print them."""

from __future__ import annotations

import pytest

from pipeline.backends.rules.kinds import read_price
from pipeline.backends.rules.prices import bare_price, currency_in, parse_price


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("USD 2.25", "2.25", "USD"),
        ("FOB USD 2.90", "2.90", "USD"),
        ("US$23.00/set", "23.00", "USD"),
        ("¥1,472.00", "1472.00", "CNY"),
        ("64.00元", "64.00", "CNY"),
        ("1.250,00 €", "1250.00", "EUR"),
        ("12,50 €", "12.50", "EUR"),
        ("₹ 350", "350", "INR"),
        ("860,00 ₺", "860.00", "TRY"),
        ("NT$ 1,200", "1200", "TWD"),
        ("Rp 15.000", "15000", "IDR"),
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
    "text", ["On request", "面议", "—", "", "Colour box", "approx. 40 kg of sand", "询价", "EUR per 100 pcs", "€/100 St.", "USD / 1000"]
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
    ("text", "code"), [("Price (EUR)", "EUR"), ("单价（美元）", "USD"), ("Usdan chair", ""), ("价格/RMB", "CNY"), ("Rust", "")]
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
    ],
)
def test_a_quantity_before_the_sum_is_its_tier(text: str, amount: str, quantity: str) -> None:
    price = parse_price(text)

    assert price is not None
    assert (price.amount, price.tiers) == (amount, ((quantity, amount),))


def test_the_price_of_any_unit_is_a_price() -> None:
    assert read_price("€ 48,90 / Satz").amount == "48.90"  # type: ignore[union-attr]
    assert read_price("Chair / 20 €") is None
