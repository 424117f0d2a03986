"""Entries in running text: a name, set off by its look or by a code in brackets behind it, words about it, and a price at the end.

The name may stand over its text, or within its first row. Between the words and the price may stand what labels say and what the pack
holds: `Réf. TAP-190, pot de 190 g, 6,40 €`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.records import LabelLookup, Statement, style_of
from pipeline.backends.rules.text.spans import Span, joined_span, line_span, span_of
from pipeline.backends.rules.values.inlinepairs import inline_pairs
from pipeline.backends.rules.values.kinds import Kind, bare_kind, read_price
from pipeline.backends.rules.values.looks import ValueKind, is_coded, kind_of
from pipeline.backends.rules.values.prices import AMOUNT
from pipeline.records import Price, TextSource, Word
from pipeline.stages.lines import is_wide

MIN_ENTRIES = 3
MAX_ROWS = 6
EDGE_PT = 2.5
MIN_DESCRIPTION_WORDS = 3
WIDE_WORD_CHARS = 2
# What stands out as a name may sound like a material: `Étagère acier`.
NAMING = (Kind.TEXT, Kind.MATERIAL, Kind.COLOR)
MAX_NAME_WORDS, MAX_ARTICLE_WORDS = 6, 2
LARGER, MUCH_LARGER, MAX_HEAD_RATIO = 1.1, 1.3, 1.7
BRACKETED = re.compile(r"\s*[(\[（【]\s*((?=[^\d()]*\d)[\w./‐‑-]+(?: [\w./‐‑-]+)?)\s*[)\]）】]")
# In scripts without spaces a sum follows the sign that ends what stands before it: `…搭配。价格：¥7`.
SPACE = re.compile(r"\s+|(?<=[。！？；，])(?=\S)")
FIGURE = re.compile(AMOUNT)
# Signs of wide scripts end a word, though no space does.
WORD = re.compile(r"[^\s，。；！？：]+")
CLAUSE = re.compile(r"[^,;.\s](?:[^,;.]|[,;.](?=\S))*")
LISTS = re.compile(r"[:：|｜¦]\s*\S")
CLAUSE_END = re.compile(r"[,;]\s+")
DASHES = " -–—:."
MAX_SIZE_WORDS = 2
MAX_LABEL_WORDS = 3
MIN_CLAUSES = 2
# Between the rows of a paragraph, from set solid to set wide.
SAME_SIZE_PT, SEEN_SPREAD = 0.5, 0.2
TIGHT_EM, MAX_LEADING_EM = 0.4, 0.9


@dataclass(frozen=True, slots=True)
class Described:
    """One entry, with the numbers of the lines it was read from. `facts` are what its text says under labels. `is_in_text` says that other words
    stand before the sum in its row, `is_wrapped` that the row before had no room for it."""

    name: Span
    code: Span | None
    amount: Span
    price: Price
    parents: tuple[int, ...]
    size: Span | None = None
    facts: tuple[Statement, ...] = ()
    is_in_text: bool = False
    is_wrapped: bool = False


def described_entries(fragments: Sequence[Fragment], lookup: LabelLookup) -> list[Described]:
    """Such entries where the page has several of them; one bold beginning alone is a heading run into its text."""
    edges: dict[int, float] = {}
    for item in fragments:
        place = _column(item)
        edges[place] = max(edges.get(place, 0.0), item.line.box.x1)
    found = [entry for rows in _paragraphs(fragments) if (entry := _entry(rows, lookup, edges[_column(rows[0])])) is not None]
    return found if len(found) >= MIN_ENTRIES else []


def _lead(fragment: Fragment) -> tuple[int, int]:
    """From which word to before which the name stands: set in bold or in a colour, where not all is, behind an article at most, or up to a
    code in brackets. Nothing where no name stands out."""
    words = fragment.line.words
    body = _look(words[-1])
    start = next(
        (place for place, word in enumerate(words[: MAX_ARTICLE_WORDS + 1]) if _look(word) != body and _is_set_off(word, words)), None
    )
    if start is not None:
        end = next(place for place in range(start, len(words)) if _look(words[place]) != _look(words[start]))
        # A sum in a look of its own ends a row; what stands before it is no name.
        return (start, end) if read_price(span_of(words[end:]).text.rstrip(" .")) is None else (0, 0)
    if not words[0].text[:1].isupper():
        return 0, 0
    count = next((place for place, word in enumerate(words[: MAX_NAME_WORDS + 1]) if BRACKETED.fullmatch(word.text)), 0)
    return 0, count or _first_words(words)


def _first_words(words: Sequence[Word]) -> int:
    """How many words stand before the first point of a row that was read from pixels, which do not tell what is set in bold."""
    if words[0].source is not TextSource.OCR:
        return 0
    count = next((place for place, word in enumerate(words[:MAX_NAME_WORDS], start=1) if word.text.endswith(".")), 0)
    return count if count < len(words) and words[count].text[:1].isupper() else 0


def _is_set_off(word: Word, words: Sequence[Word]) -> bool:
    last = words[-1]
    return word.is_bold or word.color != last.color or _unnamed_font(word) != _unnamed_font(last)


def _look(word: Word) -> tuple[bool, int, str]:
    return word.is_bold, word.color, _unnamed_font(word)


def _unnamed_font(word: Word) -> str:
    """Fonts that are drawings do not say whether they are bold: another one is another look."""
    return word.font if word.has_drawn_font else ""


def _paragraphs(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    """A row with a name that stands out, or a name in a row of its own, and the rows under it, at its edge, up to the next one."""
    columns: dict[int, list[Fragment]] = {}
    for item in sorted(fragments, key=lambda item: (item.line.box.y0, item.line.box.x0)):
        columns.setdefault(_column(item), []).append(item)
    found: list[list[Fragment]] = []
    for column in columns.values():
        rows: list[Fragment] = []
        for item, below in zip(column, [*column[1:], None], strict=True):
            if _lead(item)[1] or (below is not None and _is_headed(item, below)):
                rows = [item]
                found.append(rows)
            elif rows and len(rows) < MAX_ROWS and (_goes_on(rows[-1], item) or (len(rows) == 1 and _is_headed(rows[0], item))):
                rows.append(item)
            else:
                rows = []
    return found


def _column(item: Fragment) -> int:
    return round(item.line.box.x0 / EDGE_PT)


def _goes_on(above: Fragment, below: Fragment) -> bool:
    gap = below.line.box.y0 - above.line.box.y1
    # Of rows read from pixels the width tells the size: those that are set out to both edges look larger.
    is_seen = above.line.words[0].source is TextSource.OCR
    spread = SEEN_SPREAD * above.line.size_pt if is_seen else SAME_SIZE_PT
    return (
        -TIGHT_EM * above.line.size_pt <= gap <= MAX_LEADING_EM * above.line.size_pt
        and abs(above.line.size_pt - below.line.size_pt) < spread
    )


def _is_headed(head: Fragment, below: Fragment) -> bool:
    """Whether a short row in one look, bolder or larger, stands right over running text in another; its code may follow it in a third."""
    over, under = head.line, below.line
    gap = under.box.y0 - over.box.y1
    is_close = (
        -TIGHT_EM * over.size_pt <= gap <= MAX_LEADING_EM * over.size_pt and under.size_pt <= over.size_pt <= MAX_HEAD_RATIO * under.size_pt
    )
    if not is_close or len(over.words) > MAX_NAME_WORDS or word_count(under.text) < MIN_DESCRIPTION_WORDS + 2:
        return False
    name = over.words[:-1] if len(over.words) > 1 and _is_lettered(over.words[-1].text) else over.words
    looks = {_look(word) for word in name}
    stands_out = name[0].is_bold or over.size_pt >= LARGER * under.size_pt
    is_unlike = over.size_pt >= MUCH_LARGER * under.size_pt or looks.isdisjoint({_look(under.words[0]), _look(under.words[-1])})
    return len(looks) == 1 and stands_out and is_unlike


def _entry(rows: Sequence[Fragment], lookup: LabelLookup, edge: float) -> Described | None:
    """What a paragraph tells, if it is an entry; `edge` is how far the rows of its column reach."""
    first = rows[0].line.words
    start, end = _lead(rows[0])
    behind = first[end:] if end else first[-1:] if _is_lettered(first[-1].text) else ()
    name = span_of(first[start : len(first) - len(behind)])
    headed = span_of(behind) if len(behind) == 1 and _is_lettered(behind[0].text) else None
    rest = span_of(behind) if behind and headed is None else Span("", ())
    for row in rows[1:]:
        rest = joined_span(rest, line_span(row.line))
    name = name.part(0, len(name.text.rstrip(DASHES)))
    found = _amount_at_end(rest)
    if found is None or bare_kind(name.text) not in NAMING:
        return None
    amount, price = found
    told = rest.part(0, len(rest.text.rstrip(" .")) - len(amount.text))
    if word_count(told.text) < MIN_DESCRIPTION_WORDS:
        return None
    code = headed or _bracketed_code(rest) or _labelled_code(told, lookup)
    if code is None and end and end == _first_words(first):
        # Any row may be a sentence: only its code says that it opens with a name.
        return None
    parents = tuple(parent for row in rows for parent in row.parents)
    whole = Statement(None, told, 0, style_of(told.words), 0)
    facts = tuple(inline_pairs(whole, lookup))
    size = _size(told) if CLAUSE_END.search(rest.text) and all(lookup(fact.label_text) != "size" for fact in facts) else None
    # Facts behind colons or strokes are a list, though they fill their rows.
    is_text = not LISTS.search(told.text)
    last = rows[-1].text.rstrip(" .")
    is_in_text = is_text and last != amount.text and last.endswith(amount.text)
    return Described(name, code, amount, price, parents, size, facts, is_in_text, is_text and _is_wrapped(rows, edge))


def _is_wrapped(rows: Sequence[Fragment], edge: float) -> bool:
    """Whether the last row, which is a sum, found no room in the row before it."""
    width = rows[-1].line.box.width
    return len(rows) > 1 and rows[-2].line.box.x1 + width > edge


def word_count(text: str) -> int:
    """How many words a text has; where no spaces part them, each has about two characters."""
    return len(text.split()) + (0 if text.isascii() else sum(map(is_wide, text)) // WIDE_WORD_CHARS)


def _amount_at_end(rest: Span) -> tuple[Span, Price] | None:
    """The sum that a text ends with: behind its last comma, which parts what is of another kind, or behind any space."""
    end = len(rest.text.rstrip(" ."))
    clause = max((found.end() for found in CLAUSE_END.finditer(rest.text)), default=0)
    starts = [clause, *(place for place in _starts(rest) if place > clause)] if clause else _starts(rest)
    for amount in (rest.part(start, end) for start in starts):
        price = read_price(amount.text) if not any(map(_is_lettered, amount.text.split())) else None
        if price is not None and _opens(price, amount.text):
            return amount, price
    return None


def _opens(price: Price, text: str) -> bool:
    """Whether the sum, or its first step, is the first figure there: what is counted before it is told of the goods."""
    first = FIGURE.search(text)
    return first is not None and (
        bool(price.tiers) or (figure := read_price(first[0], is_labelled=True)) is None or _digits(figure) == _digits(price)
    )


def _digits(price: Price) -> str:
    """A sum's digits alone: what follows a figure tells whether its point parts thousands, `1.383,–`."""
    return "".join(filter(str.isdigit, price.amount))


