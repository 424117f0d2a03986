"""`pages`: one attempt at one page. What is to be done stands here; the queue only wakes."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import PDFJob
from pdfsku.shared.choices import LayoutType, PageImportConfirmation, PageStatus, PageType, choice_check
from pdfsku.shared.fields import DbNow, RealField
from pdfsku.shared.machines import Machine
from pdfsku.shared.tenancy import OwnedQuerySet
from pipeline.machines import PAGE


class Page(models.Model):
    """`claim_no` counts claims, is committed before the work and fences the save; `lease_until` says how long a claim holds.

    `record` is what was read from this page alone (`pipeline.rows.as_record`); `product_description` the page's part of the result, once joined with its neighbours.
    """

    machine: ClassVar[Machine] = PAGE
    merchant_path: ClassVar[str] = "job__merchant_id"

    id = models.AutoField(primary_key=True)
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="pages", db_index=False)
    page_number = models.IntegerField(_("page"))
    attempt_no = models.IntegerField(_("attempt"), default=1, db_default=1)
    status = models.TextField(_("status"), choices=PageStatus.choices, default=PageStatus.PENDING, db_default=PageStatus.PENDING)
    worker_id = models.TextField(_("worker"), null=True, blank=True)
    claimed_at = models.DateTimeField(_("claimed"), null=True, blank=True)
    claim_no = models.IntegerField(_("claims"), default=0, db_default=0)
    lease_until = models.DateTimeField(_("lease ends"), null=True, blank=True)
    retry_count = models.IntegerField(_("retries"), default=0, db_default=0, null=True)
    next_retry_at = models.DateTimeField(_("next retry"), null=True, blank=True)
    processed_by = models.TextField(_("processed by"), null=True, blank=True)
    import_confirmation = models.TextField(
        _("import"),
        choices=PageImportConfirmation.choices,
        default=PageImportConfirmation.NOT_IMPORTED,
        db_default=PageImportConfirmation.NOT_IMPORTED,
        null=True,
    )
    page_confidence = RealField(_("confidence"), null=True, blank=True)
    page_type = models.TextField(_("page type"), choices=PageType.choices, null=True, blank=True)
    layout_type = models.TextField(_("layout"), choices=LayoutType.choices, null=True, blank=True)
    classification_confidence = RealField(_("classification confidence"), null=True, blank=True)
    needs_review = models.BooleanField(_("needs review"), default=False, db_default=False, null=True)
    table_continuation_from = models.IntegerField(_("continues page"), null=True, blank=True)
    validation_errors = ArrayField(models.TextField(), verbose_name=_("errors"), null=True, blank=True)
    parser_backend = models.TextField(_("parser"), default="legacy", db_default="legacy", null=True)
    features = models.JSONField(_("features"), null=True, blank=True)
    record = models.BinaryField(_("record"), null=True, blank=True)
    product_description = models.JSONField(_("description"), null=True, blank=True)
    screenshot_path = models.TextField(_("picture"), null=True, blank=True)
    parse_time_ms = models.IntegerField(_("parse time (ms)"), null=True, blank=True)
    ocr_time_ms = models.IntegerField(_("OCR time (ms)"), null=True, blank=True)
    llm_time_ms = models.IntegerField(_("model time (ms)"), null=True, blank=True)
    llm_model_used = models.TextField(_("model"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)
    updated_at = models.DateTimeField(_("updated"), db_default=DbNow(), editable=False)

    objects: ClassVar[models.Manager[Page]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "pages"
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        constraints = [
            models.UniqueConstraint(fields=["job", "page_number", "attempt_no"], name="pages_job_number_attempt_unique"),
            choice_check("pages", "status", PageStatus),
            choice_check("pages", "import_confirmation", PageImportConfirmation),
            choice_check("pages", "page_type", PageType),
            choice_check("pages", "layout_type", LayoutType),
        ]
        indexes = [
            models.Index(fields=["job", "status"], name="idx_pages_job_status"),
            models.Index(fields=["status", "next_retry_at"], name="idx_pages_poll"),
            models.Index(fields=["job", "retry_count", "page_number"], name="idx_pages_claim", condition=Q(status="AI_QUEUED")),
            models.Index(fields=["lease_until"], name="idx_pages_lease", condition=Q(status="AI_PROCESSING")),
            models.Index(fields=["job", "updated_at"], name="idx_pages_dead_letter", condition=Q(status="DEAD_LETTER")),
        ]
        triggers = [PAGE.guard("pages")]

    def __str__(self) -> str:
        return f"{self.job_id} p{self.page_number}"
