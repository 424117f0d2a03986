"""Gloves, shoes and tools for work: variants in matrices, one picture for several rows, prices by channel."""

from __future__ import annotations

from decimal import Decimal

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.sheets import GREY, LIGHT, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product

GLOVES = ("Grip Nitrile Glove", "Thermo Knit Glove", "Cut Guard Glove")
HUES = ("Grey", "Orange", "Black", "Yellow")
POLISH = ("Krzesło konferencyjne", "Fotel obrotowy", "Biurko narożne")
FABRICS = ("czarny", "szary", "granatowy", "zielony")
SPANISH = (
    "Taladro percutor",
    "Amoladora angular",
    "Sierra de calar",
    "Lijadora orbital",
    "Atornillador",
    "Martillo perforador",
    "Pistola de calor",
)
SWISS = ("Armbanduhr Classic", "Taschenmesser Alpin", "Wanduhr Jura", "Reisewecker", "Manschettenknöpfe", "Füllfederhalter Lac")
FAMILIES = (
    ("Round magnets", "Neodymium N42, nickel plated", ("Ø 8 × 3 mm", "Ø 10 × 4 mm", "Ø 15 × 5 mm", "Ø 20 × 5 mm")),
    ("Rubber feet", "EPDM, shore 60", ("Ø 12 × 6 mm", "Ø 20 × 10 mm", "Ø 30 × 15 mm")),
    ("Levelling feet", "Zinc-plated steel", ("M8 × 40 mm", "M10 × 60 mm", "M12 × 80 mm")),
    ("Spring plungers", "Stainless steel 1.4305", ("M5 × 18 mm", "M6 × 20 mm", "M8 × 22 mm", "M10 × 23 mm")),
)


def size_colour_matrix(easel: Easel) -> HtmlPage:
    """Sizes down, colours across, an order number in each cell; name and price stand over the matrix."""
    rng = easel.rng
    blocks, products = [], []
    for name in rng.sample(GLOVES, 2):
        key, picture = easel.picture("shirt", size=(240, 240), style="width:130px;height:130px")
        amount, hues = money.between(rng, 3, 28), rng.sample(HUES, 3)
        rows = []
        for size in ("8", "9", "10", "11"):
            codes = [f"{name[0]}{rng.randrange(1000, 9999)}-{size}" for _ in hues]
            rows.append((size, *codes))
            products.extend(
                Product(model=code, name=name, size=size, color=hue, price=Price(amount, "EUR", f"€ {amount}"), images=(key,))
                for code, hue in zip(codes, hues, strict=True)
            )
        head = f'<div class="row">{picture}<div><h2>{name}</h2><p>Price per pair € {amount}</p></div></div>'
        blocks.append(f"{head}{table(('Size', *hues), rows)}")
    return HtmlPage(
        PageFacts("size_colour_matrix", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("matrix", "shared_picture")),
        f"<h1>Hand protection</h1>{''.join(blocks)}",
        tuple(products),
        style=".ruled { margin: 8px 0 24px; }",
    )


def shared_cells(easel: Easel) -> HtmlPage:
    """Picture, name and size in cells that span the rows of a product's colours; Polish wording."""
    rng = easel.rng
    body, products = [], []
    for name in POLISH:
        key, picture = easel.picture("seat", size=(240, 200), style="width:110px;height:92px")
        size, colours = f"{rng.randrange(50, 160)}×{rng.randrange(50, 90)}×{rng.randrange(70, 120)} cm", rng.sample(FABRICS, 3)
        for index, colour in enumerate(colours):
            code, amount = f"{name[:2].upper()}-{rng.randrange(1000, 9999)}", money.between(rng, 190, 2400, step="1")
            shared = f'<td rowspan="3">{picture}</td><td rowspan="3">{name}</td><td rowspan="3">{size}</td>' if index == 0 else ""
            body.append(f"<tr>{shared}<td>{code}</td><td>{colour}</td><td>{money.spaced(amount)}</td></tr>")
            price = Price(amount, "PLN", money.spaced(amount))
            products.append(Product(model=code, name=name, size=size, color=colour, price=price, images=(key,)))
    head = "".join(f"<th>{text}</th>" for text in ("Zdjęcie", "Nazwa", "Wymiary", "Indeks", "Kolor", "Cena netto [zł]"))
    return HtmlPage(
        PageFacts("shared_cells", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("merged_cells", "shared_picture")),
        f'<h1>Meble biurowe</h1><table class="ruled"><tr>{head}</tr>{"".join(body)}</table>',
        tuple(products),
        style="td { height: 40px; }",
    )


