"""`threshold_profiles`: what operators tune, version by version."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from configs.rules import check_thresholds, check_weights
from pdfsku.shared.choices import SKUValidityMode, choice_check
from pdfsku.shared.fields import DbNow


class ThresholdProfile(models.Model):
    """One version of a profile. Versions are never edited: a change is a new row that points at the one before."""

    id = models.AutoField(primary_key=True)
    profile_id = models.TextField(_("profile"))
    version = models.TextField(_("version"))
    previous_version = models.TextField(_("previous version"), null=True, blank=True)
    category = models.TextField(_("category"), null=True, blank=True)
    industry = models.TextField(_("industry"), null=True, blank=True)
    thresholds = models.JSONField(_("thresholds"))
    confidence_weights = models.JSONField(_("weights"))
    prescan_rules = models.JSONField(_("prescan rules"))
    classification_thresholds = models.JSONField(_("classification thresholds"))
    extraction_settings = models.JSONField(_("extraction settings"), default=dict, db_default={})
    sku_validity_mode = models.TextField(
        _("validity mode"), choices=SKUValidityMode.choices, default=SKUValidityMode.STRICT, db_default=SKUValidityMode.STRICT, null=True
    )
    is_active = models.BooleanField(_("active"), default=True, db_default=True, null=True)
    effective_from = models.DateTimeField(_("effective from"), db_default=DbNow())
    created_by = models.TextField(_("created by"), null=True, blank=True)
    change_reason = models.TextField(_("reason of the change"), null=True, blank=True)

    class Meta:
        db_table = "threshold_profiles"
        verbose_name = _("threshold profile")
        verbose_name_plural = _("threshold profiles")
        constraints = [
            models.UniqueConstraint(fields=["profile_id", "version"], name="threshold_profiles_version_unique"),
            models.UniqueConstraint(fields=["profile_id"], condition=Q(is_active=True), name="threshold_profiles_one_active"),
            choice_check("threshold_profiles", "sku_validity_mode", SKUValidityMode),
        ]

    def __str__(self) -> str:
        return f"{self.profile_id} {self.version}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """No profile is written that breaks INV-01 or INV-02."""
        check_thresholds(self.thresholds)
        check_weights(self.confidence_weights)
        super().save(*args, **kwargs)
