"""Which system account a server runs as: our own, or, since PostgreSQL refuses root, an existing unprivileged one."""

import os
import pwd
import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pdfsku.embedded import capabilities
from pdfsku.embedded.errors import EmbeddedError

UNPRIVILEGED = ("postgres", "nobody")


@dataclass(frozen=True)
class Account:
    """A user id to become."""

    uid: int
    gid: int

    def may_search(self, directory: Path) -> bool:
        """Whether the permission bits let this account pass through the directory and all above it."""
        return all(self._may_pass(path.stat()) for path in (directory, *directory.parents))

    def _may_pass(self, entry: os.stat_result) -> bool:
        if entry.st_uid == self.uid:
            return bool(entry.st_mode & stat.S_IXUSR)
        if entry.st_gid == self.gid:
            return bool(entry.st_mode & stat.S_IXGRP)
        return bool(entry.st_mode & stat.S_IXOTH)


def account_for(home: Path) -> Account | None:
    """Who must run the server whose files are in `home`; None means whoever we are."""
    if os.geteuid() != 0:
        return None
    if home.exists() and home.stat().st_uid != 0:
        return Account(home.stat().st_uid, home.stat().st_gid)
    for name in UNPRIVILEGED:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise EmbeddedError(f"PostgreSQL refuses to run as root and there is no account {' or '.join(UNPRIVILEGED)}: run as an ordinary user")


def give(tree: Path, account: Account | None) -> None:
    """Make the account the owner of a directory and all in it."""
    if account is None:
        return
    os.chown(tree, account.uid, account.gid)
    for parent, directories, files in os.walk(tree):
        for name in (*directories, *files):
            os.chown(os.path.join(parent, name), account.uid, account.gid, follow_symlinks=False)


def becoming(account: Account | None, needed: tuple[Path, ...]) -> Callable[[], None] | None:
    """What a forked child runs before exec to turn into the account.

    A checkout in root's own home is closed to everybody else: the child then keeps the one capability to pass through directories.
    """
    if account is None:
        return None
    keep = None
    if not all(account.may_search(directory) for directory in needed):
        keep = capabilities.directory_search()
        if keep is None:
            closed = next(directory for directory in needed if not account.may_search(directory))
            raise EmbeddedError(
                f"{closed} is closed to the unprivileged account that PostgreSQL runs as: chmod o+x its parents or set PDFSKU_DATA_DIR"
            )
    return lambda: _become(account, keep)


def _become(account: Account, keep: int | None) -> None:
    if keep is not None:
        capabilities.keep_across_setuid()
    os.setgroups([])
    os.setgid(account.gid)
    os.setuid(account.uid)
    if keep is not None:
        capabilities.retain_only(keep)
