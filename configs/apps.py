from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ConfigsConfig(AppConfig):
    name = "configs"
    verbose_name = _("Configuration")
    default_auto_field = "django.db.models.BigAutoField"
