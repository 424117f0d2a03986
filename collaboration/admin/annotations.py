"""What did people correct?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from collaboration.models import Annotation
from pdfsku.shared.admin import RecordScreen, link


@admin.register(Annotation)
class AnnotationScreen(RecordScreen):
    list_display = ("type", "annotator", "job_link", "page_number", "task_link", "annotated_at")
    list_select_related = ("job", "task")
    list_filter = (("type", ChoicesDropdownFilter),)
    search_fields = ("annotator__exact", "job__source_file")
    search_help_text = _("Annotator, file name, task id or job id")
    id_search_fields = ("annotation_id", "task_id", "job_id")
    date_hierarchy = "annotated_at"
    ordering = ("-annotated_at", "-annotation_id")

    @display(description=_("task"))
    def task_link(self, annotation: Annotation) -> SafeString | str:
        return link("collaboration_humantask", annotation.task_id, annotation.task)
