"""When the machine gives up on a page: a person gets it, with all that is known; without its file nobody can, and it is a dead letter."""

from __future__ import annotations

from typing import Any

from django.core.files.storage import default_storage

from jobs.files import source_name
from jobs.transitions import move
from pipeline.models import Page

SOURCE_GONE = "source_gone"


def give_up(page: Page, *, reason: str, **changes: Any) -> None:
    """From AI_FAILED to the human queue, or to DEAD_LETTER where a person would have nothing to look at."""
    if default_storage.exists(source_name(page.job_id)):
        give_to_people(page, reason=reason, **changes)
    else:
        bury(page, reason=SOURCE_GONE, **changes)


def give_to_people(page: Page, *, reason: str, **changes: Any) -> None:
    """From AI_FAILED to the human queue. The task itself is opened when the job is settled."""
    payload = {"task_count": 1, "priority": "NORMAL", "reason": reason}
    move(page, "hand_to_people", reason=reason, payload=payload, needs_review=True, **_closing(page, reason), **changes)


def bury(page: Page, *, reason: str, **changes: Any) -> None:
    """From AI_FAILED to DEAD_LETTER: neither machine nor person can read it."""
    move(page, "bury", reason=reason, **_closing(page, reason), **changes)


def _closing(page: Page, reason: str) -> dict[str, Any]:
    return {"lease_until": None, "features": {**(page.features or {}), "review_reason": reason}}
