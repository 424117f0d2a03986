"""Fixtures of the whole suite: a storage of its own per test, the shared corpus, and logs that may be truncated between tests."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"
_TRUNCATE_GUARDS = ("state_transitions", "outbox_events")
# Filled by migrating and by nothing else: to fill them again after each transactional test took four fifths of its emptying.
_OF_MIGRATING = {"django_content_type", "auth_permission"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate-golden", action="store_true", help="store the figures now reached on the drawn catalogs")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> None:
    """Transactional tests empty tables by TRUNCATE, which the append-only logs refuse; the test of that guard puts it back."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:  # type: ignore[attr-defined]
        for table in _TRUNCATE_GUARDS:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname LIKE '%%no_truncate%%'", [table])
            for (name,) in cursor.fetchall():
                cursor.execute(f'ALTER TABLE {table} DISABLE TRIGGER "{name}"')


@pytest.fixture(scope="session", autouse=True)
def _emptied_tables() -> Iterator[None]:
    """All tables are emptied after a transactional test, but for what a migration would fill in again."""

    def empty(self: TransactionTestCase) -> None:
        names = connection.introspection.django_table_names(only_existing=True, include_views=False)
        connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), sorted(set(names) - _OF_MIGRATING)))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@pytest.fixture(autouse=True)
def _own_storage(tmp_path: Path, settings: pytest.FixtureRequest) -> None:
    """Files of one test stay with it."""
    local = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(tmp_path / "files")}}
    settings.STORAGES = {**settings.STORAGES, "default": local}  # type: ignore[attr-defined]
    settings.UPLOAD_DIR = tmp_path / "uploads"  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _hearts_at_rest(request: pytest.FixtureRequest) -> Iterator[None]:
    """A test that worked as a worker leaves no heartbeat behind."""
    yield
    worker = sys.modules.get("pipeline.worker")
    if worker is not None and worker._heart is not None:
        worker._heart[1].silence()
        worker._heart = None


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Lock-outs and throttles of one test do not reach the next."""
    from django.core.cache import cache

    yield
    cache.clear()


@pytest.fixture(scope="session", autouse=True)
def _translations() -> None:
    """A fresh clone has no compiled catalogs; both languages are tested."""
    call_command("compile_translations", verbosity=0)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The corpus beside the checkout. CI must have it; elsewhere its tests are left out, loudly."""
    if not SHARED.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"the shared corpus is missing: {SHARED.name} must lie beside the checkout")
        pytest.skip("the shared corpus is not beside this checkout")
    return SHARED
