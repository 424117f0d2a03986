"""Files that belong to no job: left by a crash between storing a file and writing its row, or written while their job was cancelled."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterator, Sequence
from datetime import timedelta

from jobs import files
from jobs.models import PDFJob
from pdfsku.shared.choices import JobInternalStatus

logger = logging.getLogger(__name__)

# Creating a job stores its file first; no creation takes this long.
GRACE = timedelta(hours=1)
_BATCH = 1000
_WITHOUT_FILES = (JobInternalStatus.REJECTED, JobInternalStatus.CANCELLED)


def remove_stray_job_files() -> int:
    """Remove what has belonged to no job for an hour; of how many jobs that was."""
    strays = [name for name in _ownerless(files.stored_job_ids()) if not _is_young(name)]
    for name in strays:
        files.delete_job_files(name)
        logger.warning("stray files removed", extra={"job_id": name})
    return len(strays)


def _ownerless(names: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(names), _BATCH):
        batch = names[start : start + _BATCH]
        keys = {name: key for name in batch if (key := _job_id(name)) is not None}
        owners = set(PDFJob.objects.filter(pk__in=keys.values()).exclude(status__in=_WITHOUT_FILES).values_list("pk", flat=True))
        yield from (name for name in batch if keys.get(name) not in owners)


def _job_id(name: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(name)
    except ValueError:
        return None


def _is_young(name: str) -> bool:
    changed = files.last_change(name)
    return changed is None or time.time() - changed < GRACE.total_seconds()
