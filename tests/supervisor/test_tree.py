import json
import os
import pty
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.supervisor.runs import COMMAND, FAMILY, QUIET, STUBBORN, Run, until

Begin = Callable[..., Run]


def test_programs_run_after_setup_with_prefixed_lines(begin: Begin) -> None:
    run = begin(f"web={QUIET}", f"worker={QUIET}", f"scan={QUIET}")

    run.until_said("ready", times=3)

    lines = run.said.splitlines()
    assert lines[0] == "setup  | prepared"
    assert sorted(lines[1:]) == ["scan   | ready", "web    | ready", "worker | ready"]


def test_json_lines_of_programs_become_readable(begin: Begin) -> None:
    record = {
        "time": "2026-05-01T12:00:00+00:00",
        "level": "ERROR",
        "logger": "jobs",
        "message": "page failed",
        "job_id": "j1",
        "note": "a b",
    }
    record["exception"] = "Traceback:\n  ValueError: no"

    run = begin(f"worker=print({json.dumps(record)!r}, flush=True); print('{{not json', flush=True); {QUIET}", TZ="UTC")
    run.until_said("ready")

    assert run.said.splitlines()[1:] == [
        'worker | 12:00:00 ERROR   page failed  job_id=j1 note="a b"',
        "worker | Traceback:",
        "worker |   ValueError: no",
        "worker | {not json",
        "worker | ready",
    ]


def test_json_log_format_passes_json_on_and_wraps_the_rest(begin: Begin) -> None:
    record = json.dumps({"level": "INFO", "message": "page done"})

    run = begin(f"worker=print({record!r}, flush=True); {QUIET}", LOG_FORMAT="json")
    run.until_said("ready")
    run.finish(signal.SIGTERM)

    lines = [json.loads(line) for line in run.said.splitlines()]
    assert [(line.get("logger"), line["message"]) for line in lines] == [
        ("setup", "prepared"),
        (None, "page done"),
        ("worker", "ready"),
        ("pdfsku", "stopping"),
    ]


def test_output_without_line_end_and_in_bad_encoding_is_relayed(begin: Begin) -> None:
    script = "import sys; sys.stdout.buffer.write(b'caf\\xe9\\r\\n' + b'x' * 3000000); sys.exit(3)"

    run = begin(f"worker={script}")
    code = run.finish()

    assert code == 1
    assert "worker | caf\ufffd\n" in run.said
    assert run.said.count("x") >= 3_000_000


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 0), (signal.SIGHUP, 129)])
def test_signal_stops_everything(begin: Begin, number: signal.Signals, code: int) -> None:
    run = begin(f"web={QUIET}", f"worker={FAMILY}")
    run.until_said("ready", times=3)

    assert run.finish(number) == code

    assert run.processes() == []
    assert run.complaint() == ""


def test_ctrl_c_in_a_terminal_stops_everything(begin: Begin) -> None:
    ours, theirs = pty.openpty()
    # Who opens a terminal first in a new session is controlled by it.
    script = f"import os, sys; os.dup2(os.open({os.ttyname(theirs)!r}, os.O_RDWR), 1); os.execv(sys.argv[1], sys.argv[1:])"
    run = begin(f"web={QUIET}", f"worker={FAMILY}", command=(sys.executable, "-c", script, *COMMAND), NO_COLOR="")
    said = b""
    while said.count(b"ready") < 3:
        said += os.read(ours, 1000)

    os.write(ours, b"\x03")

    assert run.finish() == 0
    assert b"\x1b[36mweb    |\x1b[0m ready" in said
    assert run.processes() == []
    os.close(ours)
    os.close(theirs)


def test_program_that_ignores_the_signal_is_killed(begin: Begin) -> None:
    run = begin(f"web={STUBBORN}")
    run.until_said("ready")

    assert run.finish(signal.SIGTERM) == 143

    assert run.processes() == []


def test_second_ctrl_c_does_not_wait(begin: Begin) -> None:
    run = begin(f"web={STUBBORN}")
    run.until_said("ready")

    run.process.send_signal(signal.SIGINT)
    run.until_said("stopping")
    assert run.finish(signal.SIGINT) == 0

    assert run.processes() == []


