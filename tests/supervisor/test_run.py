import json
import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from tests.embedded.users import servers_of
from tests.supervisor.runs import QUIET, WEB, Run, until

Begin = Callable[..., Run]
ADDRESSES = "import os; print('|'.join(os.environ.get(n, '') for n in ('DATABASE_URL', 'REDIS_URL', 'PDFSKU_EMBEDDED')), flush=True)"


def test_addresses_and_demo_users_are_told_when_the_web_answers(begin: Begin, data_dir: Path) -> None:
    users = {"merchant": "secret-1", "admin": "secret-2"}
    setup = f"import os, pathlib; pathlib.Path(os.environ['PDFSKU_DATA_DIR'], 'demo-users.json').write_text({json.dumps(users)!r})"

    run = begin(f"web={WEB}", setup=setup, DATABASE_URL="")
    run.until_said("Ctrl-C")

    assert f"pdfsku runs at http://127.0.0.1:{run.port}" in run.said
    assert f"Admin    http://127.0.0.1:{run.port}/admin/" in run.said
    assert f"Demo users (also in {data_dir / 'demo-users.json'})" in run.said
    assert "    merchant   secret-1\npdfsku |     admin      secret-2\n" in run.said


def test_workers_start_when_the_web_answers(begin: Begin) -> None:
    run = begin(f"worker+={QUIET}", f"web={WEB}")

    run.until_said("worker | ready")

    assert run.said.index("pdfsku runs at") < run.said.index("worker | ready")


def test_demo_users_are_not_told_over_somebody_elses_database(begin: Begin, data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / "demo-users.json").write_text('{"merchant": "secret-1"}')

    run = begin(f"web={WEB}", HOST="0.0.0.0")
    run.until_said("Ctrl-C")

    assert f"pdfsku runs at http://127.0.0.1:{run.port}" in run.said
    assert "secret-1" not in run.said


def test_both_servers_are_embedded_by_default(begin: Begin, data_dir: Path) -> None:
    run = begin(f"web={QUIET}", setup=ADDRESSES, DATABASE_URL="", REDIS_URL="")
    run.until_said("ready")

    assert "setup  | postgresql://pdfsku@/pdfsku?host=" in run.said
    assert "|unix://" in run.said
    assert "?db=0|1\n" in run.said
    assert run.finish(signal.SIGTERM) == 143
    assert servers_of(data_dir) == []


@pytest.mark.parametrize(("given", "started"), [("DATABASE_URL", "redis"), ("REDIS_URL", "postgres"), ("both", None)])
def test_a_server_that_is_named_is_not_started(begin: Begin, data_dir: Path, given: str, started: str | None) -> None:
    empty = {name: "" for name in ("DATABASE_URL", "REDIS_URL") if given not in (name, "both")}

    run = begin(f"web={QUIET}", setup=ADDRESSES, **empty)
    run.until_said("ready")

    homes = {name for name in ("postgres", "redis") if (data_dir / name).exists()}
    assert homes == ({started} if started else set())
    assert run.said.split("\n")[0].endswith("|1") is (started == "postgres")


def test_kill_9_of_the_supervisor_ends_the_servers_too_after_the_programs(begin: Begin, data_dir: Path) -> None:
    goodbye = f"""
import os, pathlib, signal, socket
def leave(*_):
    client = socket.socket(socket.AF_UNIX)
    client.connect(os.environ["REDIS_URL"].removeprefix("unix://").split("?")[0])
    pathlib.Path({str(data_dir)!r}, "goodbye").touch()
    raise SystemExit
signal.signal(signal.SIGTERM, leave)
{QUIET}
"""
    run = begin(f"worker={goodbye}", DATABASE_URL="", REDIS_URL="")
    run.until_said("ready")
    assert len(servers_of(data_dir)) > 3

    run.process.kill()

    until(lambda: run.processes() == [] and servers_of(data_dir) == [], seconds=10)
    assert (data_dir / "goodbye").exists()


