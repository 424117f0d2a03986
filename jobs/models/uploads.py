"""`uploads`: a file on its way in. The file on disk and this row are the truth about its offset."""

from __future__ import annotations

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import UploadStatus, choice_check
from pdfsku.shared.fields import DbNow
from pdfsku.shared.tenancy import OwnedQuerySet


def new_upload_id() -> str:
    return f"upl_{secrets.token_hex(12)}"


class Upload(models.Model):
    merchant_path: ClassVar[str] = "merchant_id"

    upload_id = models.TextField(_("upload id"), primary_key=True, default=new_upload_id)
    merchant = models.ForeignKey(
        "accounts.Merchant",
        verbose_name=_("merchant"),
        on_delete=models.PROTECT,
        related_name="uploads",
        db_column="merchant_id",
        db_index=False,
    )
    uploaded_by = models.TextField(_("uploaded by"))
    filename = models.TextField(_("file"))
    metadata = models.JSONField(_("metadata"), default=dict, db_default={})
    upload_length = models.BigIntegerField(_("length"))
    upload_offset = models.BigIntegerField(_("offset"), default=0, db_default=0)
    file_hash = models.TextField(_("SHA-256"), null=True)
    status = models.TextField(_("status"), choices=UploadStatus.choices, default=UploadStatus.OPEN, db_default=UploadStatus.OPEN)
    job = models.ForeignKey("jobs.PDFJob", verbose_name=_("job"), null=True, on_delete=models.SET_NULL, related_name="uploads")
    expires_at = models.DateTimeField(_("expires"))
    completed_at = models.DateTimeField(_("completed"), null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow())
    updated_at = models.DateTimeField(_("updated"), db_default=DbNow())

    objects: ClassVar[models.Manager[Upload]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "uploads"
        verbose_name = _("upload")
        verbose_name_plural = _("uploads")
        constraints = [
            choice_check("uploads", "status", UploadStatus),
            models.CheckConstraint(
                condition=Q(upload_offset__gte=0, upload_offset__lte=F("upload_length")), name="uploads_offset_within_length"
            ),
        ]
        indexes = [
            models.Index(fields=["merchant", "status"], name="idx_uploads_merchant_status"),
            models.Index(fields=["expires_at"], name="idx_uploads_expires", condition=~Q(status="CONSUMED")),
        ]

    def __str__(self) -> str:
        return self.filename
