"""Whether a text can be a code, a size, a colour, a material or a measure. Word lists are data (`data/values.json`)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[1] / "data"

NUMBER = r"(?:\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?|\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|\d{1,3}(?:[' ]\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3})+,\d{1,2}|\d+(?:[.,]\d+)?)"
# The section of a cable is measured in square millimetres; no other area is a size.
LENGTH_UNIT = r"(?:mm|cm|dm|m|in|inch(?:es)?|ft|\"|''|″|′′|英寸|寸|毫米|厘米|公分|米|мм|см|м)"
SIZE_UNIT = rf"(?:mm2|{LENGTH_UNIT}|[mcdhµμ]?l|ltr|lit(?:er|re)s?|cc|oz|fl\.?\s?oz|gal|qt|pt|g|kg|lbs?|毫升|升|克|公斤|千克|мл|л|кг|г)"
ONE_SIZE = r"(?:\d+[- ]\d+/\d+|\d+/\d+|\d+(?:[.,]\d+)?(?:\s*[-~–]\s*\d+(?:[.,]\d+)?)?)"
# Which side a figure measures, behind it: `14"Dx24"H`, `9" dia. x 4" tall`.
ACROSS = r"dia(?:m(?:eter)?)?\b\.?"
SIDE_NAMED = rf"(?:[LWHDT](?=\b|[x×*]\s*\d)|{ACROSS}|(?:wide|deep|high|tall|long|thick|breit|tief|hoch|lang)\b)"
SIDE = rf"(?:[a-z]{{0,4}}\s*[ØΦøφ⌀∅]?\s*{ONE_SIZE}\s*(?:\(?{SIZE_UNIT}\)?)?\s*{SIDE_NAMED}?)"
BEFORE_FRACTION = re.compile(r"(?<=\d)\s?(?=[¼½¾⅐-⅞])")
SIZE_PRODUCT = re.compile(rf"{SIDE}(?:\s*[x×✕*X]\s*{SIDE})+\s*(?:\(?{SIZE_UNIT}\)?)?", re.IGNORECASE)
# In Chinese and Japanese what is measured stands before the figure, and ends in the word for a side: `链长45cm`, `口径 9cm`.
WIDE_SIDE = r"(?:[约約]?[\u4e00-\u9fff]{0,3}[长長宽高厚深径口围距幅]さ?|[约約])"
# A nominal bore, a thread by its fraction of an inch, a sheet of paper, a conductor by its section, with the number of its cores.
CONDUCTOR = r"(?:\d{1,2}\s?[x×G]\s?)?\d{1,3}(?:[.,]\d{1,2})?\s?(?:mm2|qmm|sq\.?\s?mm|кв\.?\s?мм)|AWG\s?\d{1,2}|\d{1,2}\s?AWG"
BY_NAME = CONDUCTOR + r"|DN\s?\d{1,4}|(?:G|Rc?|Rp|NPT)\s?(?:\d[ -])?\d/\d\s?[\"″]?|A[3-6]|B[45]|\d{1,2}\s?[\"″]\s?\d/\d{1,2}"
SIZE_SINGLE = re.compile(
    rf"(?:[ØΦøφ⌀∅]\s*{ONE_SIZE}\s*{SIZE_UNIT}?|{WIDE_SIDE}?\s*{ONE_SIZE}\s*{SIZE_UNIT}|{ONE_SIZE}\s*{LENGTH_UNIT}\s*(?:[LWHD]|{ACROSS})|M\d{{1,3}}(?:\.\d+)?|{BY_NAME})",
    re.IGNORECASE,
)
# As Italian has it, `cl 75`, `kg. 2,5`, `mm 600x400`; capitals before figures are codes, and one letter needs its space.
UNIT_FIRST = re.compile(rf"(?:(?:[cmd]l|[Cc]l|[Mm]l|[Ll]t|[Kk]g|[Gg]r|[mc]m|mt)\.?\s?|[gl]\.?\s){ONE_SIZE}(?:\s*[x×]\s*{ONE_SIZE})*")
# Each side under its letter, in the order of the language: `W 78 D 82 H 76 cm`, `B 224 T 92 H 81`.
LETTERED = rf"(?:[BDEGHLPTW]|SH|SD|SW|AH|ST)\.?\s?:?\s?{ONE_SIZE}"
LETTERED_SIDE = rf"{LETTERED}\s*{LENGTH_UNIT}?"
SIZE_LETTERED = re.compile(rf"{LETTERED_SIDE}(?:\s*[,;/|]?\s*{LETTERED_SIDE})+|{LETTERED}\s*{LENGTH_UNIT}")
GARMENT = re.compile(
    r"(?:X{0,4}[SML]|[2-6]XL|XXS|Free size|One size|均码|S/M|L/XL)(?:(?:\s*[-–—,/、~ ]\s*|\s+(?:to|bis|à|a)\s+)(?:X{0,4}[SML]|[2-6]XL|XXS))*",
    re.IGNORECASE,
)
# Under a label that promises sizes: a run of them, `44–62`, also as a country counts them, `US 5–9`, or a list, `36, 38, 40`.
SIZE_RUN = re.compile(
    r"(?:(?:EU|EUR|US|UK|FR|IT|DE|CN|JP)\s?)?\d{1,3}(?:[.,]5|½)?(?:(?:\s*[-–—~/,、|·]\s*|\s+(?:to|bis|à|a)\s+)\d{1,3}(?:[.,]5|½)?)+",
    re.IGNORECASE,
)
# Sides parted by strokes, with the unit they share behind the last.
SIZE_STROKED = re.compile(rf"\d+(?:[.,]\d+)?(?:\s?/\s?\d+(?:[.,]\d+)?){{2}}\s*{LENGTH_UNIT}", re.IGNORECASE)
SIZE_AGAIN = re.compile(r"([^()（）]+?)\s*[(（]([^()（）]+)[)）]")
# No comma of a decimal figure, no stroke of a fraction.
SIZE_LIST = re.compile(r"\s*(?:[、;|]|(?<!\d)[/,]|[/,](?!\d))\s*")
LIST_SIGN = re.compile(r"[/,、;+&|，；·•∙‧%]|\band\b")
LISTED = re.compile(r"\s*[/,、;+&|，；]\s*|\s+[·•∙‧]\s+|\s+and\s+|(?<=[^\d\s.,])\s+(?=\d+\s*%)")
# One value in two languages: `Chrome 镀铬`.
TWO_SCRIPTS = re.compile(r"([a-z][a-z -]*[a-z])\s*([\u3040-\u9fff]+)|([\u3040-\u9fff]+)\s*([a-z][a-z -]*[a-z])")
# The sides of a thing in one piece, or how far it measures across: `183×61×1cm`, `Ø65cm`.
SIDES = re.compile(rf"(?:[ØΦøφ⌀∅]\d+(?:[.,]\d+)?|\d+(?:[.,]\d+)?(?=[xX×]))(?:[xX×]\d+(?:[.,]\d+)?)*{LENGTH_UNIT}?")
BARCODE = re.compile(r"\d{8}|\d{12,14}")
# `750-g-Laib`, `0,75-l-Flasche`: a measure and what holds it in one word.
PACK = re.compile(rf"\d+(?:[.,]\d+)?-{SIZE_UNIT}-[^\W\d_]+", re.IGNORECASE)
# A month by its first letters, in the languages that share them.
MONTH = r"(?:jan|feb|f[ée]v|m[äa]r|apr|avr|abr|ma[iyj]|jun|jui|jul|giu|lug|aug|ao[uû]|ago|sep|set|o[ck]t|out|ott|nov|de[czs]|di[cč]|gen|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)"
DAY_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*"
DATE = re.compile(
    r"(?:19|20)\d\d[-./年]\d{1,2}(?:[-./月]\d{1,2}日?)?|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d|\d{1,2}/\d{1,2}/\d\d"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*[-. ,]+(?:19|20)\d\d|(?:FY|Q[1-4])[-/ ]?(?:19|20)\d\d"
    rf"|\d{{1,2}}(?:\.|st|nd|rd|th|er|º)?[\s.-]+(?:de\s+)?{MONTH}[^\W\d_]*\.?,?[\s.-]+(?:de\s+)?(?:19|20)\d\d"
    rf"|(?-i:{DAY_MONTH}\.? [0-3]?\d(?:st|nd|rd|th)?|[0-3]?\d(?:st|nd|rd|th|\.)? {DAY_MONTH}\.?)",
    re.IGNORECASE,
)
CODE = re.compile(r"[A-Z0-9À-Þ#][A-Z0-9À-Þa-z#&()_./+-]*(?: [A-Z0-9À-Þ(#][A-Z0-9a-z()_./+-]*){0,2}")
# The end of a name with a code in brackets right behind it: `Pot(KB-61)`.
WORD_AND_BRACKET = re.compile(r"[A-ZÀ-Þ]?[a-zß-ÿ]{2,}\s?\(")
LONG_PIECE = re.compile(r"[A-Za-zÀ-ÿ]{5,}")
# With a single figure, capitals on both sides of a hyphen: `LN-GW9`, `KX-2S-BK`.
LETTERED_CODE = re.compile(r"[A-Z]{2,5}-(?=[A-Z]*\d)(?:[A-Z]{1,4}\d[A-Z]{0,3}|\d[A-Z]{1,3}|\d(?=-))(?:-[A-Z]{1,4})?")
MEASURE = re.compile(rf"[<>≤≥≈~±+-]?\s*{NUMBER}(?:\s*[-~–/]\s*[+-]?{NUMBER})?\s*([^\d\s]{{1,8}}(?:/[^\d\s]{{1,6}})?)")
PLAIN_NUMBER = re.compile(rf"[+-]?{NUMBER}")
# Figures that fall reach from nowhere to nowhere: capitals behind them, `8820-25MB`, are no unit.
FIGURES_AND_CAPITALS = re.compile(r"(\d+)-(\d+)[A-Z]{1,3}")
# A point at half height within a figure or a code: `K12·169`.
RAISED_POINT = re.compile(r"(?<=[0-9A-Z])[·∙‧・](?=[0-9A-Z])")
HYPHENS = re.compile(r"[\u2010\u2011\u2012\u2212\u00ad]")
# Without one of these nothing is a product of sides, and nothing a list.
BETWEEN_SIDES = frozenset("xX×✕*")
BETWEEN_SIZES = frozenset("、;|/,")
# Without one of these only the sizes of clothes are sizes.
FIGURE_OR_BRACKET = re.compile(r"[\d(（]")
LETTERS = re.compile(r"[^\W\d_]+")
TWO_WORDS = re.compile(r"[^\W\d_]+\s+[^\W\d_]+")
MAX_UNIT_LETTERS = 3
# Scripts from here on are written without spaces.
FIRST_WIDE = "\u2e80"
MARK = re.compile(r"[-–—/√✓✔×✗●○◎★☆•·*✕]+|yes|no|n/a|有|无|是|否", re.IGNORECASE)

OFFERED = re.compile(r"[√✓✔●○◎★☆•·]|yes|有|是", re.IGNORECASE)


@lru_cache(maxsize=8192)
def plain_text(text: str) -> str:
    """Width forms and hyphens as one, edges trimmed: the form in which values are recognised."""
    if not text.isascii():
        # One form for `3½`, `3 1⁄2` and `3-1/2`.
        text = unicodedata.normalize("NFKC", BEFORE_FRACTION.sub("-", text)).replace("⁄", "/")
        text = RAISED_POINT.sub(".", text)
    return HYPHENS.sub("-", text).strip()


# Not the marks that part the kana: there they make another letter.
ACCENTS = re.compile(r"[\u0300-\u036f]")


@lru_cache(maxsize=16384)
def folded(text: str) -> str:
    """Width, case, accents and spaces as one form, for comparing: `FİYATI` in capitals is `fiyatı`."""
    if text.isascii():
        return " ".join(text.lower().split())
    plain = ACCENTS.sub("", unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold())).replace("ı", "i")
    return " ".join(unicodedata.normalize("NFC", plain).split())


@cache
def word_list(*names: str) -> frozenset[str]:
    """A list of the data file, folded, or several as one."""
    return frozenset(folded(word) for name in names for word in value_data()[name])


@cache
def value_data() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / "values.json").read_text(encoding="utf-8"))
    return content


def one_of(words: Iterable[str]) -> str:
    """The pattern of any of these words, the longest that fits. Those that begin alike are tried together: in a long list of words one after
    the other would be tried at every place of a text."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[:1], []).append(word[1:])
    may_end = rests.pop("", None) is not None
    branches = [re.escape(first) + one_of(rest) for first, rest in sorted(rests.items())]
    if not branches:
        return ""
    return f"(?:{'|'.join(branches)}){'?' if may_end else ''}" if len(branches) > 1 or may_end else branches[0]


