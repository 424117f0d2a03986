"""How long the product takes to start, to start again and to stop, and how long anything is left after kill -9.

`python bench/startup.py` measures this checkout; `--fresh-clone` also measures a clone with nothing installed, dependencies included.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import psutil

PROJECT = Path(__file__).resolve().parents[1]
MARK = "PDFSKU_BENCH_RUN"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fresh-clone", action="store_true", help="also clone, install and start from nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="pdfsku-bench-") as directory:
        place = Path(directory)
        command = [sys.executable, "-m", "pdfsku.supervisor", "--follow-parent"]
        report("first start, empty data directory", start_and(stop, command, PROJECT, place / "data"), limit=None)
        report("second start", start_and(stop, command, PROJECT, place / "data"), limit=5.0)
        report("start after kill -9", start_and(kill, command, PROJECT, place / "data"), limit=5.0)
        if options.fresh_clone:
            subprocess.run(["git", "clone", "--quiet", str(PROJECT), str(place / "clone")], check=True)
            report("fresh clone, make run", start_and(stop, ["make", "run"], place / "clone", place / "clone" / "var"), limit=120.0)


def report(title: str, times: tuple[float, float], *, limit: float | None) -> None:
    until_page, until_gone = times
    wanted = f"  (limit {limit:.0f} s)" if limit else ""
    print(f"{title:<36} page after {until_page:6.2f} s, nothing left {until_gone:5.2f} s after the end{wanted}", flush=True)


def start_and(end: Callable[["subprocess.Popen[bytes]"], None], command: list[str], cwd: Path, data_dir: Path) -> tuple[float, float]:
    """Seconds until the page was served, and until no process was left after the end."""
    port, mark = free_port(), f"{os.getpid()}-{time.monotonic_ns()}"
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    begun = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=environment | {"PORT": str(port), "PDFSKU_DATA_DIR": str(data_dir), MARK: mark},
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
        while not is_live(port):
            if process.poll() is not None:
                output.seek(0)
                sys.exit(output.read().decode(errors="replace") + f"\n{command} ended before it served a page")
            time.sleep(0.02)
        until_page = time.monotonic() - begun
        begun = time.monotonic()
        end(process)
        while left(mark, data_dir):
            time.sleep(0.05)
        return until_page, time.monotonic() - begun


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.send_signal(signal.SIGTERM)
    process.wait()


def kill(process: "subprocess.Popen[bytes]") -> None:
    process.kill()
    process.wait()


def is_live(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def left(mark: str, data_dir: Path) -> bool:
    return any(belongs(process, mark, str(data_dir)) for process in psutil.process_iter())


def belongs(process: psutil.Process, mark: str, data_dir: str) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        return process.environ().get(MARK) == mark or process.cwd().startswith(data_dir + os.sep)
    except (psutil.Error, OSError):
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
