"""An upload on disk: `<id>.data` holds the bytes, `<id>.turn` says who may write and from where bytes are unverified.

The length of the data file is the truth about an open upload's offset. Bytes of a chunk that carries a checksum count
only once the checksum was right: until then the turn file names the floor under them, so that a killed server leaves
no unverified byte behind. Both files lie in one directory, which all machines share.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import struct
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from pdfsku.shared.errors import Code, Failure

UPLOAD_ID = re.compile(r"upl_[0-9a-f]{24}")
NO_FLOOR = -1

# nonce and urgency of the last who asked for the turn; then, written by the holder alone, the floor.
_WISH = struct.Struct(">8sc")
_FLOOR = struct.Struct(">q")
_FLOOR_AT = 16
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@dataclass(frozen=True)
class Wish:
    """What the last newcomer left in the turn file."""

    nonce: bytes
    urgency: bytes


def data_path(upload_id: str) -> Path:
    return Path(settings.UPLOAD_DIR) / f"{upload_id}.data"


def turn_path(upload_id: str) -> Path:
    return Path(settings.UPLOAD_DIR) / f"{upload_id}.turn"


def create_files(upload_id: str, *, length: int) -> None:
    """An empty upload on disk, refused where its bytes could not fit."""
    directory = Path(settings.UPLOAD_DIR)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(directory).free < length:
            raise Failure(Code.DISK_FULL)
        _write_new(turn_path(upload_id), _WISH.pack(b"", b"-").ljust(_FLOOR_AT, b"\0") + _FLOOR.pack(NO_FLOOR))
        _write_new(data_path(upload_id), b"")
    except OSError as error:
        remove_files(upload_id)
        raise disk_failure(error) from error


def remove_files(upload_id: str) -> None:
    """The data first: a turn file alone is recognised as a leftover."""
    for path in (data_path(upload_id), turn_path(upload_id)):
        with suppress(FileNotFoundError):
            path.unlink()


def offset_on_disk(upload_id: str) -> int:
    """How many bytes count. Raises FileNotFoundError for an upload that is not there."""
    # Opened rather than only asked for its status: a network file system shows fresh facts to who opens.
    descriptor = os.open(data_path(upload_id), os.O_RDONLY)
    try:
        length = os.fstat(descriptor).st_size
    finally:
        os.close(descriptor)
    floor = read_floor(upload_id)
    return length if floor == NO_FLOOR else min(length, floor)


def read_wish(upload_id: str) -> Wish:
    return Wish(*_WISH.unpack(_read(upload_id, _WISH.size, 0)))


def write_wish(upload_id: str, *, urgency: bytes) -> None:
    descriptor = os.open(turn_path(upload_id), os.O_WRONLY)
    try:
        os.pwrite(descriptor, _WISH.pack(os.urandom(8), urgency), 0)
    finally:
        os.close(descriptor)


def read_floor(upload_id: str) -> int:
    (floor,) = _FLOOR.unpack(_read(upload_id, _FLOOR.size, _FLOOR_AT))
    return int(floor)


def write_floor(descriptor: int, floor: int) -> None:
    os.pwrite(descriptor, _FLOOR.pack(floor), _FLOOR_AT)


def uploads_on_disk(*, untouched_since: float) -> Iterator[str]:
    """Ids whose files were last written before this time."""
    newest: dict[str, float] = {}
    with suppress(FileNotFoundError):
        for entry in os.scandir(settings.UPLOAD_DIR):
            upload_id = entry.name.partition(".")[0]
            if UPLOAD_ID.fullmatch(upload_id):
                with suppress(FileNotFoundError):
                    newest[upload_id] = max(newest.get(upload_id, 0.0), entry.stat().st_mtime)
    yield from (upload_id for upload_id, touched in newest.items() if touched < untouched_since)


def disk_failure(error: OSError) -> Failure:
    """A full disk is the caller's to wait for; any other trouble of the disk is ours."""
    return Failure(Code.DISK_FULL if error.errno in _FULL else Code.SERVICE_UNAVAILABLE)


def _write_new(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
    try:
        os.write(descriptor, content)
    finally:
        os.close(descriptor)


def _read(upload_id: str, size: int, position: int) -> bytes:
    descriptor = os.open(turn_path(upload_id), os.O_RDONLY)
    try:
        return os.pread(descriptor, size, position)
    finally:
        os.close(descriptor)
