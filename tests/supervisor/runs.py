"""Runs of a supervisor over dummy programs, and every process that belongs to one."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil

PROJECT = Path(__file__).resolve().parents[2]
RUN_MARK = "PDFSKU_TEST_RUN"
COMMAND = (sys.executable, "-m", "tests.supervisor.dummy")

QUIET = "import signal; print('ready', flush=True); signal.pause()"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True)\nwhile True: signal.pause()"
# Grandchildren: one in the session of its parent, one that left it; neither listens to SIGTERM.
FAMILY = f"""
import signal, subprocess, sys
for own_session in (False, True):
    subprocess.Popen([sys.executable, "-c", {STUBBORN!r}], start_new_session=own_session)
signal.pause()
"""
WEB = """
import http.server, os
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200 if self.path == "/health/live" else 404)
        self.end_headers()
    def log_message(self, *arguments): pass
http.server.HTTPServer((os.environ.get("HOST") or "127.0.0.1", int(os.environ["PORT"])), Page).serve_forever()
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Run:
    """A supervisor in a session of its own, with everything it writes."""

    def __init__(self, *programs: str, setup: str = "print('prepared')", command: tuple[str, ...] = COMMAND, **environment: str) -> None:
        self.mark = uuid.uuid4().hex
        self.port = free_port()
        self.process = subprocess.Popen(
            [*command, setup, *programs],
            cwd=PROJECT,
            env={name: value for name, value in os.environ.items() if name != "PDFSKU_EMBEDDED"}
            | {"PORT": str(self.port), RUN_MARK: self.mark}
            | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Also where the tests themselves were started by nohup.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        self.said = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def until_said(self, text: str, times: int = 1) -> None:
        """Wait until the supervisor has written the text."""
        until(lambda: self.said.count(text) >= times or not self._reader.is_alive())
        assert self.said.count(text) >= times, self.said + self.complaint()

    def finish(self, number: signal.Signals | None = None) -> int:
        """Send the signal, if any, and wait for the end."""
        if number is not None:
            self.process.send_signal(number)
        code = self.process.wait(30)
        self._reader.join(30)
        return code

    def complaint(self) -> str:
        """What it wrote to standard error; it has ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read()

    def processes(self) -> list[psutil.Process]:
        """Everything that descends from the supervisor, with it, wherever it went."""
        return [process for process in psutil.process_iter() if self._is_mine(process)]

    def close(self) -> None:
        for process in self.processes():
            process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line

    def _is_mine(self, process: psutil.Process) -> bool:
        try:
            return process.status() != psutil.STATUS_ZOMBIE and process.environ().get(RUN_MARK) == self.mark
        except psutil.Error:
            return False


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    """Wait for a condition that must come true within the given time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "the condition did not come true in time"
        time.sleep(0.02)
