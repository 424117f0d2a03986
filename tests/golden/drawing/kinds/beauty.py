"""Make-up in shades: one product line, many chips with a number and a shade's name each."""

from __future__ import annotations

from tests.golden.drawing import money, pictures
from tests.golden.drawing.printing import Easel, HtmlPage
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

LINES = (
    ("Velvet Matte Lipstick", "3.5 g", "Long-wear colour with jojoba oil. Transfer-resistant for up to eight hours."),
    ("Silk Touch Nail Lacquer", "11 ml", "High-shine finish in two coats. Free from toluene and formaldehyde."),
    ("Second Skin Foundation", "30 ml", "Weightless, buildable coverage with a natural finish."),
)
SHADES = (
    ("Rose Petal", (224, 140, 150)),
    ("Brick Lane", (160, 70, 58)),
    ("Mulberry", (110, 40, 74)),
    ("Coral Reef", (236, 110, 92)),
    ("Bare Sand", (214, 176, 148)),
    ("Cherry Noir", (92, 16, 30)),
    ("Terracotta", (184, 96, 70)),
    ("Dusty Mauve", (172, 128, 142)),
    ("Fuchsia Pop", (214, 40, 120)),
    ("Honey Nude", (206, 160, 124)),
    ("Plum Velvet", (84, 36, 72)),
    ("Peach Sorbet", (246, 176, 146)),
)


def shade_cards(easel: Easel) -> HtmlPage:
    """A product shot with its price, and a grid of shades; name, size and price hold for each shade."""
    rng = easel.rng
    name, size, text = rng.choice(LINES)
    amount = money.between(rng, 9, 42, step="0.5")
    hero, shot = easel.picture("bottle", size=(420, 420), style="width:250px;height:250px")
    prefix, chips, products = "".join(word[0] for word in name.split()[:2]), [], []
    for number, (shade, color) in enumerate(rng.sample(SHADES, rng.choice((8, 12))), 1):
        code = f"{prefix}-{number * 10:03}"
        key, image = easel.image(pictures.swatch(color, rng), role=Role.MAIN, style="width:118px;height:74px")
        chips.append(f'<div class="mid">{image}<div>{code}</div><div>{shade}</div></div>')
        products.append(
            Product(
                model=code,
                name=name,
                size=size,
                color=shade,
                price=Price(amount, "USD", f"${amount}"),
                images=(hero, key),
                alt={"name": [shade, f"{name} {shade}"]},
            )
        )
    top = f'<div class="row">{shot}<div><h1>{name}</h1><p>{text}</p><p>{size}</p><p style="font-size:20px">${amount}</p></div></div>'
    return HtmlPage(
        PageFacts("shade_cards", "B", "L2", ok_layouts=("L1", "L3"), traits=("variants", "swatches")),
        f'{top}<h2>Shades</h2><div class="grid" style="grid-template-columns:repeat(4,118px)">{"".join(chips)}</div>',
        tuple(products),
    )
