"""How well does it read the golden sets?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from configs.models import EvalReport
from pdfsku.shared.admin import RecordScreen


@admin.register(EvalReport)
class ReportScreen(RecordScreen):
    list_display = (
        "golden_set_id",
        "config_version",
        "sku_precision",
        "sku_recall",
        "sku_f1",
        "binding_accuracy",
        "human_intervention_rate",
        "created_at",
    )
    list_filter = ("golden_set_id",)
    search_fields = ("golden_set_id", "config_version")
    search_help_text = _("Golden set or configuration version")
    date_hierarchy = "created_at"
    ordering = ("-id",)