@lru_cache(maxsize=8192)
def is_size(text: str) -> bool:
    """Dimensions, a diameter, a volume, a thread or a garment size; so is a list of them, or one said again in another unit in brackets."""
    plain = plain_text(text).removesuffix(".")
    if FIGURE_OR_BRACKET.search(plain) is None:
        return GARMENT.fullmatch(plain) is not None
    if _is_measured(plain) or _is_otherwise_sized(plain):
        return True
    if BETWEEN_SIZES.isdisjoint(plain):
        return False
    parts = SIZE_LIST.split(plain)
    return len(parts) > 1 and all(map(_is_measured, parts))


def _is_measured(plain: str) -> bool:
    if plain.endswith((")", "）")) and (again := SIZE_AGAIN.fullmatch(plain)) and is_size(again[1]) and is_size(again[2]):
        return True
    is_product = not BETWEEN_SIDES.isdisjoint(plain) and SIZE_PRODUCT.fullmatch(plain) is not None
    return is_product or SIZE_SINGLE.fullmatch(plain) is not None


def _is_otherwise_sized(plain: str) -> bool:
    """By the letters of its sides, as clothes are, with strokes between the sides, or with the unit first."""
    return bool(SIZE_LETTERED.fullmatch(plain) or GARMENT.fullmatch(plain) or SIZE_STROKED.fullmatch(plain) or UNIT_FIRST.fullmatch(plain))


