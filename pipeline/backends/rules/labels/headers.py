"""What a column or a label is called: the dictionary is data (`data/headers.json`), a merchant may add its own words."""

from __future__ import annotations

import json
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise

from pipeline.backends.rules.values.forms import DATA, LETTERS, TWO_SCRIPTS, folded, is_size, is_unit, word_list
from pipeline.backends.rules.values.letters import measures_across, without_letters
from pipeline.backends.rules.values.prices import WORDS_AROUND, currency_in, is_only_currency
from pipeline.records import STANDARD_ATTRIBUTES

OPENING = re.compile(r"[(（\[【]")
BRACKETED = re.compile(r"[(（\[【]([^)）\]】]*)[)）\]】]?")
# Units that end a label without a sign before them.
TAIL_UNITS = frozenset(("mm", "cm", "in", "inch", "inches", "ft", "kg", "kgs", "ml", "w", "v"))
UNIT_LEAD = re.compile(r"^(?:in\s|unit|units|单位|單位)\s*[:：]?\s*(?=\S)", re.IGNORECASE)
IN_UNIT = re.compile(r"(?<=\S) (?:in|en|w|v|i)$")
UNIT_TAIL = re.compile(r"\s*[/,，:：]\s*([^\s/,，:：]{1,6})\s*$")
# Whether the tax is in the sums says nothing about what they are.
TAXES = ("vat", "gst", "hst", "tax", "taxes", "mwst", "ust", "tva", "iva", "btw", "kdv", "moms", "mva", "ндс", "pph", "ppn")
TAX_TAIL = re.compile(
    r"[\s,(（-]+(?:ex|excl?|exkl|inc|incl|inkl|plus|zzgl|hors|sans|sin|con|senza|più|w/o|without|with|\+)\.?\s*"
    rf"(?:{'|'.join(TAXES)})\.?[)）]?\s*$",
    re.IGNORECASE,
)
# The sign for a number behind what is numbered: `Item #`.
NUMBER_SIGN = re.compile(r"([^\W\d_])\s*#\s*$")
CJK = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\u3040-\u30ff\uf900-\ufaff]")
# Two signs set as wide as four: `单 价`.
SPACED = re.compile(r"[\u2e80-\u9fff](?: [\u2e80-\u9fff])+")
PAIR = re.compile(r"[:：]\s*[^\s)）\]]|\d{3}")
# With a sum behind it a label says its value: `Trade €8.95`.
SUM = re.compile(r"[$€£¥]\s?\d[\d.,]*[.,]\d\d\b|\b\d+[.,]\d\d\s?[$€£¥]")
# How many a price is for, and of what: `€/100 pcs`, `je 1.000 St.`
COUNTED = re.compile(
    r"\s*(?:[/／]\s*|\b(?:per|pro|je|par|por|cada|à|za|pr|voor|на|за|na)\.?\s+|每)(?:1[.,' ]?000|1|10|20|25|50|100|200|250|500)(?![.,]?\d)\s*([^\W\d_]{1,7}\b\.?)?",
    re.IGNORECASE,
)
FIGURE = re.compile(r"\d")
# Words with nothing between them that means something in a label.
PLAIN_WORDS = re.compile(r"[ ,.;!?'’•–-]*([a-z]+)(?:[ ,.;!?'’•–-]+[a-z]+)*[ ,.;!?'’•–-]*")
BARE_FIGURES = re.compile(r"[\d.,-]+")
EDGE = " \t.:：;,，*#|\"'·•-–—_"
# What joins words, however it is spaced.
JOINT = re.compile(r"\s*([./&-])\s*")
STROKE = re.compile(r"\s*[/／|｜]\s*")
# What is no letter and no figure.
APART = re.compile(r"[\W_]+")
# What stands between the sides of a thing, `B × T`, `LxWxH`.
BY = re.compile(r"\s*[x×✕*х]\s*")
# Sides by their letters, as the languages have them, with a number where there are two: `H x L x P`, `Š × V × H`, `Д x Ш x В`, `d1 x d2`.
SIDE = re.compile(r"[abdefghlpstvwyzøдшвгт]\d?")
MAX_LABEL_CHARS = 48
MAX_LABEL_WORDS = 6
MIN_TIGHT_CHARS = 4
MIN_SIDE_CHARS = 4
# Looked-up texts are kept over the pages of a catalog, up to so many.
MAX_KNOWN = 20_000
CUSTOM = "custom"
# Labels of tables that describe a device or a document, not goods.
TECHNICAL = "technical"
# What the goods are made for, as vehicles and machines: never what they are called.
FITS = "fits"


