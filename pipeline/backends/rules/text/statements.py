"""A caption's rows as statements: `label: value` pairs and bare values, wherever they wrap or share a row."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.colons import COLON, SENTENCE_END, begins_with_label, could_be_label
from pipeline.backends.rules.text.formrows import form_labels
from pipeline.backends.rules.text.openlists import BY_THEMSELVES, LISTED, list_goes_on
from pipeline.backends.rules.text.otherlooks import MAX_LEAD_WORDS, leading_attribute, parted_by_look, with_looks
from pipeline.backends.rules.text.records import LabelLookup, Row, Statement, style_of
from pipeline.backends.rules.text.spans import Span, joined_span
from pipeline.backends.rules.text.widegaps import cuts_at_gaps
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import folded, is_badge_word, is_quantity, is_unit, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.prices import is_only_currency
from pipeline.backends.rules.values.pricesteps import is_step
from pipeline.frozen import record
from pipeline.stages.lines import is_wide, joined

WORD_START = re.compile(r"(?:^|(?<=[\s,;，；、/（(]))\S")
SEPARATOR = re.compile(r"\s*[|｜¦]\s*|\s*[；;]\s*(?=[^；;:：\d]{1,20}[:：])|\s+[·•∙‧★☆◆◇■□▪●○►▶✦❖♦✓✔]\s+")
# Signs of wide scripts hold the space behind them in themselves: `货号 K-204，零售价 ￥85`.
SOFT_SEPARATOR = re.compile(r"\s+[/–—-]\s+|\s*[,;]\s+|\s*[，；]\s*|\s*。\s*(?=\S)|\.\s+(?=\S)")
MAX_SOFT, MIN_TOLD, MAX_STRANGE = 4, 2, 1
TELLING = frozenset({ValueKind.SIZE, ValueKind.COLOR, ValueKind.MATERIAL, ValueKind.MEASURE, ValueKind.PRICE})
PROMISED = {"size": ValueKind.SIZE, "color": ValueKind.COLOR, "material": ValueKind.MATERIAL}
ENDED_BY_POINT = frozenset({ValueKind.SIZE, ValueKind.COLOR, ValueKind.MATERIAL})
# Words behind a code that are no further codes: `carton de 6`, `box of 12`.
MIN_LOOKS = 4
PACKED = re.compile(r"[^\W\d_]{3,}[\s.]")
BRACKETED_CODE = re.compile(r"\s*[(\[（【][^()\[\]]*\d[^()\[\]]*[)\]）】]")
MIN_RUNNING_WORDS = 6
MAX_EMPHASISED = 8
MAX_BADGE_WORDS = 3
MIN_WIDE_LABEL = 2


@record(frozen=True, slots=True)
class _Piece:
    span: Span
    row: int
    last_row: int
    after_separator: bool
    ends_row: bool
    label: Span | None = None
    attribute: str | None = None


class _Part(NamedTuple):
    """A part of a row."""

    span: Span
    after_separator: bool
    ends_row: bool


def statements(rows: Sequence[Row], lookup: LabelLookup) -> list[Statement]:
    """All rows of a block, cut into statements in reading order."""
    pieces = [piece for number, row in enumerate(rows) for piece in _pieces(row, number, lookup)]
    merged = _merge_wrapped(pieces, lookup)
    labels = form_labels(rows, lookup)
    return [statement for piece in merged for statement in _split(piece, lookup, labels)]


def _pieces(whole: Row, number: int, lookup: LabelLookup) -> list[_Piece]:
    if whole.label is not None:
        return [_Piece(whole.span, number, number, after_separator=False, ends_row=True, label=whole.label)]
    row = whole.span
    if pairs := _labelled_by_look(row, lookup):
        return [_Piece(value, number, number, after_separator=True, ends_row=True, label=label) for label, value in pairs]
    if whole.facts:
        return [
            _Piece(part, number, number, after_separator=True, ends_row=False, attribute=fact.attribute)
            for fact in whole.facts
            for part in parted_by_look(row.part(fact.start, fact.end), lookup)
        ]
    return [_Piece(part.span, number, number, part.after_separator, part.ends_row) for part in _parted(row, lookup)]


@found_once
def _parted(row: Span, lookup: LabelLookup) -> list[_Part]:
    """A row at the signs, gaps and looks that part what it tells."""
    parted = [*_at_separators(row.text), *cuts_at_gaps(row, lookup)]
    cuts = sorted(parted) or _between_kinds(row.text, lookup) or _before_badge(row)
    cuts = with_looks(row, cuts, lookup) if cuts else _within_looks(row, with_looks(row, cuts, lookup), lookup)
    if not cuts and (places := _emphasis(row)):
        parts = [_unbracketed(row.part(start, end)) for start, end in pairwise((0, *places, len(row.text)))]
        return [_Part(part, after_separator=False, ends_row=part is parts[-1]) for part in parts]
    bounds = [0, *(position for cut in cuts for position in cut), len(row.text)]
    parts = [row.part(start, end) for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    last = len(parts) - 1
    return [
        _Part(part, index > 0 or (index == 0 and bool(cuts) and cuts[0][0] == 0), index == last)
        for index, part in enumerate(parts)
        if part.text
    ]


def _within_looks(row: Span, cuts: list[tuple[int, int]], lookup: LabelLookup) -> list[tuple[int, int]]:
    """With what signs part within each look: `Nappa, black` before a code in small print."""
    bounds = [0, *(position for cut in cuts for position in cut), len(row.text)] if cuts else []
    pieces = zip(bounds[::2], bounds[1::2], strict=True)
    inner = [(start + left, start + right) for start, end in pieces for left, right in _between_kinds(row.text[start:end].rstrip(), lookup)]
    return sorted([*cuts, *inner])


def _at_separators(text: str) -> list[tuple[int, int]]:
    """Where signs part what a row tells; not the items of one list: `Sand · Rust · Black`."""
    cuts = [match.span() for match in SEPARATOR.finditer(text)]
    if not cuts or kind_of(text) not in LISTED:
        return cuts
    bounds = [0, *(position for cut in cuts for position in cut), len(text)]
    kinds = {kind_of(text[start:end]) for start, end in zip(bounds[::2], bounds[1::2], strict=True)}
    # `Oak · Natural / Black`: wood may be a colour, but not beside a list of colours that another sign parts.
    return cuts if len(kinds) > 1 and kinds <= LISTED else []


def _labelled_by_look(row: Span, lookup: LabelLookup) -> list[tuple[Span, Span]]:
    """Labels in a look of their own, each before its value, where most of them are known: **Upper** Mesh **Colour** Black."""
    if len(row.words) < MIN_LOOKS:
        return []
    runs = [list(words) for _, words in groupby(row.words, key=lambda word: (word.is_bold, word.color))]
    if len(runs) < MIN_LOOKS or len(runs) % 2 or COLON.search(row.text):
        return []
    looks = {style_of(label) for label in runs[::2]}
    if len(looks) > 1 or any(style_of(value) in looks for value in runs[1::2]):
        return []
    places = [*(row.start_of(run[0]) for run in runs), len(row.text)]
    parts = [row.part(start, end) for start, end in pairwise(places)]
    known = sum(len(label.text.split()) <= MAX_LEAD_WORDS and lookup(label.text) is not None for label in parts[::2])
    return list(zip(parts[::2], parts[1::2], strict=True)) if 2 * known >= len(runs) / 2 else []


def _between_kinds(text: str, lookup: LabelLookup) -> list[tuple[int, int]]:
    """Signs that also stand within names and lists part a row where things of different kinds are told: `75×75 mm, red`, `Ref. 4087 – € 25`."""
    if kind_of(text) is not ValueKind.TEXT and leading_attribute(text.split(), lookup) != "model":
        return []
    cuts: list[tuple[int, int]] = []
    for match in SOFT_SEPARATOR.finditer(text):
        # A point also ends abbreviations: it parts only where a thing was told before it.
        before = text[cuts[-1][1] if cuts else 0 : match.start()]
        is_end = not match[0].startswith(".") or _told_kind(before, lookup) in ENDED_BY_POINT
        if is_end and not _counts_per_pack(before, match[0], text[match.end() :]):
            cuts.append(match.span())
    if not 1 <= len(cuts) <= MAX_SOFT:
        return []
    if len(cuts) == 1 and _is_code_alone(text[: cuts[0][0]], lookup) and PACKED.match(text, cuts[0][1]):
        return cuts
    bounds = [0, *(position for cut in cuts for position in cut), len(text)]
    pieces = [text[start:end] for start, end in zip(bounds[::2], bounds[1::2], strict=True)]
    # Without a colon only a row that is no sentence begins with a label.
    kind = _promised_kind(pieces[0], lookup) if COLON.search(pieces[0]) or not text.rstrip().endswith(".") else None
    if kind is not None and kind_of(COLON.split(text, maxsplit=1)[-1].strip()) is kind:
        # The whole is what its label promises: `Material: 100% cotton, 550 g/m²`.
        return []
    kinds = [kind if kind is not None and _may_be(kind, piece) else _told_kind(piece, lookup) for piece in pieces]
    if kind in kinds[1:]:
        # One after the other under one label: `Fabric: Viscose / Linen`.
        kinds[0] = kind
    told = [kind for kind in kinds if kind in TELLING]
    if len(set(told)) < MIN_TOLD or len(kinds) - len(told) > MAX_STRANGE:
        return []
    # What is listed belongs together, also behind the label of the first: `Size: Ø 7 × 26 cm, 500 ml`.
    values = [kind_of(COLON.split(piece)[-1].strip(". ")) for piece in pieces]
    return [cut for cut, (one, two) in zip(cuts, pairwise(values), strict=True) if one is not two or one not in LISTED]


def _counts_per_pack(told: str, sign: str, following: str) -> bool:
    """Whether a stroke says what holds so many: `6 pcs / carton`, though paper board is called so too."""
    pack = folded(" ".join(following.split()[:1])).strip(".,;")
    return sign.strip() == "/" and pack in word_list("packs") and is_quantity(" ".join(told.split()[-2:]))


def _promised_kind(piece: str, lookup: LabelLookup) -> ValueKind | None:
    """What stands behind the last label, with a colon or without: what that promises, else what it looks like."""
    *before, value = COLON.split(piece)
    if not before:
        return PROMISED.get(lookup(value.split()[0]) or "") if len(value.split()) > 1 else None
    words = before[-1].split()
    ends = (" ".join(words[start:]) for start in range(max(0, len(words) - MAX_LEAD_WORDS), len(words)))
    label = next((attribute for end in ends if (attribute := lookup(end)) is not None), "")
    return PROMISED.get(label) or kind_of(value.strip())


def _may_be(kind: ValueKind, text: str) -> bool:
    """Words that are one thing by themselves may be another behind a label that promises it: `Body: ABS / brass`."""
    bare = text.strip(" .")
    return (kind is ValueKind.MATERIAL and is_material(bare)) or (kind is ValueKind.COLOR and names_color(bare))


def _before_badge(row: Span) -> list[tuple[int, int]]:
    """Where a word that praises or announces is set behind the others in a look of its own: `Workshop set NEW`."""
    words = row.words
    if len({(word.size_pt, word.is_bold, word.color) for word in words[-MAX_BADGE_WORDS - 1 :]}) == 1:
        return []
    for count in range(1, min(MAX_BADGE_WORDS, len(words) - 1) + 1):
        badge, before = words[-count:], words[-count - 1]
        if style_of(badge) == style_of([before]):
            continue
        start = row.start_of(badge[0])
        if is_badge_word(row.text[start:]):
            return [(start, start)]
    return []


def _is_code_alone(piece: str, lookup: LabelLookup) -> bool:
    """A label for codes with one word behind it: `Réf. K24-01`."""
    words = piece.split()
    return leading_attribute(words, lookup) == "model" and any(map(str.isdigit, words[-1])) and lookup(" ".join(words[:-1])) == "model"


def _told_kind(piece: str, lookup: LabelLookup) -> ValueKind:
    """What a piece tells; under a label of its own it tells something as well as a measure does."""
    if COLON.search(piece) or leading_attribute(piece.split(), lookup) is not None:
        return ValueKind.MEASURE
    kind = ValueKind.PRICE if is_only_currency(piece) else kind_of(piece.rstrip(". "))
    # A measure with a word for what is measured: `45 hr burn`.
    figure, unit, *words = [*piece.split(), "", ""]
    is_measured = kind is ValueKind.TEXT and any(words) and piece.islower() and kind_of(f"{figure} {unit}") is ValueKind.MEASURE
    return ValueKind.MEASURE if is_measured else kind


def _emphasis(row: Span) -> list[int]:
    """Where bold words open or end a row of running text: a name, its code in brackets, and what is told of it; a price at the end."""
    words = row.words
    bold = [word.is_bold for word in words]
    if len(words) < MIN_RUNNING_WORDS or all(bold) or COLON.search(row.text):
        return []
    lead = bold.index(False)
    tail = len(bold) - bold[::-1].index(False)
    is_running = tail - lead >= MIN_RUNNING_WORDS - 2 and not any(bold[lead:tail])
    if not is_running or max(lead, len(words) - tail) > MAX_EMPHASISED:
        return []
    starts = [row.start_of(words[place]) for place in (lead, tail) if 0 < place < len(words)]
    if any(SEPARATOR.match(f" {row.text[start:]}") for start in starts):
        # A stroke parts them, in whatever weight it is set.
        return []
    bracket = BRACKETED_CODE.match(row.text, starts[0]) if lead else None
    return sorted([*starts, bracket.end()] if bracket and bracket.end() < len(row.text) else starts)


def _unbracketed(part: Span) -> Span:
    return part.part(1, len(part.text) - 1) if BRACKETED_CODE.fullmatch(part.text) else part


def _merge_wrapped(pieces: Sequence[_Piece], lookup: LabelLookup) -> list[_Piece]:
    merged: list[_Piece] = []
    for piece in pieces:
        before = merged[-1] if merged else None
        is_set_apart = piece.label is not None or (before is not None and before.label is not None)
        if (
            before is not None
            and not is_set_apart
            and before.ends_row
            and piece.row == before.last_row + 1
            and _goes_on(before, piece, lookup)
        ):
            whole = joined_span(before.span, piece.span)
            merged[-1] = _Piece(whole, before.row, piece.row, before.after_separator, piece.ends_row)
        else:
            merged.append(piece)
    return merged


def _goes_on(before: _Piece, piece: _Piece, lookup: LabelLookup) -> bool:
    """The row broke inside a statement: a label hangs at its end, or its value ends on the next row."""
    same_look = style_of(before.span.words) == style_of(piece.span.words)
    if same_look and list_goes_on(before.span.text, piece.span.text) and not begins_with_label(piece.span.text, lookup):
        return True
    if before.after_separator and not COLON.search(before.span.text):
        return _is_hanging_label(before.span.text, piece.span.text, lookup)
    if _ends_in_colon(before.span.text):
        # Words that could be no label, in a look of their own, stand over a list: **The kit contains:**
        is_led = same_look or begins_with_label(before.span.text, lookup)
        return is_led and not begins_with_label(piece.span.text, lookup)
    has_value = COLON.search(before.span.text) is not None
    if same_look and before.span.text[-1].isdigit() and is_unit(piece.span.text):
        return True
    is_rest = has_value and before.after_separator and same_look and not begins_with_label(piece.span.text, lookup)
    is_rest = is_rest and not (_is_measured(before.span.text) and piece.span.text[0].isupper())
    return is_rest and kind_of(piece.span.text) not in BY_THEMSELVES


def _is_measured(text: str) -> bool:
    """Whether the value behind the last label is a whole measure, which no words go on with: `Weight: 0.95 kg`."""
    return kind_of(COLON.split(text)[-1].strip()) in (ValueKind.MEASURE, ValueKind.SIZE)


def _is_hanging_label(text: str, following: str, lookup: LabelLookup) -> bool:
    """The end of a row is a label, or becomes one with the beginning of the next row."""
    if lookup(text) is not None and not any(map(str.isdigit, text)):
        return True
    colon = COLON.search(following)
    return colon is not None and lookup(joined(text, following[: colon.start()])) is not None


def _ends_in_colon(text: str) -> bool:
    return text.endswith((":", "："))


def _split(piece: _Piece, lookup: LabelLookup, labels: Collection[str]) -> list[Statement]:
    """One piece may hold several labelled values in a row: `Model: A12 Size: 30 cm`. Those of a form are known to be `labels`."""
    text = piece.span.text
    if piece.label is not None:
        return [_statement(piece, _without_tail(piece.label, ":："), _without_tail_comma(piece.span))]
    starts: list[tuple[int, int, int]] = []
    reach = 0
    for colon in COLON.finditer(text):
        is_whole = not starts and text[: colon.start()].strip() in labels
        start = 0 if is_whole else _label_start(text, reach, colon.start(), lookup, is_first=not starts)
        if start is None or _is_ratio(text, colon.start()):
            continue
        starts.append((start, colon.start(), colon.end()))
        reach = colon.end()
    if not starts:
        return [_statement(piece, None, piece.span)]
    found = []
    if starts[0][0] > 0 and (lead := piece.span.part(0, starts[0][0])).text:
        found.append(_statement(piece, None, lead))
    for index, (start, label_end, value_start) in enumerate(starts):
        end = starts[index + 1][0] if index + 1 < len(starts) else len(text)
        value = piece.span.part(value_start, end)
        found.append(_statement(piece, piece.span.part(start, label_end), _without_tail_comma(value)))
    return found


def _statement(piece: _Piece, label: Span | None, value: Span) -> Statement:
    words = value.words or (label.words if label else piece.span.words)
    return Statement(label, value, piece.row, style_of(words), piece.last_row, piece.attribute)


def _without_tail_comma(value: Span) -> Span:
    return _without_tail(value, ",;，；、")


def _without_tail(span: Span, signs: str) -> Span:
    return span.part(0, len(span.text.rstrip(f" {signs}")))


def _label_start(text: str, reach: int, colon: int, lookup: LabelLookup, *, is_first: bool) -> int | None:
    """Where the label before this colon begins: the longest known label that ends there, else the whole text before it."""
    before = text[reach:colon]
    if is_first and is_step(before):
        # The word for what is counted may be a label too: `1–4 cases: £18.60`.
        return reach + len(before) - len(before.lstrip())
    for match in WORD_START.finditer(before):
        candidate = before[match.start() :].strip()
        if _is_units(before[: match.start()], candidate):
            continue
        if lookup(candidate) is not None and could_be_label(candidate):
            # A label that opens a sentence of its own stands in no other, however much was said before it.
            lead = SENTENCE_END.split(before[: match.start()])[-1]
            in_prose = is_first and len(lead.split()) > MAX_LEAD_WORDS
            return None if in_prose else reach + match.start()
    if is_first and could_be_label(before):
        return reach + len(before) - len(before.lstrip())
    return None if is_first else _label_behind_value(before, reach, lookup)


def _label_behind_value(before: str, reach: int, lookup: LabelLookup) -> int | None:
    """Where scripts need no spaces, a known label follows the value of the one before it at once: `规格：41寸颜色：原木色`."""
    told = before.strip()
    if " " in told:
        return None
    ends = (told[place:] for place in range(1, len(told) - MIN_WIDE_LABEL + 1))
    label = next((end for end in ends if all(map(is_wide, end)) and lookup(end) is not None), None)
    return reach + before.rindex(label) if label is not None else None


def _is_units(told: str, candidate: str) -> bool:
    """Whether words before a colon begin with the unit of the figures before them: `10 L Item no`."""
    return told.rstrip()[-1:].isdigit() and " " in candidate and is_unit(candidate.split()[0])


def _is_ratio(text: str, colon: int) -> bool:
    return 0 < colon < len(text) - 1 and text[colon - 1].isdigit() and text[colon + 1].isdigit()
