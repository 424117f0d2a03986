"""Whether every string is translated, with the same placeholders in both languages, and nothing is left over."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import polib
from django.core.management.base import BaseCommand, CommandError

from configs.management.messages import Message, catalog_path, wanted_messages

_PLACEHOLDER = re.compile(r"%\(\w+\)[sdrf]|%[sdrf]|\{\w*\}")


class Command(BaseCommand):
    help = "Fails unless the translation is complete; `update_translations` adds what is missing."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        wanted, catalog = wanted_messages(), polib.pofile(str(catalog_path()))
        if complaints := [*missing_or_dead(catalog, wanted), *not_translated(catalog), *wrong_placeholders(catalog)]:
            raise CommandError("\n".join([*complaints, f"{len(complaints)} complaints; see manage.py update_translations"]))
        self.stdout.write(f"{len(catalog)} strings are translated")


def missing_or_dead(catalog: polib.POFile, wanted: dict[Message, list[str]]) -> Iterator[str]:
    known, used = {(entry.msgctxt, entry.msgid) for entry in catalog}, {message.key for message in wanted}
    yield from (f"missing: {message.singular!r} ({places[0]})" for message, places in wanted.items() if message.key not in known)
    yield from (f"no longer used: {msgid!r}" for context, msgid in sorted(known - used, key=str))


def not_translated(catalog: polib.POFile) -> Iterator[str]:
    yield from (f"not translated: {entry.msgid!r}" for entry in catalog.untranslated_entries())
    yield from (f"fuzzy: {entry.msgid!r}" for entry in catalog.fuzzy_entries())


def wrong_placeholders(catalog: polib.POFile) -> Iterator[str]:
    """A plural is compared with its plural form: one of something may be said without the number."""
    for entry in catalog.translated_entries():
        source = entry.msgid_plural or entry.msgid
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            if sorted(_PLACEHOLDER.findall(source)) != sorted(_PLACEHOLDER.findall(text)):
                yield f"placeholders differ: {source!r} and {text!r}"
