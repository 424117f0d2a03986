"""Inspects a file: the quick reader first, a second opinion where two readers could see different documents."""

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jobs.inspection.findings import Code, Finding, Limits
from jobs.inspection.sandbox import run_confined

CHECKER = "jobs.inspection.checker"
MAGIC = b"%PDF-"
# Readers accept rubbish before the header, up to here.
MAGIC_WITHIN_BYTES = 1024
ENCRYPTION_COMPLAINT = "ncrypt"
DEFAULT_LIMITS = Limits()


@dataclass(frozen=True)
class Inspection:
    """The verdict on one file. Counts are None where the file was refused before it could be counted."""

    is_ok: bool
    code: Code | None
    page_count: int | None
    object_count: int | None
    findings: tuple[Finding, ...]
    duration_seconds: float

    def as_record(self) -> dict[str, Any]:
        """As it is stored with the job."""
        return {**vars(self), "findings": [finding._asdict() for finding in self.findings]}


def inspect(path: Path | str, limits: Limits = DEFAULT_LIMITS) -> Inspection:
    """Whether the file may be let in, and if not, why. Never raises for what a file contains; safe to call from any thread."""
    started = time.monotonic()
    deadline = started + limits.timeout_seconds
    answer = _judge(Path(path), limits, deadline)
    findings = tuple(Finding(Code(found["code"]), found["where"], found["detail"]) for found in answer["findings"])
    return Inspection(
        is_ok=not findings,
        code=_leading_code(findings),
        page_count=answer["page_count"],
        object_count=answer["object_count"],
        findings=findings,
        duration_seconds=time.monotonic() - started,
    )


def _leading_code(findings: tuple[Finding, ...]) -> Code | None:
    """The code that names the refusal when several things are wrong."""
    present = {finding.code for finding in findings}
    return next((code for code in Code if code in present), None)


def _judge(path: Path, limits: Limits, deadline: float) -> dict[str, Any]:
    if not _has_magic(path):
        return _refusal(Code.INVALID_MIME, "no PDF header")
    answer = _ask("qpdf", path, limits, deadline)
    if not answer["unreadable"] and not answer["doubts"]:
        return answer
    if any(found["code"] != Code.EMPTY_PDF for found in answer["findings"]):
        return answer
    second = _ask("mupdf", path, limits, deadline)
    if second["unreadable"]:
        # A scheme of encryption that neither reader knows shows only in their complaints.
        is_encrypted = ENCRYPTION_COMPLAINT in answer["unreadable"] + second["unreadable"]
        return _refusal(Code.SECURITY_ENCRYPTED_PDF if is_encrypted else Code.SECURITY_PARSE_FAILED, second["unreadable"])
    return second


def _has_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return MAGIC in file.read(MAGIC_WITHIN_BYTES + len(MAGIC) - 1)


def _ask(reader: str, path: Path, limits: Limits, deadline: float) -> dict[str, Any]:
    """The reader's answer; a reader that the file kills, or keeps busy for too long, has thereby answered."""
    left = max(deadline - time.monotonic(), 0.0)
    arguments = {"reader": reader, "limits": limits._asdict()}
    outcome = run_confined(CHECKER, path, memory_bytes=limits.memory_bytes, timeout_seconds=left, arguments=arguments)
    if outcome.is_timeout:
        return _refusal(Code.SECURITY_PARSE_TIMEOUT, f"not done within {limits.timeout_seconds:g} seconds")
    try:
        return dict(json.loads(outcome.said))
    except ValueError:
        return _refusal(Code.SECURITY_PARSE_FAILED, f"the checker ended without an answer: {outcome.complaint or 'killed'}")


def _refusal(code: Code, detail: str) -> dict[str, Any]:
    finding = {"code": code, "where": "file", "detail": detail}
    return {"findings": [finding], "page_count": None, "object_count": None, "doubts": [], "unreadable": ""}
