"""Gifts and jewellery: dense grids of small pictures, and cards with the text beside or over the picture."""

from __future__ import annotations

from tests.golden.drawing import money
from tests.golden.drawing.sheets import GREY, Anchor, Sheet, SheetPage
from tests.golden.drawing.truth import PageFacts, Price, Product

PIECES = ("Bague", "Collier", "Bracelet", "Boucles d'oreilles", "Broche", "Pendentif", "Chaîne")
METALS = ("argent 925", "or jaune 18 ct", "plaqué or", "acier inoxydable")
RUSSIAN = (
    "Набор отвёрток",
    "Молоток слесарный",
    "Плоскогубцы",
    "Ключ разводной",
    "Рулетка 5 м",
    "Уровень строительный",
    "Ножовка по металлу",
    "Кисть малярная",
)
JAPANESE = ("丸皿", "湯呑み", "急須", "箸置き", "小鉢", "飯碗", "徳利", "角皿")
TURKISH = ("Yemek masası", "Berjer koltuk", "Köşe takımı", "Çalışma masası", "Şifonyer", "Gardırop", "Sehpa")


def dense_grid(sheet: Sheet) -> SheetPage:
    """Thirty small pictures with nothing but number and price under them."""
    rng, products = sheet.rng, []
    sheet.text(40, 48, "Nouveautés", size=16, bold=True)
    for index in range(30):
        left, top = 40 + index % 6 * 88, 64 + index // 6 * 148
        key = sheet.picture((left, top, left + 76, top + 100), "ring")
        code, amount = f"BJ{rng.randrange(1000, 9999)}", money.between(rng, 19, 420, step="1")
        sheet.text(left, top + 112, code, size=7.5, bold=True)
        sheet.text(left + 76, top + 112, f"{money.comma(amount)[:-3]} \u20ac", size=7.5, anchor=Anchor.RIGHT)
        products.append(Product(model=code, price=Price(amount, "EUR", f"{money.comma(amount)[:-3]} €"), images=(key,)))
    return sheet.finished(PageFacts("dense_grid", "B", "L2", traits=("no_names",)), products)


def text_over_picture(sheet: Sheet) -> SheetPage:
    """Cards in frames with the text above the picture; French wording, decimal comma, thousands after a space."""
    rng, products = sheet.rng, []
    for index in range(6):
        left, top = 40 + index % 2 * 265, 60 + index // 2 * 250
        name, metal = f"{rng.choice(PIECES)} {rng.choice(('Étoile', 'Lune', 'Rivage', 'Aurore'))}", rng.choice(METALS)
        code, amount = f"{rng.randrange(100, 999)}-{rng.choice('ABCDE')}{rng.randrange(10, 99)}", money.between(rng, 90, 4200, step="0.5")
        sheet.area((left, top, left + 245, top + 232), stroke=GREY)
        sheet.text(left + 10, top + 20, name, size=12, bold=True)
        sheet.text(left + 10, top + 35, f"Réf. {code}")
        sheet.text(left + 10, top + 48, f"Matière : {metal}")
        sheet.text(left + 235, top + 35, f"{money.spaced(amount)} \u20ac", size=12, bold=True, anchor=Anchor.RIGHT)
        key = sheet.picture((left + 10, top + 60, left + 235, top + 222), "ring")
        products.append(
            Product(model=code, name=name, material=metal, price=Price(amount, "EUR", f"{money.spaced(amount)} €"), images=(key,))
        )
    sheet.text(297, 40, "COLLECTION PRINTEMPS", size=14, bold=True, anchor=Anchor.MIDDLE)
    return sheet.finished(PageFacts("text_over_picture", "B", "L2", ok_layouts=("L3",), traits=("framed", "caption_above")), products)


