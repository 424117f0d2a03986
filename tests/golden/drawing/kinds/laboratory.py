"""Laboratory goods: units in a row of their own under the header, dots for what is available, notes by number."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.sheets import LIGHT, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product

GLASS = ("Beaker, low form", "Erlenmeyer flask", "Measuring cylinder", "Round-bottom flask", "Volumetric flask", "Test tube", "Funnel")
REAGENTS = ("Sodium chloride", "Copper(II) sulfate", "Acetone", "Ethanol absolute", "Citric acid", "Potassium iodide", "Glycerol")
SHOES = ("Clog, closed", "Safety shoe S1", "Safety boot S3", "Sandal S1P", "Wellington S5")


def unit_row(easel: Easel) -> HtmlPage:
    """Units stand in a second header row: ml, mm, pcs."""
    rng = easel.rng
    body, products = [], []
    for name in rng.sample(GLASS, len(GLASS)):
        code, amount = f"L{rng.randrange(100, 999)}.{rng.randrange(1, 9)}", money.between(rng, 4, 90)
        volume, height, pack = str(rng.choice((50, 100, 250, 500, 1000))), str(rng.randrange(60, 400)), str(rng.choice((1, 5, 10)))
        body.append(f"<tr><td>{code}</td><td>{name}</td><td>{volume}</td><td>{height}</td><td>{pack}</td><td>{amount}</td></tr>")
        facts = {"Volume": volume, "Height": height, "Pack": pack}
        products.append(Product(model=code, name=name, price=Price(amount, "EUR", f"{amount}"), custom=facts, optional=tuple(facts)))
    heads = ("Cat. no.", "Article", "Volume", "Height", "Pack", "Price")
    head = (
        "".join(f"<th>{text}</th>" for text in heads)
        + "</tr><tr class='units'>"
        + "".join(f"<td>{text}</td>" for text in ("", "", "ml", "mm", "pcs", "€"))
    )
    return HtmlPage(
        PageFacts("unit_row", "A", "L4", traits=("unit_row",)),
        f'<h1>Borosilicate glass 3.3</h1><table class="ruled"><tr>{head}</tr>{"".join(body)}</table>',
        tuple(products),
        style=".units td { color: #666; font-size: 10px; background: #f4f4f4; }",
    )


def footnotes(easel: Easel) -> HtmlPage:
    """Numbers of notes stand raised after names; the notes are under the table."""
    rng = easel.rng
    rows, products = [], []
    for name in rng.sample(REAGENTS, len(REAGENTS)):
        code, amount = str(rng.randrange(10000, 99999)), money.between(rng, 6, 120)
        cas, pack = (
            f"{rng.randrange(50, 9999)}-{rng.randrange(10, 99)}-{rng.randrange(0, 9)}",
            rng.choice(("100 g", "500 g", "1 kg", "1 l")),
        )
        mark = rng.choice(("", "<sup>1</sup>", "<sup>2</sup>"))
        rows.append((code, f"<span>{name}{mark}</span>", cas, pack, f"£{amount}"))
        products.append(
            Product(
                model=code,
                name=name,
                price=Price(amount, "GBP", f"£{amount}"),
                custom={"CAS No.": cas, "Pack size": pack},
                optional=("Pack size",),
                alt={"name": [f"{name}1", f"{name}2", f"{name} 1", f"{name} 2"]},
            )
        )
    notes = '<p class="small"><sup>1</sup> Hazardous goods, surcharge applies.</p><p class="small"><sup>2</sup> Supplied against declaration of use only.</p>'
    return HtmlPage(
        PageFacts("footnotes", "A", "L4", traits=("footnotes", "two_codes")),
        f"<h1>Reagents</h1>{table(('Product code', 'Product', 'CAS No.', 'Pack size', 'Price'), rows)}{notes}",
        tuple(products),
        style="sup { font-size: 8px; }",
    )


def availability_dots(sheet: Sheet) -> SheetPage:
    """Sizes as columns with dots for what is in stock; the dots are no values of a product."""
    rng, products = sheet.rng, []
    sizes = [str(size) for size in range(36, 47)]
    edges = [40.0, 120.0, 230.0, *(260.0 + 21 * step for step in range(len(sizes))), 497.0]
    sheet.area((40, 74, 555, 96), fill=LIGHT)
    sheet.text(40, 52, "Shoes for long days", size=16, bold=True)
    sheet.row(88, (40, 120), ("Art. no.", "Model"), bold=True)
    sheet.row(88, edges[3:-1], sizes, size=7.5, indent=0)
    sheet.row(88, (500,), ("CHF",), bold=True)
    for index, name in enumerate(rng.sample(SHOES, len(SHOES))):
        y, code, amount = 116 + index * 26, f"{rng.randrange(700, 799)}/{rng.randrange(10, 99)}", money.between(rng, 49, 219, step="0.5")
        sheet.row(y, (40, 120), (code, name))
        sheet.row(y, edges[3:-1], [rng.choice(("•", "•", "")) for _ in sizes], indent=2)
        sheet.row(y, (500,), (money.swiss(amount),))
        sheet.rule(40, y + 8, 555, y + 8)
        products.append(Product(model=code, name=name, price=Price(amount, "CHF", money.swiss(amount))))
    return sheet.finished(PageFacts("availability_dots", "A", "L4", traits=("dots", "currency_in_header")), products)
