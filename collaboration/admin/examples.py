"""Which good answers are kept as examples for a model?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter

from collaboration.models import AnnotationExample
from pdfsku.shared.admin import Screen


@admin.register(AnnotationExample)
class ExampleScreen(Screen):
    operators_change = True
    long_texts = ("input_context",)
    list_display = ("id", "task_type", "category", "quality_score", "is_confirmed", "created_at")
    list_filter = (("task_type", ChoicesDropdownFilter), "is_confirmed")
    search_fields = ("category", "input_context")
    search_help_text = _("Category or input")
    date_hierarchy = "created_at"
    ordering = ("-id",)
