"""`import_dedup`: what was delivered, so that nothing is delivered twice."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pdfsku.shared.fields import DbNow


class ImportDedup(models.Model):
    """One delivery. `dedup_key` is `{sku_id}:{revision}:{attempt_no}`."""

    id = models.AutoField(primary_key=True)
    dedup_key = models.TextField(_("key"), unique=True)
    job_id = models.UUIDField(_("job"))
    page_number = models.IntegerField(_("page"))
    import_status = models.TextField(_("status"))
    imported_at = models.DateTimeField(_("imported"), db_default=DbNow())

    class Meta:
        db_table = "import_dedup"
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        indexes = [models.Index(fields=["job_id"], name="idx_import_dedup_job")]

    def __str__(self) -> str:
        return self.dedup_key
