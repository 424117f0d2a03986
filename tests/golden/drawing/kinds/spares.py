"""Spare parts: code columns with dots, drawings with numbered positions, and groups whose name runs up the side."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.sheets import A4_WIDE, GREY, LIGHT, Anchor, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

PARTS = (
    "Intake valve",
    "Exhaust valve",
    "Piston ring set",
    "Cylinder gasket",
    "Fuel filter",
    "Oil seal",
    "Drive belt",
    "Carburettor",
    "Ignition coil",
    "Starter rope",
    "Air filter",
    "Flywheel key",
    "Throttle cable",
    "Muffler guard",
)
GROUPS = {
    "Pumps": ("Garden pump", "Drain pump", "Booster pump"),
    "Hoses": ("Suction hose", "Flat hose", "Spiral hose", "Drip hose"),
    "Fittings": ("Quick coupling", "Tap adaptor", "Hose clamp"),
}
TONES = (
    ("RAL 1013", "Oyster white", (0.89, 0.85, 0.78)),
    ("RAL 3003", "Ruby red", (0.53, 0.11, 0.14)),
    ("RAL 5014", "Pigeon blue", (0.41, 0.49, 0.6)),
    ("RAL 6021", "Pale green", (0.54, 0.6, 0.47)),
    ("RAL 7016", "Anthracite grey", (0.22, 0.24, 0.26)),
    ("RAL 8017", "Chocolate brown", (0.27, 0.19, 0.16)),
    ("RAL 9005", "Jet black", (0.06, 0.06, 0.06)),
    ("RAL 1018", "Zinc yellow", (0.95, 0.8, 0.2)),
    ("RAL 2004", "Pure orange", (0.88, 0.33, 0.1)),
    ("RAL 6005", "Moss green", (0.07, 0.26, 0.2)),
    ("RAL 4005", "Blue lilac", (0.46, 0.38, 0.55)),
    ("RAL 7035", "Light grey", (0.8, 0.82, 0.8)),
)


def code_columns(sheet: Sheet) -> SheetPage:
    """Three columns of code, dots, price: a page of numbers without names."""
    rng = sheet.rng
    sheet.text(40, 50, "Net prices, spare parts", size=15, bold=True)
    sheet.text(40, 66, "All prices in EUR per piece, excluding VAT.", size=8, color=GREY)
    products = []
    for column in range(3):
        left, right = 40 + column * 178, 40 + column * 178 + 158
        for line in range(38):
            code, amount, y = (
                f"{rng.randrange(100, 999)} {rng.randrange(10, 99)} {rng.randrange(100, 999)}",
                money.between(rng, 1, 300),
                92 + line * 18.5,
            )
            shown = money.comma(amount)
            sheet.text(left, y, code, size=8)
            sheet.text((left + right) / 2 + 6, y, "." * 26, size=8, color=GREY, anchor=Anchor.MIDDLE)
            sheet.text(right, y, shown, size=8, anchor=Anchor.RIGHT)
            products.append(Product(model=code, price=Price(amount, "EUR", shown)))
    return sheet.finished(PageFacts("code_columns", "A", "L4", traits=("leaders", "columns", "codes_with_spaces")), products)


def exploded_view(sheet: Sheet) -> SheetPage:
    """A drawing with position numbers, and the list of parts they stand for. The numbers are no goods."""
    rng = sheet.rng
    sheet.text(40, 50, f"Brush cutter BC {rng.randrange(30, 60)}: engine", size=15, bold=True)
    sheet.picture((40, 70, 555, 330), "ring", role=Role.DETAIL)
    edges, products = (40, 75, 165, 330, 385, 455, 555), []
    for position in range(1, 13):
        sheet.text(rng.randrange(60, 530), rng.randrange(90, 320), str(position), size=10, bold=True)
    sheet.row(352, edges, ("Pos.", "Part no.", "Description", "Qty", "Price USD"), bold=True)
    sheet.rule(40, 357, 555, 357)
    for position, name in enumerate(rng.sample(PARTS, 12), 1):
        code, amount, y = (
            f"{rng.randrange(1000, 9999)}-{rng.randrange(100, 999)}-{rng.randrange(10, 99)}",
            money.between(rng, 2, 90),
            352 + position * 19,
        )
        quantity = str(rng.randrange(1, 5))
        sheet.row(y, edges, (str(position), code, name, quantity, f"{amount}"))
        products.append(
            Product(model=code, name=name, price=Price(amount, "USD", f"{amount}"), custom={"Qty": quantity}, optional=("Qty", "Pos."))
        )
    return sheet.finished(
        PageFacts("exploded_view", "A", "L4", ok_types=("B",), ok_layouts=("L3", "L1"), traits=("positions", "borderless")), products
    )


def side_groups(sheet: Sheet) -> SheetPage:
    """A ruled table whose first column is a merged cell per group, its name running upwards."""
    rng = sheet.rng
    sheet.size = A4_WIDE
    edges, tops, products = [40.0, 66.0, 150.0, 300.0, 400.0, 480.0, 560.0, 660.0, 800.0], [70.0, 94.0], []
    sheet.area((40, 70, 800, 94), fill=LIGHT)
    header = ("", "Order no.", "Article", "Connection", "Flow l/h", "Head m", "Weight", "Price GBP")
    sheet.row(86, edges, header, bold=True)
    for group, names in GROUPS.items():
        first = tops[-1]
        for name in names:
            for size in rng.sample(('1/2"', '3/4"', '1"', '1 1/4"'), 2):
                code, amount, y = f"{group[0]}{rng.randrange(10000, 99999)}", money.between(rng, 6, 400), tops[-1] + 15
                flow, head, weight = str(rng.randrange(10, 60) * 100), str(rng.randrange(8, 45)), f"{rng.randrange(5, 90) / 10} kg"
                sheet.row(y, edges[1:], (code, name, size, flow, head, weight, f"{amount}"))
                tops.append(tops[-1] + 21)
                sheet.rule(66, tops[-1], 800, tops[-1])
                facts = {"Series": group, "Connection": size, "Flow": f"{flow} l/h", "Head": f"{head} m", "Weight": weight}
                products.append(
                    Product(model=code, name=name, price=Price(amount, "GBP", f"{amount}"), custom=facts, optional=tuple(facts))
                )
        sheet.rule(40, tops[-1], 66, tops[-1])
        sheet.turned(57, tops[-1] - 12, group, bold=True)
        sheet.rule(40, first, 800, first)
    for x in edges:
        sheet.rule(x, 70, x, tops[-1])
    sheet.text(40, 50, "Water in the garden", size=16, bold=True)
    return sheet.finished(PageFacts("side_groups", "A", "L4", traits=("turned_group_cells", "landscape")), products)


def colour_chart(sheet: Sheet) -> SheetPage:
    """Paints as drawn chips with number and name; the tin's price stands once on the page."""
    rng = sheet.rng
    amount, products = money.between(rng, 12, 40, step="0.5"), []
    sheet.text(40, 56, "Aqua Satin Enamel", size=20, bold=True)
    sheet.text(40, 76, "Water-based enamel for wood and metal, 750 ml", size=10)
    sheet.text(555, 56, f"£{amount} per tin", size=14, bold=True, anchor=Anchor.RIGHT)
    for index, (code, name, tint) in enumerate(rng.sample(TONES, len(TONES))):
        left, top = 40 + index % 4 * 131, 100 + index // 4 * 140
        sheet.area((left, top, left + 118, top + 84), fill=tint, stroke=GREY)
        sheet.text(left, top + 98, code, bold=True)
        sheet.text(left, top + 110, name)
        price = Price(amount, "GBP", f"£{amount} per tin")
        products.append(
            Product(
                model=code,
                name="Aqua Satin Enamel",
                size="750 ml",
                color=name,
                price=price,
                alt={"name": [name, f"Aqua Satin Enamel {name}"]},
            )
        )
    return sheet.finished(PageFacts("colour_chart", "B", "L2", ok_layouts=("L3",), traits=("drawn_chips", "variants")), products)
