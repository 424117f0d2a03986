"""What a bare piece of text states: a model, a size, a material, a colour, a price, or words."""

from __future__ import annotations

import re
from dataclasses import replace
from enum import StrEnum
from functools import cache

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.text.records import LabelLookup, Statement
from pipeline.backends.rules.text.spans import Span
from pipeline.backends.rules.values.forms import folded, is_badge_word, is_missing_price, is_size_run, word_list
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material
from pipeline.backends.rules.values.prices import AMOUNTS, GROUPED, SUM_FOR, WORDS_AROUND, bare_price, currency_in, parse_price
from pipeline.records import STANDARD_ATTRIBUTES, Price
from pipeline.stages.lines import FIRST_WIDE, is_wide

MAX_NAME_WORDS = 10
MAX_WIDE_NAME_CHARS = 26
MAX_NAME_CHARS = 80
SENTENCE_MARKS = (".", "。", "!", "！", "?", "？", "；", "…")
SPACE = re.compile(r"\s")
SPACES = re.compile(r"\s+")
LETTERS = re.compile(r"[^\W\d_]+")
MAX_STRANGE_CHARS = 3
GREAT_SUM = re.compile(r"\d\s*(?:[MKB]\b|mln|mio|million|billion|bn\b|亿)", re.IGNORECASE)
# What a kilogram or a square metre of it comes to stands beside the price, by law in some countries.
BASE_PRICE = re.compile(r"\d\s*[^\W\d_]{1,5}\.?[²³]?\s*=")
PRICE_OF = re.compile(r"\W*(?:per|pro|je|par|por|al|cada|each|incl?|ex|excl?|inkl|exkl|plus|zzgl|net|netto|ht|ttc)\b", re.IGNORECASE)
# `per sheet`, `por malla`: in small letters, one word for whatever is counted.
PRICE_PER = re.compile(r"\W*(?:per|pro|je|par|por|cada|each|al|alla|za|på|pr\.?|voor)\s+[^\W\d_]{2,14}\.?")
# What comes with the goods, or is in their price, names nothing.
INCLUDED = re.compile(
    r"\W*(?:in[ck]l(?:\.|\b|usi(?:ve|ef)\b|uding\b)|e[xk][ck]l(?:\.|\b|uding\b|usief\b)|y compris\b|inclu(?:ye|i|so|sa|s)\b|compres[oa]\b|zzgl\b|w zestawie\b)\W*\w",
    re.IGNORECASE,
)
ORDER_OVER = re.compile(r"[满滿]\s*\d")
COUNTER = re.compile(r"[\d.,]{1,5}\s*[+%°xX×]?")
MAX_MODEL_CHARS = 40
MAX_MODEL_WORDS = 4
SMALL_FIGURE = re.compile(r"[+-]?\d{1,2}(?:[.,]\d{1,2})?")
# Nobody writes a nought before a sum of whole pieces of money: `01726 555 0119` is where to call.
ONE_AMOUNT = r"(?!0\d)\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,2})?(?:[.,][–—-]+)?|(?!0\d)\d{1,6}(?:[.,]\d{1,2})?(?:[.,][–—-]+)?"
ONE_OF_AMOUNTS = re.compile(r"\d[\d.,]*\d|\d")
PLAIN_AMOUNTS = re.compile(rf"(?:{ONE_AMOUNT})(?:(?:\s*[/|]\s*|\s+)(?:{ONE_AMOUNT})){{0,3}}")
INNER_END = re.compile(r"\w{4,}[.!?]\s+\w|[。！？].")
SHOE_SIZE = re.compile(r"(?:EU|US|UK|EUR|CN)(?:\s*\d{2}|\s\d)(?:\.5|½)?(?:\s*[-–~]\s*\d{1,2}(?:\.5|½)?)?")
# A point of a list tells about the product; it never names it.
BULLET = re.compile(r"\s*[•·▪■●◆►▶✓✔➤‣◦]\s*\w")
# Figures alone under a label that promises a code; four of them may also be a year.
MIN_NUMBER_CHARS = 4
SHORT_CODE = re.compile(r"[A-Z]{1,4}[-./]\d{1,3}[A-Z]?")
ARTICLE = re.compile(r"(?!(?:19|20)\d\d$)\d[\d.\- ]{2,18}\d(?: [A-Z]{1,3})?")
# Letters that could be a currency at one with figures: `TL20` is a code where one is promised.
JOINED_CODE = re.compile(r"[A-Z]{2}\d{2,6}")
FOOTNOTE = re.compile(r"\s*(?:\*{1,3}|[†‡¹²³])\s*\w")
MAX_PACK_NOUNS = 2
MAX_PACK_CHARS = 28
MAX_ABBREVIATED_WORDS = 5
ABBREVIATION = re.compile(r"\b\w{1,4}\.$")


