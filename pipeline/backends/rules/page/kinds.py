"""Kinds of pages, judged by what was read from them and by how the rest of them looks.

A table, B products on show, C marketing and brand, D anything else; L1 one large product, L2 a grid, L3 text and pictures, L4 text or table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pipeline.backends.rules.page.frames import find_frames
from pipeline.backends.rules.page.furniture import furniture, usual_size
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.page.subjects import CARRIAGE, joined_subject, page_subject, tells_contact
from pipeline.backends.rules.values.kinds import is_sentence
from pipeline.geometry import Box, union
from pipeline.records import Line, PageClass, PageContent, PictureKind, Sku, TextSource

SHEET_SKUS = 8
SHEET_SHARE = 0.55
SHEET_TITLE_RATIO = 1.8
SMALL_TABLE_SHARE, SHOWN_SHARE = 0.2, 0.25
MIN_CARDS, MAX_CARD_ROWS = 4, 6
LARGE_SHARE = 0.12
FAR_LARGER = 2.0
MIN_SHOWN, SHOWN_RATIO = 2, 1.5
FORM = "table_form"
HEROES = frozenset({"hero", "hero_continued"})
BESIDE_SHARE = 0.012
MIN_CLAUSES = 4
MIN_LOGOS = 4
MIN_NOTE_LINES = 6
LOGO_LETTERS = 40
FULL_SHARE = 0.8
OVERLAP_SHARE = 0.05
CLAUSE = re.compile(r"\s*(?:\d{1,2}|[①-⑳]|[一二三四五六七八九十]{1,3})\s*[.)、．:：]\s*\S")
CONTENTS_ROW = re.compile(r".*?[.·…\s]{2,}\d{1,4}")
PHONE = re.compile(
    r"\+\d{1,3}[\s().-]?[\d\s()/.-]{6,}|\b(?:t[eé]l[eé]?(?:f[oó]no?|fax|phone)?|phone|fon|mobile?|тел|电话|電話)\b[.:：]?\s*\(?\d[\d\s()/.-]{5,}",
    re.IGNORECASE,
)
PHONE_SHARE = 0.15
ILLUSTRATION_SHARE = 0.05
TEXT_SUBJECTS = frozenset({"contents", "terms", CARRIAGE, "contact", "manual", "form", "sizes"})


def page_kind(content: PageContent, skus: Sequence[Sku]) -> PageClass:
    """The page's type and layout, with the rules that decided."""
    if content.is_blank:
        return PageClass("D", "L4", 0.99, ("blank",))
    tabled = [sku for sku in skus if sku.method.startswith("table")]
    shown = [sku for sku in skus if not sku.method.startswith("table")]
    if any(sku.method in HEROES for sku in shown):
        return _show_page(content, shown)
    if tabled and len(tabled) >= len(shown):
        return _table_page(content, tabled, has_others=bool(shown))
    if shown:
        return _show_page(content, shown)
    return _page_without_products(content)


# --- pages with products -----------------------------------------------------------------------


def _table_page(content: PageContent, skus: Sequence[Sku], *, has_others: bool) -> PageClass:
    """A page of tables; beside other products on it, their pictures and its title are not of one product alone."""
    area = union(sku.box for sku in skus)
    outside = [box for box in _large_pictures(content, BESIDE_SHARE) if not _stands_in(box, area)]
    is_shown = bool(outside) or _has_photo_beside(content, area)
    if is_shown and not has_others and _is_data_sheet(content, skus, area):
        return PageClass("B", "L1", 0.75, ("data_sheet_of_one_product",))
    if (
        len(skus) <= SHEET_SKUS
        and area.area <= SMALL_TABLE_SHARE * content.box.area
        and any(box.area >= SHOWN_SHARE * content.box.area for box in outside)
    ):
        return PageClass("B", "L1", 0.65, ("large_picture_over_a_small_table",))
    if not has_others and _shows_cards(content, skus):
        return PageClass("B", "L2", 0.8, ("cards_with_small_tables",))
    if _shows_more_than_it_lists(content, skus):
        return PageClass("B", "L3", 0.65, ("pictures_larger_than_the_rows_under_them",))
    if not has_others and len(outside) >= len(skus) and all(sku.method == FORM for sku in skus):
        return PageClass("B", "L3", 0.8, ("forms_beside_pictures",))
    if outside:
        return PageClass("A", "L3", 0.85, ("table", "pictures_beside_table"))
    return PageClass("A", "L4", 0.97, ("table",))


def _shows_more_than_it_lists(content: PageContent, skus: Sequence[Sku]) -> bool:
    """Whether the page goes from product to product, each with its picture over a few rows or beside them: what is shown takes more room than
    the rows."""
    shown = [box for box in _large_pictures(content, BESIDE_SHARE) if _stands_over_rows(box, skus) or _stands_beside_rows(box, skus)]
    return len(shown) >= MIN_SHOWN and sum(box.area for box in shown) >= SHOWN_RATIO * sum(sku.box.area for sku in skus)


