"""Prices as printed: one amount, a range, tiers by quantity, prices by portion, with the currency from wherever it stands."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import cache, lru_cache

from pipeline.backends.rules.values.forms import FIRST_WIDE, folded, is_missing_price, one_of, value_data, word_list
from pipeline.records import Price

# Lakhs and crores are grouped by two digits: `4,00,100`.
LAKHS = r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?(?!\d)"
AMOUNT = (
    LAKHS + r"|\d{1,3}(?: \d{3})+,\d{1,2}(?!\d)|\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?|\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?(?!\d)|\d+(?:[.,]\d+)?"
)
AMOUNTS = re.compile(AMOUNT)
SYMBOLS = {
    "$": "USD",
    "¥": "CNY",
    "￥": "CNY",
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₽": "RUB",
    "฿": "THB",
    "₫": "VND",
    "₱": "PHP",
    "₪": "ILS",
    "₴": "UAH",
    "元": "CNY",
    "円": "JPY",
    "원": "KRW",
}
# Hundredths by their own sign or word; the first currency is meant where none is expected. Letters are one only where a sum is expected.
COINS = {
    "¢": ("USD", "AUD", "CAD", "NZD", "HKD", "SGD", "MXN", "EUR"),
    "pence": ("GBP",),
    "cent": ("EUR", "USD", "AUD", "CAD", "NZD"),
    "cents": ("USD", "EUR", "AUD", "CAD", "NZD"),
    "centimes": ("EUR", "CHF"),
    "céntimos": ("EUR",),
    "centesimi": ("EUR",),
    "rappen": ("CHF",),
}
COIN_LETTERS = {"p": ("GBP",), "c": ("USD", "EUR", "AUD", "CAD", "NZD"), "ct": ("EUR",), "cts": ("EUR", "CHF", "USD")}
COIN = re.compile(rf"(\d{{1,3}}(?:[.,]\d)?)\s?({'|'.join(COIN_LETTERS)}|(?i:{'|'.join(COINS)}))\.?")
COIN_END = re.compile(r"\d\s?[¢a-z]", re.IGNORECASE)
FULL_COINS = 100
# Signs that are letters too: money behind a figure, by themselves, or with words of prices around them, but not within a word.
WIDE_LETTER = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
LETTER_SIGN = re.compile(
    r"[元円원](?:(?<=\d元)(?![素件宝器气])|(?<=\d円)(?![形筒盤卓板柱])|(?<=\d원)(?![형목단통터])"
    rf"|(?:(?<![{WIDE_LETTER}].)|(?<=[美日欧歐港台韩澳加万萬千百十亿億价價额額格位].))(?=[^{WIDE_LETTER}]|[起整每一左以含到至人]|$))"
)
OTHER_SIGN = re.compile(f"[{''.join(sign for sign in SYMBOLS if not sign.isalpha())}]")
LETTER_RUN = re.compile(r"[a-z]+")
MAX_OTHER_LETTERS = 4
MAX_COUNT_DIGITS = 3
UNKNOWN_CURRENCY = "?"
# Where these are paid a comma parts decimals: three figures behind a point are thousands.
DOT_THOUSANDS = frozenset(("IDR", "VND", "TRY", "EUR", "BRL", "DKK", "NOK", "SEK", "ISK"))
THOUSANDS = re.compile(r"[1-9]\d{0,2}\.\d{3}")
YEN_MARKS = ("¥", "￥")
# Letters that stand before sums; at one with a figure before them they are the seals of a bearing, `6200-2RS`.
SEALS = frozenset(("rs",))
# `kr` is written for the crowns of several countries.
CROWNS = frozenset(("SEK", "NOK", "DKK", "ISK"))
CROWN_SIGN = re.compile(r"(?<![a-z])kr(?![a-z])", re.IGNORECASE)
# Letters that are apart from the figures behind them; at one with these they begin a code, `KR10`, `KR-20`.
APART = frozenset(("kr",))
DOLLARS = frozenset(("USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN"))
COUNTED = r"(?:cases?|cartons?|ctns?|box(?:es)?|packs?|bags?|rolls?|pallets?|trays?|dozens?|kartons?|kisten?|paletten?|rollen?|packung(?:en)?|caisses?|bo[iî]tes?|palettes?|rouleaux?|cajas?|pal[eé]s?|rollos?|scatol[ae]|carton[ei]|caixas?|dozen|dozijn|szt\.?|kom\.?|koli|kutu|pcs?|sets?|pieces?|units?|pairs?|st(?:k|ck|ück)?\.?|pz\.?|pi[eè]ces?|uds?\.?|adet|шт\.?|个|件|套|只|支|台|双|盒|箱|包|瓶|条|片|张|枚|個|本|卷|捲|袋|对|副|组|根|把|块|粒|桶|罐|打|托|板)"
QUANTITY = rf"(?:[≥>]=?\s*\d[\d,]*|\d[\d,]*\s*(?:[-–~]\s*\d[\d,]*|\+|以上|up)|(?:from|ab|dès|desde|da|moq)\s+\d[\d,]*|\d[\d,]*(?=\s*{COUNTED}))(?:\s*{COUNTED}){{0,2}}"
# Without one of these, or a word, no figure is a quantity.
TIER_SIGN = re.compile(r"[^\W\d_]|[≥>+~–-]")
MARK = r"(?:[A-Z]{0,3}\s?[$€£¥₹₩₺₽฿]|\b(?:USD|EUR|GBP|CNY|RMB|CHF|JPY|TL|TRY|INR)\b)"
MARK_BEFORE = re.compile(rf"{MARK}\s?$")
MARK_BEHIND = re.compile(rf"\s?{MARK}(?!\d)")
MARKED = re.compile(rf"{MARK}\s?({AMOUNT})")
FROM_TO = re.compile(rf"({AMOUNT})\s*(?:元|円)?\s*(?:[-–—~〜]|to|至|到)\s*(?:[^\d\s.,/]{{0,4}}\s*)({AMOUNT})", re.IGNORECASE)
PORTION = re.compile(
    rf"([^\W\d_]{{1,8}}(?!-\d)|\d+(?:cm|ml|g|kg|oz|l|\")?(?=\s*[:：]))\s*[:：]?\s*(?:[^\w\s]{{0,2}})\s*({AMOUNT})", re.IGNORECASE
)
NAMES_US = re.compile(r"us", re.IGNORECASE)
NO_LETTERS = re.compile(r"[\W\d_]+")
# Spaces and marks that part thousands, and thousands or lakhs parted by commas.
SPACED_OUT = re.compile(r"[\s'’]")
COMMA_GROUPS = re.compile(rf"[1-9]\d{{0,2}}(,\d{{3}})+|{LAKHS}")
# Behind a stroke, what one of is paid for, by whatever word: `$0.90/gross`.
PAID_FOR = re.compile(rf"({MARK}\s?(?:{AMOUNT})|(?:{AMOUNT})\s?{MARK})\s?/\s?[^\W\d_]{{1,12}}(?!\w)\.?", re.IGNORECASE)
# What nearly every price looks like, and nothing else does: it is known at sight.
PLAIN_SUM = re.compile(r"(?:[$€£]\s?|(?:USD|EUR|GBP) )\d{1,4}(?:\.\d{2})?|\d{1,4}(?:\.\d{2})?(?:\s?[€£]| (?:USD|EUR|GBP))")
# Letters that could be a currency, at one with figures and a dash or with figures no sum begins with: `RM437-B`, `TL-200`, `TL-D01`, `TL04`,
# `RS15-10`.
LETTERED_CODE = re.compile(r"(?:[A-Z]{2,4}(?:-[A-Z]{0,3}\d[\w-]*|\d+-?[A-Z][\w-]*|0\d+)|[A-Z]{2}\d+-\d+)")
# A sum with its cents, whatever it is in.
MONEY = re.compile(r"\d{1,3}(?:[., '’]\d{3})*[.,]\d{2}|\d{1,6}[.,]\d{2}")
GROUPED = re.compile(r"[1-9]\d{0,2} \d{3}(?:[.,]\d{2}|[.,][–—-]+)?")
BRACKETED_CODE = re.compile(rf"[(（\[【]\s*{LETTERED_CODE.pattern}\s*[)）\]】]")


def _words_around() -> re.Pattern[str]:
    """The small words of prices: terms, taxes, and what one pays for."""
    words = word_list("price_words")
    spaced = one_of(word for word in words if word[0] < FIRST_WIDE)
    wide = one_of(word for word in words if word[0] >= FIRST_WIDE)
    return re.compile(rf"\b{spaced}\b|{wide}", re.IGNORECASE)


WORDS_AROUND = _words_around()
SUM_FOR = re.compile(r"(?:/|\b(?:per|je|pro|por|par|al|za|за)\b)\s*\d{0,5}\s*[^\W\d_]{0,10}\.?(?:[²³]|(?<=m)[23])?")


def is_grouped(left: str, right: str) -> bool:
    """Whether two words are one figure, parted behind its thousands: `2 190,06`."""
    return GROUPED.fullmatch(f"{left} {right}") is not None


def has_currency(text: str) -> bool:
    return currency_in(text) != ""


@lru_cache(maxsize=8192)
def currency_in(text: str) -> str:
    """The ISO code of the first currency named or drawn in the text; empty where there is none."""
    if named := _currency_named(text):
        return named
    sign = OTHER_SIGN.search(unicodedata.normalize("NFKC", text))
    return SYMBOLS[sign[0]] if sign is not None else ""


def names_currency(text: str) -> bool:
    """Whether a currency is named in letters, not only drawn as a sign that several share."""
    code = _currency_named(text)
    return code != "" and not (code == "SEK" and is_crown_sign(text))


def is_crown_sign(text: str) -> bool:
    """Whether sums are in crowns, and it is not said in whose."""
    return _currency_named(text) == "SEK" and CROWN_SIGN.search(text) is not None


@lru_cache(maxsize=8192)
def _currency_named(text: str) -> str:
    plain = folded(text)
    # Asked of nearly every text: most have no word that a currency could begin with.
    if plain.isascii() and _currency_openings().isdisjoint(LETTER_RUN.findall(plain)):
        return ""
    found = _currency_words().search(plain)
    return _currency_codes()[found[0] if found[0] in _currency_codes() else found[0].rstrip(".")] if found else ""


@lru_cache(maxsize=8192)
def parse_price(text: str, *, currency: str = "") -> Price | None:
    """The price a text states. With `currency` the text stands where a price is expected, so bare numbers count.

    None where no price is stated (`On request`) or the text is about something else.
    """
    # A price with its own currency was mostly read already, when it was asked what kind of value it is.
    if currency and has_currency(text) and (told := parse_price(text)) is not None and told.currency == currency:
        return told
    raw = " ".join(text.split())
    if PLAIN_SUM.fullmatch(raw) and (printed := currency_in(raw)):
        return Price(amount=_decimal(AMOUNTS.findall(raw)[0]), currency=settled_currency(printed, raw, currency), raw=raw)
    if not raw or is_missing_price(raw) or LETTERED_CODE.fullmatch(raw):
        return None
    plain = unicodedata.normalize("NFKC", raw)
    if (coins := _in_coins(plain, currency)) is not None:
        return Price(amount=coins[0], currency=coins[1], raw=raw)
    printed = currency_in(BRACKETED_CODE.sub(" ", raw))
    code = settled_currency(printed, raw, currency)
    if (not printed and not currency) or (printed and _counts_goods(raw)):
        return None
    tiers = _tiers(plain, code)
    if tiers:
        return Price(amount=tiers[0][1], currency=code, raw=raw, tiers=tuple(tiers))
    amounts = [_decimal(found, code) for found in AMOUNTS.findall(plain)]
    portions = _portions(plain, code)
    if not amounts or not (_only_price(plain) or len(portions) == len(amounts)):
        return None
    spread = _range(plain, code)
    if spread:
        return Price(amount=spread[0], currency=code, raw=raw, range=spread)
    if portions:
        return Price(amount=portions[0][1], currency=code, raw=raw, tiers=tuple(portions))
    behind = _sum_behind_count(plain) if len(amounts) > 1 else None
    return Price(amount=_decimal(behind, code) if behind is not None else amounts[0], currency=code, raw=raw)


def _sum_behind_count(plain: str) -> str | None:
    """How many are sold for one sum may be told before it: `3 for $5`, `pack of 6 $8.50`. The count has no sign, the sum has its own."""
    count = AMOUNTS.search(plain)
    if count is None or not count[0].isdigit() or len(count[0]) > MAX_COUNT_DIGITS:
        return None
    if MARK_BEFORE.search(plain[: count.start()]) or MARK_BEHIND.match(plain[count.end() :]):
        return None
    marked = MARKED.search(plain[count.end() :])
    return marked[1] if marked is not None else None


def coin_price(text: str, currency: str) -> Price | None:
    """A sum in hundredths by itself, on a page of prices in this currency: `89p` beside `£1.20`."""
    raw = " ".join(text.split())
    found = COIN.fullmatch(raw)
    return parse_price(raw, currency=currency) if found is not None and float(found[1].replace(",", ".")) < FULL_COINS else None


def _in_coins(plain: str, expected: str) -> tuple[str, str] | None:
    """`89p`, `85¢ each`: the amount in the whole currency, and that currency."""
    found = COIN.fullmatch(WORDS_AROUND.sub(" ", plain).strip()) if COIN_END.search(plain) else None
    if found is None:
        return None
    is_letters = found[2] in COIN_LETTERS
    known = COIN_LETTERS[found[2]] if is_letters else COINS[found[2].casefold()]
    if is_letters and expected not in (*known, UNKNOWN_CURRENCY):
        return None
    # Shifted, not divided: `50p` is 0.50.
    amount = Decimal(found[1].replace(",", ".")).scaleb(-2)
    leaves_open = expected == UNKNOWN_CURRENCY and is_letters and len(known) > 1
    return str(amount), expected if expected in known or leaves_open else known[0]


def bare_price(text: str) -> Price | None:
    """A price in a place where one is expected but no currency is named anywhere."""
    price = parse_price(text, currency=UNKNOWN_CURRENCY)
    if price is not None and price.currency == UNKNOWN_CURRENCY:
        return Price(amount=price.amount, currency="", raw=price.raw, tiers=price.tiers, range=price.range)
    return price


def settled_currency(printed: str, raw: str, expected: str) -> str:
    """`¥` and `$` belong to several currencies: what the header or the page names decides between them."""
    if not printed:
        return expected
    if printed == "CNY" and expected == "JPY" and any(mark in raw for mark in YEN_MARKS):
        return "JPY"
    # `cad.` after a sum in euros is Italian for a piece: only capitals name a currency against the header.
    if expected not in ("", UNKNOWN_CURRENCY, printed) and printed.casefold() in raw.casefold() and printed not in raw:
        return expected
    if printed == "USD" and expected in DOLLARS and "$" in raw and not NAMES_US.search(raw):
        return expected
    if printed == "SEK" and expected in CROWNS and is_crown_sign(raw):
        return expected
    return printed


def _decimal(raw: str, currency: str = "") -> str:
    """`1.472,00` and `1,472.00` as 1472.00; a single point or comma parts decimals unless three digits follow a comma."""
    text = SPACED_OUT.sub("", raw)
    if "," in text and "." in text:
        text = text.replace(",", "") if text.rfind(".") > text.rfind(",") else text.replace(".", "").replace(",", ".")
    elif "," in text:
        text = text.replace(",", "") if COMMA_GROUPS.fullmatch(text) else text.replace(",", ".", 1)
    elif text.count(".") > 1 or (currency in DOT_THOUSANDS and THOUSANDS.fullmatch(text)):
        text = text.replace(".", "")
    return text


def _tiers(plain: str, code: str) -> list[tuple[str, str]]:
    """`1-99: 2.11  100+: 1.74`, `300–999 pcs $3.00` as quantity and amount."""
    if TIER_SIGN.search(plain) is None:
        return []
    for pattern in _TIERS:
        found = pattern.findall(plain)
        if found:
            return [(" ".join(quantity.split()), _decimal(amount, code)) for quantity, amount in found]
    return []


_TIERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"({QUANTITY})\s*[:：=@]\s*[^\d\s]{{0,6}}\s*({AMOUNT})",
        rf"({QUANTITY})\s*{MARK}\s*({AMOUNT})",
        rf"({QUANTITY})\s+({AMOUNT})\s*{MARK}",
    )
)


def _range(plain: str, code: str) -> tuple[str, str] | None:
    found = FROM_TO.search(plain)
    if not found:
        return None
    low, high = _decimal(found[1], code), _decimal(found[2], code)
    try:
        return (low, high) if float(low) < float(high) else None
    except ValueError:
        return None


def _portions(plain: str, code: str) -> list[tuple[str, str]]:
    """`S 30 / L 45`, `小 58 大 88`: a short label before each of at least two amounts."""
    found = PORTION.findall(plain)
    # Words about prices call no portion: `from 0.89` is one sum.
    labels = [label for label, _ in found if not currency_in(label) and not WORDS_AROUND.fullmatch(label)]
    return [(label, _decimal(amount, code)) for label, amount in found] if len(labels) == len(found) >= 2 else []


def _counts_goods(raw: str) -> bool:
    """Whether the only figure says how many goods a sum is for, and no sum is there: `EUR per 100 pcs`, `€/100 St.`."""
    plain = folded(raw)
    named = _currency_words().search(plain)
    if named is None or any(map(str.isdigit, plain[: named.start()])):
        return False
    told = SUM_FOR.sub(" ", plain[named.end() :])
    return not any(map(str.isdigit, told)) and any(map(str.isdigit, plain))


def _only_price(plain: str) -> bool:
    """Whether nothing but amounts, currencies and the usual words about prices stands here."""
    rest = _currency_words().sub(" ", folded(PAID_FOR.sub(r"\1", plain)))
    rest = AMOUNTS.sub(" ", rest)
    rest = WORDS_AROUND.sub(" ", rest)
    left = NO_LETTERS.sub("", rest)
    return len(left) <= MAX_OTHER_LETTERS


def is_only_currency(text: str) -> bool:
    """Whether a text names a currency and at most what the sum is for: `CHF`, `€ / 100 St.`, `EUR netto`."""
    if not has_currency(text):
        return False
    return not any(char.isalnum() for char in WORDS_AROUND.sub(" ", without_money(text)))


def without_money(text: str) -> str:
    """What a text says beside a currency and what its sums are for."""
    return " ".join(SUM_FOR.sub(" ", _currency_words().sub(" ", folded(text))).split())


@cache
def _currency_codes() -> dict[str, str]:
    return {folded(word): code for code, words in value_data()["currencies"].items() for word in words}


@cache
def _currency_openings() -> frozenset[str]:
    """The letters, up to the first other sign, with which the names of currencies begin that have no sign or accent."""
    return frozenset(found[0] for word in _currency_codes() if word.isascii() and (found := LETTER_RUN.match(word)) is not None)


@cache
def _currency_words() -> re.Pattern[str]:
    """Currency names; alphabetic ones only as whole words or straight before a figure."""
    words = [word for word in _currency_codes() if not LETTER_SIGN.fullmatch(word)]
    latin = [word for word in words if word[0].isascii() and word[0].isalpha() and word not in SEALS | APART]
    whole = [word for word in latin if word[-1].isalpha() and word.isascii()]
    # `US$` before `US`: what goes on behind the letters comes first.
    signed = one_of(word for word in latin if word not in whole)
    other = one_of(word for word in words if word not in latin and word not in SEALS | APART)
    return re.compile(
        rf"(?<![a-z])(?:{signed}|{one_of(whole)}(?![a-z]))|(?<![a-z0-9]){one_of(SEALS)}(?![a-z])"
        rf"|(?<![a-z]){one_of(APART)}(?:\.(?=\s?\d)|(?![a-z0-9]|-\d))|{other}|{LETTER_SIGN.pattern}"
    )
