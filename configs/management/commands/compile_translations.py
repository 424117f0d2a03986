"""Make the binary catalogs that Django reads. Needs neither gettext nor a database; does nothing when they are newer than their sources."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Compiles translations that have changed."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for source in sorted(Path(folder).glob("*/LC_MESSAGES/*.po")):
                if compile_catalog(source) and options["verbosity"]:
                    self.stdout.write(f"compiled {source.relative_to(settings.BASE_DIR)}")


def compile_catalog(source: Path) -> bool:
    """Whether there was anything to do. A reader sees the old catalog or the new one, never half of it."""
    target = source.with_suffix(".mo")
    if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
        return False
    unfinished = target.with_suffix(f".{os.getpid()}")
    polib.pofile(str(source)).save_as_mofile(str(unfinished))
    os.replace(unfinished, target)
    return True
