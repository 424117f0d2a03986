"""The whole way of a run: check, start the servers, prepare, keep the tree running, stop."""

import os
import signal
import sys
from collections.abc import Callable

from pdfsku import embedded
from pdfsku.supervisor.console import Console
from pdfsku.supervisor.programs import Plan
from pdfsku.supervisor.settings import PROJECT, SettingError, Settings
from pdfsku.supervisor.signals import Signals
from pdfsku.supervisor.tree import PATIENCE, Patience, Tree
from pdfsku.supervisor.welcome import announce_when_live


def run(make_plan: Callable[[Settings], Plan], *, follow_parent: bool = False, patience: Patience = PATIENCE) -> int:
    """Run the plan until it is stopped; the exit code says how it went, and what prevents a start is one line."""
    parent = os.getppid() if follow_parent else None
    try:
        settings = Settings.read(os.environ)
        settings.check_port()
        return _run(settings, make_plan(settings), parent, patience)
    except (SettingError, embedded.EmbeddedError) as error:
        sys.stderr.write(f"pdfsku: {error}\n")
        return 1


def _run(settings: Settings, plan: Plan, parent: int | None, patience: Patience) -> int:
    console = Console(settings.log_format, is_coloured=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))
    signals = Signals()
    environment = _environment(settings)
    tree = Tree(
        console=console,
        signals=signals,
        environment=environment,
        cwd=PROJECT,
        patience=patience,
        followed_parent=parent,
        keep_open=embedded.held_descriptors(),
    )
    try:
        is_well = _live(tree, plan, settings, console)
    finally:
        if tree.is_asked_to_stop():
            console.say("stopping")
        tree.stop()
    return _exit_code(signals) if is_well else 1


def _live(tree: Tree, plan: Plan, settings: Settings, console: Console) -> bool:
    if plan.setup is not None and (code := tree.run_once(plan.setup)) != 0:
        console.say(f"{plan.setup.name} failed with code {code}", level="ERROR")
        return False
    if tree.is_asked_to_stop():
        return True
    is_live = announce_when_live(settings, console)
    return tree.run(plan.programs, is_web_live=is_live.is_set)


def _environment(settings: Settings) -> dict[str, str]:
    """What the children see: the addresses of the servers, embedded ones where none are named."""
    environment = {**os.environ, "PDFSKU_DATA_DIR": str(settings.data_dir), "PYTHONUNBUFFERED": "1"}
    if not settings.database_url:
        environment["DATABASE_URL"] = embedded.start_postgres(settings.data_dir)
        environment["PDFSKU_EMBEDDED"] = "1"
    if not settings.redis_url:
        environment["REDIS_URL"] = embedded.start_redis(settings.data_dir)
    return environment


def _exit_code(signals: Signals) -> int:
    """Ctrl-C is how a person ends it well; other signals are told on as shells do."""
    first = next(iter(signals.received), signal.SIGINT)
    return 0 if first == signal.SIGINT else 128 + first
