"""Which picture shows which SKU, and how sure is that?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from pdfsku.shared.admin import RecordScreen, list_url
from pipeline.models import SKUImageBinding


@admin.register(SKUImageBinding)
class BindingScreen(RecordScreen):
    list_display = (
        "id",
        "sku_link",
        "image_link",
        "job_link",
        "image_role",
        "binding_method",
        "sureness",
        "is_ambiguous",
        "rank",
        "is_latest",
    )
    list_select_related = ("job",)
    list_filter = (
        "is_latest",
        "is_ambiguous",
        ("binding_method", ChoicesDropdownFilter),
        ("image_role", ChoicesDropdownFilter),
    )
    search_fields = ("sku_id__exact", "image_id__exact", "job__source_file")
    search_help_text = _("SKU id, image id, file name or job id")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-id",)

    @display(description=_("SKU id"), ordering="sku_id")
    def sku_link(self, binding: SKUImageBinding) -> SafeString:
        return format_html('<a href="{}">{}</a>', list_url("pipeline_sku", sku_id__exact=binding.sku_id), binding.sku_id)

    @display(description=_("image id"), ordering="image_id")
    def image_link(self, binding: SKUImageBinding) -> SafeString:
        url = list_url("pipeline_image", job__exact=binding.job_id, image_id__exact=binding.image_id)
        return format_html('<a href="{}">{}</a>', url, binding.image_id)

    @display(description=_("confidence"), ordering="binding_confidence")
    def sureness(self, binding: SKUImageBinding) -> str | None:
        return None if binding.binding_confidence is None else f"{binding.binding_confidence:.2f}"
