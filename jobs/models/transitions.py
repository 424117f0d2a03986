"""`state_transitions`: what every row was, became, why and through whom. Append-only."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.fields import DbNow
from pdfsku.shared.triggers import no_truncate


class StateTransition(models.Model):
    id = models.BigAutoField(primary_key=True)
    entity_type = models.TextField(_("kind"))
    entity_id = models.TextField(_("id of the row"))
    from_status = models.TextField(_("from"), null=True)
    to_status = models.TextField(_("to"))
    trigger = models.TextField(_("trigger"), null=True)
    operator = models.TextField(_("operator"), null=True)
    timestamp = models.DateTimeField(_("time"), db_default=DbNow())

    class Meta:
        db_table = "state_transitions"
        verbose_name = _("state transition")
        verbose_name_plural = _("state transitions")
        indexes = [
            models.Index(fields=["entity_type", "entity_id"], name="idx_transitions_entity"),
            models.Index(fields=["timestamp"], name="idx_transitions_timestamp"),
        ]
        triggers = [
            pgtrigger.Protect(name="state_transitions_append_only", operation=pgtrigger.Update | pgtrigger.Delete),
            no_truncate("state_transitions"),
        ]

    def __str__(self) -> str:
        return f"{self.entity_type} {self.entity_id}: {self.from_status} → {self.to_status}"
