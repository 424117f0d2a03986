"""A data directory whose servers end with the test, and users of it."""

import os
import pwd
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pdfsku.embedded import stop
from pdfsku.embedded.accounts import Account
from tests.embedded.users import User


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    directory = tmp_path / "data"
    yield directory
    stop(directory)


@pytest.fixture
def user(data_dir: Path) -> Iterator[Callable[..., User]]:
    users: list[User] = []

    def begin(directory: Path = data_dir, **circumstances: Any) -> User:
        users.append(User(directory, **circumstances))
        return users[-1]

    yield begin
    for left in users:
        left.kill()


@pytest.fixture
def ordinary_account() -> Account | None:
    """Somebody who is not root; None if we are not root ourselves."""
    if os.geteuid() != 0:
        return None
    entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)
