"""Labels against values: which column is the model, the name, the price, where labels are missing, doubled or wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.headers import CUSTOM
from pipeline.backends.rules.tables.column import CLEAR_SHARE, SURE_SHARE, WEIGHT, Column, share, usual_kind
from pipeline.backends.rules.tables.heads.coded import (
    are_capitals,
    are_codes,
    are_dotted_codes,
    are_lettered,
    are_own_codes,
    are_worded,
    begin_with_counter,
    close_with,
    counts_up,
    hold_codes,
)
from pipeline.backends.rules.tables.heads.contents import is_named, mend_contents, sizes_with_packs
from pipeline.backends.rules.tables.heads.naming import MIN_NAMES, WORDED, are_names, name_unknown, name_unlabelled
from pipeline.backends.rules.tables.heads.offered import offered_columns
from pipeline.backends.rules.tables.heads.prices import (
    NAMES_UNIT,
    as_tier,
    asked,
    by_size,
    falling_tiers,
    further_prices,
    graded_prices,
    priced_columns,
)
from pipeline.backends.rules.tables.heads.sides import are_lengths, are_nominal, are_threads, are_whole, mend_sides, mend_types
from pipeline.backends.rules.values.codes import are_numbers, begin_with_numbers
from pipeline.backends.rules.values.colors import names_color, names_finish
from pipeline.backends.rules.values.forms import SIZE_PRODUCT
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.materials import is_material, mentions_material
from pipeline.records import STANDARD_ATTRIBUTES

INFERRED = {ValueKind.PRICE: "price", ValueKind.COLOR: "color", ValueKind.MATERIAL: "material", ValueKind.SIZE: "size"}
MIN_NUMBER_CHARS = 4
SIZED_SHARE = 0.8
# So many of what its word says: `9-fach`, `2 drawers`, `3门`.
COUNTED = re.compile(r"\d{1,3}(?:\s?-\s?|\s?)[^\W\d_]")


def settle(drafts: Sequence[Column], values: Sequence[Sequence[str]], *, is_titled: bool = False) -> tuple[Column, ...]:
    """Each attribute once: labels are taken at their word unless the values say otherwise, values fill what is unlabelled. `is_titled` says
    that titles of sections stand between the rows."""
    columns = [as_tier(column, texts) for column, texts in zip(drafts, values, strict=True)]
    columns = offered_columns(by_size(falling_tiers(columns, values), values), values)
    _mend_labels(columns, values)
    _mend_identity(columns, values)
    _code_by_shape(columns, values)
    sizes_with_packs(columns, values)
    name_unlabelled(columns, values)
    _infer_missing(columns, values)
    mend_types(columns, values, is_titled=is_titled)
    name_unknown(columns, values)
    _infer_told_in_words(columns, values)
    columns = priced_columns(graded_prices(further_prices(columns, values), values), values)
    mend_contents(columns, values)
    _keep_first(columns, values)
    codes_in_names(columns, values)
    _size_in_names(columns, values)
    bought_by = {"price", "size", "dimension", "material"}
    if not any(column.attribute in ("name", "model") for column in columns) and any(c.attribute in bought_by for c in columns):
        _promote(columns, "series", "name")
    return tuple(columns)


def _mend_labels(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Labels that the values contradict: a model or a price that only measures, a material that is all codes or all descriptions,
    a finish that is all sizes, all materials or counts what a thing has."""
    for index, column in enumerate(columns):
        texts = values[index]
        measures = share(texts, ValueKind.NUMBER, ValueKind.MEASURE, ValueKind.MARK) > CLEAR_SHARE
        if column.attribute == "model" and measures and any("." in text for text in texts) and not are_dotted_codes(texts):
            columns[index] = replace(column, attribute=CUSTOM)
        if column.attribute == "price" and share(texts, ValueKind.SIZE) > SURE_SHARE:
            # What is net may be a content as well as a sum: `Net` over `500 ml`.
            columns[index] = replace(column, attribute=CUSTOM if _is_measured(columns) else "size")
    _choose_model(columns, values)
    for index, column in enumerate(columns):
        if column.attribute == "size" and WEIGHT.search(column.unit):
            columns[index] = replace(column, attribute=CUSTOM)
    mend_sides(columns, values)
    for index, column in enumerate(columns):
        taken = {c.attribute for c in columns}
        if column.attribute not in ("material", "color", "size") or len(values[index]) < 3:
            continue
        is_coded = _is_coded(columns, values)
        if share(values[index], ValueKind.CODE) > SURE_SHARE and (not is_coded or _codes_parts(column, values[index])):
            columns[index] = replace(column, attribute=CUSTOM if is_coded else "model")
        elif column.attribute == "color" and share(values[index], ValueKind.SIZE) > SURE_SHARE:
            columns[index] = replace(column, attribute=CUSTOM if taken & {"size", "dimension"} else "size")
        elif is_named(column.key, "finish_labels") and "material" not in taken and _are_materials(values[index]):
            columns[index] = replace(column, attribute="material")
        elif column.attribute == "color" and is_named(column.key, "finish_labels") and not any(map(_tells_look, values[index])):
            columns[index] = replace(column, attribute=CUSTOM)
        elif "name" not in taken and column.attribute == "material" and _are_descriptions(values[index]):
            columns[index] = replace(column, attribute="name")


