"""A confined process can do nothing but look at its file, and leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from jobs.inspection.findings import Code, Limits
from jobs.inspection.sandbox import ANSWER_BYTES, ROOT, ChildBroken, run_confined
from jobs.inspection.service import inspect
from tests.jobs.hostile import SCRIPT, Draft, bomb, stream
from tests.processes import leftovers, processes_before

pytestmark = pytest.mark.usefixtures("processes_before")
__all__ = ["processes_before"]

PROBE = "tests.jobs.probe"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "catalog.pdf"
    path.write_bytes(Draft().plain())
    return path


def test_confined_process_reaches_nothing(file: Path) -> None:
    outcome = run_confined(PROBE, file, memory_bytes=1 << 30, timeout_seconds=20, arguments={"deed": "report"})

    report = json.loads(outcome.said)
    assert not any(report["sockets"])
    assert report["writes"] is False
    assert report["memory"] is False
    assert report["environment"] == []
    assert report["user"] != 0


def test_process_that_does_not_end_is_ended(file: Path) -> None:
    outcome = run_confined(PROBE, file, memory_bytes=1 << 30, timeout_seconds=1.5, arguments={"deed": "sleep"})

    assert outcome.is_timeout
    assert not psutil.pid_exists(int(outcome.said))
    assert leftovers() == []


def test_endless_answer_is_cut(file: Path) -> None:
    outcome = run_confined(PROBE, file, memory_bytes=1 << 30, timeout_seconds=20, arguments={"deed": "flood"})

    assert len(outcome.said) < 2 * ANSWER_BYTES
    assert leftovers() == []


def test_crash_is_an_outcome(file: Path) -> None:
    outcome = run_confined(PROBE, file, memory_bytes=1 << 30, timeout_seconds=20, arguments={"deed": "crash"})

    assert outcome.said == b""
    assert not outcome.is_timeout


def test_fault_of_our_own_is_not_blamed_on_the_file(file: Path) -> None:
    with pytest.raises(ChildBroken, match="no_such_program"):
        run_confined("jobs.no_such_program", file, memory_bytes=1 << 30, timeout_seconds=20, arguments={})


def test_confined_process_dies_with_its_parent(file: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from pathlib import Path; from jobs.inspection.sandbox import run_confined\n"
        f"run_confined({PROBE!r}, Path({str(file)!r}), memory_bytes=1 << 30, timeout_seconds=300, arguments={{'deed': 'sleep'}})\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program])
    children: list[psutil.Process] = []
    while not any(PROBE in child.cmdline() for child in children):
        children = psutil.Process(parent.pid).children(recursive=True)

    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()

    _, alive = psutil.wait_procs(children, timeout=10)
    assert alive == []


def test_slow_file_is_a_timeout(file: Path) -> None:
    inspection = inspect(file, Limits(timeout_seconds=0.01))

    assert inspection.code == Code.SECURITY_PARSE_TIMEOUT
    assert leftovers() == []


def test_file_that_needs_too_much_memory_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(Draft(objects={number: b"<</A(%0200d)>>" % number for number in range(10, 60_000)}).plain())

    inspection = inspect(file, Limits(memory_bytes=64 << 20))

    assert inspection.code == Code.SECURITY_PARSE_FAILED
    assert leftovers() == []


def test_many_threads_get_their_own_answers(tmp_path: Path) -> None:
    good, script, packed = (tmp_path / name for name in ("good.pdf", "script.pdf", "packed.pdf"))
    good.write_bytes(Draft().plain())
    script.write_bytes(Draft(catalog=b"/OpenAction" + SCRIPT).plain())
    packed.write_bytes(Draft(objects={9: stream(bomb(300 << 20), b"/Filter/FlateDecode")}).plain())

    with ThreadPoolExecutor(6) as pool:
        codes = [inspection.code for inspection in pool.map(inspect, [good, script, packed] * 4)]

    assert codes == [None, Code.SECURITY_JAVASCRIPT_EMBEDDED, Code.SECURITY_STREAM_BOMB] * 4
    assert leftovers() == []


def test_nothing_is_written_beside_the_file(file: Path) -> None:
    inspect(file)

    assert list(file.parent.iterdir()) == [file]
