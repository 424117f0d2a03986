"""`skus`: a product as read, with the evidence for each of its values."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import PDFJob
from pdfsku.shared.choices import AttributeSource, ImportConfirmation, SKUStatus, SKUValidity, choice_check
from pdfsku.shared.fields import DbNow, RealField
from pdfsku.shared.machines import Machine
from pdfsku.shared.tenancy import OwnedQuerySet
from pipeline.machines import SKU as SKU_MACHINE


class SKU(models.Model):
    machine: ClassVar[Machine] = SKU_MACHINE
    merchant_path: ClassVar[str] = "job__merchant_id"

    id = models.AutoField(primary_key=True)
    sku_id = models.TextField(_("SKU id"))
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="skus", db_index=False)
    page_number = models.IntegerField(_("page"))
    attempt_no = models.IntegerField(_("attempt"), default=1, db_default=1)
    revision = models.IntegerField(_("revision"), default=1, db_default=1)
    validity = models.TextField(_("validity"), choices=SKUValidity.choices)
    superseded = models.BooleanField(_("superseded"), default=False, db_default=False, null=True)
    attributes = models.JSONField(_("attributes"))
    custom_attributes = models.JSONField(_("custom attributes"), default=list, db_default=[], null=True)
    evidence = models.JSONField(_("evidence"), default=dict, db_default={})
    confidence = RealField(_("confidence"), null=True)
    source_text = models.TextField(_("source text"), null=True, blank=True)
    source_bbox = ArrayField(models.IntegerField(), verbose_name=_("source box"), null=True, blank=True)
    attribute_source = models.TextField(
        _("source"),
        choices=AttributeSource.choices,
        default=AttributeSource.AI_EXTRACTED,
        db_default=AttributeSource.AI_EXTRACTED,
        null=True,
    )
    import_status = models.TextField(_("import status"), default="pending", db_default="pending", null=True)
    import_confirmation = models.TextField(
        _("import"),
        choices=ImportConfirmation.choices,
        default=ImportConfirmation.PENDING,
        db_default=ImportConfirmation.PENDING,
        null=True,
    )
    status = models.TextField(_("status"), choices=SKUStatus.choices, default=SKUStatus.EXTRACTED, db_default=SKUStatus.EXTRACTED)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)
    updated_at = models.DateTimeField(_("updated"), db_default=DbNow(), editable=False)

    objects: ClassVar[models.Manager[SKU]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "skus"
        verbose_name = _("SKU")
        verbose_name_plural = _("SKUs")
        constraints = [
            models.UniqueConstraint(fields=["sku_id"], condition=Q(superseded=False), name="idx_skus_active"),
            choice_check("skus", "validity", SKUValidity),
            choice_check("skus", "attribute_source", AttributeSource),
            choice_check("skus", "import_confirmation", ImportConfirmation),
            choice_check("skus", "status", SKUStatus),
        ]
        indexes = [
            models.Index(fields=["job", "page_number", "id"], name="idx_skus_job"),
            models.Index(fields=["status"], name="idx_skus_status"),
            models.Index(fields=["attribute_source"], name="idx_skus_attribute_source"),
            models.Index(fields=["import_confirmation"], name="idx_skus_import_confirmation"),
        ]
        triggers = [SKU_MACHINE.guard("skus")]

    def __str__(self) -> str:
        return self.sku_id