@dataclass(frozen=True, slots=True)
class Label:
    """A printed label understood: the attribute it names, and a unit or currency it states for the values."""

    attribute: str
    printed: str
    unit: str = ""
    currency: str = ""
    is_exact: bool = True

    @property
    def is_standard(self) -> bool:
        return self.attribute in STANDARD_ATTRIBUTES


class Headers:
    """Looks labels up. `extra` are (printed label, attribute) pairs that come first."""

    def __init__(self, extra: tuple[tuple[str, str], ...] = ()) -> None:
        self._entries = dict(_entries())
        self._entries.update({_key(printed): attribute for printed, attribute in extra})
        self._tight = dict(_tight_entries())
        self._openings = frozenset(found[0] for key in self._entries if (found := LETTERS.search(key)) is not None)
        self._price_words = frozenset(
            word for key, attribute in self._entries.items() if attribute == "price" for word in LETTERS.findall(key)
        )
        self._openings_in_full = sorted({_tight(key) for key in self._entries})
        self._known: dict[tuple[str, bool], Label | None] = {}

    def lookup(self, text: str, *, is_whole: bool = False) -> Label | None:
        """The label a text is, or None where it is none. With `is_whole` nothing is asked of the words within it, which takes most of the time."""
        key = (text, is_whole)
        if key in self._known:
            return self._known[key]
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        label = self._known[key] = self._find(" ".join(text.split()), is_whole=is_whole)
        return label

    def names_side(self, text: str) -> bool:
        """Whether words name a side of the goods, alone or as the end of one word: `Height`, `Regalhöhe`."""
        label = self.lookup(text)
        sides = [key for key, attribute in self._entries.items() if attribute == "dimension" and len(key) >= MIN_SIDE_CHARS]
        return (label is not None and label.attribute == "dimension") or folded(text).endswith(tuple(sides))

    def _find(self, printed: str, *, is_whole: bool) -> Label | None:
        if "#" in printed and (numbered := NUMBER_SIGN.sub(r"\1 no", printed)) != printed:
            label = self._find(numbered, is_whole=is_whole)
            if label is not None:
                return replace(label, printed=printed)
        if not printed or len(printed) > MAX_LABEL_CHARS or _has_many_words(printed):
            return None
        if is_whole and self._opens_no_label(printed):
            return None
        if BARE_FIGURES.fullmatch(printed) and _key(printed) not in self._entries:
            return None
        if is_only_currency(printed):
            return Label("price", printed, currency=currency_in(printed))
        if (
            (one := _for_one(printed)) != printed
            and (label := self._find(one, is_whole=is_whole)) is not None
            and label.attribute == "price"
        ):
            return replace(label, printed=printed)
        if PAIR.search(printed) or SUM.search(printed):
            return None
        whole = self._entries.get(_key(printed))
        base, hints = _without_hints(printed)
        currency = currency_in(printed)
        attribute = whole or self._entries.get(_key(base)) or self._tight.get(_tight(base))
        attribute = (
            attribute
            or self._by_languages(base)
            or self._by_script(base)
            or self._by_sides(base)
            or self._by_letters(base)
            or self._by_terms(base)
            or _by_price_word(base)
        )
        if attribute == CUSTOM and folded(base) in word_list("price_words") and any(map(currency_in, hints)):
            # What sums are asked for: `Unit A$ ex GST`, `Box (£)`.
            attribute = "price"
        is_exact = attribute is not None
        if attribute is None and not is_whole:
            attribute = self._by_one_language(base) or self._inside(base) or self._price_in_one_script(base) or _by_currency(base, hints)
        if attribute is None:
            return None
        if attribute != "price":
            currency = ""
        return Label(attribute, printed, unit=_unit_of(hints) or _tail_unit(attribute, printed), currency=currency, is_exact=is_exact)

    def _opens_no_label(self, printed: str) -> bool:
        """Whether plain words tell of no money and the first of them is not how any label begins, however that is spaced: said at once of
        most running text."""
        plain = folded(printed)
        words = PLAIN_WORDS.fullmatch(plain)
        # An `x` may stand between sides, and behind a wide or accented letter the last one may be that of a drawing.
        if words is None or "x" in words[1] or (words.end(1) == len(plain) and not printed[-2:-1].isascii()):
            return False
        first = words[1]
        following = bisect_left(self._openings_in_full, first)
        if any(opening.startswith(first) for opening in self._openings_in_full[following : following + 1]):
            return False
        return not (first.endswith(_price_ends()) or currency_in(printed)) and self._price_words.isdisjoint(LETTERS.findall(plain))

    def _by_letters(self, base: str) -> str | None:
        """A known label with the letters of a drawing behind it, or the sign of diameters at one of its ends."""
        named = without_letters(base)
        known = self._entries.get(_key(named)) if named and named != base else None
        # `Size S` is one of the sizes.
        if known == "dimension" or (known == "size" and self._by_sides(base.removeprefix(named))):
            return known
        return "dimension" if measures_across(base) else None

    def _by_languages(self, base: str) -> str | None:
        """What a label says twice, parted by strokes: `Código / Code`, `Bild | Picture`. Two sides are no side."""
        named = self._named_between_strokes(base)
        attribute = named.pop() if len(named) == 1 else None
        return attribute if attribute not in ("dimension", TECHNICAL) else None

    def _by_one_language(self, base: str) -> str | None:
        """The same where only one of the languages is known, `Pezzo / Item`, or where the other side says what else is told: `Product / Features`."""
        known = self._named_between_strokes(base) - {None, CUSTOM}
        attribute = known.pop() if len(known) == 1 else None
        return attribute if attribute in STANDARD_ATTRIBUTES else None

    def _named_between_strokes(self, base: str) -> set[str | None]:
        parts = STROKE.split(base)
        return {self._entries.get(_key(part)) for part in parts} if len(parts) > 1 else set()

    def _by_script(self, base: str) -> str | None:
        """A label printed in two scripts is known if one of its halves is; one with figures that is not is its value: `编号 RC-50`."""
        if base.isascii():
            return None
        wide = " ".join(CJK.findall(base)).replace(" ", "")
        narrow = CJK.sub(" ", base)
        narrow = narrow.strip(EDGE + "/&()（）")
        is_value = any(map(str.isdecimal, narrow)) and self._entries.get(_key(narrow)) is None
        if not wide or not narrow or is_value:
            return None
        # One letter stands for a series as well as for a side: `C系列接头`.
        found = [self._entries.get(_key(part)) for part in (wide, narrow) if len(part) > 1 or part is wide]
        known = [attribute for attribute in found if attribute]
        return next((attribute for attribute in known if attribute != CUSTOM), known[0] if known else None)

    def _price_in_one_script(self, base: str) -> str | None:
        """A price in words of two scripts, of which one says what for: `付款条件 Price by payment terms`."""
        two = None if base.isascii() else TWO_SCRIPTS.fullmatch(folded(base))
        return "price" if two is not None and any(self._inside(side) == "price" for side in two.groups() if side) else None

    def _by_sides(self, base: str) -> str | None:
        """Two sides or more are a size, by their letters or by their words: `B × T`, `Höhe x Breite x Tiefe`; `S-XL` is a size of clothes."""
        parts = BY.split(folded(base))
        # `DxL`, but `Axe`.
        is_word = len(parts) == 2 and base.isalpha() and not (base[0].isupper() and base[-1].isupper())
        is_named = len(parts) > 1 and not is_word and all(map(self._is_side, parts))
        return "size" if is_named and not is_size(base) else None

    def _by_terms(self, base: str) -> str | None:
        """A price with its terms, taxes and what it is for: `Prix public HTVA`, `Preis inkl. MwSt.`"""
        plain = folded(base)
        if plain.isascii() and self._price_words.isdisjoint(LETTERS.findall(plain)):
            return None
        bare = WORDS_AROUND.sub(" ", plain).strip(EDGE + "()/")
        return "price" if bare and bare != plain and self._entries.get(_key(" ".join(bare.split()))) == "price" else None

    def _is_side(self, part: str) -> bool:
        return SIDE.fullmatch(part.strip(EDGE)) is not None or self._entries.get(_key(part)) == "dimension"

    def _names_goods(self, part: str) -> bool:
        return self._entries.get(part, TECHNICAL) != TECHNICAL

    def _inside(self, base: str) -> str | None:
        """`US Item No.` ends in a known label; `不含税单价` too. The longest one counts."""
        key = _key(base)
        # Points join what they abbreviate: only where that tells nothing are they ends of words, as in `Item No. left`.
        words, apart = key.split(), folded(base).split()
        found = self._among(words) or (self._among(apart) if apart != words else None) or _by_price_word(base.split()[-1])
        if found is not None:
            return found
        if CJK.search(key) and " " not in key and len(key) <= 10:
            for length in range(len(key) - 1, 1, -1):
                for part in (key[-length:], key[:length]):
                    if self._names_goods(part):
                        return self._entries[part]
        return None

    def _among(self, words: Sequence[str]) -> str | None:
        """The longest known label that these words end or begin with."""
        openings = [self._opens_label(word) for word in words]
        for length in range(len(words) - 1, 0, -1):
            parts = (words[-length:] if openings[-length] else [], words[:length] if openings[0] else [])
            for part in (_key(" ".join(words)) for words in parts if words):
                # Of words in scripts without spaces two signs are as much as a word.
                is_long = len(part) > (1 if CJK.search(part) else 2)
                if part not in word_list("whole_labels") and is_long and self._names_goods(part):
                    return self._entries[part]
        return None

    def _opens_label(self, word: str) -> bool:
        """Whether a label may begin with this word; where that cannot be told by its letters it may."""
        first = LETTERS.search(word) if word.isascii() else None
        return first is None or first[0] in self._openings


