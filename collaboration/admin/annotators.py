"""Who annotates, how fast, how well, and what do they know best?"""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from collaboration.models import AnnotatorProfile
from pdfsku.shared.admin import Related, Screen


@admin.register(AnnotatorProfile)
class AnnotatorScreen(Screen):
    """Operators say what an annotator knows best; the figures are measured."""

    operators_change = True
    list_display = ("annotator_id", "accuracy", "avg_duration_sec", "total_tasks", "specialties", "updated_at")
    search_fields = ("annotator_id", "specialties")
    search_help_text = _("Annotator or category")
    date_hierarchy = "updated_at"
    ordering = ("annotator_id",)
    fields = ("annotator_id", "specialties", "avg_duration_sec", "accuracy_rate", "total_tasks", "updated_at")
    readonly_fields = ("avg_duration_sec", "accuracy_rate", "total_tasks", "updated_at")
    related = (
        Related(_("Tasks"), "collaboration_humantask", lambda annotator: {"assigned_to__exact": annotator.pk}),
        Related(_("Annotations"), "collaboration_annotation", lambda annotator: {"annotator__exact": annotator.pk}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: AnnotatorProfile | None = None) -> tuple[str, ...]:  # type: ignore[override]
        fixed = super().get_readonly_fields(request, obj)
        return (*fixed, "annotator_id") if obj else fixed

    @display(description=_("accuracy"), ordering="accuracy_rate")
    def accuracy(self, annotator: AnnotatorProfile) -> str | None:
        return None if annotator.accuracy_rate is None else f"{annotator.accuracy_rate:.0%}"