def _stands_over_rows(picture: Box, skus: Sequence[Sku]) -> bool:
    """Whether rows run under a picture, and none through its place: a picture within a row is one of its cells."""
    across = [sku.box for sku in skus if min(sku.box.x1, picture.x1) - max(sku.box.x0, picture.x0) >= 0.5 * picture.width]
    is_in_row = any(picture.y0 <= box.center_y <= picture.y1 for box in across)
    return not is_in_row and any(box.y0 >= picture.y1 for box in across)


def _stands_beside_rows(picture: Box, skus: Sequence[Sku]) -> bool:
    """Whether several rows are level with a picture: one alone has it in a cell of its own."""
    level = [sku.box for sku in skus if picture.y0 <= sku.box.center_y <= picture.y1]
    return len(level) >= MIN_SHOWN and all(box.gap_x(picture) >= 0 for box in level)


def _shows_cards(content: PageContent, skus: Sequence[Sku]) -> bool:
    """Whether cards stand in a grid, each with its picture and no more rows than a caption has lines."""
    pictures = _large_pictures(content, BESIDE_SHARE / 2)
    if len(pictures) < MIN_CARDS:
        return False
    frames = find_frames(content, pictures)
    held = [[sku for sku in skus if frame.contains_point(sku.box.center_x, sku.box.center_y)] for frame in frames]
    cards = [
        (frame, rows)
        for frame, rows in zip(frames, held, strict=True)
        if 0 < len(rows) <= MAX_CARD_ROWS and sum(frame.contains_point(box.center_x, box.center_y) for box in pictures) == 1
    ]
    is_level = any(one is not two and one.gap_y(two) < 0 and one.gap_x(two) >= 0 for one, _ in cards for two, _ in cards)
    return len(cards) >= MIN_CARDS and is_level and sum(len(rows) for _, rows in cards) == len(skus)


def _has_photo_beside(content: PageContent, area: Box) -> bool:
    """A photo over a large part of the page, from edge to edge perhaps, on which no row of the table stands."""
    shown = [picture.box.intersection(content.box) for picture in content.pictures if picture.kind != PictureKind.VECTOR]
    return any(box is not None and box.area >= LARGE_SHARE * content.box.area and box.intersection(area) is None for box in shown)


def _is_data_sheet(content: PageContent, skus: Sequence[Sku], area: Box) -> bool:
    """Few variants of one product under its large title, or as columns of its table."""
    names = {attribute.value for sku in skus if (attribute := sku.get("name")) is not None}
    if len(skus) > SHEET_SKUS or len(names) > 1 or area.area > SHEET_SHARE * content.box.area:
        return False
    is_turned = any(sku.method in ("table_turned", FORM) for sku in skus)
    largest = max((line.size_pt for line in content.lines), default=0.0)
    return is_turned or largest >= SHEET_TITLE_RATIO * usual_size(content.lines)


def _show_page(content: PageContent, skus: Sequence[Sku]) -> PageClass:
    pictures = _large_pictures(content, 0.004)
    methods = {sku.method for sku in skus}
    if methods & HEROES:
        is_large = any(box.area >= 0.06 * content.box.area for box in pictures)
        return PageClass("B", "L1", 0.95, ("hero",)) if is_large else PageClass("B", "L3", 0.8, ("hero_without_picture",))
    if methods == {"price_list"}:
        return PageClass("A", "L4", 0.85, ("price_list",))
    if methods == {"plate"}:
        return PageClass("B", "L1", 0.6, ("photo_with_a_name",))
    if methods == {"sheet"}:
        return PageClass("B", "L1", 0.7, ("sheet_of_one_product",))
    if methods == {"prose"} and not pictures:
        return PageClass("A", "L4", 0.8, ("price_list",))
    if len(skus) == 1 and any(box.area >= LARGE_SHARE * content.box.area for box in pictures):
        return PageClass("B", "L1", 0.8, ("one_card",))
    if len(skus) > 1 and _shows_one_large(content, pictures):
        return PageClass("B", "L3", 0.75, ("cards_beside_a_large_picture",))
    described = sum(any(is_sentence(row) for row in sku.source_text.split("\n")) for sku in skus)
    if described * 2 >= len(skus) or not pictures:
        return PageClass("B", "L3", 0.85, ("cards_with_running_text",))
    return PageClass("B", "L2", 0.93 if len(skus) > 2 else 0.8, ("grid",))


def _shows_one_large(content: PageContent, pictures: Sequence[Box]) -> bool:
    """Whether one picture takes much of the page, far larger than any other: what goes with it, or what it shows, is told beside it."""
    first, *others = sorted((box.area for box in pictures), reverse=True) or [0.0]
    return first >= LARGE_SHARE * content.box.area and all(first >= FAR_LARGER * area for area in others[:1])


# --- pages without -----------------------------------------------------------------------------


