"""Records that are not guarded while they run: the code itself sets none of their fields."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest

from pipeline.geometry import Box
from pipeline.records import Word

PIPELINE = Path(__file__).resolve().parents[2] / "pipeline"
# What processes share is set by a name that a field has too.
OTHERS = {"_is_stopping.value", "_last_tick.value"}


def _nodes() -> list[ast.AST]:
    sources = (path.read_text(encoding="utf-8") for path in PIPELINE.rglob("*.py") if "migrations" not in path.parts)
    return [node for source in sources for node in ast.walk(ast.parse(source))]


def _is_record(node: ast.ClassDef) -> bool:
    return any(ast.unparse(decorator).startswith("record(") for decorator in node.decorator_list)


def _set_among(nodes: Iterable[ast.AST]) -> Iterator[ast.Attribute]:
    return (node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))


def test_no_field_of_a_record_is_set() -> None:
    nodes = _nodes()
    records = [node for node in nodes if isinstance(node, ast.ClassDef) and _is_record(node)]
    told = [item.target for node in records for item in node.body if isinstance(item, ast.AnnAssign)]
    names = {target.id for target in told if isinstance(target, ast.Name)}

    outside = {text for node in _set_among(nodes) if node.attr in names and not (text := ast.unparse(node)).startswith("self.")}
    inside = [ast.unparse(node) for own in records for node in _set_among(ast.walk(own))]

    assert {"text", "box", "words"} <= names
    assert not inside
    assert outside <= OTHERS


def test_records_are_equal_and_hashed_by_their_fields() -> None:
    word = Word("Rim", Box(1, 2, 3, 4), 8.0)

    assert word == replace(word)
    assert len({word, replace(word), replace(word, text="Hub")}) == 2
    assert [field.name for field in fields(word)][:3] == ["text", "box", "size_pt"]
    with pytest.raises(AttributeError):
        word.colour = 1  # type: ignore[attr-defined]
