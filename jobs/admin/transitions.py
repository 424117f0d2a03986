"""What became of a row, when, why and through whom?"""

from __future__ import annotations

from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.decorators import display

from jobs.models import StateTransition
from pdfsku.shared.admin import STATUS_COLOURS, LogScreen, link
from pdfsku.shared.admin_lists import KnownValuesFilter

# `entity_type` of a machine, and the screen that shows such rows.
SCREENS = {
    "job": "jobs_pdfjob",
    "page": "pipeline_page",
    "sku": "pipeline_sku",
    "image": "pipeline_image",
    "task": "collaboration_humantask",
}


class KindFilter(KnownValuesFilter):
    title = _("kind")
    parameter_name = "entity_type__exact"
    values = [(kind, kind) for kind in SCREENS]


@admin.register(StateTransition)
class TransitionScreen(LogScreen):
    list_display = ("timestamp", "entity_type", "row_link", "from_status", "to_label", "trigger", "operator")
    list_filter = (KindFilter,)
    search_fields = ("entity_id__exact", "operator__exact", "trigger__exact", "to_status__exact")
    search_help_text = _("Id of the row, operator, trigger or status")
    date_hierarchy = "timestamp"
    ordering = ("-timestamp", "-id")

    @display(description=_("row"), ordering="entity_id")
    def row_link(self, transition: StateTransition) -> SafeString | str:
        screen = SCREENS.get(transition.entity_type)
        return link(screen, transition.entity_id, transition.entity_id) if screen else transition.entity_id

    @display(description=_("to"), ordering="to_status", label=STATUS_COLOURS)
    def to_label(self, transition: StateTransition) -> tuple[str, str]:
        return transition.to_status, transition.to_status
