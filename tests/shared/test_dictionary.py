"""docs/dictionary against the live catalog, the code and the specification: nothing missing, nothing unexplained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.db.models import TextChoices

from collaboration.machine import TASK
from jobs.machine import JOB
from pdfsku.shared import choices
from pdfsku.shared.machines import Machine
from pipeline.machines import IMAGE, PAGE, SKU
from tests.shared import catalog

FOLDER = settings.BASE_DIR / "docs" / "dictionary"
TABLES: dict[str, Any] = {
    table: facts
    for app in ("accounts", "jobs", "pipeline", "collaboration", "configs", "outputs")
    for table, facts in yaml.safe_load((FOLDER / f"{app}.yml").read_text()).items()
}
FRAMEWORK: dict[str, str] = yaml.safe_load((FOLDER / "framework.yml").read_text())
ENUMS: dict[str, Any] = yaml.safe_load((FOLDER / "enums.yml").read_text())
MACHINES: dict[str, Any] = yaml.safe_load((FOLDER / "machines.yml").read_text())
DECLARED = {machine.entity_type: machine for machine in (JOB, PAGE, SKU, TASK, IMAGE)}
EXPLANATIONS = {"reason", "deviation"}

every_table = pytest.mark.parametrize("table", sorted(TABLES))
every_machine = pytest.mark.parametrize("kind", sorted(MACHINES))


def bare(facts: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key not in EXPLANATIONS}


def values_of(enum: str) -> list[str]:
    return [*ENUMS[enum].get("values", []), *ENUMS[enum].get("added", [])]


def pairs_of(kind: str) -> set[tuple[str, str]]:
    return {(source, target) for source, targets in MACHINES[kind]["edges"].items() for target in targets}


@pytest.fixture(scope="session")
def specification(shared: Path) -> str:
    (path,) = (shared / "seeds").glob("000_*.txt")
    return path.read_text()


@pytest.mark.django_db
def test_every_table_of_the_database_is_described_or_belongs_to_a_package() -> None:
    assert catalog.tables() == set(TABLES) | set(FRAMEWORK)


@pytest.mark.django_db
@every_table
def test_columns_are_as_described(table: str) -> None:
    assert catalog.columns(table) == {name: bare(facts) for name, facts in TABLES[table]["columns"].items()}


@pytest.mark.django_db
@every_table
def test_indexes_and_unique_constraints_are_as_described(table: str) -> None:
    assert catalog.indexes(table) == {name: bare(facts) for name, facts in TABLES[table].get("indexes", {}).items()}


@pytest.mark.django_db
@every_table
def test_checks_are_as_described_and_enum_checks_hold_exactly_the_enum(table: str) -> None:
    described, live = TABLES[table].get("checks", {}), catalog.checks(table)

    assert set(live) == set(described)
    for name, facts in described.items():
        if "enum" in facts:
            assert sorted(re.findall(r"'([^']*)'::", live[name])) == sorted(values_of(facts["enum"])), name
            assert facts["column"] in live[name]
        else:
            assert live[name] == facts["definition"], name


@pytest.mark.django_db
@every_table
def test_triggers_are_as_described(table: str) -> None:
    assert catalog.triggers(table) == set(TABLES[table].get("triggers", []))


@every_table
def test_a_table_of_the_dictionary_names_its_section_and_any_other_its_reason(table: str) -> None:
    assert ("section" in TABLES[table]) != ("reason" in TABLES[table])


def test_enums_in_the_code_are_the_described_ones() -> None:
    declared = {
        name: enum
        for name, enum in vars(choices).items()
        if isinstance(enum, type) and issubclass(enum, TextChoices) and enum is not TextChoices
    }

    assert {name: sorted(enum.values) for name, enum in declared.items()} == {name: sorted(values_of(name)) for name in ENUMS}
    for name, facts in ENUMS.items():
        assert "added" not in facts or facts.get("reason"), f"{name} has values beyond the dictionary and no reason"


def test_every_column_with_an_enum_in_the_models_is_checked_by_the_database() -> None:
    from django.apps import apps

    for model in apps.get_models():
        if model._meta.db_table not in TABLES:
            continue
        checked = {facts["column"] for facts in TABLES[model._meta.db_table].get("checks", {}).values() if "enum" in facts}
        assert {field.column for field in model._meta.concrete_fields if field.choices} <= checked, model._meta.db_table


@every_machine
def test_machines_in_the_code_have_the_described_edges(kind: str) -> None:
    machine: Machine = DECLARED[kind]

    assert set(DECLARED) == set(MACHINES)
    assert set(machine.pairs) == pairs_of(kind)
    assert [str(state) for state in machine.initial] == MACHINES[kind]["initial"]


def test_columns_agree_with_the_specification(specification: str) -> None:
    specified = _specified_tables(specification)

    assert {table for table, facts in TABLES.items() if "section" in facts} == set(specified)
    for table, columns in specified.items():
        described = TABLES[table]["columns"]
        assert set(columns) <= set(described), table
        for name, (kind, rules) in columns.items():
            if "deviation" not in described[name]:
                _compare(f"{table}.{name}", described[name], kind, rules)
        for name in set(described) - set(columns):
            assert described[name].get("reason"), f"{table}.{name} is beyond the dictionary and has no reason"


def test_indexes_that_the_specification_names_exist(specification: str) -> None:
    named = set(re.findall(r"\bidx_\w+", specification[specification.index("# §3") : specification.index("# §4")]))

    assert named <= {name for facts in TABLES.values() for name in facts.get("indexes", {})}


def test_enums_agree_with_the_specification(specification: str) -> None:
    section = specification[specification.index("# §2") : specification.index("# §3")]
    specified = {
        name: [value.strip() for value in values.split("·") if value.strip() != "null"]
        for name, values in re.findall(r"^\| \*\*(\w+)\*\* \| (.*?) \|", section, re.M)
    }

    assert len(specified) >= 28
    assert {name: facts["values"] for name, facts in ENUMS.items() if "values" in facts} == specified


@pytest.mark.parametrize(("number", "kind"), enumerate(["job", "page", "sku", "task", "image"], 1))
def test_edges_agree_with_the_specification(specification: str, number: int, kind: str) -> None:
    section = re.split(r"^## 1\.\d ", specification[: specification.index("# §2")], flags=re.M)[number]
    facts, states = MACHINES[kind], DECLARED[kind].states.values
    beyond = {tuple(edge.split()) for edge in facts.get("beyond", {})}

    specified = _specified_edges(section, states, open_states=set(facts["edges"]), narrowed=set(facts.get("narrowed", {})))

    assert pairs_of(kind) - beyond == specified
    assert set(re.findall(r"\[\*\] --> (\w+)", section)) == set(facts["initial"]) - set(facts.get("initial_beyond", {}))


def _specified_tables(text: str) -> dict[str, dict[str, tuple[str, str]]]:
    section = text[text.index("# §3") : text.index("# §4")]
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for table, body in re.findall(r"^## 3\.\d+ (\w+) —.*?\n(.*?)(?=^## |\Z)", section, re.M | re.S):
        cells = [[cell.strip() for cell in line.split("|")[1:4]] for line in body.splitlines() if re.match(r"\| [a-z]", line)]
        found[table] = {name: (kind, rules) for name, kind, rules in cells}
    return found


def _compare(column: str, described: dict[str, Any], kind: str, rules: str) -> None:
    short = {"INT": "integer", "INT[]": "integer[]", "INT[4]": "integer[]", "INT[2]": "integer[]"}
    default = re.search(r"DEFAULT (.*?)(?=, IDX|$)", rules)
    reference = re.search(r"FK→(\w+)", rules)

    assert described["type"] == short.get(kind, kind.lower()), column
    assert described["nullable"] == ("NOT NULL" not in rules and "PK" not in rules), column
    assert described.get("default") == (catalog.plain_default(default[1].strip("'")) if default else None), column
    assert (described.get("key") == "primary") == ("PK" in rules), column
    assert described.get("references") == (reference[1] if reference else None) or described.get("reason"), column


def _specified_edges(section: str, states: list[str], *, open_states: set[str], narrowed: set[str]) -> set[tuple[str, str]]:
    """Of the diagram and of the table below it, where `*` is every state that has not ended."""
    edges = set(re.findall(r"^\s+(\w+) --> (\w+):", section, re.M))
    for left, right in re.findall(r"^\| ([^|→]+) → ([^|]+?) \|", section[section.index("### 状态说明") :], re.M):
        for source in left.split(" / "):
            for target in right.split(" / "):
                targets = [state for state in states if state.startswith("IMPORTED_")] if target == "IMPORTED_*" else [target]
                sources = (set() if target in narrowed else open_states) if source == "*" else {source}
                edges |= {(one, other) for one in sources for other in targets}
    return edges
