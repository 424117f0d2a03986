"""What a page says it is about: its title among known subjects of pages that sell nothing. The words are data."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from pipeline.backends.rules.page.furniture import usual_size
from pipeline.backends.rules.values.forms import DATA, folded, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import has_currency
from pipeline.records import Line, TextSource
from pipeline.stages.lines import is_wide

SUBJECTS_FILE = DATA / "subjects.json"
# What it costs to send the goods, in tables that look like price lists.
CARRIAGE = "carriage"
# What goods may be made of or look like, which is a subject where several such words are joined: it shows samples and is then an overview.
SAMPLES, OVERVIEW = "samples", "overview"
# What signs mean, which is a subject where it is told beside another one: goods may be called `Legend`.
LEGEND = "legend"
# What the whole is, as its cover says.
COVER = "cover"
# On which pages of the catalog things are found.
CONTENTS = "contents"
MAX_COVER_LINES = 14
COMPANY = "company"
MIN_SUMS = 4
SUM = re.compile(r"(?<![\d.])\d+[.,]\d{2}(?![\d.,])|[.·…]{3}\s*\d+$")
TITLE_RATIO = 1.15
MAX_TITLE_WORDS = 7
MAX_TITLES = 6
LEADING_RATIO = 0.75
PAGES = re.compile(r"(?:p\.?|pp\.?|s\.?|第)?\s*\d{1,3}(?:\s*[-–—~/]\s*\d{1,3})?\s*(?:页|頁)?", re.IGNORECASE)
MARKED = re.compile(r"(?:pp?\b|pp?\.?\s*\d|第|\d+\s*[页頁])", re.IGNORECASE)
JOINING = re.compile(r"\s+(?:and|und|et|y|e|ed|en|og|och|ja|ve|i|и|a|és|și)\s+|\s*[&+/|·•,;:–—]\s*|[与與和及暨、]|\s+및\s+", re.IGNORECASE)
CONTACT = re.compile(
    r"@|e-?mail|www\.|https?:|\+\d{2}|[电電][话話]|[传傳]真|[邮郵]箱|地址|手机|手機|微信|住所|전화|주소"
    r"|\b(?:tel|fax|phone|telephone|mobile|whatsapp|wechat|address|telefon|telefax|adresse|t[eé]l[eé]phone|tel[eé]fono|telefone"
    r"|direcci[oó]n|indirizzo|endereço|adres|adress|телефон|факс|адрес)\b",
    re.IGNORECASE,
)
ALWAYS_SO = frozenset({"terms", "contact", "certificates"})
NEVER_SOLD = ALWAYS_SO | {"company", "thanks"}
MIN_REFERENCES = 4
REFERENCES_SHARE, TITLED_SHARE = 0.3, 0.15
SPANS_SHARE = 0.25
# Of rows with a name, a code and a page each.
INDEX_SHARE = 0.2
SOUGHT_SHARE = 0.8
ROW_PT = 6.0


def page_subject(lines: Sequence[Line]) -> str | None:
    """The subject that the page's title names, or None."""
    return _titled_subject(lines) or (CONTENTS if lists_pages(lines) else None)


def _titled_subject(lines: Sequence[Line]) -> str | None:
    titles = _leading(title_lines(lines))
    # A title may run over two rows.
    pairs = [
        f"{one.text} {two.text}" for one, two in pairwise(titles) if abs(one.box.x0 - two.box.x0) <= 4.0 and one.size_pt == two.size_pt
    ]
    for text in (*(line.text for line in titles), *pairs):
        subject = _named_by(text)
        if subject in (None, SAMPLES, LEGEND):
            subject = _named_twice(text)
        if subject is not None and (subject != COVER or _says_little(lines)) and not (subject == COMPANY and _asks_sums(lines)):
            return subject
    return None


