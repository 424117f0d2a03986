"""Files of a job: whole or not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from jobs import files


def stored(name: str) -> bytes:
    with default_storage.open(name, "rb") as file:
        return bytes(file.read())


def test_what_is_put_takes_the_place_of_what_was_there() -> None:
    files.put("jobs/put/images/a.png", b"half")

    files.put("jobs/put/images/a.png", b"the whole picture")

    assert stored("jobs/put/images/a.png") == b"the whole picture"
    assert default_storage.listdir("jobs/put/images")[1] == ["a.png"]


def test_a_writer_killed_in_the_middle_leaves_no_half_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(path: Path, data: bytes) -> int:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            file.write(data[:3])
        raise SystemExit

    monkeypatch.setattr(Path, "write_bytes", killed)
    with pytest.raises(SystemExit):
        files.put("jobs/put/images/b.png", b"the whole picture")
    monkeypatch.undo()

    assert not default_storage.exists("jobs/put/images/b.png")
    files.put("jobs/put/images/b.png", b"the whole picture")
    assert stored("jobs/put/images/b.png") == b"the whole picture"
