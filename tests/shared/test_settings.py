"""A malformed setting stops the start with one line that names it."""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT
from tests.supervisor.runs import free_port

KEY = "k" * 40
# Read before there are settings.
OF_THE_SUPERVISOR = {"HOST", "PORT", "LOG_FORMAT", "PDFSKU_DATA_DIR"}
# Read by these functions of `pdfsku.settings.env`, any text will do: names, keys, lists of hosts.
FREE_TEXT = {"text", "words"}
MALFORMED = {
    "integer": ["many", "1.5", "-1", "1e9", "99999999999999999999", "９９９９９９９９９９"],
    "decimal": ["soon", "nan", "inf", "-1", "1e300"],
    "boolean": ["maybe", "2"],
    "choice": ["nothing-of-the-kind"],
    "rate": ["fast", "0/min", "10/fortnight", "10", "1/2/3"],
    "time_zone": ["Mars/Olympus", "../../etc/passwd", "/etc/localtime"],
    "origins": ["example.com", "https://ok.example,foo", "http://"],
    "http_url": ["minio:9000", "http://", "http://host:port"],
    "database": ["mysql://host/db", "postgresql://host:port/db", "postgresql://host", "postgresql://host/db?colour=blue", "postgresql://[::1/db", "nonsense"],
    "redis_url": ["localhost:6379", "redis://host:port", "redis://host/first", "redis://[::1", "http://host"],
    "secret_key": ["short"],
}  # fmt: skip
# Imports the settings once for each of the given environments and tells what each one was refused with.
TRY_ALL = """
import json, os, sys
from django.core.exceptions import ImproperlyConfigured
before = dict(os.environ)
for name, value in json.load(sys.stdin):
    os.environ.clear()
    os.environ.update(before, **{name: value})
    for module in [module for module in sys.modules if module.startswith("pdfsku.settings")]:
        del sys.modules[module]
    try:
        import pdfsku.settings
        print(json.dumps([name, value, ""]))
    except ImproperlyConfigured as error:
        print(json.dumps([name, value, str(error)]))
"""


def settings_read() -> dict[str, str]:
    """Every variable that the settings read, and by which function."""
    return {ast.literal_eval(call.args[0]): call.func.attr for call in calls_of_env()}  # type: ignore[attr-defined]


def calls_of_env() -> Iterator[ast.Call]:
    for path in sorted((ROOT / "pdfsku" / "settings").glob("*.py")):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "env":
                yield call


def documented() -> dict[str, str]:
    """Every variable of docs/configuration.md with its default."""
    rows = re.findall(r"^\| `([A-Z0-9_]+)` \| (.*?) \| .+ \|$", (ROOT / "docs" / "configuration.md").read_text(), re.MULTILINE)
    assert len(rows) == len(dict(rows))
    return dict(rows)


def defaults_read() -> dict[str, object]:
    """The defaults that the settings spell out as plain values."""
    found: dict[str, object] = {}
    for call in calls_of_env():
        with contextlib.suppress(ValueError, IndexError):
            found[ast.literal_eval(call.args[0])] = ast.literal_eval(call.args[1])
    return found


