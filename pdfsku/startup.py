"""What a process needs before settings are read: where the database and Redis are. Never done by importing settings."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pdfsku import embedded

DEFAULT_DATA_DIR = Path(__file__).resolve().parent.parent / "var"


def ensure_services() -> None:
    """Start the embedded servers for whatever the environment does not name, and name them in it."""
    data_dir = Path(os.environ.get("PDFSKU_DATA_DIR") or DEFAULT_DATA_DIR)
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = embedded.start_postgres(data_dir)
        os.environ["PDFSKU_EMBEDDED"] = "1"
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = embedded.start_redis(data_dir)


@contextmanager
def one_line() -> Iterator[None]:
    """What prevents a start ends the process with one line instead of a traceback."""
    from django.core.exceptions import ImproperlyConfigured

    try:
        yield
    except (ImproperlyConfigured, embedded.EmbeddedError) as error:
        sys.exit(f"pdfsku: {error}")
