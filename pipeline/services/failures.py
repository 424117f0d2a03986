"""When the machine gives up on a page: a person gets it, with all that is known."""

from __future__ import annotations

from typing import Any

from jobs.transitions import move
from pipeline.models import Page


def give_to_people(page: Page, *, reason: str, **changes: Any) -> None:
    """From AI_FAILED to the human queue. The task itself is opened when the job is settled."""
    payload = {"task_count": 1, "priority": "NORMAL", "reason": reason}
    features = {**(page.features or {}), "review_reason": reason}
    move(page, "hand_to_people", reason=reason, payload=payload, needs_review=True, lease_until=None, features=features, **changes)
