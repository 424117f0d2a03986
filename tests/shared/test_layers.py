"""Imports go down, messages go up; modules stay small; one place opens PDFs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pydoc import locate

import pytest

from pdfsku.shared.tasks import TASKS

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ("pdfsku", "jobs", "pipeline", "collaboration", "outputs", "configs")
MAX_LINES = 400

# From the bottom up; the longest matching prefix says where a module stands.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("pdfsku", "pdfsku.shared"),
    ("pdfsku.accounts", "configs", "configs.models", "configs.rules", "configs.profiles", "configs.apps"),
    ("jobs",),
    ("pipeline",),
    ("collaboration",),
    ("outputs",),
    (
        "configs.admin",
        "configs.api",
        "configs.calibration",
        "configs.evaluations",
        "configs.golden",
        "configs.impact",
        "configs.upgrades",
        "configs.services",
    ),
    ("configs.management", "jobs.management", "pipeline.management", "collaboration.management", "outputs.management"),
    ("pdfsku.urls", "pdfsku.routing", "pdfsku.asgi"),
)
LAYER_OF = {prefix: level for level, prefixes in enumerate(LAYERS) for prefix in prefixes}
# Run before Django is there, so they know nothing of it or of the apps.
BEFORE_DJANGO = ("pdfsku.embedded", "pdfsku.preparation", "pdfsku.startup", "pdfsku.supervisor", "pdfsku.settings")
# The reader of pages, and the confined children of the safety check.
OPENING = {"pymupdf.open", "pymupdf.Document", "fitz.open", "library.fz_open_document_with_stream"}
OPENS_PDFS = {"pipeline.document", "jobs.inspection.pages", "jobs.inspection.mupdf"}
# Records go between them: what a page says is decided without the library that read it.
KNOWS_NO_PYMUPDF = ("pipeline.backends", "pipeline.stages", "pipeline.services", "collaboration", "outputs", "configs", "pdfsku")
WRITES_MESSAGES = {"enqueue", "enqueue_many"}


def modules() -> list[str]:
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts)
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def source_of(module: str) -> Path:
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(source_of(module).read_text())


@cache
def imports_of(module: str) -> list[str]:
    return list(imports_in(module))


def imports_in(module: str) -> Iterator[str]:
    """What is imported when the module or one of its functions runs; what only a type checker sees is left out."""
    waiting: list[ast.AST] = [tree_of(module)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports by a relative name"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"import_module", "importlib.import_module"}:
            yield from (part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str))
        waiting.extend(ast.iter_child_nodes(node))


def layer_of(module: str) -> int:
    parts = module.split(".")
    return next(LAYER_OF[name] for end in range(len(parts), 0, -1) if (name := ".".join(parts[:end])) in LAYER_OF)


def is_of(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def own_imports() -> Iterator[tuple[str, str]]:
    """Who imports what, among the project's own modules."""
    yield from ((module, name) for module in modules() for name in imports_of(module) if is_of(name, PACKAGES))


def test_imports_go_down() -> None:
    of_django = ((module, name) for module, name in own_imports() if not is_of(module, BEFORE_DJANGO) and not is_of(name, BEFORE_DJANGO))

    assert [(module, name) for module, name in of_django if layer_of(name) > layer_of(module)] == []


def test_what_runs_before_django_knows_no_app() -> None:
    early = ((module, name) for module, name in own_imports() if is_of(module, BEFORE_DJANGO))

    assert [(module, name) for module, name in early if not is_of(name, BEFORE_DJANGO)] == []


def test_the_product_does_not_import_its_tests_or_benchmarks() -> None:
    assert [(module, name) for module in modules() for name in imports_of(module) if is_of(name, ("tests", "bench"))] == []


@pytest.mark.parametrize("task", TASKS)
def test_every_task_name_is_a_function(task: str) -> None:
    assert callable(locate(task))


def test_every_message_names_a_known_task() -> None:
    sent = {name for module in modules() for name in task_names_in(tree_of(module))}

    assert sent == set(TASKS)


def task_names_in(tree: ast.Module) -> Iterator[str]:
    """The strings of the first argument of each call that writes a message; it may choose between two."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in WRITES_MESSAGES:
            yield from (part.value for part in ast.walk(call.args[0]) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def test_no_module_is_long() -> None:
    lines = {module: len(source_of(module).read_text().splitlines()) for module in modules()}

    assert {module: count for module, count in lines.items() if count > MAX_LINES} == {}


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    assert [module for module in modules() if module.rpartition(".")[2] in {"utils", "helpers", "common", "misc"}] == []


def test_pdfs_are_opened_in_one_place() -> None:
    opening = {module for module in modules() for call in ast.walk(tree_of(module)) if is_opening(call)}

    assert opening == OPENS_PDFS


def is_opening(call: ast.AST) -> bool:
    return isinstance(call, ast.Call) and ast.unparse(call.func) in OPENING


def test_pymupdf_stays_with_what_reads_pages() -> None:
    knowing = {module for module in modules() for name in imports_of(module) if is_of(name, ("pymupdf", "fitz"))}

    assert [module for module in sorted(knowing) if is_of(module, KNOWS_NO_PYMUPDF)] == []
