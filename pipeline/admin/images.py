"""Which pictures were found, of what kind and quality?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from pdfsku.shared.admin import RecordScreen, Related
from pipeline.models import Image


@admin.register(Image)
class ImageScreen(RecordScreen):
    list_display = (
        "image_id",
        "job_link",
        "page_number",
        "role",
        "quality_grade",
        "pixels",
        "search_eligible",
        "is_duplicate",
        "status_label",
    )
    list_select_related = ("job",)
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("role", ChoicesDropdownFilter),
        ("quality_grade", ChoicesDropdownFilter),
        "search_eligible",
        "is_duplicate",
        "is_fragmented",
    )
    search_fields = ("image_id__exact", "image_hash__exact", "job__source_file")
    search_help_text = _("Image id, perceptual hash, file name or job id")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    related = (
        Related(_("Bindings"), "pipeline_skuimagebinding", lambda image: {"job__exact": image.job_id, "image_id__exact": image.image_id}),
        Related(_("Page"), "pipeline_page", lambda image: {"job__exact": image.job_id, "page_number__exact": image.page_number}),
        Related(_("Transitions"), "jobs_statetransition", lambda image: {"entity_type__exact": "image", "entity_id__exact": image.pk}),
    )

    @display(description=_("resolution"), ordering="short_edge")
    def pixels(self, image: Image) -> str:
        return "×".join(str(edge) for edge in image.resolution or ())