# What a label tells though nothing but its company vouches for the value.
COMPANIONS = frozenset(("model", "size", "material", "color", CUSTOM))
MAX_VALUE_WORDS = 4
MAX_LED_CHARS = 40
JOINED = frozenset(("color", "material"))
MAX_JOINED_CHARS = 4
NUMBER_SIGN = re.compile(r"\s*[#№]\s*(?=\w)")


class Kind(StrEnum):
    """The standard attributes, and what else stands in captions."""

    MODEL = "model"
    NAME = "name"
    SIZE = "size"
    MATERIAL = "material"
    COLOR = "color"
    PRICE = "price"
    CUSTOM = "custom"
    TEXT = "text"
    SENTENCE = "sentence"
    OLD_PRICE = "old_price"
    NOTE = "note"
    NUMBER = "number"

    @classmethod
    def of_attribute(cls, attribute: str | None) -> Kind:
        return cls(attribute) if attribute in STANDARD_ATTRIBUTES else cls.CUSTOM


BARE = {
    ValueKind.CODE: Kind.MODEL,
    ValueKind.SIZE: Kind.SIZE,
    ValueKind.COLOR: Kind.COLOR,
    ValueKind.MATERIAL: Kind.MATERIAL,
    ValueKind.NUMBER: Kind.NUMBER,
    ValueKind.BARCODE: Kind.NUMBER,
    ValueKind.MEASURE: Kind.NOTE,
    ValueKind.DATE: Kind.NOTE,
    ValueKind.MARK: Kind.NOTE,
    ValueKind.EMPTY: Kind.NOTE,
}


def bare_kind(text: str) -> Kind:
    """The kind of an unlabelled text that is no price."""
    found = kind_of(text)
    if BULLET.match(text) or is_note(text) or is_badge_word(text) or _asks_to_ask(text):
        return Kind.NOTE
    if SHOE_SIZE.fullmatch(text.strip()):
        return Kind.SIZE
    if found is ValueKind.CODE and COUNTER.fullmatch(text.strip()) and not text.strip().isdigit():
        return Kind.NUMBER
    if found in BARE:
        return BARE[found]
    if not any(map(str.isalpha, text)):
        return Kind.NOTE
    return Kind.SENTENCE if is_sentence(text) else Kind.TEXT


def _asks_to_ask(text: str) -> bool:
    """`Price on request` in the place of a price; one word of such, `Contact`, may be what something is called."""
    return (not text.isascii() or " " in text.strip()) and is_missing_price(text)


def is_note(text: str) -> bool:
    """A footnote, what a kilogram costs at the price that is printed large, how many are in a box, what the price is for, `per pair`, or
    what comes with it, `incl. remote control`, or leads to it: `only`."""
    if folded(text).strip(" :!.…") in word_list("price_leads"):
        return True
    is_aside = FOOTNOTE.match(text) is not None or BASE_PRICE.search(text) is not None or INCLUDED.match(text) is not None
    return is_aside or _tells_pack(text) or _says_price_of(text)