def is_size_run(text: str) -> bool:
    """Sizes by bare numbers, from one to another or one after the other."""
    return SIZE_RUN.fullmatch(plain_text(text)) is not None


def states_measure(text: str) -> bool:
    """A number with its unit somewhere in the text."""
    return _with_units().search(folded(text)) is not None


@cache
def _with_units() -> re.Pattern[str]:
    units = [unit for unit in word_list("units") if unit[0].isalpha() or unit[0] in '°"″']
    return re.compile(rf"\d\s*{one_of(units)}(?!\w)")


def is_measure(text: str) -> bool:
    """A number with a unit, or from one number to a larger one."""
    found = MEASURE.fullmatch(plain := plain_text(text))
    return found is not None and all(map(_is_known_unit, found[1].split("/"))) and not _falls(plain)


def _falls(plain: str) -> bool:
    found = FIGURES_AND_CAPITALS.fullmatch(plain)
    return found is not None and int(found[1]) > int(found[2])


def is_code(text: str) -> bool:
    """Whether this can be a model code: figures and letters of one piece, or of few pieces; no measure, no date."""
    plain = plain_text(text)
    if not 3 <= len(plain) <= 28 or not CODE.fullmatch(plain) or DATE.fullmatch(plain) or text.rstrip().endswith(("¼", "½", "¾")):
        return False
    digits = sum(map(str.isdigit, plain))
    if (
        digits == 0
        or any(not piece.isupper() for piece in LONG_PIECE.findall(plain))
        or is_size(plain)
        or is_measure(plain)
        or PACK.fullmatch(plain)
        or WORD_AND_BRACKET.match(plain)
    ):
        return False
    spaced = plain.count(" ")
    # One word may belong to a code, as in `X200 Pro`; two are a name behind it.
    if spaced > 1 and sum(piece.isalpha() and len(piece) > 2 and not piece.isupper() for piece in plain.split()) > 1:
        return False
    if spaced and any(SIDES.fullmatch(piece) for piece in plain.split()):
        return False
    if spaced and all(PLAIN_NUMBER.fullmatch(piece) for piece in plain.split()) and "." in plain:
        return False
    if digits == 1:
        return LETTERED_CODE.fullmatch(plain) is not None
    return spaced == 0 or len(plain) <= 18


