"""Messages that wake workers for waiting pages: enough for every worker there is, and no more.

More would stand before the messages of others: a new job could only be evaluated after a large one is done.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from django_q.conf import Conf
from django_q.models import OrmQ

from jobs.models import WorkerHeartbeat
from pdfsku.shared.choices import PageStatus, WorkerStatus
from pdfsku.shared.tasks import enqueue_many
from pipeline.claims import waiting_pages
from pipeline.models import Page


def wake_workers() -> int:
    """For waiting pages, as many messages as there are workers that are not at work already."""
    workers = max(settings.WORKERS, WorkerHeartbeat.objects.filter(status=WorkerStatus.ALIVE).count())
    at_work = Page.objects.filter(status=PageStatus.AI_PROCESSING).values("worker_id").distinct().count()
    return _wake(workers - at_work)


def wake_one() -> int:
    """A worker whose turn ends leaves a message for the next turn, if there is something to do and no message waits."""
    return _wake(1)


def messages_wait() -> bool:
    return _waiting_messages().exists()


def _wake(workers: int) -> int:
    missing = workers - _waiting_messages()[: max(0, workers)].count() if workers > 0 else 0
    if missing > 0:
        missing = min(missing, waiting_pages(at_most=missing))
        enqueue_many("pipeline.tasks.process_pages", [("",)] * missing)
    return max(0, missing)


def _waiting_messages() -> QuerySet[OrmQ]:
    return OrmQ.objects.filter(key=Conf.CLUSTER_NAME, lock__lte=timezone.now())
