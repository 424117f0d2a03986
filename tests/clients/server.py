"""A real web server in a process of its own: started, killed, started again on the same port and the same directory."""

from __future__ import annotations

import atexit
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import httpx

from pdfsku.supervisor.programs import SERVER_OPTIONS

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
        options = ["--port", str(self.port), "--no-access-log", "--log-level", "warning", *SERVER_OPTIONS]
        command = [sys.executable, "-m", "uvicorn", self.application, *options]
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

    def _wait_until_ready(self, seconds: float = 120) -> None:
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
    try:
        server.start()
        yield server
    finally:
        server.kill()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def environment_of_tests(**settings: str) -> dict[str, str]:
    """What a server needs to work on the database of the running tests."""
    from django.conf import settings as django_settings
    from django.db import connection

    options = connection.settings_dict["OPTIONS"]
    return {
        "DATABASE_URL": f"postgresql://{connection.settings_dict['USER']}@/{connection.settings_dict['NAME']}"
        f"?host={options['host']}&port={options['port']}",
        "REDIS_URL": django_settings.REDIS_URL,
        "SECRET_KEY": django_settings.SECRET_KEY,
        "DJANGO_SETTINGS_MODULE": "pdfsku.settings.test",
        **settings,
    }


@cache
def shared_server() -> UploadServer:
    """One server for all tests of this process, with small limits. The database is emptied under it; who kills it starts it again."""
    data_dir = Path(mkdtemp(prefix="pdfsku-tus-"))
    limits = {"TUS_MAX_OPEN_UPLOADS": "5", "TUS_MAX_OPEN_GB": "20", "TUS_CHUNK_TIMEOUT_SEC": "3"}
    server = UploadServer(data_dir, environment_of_tests(**limits))
    server.start()
    atexit.register(rmtree, data_dir, ignore_errors=True)
    atexit.register(server.kill)
    return server
