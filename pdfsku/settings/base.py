"""Django itself: apps, middleware, templates, languages, static files."""

import sys

from django.utils.translation import gettext_lazy as _

from pdfsku.settings import env

BASE_DIR = env.BASE_DIR
DATA_DIR = env.DATA_DIR
IS_EMBEDDED = env.IS_EMBEDDED

SECRET_KEY = env.secret_key("SECRET_KEY")
DEBUG = env.boolean("DEBUG", False)
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ["*"] if IS_EMBEDDED else ["localhost", "127.0.0.1"])
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
VERSION = "0.1.0"
# An empty demo installation gets a catalog to look at.
LOAD_SAMPLE = env.boolean("SAMPLE", True) and IS_EMBEDDED

INSTALLED_APPS = [
    # The development server alone needs it; importing it costs every other process a quarter of its start.
    *(["daphne"] if "runserver" in sys.argv else []),
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "channels",
    "rest_framework",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_q",
    "pgtrigger",
    "axes",
    "storages",
    "pdfsku.accounts",
    "jobs",
    "pipeline",
    "collaboration",
    "outputs",
    "configs",
]

MIDDLEWARE = [
    "pdfsku.shared.requests.RequestContextMiddleware",
    "jobs.request_metrics.RequestMetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "pdfsku.static.StaticFiles",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "pdfsku.urls"
ASGI_APPLICATION = "pdfsku.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LOGIN_URL = "portal:login"
LOGIN_REDIRECT_URL = "portal:jobs"
LOGOUT_REDIRECT_URL = "portal:login"

# Five failures from one address for one name lock that pair for a quarter of an hour; state lives in the cache, not in tables.
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_FAILURE_LIMIT = env.integer("LOGIN_FAILURE_LIMIT", 5, minimum=1)
AXES_COOLOFF_TIME = env.decimal("LOGIN_COOLOFF_HOURS", 0.25)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_VERBOSE = False
AXES_LOCKOUT_CALLABLE = "pdfsku.accounts.lockout.locked_out"

SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = env.boolean("HTTPS_ONLY", False)
SECURE_SSL_REDIRECT = env.boolean("HTTPS_ONLY", False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.boolean("BEHIND_PROXY", False) else None
X_FRAME_OPTIONS = "DENY"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone("TIME_ZONE", "UTC")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = None
# Served straight from the apps' folders: nothing to collect before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
