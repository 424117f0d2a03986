"""Whether a data directory was prepared for this very code: a second start then need not ask the database again."""

import hashlib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
_SOURCES = ("*/migrations/*.py", "pdfsku/*/migrations/*.py", "locale/*/LC_MESSAGES/*.po", "requirements.txt")


def is_prepared(data_dir: Path) -> bool:
    """True if nothing that preparing looks at has changed since it was done here."""
    stamp = _stamp(data_dir)
    has_translations = any(PROJECT.glob("locale/*/LC_MESSAGES/*.mo"))
    return has_translations and stamp.is_file() and stamp.read_text() == digest(data_dir)


def remember(data_dir: Path) -> None:
    _stamp(data_dir).write_text(digest(data_dir))


def digest(data_dir: Path) -> str:
    """Of what is prepared from, and of the cluster it was prepared in: a new one is not prepared."""
    cluster = data_dir / "postgres" / "PG_VERSION"
    found = hashlib.sha256(str(cluster.stat().st_mtime_ns if cluster.exists() else None).encode())
    for pattern in _SOURCES:
        for path in sorted(PROJECT.glob(pattern)):
            found.update(path.relative_to(PROJECT).as_posix().encode() + path.read_bytes())
    return found.hexdigest()


def _stamp(data_dir: Path) -> Path:
    return data_dir / "prepared"
