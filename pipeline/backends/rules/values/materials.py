"""Materials, as goods are said to be made of: with their shares, grades, finishes, or in two languages."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from pipeline.backends.rules.values.forms import FIRST_WIDE, LETTERS, SIDES, folded, is_measure, listed, lists_only, word_list

# Not the other way round: so goods are named, `修身牛仔 Slim Denim`.
SAID_TWICE = re.compile(r"([a-z\d][a-z\d -]*[a-z\d])\s*([\u3040-\u9fff]+)")
YARN = re.compile(r"\d{2,4}\s?(?:d|den|denier) [^\W\d_]{3,}(?: [^\W\d_]{3,})?")
SHARE_FIGURE = re.compile(r"\d+(?:[.,]\d+)?\s*%")
FINE_METAL = re.compile(r"(?:\d{1,2} ?(?:ct|kt?|carat|karat)|sterling|\d{3}(?:/1000)?) ((?:[^\W\d]+[ -]){0,2}[^\W\d]+)")
FINENESS_SIGN = re.compile(r"\d|sterling")
FINENESS_BEHIND = re.compile(
    r"([^\W\d]+(?: [^\W\d]+)?) (?:(?:333|375|417|500|585|750|800|830|835|900|916|917|925|935|950|958|990|999)(?:/1000|‰)?|\d{1,2} ?(?:k|kt|ct|carats?|karat|karaat|quilates|carati))"
)
STONE_WEIGHT = re.compile(r"\b\d+(?:[.,]\d+)? ?(?:cts?|carats?|karat|quilates|carati)\b")
# No comma of a decimal figure.
COMMA_APART = re.compile(r",(?!\d)")
MAX_STONE_WORDS = 2
MAX_METAL_WORDS = 2
SHARE = re.compile(r"(\d{1,3}(?:[.,]\d+)?)\s*%\s*([^\W\d_][^\d%]{1,40})")
CLOTH_WEIGHT = re.compile(r"\(?\b\d+\s*(?:g\s?/\s?m[²2]|gr?/qm|gsm|g/sqm|oz)\)?")
WHOLE = 100.0
RATIO = re.compile(r"\b(\d\d)/(\d\d)(?:/(\d\d))?\b")
# A grade behind a material, `borosilicate 3.3`, `Stainless steel 304`, `PVC-U`, before one, `S925银`, or known by itself.
GRADED = re.compile(
    r"([^\W\d_]{5,}(?: [^\W\d_]{4,})?|[\u4e00-\u9fff]{2,})[ -]?(?:[a-z]{2}-?)?[a-z]{0,3}-?(?:18/(?:0|8|10)|\d[\w.-]{0,9})(?: \([a-z]{2,4}\))?|([a-z]{2,4})-[a-z]{1,2}"
)
GRADE_SIGN = re.compile(r"[\d-]")
GRADE_BEFORE = re.compile(r"[a-z]?\d{2,4}[a-z]?\s?([\u4e00-\u9fff]+)")
GRADE = re.compile(
    r"(?:aisi|sus|inox|ss)[ -]?[34]\d\d[a-z]{0,2}|1\.4[0-9]{3}|v[24]a|(?:pa|pet|pbt|pp)\s?\d{0,2}[- ]?gf\s?\d{2}|s235\w{0,3}|st\s?37"
)
MAX_COLOR_WORDS = 3
MAX_MATERIAL_WORDS = 3
MAX_MADE_OF, MAX_PART_WORDS = 3, 3


def is_material(text: str) -> bool:
    """A material, or several, with or without their shares."""
    if "%" in text or "％" in text:
        return _is_composition(text)
    if LETTERS.search(text) is None:
        return GRADE.fullmatch(folded(text)) is not None
    is_known = lists_only(text, word_list("materials").__contains__) or _is_one_material(text) or _is_material_twice(text)
    return is_known or ("/" in text and _is_blend(text))


def _is_blend(text: str) -> bool:
    """Materials with their shares as a ratio: `Cotton / polyester 80/20`, `棉/涤 65/35`."""
    ratio = RATIO.search(text)
    if ratio is None or sum(int(share) for share in ratio.groups() if share) != WHOLE:
        return False
    rest = f"{text[: ratio.start()]} {text[ratio.end() :]}".strip(" ,;()")
    return is_material(rest) or all(word in word_list("materials") for word in folded(rest).split() or ("",))


def _is_one_material(text: str) -> bool:
    plain = folded(text)
    is_short = len(plain.split()) <= MAX_MATERIAL_WORDS
    return (is_short and (_ends_in_material(plain) or _is_finished(plain))) or _is_graded(plain) or _is_fine_metal(plain) or _is_yarn(plain)


def _is_material_twice(text: str) -> bool:
    """In two languages, each with what says which: `Ballistic nylon 弹道尼龙`. Neither is enough, as goods are called `Tablecloth 桌布`."""
    two = None if text.isascii() else SAID_TWICE.fullmatch(folded(text))
    return two is not None and all(side in word_list("materials") or _is_one_material(side) for side in two.groups())


def _is_yarn(plain: str) -> bool:
    """Cloth by how fine its yarn is: `900D Oxford`, `420 den ripstop`."""
    return YARN.fullmatch(plain) is not None


def is_made_of(text: str) -> bool:
    """A material first, and then what else it is of or how its surface is treated: `Solid oak, matt lacquer`, `Ash, brass feet`."""
    first, *others = listed(folded(text)) or ("",)
    return is_material(first) and len(others) <= MAX_MADE_OF and all(is_material(part) or _is_part_or_coat(part) for part in others)


def _is_part_or_coat(part: str) -> bool:
    words = part.split()
    is_coat = not word_list("coatings").isdisjoint(words) or all(word in word_list("finishes") for word in words)
    return len(words) <= MAX_PART_WORDS and (is_coat or any(" ".join(words[:count]) in word_list("materials") for count in (1, 2)))


def mentions_material(text: str) -> bool:
    """Whether a material is part of it: enough to tell a column of materials from others, too little to tell one value."""
    plain = folded(text)
    words = LETTERS.findall(plain)
    named = {*words, *(f"{one} {two}" for one, two in pairwise(words))}
    return not named.isdisjoint(word_list("materials")) or (not plain.isascii() and any(word in plain for word in _wide_materials()))


def _is_fine_metal(plain: str) -> bool:
    """A metal with its fineness, alone or with what is set in it: `18ct yellow gold, sapphire`, `Platinum 950, 0.45 ct diamonds`."""
    if " " not in plain:
        return False
    metal, *stones = (part.strip() for part in COMMA_APART.split(plain))
    is_fine = _tells_fineness(metal) or _is_worked(metal)
    return is_fine and all(len(STONE_WEIGHT.sub("", stone).split()) <= MAX_STONE_WORDS for stone in stones)


def _tells_fineness(metal: str) -> bool:
    """Without their fineness gold and silver are colours."""
    if FINENESS_SIGN.search(metal) is None:
        return False
    found = FINE_METAL.fullmatch(metal)
    if found is not None:
        words = found[1].split()
        known = word_list("materials", "colors", "fine_metals")
        return " ".join(words[-2:]) in known or (len(words) <= MAX_METAL_WORDS and words[-1] in known)
    behind = FINENESS_BEHIND.fullmatch(metal)
    return behind is not None and not word_list("fine_metals").isdisjoint(behind[1].split())


def _is_worked(metal: str) -> bool:
    """What only a real metal undergoes: `blackened silver`, `argent noirci`."""
    words = metal.split()
    return len(words) == 2 and not word_list("fine_metals").isdisjoint(words) and not word_list("worked_metal").isdisjoint(words)


def _is_graded(plain: str) -> bool:
    """A material with its grade, or the grade alone."""
    if GRADE_SIGN.search(plain) is None:
        return False
    if GRADE.fullmatch(plain):
        return True
    found = GRADED.fullmatch(plain) or GRADE_BEFORE.fullmatch(plain)
    return found is not None and next(group for group in found.groups() if group) in word_list("materials")


def _is_finished(plain: str) -> bool:
    """A material and how its surface is finished: `Messing vernickelt`, `cuir grainé`, `碳钢镀锌`."""
    first, *others = plain.split() or [""]
    if not others and first[-1:] >= FIRST_WIDE:
        treated = word_list("finishes", "coatings")
        return any(_names_kind(first[:place]) and first[place:] in treated for place in range(2, len(first) - 1))
    return 0 < len(others) <= 2 and first in word_list("materials") and all(word in word_list("finishes") for word in others)


def _names_kind(plain: str) -> bool:
    return plain in word_list("materials") or _is_graded(plain)


def is_surface(text: str) -> bool:
    """How metal or wood looks where it is told beside colours: `Brushed steel`, `Edelstahl gebürstet`."""
    words = folded(text).split()
    finishes = word_list("finishes", "color_modifiers")
    looks = sum(word in finishes for word in words)
    known = word_list("materials", "colors", "finishes", "color_modifiers")
    return 1 < len(words) <= MAX_COLOR_WORDS and 0 < looks < len(words) and all(word in known for word in words)


def _is_composition(text: str) -> bool:
    """`95 % cotton, 5 % elastane`: shares that make up the whole, or known materials with theirs; a weight may stand beside them."""
    parts = listed(CLOTH_WEIGHT.sub("", folded(text)))
    shares = [SHARE.fullmatch(part) for part in parts]
    named = [found for found in shares if found is not None]
    if not named or len(named) < len(parts):
        return len(parts) > 0 and all(_is_known_material(SHARE_FIGURE.sub(" ", part)) for part in parts)
    is_whole = len(named) > 1 and sum(float(found[1].replace(",", ".")) for found in named) == WHOLE
    return is_whole or all(_is_known_material(found[2]) or _names_material(found[2]) for found in named)


def _names_material(words: str) -> bool:
    """With a share before it, a word of it is enough: `100 % PET recycled`."""
    return any(word in word_list("materials") for word in folded(words).split())


def _is_known_material(words: str) -> bool:
    return folded(words) in word_list("materials") or _ends_in_material(words)


def _ends_in_material(text: str) -> bool:
    """`A2 Stainless Steel`, `食品级不锈钢`: a material with a word before it that says which. It names goods where that would stand behind it,
    `Coussin lin`, or says what they are made of: `Olla de hierro`. Sides before it are the size, `183×61 cm PVC`, and `1 pc` counts."""
    plain = folded(text)
    words, materials = plain.split(), word_list("materials")
    if len(plain) > 28 or not 0 < len(words) <= MAX_MATERIAL_WORDS:
        return False
    # What most texts are not is asked first.
    if len(words) == 1:
        return not plain.isascii() and plain.endswith(_wide_materials()) and len(listed(plain)) == 1 and not is_measure(plain)
    if not (words[-1] in materials or " ".join(words[-2:]) in materials) or _is_translated(plain):
        return False
    if SIDES.fullmatch(words[0]) or len(listed(plain)) > 1 or is_measure(plain):
        return False
    names_goods = words[-1] in word_list("materials_before") and words[0] not in word_list("material_leads")
    return words[0] in materials or not (names_goods or words[-2] in word_list("made_of"))


def _is_translated(plain: str) -> bool:
    """A name with its translation behind it, which may end in what sounds like a material."""
    return plain[0] >= FIRST_WIDE > plain[-1]


@cache
def _wide_materials() -> tuple[str, ...]:
    """Materials in scripts without spaces: what says which kind it is stands straight before them."""
    return tuple(sorted(word for word in word_list("materials") if len(word) >= 2 and word[0] >= FIRST_WIDE))