def test_second_run_finds_what_the_first_one_left(begin: Begin, data_dir: Path) -> None:
    first = begin(f"web={QUIET}", DATABASE_URL="", REDIS_URL="")
    first.until_said("ready")
    first.process.kill()

    second = begin(f"web={QUIET}", DATABASE_URL="", REDIS_URL="")
    second.until_said("ready")

    assert second.finish(signal.SIGINT) == 0
    until(lambda: servers_of(data_dir) == [])


@pytest.mark.parametrize(
    ("setting", "value", "complaint"),
    [
        ("PORT", "http", "PORT must be a whole number from 1 to 65535, not 'http'"),
        ("PORT", "70000", "PORT must be a whole number from 1 to 65535, not '70000'"),
        ("PORT", "-1", "PORT must be a whole number from 1 to 65535, not '-1'"),
        ("PORT", "8000.5", "PORT must be a whole number from 1 to 65535, not '8000.5'"),
        ("WORKERS", "many", "WORKERS must be a whole number from 1 to 1000, not 'many'"),
        ("LOG_FORMAT", "xml", "LOG_FORMAT must be text or json, not 'xml'"),
        ("DATABASE_URL", "mysql://x", "DATABASE_URL must begin with postgres:// or postgresql://"),
        ("REDIS_URL", "localhost", "REDIS_URL must begin with redis:// or rediss:// or unix://"),
        ("PDFSKU_DATA_DIR", "/dev/null/data", "PDFSKU_DATA_DIR is /dev/null/data, but /dev/null is not a directory"),
        ("HOST", "203.0.113.7", "HOST '203.0.113.7' is not an address of this machine: Cannot assign requested address"),
    ],
)
def test_malformed_setting_is_one_line_that_names_it(begin: Begin, setting: str, value: str, complaint: str) -> None:
    run = begin(f"web={QUIET}", **{setting: value})

    assert run.finish() == 1

    assert run.complaint() == f"pdfsku: {complaint}\n"
    assert run.said == ""


def test_taken_port_is_one_line_and_nothing_is_started(begin: Begin, data_dir: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = begin(f"web={QUIET}", PORT=str(port), DATABASE_URL="", REDIS_URL="")
        assert run.finish() == 1

    assert run.complaint() == f"pdfsku: PORT {port} on 127.0.0.1 is taken: stop what listens there or set PORT\n"
    assert not data_dir.exists()


def test_cluster_of_another_version_is_one_line_and_untouched(begin: Begin, data_dir: Path) -> None:
    (data_dir / "postgres").mkdir(parents=True)
    (data_dir / "postgres" / "PG_VERSION").write_text("16\n")

    run = begin(f"web={QUIET}", DATABASE_URL="", REDIS_URL="")
    assert run.finish() == 1

    assert run.complaint().startswith(f"pdfsku: {data_dir / 'postgres'} was made by PostgreSQL 16, this program brings PostgreSQL 18: ")
    assert run.complaint().count("\n") == 0
    assert [str(path.relative_to(data_dir)) for path in sorted(data_dir.rglob("*"))] == ["postgres", "postgres/PG_VERSION"]


def test_restarted_postgres_keeps_its_address_for_the_programs(begin: Begin, data_dir: Path) -> None:
    run = begin(f"web={QUIET}", setup=ADDRESSES, DATABASE_URL="")
    run.until_said("ready")
    postmaster = int((data_dir / "postgres" / "postmaster.pid").read_text().split()[0])
    socket_file = Path(run.said.split("host=")[1].split("&")[0]) / ".s.PGSQL.5432"

    os.kill(postmaster, signal.SIGKILL)

    until(lambda: _answers(socket_file) and not psutil.pid_exists(postmaster), seconds=30)
    assert int((data_dir / "postgres" / "postmaster.pid").read_text().split()[0]) != postmaster


def _answers(socket_file: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as client:
        return client.connect_ex(str(socket_file)) == 0
