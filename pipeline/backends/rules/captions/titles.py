"""A product's title: its words, the code beside them, and the mark that it goes on from the page before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.labels.headers import CJK
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.codes import code_and_words
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind
from pipeline.backends.rules.values.smallprint import small_from
from pipeline.records import Line
from pipeline.stages.lines import make_line

LARGER = 1.3
# Words in other sizes belong to many a name; those at half its size to none.
FAR_SMALLER = 0.6
SAME_SIZE_PT = 0.3
SAME_EDGE_PT = 1.5
MAX_LEADING_GAP_EM = 0.5
NAMING = (Kind.NAME, Kind.TEXT)
SOUNDING = (Kind.MATERIAL, Kind.COLOR)
LETTERS = re.compile(r"[^\W\d_]+")
EDGES = " -–—:：/|,，·("
NUMBER = re.compile(r"\s*(?:(?:[一二三四五六七八九十]{1,3}|\d{1,2})、\s*|(?:\d{1,2}|[IVX]{1,4})[.)]\s+)(?=[^\W\d_])")
EDGE_MARK = re.compile(r"\s*[(（\[【]?\s*([^\s()（）\[\]【】]+)\s*[)）\]】]?\s*$")


@dataclass(frozen=True, slots=True)
class Title:
    """A title taken apart. `parts` are a name and perhaps a model."""

    parts: tuple[Part, ...]
    is_continued: bool


def read_title(part: Part, *, wants_model: bool) -> Title:
    """Take small print and the continuation mark off, and the code before or after the words where the product has none elsewhere."""
    span, is_continued = without_mark(_without_small_print(part.statement.value))
    pieces = code_and_words(span) if wants_model else None
    if pieces is None:
        return Title((_part(part, Kind.NAME, span),), is_continued)
    code, words = pieces
    return Title((_part(part, Kind.MODEL, code), _part(part, Kind.NAME, words)), is_continued)


def _part(part: Part, kind: Kind, span: Span) -> Part:
    return replace(part, kind=kind, statement=replace(part.statement, value=span))


def _without_small_print(span: Span) -> Span:
    words = span.words
    cut = small_from(words, ratio=FAR_SMALLER)
    return span.part(0, span.owners.index(words[cut])) if cut < len(words) else span


def without_mark(span: Span) -> tuple[Span, bool]:
    """Drop `(continued)`, `（续）` from the end, in as many languages as are printed."""
    is_continued = False
    while (found := EDGE_MARK.search(span.text)) and found.start() > 0 and folded(found[1]).strip(".") in _marks():
        span = span.part(0, found.start())
        is_continued = True
    return span, is_continued


def without_number(span: Span) -> Span:
    """Drop the number that a section has in its catalog: `五、`, `3. `, `IV. `."""
    found = NUMBER.match(span.text)
    return span.part(found.end(), len(span.text)) if found is not None else span


def _marks() -> set[str]:
    return {word.strip("().（） ") for word in word_list("continued")}


def with_whole_titles(lines: Sequence[Line], least_pt: float, *, bold_pt: float) -> list[Line]:
    """These lines, the nearest to the reader's eye first, with titles of this size, or of that where they are bold, that take two rows or more put
    together."""
    whole: list[Line] = []
    for line in lines:
        is_title = line.size_pt >= (bold_pt if line.words[0].is_bold else least_pt)
        home = next((place for place, other in enumerate(whole) if is_title and _goes_on_in(line, other)), None)
        if home is None:
            whole.append(line)
        else:
            whole[home] = make_line((*line.words, *whole[home].words))
    return whole


def _goes_on_in(upper: Line, lower: Line) -> bool:
    """Whether a row set alike, from the same edge or about the same middle, follows without a gap; another script has a font of its own."""
    first, next_word = upper.words[-1], lower.words[0]
    are_scripts = (CJK.search(first.text) is None) != (CJK.search(next_word.text) is None)
    is_alike = (first.color, first.is_bold) == (next_word.color, next_word.is_bold) and (first.font == next_word.font or are_scripts)
    if not is_alike or abs(first.size_pt - next_word.size_pt) > SAME_SIZE_PT:
        return False
    is_close = -0.5 * upper.size_pt <= lower.box.y0 - upper.box.y1 <= MAX_LEADING_GAP_EM * upper.size_pt
    is_aligned = min(abs(upper.box.x0 - lower.box.x0), abs(upper.box.center_x - lower.box.center_x)) <= SAME_EDGE_PT
    return is_close and is_aligned


def largest_words(parts: Sequence[Part], *, has_code: bool = False) -> Part | None:
    """The words set largest, the first of them where several are; far larger ones are a title even if they sound like a material or a colour,
    or like a code, `AURORA 300`, where the product has its code elsewhere."""
    kinds = (NAMING, (*SOUNDING, Kind.MODEL) if has_code else SOUNDING)
    words, sounding = ([part for part in parts if part.kind in own and not part.is_labelled] for own in kinds)
    largest, loudest = _largest(words), _largest(sounding)
    # Where nothing else could be a name, all that is said of the product tells how large is large.
    others = [largest] if largest is not None else [part for part in parts if part is not loudest and part.kind is not Kind.PRICE]
    if loudest is not None and loudest.style.size_pt >= LARGER * max((part.style.size_pt for part in others), default=0.0):
        return loudest
    return largest


def _largest(words: Sequence[Part]) -> Part | None:
    return max(words, key=lambda part: (round(part.style.size_pt, 1), -part.box.y0), default=None)


def page_title(entries: Sequence[Entry], *, has_code: bool = False) -> tuple[Part, Entry] | None:
    """The largest words of these captions and where they stand; far larger ones may sound like a material or a colour: `Vector Jersey`."""
    homes = {id(part): entry for entry in entries for part in entry.caption.parts}
    words = largest_words([part for entry in entries for part in entry.caption.parts], has_code=has_code)
    return (words, homes[id(words)]) if words is not None else None


def named_by_list(products: Sequence[Entry], entries: Sequence[Entry]) -> list[Entry]:
    """Products of which none has a name, named by the page's title where it says that it lists them: `Gift bags – sizes and prices`."""
    top = min(product.box.y0 for product in products)
    found = page_title([entry for entry in entries if entry.box.y1 <= top])
    goods = goods_listed(found[0].statement.value) if found is not None else None
    if found is None or goods is None:
        return list(products)
    name, parents = _part(found[0], Kind.NAME, goods), found[1].parents
    return [
        replace(product, caption=replace(product.caption, parts=(name, *product.caption.parts)), parents=product.parents | parents)
        for product in products
    ]


