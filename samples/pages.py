"""The pages of the sample catalog, one function per kind of page."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pymupdf
from PIL import Image, ImageFilter

from samples.furniture import picture
from samples.goods import CHAIRS, GRID, HERO, LIGHTING, OUTDOOR, STORAGE, Card

WIDTH, HEIGHT = 595, 842
LEFT, RIGHT = 56, 539
INK, SOFT, ACCENT, BAND = (0.13, 0.15, 0.17), (0.42, 0.44, 0.46), (0.55, 0.31, 0.16), (0.95, 0.92, 0.88)
LATIN, BOLD, CHINESE = "helv", "hebo", "china-s"
SCAN_DPI = 150


def cover(document: pymupdf.Document) -> None:
    page = document.new_page(width=WIDTH, height=HEIGHT)
    page.draw_rect(page.rect, color=None, fill=BAND)
    page.insert_image(pymupdf.Rect(148, 330, 448, 630), stream=picture("sofa", (122, 92, 70)))
    _write(page, LEFT, 150, "NORTHWOOD", size=46, font=BOLD, color=ACCENT)
    _write(page, LEFT, 190, "Furniture for quiet rooms", size=18)
    _write(page, LEFT, 225, "北木家具 产品目录", size=18, font=CHINESE)
    _write(page, LEFT, 760, "Catalog 2026", size=14, color=SOFT)


def about(document: pymupdf.Document) -> None:
    page = _page(document, "About Northwood")
    text = (
        "We are a family workshop in the hills, and have made furniture from oak, ash and beech since 1968. Our timber comes from "
        "forests that are planted faster than they are cut, and every piece leaves the workshop with the name of the person who made it.\n\n"
        "Our customers are hotels, schools and people who would like to keep a chair for longer than a lease. We repair whatever we have "
        "made, whoever owns it now, and we are glad to show you around.\n\n"
        "Come and see us: the showroom is open from Tuesday to Saturday, and there is always coffee."
    )
    page.insert_textbox(pymupdf.Rect(LEFT, 130, RIGHT, 380), text, fontsize=11.5, fontname=LATIN, color=INK, lineheight=1.5)
    chinese = "我们是一家位于山间的家族工坊，自一九六八年起以橡木、白蜡木和榉木制作家具。欢迎您来展厅参观。"
    page.insert_textbox(pymupdf.Rect(LEFT, 390, RIGHT, 470), chinese, fontsize=11.5, fontname=CHINESE, color=INK, lineheight=1.5)


def ruled_table(document: pymupdf.Document) -> None:
    page = _page(document, "Chairs and stools")
    _ruled(page, CHAIRS, columns=(56, 118, 238, 340, 410, 474, 539))
    _write(page, LEFT, 700, "Prices ex works, without VAT. Delivery within 20 working days.", size=8, color=SOFT)


def borderless_list(document: pymupdf.Document) -> None:
    page = _page(document, "灯具价目表", font=CHINESE)
    starts = (56, 140, 262, 372, 452)
    page.draw_line((LEFT, 142), (RIGHT, 142), color=ACCENT, width=1)
    for index, row in enumerate(LIGHTING):
        for start, cell in zip(starts, row, strict=True):
            _write(page, start, 134 + 30 * index, cell, size=10.5, font=CHINESE, color=ACCENT if index == 0 else INK)


def grid(document: pymupdf.Document) -> None:
    page = _page(document, "Living room")
    for index, card in enumerate(GRID):
        _card(page, card, left=LEFT + 166 * (index % 3), top=120 + 300 * (index // 3))


def hero(document: pymupdf.Document) -> None:
    page = _page(document, HERO.name)
    page.insert_image(pymupdf.Rect(LEFT, 120, 356, 420), stream=picture(HERO.kind, HERO.color))
    _write(page, 380, 150, HERO.price, size=20, font=BOLD, color=ACCENT)
    for index, (label, value) in enumerate(HERO.facts):
        _write(page, LEFT, 470 + 24 * index, f"{label}:", size=11, font=BOLD)
        _write(page, 190, 470 + 24 * index, value, size=11)


def empty(document: pymupdf.Document) -> None:
    document.new_page(width=WIDTH, height=HEIGHT)


def scanned(document: pymupdf.Document) -> None:
    """A price list as a copier gives it back: a grey picture, a little askew, without a letter of text."""
    original = pymupdf.open()
    _ruled(_page(original, "Storage", number=document.page_count + 1), STORAGE, columns=(56, 140, 300, 430, 539))
    pixels = original[0].get_pixmap(dpi=SCAN_DPI, colorspace=pymupdf.csGRAY)
    sheet = Image.frombytes("L", (pixels.width, pixels.height), pixels.samples)
    askew = sheet.rotate(0.4, resample=Image.Resampling.BICUBIC, fillcolor=250).filter(ImageFilter.GaussianBlur(0.5))
    data = io.BytesIO()
    askew.point(lambda value: min(250, value + 8)).save(data, "JPEG", quality=70)
    page = document.new_page(width=WIDTH, height=HEIGHT)
    page.insert_image(page.rect, stream=data.getvalue())
    original.close()


def chinese_table(document: pymupdf.Document) -> None:
    page = _page(document, "户外家具", font=CHINESE)
    _ruled(page, OUTDOOR, columns=(56, 134, 246, 372, 450, 539), font=CHINESE, head=CHINESE)


def terms(document: pymupdf.Document) -> None:
    page = _page(document, "Terms of sale")
    text = (
        "1. Offers are open for thirty days.\n2. Goods stay ours until they are paid for.\n3. Claims are to be made in writing within "
        "fourteen days of delivery.\n4. The court at our seat decides.\n\nNorthwood Furniture, Mill Lane 4, Northwood\nwww.northwood.example"
    )
    page.insert_textbox(pymupdf.Rect(LEFT, 130, RIGHT, 420), text, fontsize=10.5, fontname=LATIN, color=INK, lineheight=1.6)


IN_ORDER: tuple[Callable[[pymupdf.Document], None], ...] = (
    cover,
    about,
    ruled_table,
    borderless_list,
    grid,
    hero,
    empty,
    scanned,
    chinese_table,
    terms,
)


def _page(document: pymupdf.Document, title: str, *, font: str = BOLD, number: int | None = None) -> pymupdf.Page:
    """A page with its running head, its title and its number."""
    page = document.new_page(width=WIDTH, height=HEIGHT)
    _write(page, LEFT, 44, "NORTHWOOD 2026", size=8, color=SOFT)
    _write(page, LEFT, 92, title, size=22, font=font, color=ACCENT)
    _write(page, RIGHT - 10, 812, str(number or page.number + 1), size=9, color=SOFT)
    return page


def _write(
    page: pymupdf.Page, left: float, base: float, text: str, *, size: float, font: str = LATIN, color: Sequence[float] = INK
) -> None:
    """In the Chinese font every letter is as wide as a character: codes and figures are set in the Latin one."""
    is_latin = max(map(ord, text)) < 256
    page.insert_text((left, base), text, fontsize=size, fontname=LATIN if is_latin and font == CHINESE else font, color=color)


def _ruled(
    page: pymupdf.Page, rows: Sequence[Sequence[str]], *, columns: Sequence[float], font: str = LATIN, head: str = BOLD, top: float = 120
) -> None:
    height = 26
    for index, row in enumerate(rows):
        base = top + height * index
        for column, cell in enumerate(row):
            box = pymupdf.Rect(columns[column], base, columns[column + 1], base + height)
            page.draw_rect(box, color=SOFT, fill=BAND if index == 0 else None, width=0.6)
            _write(page, box.x0 + 5, base + 17, cell, size=9.5, font=head if index == 0 else font)


def _card(page: pymupdf.Page, card: Card, *, left: float, top: float) -> None:
    page.insert_image(pymupdf.Rect(left, top, left + 150, top + 150), stream=picture(card.kind, card.color))
    _write(page, left, top + 172, card.model, size=11, font=BOLD)
    _write(page, left, top + 190, card.name, size=10)
    _write(page, left, top + 206, card.size, size=9, color=SOFT)
    _write(page, left, top + 226, card.price, size=12, font=BOLD, color=ACCENT)
