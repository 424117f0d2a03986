"""Carpets, bicycles and sets: qualities with many colours, one model with its geometry, boxes that list what is in them."""

from __future__ import annotations

from tests.golden.drawing import money, pictures
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

QUALITIES = (("Savanna Loop", "100 % polyamide"), ("Highland Twist", "80 % wool, 20 % polyamide"), ("Pebble Cut", "100 % PET recycled"))
SETS = (
    ("Drill kit 18 V", ("1 drill driver", "2 batteries 4.0 Ah", "1 charger", "1 case")),
    ("Garden starter set", ("1 trowel", "1 hand fork", "1 pair of gloves")),
    ("Painter's set", ("1 roller", "3 brushes", "1 tray", "1 dust sheet")),
    ("Bathroom set", ("1 towel rail", "2 hooks", "1 soap dish")),
)
BILINGUAL = (
    ("Soap dispenser", "皂液器"),
    ("Hair dryer", "电吹风"),
    ("Slippers", "拖鞋"),
    ("Bathrobe", "浴袍"),
    ("Luggage rack", "行李架"),
    ("Minibar", "小冰箱"),
)


def carpet_swatches(easel: Easel) -> HtmlPage:
    """Two qualities, each with a line of facts and its colours as swatches with a number under them."""
    rng = easel.rng
    blocks, products = [], []
    for name, material in rng.sample(QUALITIES, 2):
        amount, chips = money.between(rng, 18, 95, step="0.5"), []
        prefix = name[:2].upper()
        for number in rng.sample(range(100, 990, 10), 8):
            tint = (rng.randrange(60, 220), rng.randrange(60, 210), rng.randrange(60, 200))
            key, image = easel.image(pictures.swatch(tint, rng), role=Role.MAIN, style="width:118px;height:118px")
            code = f"{prefix} {number}"
            chips.append(f'<div class="mid">{image}{code}</div>')
            products.append(
                Product(
                    model=code, name=name, material=material, price=Price(amount, "EUR", f"€ {money.comma(amount)} / m²"), images=(key,)
                )
            )
        facts = f"<p>{material} · 400 cm wide · € {money.comma(amount)} / m²</p>"
        blocks.append(f'<h2>{name}</h2>{facts}<div class="grid" style="grid-template-columns:repeat(5,118px)">{"".join(chips)}</div>')
    return HtmlPage(
        PageFacts("carpet_swatches", "B", "L2", ok_layouts=("L3",), traits=("swatches", "variants", "block_titles")),
        "".join(blocks),
        tuple(products),
    )


def bicycle(easel: Easel) -> HtmlPage:
    """One bicycle with its colours as versions; the table of frame geometry sells nothing."""
    rng = easel.rng
    name = rng.choice(("Trailhead 29", "City Glide 8", "Gravel Nomad"))
    amount = money.between(rng, 690, 3900, step="10")
    key, picture = easel.picture("ring", size=(760, 440), style="width:560px;height:320px")
    codes = [f"{rng.randrange(100, 999)}-{rng.randrange(1000, 9999)}" for _ in range(2)]
    colours = rng.sample(("Deep Teal", "Sand", "Matt Black", "Brick Red"), 2)
    versions = table(("Order number", "Colour"), list(zip(codes, colours, strict=True)), style="lined")
    geometry = table(
        ("Frame size", "S", "M", "L", "XL"),
        [
            (label, *(str(base + step * 18) for step in range(4)))
            for label, base in (("Stack (mm)", 590), ("Reach (mm)", 402), ("Head tube (mm)", 110))
        ],
    )
    products = tuple(
        Product(model=code, name=name, color=colour, price=Price(amount, "USD", f"${money.whole(amount)}"), images=(key,))
        for code, colour in zip(codes, colours, strict=True)
    )
    side = f'<div style="width:400px"><h1>{name}</h1><h2>${money.whole(amount)}</h2><p>Aluminium frame, hydraulic disc brakes, 1 x 11 gears.</p>{versions}</div>'
    return HtmlPage(
        PageFacts("bicycle", "B", "L1", ok_types=("A",), ok_layouts=("L3",), traits=("hero", "variants", "size_table")),
        f'<div class="row">{picture}{side}</div><h2>Geometry</h2>{geometry}',
        products,
        size=LANDSCAPE,
        style=".lined tr { border-bottom: 1px solid #ddd; }",
    )


def set_contents(easel: Easel) -> HtmlPage:
    """Sets whose parts are listed under them; the parts are not for sale alone."""
    rng = easel.rng
    cards, products = [], []
    for name, parts in rng.sample(SETS, 4):
        key, picture = easel.picture("box", size=(420, 300), style="width:300px;height:200px")
        code, amount = f"SET{rng.randrange(100, 999)}", money.between(rng, 19, 299)
        listed = "".join(f"<li>{part}</li>" for part in parts)
        cards.append(f"<div>{picture}<h2>{name}</h2><p>{code}</p><div>Contents:</div><ul>{listed}</ul><h3>£{amount}</h3></div>")
        products.append(Product(model=code, name=name, price=Price(amount, "GBP", f"£{amount}"), images=(key,), optional=("Contents",)))
    return HtmlPage(
        PageFacts("set_contents", "B", "L2", ok_layouts=("L3",), traits=("bullets",)),
        f'<div class="grid" style="grid-template-columns:1fr 1fr">{"".join(cards)}</div>',
        tuple(products),
    )


def bilingual_cards(easel: Easel) -> HtmlPage:
    """Hotel supplies with an English and a Chinese line for everything."""
    rng = easel.rng
    cards, products = [], []
    for english, chinese in rng.sample(BILINGUAL, len(BILINGUAL)):
        key, picture = easel.picture("pot", size=(300, 240), style="width:206px;height:165px")
        code, size = f"HT-{rng.randrange(100, 999)}", f"{rng.randrange(10, 60)}×{rng.randrange(10, 40)}×{rng.randrange(5, 50)} cm"
        amount = money.between(rng, 2, 90)
        lines = f"<b>{english}</b><br>{chinese}<br>Item No. 货号: {code}<br>Size 尺寸: {size}<br>FOB 离岸价: US${amount}"
        cards.append(f"<div>{picture}{lines}</div>")
        products.append(
            Product(
                model=code,
                name=f"{english} {chinese}",
                size=size,
                price=Price(amount, "USD", f"US${amount}"),
                images=(key,),
                alt={"name": [english, chinese]},
            )
        )
    return HtmlPage(
        PageFacts("bilingual_cards", "B", "L2", ok_layouts=("L3",), traits=("bilingual", "labelled")),
        f'<h1>Guest room 客房用品</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
        tuple(products),
    )
