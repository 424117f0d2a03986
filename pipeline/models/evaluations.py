"""`evaluations`: how sure we are of a file under one configuration, and the route that follows."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.choices import DegradeReason, RouteDecision, choice_check
from pdfsku.shared.fields import DbNow, RealField


class Evaluation(models.Model):
    id = models.AutoField(primary_key=True)
    file_hash = models.TextField(_("SHA-256"))
    config_version = models.TextField(_("configuration version"))
    doc_confidence = RealField(_("document confidence"))
    route = models.TextField(_("route"), choices=RouteDecision.choices)
    route_reason = models.TextField(_("reason"), null=True, blank=True)
    degrade_reason = models.TextField(_("degrade reason"), choices=DegradeReason.choices, null=True, blank=True)
    dimension_scores = models.JSONField(_("scores"))
    weights_snapshot = models.JSONField(_("weights"))
    thresholds_used = models.JSONField(_("thresholds"), null=True)
    prescan = models.JSONField(_("prescan"))
    sampling = models.JSONField(_("sampling"))
    page_evaluations = models.JSONField(_("pages"), null=True)
    model_used = models.TextField(_("model"))
    prompt_version = models.TextField(_("prompt version"), null=True, blank=True)
    evaluated_at = models.DateTimeField(_("evaluated"), db_default=DbNow())

    class Meta:
        db_table = "evaluations"
        verbose_name = _("evaluation")
        verbose_name_plural = _("evaluations")
        constraints = [
            models.UniqueConstraint(fields=["file_hash", "config_version"], name="evaluations_file_config_unique"),
            choice_check("evaluations", "route", RouteDecision),
            choice_check("evaluations", "degrade_reason", DegradeReason),
        ]

    def __str__(self) -> str:
        return f"{self.route} {self.doc_confidence:.2f}"
