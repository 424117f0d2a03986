"""`pdf_jobs`: one uploaded catalog and its way through the system."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Case, Q, Value, When
from django.utils.translation import gettext_lazy as _

from jobs.machine import JOB, USER_STATUS
from pdfsku.shared.choices import CompletionSource, DegradeReason, JobInternalStatus, JobUserStatus, RouteDecision, choice_check
from pdfsku.shared.fields import DbNow, RandomUUID
from pdfsku.shared.machines import Machine
from pdfsku.shared.tenancy import OwnedQuerySet

NO_TOKENS = {"eval_tokens": 0, "process_tokens": 0, "total_api_calls": 0}


def no_tokens() -> dict[str, int]:
    return dict(NO_TOKENS)


def page_numbers(label: Any) -> ArrayField:
    return ArrayField(models.IntegerField(), verbose_name=label, default=list, db_default=[], blank=True, null=True)


class PDFJob(models.Model):
    """A merchant's PDF. Its `status` is written by `jobs.transitions.move` alone; `user_status` follows from it (INV-10)."""

    machine: ClassVar[Machine] = JOB
    merchant_path: ClassVar[str] = "merchant_id"

    job_id = models.UUIDField(_("job id"), primary_key=True, default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    source_file = models.TextField(_("file"))
    file_hash = models.TextField(_("SHA-256"))
    merchant = models.ForeignKey(
        "accounts.Merchant",
        verbose_name=_("merchant"),
        on_delete=models.PROTECT,
        related_name="jobs",
        db_column="merchant_id",
        db_index=False,
    )
    category = models.TextField(_("category"), null=True, blank=True)
    industry = models.TextField(_("industry"), null=True, blank=True)
    uploaded_by = models.TextField(_("uploaded by"))
    uploaded_at = models.DateTimeField(_("uploaded"), db_default=DbNow())
    status = models.TextField(
        _("status"), choices=JobInternalStatus.choices, default=JobInternalStatus.UPLOADED, db_default=JobInternalStatus.UPLOADED
    )
    user_status = models.GeneratedField(
        verbose_name=_("user status"),
        expression=Case(*[When(status=status, then=Value(shown)) for status, shown in USER_STATUS.items()]),
        output_field=models.TextField(choices=JobUserStatus.choices),
        db_persist=True,
    )
    action_hint = models.TextField(_("hint"), null=True, blank=True)
    route = models.TextField(_("route"), choices=RouteDecision.choices, null=True, blank=True)
    degrade_reason = models.TextField(_("degrade reason"), choices=DegradeReason.choices, null=True, blank=True)
    error_code = models.TextField(_("error code"), null=True, blank=True)
    error_message = models.TextField(_("error"), null=True, blank=True)
    frozen_config_version = models.TextField(_("configuration version"), null=True, blank=True)
    worker_id = models.TextField(_("worker"), null=True, blank=True)
    checkpoint_page = models.IntegerField(_("last finished page"), default=0, db_default=0, null=True)
    checkpoint_skus = models.IntegerField(_("SKUs so far"), default=0, db_default=0, null=True)
    checkpoint_at = models.DateTimeField(_("checkpoint"), null=True, blank=True)
    output_base_url = models.TextField(_("output"), null=True, blank=True)
    completion_source = models.TextField(_("completed by"), choices=CompletionSource.choices, null=True, blank=True)
    total_pages = models.IntegerField(_("pages"))
    blank_pages = page_numbers(_("blank pages"))
    ai_pages = page_numbers(_("AI pages"))
    human_pages = page_numbers(_("human pages"))
    skipped_pages = page_numbers(_("skipped pages"))
    failed_pages = page_numbers(_("failed pages"))
    total_skus = models.IntegerField(_("SKUs"), default=0, db_default=0, null=True)
    total_images = models.IntegerField(_("images"), default=0, db_default=0, null=True)
    processing_trace = models.JSONField(_("trace"), null=True, blank=True)
    token_consumption = models.JSONField(_("tokens"), default=no_tokens, db_default=NO_TOKENS, null=True)
    eval_started_at = models.DateTimeField(_("evaluation started"), null=True, blank=True)
    eval_completed_at = models.DateTimeField(_("evaluation completed"), null=True, blank=True)
    process_started_at = models.DateTimeField(_("processing started"), null=True, blank=True)
    process_completed_at = models.DateTimeField(_("processing completed"), null=True, blank=True)
    parse_time_ms = models.IntegerField(_("parse time (ms)"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)
    updated_at = models.DateTimeField(_("updated"), db_default=DbNow(), editable=False)

    objects: ClassVar[models.Manager[PDFJob]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "pdf_jobs"
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-created_at"]
        constraints = [
            choice_check("pdf_jobs", "status", JobInternalStatus),
            choice_check("pdf_jobs", "user_status", JobUserStatus),
            choice_check("pdf_jobs", "route", RouteDecision),
            choice_check("pdf_jobs", "degrade_reason", DegradeReason),
            choice_check("pdf_jobs", "completion_source", CompletionSource),
            models.CheckConstraint(condition=~Q(route=RouteDecision.AUTO) | Q(degrade_reason=None), name="pdf_jobs_auto_is_not_degraded"),
            models.CheckConstraint(condition=Q(total_pages__gte=0), name="pdf_jobs_pages_not_negative"),
        ]
        indexes = [
            models.Index(fields=["status"], name="idx_jobs_status"),
            models.Index(fields=["user_status"], name="idx_jobs_user_status"),
            # The merchant's list is read newest first, a page at a time.
            models.Index(fields=["merchant", "-created_at", "-job_id"], name="idx_jobs_merchant"),
            models.Index(fields=["file_hash"], name="idx_jobs_file_hash"),
            models.Index(fields=["worker_id"], name="idx_jobs_worker"),
            models.Index(fields=["-created_at", "-job_id"], name="idx_jobs_created"),
        ]
        triggers = [JOB.guard("pdf_jobs")]

    def __str__(self) -> str:
        return self.source_file

    @property
    def is_ended(self) -> bool:
        return self.status in JOB.terminal
