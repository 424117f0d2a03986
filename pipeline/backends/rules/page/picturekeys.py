"""Letters and numbers on pictures that come again before the captions: `3` on a vase, `3 Stoneware vase` elsewhere on the page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pipeline.backends.rules.page.places import apart
from pipeline.geometry import Box
from pipeline.records import Line, Word

KEY = re.compile(r"\(?(?:[A-Za-z]|\d{1,2}|[①-⑳])[.):]?")
MIN_KEYS, MIN_ON_SCENE = 2, 3
KEY_GAP_EM, LEVEL_PT = 3.0, 3.0
CORNER_EM = 1.5


@dataclass(frozen=True, slots=True)
class PictureKeys:
    """The pictures, by their places in the list that was asked for, that each key stands on; `printed` are the lines that are keys and
    nothing else, `before` the words that may lead to a picture from elsewhere."""

    pictures: dict[str, set[int]]
    printed: tuple[Line, ...] = ()
    before: tuple[Word, ...] = ()

    def lines(self) -> tuple[Line, ...]:
        """All that is printed to lead from captions to pictures: keys that stand both here and there."""
        both = {bare_key(word.text) for word in self.before} & self.pictures.keys()
        return tuple(line for line in self.printed if bare_key(line.text) in both)

    def picture(self, key: str) -> int | None:
        """The one picture that a key leads to."""
        own = self.pictures.get(bare_key(key), set())
        return next(iter(own)) if len(own) == 1 else None

    def beside(self, text: Box) -> str:
        """The key left of a caption, level with its first row and perhaps larger than it, or right over its first row."""
        level = [key for key in self.before if key.box.y0 - LEVEL_PT <= text.y0 <= key.box.center_y and key.box.x1 <= text.x0]
        near = [key for key in level if text.x0 - key.box.x1 <= KEY_GAP_EM * key.size_pt]
        over = [
            key for key in self.before if abs(key.box.x0 - text.x0) <= LEVEL_PT and 0 < text.y0 - key.box.y0 <= key.box.height + LEVEL_PT
        ]
        return max(near or over, key=lambda key: key.box.x1).text if near or over else ""


def picture_keys(lines: Sequence[Line], boxes: Sequence[Box]) -> PictureKeys:
    """The keys of these pictures; none where fewer than two have one."""
    printed = [line for line in lines if KEY.fullmatch(line.text)] if len(boxes) > 1 else []
    homes = [_keyed_picture(line, boxes) for line in printed]
    # What holds several keys is the ground that the pictures stand on.
    shared = {number for number, count in Counter(homes).items() if number is not None and count > 1}
    found = [
        (line, _keyed_picture(line, boxes, besides=shared, reach=line.size_pt) if home in shared else home)
        for line, home in zip(printed, homes, strict=True)
    ]
    on = [(line, number) for line, number in found if number is not None]
    known = {bare_key(line.text) for line, _ in on}
    left = [line for line, number in found if number is None and bare_key(line.text) not in known]
    opening = tuple(line.words[0] for line in lines if printed and len(line.words) > 1 and KEY.fullmatch(line.words[0].text))
    on += _at_corners(left, boxes, {bare_key(word.text) for word in opening})
    keys: dict[str, set[int]] = {}
    for line, number in on:
        keys.setdefault(bare_key(line.text), set()).add(number)
    if len(keys) < MIN_KEYS:
        return PictureKeys({})
    held = {id(line) for line, _ in on}
    return PictureKeys(keys, tuple(printed), (*(line.words[0] for line in printed if id(line) not in held), *opening))


def scene_keys(lines: Sequence[Line], boxes: Sequence[Box]) -> list[Line]:
    """Keys on one picture, each of which comes again once beside it, all of these set alike: they say which of the things shown a caption is
    about, and are no part of what it says."""
    printed = [line for line in lines if KEY.fullmatch(line.text)]
    found = [_again_beside(printed, box) for box in boxes] if len(printed) >= 2 * MIN_ON_SCENE else []
    return max(found, key=len, default=[])


def _again_beside(printed: Sequence[Line], picture: Box) -> list[Line]:
    on = [line for line in printed if picture.contains_point(line.box.center_x, line.box.center_y)]
    known = {bare_key(line.text) for line in on}
    beside = [line for line in printed if not any(line is other for other in on) and bare_key(line.text) in known]
    are_alike = len({round(line.size_pt, 1) for line in beside}) == 1
    is_each_once = len(known) == len(on) == len(beside) == len({bare_key(line.text) for line in beside})
    return [*on, *beside] if are_alike and is_each_once and len(on) >= MIN_ON_SCENE else []


def _at_corners(lines: Sequence[Line], boxes: Sequence[Box], opening: Collection[str]) -> list[tuple[Line, int]]:
    """Of keys that come again, as others or `opening` lines, and stand on no picture, those that alone stand close to one: at its corner."""
    times = Counter([*(bare_key(line.text) for line in lines), *opening])
    near = [(line, number) for line in lines if (number := _keyed_picture(line, boxes, reach=CORNER_EM * line.size_pt)) is not None]
    close = Counter(bare_key(line.text) for line, _ in near)
    return [(line, number) for line, number in near if close[bare_key(line.text)] == 1 < times[bare_key(line.text)]]


def bare_key(text: str) -> str:
    return text.strip(" .:)(").casefold()


def _keyed_picture(key: Line, boxes: Sequence[Box], *, besides: Collection[int] = (), reach: float = 0.0) -> int | None:
    """The smallest picture on which the key stands, or the one it is closest to."""
    x, y = key.box.center_x, key.box.center_y
    under = [number for number, box in enumerate(boxes) if number not in besides and box.expanded(reach).contains_point(x, y)]
    return min(under, key=lambda number: (apart(Box(x, y, x, y), boxes[number]), boxes[number].area), default=None)