def _for_one(printed: str) -> str:
    """The label without the number that its sums are for."""
    if FIGURE.search(printed) is None:
        return printed
    return " ".join(COUNTED.sub(lambda found: f" {found[1]}" if found[1] and currency_in(found[1]) else "", printed).split())


def _by_currency(base: str, hints: Sequence[str]) -> str | None:
    """In whatever language: words about something counted in money are a price's."""
    is_named = any(map(str.isalpha, base)) and not any(map(str.isdigit, base))
    return "price" if is_named and any(currency_in(hint) for hint in hints) else None


def _by_price_word(word: str) -> str | None:
    """What is put together with a word for prices at its end, in languages that join words: `Abverkaufspreis`, `salgspris`, `处理价`."""
    plain = folded(word).strip(EDGE)
    # In scripts without spaces the last two signs are a word: `客户评价` is what customers think.
    is_price = plain.isalpha() and plain.endswith(_price_ends())
    return "price" if is_price and word_list("no_price_labels").isdisjoint((plain, plain[-2:])) else None


@cache
def _price_ends() -> tuple[str, ...]:
    return tuple(word_list("price_ends"))


def _has_many_words(text: str) -> bool:
    """More than labels have, without the signs between them: `Länge × Breite × Höhe in mm` has five words."""
    words = text.split()
    if len(words) <= MAX_LABEL_WORDS:
        return False
    return sum(any(map(str.isalnum, word)) and not BY.fullmatch(word) for word in words) > MAX_LABEL_WORDS


