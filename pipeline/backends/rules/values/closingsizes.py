"""The size that closes a name, where nothing else tells one: `Felt glides, Ø 22 mm`, `Mastic 310 ml`, `木螺丝4×30`; before how many come in a
pack, `O-ring 15 mm, bag of 10`; or in small print behind it, `Insole 36-47`. The name stays as it is printed."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.spans import Span, span_of
from pipeline.backends.rules.values.forms import UNIT_FIRST, folded, is_size, plain_text, word_list
from pipeline.backends.rules.values.kinds import is_note
from pipeline.backends.rules.values.smallprint import RUN_OF_SIZES, SMALL_RATIO
from pipeline.geometry import Tiles
from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Evidence, PageContent, Sku, Word
from pipeline.stages.lines import is_wide

MAX_SIZE_WORDS = 6
CONFIDENCE = 0.85
# With a unit, or measured across: bare figures and letters at the end of a name are part of it, but for a thread behind a comma.
UNIT = r"(?:mm[2²]?|cm|dm|m|MM|CM|ml|cl|dl|[lL]|ML|CL|mL|cL|dL|lt|ltr|gr?|kg|KG|Kg|in|inch|ft|oz|lbs?|gal|\"|″|''|мм|см|м|мл|л|г|кг|寸|吋|英寸|尺|毫米|厘米|公分|米|毫升|升|克|公斤|千克)"
MEASURED = re.compile(rf"[ØΦ⌀∅].*|DN\s?\d+|\d.*\d\s?{UNIT}\.?|\d\s?{UNIT}\.?|\d{{1,2}}\s?[\"″]\s?\d/\d")
# What a size is called where it is only a number or a letter: `Tubular bandage, Size D`.
CALLED = re.compile(
    r"(?:sizes?|gr(?:\.|öße|osse|össe)|größe|tailles?|tallas?|taglia|taglie|tamanho|tam\.|maat|rozmiar|rozm\.|beden|размер|р-р)\s?(?:\d{1,3}(?:[.,/-]\d{1,3})?|[A-Z]|\d?X*[SML])",
    re.IGNORECASE,
)
THREAD = re.compile(r"M\d{1,2}(?:\s?[x×]\s?\d{1,3})?(?:\s?mm)?")
# Right behind words of a script without spaces, sides need no unit: nobody writes a pack so.
SIDES = re.compile(r"\d+(?:\.\d+)?(?:[x×*]\d+(?:\.\d+)?){1,2}")
LAST_CLAUSE = re.compile(r"\s*[,;(（]\s*([^,;()（）]+?)\s*[)）]?$")
# Behind words, not behind figures, which it tells again in another unit: `Votive (7 cm)`, but `750 mm (30 in)`.
CLOSING_BRACKET = re.compile(r"(?<=[^\W\d_]{3})\s*[(（]([^()（）]*)[)）]?$")
# Where such words give way to figures.
TO_FIGURES = re.compile(r"(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?=[\dØΦ⌀∅])")


def with_closing_size(sku: Sku, content: PageContent) -> Sku:
    """The SKU with the size at the end of its name, if it has no other."""
    name = sku.get("name")
    if name is None or sku.get("size") is not None or not (any(map(str.isdigit, name.value)) or CALLED.search(name.value)):
        return sku
    place = _closing_place(name, content)
    if place is None:
        return sku
    told = Attribute("size", place.text, place.evidence(name.evidence.page_number, min(CONFIDENCE, name.evidence.confidence)))
    found = {attribute.key: attribute for attribute in (*sku.standard, told)}
    return replace(sku, standard=tuple(found[key] for key in STANDARD_ATTRIBUTES if key in found))


def _closing_place(name: Attribute, content: PageContent) -> Span | None:
    """Where the size stands that closes a name."""
    pack = _pack_in(name.value) or name.value[len(name.value.rstrip(")）")) :]
    size = closing_size(name.value.removesuffix(pack))
    if size is not None:
        return _place(size, pack, name.evidence, content)
    last = name.value.split()[-1]
    place = _place(last, "", name.evidence, content) if RUN_OF_SIZES.fullmatch(last) else None
    return place if place is not None and _is_small(place, name.evidence, content) else None


def _pack_in(name: str) -> str:
    """What a name says at its end of how many come together, with the sign before it."""
    found = LAST_CLAUSE.search(name)
    return found[0] if found is not None and is_note(found[1]) else ""


def _is_small(place: Span, evidence: Evidence, content: PageContent) -> bool:
    """Whether the words at the end of a quoted text are set clearly smaller than those it begins with."""
    first = min(_held(evidence, content), key=lambda word: (round(word.baseline / 3), word.box.x0))
    return all(word.size_pt <= SMALL_RATIO * first.size_pt for word in place.words)


def closing_size(name: str) -> str | None:
    """The longest end of a name, perhaps in brackets, that is a measure of the goods; what they hold, fit or reach up to, `bis 200 kg`, is none."""
    words = TO_FIGURES.sub(" ", CLOSING_BRACKET.sub(r" \1", name)).split()
    for count in range(min(MAX_SIZE_WORDS, len(words) - 1), 0, -1):
        before, tail = words[-count - 1], " ".join(words[-count:])
        if _measures(tail, before, is_joined=before + tail in name) and (is_size(tail) or CALLED.fullmatch(tail)):
            return tail if any(map(str.isalpha, " ".join(words[:-count]))) and not _reaches_to(before) else None
    return None


def opens_with_size(text: str) -> bool:
    """Whether a text begins with a measure, whatever follows it: `25 mm shaft`, `1.5 kg, long arm`."""
    words = plain_text(text).split()
    heads = (" ".join(words[:count]).rstrip(",;:") for count in range(min(MAX_SIZE_WORDS, len(words)), 0, -1))
    return any(is_size(head) and (MEASURED.fullmatch(head) or THREAD.fullmatch(head)) for head in heads)


def _measures(tail: str, before: str, *, is_joined: bool) -> bool:
    """Whether the end of a name looks like a measure, by itself or by how it stands behind the word `before` it."""
    if any(shape.fullmatch(tail) for shape in (MEASURED, UNIT_FIRST)):
        return True
    is_apart = before.endswith((",", ";", "–", "-", "|", "·"))
    return (is_apart and any(shape.fullmatch(tail) for shape in (THREAD, CALLED))) or (is_joined and SIDES.fullmatch(tail) is not None)


def _reaches_to(word: str) -> bool:
    bare = folded(word).strip(".,:()")
    return bare in word_list("limits") or (not bare.isascii() and bare.endswith(_joined_limits()))


@cache
def _joined_limits() -> tuple[str, ...]:
    """Limits in scripts without spaces, which stand at the end of the words before them."""
    return tuple(word for word in word_list("limits") if all(map(is_wide, word)))


def _place(text: str, behind: str, evidence: Evidence, content: PageContent) -> Span | None:
    """Where the last words of a quoted text stand, but for what stands `behind` them, if they stand in one row: of two rows a reader cannot
    be sure."""
    tail = (text + behind).replace(" ", "")
    taken: list[Word] = []
    for word in sorted(_held(evidence, content), key=lambda word: (round(word.baseline / 3), word.box.x0), reverse=True):
        if taken and abs(taken[0].baseline - word.baseline) > 0.5 * word.size_pt:
            break
        taken.insert(0, word)
        if (read := "".join(word.text for word in taken)).endswith(tail):
            return _start_of(_end_of(span_of(taken), tail), text.replace(" ", ""))
        if not tail.endswith(read):
            break
    return None


def _end_of(span: Span, tail: str) -> Span:
    """The end of a text that says `tail`, whatever spaces stand in it."""
    start = next(place for place in reversed(range(len(span.text))) if span.text[place:].replace(" ", "") == tail)
    return span.part(start, len(span.text))


def _start_of(span: Span, head: str) -> Span:
    end = next(place for place in range(len(span.text) + 1) if span.text[:place].replace(" ", "") == head)
    return span.part(0, end)


def _held(evidence: Evidence, content: PageContent) -> list[Word]:
    box = evidence.box
    return [word for word in _words(content).around(box) if box.contains_point(word.box.center_x, word.box.center_y)]


@found_once
def _words(content: PageContent) -> Tiles[Word]:
    return Tiles((word.box, word) for word in content.words)
