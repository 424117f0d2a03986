"""How sure were we of a file, and which route followed?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from unfold.contrib.filters.admin import ChoicesDropdownFilter
from unfold.decorators import display

from pdfsku.shared.admin import RecordScreen, Related
from pipeline.models import Evaluation


@admin.register(Evaluation)
class EvaluationScreen(RecordScreen):
    list_display = ("short_hash", "config_version", "sureness", "route", "degrade_reason", "model_used", "evaluated_at")
    list_filter = (("route", ChoicesDropdownFilter), ("degrade_reason", ChoicesDropdownFilter))
    search_fields = ("file_hash__exact", "config_version__exact", "model_used__exact")
    search_help_text = _("SHA-256, configuration version or model")
    date_hierarchy = "evaluated_at"
    ordering = ("-id",)
    related = (Related(_("Jobs"), "jobs_pdfjob", lambda evaluation: {"file_hash__exact": evaluation.file_hash}),)

    @display(description=_("SHA-256"), ordering="file_hash")
    def short_hash(self, evaluation: Evaluation) -> str:
        return evaluation.file_hash[:12]

    @display(description=_("document confidence"), ordering="doc_confidence")
    def sureness(self, evaluation: Evaluation) -> str:
        return f"{evaluation.doc_confidence:.2f}"
