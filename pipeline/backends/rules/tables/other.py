"""Tables that tell of something else than goods: branches and dealers with their addresses, the company itself, what is asked for carriage,
whom sizes fit, on which pages things are found, or how codes are made up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pipeline.backends.rules.labels.headers import Headers
from pipeline.backends.rules.tables.charges import names_fee
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.records import PageContent

DENSE_SHARE = 0.6
MAX_DENSE_LINES = 2.0
CELL_PICTURE_SHARE = 0.2
MIN_HEADS = 2
MIN_KEYS = 3
HEADS_SHARE = 0.5
SOLD_BY = ("model", "price")
EDGE = " .:：*#()（）"
# A part of a code and what it stands for: `E reinforced`, `06 = 30 mm`, `B：DC24V`; a dash stands for nothing added.
MEANING = re.compile(r"(?:[A-Z]{0,4}\d{0,4}[A-Z]{0,2}|[-–—])(?:\s*[=:：]\s*|\s+)\S.*")
TELLING_SIGN = re.compile(r"[\s=:：]")
MIN_KEY_COLUMNS = 3
# With the code of a country or a town before the number: `+49 (0)40 123 45-67`, `0755-8321 6640`, `(021) 555 7788`; or in the groups that
# are said one by one: `713 555 0172`, `55 5550 0166`, `06 12 34 56 78`.
TELEPHONE = re.compile(
    r"(?:\+\d{1,3}|\(?0\d{1,4}\)?)[\s/.-]+\(?\d[\d\s()/.-]{4,}\d|(?:\(?\d{3}\)?[ .-]\d{3}|\d{2}[ .-]\d{4})[ .-]\d{4}|\d{2}(?:[ .]\d{2}){4}"
)
MIN_DIGITS, MAX_DIGITS = 8, 15
KEYED_SHARE = 0.8
MIN_SIZES = 3
LETTERED_SIZE = re.compile(r"X{0,4}[SML]|[2-6]XL|XXS")
# In inches or centimetres, perhaps from so much to so much; sums have their currency or cents.
BODY_FIGURE = re.compile(r"\d{2,3}(?:[.,]5|\s?[¼½¾])?(?:\s*[-–/]\s*\d{2,3}(?:[.,]5|\s?[¼½¾])?)?\s?(?:cm|in\.?|\"|″)?", re.IGNORECASE)
# As heavy as a parcel may be, or from so much to so much: `up to 10 kg`, `5–20 lb`, `首重1kg`.
PARCEL = re.compile(
    r"[^\d]{0,12}\d[\d.,]*\s*(?:(?:kgs?|g|lbs?|oz|t|кг|公斤|千克)?\s*[-–~至到]\s*\d[\d.,]*\s*)?(?:kgs?|g|lbs?|oz|t|кг|公斤|千克)\.?[^\d]{0,6}",
    re.IGNORECASE,
)
MAX_INDEX_HEADS = 3
# One page or several: `12`, `12-14`, `8, 31`.
PAGES = re.compile(r"\d{1,4}(?:\s*[-–,/+]\s*\d{1,4})*")
MEASURED = frozenset((ValueKind.SIZE, ValueKind.MEASURE, ValueKind.PRICE, ValueKind.NUMBER, ValueKind.DATE))


def tells_of_others(table: Table, headers: Headers) -> bool:
    """Whether its heads, or the keys down its first column, are what people and places are known by, or one can be called by what stands in
    a column; whether it tells what parcels cost to send, whom sizes fit or where to turn to; or nothing but parts of codes stands in it."""
    heads = table.own(0)
    if _explains_codes(table, headers) or _asks_for_carriage(heads) or _refers_to_pages(table, heads):
        return True
    if any((label := headers.lookup(cell.text)) is not None and label.attribute in SOLD_BY for cell in heads):
        return False
    if _are_known(heads, at_least=MIN_HEADS) or _lists_telephones(table) or _fits_wearers(table):
        return True
    keys = [cell for row in range(table.row_count) if (cell := table.at(row, 0)).row == row and cell.lines]
    return table.column_count == MIN_HEADS and _are_known(keys, at_least=MIN_KEYS)


def _lists_telephones(table: Table) -> bool:
    """Whether nothing has a price and a column holds nothing but telephone numbers, under whatever head."""
    told = [cell for cell in table.cells if cell.lines]
    columns = [[cell.text.strip() for cell in told if cell.column == column] for column in range(table.column_count)]
    are_listed = any(_are_telephones(column) or _are_telephones(column[1:]) for column in columns)
    return are_listed and not any(kind_of(cell.text) is ValueKind.PRICE for cell in told)


def _are_telephones(texts: Sequence[str]) -> bool:
    return len(texts) >= MIN_KEYS and all(
        TELEPHONE.fullmatch(text) is not None and MIN_DIGITS <= sum(map(str.isdigit, text)) <= MAX_DIGITS for text in texts
    )


def _asks_for_carriage(heads: Sequence[Cell]) -> bool:
    """Where to, and then how heavy, or what is asked for the way there."""
    if not heads or folded(heads[0].text).strip(EDGE) not in word_list("delivery_places"):
        return False
    others = [cell.text for cell in heads[1:]]
    return sum(PARCEL.fullmatch(text.strip()) is not None for text in others) >= MIN_HEADS or any(map(names_fee, others))


def _refers_to_pages(table: Table, heads: Sequence[Cell]) -> bool:
    """Whether little is told but the pages of things that are known by one or two words or numbers, perhaps in several columns of the page."""
    names = [folded(cell.text).strip(EDGE) for cell in heads]
    paged = {cell.column for cell, name in zip(heads, names, strict=True) if name in word_list("page_heads")}
    if not paged or len(set(names)) > MAX_INDEX_HEADS:
        return False
    told = [cell for cell in table.cells if cell.row and cell.lines]
    pages = [cell.text.strip() for cell in told if cell.column in paged]
    others = [cell.text for cell in told if cell.column not in paged]
    return len(pages) >= MIN_KEYS and all(map(PAGES.fullmatch, pages)) and not any(kind_of(text) is ValueKind.PRICE for text in others)


def _fits_wearers(table: Table) -> bool:
    """Whether under sizes of clothes side by side, `XS`, `S`, `M`, nothing stands but figures of the body, each row under a word of its own."""
    sizes = [table.at(0, column).text.strip() for column in range(1, table.column_count)]
    if (
        len(sizes) < MIN_SIZES
        or len(set(sizes)) < len(sizes)
        or table.row_count < MIN_HEADS
        or not all(map(LETTERED_SIZE.fullmatch, sizes))
    ):
        return False
    told = [cell for cell in table.cells if cell.row and cell.lines]
    are_words = all(any(map(str.isalpha, cell.text)) for cell in told if cell.column == 0)
    return are_words and all(BODY_FIGURE.fullmatch(cell.text.strip()) for cell in told if cell.column)


def _explains_codes(table: Table, headers: Headers) -> bool:
    """Whether all columns list what may stand at one place of a code, each with its meaning."""
    told = [cell for cell in table.cells if cell.row and cell.lines]
    columns = [[cell.text.strip() for cell in told if cell.column == column] for column in range(table.column_count)]
    if len(columns) < MIN_KEY_COLUMNS or not all(columns):
        return False
    texts = [text for column in columns for text in column]
    # The look of a text is asked before what it may mean: nearly every table ends here.
    for is_so in (_looks_keyed, _is_keyed):
        if sum(map(is_so, texts)) < KEYED_SHARE * len(texts):
            return False
    parts = [[TELLING_SIGN.split(text)[0] for text in column] for column in columns]
    # Words that say what a value is stand for nothing: `STYLE AW2568` over `COLOR Ink`.
    if any(len(part) > 1 and (label := headers.lookup(part)) is not None and label.is_exact for column in parts for part in column):
        return False
    return all(len(set(column)) == len(column) for column in parts)


def _looks_keyed(text: str) -> bool:
    return MEANING.fullmatch(text) is not None


def _is_keyed(text: str) -> bool:
    """Whether a part of a code is given with its meaning: neither a size, with whatever is said about it, nor something for a price."""
    if not _looks_keyed(text) or kind_of(text) in MEASURED:
        return False
    words = text.split()
    pieces = [*words, *(f"{one} {two}" for one, two in pairwise(words))]
    return kind_of(" ".join(words[:2])) not in MEASURED and not any(kind_of(piece) is ValueKind.PRICE for piece in pieces)


def _are_known(cells: Sequence[Cell], *, at_least: int) -> bool:
    """Whether enough of them are such words, each once: `Office` over two columns of the page heads the goods under it."""
    known = len({folded(cell.text).strip(EDGE) for cell in cells} & word_list("people_and_places"))
    return known >= at_least and known >= HEADS_SHARE * len(cells)


def is_dense(table: Table, content: PageContent) -> bool:
    """Ruled cells filled with short texts and no pictures: a table of something else than products, in which no caption stands either."""
    filled = [cell for cell in table.cells if cell.lines]
    if not table.is_ruled or min(table.column_count, table.row_count) < 3 or len(filled) < max(12, DENSE_SHARE * len(table.cells)):
        return False
    # A picture much larger than a cell is a watermark, not what a cell shows.
    inside = [picture.box for picture in content.pictures if table.box.contains_point(picture.box.center_x, picture.box.center_y)]
    if any(box.area <= CELL_PICTURE_SHARE * table.box.area for box in inside):
        return False
    return sum(len(cell.lines) for cell in filled) <= MAX_DENSE_LINES * len(filled)
