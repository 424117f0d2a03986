"""Stationery and car parts: rows with two numbers, cartons, groups inside the table, long cells; and forms to be filled in."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product

STATIONERY = {
    "Writing": ("Ballpoint pen", "Gel roller 0.5", "Highlighter", "Permanent marker", "HB pencil"),
    "Filing": ("Lever arch file A4", "Suspension folder", "Ring binder", "Document wallet"),
    "Desk": ("Stapler 24/6", "Tape dispenser", "Letter tray", "Pen pot"),
}
COLOURS = ("Blue", "Black", "Red", "Assorted", "Green")
CARS = ("VW Golf VII (12–19)", "Audi A3 8V (12–20)", "Škoda Octavia III (13–20)", "Ford Focus III (11–18)", "Opel Astra K (15–21)")
CAR_PARTS = ("Brake disc, front", "Brake pad set", "Oil filter", "Cabin filter", "Wheel bearing kit", "Control arm, left", "Water pump")
EXTRAS = ("Wall bracket", "Replacement filter", "Extension tube 0.5 m", "Carry bag", "Cleaning brush", "Floor stand")


def stationery(easel: Easel) -> HtmlPage:
    """Groups inside a zebra table; every row has the maker's number and a barcode number."""
    rng = easel.rng
    body, products = [], []
    for group, names in STATIONERY.items():
        body.append(f'<tr class="group"><td colspan="7">{group}</td></tr>')
        for name in names:
            code, amount, ean = (
                str(rng.randrange(100000, 999999)),
                money.between(rng, 1, 24, step="0.01"),
                f"40{rng.randrange(10**10, 10**11)}",
            )
            colour, inner, outer = rng.choice(COLOURS), str(rng.choice((1, 10, 12))), str(rng.choice((48, 100, 144)))
            cells = (code, ean, name, colour, inner, outer, money.comma(amount))
            body.append("<tr>" + "".join(f"<td>{text}</td>" for text in cells) + "</tr>")
            products.append(
                Product(
                    model=code,
                    name=name,
                    color=colour,
                    price=Price(amount, "EUR", money.comma(amount)),
                    custom={"EAN": ean, "Inner": inner, "Carton": outer},
                )
            )
    head = "".join(f"<th>{text}</th>" for text in ("Art. no.", "EAN", "Article", "Colour", "Inner", "Carton", "EUR/pc"))
    mark = '<div class="mark">SAMPLE</div>' if rng.random() < 0.5 else ""
    return HtmlPage(
        PageFacts("stationery", "A", "L4", traits=("group_rows", "two_codes", *(("watermark",) if mark else ()))),
        f'{mark}<h1>Office essentials</h1><table class="zebra"><tr>{head}</tr>{"".join(body)}</table>',
        tuple(products),
        style=(
            ".zebra tr:nth-child(odd) { background: #f1f4f7; } .group td { background: #33506b; color: #fff; }"
            " .mark { position: absolute; left: 120px; top: 480px; font-size: 120px; color: rgba(200,0,0,.15); transform: rotate(-35deg); }"
        ),
    )


def car_parts(easel: Easel) -> HtmlPage:
    """Cells of several lines: original numbers and the cars a part fits, beside the seller's own number."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(CAR_PARTS, 6):
        code, amount = f"{rng.randrange(10, 99)}.{rng.randrange(1000, 9999)}.{rng.randrange(1, 9)}", money.between(rng, 9, 240, step="0.01")
        numbers = [
            f"{rng.randrange(1, 9)}K0 {rng.randrange(100, 999)} {rng.randrange(100, 999)} {rng.choice('ABC')}"
            for _ in range(rng.randrange(1, 4))
        ]
        cars = rng.sample(CARS, rng.randrange(1, 4))
        rows.append((code, name, f"<div>{'<br>'.join(numbers)}</div>", f"<div>{'<br>'.join(cars)}</div>", money.comma(amount)))
        products.append(
            Product(
                model=code,
                name=name,
                price=Price(amount, "EUR", money.comma(amount)),
                custom={"OE No.": " ".join(numbers), "Fits": " ".join(cars)},
                optional=("OE No.", "Fits"),
            )
        )
    header = ("Part No.", "Description", "OE No.", "Fits", "Price EUR")
    return HtmlPage(
        PageFacts("car_parts", "A", "L4", traits=("multiline_cells", "two_codes")),
        f"<h1>Brakes, filters, chassis</h1>{table(header, rows, style=rng.choice(('ruled', 'lined')))}",
        tuple(products),
        size=LANDSCAPE,
        style=".lined tr { border-bottom: 1px solid #bbb; } td { vertical-align: top; }",
    )


def accessories(easel: Easel) -> HtmlPage:
    """One main product with text and price, and a small list of accessories with numbers of their own."""
    rng = easel.rng
    name = rng.choice(("AirClean 300 air purifier", "DustPro workshop vacuum", "HydroMax pressure washer"))
    code, amount = f"{name[:2].upper()}-{rng.randrange(300, 900)}", money.between(rng, 149, 690, step="1")
    key, picture = easel.picture("box", size=(560, 460), style="width:340px;height:280px")
    products = [Product(model=code, name=name, price=Price(amount, "EUR", f"€ {money.comma(amount)}"), images=(key,))]
    lines = []
    for extra in rng.sample(EXTRAS, 4):
        own, small = f"{code}-{rng.randrange(10, 99)}", money.between(rng, 9, 80)
        lines.append((own, extra, f"€ {money.comma(small)}"))
        products.append(Product(model=own, name=extra, price=Price(small, "EUR", f"€ {money.comma(small)}")))
    text = "<p>Quiet, economical and ready for daily use. Three speeds, automatic mode and a filter that is changed without tools.</p>"
    points = "<ul><li>Rooms of up to 45 m²</li><li>Only 38 dB at night</li><li>Two-year guarantee</li></ul>"
    top = f'<div class="row">{picture}<div><h1>{name}</h1><p>Order no. {code}</p>{text}{points}<h2>€ {money.comma(amount)}</h2></div></div>'
    return HtmlPage(
        PageFacts("accessories", "B", "L1", ok_layouts=("L3",), traits=("main_and_accessories",)),
        f"{top}<h2>Accessories</h2>{table(('Order no.', 'Accessory', 'Price'), lines, style='lined')}",
        tuple(products),
        style=".lined tr { border-bottom: 1px solid #ddd; }",
    )


def order_form(easel: Easel) -> HtmlPage:
    """A form to be filled in: headers over empty rows."""
    header = easel.rng.choice(
        (("Item no.", "Description", "Colour", "Qty", "Price", "Total"), ("Art.-Nr.", "Bezeichnung", "Menge", "Einzelpreis", "Gesamt"))
    )
    fields = "".join(f"<p>{label}: ______________________________</p>" for label in ("Company", "Contact", "Street", "Town", "Date"))
    return HtmlPage(
        PageFacts("order_form", "D", "L4", ok_types=("A", "C"), ok_layouts=("L3",), traits=("no_products", "empty_rows")),
        f"<h1>Order form</h1>{fields}{table(header, [[''] * len(header)] * 18)}<p>Signature ____________________</p>",
        style="td { height: 26px; }",
    )
