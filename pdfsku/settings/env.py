"""Reading the environment: typed, with one clear line when a value is malformed."""

from __future__ import annotations

import math
import os
import re
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(os.environ.get("PDFSKU_DATA_DIR") or BASE_DIR / "var").resolve()
# Without a database of the operator's own, everything lives in DATA_DIR and demo conveniences apply.
IS_EMBEDDED = os.environ.get("PDFSKU_EMBEDDED") == "1" or not os.environ.get("DATABASE_URL")

Number = TypeVar("Number", int, float)
# No limit or time of ours needs more; beyond it, times overflow.
LARGEST = 1_000_000
SHORTEST_SECRET = 32

_environ = environ.Env()


def text(name: str, default: str) -> str:
    return os.environ.get(name) or default


def integer(name: str, default: int, *, minimum: int = 0, maximum: int = LARGEST) -> int:
    return _number(name, default, int, minimum, maximum)


def decimal(name: str, default: float, *, minimum: float = 0.0, maximum: float = LARGEST) -> float:
    return _number(name, default, float, minimum, maximum)


def boolean(name: str, default: bool) -> bool:
    raw = os.environ.get(name, "").strip().lower()
    if not raw:
        return default
    if raw in {"1", "true", "yes", "on"}:
        return True
    if raw in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be true or false, not {raw!r}")


def words(name: str, default: list[str]) -> list[str]:
    raw = os.environ.get(name)
    return [word.strip() for word in raw.split(",") if word.strip()] if raw else default


def choice(name: str, default: str, allowed: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value


def rate(name: str, default: str) -> str:
    """How often something may happen, as the throttles read it."""
    value = text(name, default)
    if not re.fullmatch(r"[1-9][0-9]{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)", value):
        raise ImproperlyConfigured(f"{name} must be a rate like 120/min, not {value!r}")
    return value


def time_zone(name: str, default: str) -> str:
    value = text(name, default)
    try:
        ZoneInfo(value)
    except (ValueError, OSError, KeyError):
        raise ImproperlyConfigured(f"{name} must be a time zone like Asia/Shanghai, not {value!r}") from None
    return value


def origins(name: str) -> list[str]:
    """Addresses of sites, each with its scheme."""
    return [_http_url(name, word) for word in words(name, [])]


def http_url(name: str) -> str | None:
    value = text(name, "")
    return _http_url(name, value) if value else None


def database(name: str, default: str) -> dict[str, object]:
    url = text(name, default)
    parts = _url(name, url, ("postgres", "postgresql"))
    if len(parts.path) < 2:
        raise ImproperlyConfigured(f"{name} must name a database: postgresql://user:password@host:5432/database")
    if parts.query and not IS_EMBEDDED:
        _check_options(name, url)
    return dict(_environ.db_url_config(url))


def redis_url(name: str, default: str) -> str:
    url = text(name, default)
    parts = _url(name, url, ("redis", "rediss", "unix"))
    if parts.scheme != "unix" and not re.fullmatch(r"/?[0-9]{0,4}", parts.path):
        raise ImproperlyConfigured(f"{name} must end with the number of a database, not {parts.path!r}")
    return url


def secret_key(name: str) -> str:
    """From the environment; in embedded mode kept in the data directory, so that sessions survive a restart."""
    if value := os.environ.get(name):
        if len(value) < SHORTEST_SECRET:
            raise ImproperlyConfigured(f"{name} must have at least {SHORTEST_SECRET} characters")
        return value
    if not IS_EMBEDDED:
        raise ImproperlyConfigured(f"{name} must be set when DATABASE_URL is")
    path = DATA_DIR / "secret-key"
    try:
        DATA_DIR.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    except OSError as error:
        raise ImproperlyConfigured(f"PDFSKU_DATA_DIR is {DATA_DIR}, but cannot be used: {error.strerror}") from None
    return path.read_text()


def _url(name: str, url: str, schemes: tuple[str, ...]) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not a valid address: {error}") from None
    if parts.scheme not in schemes:
        raise ImproperlyConfigured(f"{name} must begin with {' or '.join(f'{scheme}://' for scheme in schemes)}")
    return parts


def _http_url(name: str, url: str) -> str:
    if not _url(name, url, ("http", "https")).hostname:
        raise ImproperlyConfigured(f"{name} must name a host, not {url!r}")
    return url


def _check_options(name: str, url: str) -> None:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(url)
    except ProgrammingError as error:
        raise ImproperlyConfigured(f"{name} is not a valid address: {str(error).splitlines()[0]}") from None


def _number(name: str, default: Number, convert: Callable[[str], Number], minimum: Number, maximum: Number) -> Number:
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    try:
        value = convert(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be {'a whole number' if convert is int else 'a number'}, not {raw[:40]!r}") from None
    if not (math.isfinite(value) and minimum <= value <= maximum):
        raise ImproperlyConfigured(f"{name} must be between {minimum} and {maximum}, not {raw[:40]}")
    return value
