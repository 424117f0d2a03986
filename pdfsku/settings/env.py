"""Reading the environment: typed, with one clear line when a value is malformed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent.parent
DATA_DIR = Path(os.environ.get("PDFSKU_DATA_DIR") or BASE_DIR / "var").resolve()
# Without a database of the operator's own, everything lives in DATA_DIR and demo conveniences apply.
IS_EMBEDDED = os.environ.get("PDFSKU_EMBEDDED") == "1" or not os.environ.get("DATABASE_URL")

Number = TypeVar("Number", int, float)

_environ = environ.Env()


def text(name: str, default: str) -> str:
    return os.environ.get(name) or default


def integer(name: str, default: int, *, minimum: int = 0, maximum: int | None = None) -> int:
    return _number(name, default, int, minimum, maximum)


def decimal(name: str, default: float, *, minimum: float = 0.0, maximum: float | None = None) -> float:
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


def database(name: str, default: str) -> dict[str, object]:
    url = text(name, default)
    if not url.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured(f"{name} must be a postgresql:// URL")
    try:
        return dict(_environ.db_url_config(url))
    except (ValueError, KeyError) as error:
        raise ImproperlyConfigured(f"{name} is not a valid database URL: {error}") from error


def redis_url(name: str, default: str) -> str:
    url = text(name, default)
    if not url.startswith(("redis://", "rediss://", "unix://")):
        raise ImproperlyConfigured(f"{name} must be a redis:// or unix:// URL")
    return url


def secret_key(name: str) -> str:
    """From the environment; in embedded mode kept in the data directory, so that sessions survive a restart."""
    if value := os.environ.get(name):
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
    return path.read_text()


def _number(name: str, default: Number, convert: Callable[[str], Number], minimum: Number, maximum: Number | None) -> Number:
    raw = os.environ.get(name, "").strip()
    if not raw:
        return default
    try:
        value = convert(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a number, not {raw!r}") from None
    if value < minimum or (maximum is not None and value > maximum):
        limits = f"at least {minimum}" if maximum is None else f"between {minimum} and {maximum}"
        raise ImproperlyConfigured(f"{name} must be {limits}, not {raw}")
    return value
