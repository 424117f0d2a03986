"""The words of a page as its text layer has them: place, font and baseline, cut where tight columns run together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pymupdf
from pymupdf import mupdf

from pipeline.gaps import Character, parted_words
from pipeline.geometry import Bands, Box, union
from pipeline.records import Word

TEXT_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
BOLD_FLAG = 16
LEVEL = (1.0, 0.0)
# The edges of a box as the library tells them.
Place = tuple[float, float, float, float]
# Spaces at which no line may break: between figures they part thousands.
UNBREAKABLE = ("\xa0", "\u202f", "\u2007")
# What stands between nearly all words.
PARTING = ("", " ")
# Spaces of a fixed width: they part what is told, but behind a single wide character they only fill a word, `材　质`.
WIDE_SPACES = "\u2001\u2002\u2003\u3000"
LONE = re.compile(rf"(?:^|[{WIDE_SPACES}])[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]$")
THOUSANDS = re.compile(r"\d{3}(?!\d)")
MAX_GROUPED_CHARS = 12
AMOUNT = re.compile(r"\D{0,3}\d{1,4}(?:[.,]?\d{2})?\D{0,3}")
SIGN_HEAD = re.compile(r"[^\w\s]|[A-Z]{2,3}\$?")
FOOTNOTE = re.compile(r"(?:\d{1,2}\)|[a-z]\)|\*{1,3}\)?|[†‡§])$")
RAISED_TAIL = re.compile(r"\d{2}\D{0,3}")
CENTS_RATIO = 0.8
SMALL_RATIO = 0.85
MIN_GAP_EM = 0.15
# So many words for each place that is looked into: some 50 characters cost as much as a place.
FEW_OF_ALL = 16
# Where one glyph serves a character and its radical or its double for compatibility, many programs write the latter, which no dictionary and
# no search knows.
RADICALS = "⺟⺠⻁⻄⻅⻆⻉⻋⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻲⻳"
CHARACTERS = "母民虎西见角贝车长门青韦页风飞食马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙亀龟"
# Many fonts map the hyphen's glyph to the soft hyphen or to one that does not break; printed, it is a hyphen.
PRINTED = {
    **{ord(hyphen): "-" for hyphen in "\xad\u2010\u2011"},
    **{double: unicodedata.normalize("NFKC", chr(double)) for double in (*range(0x2F00, 0x2FD6), *range(0xF900, 0xFADA))},
    **str.maketrans(RADICALS, CHARACTERS),
}
BOLD_NAME = re.compile(r"bold|black|heavy|semibold|demi", re.IGNORECASE)


@dataclass(slots=True)
class _ReadLine:
    """A line of the text layer while its words are matched with its spans; `reach` is where the last one ended."""

    spans: list[Any]
    text: str
    direction: tuple[float, float]
    reach: int = 0


def page_words(shown: Any) -> Iterator[Word]:
    text_page = pymupdf.TextPage(shown.get_textpage(flags=TEXT_FLAGS))
    blocks = text_page.extractDICT()["blocks"]
    lines: dict[tuple[int, int], _ReadLine] = {}
    found: list[Word] = []
    for x0, y0, x1, y1, text, block, number, _ in text_page.extractWORDS(WIDE_SPACES):
        line = lines.get((block, number))
        if line is None:
            line = lines[block, number] = _read_line(_line_of(blocks, block, number, (x0, y0, x1, y1), text))
        before = line.reach
        at = max(line.text.find(text, before), 0)
        line.reach = at + len(text)
        is_plain = len(line.spans) == 1
        span = line.spans[0] if is_plain else _span_of(line.spans, at, line.reach)
        word = _word(text if text.isascii() else text.translate(PRINTED), (x0, y0, x1, y1), line.direction, span)
        space = line.text[before:at] if before else ""
        if space not in PARTING and _goes_on(found[-1].text, space, text):
            space = " " if space in UNBREAKABLE else space
            found[-1] = replace(found[-1], text=f"{found[-1].text}{space}{word.text}", box=union((found[-1].box, word.box)))
        elif is_plain:
            found.append(word)
        else:
            found.extend(_at_spans(word, text, line, at))
    return parted_words(found, lambda places: _characters(shown, text_page, places, len(found)))


def _at_spans(word: Word, text: str, line: _ReadLine, at: int) -> tuple[Word, ...]:
    """A word of a line in several looks, as two where one ends within it and that says so; `text` is as the text layer has it."""
    if not text.isascii() and len(parts := _at_other_look(word, line, at)) > 1:
        return parts
    if FOOTNOTE.search(text):
        return _at_footnote(word, line, at)
    return _by_size(word, line, at) if AMOUNT.fullmatch(text) else (word,)


def _read_line(line: Any) -> _ReadLine:
    spans, direction = line["spans"], line["dir"]
    if direction != LEVEL:
        direction = (round(direction[0], 3), round(direction[1], 3))
    return _ReadLine(spans, "".join([span["text"] for span in spans]), direction)


def _by_size(word: Word, line: _ReadLine, at: int) -> tuple[Word, ...]:
    """A large figure and the small one high behind it, or the small sign before it, are words of their own: read in one go they are another
    number."""
    end = 0
    for span, after in pairwise(line.spans):
        end += len(span["text"])
        cut = end - at
        if not 0 < cut < len(word.text):
            continue
        head, tail = word.text[:cut], word.text[cut:]
        is_sign = SIGN_HEAD.fullmatch(head) is not None and span["size"] <= CENTS_RATIO * after["size"]
        if is_sign or (RAISED_TAIL.fullmatch(tail) and _is_raised(span, after)):
            x, top, _, bottom = after["bbox"]
            first = _word(head, word.box._replace(x1=x), line.direction, span)
            return first, *_by_size(_word(tail, (x, top, word.box.x1, bottom), line.direction, after), line, end)
    return (word,)


def _at_other_look(word: Word, line: _ReadLine, at: int) -> tuple[Word, ...]:
    """Wide characters and smaller or lighter text some way behind them, which the text layer takes for one word, as two."""
    end = 0
    for span, after in pairwise(line.spans):
        end += len(span["text"])
        gap = after["bbox"][0] - span["bbox"][2]
        is_other = after["size"] <= SMALL_RATIO * span["size"] or _is_bold(span) > _is_bold(after)
        if 1 < end - at < len(word.text) - 1 and is_other and gap >= MIN_GAP_EM * span["size"]:
            x, top, _, bottom = after["bbox"]
            first = _word(word.text[: end - at], word.box._replace(x1=span["bbox"][2]), line.direction, span)
            return first, _word(word.text[end - at :], (x, top, word.box.x1, bottom), line.direction, after)
    return (word,)


def _at_footnote(word: Word, line: _ReadLine, at: int) -> tuple[Word, ...]:
    """A word and the sign of a footnote set small and high behind it, as two: `A-80/003` and `1)`."""
    end = 0
    for span, after in pairwise(line.spans):
        end += len(span["text"])
        tail = word.text[end - at :] if 0 < end - at < len(word.text) else ""
        if tail and tail == after["text"].strip() and FOOTNOTE.fullmatch(tail) and _is_raised(span, after):
            x, top, _, bottom = after["bbox"]
            first = _word(word.text[: end - at], word.box._replace(x1=x), line.direction, span)
            return first, _word(tail, (x, top, word.box.x1, bottom), line.direction, after)
    return (word,)


def _is_raised(span: Any, after: Any) -> bool:
    return bool(after["size"] <= CENTS_RATIO * span["size"] and after["origin"][1] < span["origin"][1] - 0.1 * span["size"])


def _goes_on(left: str, space: str, right: str) -> bool:
    """Whether a space stands within a number or a word."""
    if space in UNBREAKABLE:
        return _is_one_number(left, right)
    return not space.strip(WIDE_SPACES) and LONE.search(left) is not None


def _is_one_number(left: str, right: str) -> bool:
    """Whether figures go on after a space that parts thousands."""
    return left[-1:].isdigit() and len(left) <= MAX_GROUPED_CHARS and THOUSANDS.match(right) is not None


def _characters(shown: Any, text_page: Any, around: Sequence[Box], words: int) -> Iterator[Character]:
    """The characters of lines at these places, each with its own; read only where words must be looked into. `words` is how many there are."""
    apart = _apart(around)
    # To tell all characters of a full page takes longer than to read a few places of it again.
    is_few = FEW_OF_ALL * len(apart) <= words
    places = Bands((place, place) for place in apart)
    for part in (_part_of(shown, place) for place in apart) if is_few else (text_page,):
        yield from _characters_at(part, places)


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """Boxes that overlap as one, so that nothing stands in two of them."""
    apart: list[Box] = []
    for box in boxes:
        while (met := next((other for other in apart if other.intersection(box) is not None), None)) is not None:
            apart.remove(met)
            box = union((met, box))
        apart.append(box)
    return apart


def _part_of(shown: Any, place: Box) -> Any:
    """The text of a part of the page."""
    area, options = mupdf.FzRect(*place), mupdf.FzStextOptions()
    options.flags = TEXT_FLAGS
    text_page = mupdf.FzStextPage(area)
    device = mupdf.fz_new_stext_device(text_page, options)
    mupdf.fz_run_display_list(shown.this, device, mupdf.FzMatrix(), area, mupdf.FzCookie())
    mupdf.fz_close_device(device)
    return pymupdf.TextPage(text_page)


def _characters_at(text_page: Any, places: Bands[Box]) -> Iterator[Character]:
    for block in text_page.extractRAWDICT()["blocks"]:
        for line in block.get("lines", []):
            x0, y0, x1, y1 = line["bbox"]
            around = Box(x0 - 1.0, y0 - 1.0, x1 + 1.0, y1 + 1.0)
            if not any(around.intersection(place) is not None for place in places.beside(around)):
                continue
            for span in line["spans"]:
                for char in span["chars"]:
                    if not char["c"].isspace():
                        yield Character(char["c"].translate(PRINTED), Box(*char["bbox"]))


def _line_of(blocks: list[Any], block: int, number: int, place: Place, text: str) -> Any:
    """The line a word stands in. The two listings number lines alike unless one of them left an empty line out."""
    if block < len(blocks) and number < len(blocks[block]["lines"]):
        line = blocks[block]["lines"][number]
        if _holds_middle(line["bbox"], place) and line["spans"]:
            return line
    box = Box(*place)
    candidates = [line for found in blocks for line in found.get("lines", []) if line["spans"]]
    holding = [line for line in candidates if text in "".join(span["text"] for span in line["spans"])]
    return max(holding or candidates, key=lambda line: box.overlap_ratio(Box(*line["bbox"])))


def _holds_middle(around: Place, place: Place) -> bool:
    """Whether the middle of a word lies in a line, but for a hair."""
    (left, top, right, bottom), (x0, y0, x1, y1) = around, place
    return left - 1.0 <= (x0 + x1) / 2 <= right + 1.0 and top - 1.0 <= (y0 + y1) / 2 <= bottom + 1.0


def _span_of(spans: list[Any], start: int, end: int) -> Any:
    """The span a word looks like: of several, the first of the largest, as a price's sign is small before its figures."""
    if len(spans) == 1:
        return spans[0]
    found: Any = None
    reach = 0
    for span in spans:
        reach += len(span["text"])
        if reach > start and (found is None or span["size"] > found["size"]):
            found = span
        if reach >= end:
            break
    return spans[-1] if found is None else found


def _is_bold(span: Any) -> bool:
    return bool(span["flags"] & BOLD_FLAG) or _is_named_bold(span["font"])


@lru_cache(maxsize=512)
def _is_named_bold(font: str) -> bool:
    return BOLD_NAME.search(font) is not None


def _word(text: str, place: Place, direction: tuple[float, float], span: Any) -> Word:
    x0, y0, x1, y1 = place
    size: float = span["size"]
    descent: float | None = None
    if direction == LEVEL:
        # Fonts of wide scripts claim heights far above their glyphs, which would make neighbouring rows overlap.
        base = span["origin"][1]
        y0, y1 = max(y0, base - 0.95 * size), max(min(y1, base + 0.27 * size), y0 + 1)
        descent = y1 - base
    return Word(
        text=text,
        box=Box(x0, y0, x1, y1),
        size_pt=size,
        font=span["font"],
        color=span["color"],
        is_bold=_is_bold(span),
        direction=direction,
        alpha=span.get("alpha", 255),
        descent_pt=descent,
    )
