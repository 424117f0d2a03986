"""Garments: a style with its colours as dots and its sizes as a run, and the chart that explains the sizes."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.printing import Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product

STYLES = (
    ("Merino Crew Jumper", "100 % merino wool", "XS–XXL"),
    ("Oxford Shirt", "100 % cotton, 140 g/m²", "S–3XL"),
    ("Fleece Jacket", "100 % recycled polyester", "XS–XL"),
    ("Work Trousers", "65 % polyester, 35 % cotton", "44–62"),
    ("Polo Shirt", "95 % cotton, 5 % elastane", "S–XXL"),
)
COLOURS = (("Navy", "#1d2a4d"), ("Ecru", "#e8e0cc"), ("Forest", "#27472f"), ("Rust", "#a4502c"), ("Black", "#161616"), ("Stone", "#b9b2a4"))


def garments(easel: Easel) -> HtmlPage:
    """Styles with the picture on one side: number, composition, a colour list with drawn dots, a size run, a price."""
    rng = easel.rng
    cards, products = [], []
    for index, (name, material, sizes) in enumerate(rng.sample(STYLES, 4)):
        key, picture = easel.picture("shirt", size=(300, 340), style="width:150px;height:170px")
        code, amount = f"{rng.randrange(10, 99)}-{rng.randrange(1000, 9999)}", money.between(rng, 19, 140)
        colours = rng.sample(COLOURS, 3)
        dots = "".join(f'<span class="dot" style="background:{tint}"></span>' for _, tint in colours)
        listed = ", ".join(colour for colour, _ in colours)
        lines = f"<h3>{name}</h3><p>Style {code}</p><p>{material}</p><p>{dots} {listed}</p><p>Sizes {sizes}</p><p><b>£{amount}</b></p>"
        sides = (picture, f"<div>{lines}</div>")
        cards.append(f'<div class="row" style="margin-bottom:18px">{"".join(sides if index % 2 == 0 else reversed(sides))}</div>')
        products.append(
            Product(
                model=code,
                name=name,
                size=sizes,
                material=material,
                color=listed,
                price=Price(amount, "GBP", f"£{amount}"),
                images=(key,),
                alt={"color": [colour for colour, _ in colours]},
            )
        )
    return HtmlPage(
        PageFacts("garments", "B", "L2", ok_layouts=("L3",), traits=("colour_list", "alternating_sides")),
        f"<h1>Knitwear &amp; workwear</h1>{''.join(cards)}",
        tuple(products),
        style=".dot { display: inline-block; width: 12px; height: 12px; border-radius: 6px; border: 1px solid #999; } p { margin: 0 0 5px; }",
    )


def size_chart(easel: Easel) -> HtmlPage:
    """Body measures by size: a table in which nothing is for sale."""
    start = easel.rng.choice((84, 88))
    header = ("Size", "XS", "S", "M", "L", "XL", "XXL")
    measures = (("Chest (cm)", start), ("Waist (cm)", start - 14), ("Hips (cm)", start + 6), ("Inside leg (cm)", start - 8))
    rows = [(label, *(f"{base + 4 * step}–{base + 4 * step + 3}" for step in range(6))) for label, base in measures]
    text = "<p>Measure close to the body but not tight. If you are between two sizes, choose the larger one.</p>"
    return HtmlPage(
        PageFacts("size_chart", "D", "L4", ok_types=("A", "C"), traits=("no_products",)), f"<h1>Size guide</h1>{text}{table(header, rows)}"
    )