def test_kill_9_of_the_supervisor_ends_everything(begin: Begin) -> None:
    run = begin(f"web={QUIET}", f"worker={FAMILY}", f"scan={STUBBORN}")
    run.until_said("ready", times=4)

    run.process.kill()

    until(lambda: run.processes() == [], seconds=10)
    assert run.processes() == []


def test_kill_9_during_setup_ends_everything(begin: Begin) -> None:
    run = begin(f"web={QUIET}", setup=STUBBORN)
    run.until_said("ready")

    run.process.kill()

    until(lambda: run.processes() == [], seconds=10)
    assert run.processes() == []


def test_killed_guard_is_replaced(begin: Begin) -> None:
    run = begin(f"worker={FAMILY}")
    run.until_said("ready", times=2)
    guards = [process for process in run.processes() if "pdfsku.supervisor.guard" in process.cmdline()]

    guards[0].kill()
    guards[0].wait()
    until(lambda: any("pdfsku.supervisor.guard" in process.cmdline() for process in run.processes()))
    run.process.kill()

    until(lambda: run.processes() == [], seconds=10)
    assert run.processes() == []


def test_tree_ends_with_the_process_that_started_it(begin: Begin) -> None:
    script = f"import subprocess, sys; sys.exit(subprocess.call([*{COMMAND!r}, *sys.argv[1:]]))"
    run = begin(f"worker={FAMILY}", command=(sys.executable, "-c", script))
    run.until_said("ready", times=2)

    run.process.kill()

    until(lambda: run.processes() == [], seconds=10)
    assert run.processes() == []


def test_closed_output_ends_the_tree(begin: Begin) -> None:
    run = begin("web=import time\nwhile True: print('tick', flush=True); time.sleep(0.05)")
    run.until_said("tick")
    assert run.process.stdout is not None
    reader, writer = os.pipe()
    os.close(writer)
    os.dup2(reader, run.process.stdout.fileno())
    os.close(reader)

    run.process.wait(30)

    assert run.processes() == []


def test_dead_program_is_started_again_without_its_orphans(begin: Begin, tmp_path: Path) -> None:
    first_time = tmp_path / "first"
    script = f"""
import os, pathlib, signal, subprocess, sys
first = pathlib.Path({str(first_time)!r})
if first.exists(): print("back", flush=True); signal.pause()
orphan = subprocess.Popen([sys.executable, "-c", {STUBBORN!r}], start_new_session=True)
first.write_text(str(orphan.pid)); os.kill(os.getpid(), signal.SIGKILL)
"""

    run = begin(f"worker={script}", f"web={QUIET}")
    run.until_said("back")

    assert "pdfsku | worker was killed by SIGKILL, starting it again in 0 s" in run.said
    assert not Path(f"/proc/{first_time.read_text()}").exists() or "zombie" in Path(f"/proc/{first_time.read_text()}/status").read_text()
    assert run.finish(signal.SIGTERM) == 143


def test_program_that_always_fails_ends_the_run(begin: Begin) -> None:
    run = begin("worker=import sys; sys.exit('no queue')", f"web={QUIET}")

    assert run.finish() == 1

    assert run.said.count("worker | no queue") == 3
    assert "pdfsku | worker ended with code 1, 3 times in a row soon after its start: giving up" in run.said
    assert run.processes() == []


def test_failed_setup_ends_the_run(begin: Begin) -> None:
    run = begin(f"web={QUIET}", setup="import sys; sys.exit('pdfsku: SECRET_KEY must be set')")

    assert run.finish() == 1

    assert run.said.splitlines() == ["setup  | pdfsku: SECRET_KEY must be set", "pdfsku | setup failed with code 1"]


def test_nohup_outlives_the_terminal(begin: Begin) -> None:
    run = begin(f"web={QUIET}", command=("nohup", *COMMAND))
    run.until_said("ready")

    run.process.send_signal(signal.SIGHUP)
    run.process.send_signal(signal.SIGTERM)

    assert run.finish() == 143
