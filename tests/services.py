"""Starts the embedded PostgreSQL and Redis of the test run. Loaded by `-p` before pytest-django reads the settings."""

import os
from pathlib import Path

from pdfsku import embedded

_ROOT = Path(__file__).resolve().parent.parent
_DATA_DIR = Path(os.environ.get("PDFSKU_TEST_DATA_DIR") or _ROOT / "var" / "test")

# Workers share the cores among them: threads of numpy beside them only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Workers of a parallel run inherit the environment of the process that started the servers.
if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["PDFSKU_DATA_DIR"] = str(_DATA_DIR)
    os.environ["PDFSKU_EMBEDDED"] = "1"
    if not os.environ.get("PDFSKU_TEST_DATABASE_URL"):
        urls = embedded.start(_DATA_DIR, durable=False)
        os.environ["DATABASE_URL"], os.environ["REDIS_URL"] = urls.database_url, urls.redis_url
elif "PDFSKU_TEST_REDIS_DB" not in os.environ:
    # A Redis database each: emptying the cache after a test must not empty a neighbour's.
    os.environ["PDFSKU_TEST_REDIS_DB"] = str(int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) + 1)
    os.environ["REDIS_URL"] = os.environ["REDIS_URL"].replace("db=0", f"db={os.environ['PDFSKU_TEST_REDIS_DB']}")