def channel_prices(easel: Easel) -> HtmlPage:
    """A Spanish list with the dealer's net price and the recommended one; either is a right answer."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(SPANISH, len(SPANISH)):
        code, net = f"{rng.randrange(10, 99)}{rng.choice('TXR')}{rng.randrange(100, 999)}", money.between(rng, 29, 380)
        retail = (net * Decimal("1.45")).quantize(money.CENT)
        power = f"{rng.randrange(4, 16) * 100} W"
        rows.append((code, name, power, money.comma(net), money.comma(retail)))
        products.append(
            Product(
                model=code,
                name=name,
                price=Price(net, "EUR", money.comma(net), others=(retail,)),
                custom={"Potencia": power},
                optional=("PVP (€)", "Precio neto (€)"),
            )
        )
    header = ("Referencia", "Descripción", "Potencia", "Precio neto (€)", "PVP (€)")
    return HtmlPage(
        PageFacts("channel_prices", "A", "L4", traits=("two_prices", "currency_in_header")),
        f"<h1>Tarifa 2026: herramienta eléctrica</h1>{table(header, rows, style='lined')}<p class='small grey'>IVA no incluido.</p>",
        tuple(products),
        style=".lined tr { border-bottom: 1px solid #ccc; } td, th { padding: 8px 6px; }",
    )


def swiss_list(easel: Easel) -> HtmlPage:
    """Swiss francs with apostrophes and dashes; the currency is in the header."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(SWISS, len(SWISS)):
        code, amount = (
            f"{rng.randrange(1, 9)}.{rng.randrange(1000, 9999)}.{rng.choice(('T', 'B', 'V'))}",
            money.between(rng, 40, 6900, step=rng.choice(("1", "0.5"))),
        )
        rows.append((code, name, money.swiss(amount)))
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", money.swiss(amount))))
    return HtmlPage(
        PageFacts("swiss_list", "A", "L4", traits=("currency_in_header", "apostrophes")),
        f"<h1>Preisliste Geschenke</h1>{table(('Bestell-Nr.', 'Artikel', 'Preis CHF inkl. MwSt.'), rows, style=rng.choice(('ruled', 'bare')))}",
        tuple(products),
        style=".bare th { border-bottom: 1px solid #222; } td, th { padding: 7px; }",
    )


def families(sheet: Sheet) -> SheetPage:
    """Small parts by family: a bar with the name, a drawing at the left, a little table at the right of it."""
    rng, products, top = sheet.rng, [], 60.0
    for name, material, sizes in rng.sample(FAMILIES, len(FAMILIES)):
        sheet.area((40, top, 555, top + 20), fill=LIGHT)
        sheet.text(46, top + 14, name, size=11, bold=True)
        sheet.text(300, top + 14, material)
        key = sheet.picture((40, top + 28, 150, top + 128), "ring")
        edges = (170, 270, 390, 470)
        sheet.row(top + 40, edges, ("Order no.", "Dimensions", "Pack", "USD / pack"), bold=True)
        sheet.rule(170, top + 45, 555, top + 45)
        for index, size in enumerate(sizes, 1):
            code, amount, pack = (
                f"{rng.randrange(20000, 29999)}.{rng.randrange(100, 999)}",
                money.between(rng, 4, 60),
                f"{rng.choice((10, 25, 50))} pcs",
            )
            sheet.row(top + 40 + 19 * index, edges, (code, size, pack, f"{amount}"))
            sheet.rule(170, top + 45 + 19 * index, 555, top + 45 + 19 * index, color=GREY)
            products.append(
                Product(
                    model=code,
                    name=name,
                    size=size,
                    material=material,
                    price=Price(amount, "USD", f"{amount}"),
                    custom={"Pack": pack},
                    images=(key,),
                )
            )
        top += 160
    return sheet.finished(
        PageFacts("families", "A", "L4", ok_types=("B",), ok_layouts=("L2", "L3"), traits=("block_titles", "shared_picture")), products
    )


def blank(sheet: Sheet) -> SheetPage:
    """Nothing at all."""
    return sheet.finished(PageFacts("blank", "D", "L4", ok_types=("A", "B", "C"), ok_layouts=("L1", "L2", "L3"), is_blank=True))
