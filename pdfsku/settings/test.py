"""The same settings with cheap passwords and no throttles; services are the embedded ones, never mocks."""

import os

os.environ.setdefault("PDFSKU_EMBEDDED", "1")

from pdfsku.settings import *
from pdfsku.settings.api import REST_FRAMEWORK as _REST
from pdfsku.settings.api import SIMPLE_JWT as _JWT

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = {**_REST, "DEFAULT_THROTTLE_RATES": {"user": None, "anon": None, "login": None}}
SIMPLE_JWT = {**_JWT, "SIGNING_KEY": "a-key-for-tests-only-that-is-long-enough"}
