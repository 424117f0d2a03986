"""What the product consists of, as command lines."""

import sys
from dataclasses import dataclass
from importlib import import_module

from pdfsku.preparation import is_prepared
from pdfsku.supervisor.settings import SettingError, Settings
from pdfsku.supervisor.welcome import demo_users_file

# What the web server is made of, whoever starts it.
SERVER_OPTIONS = ("--http", "pdfsku.protocol:DirectBodyProtocol", "--loop", "uvloop", "--ws", "websockets-sansio")


@dataclass(frozen=True)
class Program:
    """One process of the tree and the name that its log lines bear."""

    name: str
    argv: tuple[str, ...]
    # Three interpreters that import the project at once delay the page by half as long again: people first.
    waits_for_web: bool = False


@dataclass(frozen=True)
class Plan:
    """One step of preparation, unless it was done before, then programs that run until they are told to stop."""

    setup: Program | None
    programs: tuple[Program, ...]


def product(settings: Settings) -> Plan:
    """The whole product, if the settings that its programs will read can be honoured."""
    _check_settings()
    return Plan(
        setup=None if _is_prepared(settings) else _manage("setup", "prepare"),
        programs=(_web(settings), _manage("worker", "cluster", waits_for_web=True), _manage("scan", "scanners", waits_for_web=True)),
    )


def _is_prepared(settings: Settings) -> bool:
    """Only known of our own servers: somebody else's database is always asked."""
    return not settings.database_url and demo_users_file(settings.data_dir).exists() and is_prepared(settings.data_dir)


def _check_settings() -> None:
    """Here rather than in the programs: before anything is started, and said once instead of by each of them."""
    from django.core.exceptions import ImproperlyConfigured

    try:
        import_module("pdfsku.settings")
    except ImproperlyConfigured as error:
        raise SettingError(str(error)) from None


def _web(settings: Settings) -> Program:
    options = (
        *("--host", settings.host, "--port", str(settings.port)),
        *SERVER_OPTIONS,
        *("--timeout-graceful-shutdown", "5", "--no-access-log", "--no-use-colors"),
    )
    return Program("web", (sys.executable, "-m", "uvicorn", "pdfsku.asgi:application", *options))


def _manage(name: str, *arguments: str, waits_for_web: bool = False) -> Program:
    return Program(name, (sys.executable, "manage.py", *arguments), waits_for_web)
