"""`calibration_records`, `eval_reports`, `custom_attr_upgrades`: how well it goes, and what should change."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import CalibrationStatus, CalibrationType, UpgradeStatus, choice_check
from pdfsku.shared.fields import DbNow, RandomUUID, RealField


class CalibrationRecord(models.Model):
    calibration_id = models.UUIDField(_("calibration id"), primary_key=True, default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    profile_id = models.TextField(_("profile"))
    type = models.TextField(
        _("kind"), choices=CalibrationType.choices, default=CalibrationType.THRESHOLD, db_default=CalibrationType.THRESHOLD, null=True
    )
    period_start = models.DateTimeField(_("from"))
    period_end = models.DateTimeField(_("to"))
    sample_count = models.IntegerField(_("samples"))
    ai_correction_rate = RealField(_("AI correction rate"), null=True, blank=True)
    human_could_be_ai_rate = RealField(_("people not needed"), null=True, blank=True)
    route_accuracy = RealField(_("route accuracy"), null=True, blank=True)
    suggested_adjustments = models.JSONField(_("suggestions"), null=True, blank=True)
    status = models.TextField(
        _("status"), choices=CalibrationStatus.choices, default=CalibrationStatus.PENDING, db_default=CalibrationStatus.PENDING, null=True
    )
    applied = models.BooleanField(_("applied"), default=False, db_default=False, null=True)
    applied_at = models.DateTimeField(_("applied at"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "calibration_records"
        verbose_name = _("calibration")
        verbose_name_plural = _("calibrations")
        constraints = [
            choice_check("calibration_records", "type", CalibrationType),
            choice_check("calibration_records", "status", CalibrationStatus),
        ]

    def __str__(self) -> str:
        return f"{self.profile_id} {self.period_end:%Y-%m-%d}"


class EvalReport(models.Model):
    id = models.AutoField(primary_key=True)
    golden_set_id = models.TextField(_("golden set"))
    config_version = models.TextField(_("configuration version"))
    sku_precision = RealField(_("precision"), null=True, blank=True)
    sku_recall = RealField(_("recall"), null=True, blank=True)
    sku_f1 = RealField(_("F1"), null=True, blank=True)
    binding_accuracy = RealField(_("binding accuracy"), null=True, blank=True)
    human_intervention_rate = RealField(_("human intervention rate"), null=True, blank=True)
    report_data = models.JSONField(_("report"))
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "eval_reports"
        verbose_name = _("evaluation report")
        verbose_name_plural = _("evaluation reports")

    def __str__(self) -> str:
        return f"{self.golden_set_id} {self.created_at:%Y-%m-%d}"


class CustomAttrUpgrade(models.Model):
    upgrade_id = models.UUIDField(_("upgrade id"), primary_key=True, default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    attr_name = models.TextField(_("attribute"))
    suggested_type = models.TextField(_("suggested type"))
    merchant_id = models.TextField(_("merchant"), null=True, blank=True)
    category = models.TextField(_("category"), null=True, blank=True)
    source_feedback_count = models.IntegerField(_("feedback"), default=0, db_default=0)
    sample_annotations = ArrayField(models.UUIDField(), verbose_name=_("samples"), default=list, db_default=[], null=True)
    status = models.TextField(_("status"), choices=UpgradeStatus.choices, default=UpgradeStatus.PENDING, db_default=UpgradeStatus.PENDING)
    reviewer = models.TextField(_("reviewer"), null=True, blank=True)
    review_comment = models.TextField(_("comment"), null=True, blank=True)
    reviewed_at = models.DateTimeField(_("reviewed"), null=True, blank=True)
    applied_config_version = models.TextField(_("applied in version"), null=True, blank=True)
    created_at = models.DateTimeField(_("created"), db_default=DbNow(), editable=False)

    class Meta:
        db_table = "custom_attr_upgrades"
        verbose_name = _("attribute upgrade")
        verbose_name_plural = _("attribute upgrades")
        constraints = [choice_check("custom_attr_upgrades", "status", UpgradeStatus)]
        indexes = [
            models.Index(fields=["merchant_id"], name="idx_upgrades_merchant", condition=Q(merchant_id__isnull=False)),
            models.Index(fields=["status"], name="idx_upgrades_status"),
        ]

    def __str__(self) -> str:
        return self.attr_name
