"""`images` and `sku_image_bindings`: the pictures of a catalog and whose they are."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from jobs.models import PDFJob
from pdfsku.shared.choices import BindingMethod, ImageRole, ImageStatus, QualityGrade, choice_check
from pdfsku.shared.fields import DbNow, RealField
from pdfsku.shared.machines import Machine
from pdfsku.shared.tenancy import OwnedQuerySet
from pipeline.machines import IMAGE

SEARCH_MIN_SHORT_EDGE = 640


class Image(models.Model):
    machine: ClassVar[Machine] = IMAGE
    merchant_path: ClassVar[str] = "job__merchant_id"

    id = models.AutoField(primary_key=True)
    image_id = models.TextField(_("image id"))
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="images", db_index=False)
    page_number = models.IntegerField(_("page"))
    role = models.TextField(_("role"), choices=ImageRole.choices, null=True, blank=True)
    bbox = ArrayField(models.IntegerField(), size=4, verbose_name=_("box"), null=True, blank=True)
    extracted_path = models.TextField(_("file"))
    format = models.TextField(_("format"), default="jpg", db_default="jpg", null=True)
    resolution = ArrayField(models.IntegerField(), size=2, verbose_name=_("resolution"), null=True, blank=True)
    short_edge = models.IntegerField(_("short edge"), null=True, blank=True)
    quality_grade = models.TextField(_("quality"), choices=QualityGrade.choices, null=True, blank=True)
    file_size_kb = models.IntegerField(_("size (KB)"), null=True, blank=True)
    search_eligible = models.BooleanField(_("for image search"), null=True)
    is_fragmented = models.BooleanField(_("put together"), default=False, db_default=False, null=True)
    image_hash = models.TextField(_("perceptual hash"), null=True, blank=True)
    is_duplicate = models.BooleanField(_("duplicate"), default=False, db_default=False, null=True)
    dedup_kept_version = models.TextField(_("kept version"), null=True, blank=True)
    status = models.TextField(
        _("status"), choices=ImageStatus.choices, default=ImageStatus.EXTRACTED, db_default=ImageStatus.EXTRACTED, null=True
    )
    parser_backend = models.TextField(_("parser"), default="legacy", db_default="legacy", null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    objects: ClassVar[models.Manager[Image]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "images"
        verbose_name = _("image")
        verbose_name_plural = _("images")
        constraints = [
            models.UniqueConstraint(fields=["job", "image_id"], name="images_job_image_unique"),
            choice_check("images", "role", ImageRole),
            choice_check("images", "quality_grade", QualityGrade),
            choice_check("images", "status", ImageStatus),
            # INV-03. An unknown short edge must not pass: NULL would satisfy a plain comparison.
            models.CheckConstraint(
                condition=~Q(search_eligible=True) | (Q(short_edge__isnull=False) & Q(short_edge__gte=SEARCH_MIN_SHORT_EDGE)),
                name="images_search_eligible_short_edge",
            ),
        ]
        indexes = [
            models.Index(fields=["job", "page_number"], name="idx_images_job"),
            models.Index(fields=["role"], name="idx_images_role", condition=Q(role__isnull=False)),
            models.Index(fields=["job"], name="idx_images_search", condition=Q(search_eligible=True)),
        ]
        triggers = [IMAGE.guard("images")]

    def __str__(self) -> str:
        return self.image_id


class SKUImageBinding(models.Model):
    """Which picture shows which SKU. History stays; the latest is one row per pair (INV-09)."""

    merchant_path: ClassVar[str] = "job__merchant_id"

    id = models.AutoField(primary_key=True)
    sku_id = models.TextField(_("SKU id"))
    image_id = models.TextField(_("image id"))
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="bindings", db_index=False)
    image_role = models.TextField(_("role"), choices=ImageRole.choices, null=True, blank=True)
    binding_method = models.TextField(_("method"), choices=BindingMethod.choices, null=True, blank=True)
    binding_confidence = RealField(_("confidence"), null=True, blank=True)
    is_ambiguous = models.BooleanField(_("ambiguous"), default=False, db_default=False, null=True)
    rank = models.IntegerField(_("rank"), default=1, db_default=1, null=True)
    revision = models.IntegerField(_("revision"), default=1, db_default=1, null=True)
    is_latest = models.BooleanField(_("latest"), default=True, db_default=True, null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    objects: ClassVar[models.Manager[SKUImageBinding]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "sku_image_bindings"
        verbose_name = _("binding")
        verbose_name_plural = _("bindings")
        constraints = [
            models.UniqueConstraint(fields=["sku_id", "image_id", "revision"], name="bindings_sku_image_revision_unique"),
            models.UniqueConstraint(fields=["sku_id", "image_id"], condition=Q(is_latest=True), name="idx_binding_latest"),
            choice_check("sku_image_bindings", "image_role", ImageRole),
            choice_check("sku_image_bindings", "binding_method", BindingMethod),
        ]
        indexes = [
            models.Index(fields=["job", "sku_id"], name="idx_bindings_job"),
            models.Index(fields=["job"], name="idx_bindings_ambiguous", condition=Q(is_ambiguous=True)),
        ]

    def __str__(self) -> str:
        return f"{self.sku_id} – {self.image_id}"
