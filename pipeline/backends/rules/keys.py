"""Keys of a scene: numbers on one picture that come again before the names of what it shows; they lead to the things and are no part of their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions import Part
from pipeline.backends.rules.entries import Entry
from pipeline.backends.rules.kinds import Kind
from pipeline.records import PageContent, PictureKind

MIN_KEYS = 3
OPENING = re.compile(r"(\d{1,2})[.):]?\s+(?=[^\W\d])")


def without_keys(entries: Sequence[Entry], content: PageContent) -> list[Entry]:
    """The captions, their names without the numbers that stand on one picture of the page."""
    opened = {found[1] for entry in entries if (found := _opening(entry)) is not None}
    if len(opened) < MIN_KEYS:
        return list(entries)
    lone = [(entry.caption.parts[0].text, entry.box) for entry in entries if len(entry.caption.parts) == 1]
    shown = [picture.box for picture in content.pictures if picture.kind is not PictureKind.VECTOR]
    on_one = [{text for text, box in lone if picture.contains_point(box.center_x, box.center_y)} & opened for picture in shown]
    keys = max(on_one, key=len, default=set[str]())
    return [_without_key(entry, keys) for entry in entries] if len(keys) >= MIN_KEYS else list(entries)


def _opening(entry: Entry) -> re.Match[str] | None:
    name = entry.caption.first(Kind.NAME)
    return OPENING.match(name.text) if name is not None and not name.is_labelled else None


def _without_key(entry: Entry, keys: set[str]) -> Entry:
    name, found = entry.caption.first(Kind.NAME), _opening(entry)
    if name is None or found is None or found[1] not in keys:
        return entry
    parts = tuple(_cut(part, found.end()) if part is name else part for part in entry.caption.parts)
    return replace(entry, caption=replace(entry.caption, parts=parts))


def _cut(part: Part, start: int) -> Part:
    value = part.statement.value
    return replace(part, statement=replace(part.statement, value=value.part(start, len(value.text))))
