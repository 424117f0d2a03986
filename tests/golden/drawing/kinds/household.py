"""Kitchenware: prices by quantity, cards of unequal size, captions on the picture, offers with struck-out prices."""

from __future__ import annotations

from decimal import Decimal

from tests.golden.drawing import money
from tests.golden.drawing.printing import SPREAD, Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product

WARES = (
    ("Enamel Saucepan", "Enamelled steel"),
    ("Cast Iron Skillet", "Cast iron"),
    ("Bamboo Chopping Board", "Bamboo"),
    ("Ceramic Baking Dish", "Stoneware"),
    ("Mixing Bowl", "Stainless steel 304"),
    ("Tea Kettle", "Stainless steel 304"),
    ("Salad Spinner", "PP plastic"),
    ("Glass Storage Jar", "Borosilicate glass"),
    ("Milk Jug", "Stoneware"),
    ("Roasting Tray", "Carbon steel"),
)


def tier_prices(easel: Easel) -> HtmlPage:
    """FOB prices in three columns by order quantity under one merged header; each is a right answer."""
    rng = easel.rng
    quantities = rng.choice(((100, 500, 1000), (300, 1000, 3000)))
    rows, products = [], []
    for name, material in rng.sample(WARES, 8):
        code = f"KW{rng.randrange(1000, 9999)}"
        size = f"{rng.randrange(12, 40)}x{rng.randrange(8, 30)}x{rng.randrange(4, 20)}cm"
        first = money.between(rng, 2, 30)
        tiers = [(first * Decimal(share)).quantize(money.CENT) for share in ("1", "0.92", "0.85")]
        rows.append((code, name, material, size, *(f"{tier}" for tier in tiers)))
        products.append(
            Product(
                model=code,
                name=name,
                material=material,
                size=size,
                price=Price(tiers[0], "USD", f"{tiers[0]}", others=tuple(tiers[1:])),
                optional=tuple(f"{count} pcs" for count in quantities),
            )
        )
    head = (
        '<tr><th rowspan="2">Item No.</th><th rowspan="2">Description</th><th rowspan="2">Material</th><th rowspan="2">Size</th>'
        f'<th colspan="3" class="mid">FOB Ningbo (USD/pc)</th></tr><tr>{"".join(f"<th>{count} pcs</th>" for count in quantities)}</tr>'
    )
    body = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
    return HtmlPage(
        PageFacts("tier_prices", "A", "L4", traits=("tiers", "two_level_header")),
        f'<h1>Kitchen basics</h1><table class="ruled">{head}{body}</table><p class="small">MOQ {quantities[0]} pcs per item. Lead time 45 days.</p>',
        tuple(products),
    )


