"""Flyers and lifestyle pages: prices in two sizes of type, and goods named by the number they have in a photo."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

GROCERIES = (
    ("Bergkäse am Stück", "400-g-Stück"),
    ("Haselnuss-Schnitten", "250-g-Packung"),
    ("Apfelsaft naturtrüb", "1-l-Flasche"),
    ("Bauernbrot", "750-g-Laib"),
    ("Räucherlachs", "200-g-Packung"),
    ("Naturjoghurt", "500-g-Becher"),
    ("Röstkaffee, ganze Bohne", "1-kg-Packung"),
    ("Olivenöl nativ extra", "0,75-l-Flasche"),
    ("Spargel, weiß", "500-g-Bund"),
)
ROOM = (
    "Vilma chair",
    "Otto side table",
    "Linnea floor lamp",
    "Moss wool rug",
    "Tilda sideboard",
    "Arvid armchair",
    "Signe vase",
    "Runa cushion",
)


def split_prices(easel: Easel) -> HtmlPage:
    """A grocery flyer: euros large, cents small and raised; the price per kilogram is not the price."""
    rng = easel.rng
    cards, products = [], []
    for name, pack in rng.sample(GROCERIES, 9):
        key, picture = easel.picture("bottle", size=(300, 240), style="width:180px;height:140px")
        amount = money.between(rng, 1, 14, step="0.1") - Decimal("0.01")
        euros, cents = f"{amount}".split(".")
        base = f"1 kg = {money.comma(amount * rng.randrange(2, 5))}"
        cards.append(
            f'<div class="card">{picture}<h3>{name}</h3><div class="small">{pack}</div><div class="small grey">{base}</div>'
            f'<div class="price">{euros}.<sup>{cents}</sup></div></div>'
        )
        products.append(Product(name=name, price=Price(amount, "", f"{euros}. {cents}"), images=(key,)))
    return HtmlPage(
        PageFacts("split_prices", "B", "L2", ok_layouts=("L3",), traits=("split_price", "no_codes", "base_price")),
        f'<h1>Unsere Angebote ab Montag</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
        tuple(products),
        style=(
            ".card { border: 1px solid #ddd; padding: 10px; } .price { text-align: right; font-size: 34px; font-weight: bold; color: #b00; }"
            " .price sup { font-size: 17px; vertical-align: top; position: relative; top: 4px; }"
        ),
    )


def numbered_scene(easel: Easel) -> HtmlPage:
    """A room with numbers in it, and a legend that names, numbers and prices the goods."""
    rng = easel.rng
    _, scene = easel.picture("scene", role=Role.SCENE, size=(900, 620), style="width:686px;height:470px")
    badges, lines, products = [], [], []
    for number, name in enumerate(rng.sample(ROOM, 7), 1):
        code, amount = f"{rng.randrange(4000, 4999)}.{rng.randrange(100, 999)}", money.between(rng, 29, 1900, step="1")
        badges.append(_badge(rng, number))
        shown = money.swiss(amount)
        lines.append(f"<p><b>{number}</b> {name}, Art. {code}, CHF {shown}</p>")
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", f"CHF {shown}")))
    return HtmlPage(
        PageFacts(
            "numbered_scene", "B", "L3", ok_types=("C",), ok_layouts=("L1", "L2", "L4"), traits=("scene", "numbered", "running_text")
        ),
        f'<div class="scene">{scene}{"".join(badges)}</div><h2>Living with colour</h2><div style="columns:2">{"".join(lines)}</div>',
        tuple(products),
        style=(
            ".scene { position: relative; } .badge { position: absolute; width: 24px; height: 24px; border-radius: 12px; background: #fff;"
            " text-align: center; line-height: 24px; font-weight: bold; }"
        ),
    )


def _badge(rng: Random, number: int) -> str:
    return f'<div class="badge" style="left:{rng.randrange(20, 640)}px;top:{rng.randrange(20, 430)}px">{number}</div>'
