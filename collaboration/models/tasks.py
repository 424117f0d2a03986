"""`human_tasks`: a page, SKU or picture that a person is asked about."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from collaboration.machine import TASK
from jobs.models import PDFJob
from pdfsku.shared.choices import HumanTaskType, TaskPriority, TaskStatus, choice_check
from pdfsku.shared.fields import DbNow, RandomUUID
from pdfsku.shared.machines import Machine
from pdfsku.shared.tenancy import OwnedQuerySet


class HumanTask(models.Model):
    machine: ClassVar[Machine] = TASK
    merchant_path: ClassVar[str] = "job__merchant_id"

    task_id = models.UUIDField(_("task id"), primary_key=True, default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="tasks", db_index=False)
    page_number = models.IntegerField(_("page"))
    task_type = models.TextField(_("kind"), choices=HumanTaskType.choices)
    status = models.TextField(_("status"), choices=TaskStatus.choices, default=TaskStatus.CREATED, db_default=TaskStatus.CREATED)
    priority = models.TextField(
        _("priority"), choices=TaskPriority.choices, default=TaskPriority.NORMAL, db_default=TaskPriority.NORMAL, null=True
    )
    assigned_to = models.TextField(_("assigned to"), null=True, blank=True)
    locked_by = models.TextField(_("locked by"), null=True, blank=True)
    locked_at = models.DateTimeField(_("locked"), null=True, blank=True)
    rework_count = models.IntegerField(_("reworks"), default=0, db_default=0, null=True)
    context = models.JSONField(_("context"))
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)
    assigned_at = models.DateTimeField(_("assigned"), null=True, blank=True)
    completed_at = models.DateTimeField(_("completed"), null=True, blank=True)
    timeout_at = models.DateTimeField(_("due"))
    result = models.JSONField(_("result"), null=True, blank=True)

    objects: ClassVar[models.Manager[HumanTask]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "human_tasks"
        verbose_name = _("task")
        verbose_name_plural = _("tasks")
        constraints = [
            choice_check("human_tasks", "task_type", HumanTaskType),
            choice_check("human_tasks", "status", TaskStatus),
            choice_check("human_tasks", "priority", TaskPriority),
            # INV-08, both ways: who works on a task holds it, and nobody holds a task that is not worked on.
            models.CheckConstraint(
                condition=(Q(status=TaskStatus.PROCESSING) & Q(locked_by__isnull=False))
                | (~Q(status=TaskStatus.PROCESSING) & Q(locked_by__isnull=True)),
                name="human_tasks_lock_iff_processing",
            ),
        ]
        indexes = [
            models.Index(fields=["status"], name="idx_tasks_status"),
            models.Index(fields=["job", "page_number"], name="idx_tasks_job"),
            models.Index(fields=["assigned_to", "status"], name="idx_tasks_assigned"),
            models.Index(fields=["locked_at", "status"], name="idx_tasks_stale_lock"),
            models.Index(fields=["priority", "created_at"], name="idx_tasks_priority", condition=Q(status="CREATED")),
            models.Index(fields=["timeout_at"], name="idx_tasks_timeout", condition=Q(status__in=["CREATED", "EXPIRED"])),
        ]
        triggers = [TASK.guard("human_tasks")]

    def __str__(self) -> str:
        return f"{self.task_type} p{self.page_number}"
