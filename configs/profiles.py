"""The thresholds in force: what a job freezes when it is created and every later stage reads back.

A version never changes once written, so a frozen one may be cached for ever; which version is active is asked each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db.models import Case, IntegerField, Q, Value, When

from configs.models import ThresholdProfile
from pdfsku.shared.choices import SKUGranularity, SKUValidityMode

DEFAULT_PROFILE_ID = "default"

DEFAULT_THRESHOLDS = {"A": 0.85, "PV": 0.65, "B": 0.45}
DEFAULT_WEIGHTS = {"text_quality": 0.35, "structure": 0.30, "classification": 0.20, "image_quality": 0.15}
DEFAULT_PRESCAN_RULES = {
    "min_text_chars_for_blank": 10,
    "ocr_rate_penalty_threshold": 0.5,
    "ocr_rate_penalty_weight": 0.15,
    "no_images_penalty_weight": 0.05,
}
DEFAULT_CLASSIFICATION_THRESHOLDS = {"page_type_min": 0.5, "layout_min": 0.5}
DEFAULT_EXTRACTION_SETTINGS = {"sku_granularity": SKUGranularity.MODEL_COLOR.value, "audit_sample_rate": 0.02}


@dataclass(frozen=True)
class Profile:
    """One version of a profile, as plain values."""

    profile_id: str
    version: str
    threshold_auto: float
    threshold_human: float
    threshold_page: float
    weights: Mapping[str, float]
    prescan_rules: Mapping[str, Any]
    classification_thresholds: Mapping[str, Any]
    validity_mode: SKUValidityMode
    sku_granularity: SKUGranularity
    audit_sample_rate: float
    thresholds: Mapping[str, float] = field(default_factory=dict)

    @property
    def config_version(self) -> str:
        """What a job stores as `frozen_config_version`."""
        return f"{self.profile_id}:{self.version}"


def active_profile(*, category: str | None = None, industry: str | None = None) -> Profile:
    """The most specific active profile: for the category, else for the industry, else the default one."""
    fit = Case(
        When(category=category, industry=industry, then=Value(0)),
        When(category=category, then=Value(1)),
        When(industry=industry, then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    fits = (Q(category=None) | Q(category=category)) & (Q(industry=None) | Q(industry=industry))
    row = ThresholdProfile.objects.filter(fits, is_active=True).order_by(fit, "profile_id").first()
    return _profile(row) if row is not None else built_in_profile()


@lru_cache(maxsize=256)
def frozen_profile(config_version: str) -> Profile:
    """The profile a job was created under."""
    profile_id, _, version = config_version.rpartition(":")
    row = ThresholdProfile.objects.filter(profile_id=profile_id, version=version).first()
    return _profile(row) if row is not None else built_in_profile()


def built_in_profile() -> Profile:
    """What applies before anybody has written a profile: the defaults, under a version of their own."""
    return _profile(default_row(version="0"))


def default_row(*, version: str) -> ThresholdProfile:
    return ThresholdProfile(
        profile_id=DEFAULT_PROFILE_ID,
        version=version,
        thresholds=dict(DEFAULT_THRESHOLDS),
        confidence_weights=dict(DEFAULT_WEIGHTS),
        prescan_rules=dict(DEFAULT_PRESCAN_RULES),
        classification_thresholds=dict(DEFAULT_CLASSIFICATION_THRESHOLDS),
        extraction_settings=dict(DEFAULT_EXTRACTION_SETTINGS),
    )


def load_default_profile() -> bool:
    """Write the default profile once; True if it was not there."""
    if ThresholdProfile.objects.filter(profile_id=DEFAULT_PROFILE_ID).exists():
        return False
    row = default_row(version="1")
    row.change_reason = "default"
    row.created_by = "system"
    row.save()
    return True


def _profile(row: ThresholdProfile) -> Profile:
    settings = {**DEFAULT_EXTRACTION_SETTINGS, **(row.extraction_settings or {})}
    return Profile(
        profile_id=row.profile_id,
        version=row.version,
        threshold_auto=float(row.thresholds["A"]),
        threshold_human=float(row.thresholds["B"]),
        threshold_page=float(row.thresholds["PV"]),
        weights=dict(row.confidence_weights),
        prescan_rules={**DEFAULT_PRESCAN_RULES, **(row.prescan_rules or {})},
        classification_thresholds={**DEFAULT_CLASSIFICATION_THRESHOLDS, **(row.classification_thresholds or {})},
        validity_mode=SKUValidityMode(row.sku_validity_mode or SKUValidityMode.STRICT),
        sku_granularity=SKUGranularity(settings["sku_granularity"]),
        audit_sample_rate=float(settings["audit_sample_rate"]),
        thresholds=dict(row.thresholds),
    )
