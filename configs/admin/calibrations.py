"""How far off are the thresholds, and what should change?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter

from configs.models import CalibrationRecord
from pdfsku.shared.admin import RecordScreen, Related


@admin.register(CalibrationRecord)
class CalibrationScreen(RecordScreen):
    list_display = (
        "profile_id",
        "type",
        "status_label",
        "period_start",
        "period_end",
        "sample_count",
        "ai_correction_rate",
        "route_accuracy",
    )
    list_filter = (("status", ChoicesDropdownFilter), ("type", ChoicesDropdownFilter), "applied")
    search_fields = ("profile_id",)
    search_help_text = _("Profile or calibration id")
    id_search_fields = ("calibration_id",)
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-calibration_id")
    related = (Related(_("Profile"), "configs_thresholdprofile", lambda record: {"profile_id__exact": record.profile_id}),)
