from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OutputsConfig(AppConfig):
    name = "outputs"
    verbose_name = _("Outputs")
    default_auto_field = "django.db.models.BigAutoField"
