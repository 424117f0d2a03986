"""Where a job's files lie in the storage, and how a process gets at its PDF as a local file."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage

JOBS_PREFIX = "jobs"


def job_prefix(job_id: uuid.UUID | str) -> str:
    return f"{JOBS_PREFIX}/{job_id}"


def source_name(job_id: uuid.UUID | str) -> str:
    return f"{job_prefix(job_id)}/source.pdf"


def image_name(job_id: uuid.UUID | str, image_id: str, extension: str) -> str:
    return f"{job_prefix(job_id)}/images/{image_id}.{extension}"


def screenshot_name(job_id: uuid.UUID | str, page_number: int) -> str:
    return f"{job_prefix(job_id)}/pages/{page_number}.jpg"


def local_root() -> Path | None:
    """The directory of a local storage, None for a remote one."""
    storage = default_storage
    return Path(storage.path("")) if _is_local(storage) else None


def put_source(job_id: uuid.UUID, path: Path) -> None:
    """Store the PDF of a job beside its upload: a second name for the same bytes where the disk allows, else a copy."""
    name = source_name(job_id)
    if not _is_local(default_storage):
        with path.open("rb") as file:
            default_storage.save(name, File(file))
        return
    target = Path(default_storage.path(name))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, target)
    except OSError:
        # Another disk: a copy under another name first, so that a half-written source.pdf is never seen.
        partial = target.with_suffix(".partial")
        shutil.copyfile(path, partial)
        partial.replace(target)


def put(name: str, data: bytes) -> None:
    """Store bytes under a name, in place of what may be there: whole or not at all, though the writer be killed in the middle."""
    if not _is_local(default_storage):
        default_storage.delete(name)
        default_storage.save(name, ContentFile(data))
        return
    target = Path(default_storage.path(name))
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        partial.write_bytes(data)
    except FileNotFoundError:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(data)
    partial.replace(target)


@contextmanager
def local_source(job_id: uuid.UUID | str) -> Iterator[Path]:
    """The job's PDF as a file on this machine; a remote one is fetched for the time of the block."""
    name = source_name(job_id)
    if _is_local(default_storage):
        yield Path(default_storage.path(name))
        return
    with tempfile.NamedTemporaryFile(suffix=".pdf") as local:
        with default_storage.open(name, "rb") as remote:
            shutil.copyfileobj(remote, local, 1024 * 1024)
        local.flush()
        yield Path(local.name)


def delete_job_files(job_id: uuid.UUID | str) -> int:
    """Remove everything stored for a job; how many files that were."""
    root = local_root()
    if root is not None:
        folder = root / job_prefix(job_id)
        count = sum(1 for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else 0
        shutil.rmtree(folder, ignore_errors=True)
        return count
    return _delete_remote(job_prefix(job_id))


def stored_job_ids() -> list[str]:
    """Every job that has files, known to the database or not."""
    root = local_root()
    if root is not None:
        folder = root / JOBS_PREFIX
        return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    return sorted(default_storage.listdir(JOBS_PREFIX)[0])


def last_change(job_id: uuid.UUID | str) -> float | None:
    """When a job's files were last added to, in seconds since the epoch; None without files."""
    root = local_root()
    if root is None:
        return max(_remote_times(job_prefix(job_id)), default=None)
    try:
        return (root / job_prefix(job_id)).stat().st_mtime
    except FileNotFoundError:
        return None


def _remote_times(prefix: str) -> Iterator[float]:
    folders, files = default_storage.listdir(prefix)
    yield from (default_storage.get_modified_time(f"{prefix}/{name}").timestamp() for name in files)
    for folder in folders:
        yield from _remote_times(f"{prefix}/{folder}")


def _delete_remote(prefix: str) -> int:
    folders, files = default_storage.listdir(prefix)
    for name in files:
        default_storage.delete(f"{prefix}/{name}")
    return len(files) + sum(_delete_remote(f"{prefix}/{folder}") for folder in folders)


def _is_local(storage: object) -> bool:
    return isinstance(storage, FileSystemStorage)
