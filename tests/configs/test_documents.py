"""Documents made from the code say what the code does."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from configs.management import documents
from configs.management.commands import check_documents
from jobs.machine import JOB
from pdfsku.shared.errors import REGISTRY


def test_a_diagram_shows_every_edge_and_every_end() -> None:
    text = documents.diagram(JOB)

    for source, target in JOB.pairs:
        assert f"    {source} --> {target}: " in text
    assert "    [*] --> UPLOADED" in text
    assert "    CANCELLED --> [*]" in text


def test_the_error_table_has_every_code_with_both_messages() -> None:
    rows = [line for line in documents.error_table().splitlines() if line.startswith("| ") and line[2].isupper()]

    assert len(rows) == len(REGISTRY)
    assert not [row for row in rows if row.endswith("|  |")]


@pytest.mark.parametrize("name", ["errors.md", *(f"diagrams/{kind}.md" for kind in documents.TITLES)])
def test_committed_documents_are_current(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "api_schema", lambda: "")

    assert (settings.BASE_DIR / "docs" / name).read_text() == documents.documents()[name]


def test_a_stale_document_is_named_and_writing_makes_it_current(tmp_path: Path, settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr(check_documents, "documents", lambda: {"diagrams/x.md": "new\n"})

    with pytest.raises(CommandError, match=r"docs/diagrams/x\.md"):
        call_command("check_documents")
    call_command("check_documents", "--write")
    call_command("check_documents")

    assert (tmp_path / "docs/diagrams/x.md").read_text() == "new\n"
