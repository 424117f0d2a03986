"""What was read as a product, how sure are we, and where did each value stand?"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from pdfsku.shared.admin import STATUS_COLOURS, RecordScreen, Related
from pipeline.models import SKU


@admin.register(SKU)
class SKUScreen(RecordScreen):
    list_display = (
        "sku_id",
        "model_code",
        "product_name",
        "price",
        "job_link",
        "page_number",
        "status_label",
        "validity_label",
        "sureness",
        "revision",
    )
    list_select_related = ("job",)
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("validity", ChoicesDropdownFilter),
        ("attribute_source", ChoicesDropdownFilter),
        ("import_confirmation", ChoicesDropdownFilter),
        "superseded",
    )
    search_fields = ("sku_id__exact", "attributes__model__icontains", "attributes__name__icontains", "job__source_file")
    search_help_text = _("SKU id, model, name, file name or job id")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    related = (
        Related(_("Bindings"), "pipeline_skuimagebinding", lambda sku: {"sku_id__exact": sku.sku_id}),
        Related(_("Revisions"), "pipeline_sku", lambda sku: {"sku_id__exact": sku.sku_id}),
        Related(_("Page"), "pipeline_page", lambda sku: {"job__exact": sku.job_id, "page_number__exact": sku.page_number}),
        Related(_("Deliveries"), "outputs_importdedup", lambda sku: {"dedup_key__startswith": f"{sku.sku_id}:"}),
        Related(_("Transitions"), "jobs_statetransition", lambda sku: {"entity_type__exact": "sku", "entity_id__exact": sku.pk}),
    )

    @display(description=_("model code"))
    def model_code(self, sku: SKU) -> str:
        return str(_attribute(sku, "model") or "")

    @display(description=_("name"))
    def product_name(self, sku: SKU) -> str:
        return str(_attribute(sku, "name") or "")

    @display(description=_("price"))
    def price(self, sku: SKU) -> str:
        price = _attribute(sku, "price")
        if not isinstance(price, dict):
            return str(price or "")
        return " ".join(str(part) for part in (price.get("amount"), price.get("currency")) if part)

    @display(description=_("validity"), ordering="validity", label=STATUS_COLOURS)
    def validity_label(self, sku: SKU) -> tuple[str, str]:
        return sku.validity, sku.get_validity_display()

    @display(description=_("confidence"), ordering="confidence")
    def sureness(self, sku: SKU) -> str | None:
        return None if sku.confidence is None else f"{sku.confidence:.2f}"


def _attribute(sku: SKU, name: str) -> Any:
    return sku.attributes.get(name) if isinstance(sku.attributes, dict) else None
