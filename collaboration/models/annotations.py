"""`annotations`, `annotation_examples`, `annotator_profiles`: what people said, and who says it well."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from collaboration.models.tasks import HumanTask
from jobs.models import PDFJob
from pdfsku.shared.choices import AnnotationType, HumanTaskType, choice_check
from pdfsku.shared.fields import DbNow, RandomUUID, RealField
from pdfsku.shared.tenancy import OwnedQuerySet


class Annotation(models.Model):
    merchant_path: ClassVar[str] = "job__merchant_id"

    annotation_id = models.UUIDField(_("annotation id"), primary_key=True, default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    task = models.ForeignKey(
        HumanTask, verbose_name=_("task"), null=True, blank=True, on_delete=models.SET_NULL, related_name="annotations"
    )
    job = models.ForeignKey(PDFJob, verbose_name=_("job"), on_delete=models.CASCADE, related_name="annotations", db_index=False)
    page_number = models.IntegerField(_("page"))
    annotator = models.TextField(_("annotator"))
    type = models.TextField(_("kind"), choices=AnnotationType.choices)
    payload = models.JSONField(_("content"))
    annotated_at = models.DateTimeField(_("time"), db_default=DbNow())

    objects: ClassVar[models.Manager[Annotation]] = OwnedQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        db_table = "annotations"
        verbose_name = _("annotation")
        verbose_name_plural = _("annotations")
        constraints = [choice_check("annotations", "type", AnnotationType)]
        indexes = [
            models.Index(fields=["job", "page_number"], name="idx_annotations_job"),
            models.Index(fields=["type", "annotated_at"], name="idx_annotations_type"),
            models.Index(fields=["type"], name="idx_annotations_custom_attr", condition=Q(type="CUSTOM_ATTR_CONFIRM")),
        ]

    def __str__(self) -> str:
        return f"{self.type} p{self.page_number}"


class AnnotationExample(models.Model):
    """A good answer kept as an example for a model."""

    id = models.AutoField(primary_key=True)
    task_type = models.TextField(_("kind"), choices=HumanTaskType.choices)
    category = models.TextField(_("category"), null=True, blank=True)
    input_context = models.TextField(_("input"), null=True, blank=True)
    output_json = models.JSONField(_("expected output"))
    quality_score = RealField(_("quality"), default=0.5, db_default=0.5, null=True)
    is_confirmed = models.BooleanField(_("confirmed"), default=False, db_default=False, null=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "annotation_examples"
        verbose_name = _("example")
        verbose_name_plural = _("examples")
        constraints = [
            choice_check("annotation_examples", "task_type", HumanTaskType),
            models.CheckConstraint(condition=Q(quality_score__gte=0, quality_score__lte=1), name="annotation_examples_quality_range"),
        ]
        indexes = [models.Index(fields=["task_type", "is_confirmed"], name="idx_examples_task_confirmed")]

    def __str__(self) -> str:
        return f"{self.task_type} #{self.pk}"


class AnnotatorProfile(models.Model):
    annotator_id = models.TextField(_("annotator"), primary_key=True)
    avg_duration_sec = RealField(_("average seconds"), default=300, db_default=300, null=True)
    accuracy_rate = RealField(_("accuracy"), default=0.8, db_default=0.8, null=True)
    total_tasks = models.IntegerField(_("tasks"), default=0, db_default=0, null=True)
    specialties = ArrayField(models.TextField(), verbose_name=_("specialties"), null=True, blank=True)
    updated_at = models.DateTimeField(_("updated"), db_default=DbNow())

    class Meta:
        db_table = "annotator_profiles"
        verbose_name = _("annotator")
        verbose_name_plural = _("annotators")

    def __str__(self) -> str:
        return self.annotator_id
