"""Processes that use embedded servers, and the processes of the servers."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from pdfsku.embedded.accounts import Account, becoming

PROJECT = Path(__file__).resolve().parents[2]
USER = """
import sys
from pathlib import Path
from pdfsku.embedded import start
urls = start(Path(sys.argv[1]))
print(urls.database_url, urls.redis_url, flush=True)
sys.stdin.read()
"""


class User:
    """A process that uses the servers of a data directory until it is told to leave or is killed."""

    def __init__(self, data_dir: Path, account: Account | None = None, site: Path = PROJECT) -> None:
        interpreter = Path(sys.executable)
        needed = (interpreter.parent, interpreter.resolve().parent, PROJECT, data_dir.parent)
        self.process = subprocess.Popen(
            [sys.executable, "-c", USER, str(data_dir)],
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": os.pathsep.join((str(site), str(PROJECT)))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=becoming(account, needed),
        )

    def urls(self) -> tuple[str, str]:
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        database_url, redis_url = line.split()
        return database_url, redis_url

    def leave(self) -> str:
        """End in good order; what it wrote to standard error."""
        return self.process.communicate(timeout=30)[1]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def servers_of(data_dir: Path) -> list[psutil.Process]:
    """Every process that works for a data directory: servers, their children, keepers."""
    return [process for process in psutil.process_iter() if _works_for(process, str(data_dir))]


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for a condition that must come true within the given time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)


def _works_for(process: psutil.Process, data_dir: str) -> bool:
    try:
        if process.status() == psutil.STATUS_ZOMBIE or "-c" in process.cmdline():
            return False
        return process.cwd().startswith(data_dir) or data_dir in process.cmdline()
    except psutil.Error:
        return False