def _says_price_of(text: str) -> bool:
    if PRICE_PER.fullmatch(text.strip()) and text.islower():
        return True
    # Letters that stand for taxes open codes too: `HT-070`.
    if not any(PRICE_OF.match(word) for word in text.split()) or (len(text.split()) == 1 and kind_of(text) is ValueKind.CODE):
        return False
    return all(word in _price_words() for word in LETTERS.findall(folded(text)))


def _tells_pack(text: str) -> bool:
    """How many come in a box, in nothing but words for that: `carton de 6`, `Box of 12`, `Case pack 4`, `Caja 10 u.`"""
    if len(text) > MAX_PACK_CHARS or not any(map(str.isdigit, text)):
        return False
    words = [word.strip(" .,:()") for word in folded(text).replace("/", " ").split()]
    named = [word for word in words if word in word_list("packs")]
    counts = [word for word in words if word.isdigit()]
    others = [word for word in words if word and word not in named and word not in counts]
    return len(counts) == 1 <= len(named) <= MAX_PACK_NOUNS and all(word in word_list("pack_words") for word in others)


def could_be_model(text: str) -> bool:
    """Under a label that promises a model, most things are one; a lone figure, a dash and a sentence are not."""
    if sum(map(str.isalnum, text)) < 2 or len(text) > MAX_MODEL_CHARS or len(text.split()) > MAX_MODEL_WORDS:
        return False
    return SMALL_FIGURE.fullmatch(text.strip()) is None


def is_sentence(text: str) -> bool:
    """Running text, not a name: it ends like a sentence or is longer than names are."""
    wide = 0 if text.isascii() or max(text) < FIRST_WIDE else sum(map(is_wide, text))
    too_long = wide > MAX_WIDE_NAME_CHARS or len(text) - wide > MAX_NAME_CHARS or len(text.split()) > MAX_NAME_WORDS
    return too_long or (ends_sentence(text) and len(text) > 12) or INNER_END.search(text) is not None


def ends_sentence(text: str) -> bool:
    bare = text.rstrip()
    may_be_short = len(bare.split()) <= MAX_ABBREVIATED_WORDS and ", " not in bare
    return bare.endswith(SENTENCE_MARKS) and not (may_be_short and ABBREVIATION.search(bare))


def read_price(text: str, *, currency: str = "", is_labelled: bool = False) -> Price | None:
    """A price stated by itself, with its currency; under a label that says so, bare numbers count too."""
    if not any(map(str.isdigit, text)):
        return None
    if not is_labelled:
        return parse_price(text) if _is_bare_price(text) else None
    return parse_price(text, currency=currency) if currency else bare_price(text)


def plain_amount(text: str, *, currency: str = "") -> Price | None:
    """Figures that can be nothing but an amount, or a few amounts side by side, where no currency is printed: `45`, `18.–`, `25 / 30`."""
    if not PLAIN_AMOUNTS.fullmatch(text.strip()):
        return None
    # A space before three figures and hundredths parts thousands: `2 370,67`.
    is_one = GROUPED.fullmatch(text.strip()) is not None and text.strip()[-3] in ".,"
    first, *others = [text] if is_one else ONE_OF_AMOUNTS.findall(text)
    price = parse_price(first, currency=currency) if currency else bare_price(first)
    if price is None or not others:
        return replace(price, raw=text) if price is not None else None
    steps = [step for other in others if (step := bare_price(other)) is not None]
    return replace(price, raw=text, tiers=tuple((str(place), step.amount) for place, step in enumerate([price, *steps], start=1)))


def _is_bare_price(text: str) -> bool:
    """Nothing but amounts, a currency and the small words of prices: no name before it, no millions after it, no other measure's worth, no
    least order."""
    plain = folded(text)
    if _has_plain_words(plain) or GREAT_SUM.search(text) or BASE_PRICE.search(text) or _tells_of_orders(plain):
        return False
    rest = WORDS_AROUND.sub(" ", AMOUNTS.sub(" ", SUM_FOR.sub(" ", plain)))
    unknown = [word for word in LETTERS.findall(rest) if not currency_in(word)]
    return all(len(word) <= MAX_STRANGE_CHARS for word in unknown) and len(unknown) <= 2