def is_quantity(text: str) -> bool:
    """Figures with units and nothing else, in whatever language: `6 pz / 1,44 m²`; `500 m Ring` and `Hex key set, 9 pcs` are more than that."""
    plain = plain_text(text)
    words = LETTERS.findall(plain)
    if TWO_WORDS.match(plain) and not any(is_unit(word) for word in words[:2]):
        return False
    # In scripts without spaces three signs are a name already.
    return any(map(str.isdigit, plain)) and all(
        is_unit(word) or len(word) <= (1 if word[0] >= FIRST_WIDE else MAX_UNIT_LETTERS) for word in words
    )


def is_badge_word(text: str) -> bool:
    """What is put on goods to point at them, `NEW`, `BESTSELLER`, and says nothing about what they are."""
    return folded(text).strip(" !¡.*★☆()[]-–") in word_list("badges")


def is_offered_mark(text: str) -> bool:
    """A mark that says that something is there, as a tick or a dot does and a dash or a cross does not."""
    return OFFERED.fullmatch(text.strip()) is not None


def is_missing_price(text: str) -> bool:
    """A price cell that says there is none."""
    return folded(text).strip("*() ") in word_list("no_price")


def is_unit(text: str) -> bool:
    return _is_known_unit(text.strip(" ."))


def _is_known_unit(text: str) -> bool:
    """Short words are units only with the accents they are written with: `4904 BO` counts no `bộ`."""
    plain = folded(text)
    if plain not in word_list("units"):
        return False
    return plain not in _accented_units() or plain != text.casefold()


@cache
def _accented_units() -> frozenset[str]:
    """Short units as they would look without the accents that every way of writing them has."""
    units = [unit.casefold() for unit in value_data()["units"] if unit.isalpha() and len(unit) <= MAX_UNIT_LETTERS]
    return frozenset(folded(unit) for unit in units if folded(unit) != unit) - {unit for unit in units if folded(unit) == unit}


def lists_only(text: str, is_one: Callable[[str], bool]) -> bool:
    """Whether a text is one of something, several of them, or one in two languages."""
    plain = folded(text)
    if is_one(plain):
        return True
    parts = listed(plain)
    if len(parts) == 1 and not plain.isascii() and (two := TWO_SCRIPTS.fullmatch(plain)):
        parts = tuple(side for side in two.groups() if side)
    return len(parts) > 1 and all(map(is_one, parts))


@lru_cache(maxsize=8192)
def listed(plain: str) -> tuple[str, ...]:
    """The parts of a list; whoever asks whether these are colours asks about materials next."""
    if LIST_SIGN.search(plain) is None:
        return (plain,) if plain else ()
    return tuple(part for part in LISTED.split(plain) if part)