def joined_subject(lines: Sequence[Line]) -> str | None:
    """A subject of pages that sell nothing which a title joins with whatever else: `Warranty and returns`. Where goods are sold it may be one of
    their names."""
    parts = [part for line in _leading(title_lines(lines)) for part in JOINING.split(line.text) if part.strip()]
    return next((subject for part in parts if (subject := _named_by(part)) in ALWAYS_SO), None)


def names_no_goods(title: str) -> bool:
    """Whether a title heads something that is never sold: the company, its certificates, how to reach it."""
    return _named_by(title) in NEVER_SOLD


def tells_contact(text: str) -> bool:
    """Where to call, to write or to go."""
    return CONTACT.search(text) is not None


def _says_little(lines: Sequence[Line]) -> bool:
    """Few rows and no price: on other pages the title of the catalog is a running head."""
    return len(lines) <= MAX_COVER_LINES and not any(kind_of(line.text) is ValueKind.PRICE or SUM.search(line.text) for line in lines)


def _asks_sums(lines: Sequence[Line]) -> bool:
    """Several rows end with a sum in its currency: `Office` is then what the goods are for."""
    return sum(SUM.search(line.text) is not None and has_currency(line.text) for line in lines) >= MIN_SUMS


def _named_by(title: str) -> str | None:
    return next((subject for phrase in _phrases(title) if (subject := _known().get(phrase)) is not None), None)


def _named_twice(title: str) -> str | None:
    """The first of several subjects that a title joins, where it names nothing else: `Terms and contact`, `订货须知与联系方式`.

    Other subjects are also what goods are for: `Safety & Workshop`. Goods are called `Fabrics`, but `Fabrics and colours` are what they come in.
    """
    parts = [part for part in JOINING.split(title) if part.strip()]
    subjects = [_named_by(part) for part in parts] if len(parts) > 1 else []
    if subjects and all(subject in (SAMPLES, OVERVIEW) for subject in subjects):
        return OVERVIEW
    return subjects[0] if all(subjects) and not (ALWAYS_SO | {CONTENTS}).isdisjoint(subjects) else None


def lists_pages(lines: Sequence[Line]) -> bool:
    """Whether words and the pages on which to find them are all that stands here: numbers or spans of pages that rise row by row or column by column,
    or, under a word that says so, stand beside all that is sought."""
    places = [line for line in lines if PAGES.fullmatch(line.text)]
    marked = [line for line in places if MARKED.match(line.text)]
    are_marked = len(marked) >= MIN_REFERENCES and not any(kind_of(line.text) is ValueKind.PRICE for line in lines)
    places = marked if are_marked else places
    if len(places) < MIN_REFERENCES or len(places) < TITLED_SHARE * len(lines):
        return False
    # Beside each page a name in several languages may stand; the title then says what the numbers are.
    are_few = len(places) < REFERENCES_SHARE * len(lines)
    if are_few and _titled_subject(lines) != CONTENTS:
        return False
    by_rows = sorted(places, key=lambda line: (round(line.box.center_y / ROW_PT), line.box.x0))
    by_columns = sorted(places, key=lambda line: (round(line.box.x0 / ROW_PT), line.box.y0))
    return any(_rise([line.text for line in ordered], are_marked=are_marked) for ordered in (by_rows, by_columns)) or _are_led_to(
        places, lines
    )


def _are_led_to(places: Sequence[Line], lines: Sequence[Line]) -> bool:
    """Whether nearly every line is what is sought or, right of it, its page, as a word over them says: `Part number and page`; none tells a price."""
    if not any(_says_page(line.text) for line in lines) or any(
        SUM.search(line.text) or kind_of(line.text) is ValueKind.PRICE for line in lines
    ):
        return False
    numbers = {id(line) for line in places}
    sought = [line for line in lines if id(line) not in numbers and any(_is_beside(place, line) for place in places)]
    return len(sought) >= SOUGHT_SHARE * (len(lines) - len(places)) and all(
        any(_is_beside(place, line) for line in sought) for place in places
    )


