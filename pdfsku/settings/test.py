"""The same settings with cheap passwords and no throttles; services are the embedded ones, never mocks."""

import hashlib
import os

os.environ.setdefault("PDFSKU_EMBEDDED", "1")

from pdfsku.settings import *
from pdfsku.settings import BASE_DIR
from pdfsku.settings.api import REST_FRAMEWORK as _REST
from pdfsku.settings.api import SIMPLE_JWT as _JWT
from pdfsku.settings.database import DATABASES as _DATABASES


def _migrations_digest() -> str:
    """Names the test database after the migrations, so that a kept one is never stale."""
    digest = hashlib.sha256()
    for path in sorted(BASE_DIR.glob("*/migrations/*.py")) + sorted(BASE_DIR.glob("pdfsku/*/migrations/*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


DATABASES = {"default": {**_DATABASES["default"], "TEST": {"NAME": f"test_pdfsku_{_migrations_digest()}"}}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
REST_FRAMEWORK = {**_REST, "DEFAULT_THROTTLE_CLASSES": [], "DEFAULT_THROTTLE_RATES": {"login": "10000/min"}}
SIMPLE_JWT = {**_JWT, "SIGNING_KEY": "a-key-for-tests-only-that-is-long-enough"}