def environment(**variables: str) -> dict[str, str]:
    """Somebody else's servers, so that nothing embedded is started; no other setting of this machine."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    addresses = {"DATABASE_URL": "postgresql://nobody@db.invalid/none", "REDIS_URL": "redis://cache.invalid/0", "SECRET_KEY": KEY}
    return {**kept, **addresses, **variables}


def run(*command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment(**variables), capture_output=True, text=True, timeout=60, check=False
    )


def test_every_malformed_variable_is_refused_by_name() -> None:
    cases = [(name, value) for name, reader in settings_read().items() if reader not in FREE_TEXT for value in MALFORMED[reader]]

    result = subprocess.run(
        [sys.executable, "-c", TRY_ALL], input=json.dumps(cases), cwd=ROOT, env=environment(), capture_output=True, text=True, check=True
    )

    refusals = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(name, value) for name, value, _ in refusals] == cases
    assert [refusal for refusal in refusals if refusal[0] not in refusal[2].split() or "\n" in refusal[2]] == []


def test_an_empty_variable_counts_as_unset() -> None:
    names = [name for name, reader in settings_read().items() if reader != "secret_key"]

    result = run("-c", "import pdfsku.settings", **{name: "" for name in names if name not in {"DATABASE_URL", "REDIS_URL"}})

    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("variable", "value"),
    [("DEBUG", "maybe"), ("WORKERS", "many"), ("DATABASE_URL", "mysql://x"), ("REDIS_URL", "localhost"), ("STORAGE", "tape"), ("TUS_MAX_SIZE_GB", "0")],
)  # fmt: skip
def test_manage_py_says_one_line(variable: str, value: str) -> None:
    result = run("manage.py", "check", **{variable: value})

    assert_one_line(result, variable)


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        *[("PORT", "http"), ("PORT", "0"), ("HOST", "host.invalid"), ("LOG_FORMAT", "xml"), ("WORKERS", "0"), ("WORKERS", "300")],
        *[("DEBUG", "maybe"), ("DB_POOL_SIZE", "1"), ("TUS_MAX_SIZE_GB", "big"), ("DATABASE_URL", "postgresql://host:port/x")],
    ],
)
def test_the_supervisor_says_one_line_before_anything_is_started(variable: str, value: str, tmp_path: Path) -> None:
    data_dir = tmp_path / "data"

    # Without REDIS_URL it would start a Redis of its own.
    result = run(
        "-m", "pdfsku.supervisor", **{"PORT": str(free_port()), "REDIS_URL": "", "PDFSKU_DATA_DIR": str(data_dir), variable: value}
    )

    assert_one_line(result, variable)
    assert not data_dir.exists()


def test_the_web_process_says_one_line() -> None:
    assert_one_line(run("-m", "uvicorn", "pdfsku.asgi:application", "--port", str(free_port()), DEBUG="maybe"), "DEBUG")


@pytest.mark.parametrize("command", [("manage.py", "check"), ("-m", "pdfsku.supervisor")])
def test_a_database_of_ones_own_wants_a_secret_key(command: tuple[str, ...]) -> None:
    result = run(*command, SECRET_KEY="", PORT=str(free_port()))

    assert_one_line(result, "SECRET_KEY")


def test_a_data_directory_that_cannot_be_is_one_line() -> None:
    result = run("manage.py", "check", DATABASE_URL="", PDFSKU_DATA_DIR="/dev/null/data")

    assert result.returncode == 1
    assert "/dev/null/data" in result.stderr
    assert result.stderr.count("\n") == 1


def test_every_variable_is_documented_and_no_other() -> None:
    assert set(documented()) == set(settings_read()) | OF_THE_SUPERVISOR


def test_documented_defaults_are_true() -> None:
    plain = {name: str(value).lower() for name, value in defaults_read().items() if value != "" and not name.endswith("_URL")}

    assert {name: f"`{value.removesuffix('.0')}`" for name, value in plain.items()} == {name: documented()[name].lower() for name in plain}


@pytest.mark.parametrize("page", ["uploads.md", "operations.md"])
def test_defaults_on_other_pages_agree(page: str) -> None:
    rows = re.findall(r"^\| `([A-Z0-9_]+)`[^|]* \| ([^|]+) \|", (ROOT / "docs" / page).read_text(), re.MULTILINE)

    assert rows
    numbers = {name: f"`{default}`" for name, default in rows if default.isdigit()}
    assert numbers == {name: documented()[name] for name in numbers}


def assert_one_line(result: subprocess.CompletedProcess[str], variable: str) -> None:
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(f"pdfsku: {variable} ")
    assert result.stderr.count("\n") == 1