def masonry(easel: Easel) -> HtmlPage:
    """Cards of unequal height in columns that do not line up."""
    rng = easel.rng
    cards, products = [], []
    for name, material in rng.sample(WARES, 7):
        height = rng.choice((110, 160, 220))
        key, picture = easel.picture("pot", size=(330, height * 3 // 2), style=f"width:214px;height:{height}px")
        code, amount = f"{rng.randrange(100, 999)}.{rng.randrange(100, 999)}", money.between(rng, 6, 90)
        cards.append(
            f'<div class="card">{picture}<h3>{name}</h3><p class="small">{material}</p><div class="row"><span>{code}</span><b>€{amount}</b></div></div>'
        )
        products.append(Product(model=code, name=name, material=material, price=Price(amount, "EUR", f"€{amount}"), images=(key,)))
    return HtmlPage(
        PageFacts("masonry", "B", "L2", ok_layouts=("L3",), traits=("unequal_cards",)),
        f'<h1>At the stove</h1><div style="columns:3;column-gap:22px">{"".join(cards)}</div>',
        tuple(products),
        style=".card { break-inside: avoid; margin-bottom: 20px; } .row { justify-content: space-between; width: 214px; }",
    )


def overlay_captions(easel: Easel) -> HtmlPage:
    """Photos with name, number and price printed on them, on a translucent band."""
    rng = easel.rng
    cards, products = [], []
    for name, _ in rng.sample(WARES, 6):
        key, picture = easel.picture("pot", size=(500, 380), style="width:333px;height:254px")
        code, amount = str(rng.randrange(10000, 99999)), money.between(rng, 12, 120, step="1")
        cards.append(
            f'<div class="card">{picture}<div class="band"><b>{name}</b><span>Art. {code}</span><span>€ {money.comma(amount)}</span></div></div>'
        )
        products.append(Product(model=code, name=name, price=Price(amount, "EUR", f"€ {money.comma(amount)}"), images=(key,)))
    return HtmlPage(
        PageFacts("overlay_captions", "B", "L2", ok_layouts=("L3",), traits=("caption_on_picture",)),
        f'<h1>New this season</h1><div class="grid" style="grid-template-columns:1fr 1fr">{"".join(cards)}</div>',
        tuple(products),
        style=(
            ".card { position: relative; } .band { position: absolute; left: 0; right: 0; bottom: 0; padding: 6px 10px; display: flex;"
            " justify-content: space-between; background: rgba(255,255,255,.8); }"
        ),
    )


def offers(easel: Easel) -> HtmlPage:
    """A leaflet: large prices in coloured discs on the photos, the old price struck out, a percentage beside it."""
    rng = easel.rng
    cards, products = [], []
    for name, material in rng.sample(WARES, 6):
        key, picture = easel.picture("pot", size=(320, 280), style="width:200px;height:170px")
        old = money.between(rng, 20, 90, step="1") - Decimal("0.01")
        percent = rng.choice((20, 25, 30, 40))
        new = (old * (100 - percent) / 100).quantize(money.CENT)
        disc = f'<div class="disc"><s>{money.comma(old)}</s><b>{money.comma(new)} €</b></div><div class="cut">-{percent}%</div>'
        cards.append(f'<div class="card">{picture}{disc}<h3>{name}</h3><p class="small">{material}</p></div>')
        products.append(Product(name=name, material=material, price=Price(new, "EUR", f"{money.comma(new)} €"), images=(key,)))
    return HtmlPage(
        PageFacts("offers", "B", "L2", ok_layouts=("L3",), traits=("struck_out", "no_codes")),
        f'<h1 style="color:#c00">Angebote der Woche</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
        tuple(products),
        style=(
            ".card { position: relative; padding-bottom: 18px; } .disc { position: absolute; left: 128px; top: 92px; width: 92px; height: 92px;"
            " border-radius: 46px; background: #d8232a; color: #fff; text-align: center; padding-top: 22px; } .disc s { display: block; }"
            " .disc b { font-size: 19px; } .cut { position: absolute; left: 8px; top: 8px; background: #ffd400; padding: 2px 6px; }"
        ),
    )


def spread(easel: Easel) -> HtmlPage:
    """Two facing pages as one sheet: a grid of cards on the left, a price list on the right."""
    rng = easel.rng
    chosen = [(name, f"K {rng.randrange(100, 999)}", money.between(rng, 9, 99)) for name, _ in rng.sample(WARES, 10)]
    cards, products = [], []
    for name, code, amount in chosen[:4]:
        key, picture = easel.picture("pot", style="width:260px;height:216px")
        cards.append(f"<div>{picture}<h3>{name}</h3><p>{code}</p><p>CHF {money.swiss(amount)}</p></div>")
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", f"CHF {money.swiss(amount)}"), images=(key,)))
    rows = []
    for name, code, amount in chosen[4:]:
        rows.append((code, name, money.swiss(amount)))
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", money.swiss(amount))))
    left = f'<div style="width:680px"><h1>Küche</h1><div class="grid" style="grid-template-columns:1fr 1fr">{"".join(cards)}</div></div>'
    right = f'<div style="width:680px"><h2>Weitere Artikel</h2>{table(("Artikel", "Bezeichnung", "CHF"), rows)}</div>'
    return HtmlPage(
        PageFacts("spread", "B", "L3", ok_types=("A",), ok_layouts=("L2", "L4"), traits=("spread", "mixed")),
        f'<div style="display:flex;justify-content:space-between">{left}{right}</div>',
        tuple(products),
        size=SPREAD,
    )
