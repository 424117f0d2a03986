"""Bring the catalog in line with the code: new strings come in untranslated at its end, dead ones go, the rest stays where it is."""

from __future__ import annotations

from typing import Any

import polib
from django.core.management.base import BaseCommand

from configs.management.messages import LANGUAGE, Message, catalog_path, wanted_messages

HEADER = {
    "Project-Id-Version": "pdfsku",
    "Language": LANGUAGE,
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Plural-Forms": "nplurals=1; plural=0;",
}


class Command(BaseCommand):
    help = "Adds new strings to the translation catalog and drops dead ones."
    requires_system_checks: list[str] = []

    def handle(self, **options: Any) -> None:
        path = catalog_path()
        catalog = polib.pofile(str(path), wrapwidth=120) if path.exists() else polib.POFile(wrapwidth=120)
        catalog.metadata = dict(HEADER)
        added, dropped = update(catalog, wanted_messages())
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog.save(str(path))
        for entry in catalog.untranslated_entries():
            self.stdout.write(f"to translate: {entry.msgid}")
        self.stdout.write(f"{added} added, {dropped} dropped, {len(catalog.untranslated_entries())} to translate")


def update(catalog: polib.POFile, wanted: dict[Message, list[str]]) -> tuple[int, int]:
    by_key = {message.key: (message, places) for message, places in wanted.items()}
    dead = [entry for entry in catalog if entry.obsolete or (entry.msgctxt, entry.msgid) not in by_key]
    for entry in dead:
        catalog.remove(entry)
    for entry in catalog:
        _, places = by_key.pop((entry.msgctxt, entry.msgid))
        # Files without line numbers: a line moves with every change and says nothing to a translator.
        entry.occurrences = [(place, "") for place in places]
    catalog.extend(_entry(message, places) for message, places in by_key.values())
    return len(by_key), len(dead)


def _entry(message: Message, places: list[str]) -> polib.POEntry:
    plural = {"msgid_plural": message.plural, "msgstr_plural": {0: ""}} if message.plural else {"msgstr": ""}
    return polib.POEntry(msgid=message.singular, msgctxt=message.context, occurrences=[(place, "") for place in places], **plural)
