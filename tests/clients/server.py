"""A real web server in a process of its own: started, killed, started again on the same port and the same directory."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent.parent


class UploadServer:
    """uvicorn with the uploads application. `prefix` wraps its command, e.g. to limit the size of files."""

    def __init__(self, data_dir: Path, environment: dict[str, str], *, application: str = "tests.clients.asgi:application") -> None:
        self.data_dir = data_dir
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.url = f"{self.origin}/api/v1/uploads"
        self.application = application
        self.environment = {**os.environ, "PDFSKU_DATA_DIR": str(data_dir), "PDFSKU_PROCESS": "web", **environment}
        self.process: subprocess.Popen[bytes] | None = None
        self.log = data_dir / "server.log"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    @property
    def upload_dir(self) -> Path:
        return self.data_dir / "uploads"

    def start(self, *, prefix: tuple[str, ...] = ()) -> None:
        self.data_dir.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "uvicorn", self.application, "--port", str(self.port), "--no-access-log", "--log-level", "warning"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*prefix, *command], cwd=ROOT, env=self.environment, stdout=log, stderr=log)
        self._wait_until_ready()

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()

    def _wait_until_ready(self, seconds: float = 30) -> None:
        assert self.process is not None
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if httpx.options(self.url, timeout=2).status_code == 204:
                    return
            except httpx.TransportError:
                if self.process.poll() is not None:
                    break
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-4000:]}")


@contextmanager
def running(data_dir: Path, environment: dict[str, str], **options: Any) -> Iterator[UploadServer]:
    server = UploadServer(data_dir, environment, **options)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