def _is_lettered(word: str) -> bool:
    """A code, which no sum has in it."""
    return any(map(str.isalpha, word)) and is_coded(word.rstrip(".,;"))


def _starts(span: Span) -> list[int]:
    return [space.end() for space in SPACE.finditer(span.text)]


def _bracketed_code(rest: Span) -> Span | None:
    code = BRACKETED.match(rest.text)
    has_code = code is not None and kind_of(code[1]) in (ValueKind.CODE, ValueKind.NUMBER)
    return rest.part(code.start(1), code.end(1)) if code is not None and has_code else None


def _labelled_code(told: Span, lookup: LabelLookup) -> Span | None:
    """The last code that follows a word, or few words, for codes: `Ref. K-204`, `Order no. K-204`."""
    words = list(WORD.finditer(told.text))
    for place in range(len(words) - 1, 0, -1):
        start, code = words[place].start(), words[place].group().rstrip(",;.")
        if kind_of(code) is not ValueKind.CODE:
            continue
        labels = (told.text[word.start() : start] for word in words[max(0, place - MAX_LABEL_WORDS) : place])
        if any(lookup(label.strip(" .:：")) == "model" for label in labels):
            return told.part(start, start + len(code))
    return None


def _size(told: Span) -> Span | None:
    """The size that ends the last clause before the price: `pot de 190 g`."""
    clauses = [told.part(*found.span()) for found in CLAUSE.finditer(told.text)]
    if len(clauses) < MIN_CLAUSES:
        return None
    words = list(WORD.finditer(clauses[-1].text))
    for word in words[-MAX_SIZE_WORDS:]:
        if kind_of(clauses[-1].text[word.start() :]) is ValueKind.SIZE:
            return clauses[-1].part(word.start(), len(clauses[-1].text))
    return None