def goods_listed(title: Span) -> Span | None:
    """What stands in a title before the words that call it a list: `雨伞` in `雨伞尺寸一览`."""
    joined = _list_words().search(title.text)
    spaced = (word for word in LETTERS.finditer(title.text) if folded(word[0]) in word_list("table_titles"))
    ends = [found.start() for found in (joined, next(spaced, None)) if found is not None]
    goods = title.part(0, len(title.text[: min(ends)].rstrip(EDGES))) if ends else None
    return goods if goods is not None and sum(map(str.isalpha, goods.text)) > 1 else None


@cache
def _list_words() -> re.Pattern[str]:
    """In scripts without spaces, with what the list tells of the goods."""
    told = "尺寸|规格|規格|型号|型號|款式|颜色|顏色|价格|價格|产品|產品|サイズ|仕様"
    return re.compile(rf"(?:{told})*(?:{'|'.join(sorted(map(re.escape, word_list('list_titles')), key=len, reverse=True))})")


def titled(product: Entry, entries: Sequence[Entry]) -> Entry:
    """The only product of a page bears the page's title, where one is set clearly larger than all it says itself."""
    name = product.caption.first(Kind.NAME)
    if name is not None and name.is_labelled:
        return product
    own = max(part.style.size_pt for part in product.caption.parts if part.kind is not Kind.PRICE or len(product.caption.parts) == 1)
    found = page_title([entry for entry in entries if entry is not product])
    if found is None or found[0].style.size_pt < LARGER * own:
        return product
    words, home = found
    title = read_title(words, wants_model=not product.caption.has(Kind.MODEL))
    kept = tuple(replace(part, kind=Kind.NOTE) if part is name else part for part in product.caption.parts)
    return replace(product, caption=replace(product.caption, parts=(*title.parts, *kept)), parents=product.parents | home.parents)
