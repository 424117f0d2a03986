"""Fabrics, instruments, sanitary ware and bakery supplies: more ways of saying the same, for readers that have learnt the others."""

from __future__ import annotations

from tests.golden.drawing import money, pictures
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage, table
from tests.golden.drawing.sheets import A4_WIDE, GREY, LIGHT, Anchor, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

INSTRUMENTS = ("Concert ukulele", "Cajón", "Glockenspiel", "Djembe", "Alto recorder", "Kalimba", "Tambourine", "Melodica")
MOULDS = ("Loaf tin", "Springform", "Muffin tray", "Tart ring", "Bundt mould", "Baguette tray")
BASINS = ("Countertop basin", "Wall-hung toilet", "Bidet", "Shower tray", "Pedestal basin")
THREADS = ("Sewing thread", "Embroidery floss", "Elastic thread", "Jeans thread")
CUPS = (
    ("保温杯", "316不锈钢"),
    ("玻璃水杯", "高硼硅玻璃"),
    ("儿童水壶", "Tritan"),
    ("焖烧罐", "304不锈钢"),
    ("咖啡壶", "铝合金"),
    ("茶具套装", "陶瓷"),
)


def price_first_cards(easel: Easel) -> HtmlPage:
    """Cards that begin with the price on a coloured band, then picture, name and number."""
    rng = easel.rng
    cards, products = [], []
    for name in rng.sample(INSTRUMENTS, 6):
        key, picture = easel.picture("box", size=(320, 250), style="width:206px;height:160px")
        code, amount = f"MI/{rng.randrange(100, 999)}", money.between(rng, 19, 290)
        cards.append(
            f'<div class="card"><div class="band">CHF {money.swiss(amount)}</div>{picture}<b>{name}</b><div class="small">{code}</div></div>'
        )
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", f"CHF {money.swiss(amount)}"), images=(key,)))
    return HtmlPage(
        PageFacts("price_first_cards", "B", "L2", ok_layouts=("L3",), traits=("price_above",)),
        f'<h1>Instruments for everyone</h1><div class="grid" style="grid-template-columns:repeat(3,206px)">{"".join(cards)}</div>',
        tuple(products),
        style=".band { background: #0b5; color: #fff; padding: 4px 8px; font-size: 15px; } .card { border: 1px solid #ddd; }",
    )


def variant_lines(easel: Easel) -> HtmlPage:
    """Cards with one name and picture and several lines of size, number and price under them."""
    rng = easel.rng
    cards, products = [], []
    for name in rng.sample(MOULDS, 4):
        key, picture = easel.picture("pot", size=(400, 260), style="width:300px;height:190px")
        lines = []
        for size in rng.sample(("18 cm", "20 cm", "24 cm", "26 cm", "28 cm"), 3):
            code, amount = f"{rng.randrange(40, 49)}{rng.randrange(1000, 9999)}", money.between(rng, 6, 45)
            lines.append((size, code, f"{money.comma(amount)} €"))
            products.append(
                Product(model=code, name=name, size=size, price=Price(amount, "EUR", f"{money.comma(amount)} €"), images=(key,))
            )
        rows = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in line) + "</tr>" for line in lines)
        cards.append(f"<div>{picture}<h3>{name}</h3><table>{rows}</table></div>")
    return HtmlPage(
        PageFacts("variant_lines", "B", "L2", ok_types=("A",), ok_layouts=("L3",), traits=("variants", "shared_picture")),
        f'<h1>Bake</h1><div class="grid" style="grid-template-columns:300px 300px">{"".join(cards)}</div>',
        tuple(products),
        style="td { padding: 2px 6px 2px 0; }",
    )