@cache
def _entries() -> dict[str, str]:
    data: dict[str, list[str]] = json.loads((DATA / "headers.json").read_text(encoding="utf-8"))
    entries: dict[str, str] = {}
    for attribute, labels in data.items():
        for label in labels:
            entries.setdefault(_key(label), attribute)
    return entries


@cache
def _tight_entries() -> dict[str, str]:
    """Labels of some length without the points, dashes and spaces that are set one way or another: `Art.Nr.`, `ART-NR`, `Art. Nr`."""
    tight: dict[str, str] = {}
    for key, attribute in _entries().items():
        if len(_tight(key)) >= MIN_TIGHT_CHARS:
            tight.setdefault(_tight(key), attribute)
    return tight


def _tight(text: str) -> str:
    return APART.sub("", _key(text))


@lru_cache(maxsize=MAX_KNOWN)
def _key(text: str) -> str:
    plain = folded(unicodedata.normalize("NFKC", text))
    if not plain.isascii() and SPACED.fullmatch(bare := plain.strip(EDGE)):
        return bare.replace(" ", "")
    return JOINT.sub(r"\1", plain).strip(EDGE) or plain.strip()


def _bare_unit(hint: str) -> str:
    """`in kgs`, `unit: mm`, `单位：cm` name a unit with words around it."""
    return UNIT_LEAD.sub("", hint.strip()).strip(" .:：")


