"""Real web processes for tests: uvicorn on a socket of its own, with the test's database and Redis."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
STOP_SECONDS = 15


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> int:
        """Ask it to stop, as a supervisor does; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(STOP_SECONDS)


def environment(**extra: str) -> dict[str, str]:
    """What another process needs to see this test's database."""
    url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "pdfsku.settings.test",
        "DATABASE_URL": url,
        "REDIS_URL": settings.REDIS_URL,
        "PDFSKU_EMBEDDED": "1",
        "PDFSKU_PROCESS": "web",
        **extra,
    }


@contextmanager
def web_server(**extra: str) -> Iterator[Server]:
    """Listens before the process runs, so that a client may connect at once and is served when it is ready."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        command = [sys.executable, "-m", "uvicorn", "pdfsku.asgi:application", "--fd", str(listener.fileno()), "--log-level", "warning"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(**extra), pass_fds=[listener.fileno()])
        try:
            yield Server(process, listener.getsockname()[1])
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
