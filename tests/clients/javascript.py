"""tus-js-client, installed once into a cache beside the test services from the lock file here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from pdfsku.embedded import locks

_HERE = Path(__file__).resolve().parent
_CACHE = _HERE.parent.parent / "var" / "clients"
# The client as a browser loads it.
SCRIPT = _CACHE / "node_modules" / "tus-js-client" / "dist" / "tus.min.js"


def installed() -> Path:
    """The directory with node_modules. Installed anew when the lock file has changed."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    with locks.exclusive(_CACHE / "install.lock"):
        lock, done = (_HERE / "package-lock.json").read_bytes(), _CACHE / "installed.json"
        if not done.exists() or done.read_bytes() != lock:
            for name in ("package.json", "package-lock.json"):
                shutil.copy(_HERE / name, _CACHE / name)
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=_CACHE, check=True)
            done.write_bytes(lock)
    return _CACHE
