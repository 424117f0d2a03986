"""Wine lists and menus: names and prices with dots between them, no codes."""

from __future__ import annotations

from html import escape

from tests.golden.drawing import money
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage
from tests.golden.drawing.truth import PageFacts, Price, Product

CELLAR = {
    "Bordeaux": ("Château Bellegrave", "Clos des Tilleuls", "Domaine de Fontanac", "Château Montaubert"),
    "Bourgogne": ("Domaine Perrachon", "Les Vieilles Murailles", "Clos Saint-Aubin"),
    "Vallée du Rhône": ("Mas des Oliviers", "La Roque Brune", "Domaine du Grand Cèdre"),
    "Loire": ("Les Hautes Rives", "Clos du Prieuré", "Domaine des Trois Moulins"),
}
MENU = {
    "Starters": ("Chilled cucumber soup", "Smoked trout pâté", "Burrata with figs", "Beef tartare, capers"),
    "From the grill": ("Ribeye 300 g", "Lamb cutlets", "Half corn-fed chicken", "Sea bream", "Halloumi skewers"),
    "Pasta": ("Tagliatelle al ragù", "Spinach ravioli", "Linguine with clams"),
    "Sides": ("Triple-cooked chips", "Grilled asparagus", "Leaf salad", "Buttered new potatoes"),
    "Desserts": ("Lemon tart", "Chocolate mousse", "Cheese selection", "Poached pear"),
    "Soft drinks": ("Still water 0.75 l", "Elderflower spritz", "Tomato juice", "Ginger beer"),
}
LEADERS = """
.line { display: flex; align-items: baseline; gap: 4px; margin: 5px 0; }
.line i { flex: 1; overflow: hidden; white-space: nowrap; color: #888; font-style: normal; direction: ltr; height: 15px; }
h2 { break-after: avoid; color: #7a1f2b; }
"""


def wine_list(easel: Easel) -> HtmlPage:
    """Wines by region with vintage; glass and bottle have a price each on some lists."""
    rng = easel.rng
    has_glass = rng.random() < 0.5
    blocks, products = [], []
    for region, estates in rng.sample(sorted(CELLAR.items()), 3):
        lines = []
        for estate in estates:
            name, bottle = f"{estate} {rng.randrange(2012, 2024)}", money.between(rng, 24, 190, step="1")
            glass = money.between(rng, 6, 15, step="0.5")
            shown = f"{money.comma(glass)} € / {money.comma(bottle)} €" if has_glass else f"{money.comma(bottle)} €"
            lines.append(_line(name, shown))
            products.append(Product(name=name, price=Price(bottle, "EUR", shown, others=(glass,) if has_glass else ())))
        blocks.append(f"<h2>{region}</h2>{''.join(lines)}")
    heads = '<p class="small grey" style="text-align:right">verre 12 cl / bouteille 75 cl</p>' if has_glass else ""
    note = "<p class='small grey'>Prix nets, service compris. L'abus d'alcool est dangereux pour la santé.</p>"
    return HtmlPage(
        PageFacts("wine_list", "A", "L4", ok_types=("B",), ok_layouts=("L3",), traits=("leaders", "no_codes")),
        f"<h1 class='mid'>Carte des vins rouges</h1>{heads}{''.join(blocks)}{note}",
        tuple(products),
        style=LEADERS + "font-size: 14px; padding: 70px 110px;",
    )


def menu_columns(easel: Easel) -> HtmlPage:
    """A menu in three columns with dotted leaders."""
    rng = easel.rng
    blocks, products = [], []
    for group, dishes in MENU.items():
        lines = []
        for dish in rng.sample(dishes, len(dishes)):
            amount = money.between(rng, 4, 36, step="0.5")
            lines.append(_line(dish, f"£{amount}"))
            products.append(Product(name=dish, price=Price(amount, "GBP", f"£{amount}")))
        blocks.append(f"<h2>{group}</h2>{''.join(lines)}")
    note = "<p class='small grey'>A discretionary service charge of 12.5 % will be added to your bill.</p>"
    return HtmlPage(
        PageFacts("menu_columns", "A", "L4", ok_types=("B",), ok_layouts=("L3",), traits=("leaders", "no_codes", "columns")),
        f"<h1 class='mid'>The Granary</h1><div style='columns:3;column-gap:34px'>{''.join(blocks)}{note}</div>",
        tuple(products),
        size=LANDSCAPE,
        style=LEADERS,
    )


def _line(name: str, price: str) -> str:
    return f'<div class="line"><span>{escape(name)}</span><i>{"." * 160}</i><span>{escape(price)}</span></div>'