def _tells_look(text: str) -> bool:
    """Whether a version may be one of colour or surface: neither counts it what a thing has, nor are all its words about something else."""
    if not text.strip() or COUNTED.match(text):
        return False
    return names_color(text) or names_finish(text) or mentions_material(text) or kind_of(text) in (ValueKind.COLOR, ValueKind.CODE)


def _is_coded(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> bool:
    """Whether codes stand under a label for them, or under one for names: `Item` over `GVX25622W`."""
    called = zip(columns, values, strict=True)
    return any(column.attribute == "model" or (column.attribute in ("index", "name") and are_codes(texts)) for column, texts in called)


def _are_materials(texts: Sequence[str]) -> bool:
    """Materials of which no more than half are also names of colours, as oak is."""
    filled = [text for text in texts if text.strip()]
    return sum(map(is_material, filled)) > SURE_SHARE * len(filled) and sum(map(names_color, filled)) <= len(filled) / 2


def _codes_parts(column: Column, texts: Sequence[str]) -> bool:
    """Codes under a word for a part, `Housing`, that never come twice are those of the parts; under `Material` they are its grades."""
    filled = [text.strip() for text in texts if text.strip()]
    is_part = column.attribute == "material" and is_named(column.key, "part_labels")
    return is_part and len(filled) >= MIN_NAMES and len(set(filled)) == len(filled)


def _choose_model(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Of several columns called by a word for codes, the one with the most codes is the model; one with words is the name, and of another one
    the values say what it is: `规格型号说明` over sizes. What is called by words for both, `型号规格`, is then the size, whatever it looks like.
    `Article` over words names the goods, too, behind codes of `No.` or `Lot`."""
    called = [index for index, column in enumerate(columns) if column.attribute == "model"]
    coded = [share(values[index], ValueKind.CODE, ValueKind.BARCODE, ValueKind.NUMBER) for index in called]
    for index, codes in zip(called, coded, strict=True):
        others = [c.attribute for c in columns]
        is_other = len(called) > 1 and max(coded) > CLEAR_SHARE
        if codes >= CLEAR_SHARE or not (is_other or _names_what_is_coded(index, columns, values)):
            continue
        is_told = "name" in others or share(values[index], ValueKind.SIZE) > CLEAR_SHARE
        if is_told and is_named(columns[index].key, "model_or_size") and not _is_measured(columns):
            columns[index] = replace(columns[index], attribute="size")
        else:
            columns[index] = replace(columns[index], attribute=CUSTOM if is_told else "name", is_labelled=not is_told)


def _is_measured(columns: Sequence[Column]) -> bool:
    return any(column.attribute in ("size", "dimension") for column in columns)


def _names_what_is_coded(index: int, columns: Sequence[Column], values: Sequence[Sequence[str]]) -> bool:
    """Whether words stand right behind a column of codes, never the same one, whose label says nothing of what they are."""
    if index == 0 or share(values[index], ValueKind.TEXT) <= CLEAR_SHARE:
        return False
    before, codes = columns[index - 1], [text.strip() for text in values[index - 1] if text.strip()]
    is_free = before.attribute == "index" or (before.attribute in ("", CUSTOM) and not before.is_labelled)
    return is_free and len(set(codes)) == len(codes) >= MIN_NAMES and share(codes, ValueKind.CODE) > SURE_SHARE


def _are_descriptions(texts: Sequence[str]) -> bool:
    """Different texts of several words, hardly one of them a material."""
    filled = [text for text in texts if text.strip()]
    long = sum(len(text.split()) >= 3 for text in filled)
    return len(set(filled)) >= 0.9 * len(filled) and long >= CLEAR_SHARE * len(filled) and share(filled, ValueKind.MATERIAL) < 0.2


def _mend_identity(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """A column called item or number may hold codes, counts or names: its values tell."""
    for index, column in enumerate(columns):
        if column.attribute in ("name", "model") and begin_with_counter(values[index]):
            columns[index] = replace(column, has_counter=True)
    for index, column in enumerate(columns):
        texts = values[index]
        if column.attribute in ("name", "model") and share(texts, ValueKind.NUMBER) > SURE_SHARE and _number_rows(texts):
            columns[index] = replace(column, attribute="index")
    if not any(column.attribute == "model" for column in columns):
        coded = [i for i, column in enumerate(columns) if column.attribute in ("index", "name") and are_codes(values[i])]
        # Under `Type` stands what goods have in common, or the code of each.
        coded = coded or [i for i, column in enumerate(columns) if column.attribute == "series" and are_own_codes(values[i])]
        # What is called alike is alike: codes of another version name nothing.
        for index in [i for i in coded if columns[i].attribute == columns[coded[0]].attribute]:
            columns[index] = replace(columns[index], attribute="model", is_labelled=False)


def codes_in_names(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Where no column holds the codes, the names may, whether they are called so or only known by their values."""
    if any(column.attribute == "model" for column in columns):
        return
    for index, column in enumerate(columns):
        if column.attribute == "name":
            filled = [text for text in values[index] if text.strip()]
            has_number = len(filled) >= MIN_NAMES and begin_with_numbers(filled)
            columns[index] = replace(column, has_code=has_number or hold_codes(filled), has_number=has_number)


def _code_by_shape(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Without labels, the first column holds codes where it has figures with differing letters behind them, all of one shape, `315C`, `360A`,
    or short pieces in capitals before words: `SNYL`, `CA-T`."""
    if not columns or columns[0].key or columns[0].attribute or any(column.attribute == "model" for column in columns):
        return
    filled = [text.strip() for text in values[0] if text.strip()]
    if len(filled) < MIN_NAMES or len(set(filled)) < len(filled):
        return
    is_worded = are_capitals(filled) and any(map(are_worded, values[1:]))
    if are_lettered(filled) or is_worded or any(close_with(values[0], texts) for texts in values[1:]):
        columns[0] = replace(columns[0], attribute="model")


def _infer_missing(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    for index, column in enumerate(columns):
        if column.is_labelled or column.attribute not in ("", CUSTOM):
            continue
        taken = {c.attribute for c in columns}
        kinds = Counter(kind_of(text) for text in values[index] if text.strip())
        if not kinds:
            continue
        kind, _ = max(kinds.items(), key=lambda item: (item[1], item[0]))
        need = SURE_SHARE if column.key else CLEAR_SHARE
        guess = "" if _are_weights(values[index]) else INFERRED.get(kind, "")
        if guess == "size" and "dimension" in taken and not (are_whole(values[index]) or are_nominal(values[index])):
            guess = "dimension" if are_lengths(values[index]) and not _are_threaded(columns, values) else ""
        if not guess or share(values[index], kind) < need:
            guess = ""
        if guess and (guess not in taken or guess == "dimension"):
            columns[index] = replace(column, attribute=guess)
        elif (
            kind is ValueKind.CODE and "model" not in taken and share(values[index], kind) >= CLEAR_SHARE and _may_be_codes(index, columns)
        ):
            columns[index] = replace(column, attribute="model")
        elif kind in WORDED and not guess and "name" not in taken and not column.key and are_names(values[index]):
            # Words of which some sound like materials or colours: `Vaso ceramica` among `Lampada da tavolo`.
            columns[index] = replace(column, attribute="name")


def _are_threaded(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> bool:
    """Whether threads measure the goods: what other columns measure under words that nobody knows, as the width across flats, are details."""
    return all(are_threads(texts) for column, texts in zip(columns, values, strict=True) if column.attribute == "dimension")


def _infer_told_in_words(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Beside a column of names, words about materials or colours under a label that is not known tell just that."""
    for index, column in enumerate(columns):
        taken = {other.attribute for other in columns}
        is_free = column.key and not column.is_labelled and column.attribute in ("", CUSTOM)
        if is_free and "name" in taken and usual_kind(values[index]) is not ValueKind.CODE:
            guess = _told_in_words(values[index])
            columns[index] = replace(column, attribute=guess) if guess and guess not in taken else column


def _told_in_words(texts: Sequence[str]) -> str:
    filled = [text for text in texts if text.strip()]
    if len(filled) >= MIN_NAMES and sum(map(names_color, filled)) >= SURE_SHARE * len(filled):
        return "color"
    return "material" if len(filled) >= MIN_NAMES and sum(map(mentions_material, filled)) >= SURE_SHARE * len(filled) else ""


def _may_be_codes(index: int, columns: Sequence[Column]) -> bool:
    """Under a label that names a unit stand figures, whatever they look like."""
    return not NAMES_UNIT.search(columns[index].key)


def _are_weights(texts: Sequence[str]) -> bool:
    """Values in kilograms or pounds tell what a product weighs, not its size; small packs are sold by the gram."""
    filled = [text.strip() for text in texts if text.strip()]
    return bool(filled) and sum(WEIGHT.search(text) is not None for text in filled) >= CLEAR_SHARE * len(filled)


def coded_columns(columns: Sequence[Column], values: Sequence[Sequence[str]]) -> list[Column]:
    """With the first column of numbers as the code, where they are never the same: long ones of one length, or any of some length right before
    words."""
    result = list(columns)
    if any(column.attribute == "model" for column in result) or not result or result[0].attribute not in ("", CUSTOM):
        return result
    filled = [text.strip() for text in values[0] if text.strip()]
    are_counted = all(map(str.isdecimal, filled)) and _number_rows(filled)
    are_distinct = len(filled) >= 3 and len(set(filled)) == len(filled) and not are_counted
    are_long = len({len(text) for text in filled}) == 1 and all(text.isdigit() and len(text) >= MIN_NUMBER_CHARS for text in filled)
    are_before_words = len(values) > 1 and usual_kind(values[1]) is ValueKind.TEXT and are_numbers(filled)
    if are_distinct and (are_long or are_before_words or are_dotted_codes(filled)):
        result[0] = replace(result[0], attribute="model")
    return result


def _number_rows(texts: Sequence[str]) -> bool:
    """Whether the numbers among these only count the rows, of which no list has thousands."""
    return counts_up(texts) and all(len(text.strip()) < MIN_NUMBER_CHARS for text in texts if text.strip().isdecimal())


def _keep_first(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """One column of each standard attribute keeps it, the first whose label says exactly that; others stay under their printed names."""
    for attribute in STANDARD_ATTRIBUTES:
        same = [index for index, column in enumerate(columns) if column.attribute == attribute]
        if not same:
            continue
        own = asked(columns, same) if attribute == "price" else _in_words(columns, same, values) if attribute == "color" else same
        chosen = next((index for index in own if columns[index].is_exact), own[0])
        for index in same:
            if index != chosen:
                columns[index] = replace(columns[index], attribute="more_price" if attribute == "price" else CUSTOM)


def _in_words(columns: Sequence[Column], same: Sequence[int], values: Sequence[Sequence[str]]) -> Sequence[int]:
    """Of several columns of colours those that name the most: beside a name the number of a shade, `6.66`, only says where it stands on the
    chart, and what is called a version or a surface may be anything."""
    named = [index for index in same if share(values[index], ValueKind.COLOR, ValueKind.TEXT) > SURE_SHARE] or list(same)
    named = [index for index in named if not is_named(columns[index].key, "finish_labels")] or named
    most = max(share(values[index], ValueKind.COLOR) for index in named)
    return [index for index in named if share(values[index], ValueKind.COLOR) == most]


def _size_in_names(columns: list[Column], values: Sequence[Sequence[str]]) -> None:
    """Where no column measures the goods, nearly all names may begin with what they measure: `30X60 ACCORD`."""
    if any(column.attribute in ("size", "dimension") for column in columns):
        return
    for index, column in enumerate(columns):
        if column.attribute != "name" or column.has_code or column.has_counter:
            continue
        words = [text.split() for text in values[index] if text.strip()]
        sized = sum(len(parts) > 1 and SIZE_PRODUCT.fullmatch(parts[0]) is not None for parts in words)
        columns[index] = replace(column, has_size=len(words) >= MIN_NAMES and sized >= SIZED_SHARE * len(words))


def _promote(columns: list[Column], attribute: str, to: str) -> None:
    for index, column in enumerate(columns):
        if column.attribute == attribute:
            columns[index] = replace(column, attribute=to)
            return