def _has_plain_words(plain: str) -> bool:
    """Whether a word stands here that no price has: said at once of nearly all text that is none."""
    words = [word for word in LETTERS.findall(plain) if len(word) > MAX_STRANGE_CHARS and word.isascii() and word not in _price_words()]
    return bool(words) and SUM_FOR.search(plain) is None and not all(map(currency_in, words))


def _tells_of_orders(plain: str) -> bool:
    """A sum that an order must come to, or what is added to it, in scripts without spaces; elsewhere such words are too long for prices."""
    return not plain.isascii() and (ORDER_OVER.search(plain) is not None or _order_terms().search(plain) is not None)


@cache
def _order_terms() -> re.Pattern[str]:
    # What is asked for an order of that kind is a price again: `混批价`.
    return re.compile(rf"(?:{'|'.join(sorted(map(re.escape, word_list('order_terms'))))})(?![价價])")


@cache
def _price_words() -> frozenset[str]:
    return frozenset(part for word in word_list("price_words") for part in LETTERS.findall(word))


def leading_label(statement: Statement, lookup: LabelLookup) -> Statement | None:
    """A known label without a colon, then a value of its kind: `Price US$ 18`, `单价￥63`. The longest label counts."""
    for label, rest in _known_labels(statement.value, lookup):
        attribute = promised(lookup(label.text), rest.text)
        if attribute in (*STANDARD_ATTRIBUTES, CUSTOM) and fits(attribute, rest.text):
            return replace(statement, label=label, value=rest)
    return _joined_label(statement, lookup)


def _joined_label(statement: Statement, lookup: LabelLookup) -> Statement | None:
    """`颜色黑色`, `材质陶瓷`: in scripts without spaces nothing parts a label from a value that is known for what the label says."""
    value = statement.value
    for place in range(min(MAX_JOINED_CHARS, len(value.text) - 1), 1, -1) if value.text and is_wide(value.text[0]) else ():
        attribute = lookup(value.text[:place])
        if attribute in JOINED and fits(attribute, value.text[place:]):
            return replace(statement, label=value.part(0, place), value=value.part(place, len(value.text)))
    return None


def labels_in_turn(statement: Statement, lookup: LabelLookup) -> list[Statement]:
    """Known labels without colons, each with a value of its kind behind it: `Art. 4711 Size 30 cm`, `货号ST603 规格30ml`."""
    for label, rest in _known_labels(statement.value, lookup):
        attribute = promised(lookup(label.text), rest.text.split()[0])
        for space in SPACES.finditer(rest.text):
            own = rest.part(0, space.start())
            if attribute in STANDARD_ATTRIBUTES and fits(attribute, own.text):
                others = _all_labelled(replace(statement, value=rest.part(space.end(), len(rest.text))), lookup)
                if others:
                    return [replace(statement, label=label, value=own), *others]
    return []


def _all_labelled(statement: Statement, lookup: LabelLookup) -> list[Statement]:
    """Behind a label whose value fits, another one needs no more than its own word: `Size 30 cm Colour Lagoon`."""
    last = leading_label(statement, lookup) or (label_in_company(statement, lookup) if statement.value.text[:1].isupper() else None)
    return labels_in_turn(statement, lookup) or ([last] if last is not None else [])


def label_in_company(statement: Statement, lookup: LabelLookup) -> Statement | None:
    """A known label without a colon and whatever follows it, where rows set alike have such labels too: `Material PMP`."""
    # `Finish by hand, for use indoors.` tells of no finish.
    labels = [] if ends_sentence(statement.value.text) else _known_labels(statement.value, lookup)
    for label, rest in labels:
        if lookup(label.text) in COMPANIONS and len(rest.text.split()) <= MAX_VALUE_WORDS:
            return replace(statement, label=label, value=rest)
    return None


