"""The default destination: a folder in the storage. What was written is read back, so a page is confirmed, not assumed."""

from __future__ import annotations

import hashlib

from django.core.files.storage import default_storage

from jobs import files
from outputs.destinations.base import Delivery, Receipt
from pdfsku.shared.choices import ImportConfirmation


class FileDrop:
    name = "file_drop"

    def deliver(self, delivery: Delivery) -> Receipt:
        name = f"{files.job_prefix(delivery.job_id)}/imports/page-{delivery.page_number:04d}-{delivery.attempt_no}.json"
        wanted = hashlib.sha256(delivery.document).digest()
        try:
            found = _checksum(name)
            if found != wanted:
                files.put(name, delivery.document)
                found = _checksum(name)
        except OSError as error:
            return Receipt(ImportConfirmation.FAILED, reference=name, error=str(error))
        if found != wanted:
            return Receipt(ImportConfirmation.FAILED, reference=name, error="what was read back is not what was written")
        return Receipt(ImportConfirmation.CONFIRMED, reference=name)


def _checksum(name: str) -> bytes | None:
    """Of what lies in the storage under this name; None if nothing does."""
    try:
        with default_storage.open(name, "rb") as stored:
            return hashlib.sha256(stored.read()).digest()
    except FileNotFoundError:
        return None
