"""Pages that wait for a person but have no task: a message was lost."""

from collaboration.services.dispatch import open_tasks, pages_without_task
from jobs.models import PDFJob


def open_missing_tasks() -> int:
    jobs = PDFJob.objects.filter(pk__in=pages_without_task().values("job"))
    return sum(len(open_tasks(job)) for job in jobs)
