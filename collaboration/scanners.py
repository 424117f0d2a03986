"""Pages that wait for a person but have no task: a message was lost."""

from django.db.models import Exists, OuterRef

from collaboration.models import HumanTask
from collaboration.services.dispatch import open_task
from pdfsku.shared.choices import PageStatus
from pipeline.models import Page

BATCH = 200


def open_missing_tasks() -> int:
    asked = HumanTask.objects.filter(job=OuterRef("job"), page_number=OuterRef("page_number"))
    waiting = Page.objects.select_related("job").filter(~Exists(asked), status=PageStatus.HUMAN_QUEUED)[:BATCH]
    return sum(open_task(page, reason="task_missing") is not None for page in waiting)