def russian_list(sheet: Sheet) -> SheetPage:
    """A ruled Russian price list with the currency in the header, in scrambled text order."""
    rng, products = sheet.rng, []
    edges, tops = [40.0, 75.0, 160.0, 350.0, 410.0, 480.0, 555.0], [80.0 + 24 * step for step in range(len(RUSSIAN) + 2)]
    sheet.lattice(edges, tops)
    sheet.text(40, 56, "Прайс-лист на ручной инструмент", size=15)
    sheet.row(96, edges, ("№", "Артикул", "Наименование", "Ед.", "В упак.", "Цена, руб."))
    for index, name in enumerate(rng.sample(RUSSIAN, len(RUSSIAN)), 1):
        code, amount, pack = (
            f"{rng.randrange(10, 99)}-{rng.randrange(100, 999)}",
            money.between(rng, 90, 3900, step="0.5"),
            str(rng.choice((6, 12, 24))),
        )
        shown = money.spaced(amount)
        sheet.row(tops[index] + 16, edges, (str(index), code, name, "шт.", pack, shown))
        products.append(
            Product(model=code, name=name, price=Price(amount, "RUB", shown), custom={"Ед.": "шт.", "В упак.": pack}, optional=("№", "Ед."))
        )
    sheet.shuffled()
    return sheet.finished(PageFacts("russian_list", "A", "L4", traits=("currency_in_header", "scrambled")), products)


def japanese_list(sheet: Sheet) -> SheetPage:
    """A Japanese list with horizontal lines only; prices in yen without tax."""
    rng, products = sheet.rng, []
    edges = (40, 130, 250, 370, 470)
    sheet.text(40, 56, "和食器カタログ 2026年版", size=15)
    sheet.row(96, edges, ("品番", "品名", "寸法", "材質", "価格（税抜）"))
    for index, name in enumerate(rng.sample(JAPANESE, len(JAPANESE)), 1):
        code, amount = f"WA-{rng.randrange(1000, 9999)}", money.between(rng, 400, 18000, step="100")
        size, material, y = f"φ{rng.randrange(60, 240)}×H{rng.randrange(20, 120)}mm", rng.choice(("磁器", "陶器", "漆器")), 96 + 26 * index
        sheet.rule(40, y - 17, 555, y - 17)
        sheet.row(y, edges, (code, name, size, material, f"{money.whole(amount)}円"))
        products.append(
            Product(model=code, name=name, size=size, material=material, price=Price(amount, "JPY", f"{money.whole(amount)}円"))
        )
    sheet.text(40, 800, "※表示価格には消費税は含まれておりません。", size=8, color=GREY)
    return sheet.finished(PageFacts("japanese_list", "A", "L4", traits=("horizontal_rules",)), products)


def turkish_list(sheet: Sheet) -> SheetPage:
    """A Turkish list on bands of colour, sizes in the header's unit."""
    rng, products = sheet.rng, []
    edges = (40, 130, 290, 400, 480)
    sheet.text(40, 56, "Fiyat listesi: mobilya", size=15, bold=True)
    sheet.area((40, 80, 555, 102), fill=(0.2, 0.3, 0.4))
    for left, label in zip(edges, ("Ürün kodu", "Ürün adı", "Ölçü (cm)", "Renk", "Fiyat (TL)"), strict=True):
        sheet.text(left + 4, 95, label, color=(1, 1, 1))
    for index, name in enumerate(rng.sample(TURKISH, len(TURKISH))):
        top = 102 + 26 * index
        if index % 2:
            sheet.area((40, top, 555, top + 26), fill=(0.93, 0.95, 0.97))
        code, amount = f"MB{rng.randrange(100, 999)}", money.between(rng, 1200, 48000, step="10")
        size, colour = (
            f"{rng.randrange(60, 240)}x{rng.randrange(40, 100)}x{rng.randrange(40, 200)}",
            rng.choice(("Ceviz", "Beyaz", "Antrasit")),
        )
        sheet.row(top + 17, edges, (code, name, size, colour, money.comma(amount)))
        products.append(
            Product(
                model=code,
                name=name,
                size=f"{size} cm",
                color=colour,
                price=Price(amount, "TRY", money.comma(amount)),
                alt={"size": [f"{size}cm", size]},
            )
        )
    return sheet.finished(PageFacts("turkish_list", "A", "L4", traits=("bands", "currency_in_header", "unit_in_header")), products)
