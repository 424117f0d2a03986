"""What readers ask about a page again and again is found out once and kept with it; a finding depends on the page alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from pipeline.records import PageContent

Finding = TypeVar("Finding")
Kept = TypeVar("Kept")


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
