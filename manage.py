#!/usr/bin/env python
"""The command line. Commands that need the database start the embedded services unless DATABASE_URL and REDIS_URL say where others are."""

import os
import sys

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


def main() -> None:
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
