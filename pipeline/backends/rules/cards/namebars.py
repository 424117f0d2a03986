"""Names set apart over what they name: bars and large headings down a page, each with the text of one product under it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.titles import LARGER
from pipeline.backends.rules.text.records import Style
from pipeline.backends.rules.values.kinds import Kind, is_sentence

MIN_BARS = 2
COLUMN_PT = 4.0


def under_name_bars(entries: Sequence[Entry]) -> list[Entry]:
    """Captions named by the headings over them, where every heading of one look leads exactly one caption without a price."""
    bodies = [entry for entry in entries if len(entry.caption.parts) > 1 and entry.caption.has(Kind.NAME)]
    for bars in _bars(entries, bodies):
        led = _led_by(bars, bodies)
        if led:
            joined = {id(body): _named_by(bar, body) for bar, body in led}
            used = {id(bar) for bar, _ in led}
            return [joined.get(id(entry), entry) for entry in entries if id(entry) not in used]
    return list(entries)


def _bars(entries: Sequence[Entry], bodies: Sequence[Entry]) -> list[list[Entry]]:
    """Lone words in one look down one column, larger than the names under them; the largest look first."""
    if not bodies:
        return []
    usual = max(part.style.size_pt for body in bodies if (part := body.caption.first(Kind.NAME)) is not None)
    looks: dict[tuple[Style, int], list[Entry]] = {}
    for entry in entries:
        part = entry.caption.parts[0]
        is_alone = len(entry.caption.parts) == 1 and part.kind in (Kind.NAME, Kind.MODEL, Kind.TEXT, Kind.MATERIAL) and not part.is_labelled
        if is_alone and part.style.size_pt >= LARGER * usual and not is_sentence(part.text):
            looks.setdefault((part.style, round(part.box.x0 / COLUMN_PT)), []).append(entry)
    found = [sorted(group, key=lambda entry: entry.box.y0) for group in looks.values() if len(group) >= MIN_BARS]
    return sorted(found, key=lambda group: -group[0].caption.parts[0].style.size_pt)


def _led_by(bars: Sequence[Entry], bodies: Sequence[Entry]) -> list[tuple[Entry, Entry]]:
    """Each bar with the one caption between it and the next bar; nothing where one leads none or several."""
    edges = [*(bar.box.y0 for bar in bars), float("inf")]
    led = []
    for bar, (top, bottom) in zip(bars, pairwise(edges), strict=True):
        under = [body for body in bodies if top <= body.box.y0 < bottom]
        if len(under) != 1 or under[0].caption.has(Kind.PRICE):
            return []
        led.append((bar, under[0]))
    return led


def _named_by(bar: Entry, body: Entry) -> Entry:
    name = body.caption.first(Kind.NAME)
    parts = tuple(replace(part, kind=Kind.TEXT) if part is name else part for part in body.caption.parts)
    title = replace(bar.caption.parts[0], kind=Kind.NAME)
    return replace(body, caption=replace(body.caption, parts=(title, *parts)), parents=body.parents | bar.parents, is_under_bar=True)