def _page_without_products(content: PageContent) -> PageClass:
    aside = furniture(content.lines, content)
    lines = [line for index, line in enumerate(content.lines) if index not in aside]
    pictures = _large_pictures(content, 0.004)
    subject = page_subject(lines) or (joined_subject(lines) if not pictures else None)
    if subject in TEXT_SUBJECTS:
        is_illustrated = bool(_large_pictures(content, ILLUSTRATION_SHARE))
        return PageClass("D", "L3" if is_illustrated else "L4", 0.95, (f"subject_{subject}",))
    if subject == "certificates":
        is_captioned = len(lines) > 2 and len(pictures) >= 2
        return PageClass("D" if is_captioned else "C", "L2", 0.8, ("subject_certificates",))
    if subject is not None:
        return PageClass("C", _loose_layout(content, lines, pictures), 0.9, (f"subject_{subject}",))
    return _unnamed_page(content, lines, pictures)


def _unnamed_page(content: PageContent, lines: Sequence[Line], pictures: Sequence[Box]) -> PageClass:
    """No title tells the subject: what the text is made of does."""
    if not lines and len([ruling for ruling in content.rulings if ruling.is_horizontal]) >= MIN_NOTE_LINES and not _shows_much(content):
        return PageClass("D", "L4", 0.8, ("lines_to_write_on",))
    if _share(lines, lambda line: CONTENTS_ROW.fullmatch(line.text) is not None) > 0.5 and len(lines) >= MIN_CLAUSES:
        return PageClass("D", "L4", 0.8, ("rows_with_page_numbers",))
    if sum(CLAUSE.match(line.text) is not None for line in lines) >= MIN_CLAUSES and not pictures:
        return PageClass("D", "L4", 0.75, ("clauses",))
    if _is_drawing(content, lines):
        return PageClass("D", "L3", 0.6, ("drawings",))
    if lines and _share(lines, lambda line: tells_contact(line.text)) > 0.4 and not content.fills and len(lines) >= 3:
        return PageClass("D", "L4", 0.6, ("contact_lines",))
    if sum(PHONE.search(line.text) is not None for line in lines) >= max(MIN_CLAUSES, PHONE_SHARE * len(lines)) and not pictures:
        return PageClass("D", "L4", 0.7, ("many_telephones",))
    return PageClass("C", _loose_layout(content, lines, pictures), 0.75, ("no_products",))


def _shows_much(content: PageContent) -> bool:
    shown = [picture.box.intersection(content.box) for picture in content.pictures]
    return sum(box.area for box in shown if box is not None) > LARGE_SHARE * content.box.area


def _loose_layout(content: PageContent, lines: Sequence[Line], pictures: Sequence[Box]) -> str:
    """Of a page without products: a photo alone, a row of pictures, text with pictures, or text."""
    has_photo = any(picture.box.overlap_ratio(content.box) > 0 and picture.kind != PictureKind.VECTOR for picture in content.pictures)
    if not pictures and not has_photo:
        return "L4" if lines else "L3"
    printed = [line for line in lines if line.words[0].source is TextSource.TEXT_LAYER]
    if (not lines and len(pictures) <= 1) or (
        not printed and content.text_source is TextSource.OCR and _letters(lines) <= LOGO_LETTERS and _has_page_photo(content)
    ):
        return "L1"
    if len(pictures) >= MIN_LOGOS and len(lines) <= len(pictures) + 2 and _lie_apart(pictures):
        return "L2"
    return "L3"


def _lie_apart(pictures: Sequence[Box]) -> bool:
    """Most of them overlap no other one: laid out side by side, not heaped into a collage."""
    free = sum(not any(other is not box and box.overlap_ratio(other) > OVERLAP_SHARE for other in pictures) for box in pictures)
    return free > 0.6 * len(pictures)


def _has_page_photo(content: PageContent) -> bool:
    """A photo that fills the page."""
    shown = [picture.box.intersection(content.box) for picture in content.pictures if picture.kind != PictureKind.VECTOR]
    return any(box is not None and box.area >= FULL_SHARE * content.box.area for box in shown)


def _letters(lines: Sequence[Line]) -> int:
    return sum(char.isalpha() for line in lines for char in line.text)


def _is_drawing(content: PageContent, lines: Sequence[Line]) -> bool:
    """Dimension drawings and charts: drawn pictures among short labels that are mostly figures."""
    drawn = [picture for picture in content.pictures if picture.kind == PictureKind.VECTOR and picture.box.area >= 0.02 * content.box.area]
    return bool(drawn) and len(lines) >= 8 and _share(lines, lambda line: any(map(str.isdigit, line.text)) and len(line.text) <= 8) > 0.4


def _share(lines: Sequence[Line], test: object) -> float:
    return sum(bool(test(line)) for line in lines) / len(lines) if lines and callable(test) else 0.0


def _large_pictures(content: PageContent, share: float) -> list[Box]:
    return [box for box in product_pictures(content) if box.area >= share * content.box.area]


def _stands_in(box: Box, area: Box) -> bool:
    return area.expanded(4.0).contains_point(box.center_x, box.center_y)
