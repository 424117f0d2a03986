"""Furniture: labelled Chinese cards, sets of several pieces, and one product with its specification and variants."""

from __future__ import annotations

from decimal import Decimal

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

PIECES = (
    ("真皮沙发", "头层牛皮+实木框架"),
    ("布艺沙发", "科技布+松木"),
    ("岩板餐桌", "岩板+碳素钢"),
    ("实木书桌", "白蜡木"),
    ("休闲椅", "超纤皮+不锈钢"),
    ("床头柜", "橡胶木"),
    ("电视柜", "烤漆板+岩板"),
    ("软包床", "棉麻+实木"),
)
SETS = (("单人位", 1050), ("双人位", 1680), ("三人位", 2180), ("贵妃位", 1780), ("脚踏", 700))
INDIAN = (
    "Sheesham Wood Bed",
    "Teak Dining Set",
    "Recliner Sofa",
    "Modular Wardrobe",
    "Study Table",
    "Brass Inlay Console",
    "Rattan Lounge Chair",
)


def furniture_cards(easel: Easel) -> HtmlPage:
    """Cards with labelled lines 型号 规格 材质 单价 under, over or beside the picture."""
    rng = easel.rng
    side = rng.choice(("column", "column-reverse", "row", "row-reverse"))
    cards, products = [], []
    for name, material in rng.sample(PIECES, 6):
        key, picture = easel.picture("seat", style="width:190px;height:150px")
        code, amount = f"{rng.choice('ABKS')}{rng.randrange(10, 99)}{rng.choice(('', '#', '-1'))}", money.between(rng, 480, 9800, step="10")
        size = f"{rng.randrange(60, 240)}*{rng.randrange(50, 100)}*{rng.randrange(40, 110)}cm"
        lines = f"<b>{name}</b><br>型号：{code}<br>规格：{size}<br>材质：{material}<br>单价：¥{amount:.0f}"
        cards.append(f'<div style="display:flex;gap:8px;flex-direction:{side}">{picture}<div>{lines}</div></div>')
        products.append(
            Product(model=code, name=name, size=size, material=material, price=Price(amount, "CNY", f"¥{amount:.0f}"), images=(key,))
        )
    columns = 2 if side.startswith("row") else 3
    return HtmlPage(
        PageFacts("furniture_cards", "B", "L2", ok_layouts=("L3",), traits=(f"caption_{side}", "labelled")),
        f'<h1>现代轻奢系列</h1><div class="grid" style="grid-template-columns:repeat({columns},1fr)">{"".join(cards)}</div>',
        tuple(products),
        style="img { flex: none; }",
    )


def furniture_sets(easel: Easel) -> HtmlPage:
    """Suites: one photo and one number, and a line with size and price for each piece of the suite."""
    rng = easel.rng
    blocks, products = [], []
    for _ in range(2):
        code = f"{rng.choice(('MY', 'HD'))}-{rng.randrange(800, 999)}"
        key, picture = easel.picture("seat", size=(700, 300), style="width:686px;height:250px")
        material, rows = rng.choice(("进口头层黄牛皮", "意式极简科技布")), []
        for piece, width in rng.sample(SETS, 3):
            size, amount = (
                f"{width + rng.randrange(-3, 4) * 10}×{rng.randrange(88, 102) * 10}×{rng.randrange(70, 95) * 10}mm",
                money.between(rng, 900, 9900, step="10"),
            )
            rows.append((piece, size, f"¥{amount:,.0f}"))
            products.append(
                Product(
                    model=code,
                    name=piece,
                    size=size,
                    material=material,
                    price=Price(amount, "CNY", f"¥{amount:,.0f}"),
                    images=(key,),
                    alt={"name": [f"{code} {piece}", f"{code}沙发 {piece}", f"{code}沙发"]},
                )
            )
        blocks.append(f"{picture}<h2>{code}沙发</h2><p>材质：{material}</p>{table(('部件', '尺寸', '价格'), rows)}")
    return HtmlPage(
        PageFacts("furniture_sets", "B", "L3", ok_types=("A",), ok_layouts=("L1", "L2"), traits=("sets", "shared_picture")),
        "".join(blocks),
        tuple(products),
        style="h2 { margin-top: 8px; } table { margin-bottom: 22px; }",
    )


def hero_variants(easel: Easel) -> HtmlPage:
    """One product with photo, details and specification, and a table of its variants with a code each."""
    rng = easel.rng
    name = rng.choice(("Fjord office chair", "Ridge standing desk", "Aalto lounge chair"))
    main, shot = easel.picture("seat", size=(700, 560), style="width:400px;height:320px")
    details = [easel.picture("box", role=Role.DETAIL, size=(240, 200), style="width:120px;height:100px")[1] for _ in range(3)]
    specification = {"Frame": "Powder-coated steel", "Seat height": "42–52 cm", "Max. load": "130 kg", "Assembly": "Flat-packed"}
    spec = "".join(f"<tr><th>{label}</th><td>{value}</td></tr>" for label, value in specification.items())
    rows, products = [], []
    for colour in rng.sample(("Sage", "Charcoal", "Ochre", "Ivory", "Cobalt"), 4):
        code, amount = f"{name[:2].upper()}{rng.randrange(1000, 9999)}", money.between(rng, 190, 890, step="1")
        rows.append((code, colour, f"${money.point(amount)}"))
        products.append(
            Product(
                model=code,
                name=name,
                color=colour,
                price=Price(amount, "USD", f"${money.point(amount)}"),
                images=(main,),
                optional=tuple(specification),
            )
        )
    top = f'<h1>{name}</h1><div class="row">{shot}<table class="spec" style="height:0">{spec}</table></div>'
    strip = f'<div class="row" style="margin:14px 0">{"".join(details)}</div>'
    return HtmlPage(
        PageFacts("hero_variants", "B", "L1", ok_types=("A",), ok_layouts=("L3",), traits=("variants", "details")),
        f"{top}{strip}<h2>Available versions</h2>{table(('Item no.', 'Upholstery colour', 'Price'), rows)}",
        tuple(products),
        style=".spec th { color: #777; font-weight: normal; } .spec tr { border-bottom: 1px solid #ddd; }",
    )


def lakh_prices(easel: Easel) -> HtmlPage:
    """An Indian price list: MRP in rupees with lakh grouping, the currency in words in the header only."""
    rng = easel.rng
    rows, products = [], []
    for name in INDIAN:
        code, amount = f"WF {rng.randrange(1000, 9999)}", Decimal(rng.randrange(90, 4800) * 100)
        size = f"{rng.randrange(100, 220)} x {rng.randrange(60, 180)} x {rng.randrange(60, 210)} cm"
        rows.append((code, name, size, money.lakh(amount)))
        products.append(Product(model=code, name=name, size=size, price=Price(amount, "INR", money.lakh(amount))))
    header = ("Item Code", "Description", "Dimensions (W x D x H)", rng.choice(("MRP (INR)", "MRP in Rs.", "Price (Rs.)")))
    return HtmlPage(
        PageFacts("lakh_prices", "A", "L4", traits=("currency_in_header", "lakh_grouping")),
        f"<h1>Dealer price list</h1><p>Effective 1 April 2026. GST extra as applicable.</p>{table(header, rows, style=rng.choice(('ruled', 'bare')))}",
        tuple(products),
        style=".bare th { border-bottom: 1px solid #222; } td, th { padding: 8px; }",
    )