def drawing_and_table(easel: Easel) -> HtmlPage:
    """Sanitary ware across a wide page: picture, measured drawing, and a row of facts for each."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(BASINS, 4):
        key, picture = easel.picture("pot", size=(240, 200), style="width:120px;height:100px")
        _, drawing = easel.picture("ring", role=Role.SIZE_CHART, size=(240, 200), style="width:120px;height:100px")
        code, amount = f"{rng.randrange(1000, 9999)} {rng.randrange(10, 99)}", money.between(rng, 90, 890, step="1")
        size, weight = f"{rng.randrange(35, 120)}x{rng.randrange(30, 90)}x{rng.randrange(10, 60)} cm", f"{rng.randrange(8, 40)} kg"
        rows.append((picture, drawing, f"<div><b>{name}</b><br>Réf. {code}</div>", size, weight, f"{money.spaced(amount)} €"))
        products.append(
            Product(
                model=code,
                name=name,
                size=size,
                price=Price(amount, "EUR", f"{money.spaced(amount)} €"),
                custom={"Poids": weight},
                images=(key,),
            )
        )
    return HtmlPage(
        PageFacts(
            "drawing_and_table",
            "A",
            "L4",
            ok_types=("B",),
            ok_layouts=("L2", "L3"),
            traits=("row_pictures", "drawings", "name_and_code_in_cell"),
        ),
        f"<h1>Céramique sanitaire</h1>{table(('Photo', 'Schéma', 'Produit', 'Dimensions', 'Poids', 'Prix HT'), rows)}",
        tuple(products),
        size=LANDSCAPE,
    )


def chinese_grid(easel: Easel) -> HtmlPage:
    """Cards as small ruled tables: a picture over four rows of label and value."""
    rng = easel.rng
    cards, products = [], []
    for name, material in rng.sample(CUPS, len(CUPS)):
        key, picture = easel.picture("bottle", size=(300, 220), style="width:200px;height:146px")
        code, amount = f"SB-{rng.randrange(1000, 9999)}", money.between(rng, 8, 160, step="0.5")
        volume = f"{rng.randrange(3, 15) * 100}ml"
        lines = (("货号", code), ("品名", name), ("容量", volume), ("材质", material), ("批发价", f"¥{amount}"))
        body = "".join(f"<tr><td>{label}</td><td>{value}</td></tr>" for label, value in lines)
        cards.append(f'<table class="ruled card"><tr><td colspan="2">{picture}</td></tr>{body}</table>')
        products.append(
            Product(
                model=code,
                name=name,
                material=material,
                price=Price(amount, "CNY", f"¥{amount}"),
                custom={"容量": volume},
                images=(key,),
                optional=("容量",),
            )
        )
    return HtmlPage(
        PageFacts("chinese_grid", "B", "L2", ok_types=("A",), ok_layouts=("L3", "L4"), traits=("card_tables", "labelled")),
        f'<h1>水杯系列</h1><div class="grid" style="grid-template-columns:repeat(3,1fr)">{"".join(cards)}</div>',
        tuple(products),
        style="td { padding: 3px 5px; }",
    )


def thread_chart(easel: Easel) -> HtmlPage:
    """A chart of colour numbers under a priced article: every number can be ordered."""
    rng = easel.rng
    name, amount = rng.choice(THREADS), money.between(rng, 1, 6, step="0.05")
    chips, products = [], []
    for number in sorted(rng.sample(range(100, 999), 12)):
        tint = (rng.randrange(30, 230), rng.randrange(30, 230), rng.randrange(30, 230))
        key, image = easel.image(pictures.swatch(tint, rng, size=(120, 60)), role=Role.MAIN, style="width:100px;height:40px")
        chips.append(f'<div class="mid">{image}{number}</div>')
        price = Price(amount, "GBP", f"£{amount}")
        products.append(Product(model=str(number), name=name, price=price, images=(key,)))
    return HtmlPage(
        PageFacts("thread_chart", "B", "L2", ok_layouts=("L3", "L1"), traits=("swatches", "variants", "bare_numbers")),
        f'<h1>{name}</h1><p>100 m spool, £{amount} each</p><div class="grid" style="grid-template-columns:repeat(6,100px)">{"".join(chips)}</div>',
        tuple(products),
    )


def rotated_headers(sheet: Sheet) -> SheetPage:
    """A wide ruled table whose measure headers stand on end; the currency is in the corner note."""
    rng, products = sheet.rng, []
    sheet.size = A4_WIDE
    labels = ("Width mm", "Depth mm", "Height mm", "Load kg", "Shelves")
    edges = [40.0, 130.0, 300.0, *(340.0 + 60 * step for step in range(len(labels))), 640.0, 760.0]
    sheet.text(40, 50, "Shelving systems", size=16, bold=True)
    sheet.text(760, 50, "Prices in EUR", size=9, anchor=Anchor.RIGHT)
    sheet.area((40, 70, 760, 150), fill=LIGHT)
    sheet.row(140, (40, 130), ("Order code", "Unit"), bold=True)
    for left, label in zip(edges[3:], labels, strict=False):
        sheet.turned(left + 30, 144, label, bold=True)
    sheet.text(646, 140, "Price", bold=True)
    tops = [150.0]
    for index in range(10):
        code, name, amount = (
            f"RS-{rng.randrange(100, 999)}",
            f"{rng.choice(('Basic', 'Add-on', 'Corner'))} unit {rng.choice('ABCD')}{index}",
            money.between(rng, 60, 690),
        )
        y = tops[-1] + 16
        measures = [
            str(rng.randrange(4, 25) * 100),
            str(rng.randrange(3, 8) * 100),
            str(rng.randrange(10, 30) * 100),
            str(rng.randrange(60, 300)),
            str(rng.randrange(3, 8)),
        ]
        sheet.row(y, (40, 130), (code, name))
        sheet.row(y, edges[3:8], measures, indent=14)
        sheet.row(y, (640,), (money.comma(amount),), indent=6)
        tops.append(tops[-1] + 23)
        facts = dict(zip(labels, measures, strict=True))
        products.append(
            Product(model=code, name=name, price=Price(amount, "EUR", money.comma(amount)), custom=facts, optional=tuple(facts))
        )
    sheet.lattice([40.0, 130.0, *edges[3:]], [70.0, *tops])
    return sheet.finished(PageFacts("rotated_headers", "A", "L4", traits=("turned_headers", "page_currency", "landscape")), products)


def right_captions(sheet: Sheet) -> SheetPage:
    """Two columns of cards: picture left, at its right labelled lines; hairlines between cards."""
    rng, products = sheet.rng, []
    for index, name in enumerate(rng.sample(INSTRUMENTS, 8)):
        left, top = 40 + index % 2 * 265, 60 + index // 2 * 180
        key = sheet.picture((left, top, left + 110, top + 150), "bottle")
        code, amount, size = (
            f"{rng.randrange(10, 99)}.{rng.randrange(100, 999)}",
            money.between(rng, 15, 480),
            f"{rng.randrange(20, 90)} cm",
        )
        sheet.text(left + 122, top + 16, name, size=11, bold=True)
        for line, text in enumerate((f"Item: {code}", f"Length: {size}", "Material: birch", f"Price: ${amount}")):
            sheet.text(left + 122, top + 36 + 15 * line, text)
        sheet.rule(left, top + 163, left + 245, top + 163, color=GREY)
        products.append(
            Product(
                model=code,
                name=name,
                material="birch",
                price=Price(amount, "USD", f"${amount}"),
                images=(key,),
                custom={"Length": size},
                optional=("Length",),
            )
        )
    return sheet.finished(PageFacts("right_captions", "B", "L2", ok_layouts=("L3",), traits=("labelled", "caption_right")), products)
