"""How long a task may wait, by its priority."""

from datetime import timedelta

from pdfsku.shared.choices import TaskPriority

TIME_TO_DO = {
    TaskPriority.NORMAL: timedelta(hours=4),
    TaskPriority.HIGH: timedelta(hours=2),
    TaskPriority.URGENT: timedelta(hours=1),
    TaskPriority.CRITICAL: timedelta(minutes=30),
    TaskPriority.AUTO_RESOLVE: timedelta(minutes=15),
}
