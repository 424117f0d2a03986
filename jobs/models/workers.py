"""`worker_heartbeats`: which workers live and what they hold. This table is the truth; Redis only speeds it up."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import WorkerStatus, choice_check
from pdfsku.shared.fields import DbNow


class WorkerHeartbeat(models.Model):
    worker_id = models.TextField(_("worker"), primary_key=True)
    hostname = models.TextField(_("host"))
    pod_ip = models.TextField(_("address"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), db_default=DbNow())
    last_heartbeat = models.DateTimeField(_("last heartbeat"), db_default=DbNow())
    active_job_ids = ArrayField(models.UUIDField(), verbose_name=_("jobs"), default=list, db_default=[], null=True)
    status = models.TextField(_("status"), choices=WorkerStatus.choices, default=WorkerStatus.ALIVE, db_default=WorkerStatus.ALIVE)
    version = models.TextField(_("version"), null=True, blank=True)

    class Meta:
        db_table = "worker_heartbeats"
        verbose_name = _("worker")
        verbose_name_plural = _("workers")
        constraints = [choice_check("worker_heartbeats", "status", WorkerStatus)]
        indexes = [models.Index(fields=["status", "last_heartbeat"], name="idx_workers_status_heartbeat")]

    def __str__(self) -> str:
        return self.worker_id
