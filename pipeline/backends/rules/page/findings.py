"""What readers ask about a page or a text on it again and again is found out once and kept with it; a finding depends on nothing else but what
was asked."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol, TypeVar, TypeVarTuple

from pipeline.records import PageContent

Finding = TypeVar("Finding")
Kept = TypeVar("Kept")
Asked = TypeVarTuple("Asked")


class Text(Protocol):
    """A line or a part of it, with what was found out about it."""

    @property
    def found(self) -> dict[Any, Any]: ...


Told = TypeVar("Told", bound=Text)


def once_a_page(find: Callable[[PageContent], list[Finding]]) -> Callable[[PageContent], list[Finding]]:
    """The same findings for whoever asks, each time in a list of its own."""

    @wraps(find)
    def kept(content: PageContent) -> list[Finding]:
        if find not in content.found:
            content.found[find] = tuple(find(content))
        return list(content.found[find])

    return kept


def kept_with_page(find: Callable[[PageContent], Kept]) -> Callable[[PageContent], Kept]:
    """The same finding itself for whoever asks: for what nobody changes."""

    @wraps(find)
    def kept(content: PageContent) -> Kept:
        if find not in content.found:
            content.found[find] = find(content)
        found: Kept = content.found[find]
        return found

    return kept


def kept_with_text(find: Callable[[Told, *Asked], Kept]) -> Callable[[Told, *Asked], Kept]:
    """The same for lines and spans, which several readers understand in turn."""

    @wraps(find)
    def kept(text: Told, *asked: *Asked) -> Kept:
        key = (find, *asked)
        if key not in text.found:
            text.found[key] = find(text, *asked)
        found: Kept = text.found[key]
        return found

    return kept
