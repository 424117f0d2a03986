"""Whether the documents that follow from the code are current; with `--write`, make them so."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from configs.management.documents import documents


class Command(BaseCommand):
    help = "Checks docs/schema.yml, docs/diagrams/ and docs/errors.md against the code."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write what is not current")

    def handle(self, *, write: bool, **options: Any) -> None:
        stale = []
        for name, content in documents().items():
            path = settings.BASE_DIR / "docs" / name
            if path.exists() and path.read_text(encoding="utf-8") == content:
                continue
            stale.append(f"docs/{name}")
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content, encoding="utf-8")
        if stale and not write:
            raise CommandError(f"not current: {', '.join(stale)}; see manage.py check_documents --write")
        self.stdout.write(f"written: {', '.join(stale)}" if stale else "documents are current")
