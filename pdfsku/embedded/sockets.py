"""Where a server's Unix socket lives: a private directory with a short path.

A socket address holds about 100 bytes, a data directory may be deeper, so the socket goes under the system's temporary directory.
The name is random (nobody can prepare it) and recorded beside the locks, so that a restarted server is found at its old address.
"""

import os
import shutil
import stat
import tempfile
from pathlib import Path

from pdfsku.embedded.accounts import Account

# The shortest limit of the supported systems (macOS) is 104 bytes with the closing NUL.
LONGEST_DIRECTORY = 104 - 1 - len("/.s.PGSQL.5432.lock")


def recorded(record: Path) -> Path | None:
    """The directory that was used last, if its record exists."""
    try:
        return Path(record.read_text())
    except FileNotFoundError:
        return None


def provide(record: Path, account: Account | None) -> Path:
    """The recorded directory if it is still ours alone, else a new one; empty, whatever a killed server left there."""
    directory = recorded(record)
    uid = account.uid if account else os.geteuid()
    if directory is None or not _is_private(directory, uid):
        directory = _created(account)
        _write(record, str(directory))
    for leftover in directory.iterdir():
        leftover.unlink()
    return directory


def remove(record: Path) -> None:
    """Forget the directory and what is left in it."""
    directory = recorded(record)
    if directory is not None:
        shutil.rmtree(directory, ignore_errors=True)
        record.unlink()


def _is_private(directory: Path, uid: int) -> bool:
    try:
        entry = directory.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISDIR(entry.st_mode) and entry.st_uid == uid and stat.S_IMODE(entry.st_mode) == stat.S_IRWXU


def _created(account: Account | None) -> Path:
    directory = Path(tempfile.mkdtemp(prefix="pdfsku-", dir=_parent(account)))
    if account is not None:
        os.chown(directory, account.uid, account.gid)
    return directory


def _parent(account: Account | None) -> Path:
    chosen = Path(tempfile.gettempdir())
    is_short = len(os.fsencode(chosen / "pdfsku-12345678")) <= LONGEST_DIRECTORY
    is_open = account is None or account.may_search(chosen)
    return chosen if is_short and is_open else Path("/tmp")  # noqa: S108


def _write(record: Path, text: str) -> None:
    fresh = record.with_suffix(".new")
    fresh.write_text(text)
    fresh.replace(record)
