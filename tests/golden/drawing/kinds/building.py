"""Tiles in series and formats, and cables sold by the metre."""

from __future__ import annotations

from tests.golden.drawing import money, pictures
from tests.golden.drawing.printing import LANDSCAPE, Easel, HtmlPage, table
from tests.golden.drawing.truth import PageFacts, Price, Product, Role

SERIES = ("Calacatta Oro", "Pietra Serena", "Cemento Urbano", "Rovere Antico", "Terrazzo Veneto")
TONES = (
    ("Bianco", (232, 230, 224)),
    ("Grigio", (150, 152, 152)),
    ("Sabbia", (206, 190, 160)),
    ("Nero", (58, 58, 60)),
    ("Tortora", (168, 152, 138)),
)
FORMATS = ("60×120 cm", "60×60 cm", "30×60 cm", "80×80 cm", "20×120 cm")
SURFACES = ("naturale", "lappato", "antislip R11")
CABLES = (
    ("H07RN-F", "Schwere Gummischlauchleitung", ("3G1,5", "3G2,5", "5G2,5", "5G4", "5G6")),
    ("NYM-J", "Mantelleitung", ("3×1,5", "3×2,5", "5×1,5", "5×2,5")),
    ("LiYCY", "Steuerleitung geschirmt", ("2×0,25", "4×0,5", "7×0,75")),
)


def tile_series(easel: Easel) -> HtmlPage:
    """A series with a room photo, its tones as swatches, and a table of formats and surfaces with a code each."""
    rng = easel.rng
    series = rng.choice(SERIES)
    _, scene = easel.picture("scene", role=Role.SCENE, size=(900, 420), style="width:686px;height:320px")
    swatches = []
    for tone, color in rng.sample(TONES, 4):
        _, image = easel.image(pictures.swatch(color, rng), role=Role.DETAIL, style="width:120px;height:120px")
        swatches.append(f'<figure style="margin:0">{image}<figcaption class="mid">{tone}</figcaption></figure>')
    rows, products = [], []
    for size in rng.sample(FORMATS, 4):
        for surface in rng.sample(SURFACES, 2):
            code, amount = f"{series[:2].upper()}{rng.randrange(1000, 9999)}", money.between(rng, 22, 78, step="0.1")
            box = f"{rng.randrange(2, 8)} pz / {rng.choice(('1,08', '1,44', '1,20'))} m²"
            rows.append((code, size, surface, "9 mm", box, f"€ {money.comma(amount)}"))
            products.append(
                Product(
                    model=code,
                    name=series,
                    size=size,
                    price=Price(amount, "EUR", f"€ {money.comma(amount)}"),
                    custom={"Superficie": surface, "Spessore": "9 mm", "Scatola": box},
                    alt={"name": [f"Serie {series}"]},
                    optional=("Superficie",),
                )
            )
    header = ("Codice", "Formato", "Superficie", "Spessore", "Scatola", "Prezzo al m²")
    intro = "Gres porcellanato colorato in massa, rettificato, per pavimenti e rivestimenti interni."
    return HtmlPage(
        PageFacts("tile_series", "B", "L3", ok_types=("A",), ok_layouts=("L1", "L2", "L4"), traits=("scene", "swatches")),
        f"<h1>{series}</h1><p>{intro}</p>{scene}<div class='row' style='margin:14px 0'>{''.join(swatches)}</div>{table(header, rows)}",
        tuple(products),
        style="table { border-top: 2px solid #333; } .ruled th, .ruled td { border: 0; border-bottom: 1px solid #bbb; }",
    )


def cable_reels(easel: Easel) -> HtmlPage:
    """Cables by the metre: the type is the group's title, the cross section completes the name; copper notes beside prices."""
    rng = easel.rng
    blocks, products = [], []
    for kind, name, sections in CABLES:
        rows = []
        for section in sections:
            code, amount = str(rng.randrange(1600000, 1699999)), money.between(rng, 1, 14, step="0.01")
            reel, weight = rng.choice(("50 m Ring", "100 m Ring", "500 m Trommel")), f"{rng.randrange(40, 480)} kg/km"
            rows.append((code, f"{kind} {section}", weight, reel, money.comma(amount)))
            products.append(
                Product(
                    model=code,
                    name=f"{kind} {section}",
                    price=Price(amount, "EUR", money.comma(amount)),
                    custom={"Gewicht": weight, "Aufmachung": reel},
                    alt={"name": [f"{name} {kind} {section}", name]},
                )
            )
        header = ("Artikelnummer", "Typ", "Gewicht", "Aufmachung", "EUR / m")
        blocks.append(f"<h2>{name} {kind}</h2>{table(header, rows, style=rng.choice(('ruled', 'plain')))}")
    note = '<p class="small grey">Alle Preise zzgl. Kupferzuschlag, Basis Cu 150 EUR/100 kg, und gesetzlicher Mehrwertsteuer.</p>'
    return HtmlPage(
        PageFacts("cable_reels", "A", "L4", traits=("price_per_metre",)),
        f'<div class="head"><span>Leitungen</span><span>Preisliste 4/2026</span></div>{"".join(blocks)}{note}',
        tuple(products),
        size=LANDSCAPE if rng.random() < 0.4 else (794, 1123),
        style=".plain th { border-bottom: 1px solid #333; color: #666; } h2 { background: #e8eef4; padding: 4px 6px; }",
    )
