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


class Known(Protocol):
    """A page, a line or a part of it, with what was found out about it."""

    @property
    def found(self) -> dict[Any, Any]: ...


Thing = TypeVar("Thing", bound=Known)


def once_a_page(find: Callable[[PageContent], list[Finding]]) -> Callable[[PageContent], list[Finding]]:
    """The same findings for whoever asks, each time in a list of its own."""

    @wraps(find)
    def kept(content: PageContent) -> list[Finding]:
        if find not in content.found:
            content.found[find] = tuple(find(content))
        return list(content.found[find])

    return kept


def found_once(find: Callable[[Thing, *Asked], Kept]) -> Callable[[Thing, *Asked], Kept]:
    """The same finding itself for whoever asks: for what nobody changes."""

    @wraps(find)
    def kept(thing: Thing, *asked: *Asked) -> Kept:
        key = (find, *asked)
        if key not in thing.found:
            thing.found[key] = find(thing, *asked)
        found: Kept = thing.found[key]
        return found

    return kept
