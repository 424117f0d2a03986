"""Reads the canonical text of one PDF object, as a parser prints it back, into plain values.

Both parsers print names with their escapes undone and strings with balanced, escaped brackets; that is all this relies on. Nesting costs
no recursion.
"""

import re
from collections.abc import Iterator
from typing import TypeAlias

NAME_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
STRING_ESCAPE = re.compile(rb"\\([0-7]{1,3}|\r\n|.)", re.DOTALL)
ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
TOKEN = re.compile(
    rb"(?P<open><<|\[)|(?P<close>>>|\])|/(?P<name>[^\s()<>\[\]{}/%\x00]*)|\((?P<string>(?:[^\\()]++|\\.)*+)\)|<(?P<hex>[0-9A-Fa-f\s]*)>"
    rb"|(?P<ref>\d+)\s+\d+\s+R(?![^\s()<>\[\]{}/%])|(?P<other>[^\s()<>\[\]{}/%]+)",
    re.DOTALL,
)


class Name(str):
    """A PDF name, without its slash."""

    __slots__ = ()


class Ref(int):
    """The number of an object that stands elsewhere."""

    __slots__ = ()


Value: TypeAlias = "Name | Ref | bytes | list[Value] | dict[str, Value] | None"


def parse(text: bytes) -> Value:
    """The value that the text stands for; numbers and keywords, which nobody asks for here, are None."""
    levels: list[list[Value]] = [[]]
    for token in TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            levels.append([])
        elif kind != "close":
            levels[-1].append(_scalar(kind, token))
        elif len(levels) > 1:
            items = levels.pop()
            levels[-1].append(items if token["close"] == b"]" else _paired(items))
    return levels[0][0] if levels[0] else None


def dictionaries(value: Value) -> Iterator[tuple[str, dict[str, Value]]]:
    """Every dictionary within the value, each with the key it stands under (that of the nearest dictionary around it)."""
    waiting: list[tuple[str, Value]] = [("", value)]
    while waiting:
        key, current = waiting.pop()
        if isinstance(current, dict):
            yield key, current
            waiting.extend(current.items())
        elif isinstance(current, list):
            waiting.extend((key, item) for item in current)


def _scalar(kind: str | None, token: "re.Match[bytes]") -> Value:
    if kind == "name":
        return Name(NAME_ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), token["name"]).decode("latin-1"))
    if kind == "ref":
        return Ref(token["ref"])
    if kind == "string":
        return STRING_ESCAPE.sub(_unescaped, token["string"])
    if kind == "hex":
        digits = b"".join(token["hex"].split())
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode("ascii"))
    return None


def _unescaped(match: "re.Match[bytes]") -> bytes:
    code = match[1]
    if code[:1].isdigit():
        return bytes([int(code, 8) & 0xFF])
    return ESCAPED.get(code, code)


def _paired(items: list[Value]) -> dict[str, Value]:
    return {key: value for key, value in zip(items[::2], items[1::2], strict=False) if isinstance(key, Name)}
