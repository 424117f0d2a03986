"""Amounts as people of different countries print them."""

from __future__ import annotations

from decimal import Decimal
from random import Random

CENT = Decimal("0.01")


def between(rng: Random, low: int, high: int, *, step: str = "0.05") -> Decimal:
    """An amount on the step's grid, with two places."""
    grid = Decimal(step)
    return (Decimal(rng.randrange(int(low / grid), int(high / grid))) * grid).quantize(CENT)


def point(amount: Decimal) -> str:
    """1,234.50"""
    return f"{amount:,.2f}"


def comma(amount: Decimal) -> str:
    """1.234,50"""
    return f"{amount:,.2f}".translate(str.maketrans(",.", ".,"))


def spaced(amount: Decimal) -> str:
    """1 234,50"""
    return f"{amount:,.2f}".replace(",", " ").replace(".", ",")


def swiss(amount: Decimal) -> str:
    """1'234.50, and 1'234.– where there are no centimes."""
    text = f"{amount:,.2f}".replace(",", "'")
    return f"{text[:-2]}–" if text.endswith(".00") else text


def whole(amount: Decimal) -> str:
    """12,800"""
    return f"{amount:,.0f}"


def lakh(amount: Decimal) -> str:
    """1,24,500: the last three digits, then pairs."""
    digits = f"{amount:.0f}"
    head, tail = digits[:-3], digits[-3:]
    pairs = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*pairs, tail])
