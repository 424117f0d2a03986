"""REST framework, tokens, OpenAPI."""

from datetime import timedelta

from pdfsku.settings import env

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "pdfsku.accounts.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["pdfsku.shared.parsers.StrictJSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["pdfsku.shared.api.StrictFilter"],
    "DEFAULT_SCHEMA_CLASS": "pdfsku.shared.schema.Schema",
    "DEFAULT_THROTTLE_CLASSES": ["rest_framework.throttling.UserRateThrottle", "rest_framework.throttling.AnonRateThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "user": env.rate("THROTTLE_USER", "3000/min"),
        "anon": env.rate("THROTTLE_ANON", "120/min"),
        "login": env.rate("THROTTLE_LOGIN", "30/min"),
    },
    "EXCEPTION_HANDLER": "pdfsku.shared.api.handle_exception",
    "DEFAULT_VERSIONING_CLASS": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

SIMPLE_JWT = {
    "ACCESS_TOKEN_LIFETIME": timedelta(minutes=env.integer("TOKEN_MINUTES", 60, minimum=1)),
    "REFRESH_TOKEN_LIFETIME": timedelta(days=env.integer("REFRESH_TOKEN_DAYS", 7, minimum=1)),
    "UPDATE_LAST_LOGIN": True,
    "TOKEN_OBTAIN_SERIALIZER": "pdfsku.accounts.tokens.TokenSerializer",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "pdfsku",
    "DESCRIPTION": "PDF product catalogs and price lists in, right and traceable SKU records out.",
    "VERSION": "1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "PREPROCESSING_HOOKS": ["pdfsku.shared.schema.below_prefix"],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "ENUM_NAME_OVERRIDES": {
        "JobInternalStatus": "pdfsku.shared.choices.JobInternalStatus",
        "JobUserStatus": "pdfsku.shared.choices.JobUserStatus",
        "PageStatus": "pdfsku.shared.choices.PageStatus",
        "SKUStatus": "pdfsku.shared.choices.SKUStatus",
        "ImageStatus": "pdfsku.shared.choices.ImageStatus",
        "SKUValidity": "pdfsku.shared.choices.SKUValidity",
        "UserRole": "pdfsku.shared.choices.UserRole",
        "ErrorSeverity": "pdfsku.shared.choices.ErrorSeverity",
        "ImportConfirmation": "pdfsku.shared.choices.ImportConfirmation",
        "PageImportConfirmation": "pdfsku.shared.choices.PageImportConfirmation",
    },
}
