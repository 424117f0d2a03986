"""Shade charts: a page of one product under its title, whose cards name nothing but a code and a colour each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.captions.titles import largest_words, read_title
from pipeline.backends.rules.labels.words import label_says
from pipeline.backends.rules.values.codes import have_one_stem
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind

MIN_SHADES = 4
COLOR_SHARE, KIN_COLOR_SHARE = 0.6, 0.3
LARGER = 1.2


def as_shades(products: Sequence[Entry], found: Sequence[Entry]) -> list[Entry]:
    """The products as colours of what the page's title names, where most of them are called like colours; else as they are."""
    teller = _teller(products)
    cards = [product for product in products if product is not teller]
    shades = [shade for product in cards if (shade := _only_words(product)) is not None]
    if len(shades) < max(MIN_SHADES, len(cards)):
        return list(products)
    title = _told_by(teller, cards, shades) if teller is not None else _titled(found, cards, shades)
    if title is None:
        return list(products)
    entry, told = title
    return [_shade(product, shade, told, entry) for product, shade in zip(cards, shades, strict=True)]


def _teller(products: Sequence[Entry]) -> Entry | None:
    """The one product with a name and a price, but no code, over all others, which have codes and no price."""
    uncoded = [product for product in products if not product.caption.has(Kind.MODEL)]
    if len(uncoded) != 1 or not all(map(uncoded[0].caption.has, (Kind.NAME, Kind.PRICE))):
        return None
    others = [product for product in products if product is not uncoded[0]]
    is_over = all(uncoded[0].box.y1 <= other.box.y0 and not other.caption.has(Kind.PRICE) for other in others)
    return uncoded[0] if is_over else None


def _told_by(teller: Entry, cards: Sequence[Entry], shades: Sequence[Part]) -> tuple[Entry, Sequence[Part]] | None:
    """All that is told of the product."""
    return (teller, teller.caption.parts) if _are_kin(cards, shades) else None


def _are_kin(cards: Sequence[Entry], shades: Sequence[Part]) -> bool:
    """Whether the codes have one stem: then some of many names of colours are enough to know them by, where something is told once for all."""
    codes = [code.text for card in cards if (code := card.caption.first(Kind.MODEL)) is not None]
    return sum(names_color(shade.text) for shade in shades) >= KIN_COLOR_SHARE * len(shades) and have_one_stem(codes)


def _titled(found: Sequence[Entry], cards: Sequence[Entry], shades: Sequence[Part]) -> tuple[Entry, Sequence[Part]] | None:
    title = _title(found, shades)
    are_colors = sum(names_color(shade.text) for shade in shades) >= COLOR_SHARE * len(shades)
    if title is None or not (are_colors or (_are_kin(cards, shades) and _says_shades(found, shades))):
        return None
    return title[0], read_title(title[1], wants_model=False).parts


def _says_shades(found: Sequence[Entry], shades: Sequence[Part]) -> bool:
    """Whether a line over all of them speaks of all shades: `All shades £4.25 each`, `Alle Farbtöne 12 ml`."""
    top = min(shade.box.y0 for shade in shades)
    texts = [part.text for entry in found if entry.box.y1 <= top for part in entry.caption.parts]
    return any(label_says(text, "for_all") and label_says(text, "shade_words") for text in texts)


def _only_words(product: Entry) -> Part | None:
    """What a card says beside its code, as a name or as a colour; None where it says both."""
    words = [part for part in product.caption.parts if part.kind in (Kind.NAME, Kind.COLOR)]
    return words[0] if len(words) == 1 and not words[0].is_labelled and product.caption.has(Kind.MODEL) else None


def _title(found: Sequence[Entry], shades: Sequence[Part]) -> tuple[Entry, Part] | None:
    """The largest words over all products, if they are larger than what the products are called and no colour themselves."""
    top = min(shade.box.y0 for shade in shades)
    over = [(entry, words) for entry in found if entry.box.y1 <= top and (words := _naming(entry)) is not None]
    best = max(over, key=lambda pair: pair[1].style.size_pt, default=None)
    is_title = best is not None and best[1].style.size_pt >= LARGER * max(shade.style.size_pt for shade in shades)
    return best if is_title and best is not None and not names_color(best[1].text) else None


def _naming(entry: Entry) -> Part | None:
    """The largest words but those that say what the page is: `Shade card · Velvet lipstick`."""
    return largest_words([part for part in entry.caption.parts if folded(part.text) not in word_list("chart_titles")])


def _shade(product: Entry, shade: Part, title: Sequence[Part], home: Entry) -> Entry:
    parts = tuple(replace(part, kind=Kind.COLOR) if part is shade else part for part in product.caption.parts)
    return replace(product, caption=replace(product.caption, parts=(*title, *parts)), parents=product.parents | home.parents)
