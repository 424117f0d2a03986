"""`./manage.py evaluate_golden SET`: score extraction on a folder of catalogs with truth and keep the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from configs.evaluations import GoldenSet, evaluate
from configs.profiles import active_profile


class Command(BaseCommand):
    help = "Run extraction on a golden set, write an evaluation report, and compare it with the set's last one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("set", type=Path, help="a folder with NAME.pdf and NAME.truth.json")
        parser.add_argument("--workers", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        golden = GoldenSet(options["set"])
        missing = [path.name for path, _ in golden.catalogs() if not path.is_file()]
        if not golden.catalogs() or missing:
            raise CommandError(
                f"{golden.folder} is no golden set: " + (f"no {', '.join(missing)}" if missing else "it holds no *.truth.json")
            )
        report = evaluate(golden, active_profile(), workers=options["workers"], on_file=lambda path: self.stderr.write(path.name))
        data = report.report_data
        for name in report.report_data["unreadable"]:
            self.stderr.write(f"{name} cannot be read: all that its truth tells counts as missing")
        self.stdout.write(f"{golden.name} under {report.config_version}: report {report.pk}")
        self._figures("overall", data["overall"], data["changes"].get("overall", {}))
        for kind, figures in data["by_kind"].items():
            self._figures(kind, figures, data["changes"].get(kind, {}))

    def _figures(self, group: str, figures: dict[str, Any], moved: dict[str, float]) -> None:
        shown = (f"{name} {value}{f' ({moved[name]:+})' if name in moved else ''}" for name, value in figures.items() if value is not None)
        self.stdout.write(f"{group:24} " + "  ".join(shown))
