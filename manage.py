#!/usr/bin/env python
"""The command line. Commands that need the database start the embedded services unless DATABASE_URL and REDIS_URL say where others are."""

import os
import sys

# Commands that work on files alone must not start a database.
WITHOUT_SERVICES = {"extract", "compile_translations", "check_translations", "update_translations", "check_documents", "help", "version", "--help", "--version"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pdfsku.settings")
    if len(sys.argv) > 1 and sys.argv[1] not in WITHOUT_SERVICES and not {"--help", "-h"} & set(sys.argv):
        from pdfsku.embedded import EmbeddedError
        from pdfsku.startup import ensure_services

        try:
            ensure_services()
        except EmbeddedError as error:
            sys.exit(f"pdfsku: {error}")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"pdfsku: {error}")


if __name__ == "__main__":
    main()
