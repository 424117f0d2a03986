"""One JSON object per line on stderr; the supervisor makes it readable in a terminal."""

from pdfsku.settings import env

LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "pdfsku.shared.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.server": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "django.request": {"level": "ERROR"},
        "axes": {"level": "WARNING"},
        "django_q": {"handlers": [], "level": "WARNING", "propagate": True},
        "django-q": {"handlers": [], "level": "WARNING", "propagate": True},
        "botocore": {"level": "WARNING"},
        "RapidOCR": {"level": "WARNING"},
    },
}