@found_once
def _known_labels(value: Span, lookup: LabelLookup) -> list[tuple[Span, Span]]:
    """Labels a text may begin with and what follows them, the longest first; a number sign belongs to neither."""
    found: list[tuple[Span, Span]] = []
    for place in reversed(_boundaries(value)):
        label = value.text[:place].strip()
        if any(map(str.isdigit, label)) or lookup(label) is None or _is_half_known(label, lookup):
            continue
        sign = NUMBER_SIGN.match(value.text, place)
        rest = value.part(sign.end() if sign else place, len(value.text))
        if rest.text:
            found.append((value.part(0, place), rest))
    return found


def _is_half_known(label: str, lookup: LabelLookup) -> bool:
    """In two scripts, of which only one is a label: the other half is the value, `颜色 Blue`."""
    if label.isascii():
        return False
    wide = "".join(filter(is_wide, label))
    narrow = "".join(" " if is_wide(char) else char for char in label).strip()
    return wide != "" and any(map(str.isalpha, narrow)) and (lookup(wide) is None or lookup(narrow) is None)


def promised(attribute: str | None, value: str) -> str | None:
    """What a label tells, seen with its value: under `Item` and `No.` a code is the article's, a short one too, and no name is without letters."""
    is_bare = value and not any(map(str.isalpha, value)) and could_be_model(value)
    if attribute == "name" and (is_bare or SHORT_CODE.fullmatch(value) is not None):
        return "model"
    if attribute is None and kind_of(value) is ValueKind.MATERIAL:
        # Of a part of the goods, whatever it is called: `Cover: corduroy`.
        return "material"
    if attribute == "price" and kind_of(value) is ValueKind.SIZE:
        # A content is net as well as a sum: `Net 150 ml`.
        return "size"
    if attribute == "index" and value.isdecimal() and len(value) >= MIN_NUMBER_CHARS:
        # Nobody counts that far in captions: `No. 1041`.
        return "model"
    return "model" if attribute in ("name", "index") and kind_of(value) is ValueKind.CODE else attribute


def labelled_code(span: Span, lookup: LabelLookup) -> Span | None:
    """The code behind a known label in a clause of its own: `Art. 4767.132`, `No: KB-61`."""
    for place in reversed(_boundaries(span)):
        label, rest = span.text[:place].strip(), span.text[place:].strip()
        if lookup(label.rstrip(":：")) == "model" and not any(map(str.isdigit, label)) and fits("model", rest):
            return span.part(place, len(span.text))
    return None


def _boundaries(span: Span) -> list[int]:
    """Places where a label may end: at spaces, and where a script without spaces gives way to figures, signs or letters, or to another word."""
    end = min(len(span.text), MAX_LED_CHARS)
    if max(span.text[:end], default="") < FIRST_WIDE:
        return [space.start() for space in SPACE.finditer(span.text, 1, end)]
    return [place for place in range(1, end) if span.text[place].isspace() or _ends_wide_word(span, place)]


def _ends_wide_word(span: Span, place: int) -> bool:
    last, following = span.text[place - 1], span.text[place]
    if last < FIRST_WIDE or not (is_wide(last) and last.isalpha()):
        return False
    return not (following.isalpha() and is_wide(following)) or span.owners[place - 1] is not span.owners[place]


def fits(attribute: str | None, text: str) -> bool:
    """Whether a text is of the kind that a label promises."""
    if attribute == "price":
        return read_price(text) is not None
    if attribute == CUSTOM:
        return kind_of(text) in (ValueKind.MEASURE, ValueKind.SIZE)
    if attribute == "size" and is_size_run(text):
        return True
    if attribute == "model" and ARTICLE.fullmatch(text.strip()) and kind_of(text) is not ValueKind.DATE:
        return True
    if (attribute == "model" and JOINED_CODE.fullmatch(text)) or (attribute == "material" and is_material(text)):
        return True
    expected = {"model": ValueKind.CODE, "size": ValueKind.SIZE, "color": ValueKind.COLOR, "material": ValueKind.MATERIAL}
    return attribute in expected and kind_of(text) is expected[attribute]
