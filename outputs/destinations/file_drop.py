"""The default destination: a folder in the storage. What was written is read back, so a page is confirmed, not assumed."""

from __future__ import annotations

import hashlib
import json

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from jobs.files import job_prefix
from outputs.destinations.base import Delivery, Receipt
from pdfsku.shared.choices import ImportConfirmation


class FileDrop:
    name = "file_drop"

    def deliver(self, delivery: Delivery) -> Receipt:
        data = json.dumps(delivery.document, ensure_ascii=False, sort_keys=True).encode()
        name = f"{job_prefix(delivery.job_id)}/imports/page-{delivery.page_number:04d}-{delivery.attempt_no}.json"
        try:
            if not _holds(name, data):
                default_storage.delete(name)
                default_storage.save(name, ContentFile(data))
            is_there = _holds(name, data)
        except OSError as error:
            return Receipt(ImportConfirmation.FAILED, reference=name, error=str(error))
        return Receipt(ImportConfirmation.CONFIRMED if is_there else ImportConfirmation.ASSUMED, reference=name)


def _holds(name: str, data: bytes) -> bool:
    if not default_storage.exists(name):
        return False
    with default_storage.open(name, "rb") as stored:
        return hashlib.sha256(stored.read()).digest() == hashlib.sha256(data).digest()
