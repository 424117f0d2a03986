"""Line sheets: codes, sizes by their sides, packs and several prices in little room, and what is told once for many."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.values.forms import is_size
from pipeline.records import PageResult
from tests.pipeline.catalogs import draw, encoded, first_page, photo
from tests.pipeline.sheets import put, saved, skus_of, table

JUGS = ("Pitcher", "Carafe", "Decanter", "Beaker", "Tumbler", "Goblet")


def _jugs(caption: Callable[[int, str], tuple[str, ...]], *, note: str = "", framed: bool = False) -> Callable[[pymupdf.Page], None]:
    """Two rows of cards, each a picture with a caption under it; what stands beyond a tab is set to the right edge of the card."""

    def drawing(page: pymupdf.Page) -> None:
        put(page, 50, 50, "Glass & Clay", size=20)
        put(page, 50, 66, note)
        for place, name in enumerate(JUGS):
            x, y = 50 + (place % 3) * 175, 90 + (place // 3) * 230
            page.insert_image(pymupdf.Rect(x, y, x + 120, y + 120), stream=encoded(photo(place)))
            if framed:
                page.draw_rect(pymupdf.Rect(x - 8, y - 8, x + 160, y + 210), color=(0.7, 0.7, 0.7), width=0.7)
            for number, text in enumerate(caption(place, name)):
                left, _, right = text.partition("\t")
                put(page, x, y + 136 + 13 * number, left, font="hebo" if left == name else "helv")
                put(page, x + 150 - pymupdf.get_text_length(right, fontsize=8), y + 136 + 13 * number, right, size=8)

    return drawing


def _told(page: PageResult, key: str) -> list[str | None]:
    return [found.value if (found := sku.get(key)) is not None else None for sku in page.skus]


@pytest.mark.parametrize("text", ['4"Dx9"H', '28"D', '6.5"Wx3"H', '30" Dia', "18 cm H", "10Wx20Hx30D cm"])
def test_sizes_may_name_their_sides_behind_the_figures(text: str) -> None:
    assert is_size(text)


@pytest.mark.parametrize("text", ['6" Duct', "4 in Hand", "Dx9", "12 H"])
def test_a_word_behind_a_figure_is_no_side(text: str) -> None:
    assert not is_size(text)


def test_what_a_case_holds_and_a_second_price_are_no_goods(tmp_path: Path) -> None:
    def caption(place: int, name: str) -> tuple[str, ...]:
        return (
            f"GC{place}407\tCase pack {place + 2}",
            name,
            f'{place + 3}"Dx1{place}"H | Ivory',
            f"WS ${place + 6}.25\tMSRP ${place + 14}.50",
        )

    page = first_page(draw(tmp_path, _jugs(caption)))

    assert _told(page, "name") == list(JUGS)
    assert _told(page, "size") == [f'{place + 3}"Dx1{place}"H' for place in range(6)]


def test_the_sign_for_a_number_is_no_part_of_a_code_beside_its_size(tmp_path: Path) -> None:
    page = first_page(draw(tmp_path, _jugs(lambda place, name: (name, f"#GC-{place}407   {place + 4} oz.", f"${place + 6}.25"))))

    assert _told(page, "model") == [f"GC-{place}407" for place in range(6)]


@pytest.mark.parametrize(
    ("note", "material"),
    [
        ("All throws 100% wool weaves. Sold by the pair, two of a kind.", "100% wool"),
        ("Alle Stücke aus 60 % Leinen 40 % Baumwolle.", "60 % Leinen 40 % Baumwolle"),
        ("All orders over 100% of the limit ship at once.", None),
    ],
)
def test_a_share_of_a_material_in_all_goods_is_that_of_each(tmp_path: Path, note: str, material: str | None) -> None:
    page = first_page(draw(tmp_path, _jugs(lambda place, name: (name, f"GC-{place}407", f"${place + 6}.25"), note=note)))

    assert _told(page, "material") == [material] * 6


@pytest.mark.parametrize("text", ["Trade £8.95", "RRP €15.21", "Price 4,90 €"])
def test_a_label_with_its_sum_is_none(text: str) -> None:
    assert Headers().lookup(text) is None


def test_labels_with_sums_behind_them_head_no_table(tmp_path: Path) -> None:
    def caption(place: int, name: str) -> tuple[str, ...]:
        return (
            name,
            f"GC-{place}407",
            f"Size: {place + 9} cm",
            "Material: Glass",
            "Colour: Green",
            f"Trade £{place + 8}.95\tRRP £{place + 15}.20",
        )

    page = first_page(draw(tmp_path, _jugs(caption, framed=True)))

    assert _told(page, "name") == list(JUGS)
    assert _told(page, "price") == [f"£{place + 8}.95" for place in range(6)]


def test_colours_with_a_code_each_share_what_the_first_row_tells(tmp_path: Path) -> None:
    head = ("Item", "Color", "Size", "Material", "Case", "WS ea.")
    hampers = [("RK20", "Straw", "30x40 cm", "Rattan", "2", "$31.00"), ("RK22", "Coal", "", "", "", ""), ("RK24", "Moss", "", "", "", "")]
    stools = [("ST60", "Bone", "28x45 cm", "Oak", "1", "$47.50"), ("ST62", "Ink", "", "", "", "")]

    def drawn(page: pymupdf.Page) -> None:
        table(page, [head, *hampers, *stools], (40, 100, 190, 290, 380, 440, 520))
        for number in range(1, 7):
            page.draw_line((40, 100 + 18 * number), (520, 100 + 18 * number), width=0.4)

    found = skus_of(saved(tmp_path, drawn))

    assert [(sku["model"], sku["size"], sku["material"], sku["price"]) for sku in found] == [
        *((code, "30x40 cm", "Rattan", "31.00") for code in ("RK20", "RK22", "RK24")),
        *((code, "28x45 cm", "Oak", "47.50") for code in ("ST60", "ST62")),
    ]


def test_goods_with_names_of_their_own_take_no_price_from_above(tmp_path: Path) -> None:
    rows = [
        ("Item", "Description", "Color", "Size", "Price $"),
        ("RK20", "Hamper", "Straw", "30x40 cm", "31.00"),
        ("RK22", "Lid", "Coal", "", ""),
        ("RK24", "Liner", "Moss", "", ""),
    ]

    found = skus_of(saved(tmp_path, lambda page: table(page, rows, (40, 100, 200, 290, 380, 460)) and None))

    assert [sku.get("price") for sku in found] == ["31.00", None, None]


def test_labels_nobody_knows_belong_to_the_head_they_come_again_beside(tmp_path: Path) -> None:
    """Lists side by side, in which titles part the left one alone."""
    head = ("Item", "Description", "Size", "Was", "Now")

    def drawn(page: pymupdf.Page) -> None:
        for side, start in enumerate((36, 308)):
            xs = tuple(start + x for x in (0, 50, 150, 200, 232, 262))
            rows = [(f"CL{side}{n}13", f"Garden {JUGS[n].lower()}", f"{n + 4} cm", f"{n + 15}.00", f"{n + 7}.20") for n in range(6)]
            if side == 0:
                rows[3] = ("Last of its kind", "", "", "", "")
            table(page, [head, *rows], xs, pitch=30)

    found = skus_of(saved(tmp_path, drawn))

    sold = [(side, n) for side in (0, 1) for n in range(6) if (side, n) != (0, 3)]
    assert {sku["model"]: sku["price"] for sku in found} == {f"CL{side}{n}13": f"{n + 7}.20" for side, n in sold}


def test_a_head_without_a_border_under_it_may_have_labels_of_two_lines(tmp_path: Path) -> None:
    xs, ys = (60, 130, 200, 260, 330), (100, 156, 180, 204, 228)
    rows = (("HK10", "#2", "10", "1.45"), ("HK12", "#4", "10", "1.60"), ("HK14", "#6", "10", "1.75"), ("HK16", "#8", "10", "1.90"))

    def drawn(page: pymupdf.Page) -> None:
        for y in ys:
            page.draw_line((xs[0], y), (xs[-1], y), width=0.7)
        for x in xs:
            page.draw_line((x, ys[0]), (x, ys[-1]), width=0.7)
        for x, label in zip(xs, ("Code", "Size", "Per\nPack", "Price €"), strict=False):
            for number, text in enumerate(lines := label.split("\n")):
                put(page, x + 4, 120 + 11 * number - 5.5 * (len(lines) - 1), text)
        for number, row in enumerate(rows):
            for x, text in zip(xs, row, strict=False):
                put(page, x + 4, 148 + 24 * number, text)

    found = skus_of(saved(tmp_path, drawn))

    assert [(sku["model"], sku["size"], sku["price"]) for sku in found] == [(code, size, price) for code, size, _, price in rows]


def _bound(page: PageResult) -> dict[str, int]:
    """The pictures of the codes, counted from the top."""
    tops = sorted(image.box.y0 for image in page.images)
    boxes = {image.image_id: tops.index(image.box.y0) for image in page.images}
    codes = {sku.sku_id: model.value for sku in page.skus if (model := sku.get("model")) is not None}
    return {codes[binding.sku_id]: boxes[binding.image_id] for binding in page.bindings if binding.rank == 1}


def test_a_title_over_a_column_of_pictures_captions_none_of_them(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for x, label in zip((110, 200, 360, 480), ("Style", "Description", "Size", "Price $"), strict=True):
            put(page, x, 90, label, font="hebo")
        y = 100
        for place, name in enumerate(JUGS):
            if place % 3 == 0:
                page.draw_rect(pymupdf.Rect(40, y, 560, y + 16), color=None, fill=(0.9, 0.88, 0.8))
                put(page, 46, y + 11, ("POURING", "DRINKING")[place // 3], font="hebo")
                y += 16
            page.insert_image(pymupdf.Rect(50, y + 2, 80, y + 30), stream=encoded(photo(place)))
            for x, text in zip((110, 200, 360, 480), (f"GC-{place}407", name, f"{place + 4} cm", f"{place + 6}.25"), strict=True):
                put(page, x, y + 27, text)
            y += 50
            page.draw_line((40, y), (560, y), width=0.4)

    assert _bound(first_page(draw(tmp_path, drawing))) == {f"GC-{place}407": place for place in range(6)}


def test_rows_under_the_foot_of_a_picture_go_with_the_rows_beside_it(tmp_path: Path) -> None:
    """Small tables in two columns of the page, each under its title and beside its picture."""

    def drawing(page: pymupdf.Page) -> None:
        for place, name in enumerate(JUGS[:4]):
            x, y = 50 + 260 * (place % 2), 80 + 260 * (place // 2)
            put(page, x, y, f"{name} set", size=12, font="hebo")
            page.draw_line((x, y + 5), (x + 240, y + 5), width=1)
            page.insert_image(pymupdf.Rect(x, y + 10 + place, x + 70, y + 80 + place), stream=encoded(photo(place)))
            rows = [("Code", "Size", "€"), *((f"{name[:2].upper()}{n}0", f"{n} cm", f"{n}.45") for n in range(2, 8))]
            table(page, rows, (x + 85, x + 140, x + 190, x + 230), y=y + 10, pitch=22, ruled=True)

    bound = _bound(first_page(draw(tmp_path, drawing)))

    assert bound == {f"{name[:2].upper()}{n}0": place for place, name in enumerate(JUGS[:4]) for n in range(2, 8)}


def test_cells_with_a_picture_and_several_lines_each_are_cards(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        for place, name in enumerate(JUGS):
            x, y = 40 + (place % 3) * 170, 80 + (place // 3) * 210
            page.draw_rect(pymupdf.Rect(x, y, x + 170, y + 210), color=(0.7, 0.6, 0.5), width=0.5)
            foot = y + 4 + (110, 110, 96)[place % 3]
            page.insert_image(pymupdf.Rect(x + 30, y + 4, x + 140, foot), stream=encoded(photo(place)))
            for number, text in enumerate((name, f"Art. 20-14{place}", f"Size {place + 11} cm", f"Age {place + 1}+")):
                put(page, x + 4, foot + 11 + 10 * number, text, font="helv" if number else "hebo")
            put(page, x + 120, foot + 54, f"£ {place + 7}.50", font="hebo")

    page = first_page(draw(tmp_path, drawing))

    told = zip(*(_told(page, key) for key in ("model", "name", "size", "price")), strict=True)
    assert sorted(told, key=str) == [(f"20-14{place}", name, f"{place + 11} cm", f"£ {place + 7}.50") for place, name in enumerate(JUGS)]


def test_bare_sums_at_the_other_edge_of_each_card_are_prices_though_the_next_code_stands_nearer(tmp_path: Path) -> None:
    def drawing(page: pymupdf.Page) -> None:
        put(page, 40, 50, "Wholesale prices in USD")
        for place in range(15):
            x, y = 40 + (place % 4) * 128, 80 + (place // 4) * 130
            page.insert_image(pymupdf.Rect(x + 22, y, x + 98, y + 76), stream=encoded(photo(place)))
            page.insert_text((x, y + 86), f"LS-4{place + 10}", fontsize=7, color=(0.5, 0.5, 0.5))
            put(page, x + 97, y + 86, f"{place + 11}.95", font="hebo")
            put(page, x, y + 97, f"{JUGS[place % 6]} {'Hugo' if place < 6 else 'Ines'}", size=9)

    page = first_page(draw(tmp_path, drawing))

    assert _told(page, "model") == [f"LS-4{place + 10}" for place in range(15)]
    prices = [price.price for sku in page.skus if (price := sku.get("price")) is not None]
    assert [(price.amount, price.currency) for price in prices if price] == [(f"{place + 11}.95", "USD") for place in range(15)]
