"""Plants, auctions and antiques: prices by pot size, entries of two lines, estimates instead of prices."""

from __future__ import annotations

from decimal import Decimal

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.sheets import GREY, Anchor, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product

PLANTS = (
    "Acer palmatum 'Osakazuki'",
    "Buxus sempervirens",
    "Camellia japonica",
    "Cornus alba 'Sibirica'",
    "Hydrangea paniculata",
    "Ilex crenata 'Convexa'",
    "Lavandula angustifolia",
    "Magnolia stellata",
    "Photinia 'Red Robin'",
    "Taxus baccata",
    "Viburnum tinus",
)
LOTS = (
    ("A walnut chest of drawers", "English, circa 1780, 92 cm high"),
    ("A pair of brass candlesticks", "Dutch, 18th century"),
    ("A Persian rug", "Hamadan, 140 x 210 cm"),
    ("A silver coffee pot", "London 1891, 620 g"),
    ("An oak refectory table", "French, 19th century, 240 cm long"),
    ("A bracket clock", "signed, eight-day movement"),
)
MEALS = (
    "Dried mango strips",
    "Roasted chickpeas",
    "Oat crackers",
    "Almond butter",
    "Lentil crisps",
    "Cocoa granola",
    "Rice noodles",
    "Coconut chips",
)


def pot_sizes(easel: Easel) -> HtmlPage:
    """Plants without numbers; a price for each pot size, a dash where there is none. Every price is a right answer."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(PLANTS, len(PLANTS)):
        prices = [money.between(rng, 4 * step, 16 * step) for step in (1, 2, 4)]
        shown = [f"€ {money.comma(price)}" for price in prices]
        if rng.random() < 0.4:
            prices, shown = prices[:2], [*shown[:2], "–"]
        rows.append((name, *shown))
        products.append(Product(name=name, price=Price(prices[0], "EUR", shown[0], others=tuple(prices[1:])), optional=("P9", "C2", "C5")))
    return HtmlPage(
        PageFacts("pot_sizes", "A", "L4", traits=("no_codes", "tiers")),
        f"<h1>Shrubs and trees</h1>{table(('Plant', 'P9', 'C2', 'C5'), rows, style='lined')}",
        tuple(products),
        style=".lined tr { border-bottom: 1px solid #cdd8c5; } td, th { padding: 7px 6px; }",
    )


def auction_lots(sheet: Sheet) -> SheetPage:
    """Lots with an estimate from–to; either end is a right answer."""
    rng, products = sheet.rng, []
    first = rng.randrange(100, 400)
    for index, (name, text) in enumerate(rng.sample(LOTS, len(LOTS))):
        top = 60 + index * 122
        key = sheet.picture((40, top, 160, top + 104), "box")
        low = money.between(rng, 100, 4000, step="50")
        high = low + Decimal(rng.randrange(2, 10) * 50)
        shown = f"£{money.whole(low)} – £{money.whole(high)}"
        sheet.text(180, top + 14, f"Lot {first + index}", bold=True, size=11)
        sheet.text(180, top + 30, name, size=11)
        sheet.text(180, top + 44, text, color=GREY)
        sheet.text(180, top + 62, f"Estimate {shown}")
        products.append(Product(name=name, price=Price(low, "GBP", f"£{money.whole(low)}", others=(high,)), images=(key,)))
    facts = PageFacts("auction_lots", "B", "L2", ok_layouts=("L3",), traits=("price_range", "caption_right"))
    return sheet.finished(facts, products)


def two_line_entries(sheet: Sheet) -> SheetPage:
    """Entries of two lines without rulings: the name in bold, under it number, pack and price; in two columns."""
    rng, products = sheet.rng, []
    sheet.text(40, 50, "Pantry", size=18, bold=True)
    for index, name in enumerate(rng.sample(MEALS, len(MEALS))):
        left, top = 40 + index % 2 * 270, 90 + index // 2 * 62
        code, amount, pack = (
            f"{rng.randrange(10, 99)}-{rng.randrange(1000, 9999)}",
            money.between(rng, 2, 19),
            f"{rng.choice((6, 8, 12))} x {rng.choice((80, 125, 250))} g",
        )
        sheet.text(left, top, name, size=11, bold=True)
        sheet.text(left, top + 15, code, size=8.5)
        sheet.text(left + 90, top + 15, pack, size=8.5)
        sheet.text(left + 240, top + 15, f"${amount}", size=8.5, anchor=Anchor.RIGHT)
        products.append(
            Product(model=code, name=name, size=pack, price=Price(amount, "USD", f"${amount}"), alt={"size": [pack.replace(" x ", "x")]})
        )
    facts = PageFacts("two_line_entries", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("borderless", "columns"))
    return sheet.finished(facts, products)
