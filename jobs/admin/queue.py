"""What waits in the queue, and what failed in it? The queue only wakes: everything that is to be done stands in our own tables."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from django_q.models import Failure, OrmQ, Schedule, Success
from unfold.decorators import display

from pdfsku.shared.admin import LogScreen, RecordScreen

# The package's own screens are plain ones that let rows be edited; successes are not kept and schedules are not used.
for _model in (Failure, OrmQ, Schedule, Success):
    admin.site.unregister(_model)


@admin.register(Failure)
class FailedMessageScreen(RecordScreen):
    list_display = ("func", "name", "attempt_count", "started", "stopped", "what_failed")
    list_filter = ("cluster",)
    search_fields = ("func", "name", "id__exact")
    search_help_text = _("Function, name or id of the message")
    date_hierarchy = "stopped"
    ordering = ("-stopped",)
    fields = ("id", "name", "func", "args", "kwargs", "cluster", "attempt_count", "started", "stopped", "what_failed")
    readonly_fields = fields

    @display(description=_("failure"))
    def what_failed(self, message: Failure) -> str:
        return str(message.result or "")


@admin.register(OrmQ)
class QueuedMessageScreen(LogScreen):
    list_display = ("id", "key", "function", "lock")
    search_fields = ("key__exact",)
    search_help_text = _("Queue")
    ordering = ("id",)
    fields = ("id", "key", "function", "lock")
    readonly_fields = fields

    @display(description=_("function"))
    def function(self, message: OrmQ) -> str:
        return str(message.func() or "")