def _is_beside(place: Line, line: Line) -> bool:
    return abs(place.box.center_y - line.box.center_y) <= ROW_PT / 2 and place.box.x0 >= line.box.x1


def _says_page(text: str) -> bool:
    """A word for pages, without the number of this one."""
    words = re.findall(r"[^\W\d_]+", folded(text))
    return not any(map(str.isdigit, text)) and not word_list("page_heads").isdisjoint(words)


def is_index(lines: Sequence[Line]) -> bool:
    """Whether the page is called contents or an index, refers to pages row by row in any order, and asks no price."""
    places = sum(PAGES.fullmatch(line.text) is not None for line in lines)
    if places < MIN_REFERENCES or places < INDEX_SHARE * len(lines) or page_subject(lines) != CONTENTS:
        return False
    return not any(kind_of(line.text) is ValueKind.PRICE or SUM.search(line.text) for line in lines)


def _rise(references: Sequence[str], *, are_marked: bool) -> bool:
    """Page after page, with the sign for pages or spans of them among them: prices and counted rows may rise too, but they span nothing."""
    spans = [[int(number) for number in re.findall(r"\d+", reference)] for reference in references]
    starts = [span[0] for span in spans]
    rises = all(before <= after for before, after in pairwise(starts)) and all(span == sorted(span) for span in spans)
    return rises and (are_marked or sum(len(span) > 1 for span in spans) >= SPANS_SHARE * len(spans))


def _leading(titles: Sequence[Line]) -> list[Line]:
    """The topmost title and those set nearly as large as the largest: what is smaller and lower heads a part of the page, not the page.

    Letters seen in pictures, as a logo's, outrank no printed title.
    """
    printed = [line for line in titles if line.words[0].source is TextSource.TEXT_LAYER] or titles
    largest = max((line.size_pt for line in printed), default=0.0)
    top = min((line.box.y0 for line in printed), default=0.0)
    return [line for line in titles if line.size_pt >= LEADING_RATIO * largest or line.box.y0 <= top + 1.0]


def title_lines(lines: Sequence[Line]) -> list[Line]:
    """Lines set larger than the page's usual text, the largest first; on a page of one size, the topmost line."""
    if not lines:
        return []
    usual = usual_size(lines)
    large = [line for line in lines if line.size_pt >= TITLE_RATIO * usual and len(line.text.split()) <= MAX_TITLE_WORDS]
    ordered = sorted(large, key=lambda line: (-round(line.size_pt), line.box.y0))
    over = min(lines, key=lambda line: line.box.y0)
    is_title = not large or _is_larger(over, [line for line in lines if line is not over and line.size_pt <= usual])
    return [*ordered[:MAX_TITLES], *([over] if is_title and not any(line is over for line in ordered[:MAX_TITLES]) else [])]


def _is_larger(line: Line, smaller: Sequence[Line]) -> bool:
    """Than the smaller half of the page: large figures before the rows of a list do not crowd out the title over them."""
    return bool(smaller) and line.size_pt >= TITLE_RATIO * usual_size(smaller)


@cache
def _known() -> dict[str, str]:
    subjects: dict[str, list[str]] = json.loads(SUBJECTS_FILE.read_text(encoding="utf-8"))
    return {phrase: subject for subject, phrases in subjects.items() for phrase in phrases}


def _phrases(title: str) -> list[str]:
    """The title, each of its languages by itself, and without the possessive that any such title may carry."""
    plain = re.sub(r"\s+", " ", re.sub(r"[^\w&'’ -]+", " ", title.casefold())).strip(" -_0123456789")
    wide = "" if plain.isascii() else "".join(char for char in plain if is_wide(char))
    narrow = ("".join(char for char in plain if not is_wide(char)) if wide else plain).strip(" -")
    bare = re.sub(r"^(?:our|the|my|about our|about the|welcome to)\s+", "", narrow)
    return [phrase for phrase in (plain, wide, narrow, bare, bare.removesuffix("s"), f"{bare}s" if bare else "") if phrase]
