"""What are people asked, who holds it, and is it late?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from collaboration.models import HumanTask
from pdfsku.shared.admin import STATUS_COLOURS, RecordScreen, Related


@admin.register(HumanTask)
class TaskScreen(RecordScreen):
    list_display = (
        "task_type",
        "job_link",
        "page_number",
        "status_label",
        "priority_label",
        "assigned_to",
        "locked_by",
        "timeout_at",
        "created_at",
    )
    list_select_related = ("job",)
    list_filter = (("status", ChoicesDropdownFilter), ("priority", ChoicesDropdownFilter), ("task_type", ChoicesDropdownFilter))
    search_fields = ("assigned_to__exact", "locked_by__exact", "job__source_file")
    search_help_text = _("Annotator, file name, task id or job id")
    id_search_fields = ("task_id", "job_id")
    date_hierarchy = "created_at"
    ordering = ("-created_at", "-task_id")
    related = (
        Related(_("Annotations"), "collaboration_annotation", lambda task: {"task__exact": task.pk}),
        Related(_("Page"), "pipeline_page", lambda task: {"job__exact": task.job_id, "page_number__exact": task.page_number}),
        Related(_("SKUs"), "pipeline_sku", lambda task: {"job__exact": task.job_id, "page_number__exact": task.page_number}),
        Related(_("Transitions"), "jobs_statetransition", lambda task: {"entity_type__exact": "task", "entity_id__exact": task.pk}),
    )

    @display(description=_("priority"), ordering="priority", label=STATUS_COLOURS)
    def priority_label(self, task: HumanTask) -> tuple[str, str] | None:
        return (task.priority, task.get_priority_display()) if task.priority else None
