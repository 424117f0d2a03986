"""Counts the pages that a document's page tree really holds, whatever shape the tree has."""

from collections.abc import Iterator
from typing import Any, NamedTuple

VISITS_PER_PAGE = 50
END: Any = object()


class PageTree(NamedTuple):
    """Leaves found, how deep they hang, and whether the tree is as it says it is. Counting ends soon after the limit."""

    page_count: int
    depth: int
    is_regular: bool


def count_pages(root: Any, *, limit: int, depth_limit: int) -> PageTree:
    """Walks the tree below the catalog's /Pages without recursion; a branch that leads back to itself is not followed."""
    count = depth = visits = 0
    is_regular = True
    path: list[tuple[int, int]] = []
    levels: list[Iterator[Any]] = [iter((root,))]
    while levels:
        node = next(levels[-1], END)
        if node is END:
            levels.pop()
            del path[-1:]
            continue
        visits += 1
        depth = max(depth, len(levels))
        if depth > depth_limit or count > limit or visits > limit * VISITS_PER_PAGE:
            return PageTree(count, depth, is_regular=False)
        kids = _entry(node, "/Kids")
        if _type(kids) != "array":
            count += _type(node) == "dictionary"
            is_regular = is_regular and _entry(node, "/Type") == "/Page"
        elif node.objgen in path:
            is_regular = False
        else:
            # Direct nodes all share the number 0, but cannot contain themselves.
            path.append(node.objgen if node.is_indirect else (0, len(levels)))
            levels.append(iter(kids))
    return PageTree(count, depth, is_regular and _entry(root, "/Count") == count)


def _type(value: Any) -> str:
    return str(getattr(value, "_type_name", ""))


def _entry(node: Any, key: str) -> Any:
    return node.get(key) if _type(node) == "dictionary" else None
