"""Which custom attributes are asked for so often that they should become standard?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter

from configs.models import CustomAttrUpgrade
from pdfsku.shared.admin import RecordScreen


@admin.register(CustomAttrUpgrade)
class UpgradeScreen(RecordScreen):
    list_display = (
        "attr_name",
        "suggested_type",
        "merchant_id",
        "category",
        "source_feedback_count",
        "status_label",
        "reviewer",
        "created_at",
    )
    list_filter = (("status", ChoicesDropdownFilter),)
    search_fields = ("attr_name", "category", "merchant_id__exact", "reviewer__exact")
    search_help_text = _("Attribute, category, merchant or reviewer")
    id_search_fields = ("upgrade_id",)
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-upgrade_id")
