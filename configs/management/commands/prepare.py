"""`./manage.py prepare`: everything a start needs, in one process: tables, translations, default profile, demo users."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from configs.profiles import load_default_profile
from pdfsku import preparation
from pdfsku.accounts.services import make_demo_users


class Command(BaseCommand):
    help = "Make the database, the translations and the defaults ready."
    requires_system_checks: list[str] = []

    def handle(self, **_options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("compile_translations", verbosity=0)
        load_default_profile()
        if settings.IS_EMBEDDED:
            make_demo_users(settings.DATA_DIR / "demo-users.json")
            preparation.remember(settings.DATA_DIR)
        if settings.LOAD_SAMPLE:
            call_command("load_sample")
