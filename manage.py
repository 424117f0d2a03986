#!/usr/bin/env python
"""The command line. Commands that need the database start the embedded services unless DATABASE_URL and REDIS_URL say where others are."""

import os
import sys

from pdfsku.startup import ensure_services, one_line

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


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings")
    with one_line():
        if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_SERVICES and not {"--help", "-h"} & set(sys.argv):
            ensure_services()
        from django.core.management import execute_from_command_line

        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
