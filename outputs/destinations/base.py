"""Where SKUs go. An adapter takes one page's delivery and says what became of it; HTTP destinations with receipts fit the same interface."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import Protocol

from pdfsku.shared.choices import ImportConfirmation


@dataclass(frozen=True)
class Delivery:
    """One page on its way out: the neutral page document as JSON, and the keys that make it unique."""

    job_id: uuid.UUID
    page_number: int
    attempt_no: int
    document: bytes
    dedup_keys: tuple[str, ...]


@dataclass(frozen=True)
class Receipt:
    """Confirmed where the destination proved it, assumed where it only took it, failed with a reason."""

    confirmation: ImportConfirmation
    reference: str = ""
    error: str = ""


class Destination(Protocol):
    name: str

    def deliver(self, delivery: Delivery) -> Receipt:
        """Hand one page over. May be called again for the same delivery and must then change nothing."""
