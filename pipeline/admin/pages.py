"""What happened to a page, and what was read on it?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from pdfsku.shared.admin import RecordScreen, Related
from pipeline.models import Page


@admin.register(Page)
class PageScreen(RecordScreen):
    list_display = (
        "page_number",
        "job_link",
        "status_label",
        "page_type",
        "layout_type",
        "confidence",
        "needs_review",
        "attempt_no",
        "retry_count",
        "worker_id",
        "updated_at",
    )
    list_display_links = ("page_number",)
    list_select_related = ("job",)
    list_filter = (
        ("status", ChoicesDropdownFilter),
        ("page_type", ChoicesDropdownFilter),
        ("layout_type", ChoicesDropdownFilter),
        ("import_confirmation", ChoicesDropdownFilter),
        "needs_review",
    )
    search_fields = ("job__source_file", "worker_id__exact")
    search_help_text = _("File name, job id or worker")
    id_search_fields = ("job_id",)
    date_hierarchy = "created_at"
    ordering = ("-id",)
    related = (
        Related(_("SKUs"), "pipeline_sku", lambda page: {"job__exact": page.job_id, "page_number__exact": page.page_number}),
        Related(_("Images"), "pipeline_image", lambda page: {"job__exact": page.job_id, "page_number__exact": page.page_number}),
        Related(_("Tasks"), "collaboration_humantask", lambda page: {"job__exact": page.job_id, "page_number__exact": page.page_number}),
        Related(
            _("Annotations"), "collaboration_annotation", lambda page: {"job__exact": page.job_id, "page_number__exact": page.page_number}
        ),
        Related(_("Attempts"), "pipeline_page", lambda page: {"job__exact": page.job_id, "page_number__exact": page.page_number}),
        Related(_("Transitions"), "jobs_statetransition", lambda page: {"entity_type__exact": "page", "entity_id__exact": page.pk}),
    )

    @display(description=_("confidence"), ordering="page_confidence")
    def confidence(self, page: Page) -> str | None:
        return None if page.page_confidence is None else f"{page.page_confidence:.2f}"
