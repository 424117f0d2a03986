"""What a page is made of, whatever way the file puts it."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
import pytest
from PIL import Image as PillowImage

from pipeline.document import Document, RawPage
from pipeline.geometry import Box
from pipeline.records import PictureKind, UnreadableDocument, Word
from pipeline.stages.parse import parse_page, understand
from tests.pipeline.drawn import Sheet
from tests.pipeline.sheets import contents, put, saved


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_are_those_of_the_page_as_displayed(tmp_path: Path, rotation: int) -> None:
    def draw(page: pymupdf.Page) -> None:
        page.set_rotation(rotation)
        point = pymupdf.Point(100, 200) * page.derotation_matrix
        page.insert_text(point, "Straight", fontsize=12, rotate=rotation)
        page.draw_line(pymupdf.Point(100, 300) * page.derotation_matrix, pymupdf.Point(300, 300) * page.derotation_matrix)

    content = contents(saved(tmp_path, draw))[1]

    word = content.words[0]
    assert word.text == "Straight"
    assert (round(word.box.x0), round(word.baseline)) == (100, 200)
    assert content.rulings[0].is_horizontal
    assert (round(content.rulings[0].box.x0), round(content.rulings[0].box.center_y)) == (100, 300)


def test_the_crop_box_moves_the_origin(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 150, 250, "Inside")
        put(page, 10, 20, "Outside")
        page.set_cropbox(pymupdf.Rect(100, 200, 500, 700))

    content = contents(saved(tmp_path, draw))[1]

    assert [word.text for word in content.words] == ["Inside"]
    assert round(content.words[0].box.x0) == 50
    assert (content.width_pt, content.height_pt) == (400, 500)


def test_lines_come_in_reading_order_whatever_the_stream_says(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for text, x, y in (
            ("right two", 320, 140),
            ("left two", 40, 140),
            ("right one", 320, 120),
            ("left one", 40, 120),
            ("left three", 40, 160),
        ):
            put(page, x, y, text)
        put(page, 40, 80, "A heading over both columns of this page, long enough to span them all the way", size=11)

    lines = [line.text for line in contents(saved(tmp_path, draw))[1].lines]

    assert lines[1:] == ["left one", "left two", "left three", "right one", "right two"]


def test_letters_set_apart_are_a_word(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        x = 40.0
        for letter in "CATALOGUE":
            put(page, x, 100, letter)
            x += pymupdf.get_text_length(letter, fontsize=9) + 5
        x += 8
        for letter in "PRICES":
            put(page, x, 100, letter)
            x += pymupdf.get_text_length(letter, fontsize=9) + 5

    assert [word.text for word in contents(saved(tmp_path, draw))[1].words] == ["CATALOGUE", "PRICES"]


@pytest.mark.parametrize("others", [0, 40])
def test_words_of_tight_columns_are_parted_on_empty_pages_and_on_full_ones(tmp_path: Path, others: int) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 100, "黑色", font="china-s")
        put(page, 40 + 2 * 9 + 3, 100, "包装", font="china-s")
        for row in range(others):
            put(page, 40, 130 + 14 * row, f"Part {row}")

    assert [word.text for word in contents(saved(tmp_path, draw))[1].words][:2] == ["黑色", "包装"]


def test_text_set_twice_for_weight_is_read_once(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 100, "Contact")
        put(page, 40.3, 100.2, "Contact")

    assert [(word.text, word.is_bold) for word in contents(saved(tmp_path, draw))[1].words] == [("Contact", True)]


def test_text_set_again_in_its_very_place_or_as_a_shadow_is_not_bold(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 100, "Contact")
        put(page, 40, 100, "Contact")
        page.insert_text((40.9, 200.9), "Imprint", fontsize=9, color=(0.7, 0.7, 0.7))
        page.insert_text((40, 200), "Imprint", fontsize=9)
        page.insert_text((40.3, 300), "Terms", fontsize=9, color=(0.7, 0.7, 0.7))
        page.insert_text((40, 300), "Terms", fontsize=9)

    found = [(word.text, word.is_bold) for word in contents(saved(tmp_path, draw))[1].words]

    assert found == [("Contact", False), ("Imprint", False), ("Terms", False)]


@pytest.mark.parametrize(("named", "is_bold"), [("WenQuanYi", True), ("Type3 (7 0 R)", False)])
def test_wide_signs_of_a_drawn_font_are_bold_beside_those_of_a_named_one(named: str, is_bold: bool) -> None:
    words = [
        Word(text, Box(40, y, 90, y + 10), 10.0, font=font)
        for y, text, font in ((100, "木柄铲", "Type3 (9 0 R)"), (120, "材质", named), (140, "Spade", "Type3 (11 0 R)"))
    ]

    content = understand(RawPage(1, 595, 842, 0, tuple(words), (), ()))

    assert [word.is_bold for word in content.words] == [is_bold, False, False]


def test_a_line_through_a_word_strikes_it_and_borders_nothing(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        put(page, 40, 100, "$99.00")
        page.draw_line((39, 97), (70, 97), width=0.6)
        put(page, 80, 100, "$79.00")
        page.draw_line((40, 120), (500, 120), width=0.6)

    content = contents(saved(tmp_path, draw))[1]

    assert {word.text: word.is_struck for word in content.words} == {"$99.00": True, "$79.00": False}
    assert [round(ruling.box.center_y) for ruling in content.rulings] == [120]


def test_pieces_of_a_border_are_one_ruling(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for start in range(40, 200, 40):
            page.draw_line((start, 100), (start + 40, 100), width=0.5)

    assert [ruling.box.rounded(0)[0::2] for ruling in contents(saved(tmp_path, draw))[1].rulings] == [[40, 200]]


def test_a_drawing_is_a_picture_and_a_bar_is_not(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for radius in (20, 30, 40):
            page.draw_circle((300, 400), radius)
        page.draw_rect(pymupdf.Rect(40, 40, 500, 60), fill=(0.8, 0.8, 0.9), color=None)

    content = contents(saved(tmp_path, draw))[1]

    assert [picture.kind for picture in content.pictures] == [PictureKind.VECTOR]
    assert content.pictures[0].box.contains_point(300, 400)
    assert len(content.fills) == 1


def test_straight_strokes_that_meet_are_a_drawing_unless_text_stands_among_them(tmp_path: Path) -> None:
    def strokes(page: pymupdf.Page) -> None:
        for x, y in ((60, 100), (60, 300), (300, 300)):
            page.draw_rect(pymupdf.Rect(x - 10, y - 10, x + 130, y + 130), width=0.7)
            page.draw_rect(pymupdf.Rect(x + 30, y, x + 60, y + 40))
            page.draw_rect(pymupdf.Rect(x, y + 40, x + 90, y + 60))
            page.draw_line((x + 10, y + 35), (x + 10, y + 65))
        page.insert_text((305, 352), "Notes", fontsize=9)
        for step in range(6):
            page.draw_line((300, 100 + 15 * step), (375, 100 + 15 * step))
            page.draw_line((300 + 15 * step, 100), (300 + 15 * step, 175))

    content = contents(saved(tmp_path, strokes))[1]

    assert [picture.box.rounded(0) for picture in content.pictures] == [[60.0, 100.0, 150.0, 165.0], [60.0, 300.0, 150.0, 365.0]]
    assert all(ruling.box.x0 < 55 or ruling.box.x1 > 180 for ruling in content.rulings if ruling.box.x1 < 250)


def test_slanted_strokes_are_part_of_the_drawing_they_meet(tmp_path: Path) -> None:
    def boxes_in_perspective(page: pymupdf.Page) -> None:
        for x in (60, 260):
            page.draw_rect(pymupdf.Rect(x, 120, x + 50, 160))
            for left in (x, x + 25, x + 50):
                page.draw_line((left, 120), (left + 20, 100))
            page.draw_line((x + 50, 160), (x + 70, 140))
            page.draw_line((x + 20, 100), (x + 70, 100))
            page.draw_line((x + 70, 100), (x + 70, 140))
        page.insert_text((290, 145), "18", fontsize=9)
        page.insert_text((60, 300), "$12.50", fontsize=12)
        page.draw_line((58, 302), (100, 290))

    content = contents(saved(tmp_path, boxes_in_perspective))[1]

    assert [picture.box.rounded(0) for picture in content.pictures] == [[60.0, 100.0, 130.0, 160.0]]
    assert [word.text for word in content.words if word.is_struck] == ["$12.50"]


@pytest.mark.parametrize(("text", "is_blank"), [("", True), ("- 7 -", True), ("7 / 32", True), ("Notes", False)])
def test_a_page_with_only_its_number_is_blank(tmp_path: Path, text: str, is_blank: bool) -> None:
    path = saved(tmp_path, lambda page: put(page, 280, 820, text) if text else None)

    assert contents(path)[1].is_blank is is_blank


def test_a_page_that_draws_very_much_is_still_read(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        shape = page.new_shape()
        for number in range(12_000):
            x, y = 20 + (number * 7) % 550, 20 + (number * 13) % 800
            shape.draw_line((x, y), (x + 5, y + (number % 3)))
        shape.finish(width=0.3)
        shape.commit()
        put(page, 40, 100, "Plan")

    path = saved(tmp_path, draw)

    assert "Plan" in [word.text for word in contents(path)[1].words]


def test_a_file_that_is_no_pdf_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "not.pdf"
    path.write_bytes(b"no pdf at all")

    with pytest.raises(UnreadableDocument), Document(path) as document:
        parse_page(document, 1)


def test_a_badge_on_a_ground_of_its_own_is_a_line_of_its_own(tmp_path: Path) -> None:
    sheet = (
        Sheet().text(40, 60, "Paddle Grinder", size=13).fill(132, 49, 158, 63, (0.8, 0, 0)).text(136, 60, "NEW", size=8, color=(1, 1, 1))
    )
    sheet.fill(30, 80, 400, 100, (0, 0.3, 0.2)).text(40, 94, "Offers", size=13, color=(1, 1, 1)).text(
        86, 94, "of May", size=13, color=(1, 1, 0)
    )

    assert [line.text for line in sheet.content(tmp_path).lines] == ["Paddle Grinder", "NEW", "Offers of May"]


def test_signs_under_each_other_in_the_margin_are_one_word_written_downwards(tmp_path: Path) -> None:
    def draw(page: pymupdf.Page) -> None:
        for place, sign in enumerate("陶瓷花盆"):
            put(page, 12, 120 + 14 * place, sign, font="china-s")
        for place, sign in enumerate("红黄蓝绿"):
            put(page, 200, 120 + 14 * place, sign, font="china-s")
            put(page, 230, 120 + 14 * place, f"FP-{place}", font="china-s")

    lines = [line.text for line in contents(saved(tmp_path, draw))[1].lines]

    assert "陶瓷花盆" in lines
    assert not any("红黄" in line for line in lines)


def _shadow() -> bytes:
    """A soft grey cloud with a mask, as office programs export it."""
    mask = PillowImage.new("L", (120, 40), 0)
    mask.paste(110, (1, 1, 119, 39))
    soft = PillowImage.new("RGBA", (120, 40), (60, 60, 60, 0))
    soft.putalpha(mask)
    stream = io.BytesIO()
    soft.save(stream, "PNG")
    return stream.getvalue()


def test_shadows_under_shapes_and_rules_are_no_pictures(tmp_path: Path) -> None:
    def drawn(page: pymupdf.Page) -> None:
        page.insert_image(pymupdf.Rect(98, 99, 303, 148), stream=_shadow(), keep_proportion=False)
        page.draw_rect(pymupdf.Rect(100, 100, 300, 142), color=None, fill=(0.9, 0.5, 0.1))
        page.insert_image(pymupdf.Rect(98, 400, 303, 407), stream=_shadow(), keep_proportion=False)
        page.draw_line((100, 401), (300, 401), width=1)
        # A picture with a mask of its own on a ground of its size.
        page.draw_rect(pymupdf.Rect(100, 200, 300, 300), color=None, fill=(0.9, 0.9, 0.9))
        page.insert_image(pymupdf.Rect(100, 200, 300, 300), stream=_shadow(), keep_proportion=False)

    content = contents(saved(tmp_path, drawn))[1]

    assert [round(picture.box.center_y) for picture in content.pictures] == [250]


def _written_as(path: Path, printed: str, written: str) -> Path:
    """A page that shows one text while its text layer writes another, character by character, as programs do that know glyphs alone."""
    font = pymupdf.Font("cjk")
    pdf = pymupdf.open()
    writer = pymupdf.TextWriter(pdf.new_page().rect)
    writer.append((50, 100), printed, font=font)
    writer.write_text(pdf[0])
    pairs = "".join(f"<{font.has_glyph(ord(one)):04x}> <{ord(two):04x}>\n" for one, two in zip(printed, written, strict=True))
    codes = f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{len(printed)} beginbfchar\n{pairs}endbfchar\n"
    for xref in range(1, pdf.xref_length()):
        kind, target = pdf.xref_get_key(xref, "ToUnicode")
        if kind == "xref":
            pdf.update_stream(int(target.split()[0]), f"begincmap\n{codes}endcmap\n".encode())
    pdf.save(path)
    return path


@pytest.mark.parametrize(
    ("printed", "written"),
    [("茶几", "茶\u2f0f"), ("目录页", "\u2f6c录\u2eda"), ("不", "\uf967"), ("CZ-62", "CZ\u201162"), ("A-7", "A\xad7"), ("B-7", "B\u20107")],
)
def test_words_are_those_a_reader_would_type(tmp_path: Path, printed: str, written: str) -> None:
    content = contents(_written_as(tmp_path / "glyphs.pdf", printed, written))[1]

    assert [word.text for word in content.words] == [printed]
