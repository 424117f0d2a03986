"""Keys of a scene or of pictures side by side: what comes again before the names of what they show leads to it, and is no part of its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.entries import Entry
from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.page.picturekeys import PictureKeys
from pipeline.backends.rules.values.kinds import Kind
from pipeline.records import PageContent, PictureKind

MIN_KEYS = 3
OPENING = re.compile(r"(\d{1,2}|[A-Z])[.):]?\s+(?=[^\W\d])")


def without_keys(entries: Sequence[Entry], content: PageContent, pictured: PictureKeys) -> list[Entry]:
    """The captions, their names without the keys that stand on one picture of the page, or on one each."""
    opened = {found[1] for entry in entries if (found := _opening(entry)) is not None}
    if len(opened) < MIN_KEYS:
        return list(entries)
    lone = [(entry.caption.parts[0].text, entry.box) for entry in entries if len(entry.caption.parts) == 1]
    shown = [picture.box for picture in content.pictures if picture.kind is not PictureKind.VECTOR]
    on_one = [{text for text, box in lone if picture.contains_point(box.center_x, box.center_y)} & opened for picture in shown]
    on_each = {key for key in opened if pictured.picture(key) is not None}
    keys = max((*on_one, on_each), key=len)
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
