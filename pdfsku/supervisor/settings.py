"""What the supervisor takes from the environment, checked before anything is started."""

import errno
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
LOG_FORMATS = ("text", "json")
DATABASE_SCHEMES = ("postgres://", "postgresql://")
REDIS_SCHEMES = ("redis://", "rediss://", "unix://")
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104


class SettingError(Exception):
    """A setting is malformed or cannot be honoured; the message is one line that names the variable."""


@dataclass(frozen=True)
class Settings:
    """Where to listen, where to keep data, what to start."""

    host: str
    port: int
    data_dir: Path
    log_format: str
    database_url: str
    redis_url: str

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Settings":
        """From the environment; an empty variable counts as unset."""
        _integer(environment, "WORKERS", 1, 1, 1000)
        return cls(
            host=environment.get("HOST", "").strip() or "127.0.0.1",
            port=_integer(environment, "PORT", 8000, 1, 65535),
            data_dir=_directory(environment, "PDFSKU_DATA_DIR", PROJECT / "var"),
            log_format=_choice(environment, "LOG_FORMAT", LOG_FORMATS),
            database_url=_url(environment, "DATABASE_URL", DATABASE_SCHEMES),
            redis_url=_url(environment, "REDIS_URL", REDIS_SCHEMES),
        )

    @property
    def url(self) -> str:
        """The address a person on this machine opens."""
        host = EVERYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def check_port(self) -> None:
        """Refuse a host that is not ours and a port that somebody else listens on."""
        try:
            addresses = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        except OSError as error:
            raise SettingError(f"HOST {self.host!r} is not an address of this machine: {error.strerror}") from None
        for family, kind, protocol, _, address in addresses:
            with socket.socket(family, kind, protocol) as probe:
                self._bind(probe, address)

    def _bind(self, probe: socket.socket, address: tuple[Any, ...]) -> None:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
            probe.listen(1)
        except PermissionError:
            raise SettingError(f"PORT {self.port} may not be used by this account: set PORT to 1024 or above") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise SettingError(f"PORT {self.port} on {self.host} is taken: stop what listens there or set PORT") from None
            raise SettingError(f"HOST {self.host!r} is not an address of this machine: {error.strerror}") from None


def _integer(environment: Mapping[str, str], name: str, default: int, lowest: int, highest: int) -> int:
    raw = environment.get(name, "").strip()
    if not raw:
        return default
    if not (raw.isascii() and raw.isdigit() and lowest <= int(raw) <= highest):
        raise SettingError(f"{name} must be a whole number from {lowest} to {highest}, not {raw!r}")
    return int(raw)


def _choice(environment: Mapping[str, str], name: str, allowed: tuple[str, ...]) -> str:
    value = environment.get(name, "").strip() or allowed[0]
    if value not in allowed:
        raise SettingError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
    return value


def _url(environment: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str:
    value = environment.get(name, "").strip()
    if value and not value.startswith(schemes):
        raise SettingError(f"{name} must begin with {' or '.join(schemes)}")
    return value


def _directory(environment: Mapping[str, str], name: str, default: Path) -> Path:
    path = Path(environment.get(name, "").strip() or default).expanduser().resolve()
    existing = next(parent for parent in (path, *path.parents) if parent.exists())
    if not existing.is_dir():
        raise SettingError(f"{name} is {path}, but {existing} is not a directory")
    if not os.access(existing, os.W_OK | os.X_OK):
        raise SettingError(f"{name} is {path}, but {existing} is not writable")
    return path