def _unit_of(hints: Sequence[str]) -> str:
    return next((unit for hint in hints if is_unit(unit := _bare_unit(hint))), "")


def _tail_unit(attribute: str, printed: str) -> str:
    """The unit at the end of a label that is known as a whole, `Ø mm`, or of its half in another script: `规格 mm Size`."""
    words = printed.split()
    if attribute not in ("size", "dimension"):
        return ""
    ends = [word for before, word in pairwise(words) if word is words[-1] or CJK.match(before[-1])]
    return next((word for word in reversed(ends) if word.casefold() in TAIL_UNITS), "")


def unit_in(text: str) -> str:
    """The unit that a head states for its values, whatever else it says: `d1 × d2 (mm)`, or where it says nothing else: `cm`, `in mm`."""
    return _unit_of([*_without_hints(" ".join(text.split()))[1], text.strip("()（）[] ")])


def _is_currency(word: str) -> bool:
    return bool(currency_in(word)) and not any(map(str.isdigit, word))


def _without_hints(printed: str) -> tuple[str, list[str]]:
    """The label without brackets and unit tail, and what stood in them."""
    hints, base = [], printed
    if OPENING.search(printed) is not None:
        hints = [hint for hint in BRACKETED.findall(printed) if hint.strip()]
        base = BRACKETED.sub(" ", printed).strip()
    if base.casefold().rstrip(" .)）").endswith(TAXES):
        base = TAX_TAIL.sub("", base) or base
    tail = UNIT_TAIL.search(base)
    if tail and (is_unit(tail[1]) or currency_in(tail[1])):
        hints.append(tail[1])
        base = base[: tail.start()]
    words = base.split()
    if len(words) > 1 and (_is_currency(words[-1]) or (words[-1].casefold() in TAIL_UNITS and _key(base) not in _entries())):
        hints.append(words[-1])
        base = IN_UNIT.sub("", " ".join(words[:-1]))
    if len(words) > 1 and currency_in(words[0]):
        base = " ".join(base.split()[1:]) or base
    return base or printed, hints
