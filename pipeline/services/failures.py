"""When the machine gives up on a page: a person gets it, with all that is known."""

from __future__ import annotations

from typing import Any

from jobs.transitions import move
from pdfsku.shared.tasks import enqueue
from pipeline.models import Page


def give_to_people(page: Page, *, reason: str, **changes: Any) -> None:
    """From AI_FAILED to the human queue. The task itself is the collaboration's to open."""
    payload = {"task_count": 1, "priority": "NORMAL", "reason": reason}
    move(page, "hand_to_people", reason=reason, payload=payload, needs_review=True, worker_id=None, lease_until=None, **changes)
    enqueue("collaboration.tasks.open_task", page.pk, reason)
