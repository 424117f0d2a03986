#!/usr/bin/env python3
"""The command line. Commands that need the database start the embedded services unless DATABASE_URL and REDIS_URL say where others are."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

PREPARED = Path(__file__).resolve().with_name(".venv") / "bin" / "python"
# Commands that work on files alone must not start a database.
WITHOUT_SERVICES = {
    "extract",
    "compile_translations",
    "check_translations",
    "update_translations",
    "check_documents",
    "help",
    "version",
    "--help",
    "--version",
}


def extract_alone() -> None:
    """`extract` works on files alone: without the apps' models and screens it starts in a third of the time."""
    from pipeline.pool import prepare_workers

    if not {"--help", "-h"} & set(sys.argv):
        prepare_workers()
    from django.conf import settings

    settings.configure()
    from outputs.management.commands.extract import Command

    Command().run_from_argv(sys.argv)


def use_prepared_environment() -> None:
    """Go on with the interpreter that `make` has prepared, where this one does not have what the project needs."""
    if find_spec("django") is not None:
        return
    if not PREPARED.exists() or Path(sys.executable) == PREPARED:
        sys.exit("Django is not installed for this Python: `make run` prepares everything once, or install requirements.txt.")
    os.execv(PREPARED, [str(PREPARED), *sys.argv])  # noqa: S606


def main() -> None:
    use_prepared_environment()
    if sys.argv[1:2] == ["extract"]:
        extract_alone()
        return
    # Not above: worker processes read this file again, for nothing of it.
    from pdfsku.startup import ensure_services, one_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings")
    with one_line():
        if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_SERVICES and not {"--help", "-h"} & set(sys.argv):
            ensure_services()
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
