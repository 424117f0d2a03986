"""Which thresholds apply, since when, and what was there before? A change is a new version."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db import models, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from configs.models import ThresholdProfile
from configs.rules import check_thresholds, check_weights
from jobs import events
from pdfsku.shared.admin import Related, Screen
from pdfsku.shared.choices import SSEEventType
from pdfsku.shared.errors import Failure

# What a new version starts from when it is made out of an old one.
_COPIED = (
    "profile_id",
    "category",
    "industry",
    "thresholds",
    "confidence_weights",
    "prescan_rules",
    "classification_thresholds",
    "extraction_settings",
    "sku_validity_mode",
)

_RULES = ("prescan_rules", "classification_thresholds", "extraction_settings")


class VersionForm(forms.ModelForm):
    """A version that breaks INV-01 or INV-02 is refused with the field that breaks it."""

    class Meta:
        model = ThresholdProfile
        fields = (*_COPIED, "version", "change_reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in _RULES:
            # Django takes `{}` for a missing value; here it means "the defaults".
            if name in self.fields:
                self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in _RULES:
            cleaned[name] = cleaned.get(name) or {}
            if not isinstance(cleaned[name], dict):
                self.add_error(name, _("This must be a JSON object."))
        return cleaned

    def clean_thresholds(self) -> Any:
        return _checked(check_thresholds, self.cleaned_data["thresholds"])

    def clean_confidence_weights(self) -> Any:
        return _checked(check_weights, self.cleaned_data["confidence_weights"])


@admin.register(ThresholdProfile)
class ProfileScreen(Screen):
    form = VersionForm
    operators_change = True
    long_texts = ("change_reason",)
    list_display = (
        "profile_id",
        "version",
        "is_active",
        "threshold_a",
        "threshold_pv",
        "threshold_b",
        "sku_validity_mode",
        "effective_from",
        "created_by",
    )
    list_filter = ("is_active", ("sku_validity_mode", ChoicesDropdownFilter))
    search_fields = ("profile_id", "version__exact", "category", "industry", "created_by__exact", "change_reason")
    search_help_text = _("Profile, version, category, industry, author or reason")
    date_hierarchy = "effective_from"
    ordering = ("profile_id", "-effective_from", "-id")
    readonly_fields = ("previous_version", "is_active", "effective_from", "created_by")
    fields = (
        "profile_id",
        "version",
        "previous_version",
        "change_reason",
        "category",
        "industry",
        "sku_validity_mode",
        "thresholds",
        "confidence_weights",
        "prescan_rules",
        "classification_thresholds",
        "extraction_settings",
        "is_active",
        "effective_from",
        "created_by",
    )
    related = (
        Related(_("Versions"), "configs_thresholdprofile", lambda profile: {"profile_id__exact": profile.profile_id}),
        Related(_("Calibrations"), "configs_calibrationrecord", lambda profile: {"profile_id__exact": profile.profile_id}),
    )

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        """A version is never edited; whoever may add one starts from this one."""
        return False

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        source = ThresholdProfile.objects.filter(pk=request.GET["from"]).first() if request.GET.get("from", "").isdigit() else None
        return {name: getattr(source, name) for name in _COPIED} if source else {}

    def save_model(self, request: HttpRequest, obj: ThresholdProfile, form: forms.ModelForm, change: bool) -> None:
        obj.created_by = request.user.get_username()
        activate(obj)

    def _related_lists(self, row: Any) -> list[dict[str, object]]:
        new = {"label": _("New version from this one"), "url": f"{reverse('admin:configs_thresholdprofile_add')}?from={row.pk}"}
        return [new, *super()._related_lists(row)]

    @display(description="A")
    def threshold_a(self, profile: ThresholdProfile) -> Any:
        return profile.thresholds.get("A")

    @display(description="PV")
    def threshold_pv(self, profile: ThresholdProfile) -> Any:
        return profile.thresholds.get("PV")

    @display(description="B")
    def threshold_b(self, profile: ThresholdProfile) -> Any:
        return profile.thresholds.get("B")


@transaction.atomic
def activate(version: ThresholdProfile) -> None:
    """Save a new version as the one that applies, in place of the one before, and tell listeners."""
    before = ThresholdProfile.objects.select_for_update(no_key=True).filter(profile_id=version.profile_id, is_active=True).first()
    if before is not None:
        ThresholdProfile.objects.filter(pk=before.pk).update(is_active=False)
        version.previous_version = before.version
    version.is_active = True
    version.save()
    payload = {"profile_id": version.profile_id, "version": version.version}
    events.publish([events.new_event(SSEEventType.CONFIG_UPDATED, payload=payload, topic_id=version.profile_id)])


def _checked(check: Any, value: Any) -> Any:
    try:
        check(value)
    except Failure as failure:
        raise forms.ValidationError(str(failure.message)) from failure
    return value
