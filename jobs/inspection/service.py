"""Inspects a file: the quick reader first, a second opinion where two readers could see different documents."""

import time
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from jobs.inspection.findings import Code, Finding, Inspection, Limits, leading_code
from jobs.inspection.sandbox import ChildFailure, ChildTimeout, run_confined

CHECKER = "jobs.inspection.checker"
MAGIC = b"%PDF-"
# Readers accept rubbish before the header, up to here.
MAGIC_WITHIN_BYTES = 1024
DEFAULT_LIMITS = Limits()


def inspect(path: Path | str, limits: Limits = DEFAULT_LIMITS) -> Inspection:
    """Whether the file may be let in, and if not, why. Never raises for what a file contains; safe to call from any thread."""
    started = time.monotonic()
    deadline = started + limits.timeout_seconds
    try:
        answer = _judge(Path(path), limits, deadline)
    except ChildTimeout:
        answer = _refusal(Code.SECURITY_PARSE_TIMEOUT, f"not done within {limits.timeout_seconds:g} seconds")
    except ChildFailure as error:
        answer = _refusal(Code.SECURITY_PARSE_FAILED, f"the checker {error}")
    findings = tuple(Finding(Code(found["code"]), found["where"], found["detail"]) for found in answer["findings"])
    return Inspection(
        is_ok=not findings,
        code=leading_code(findings),
        page_count=answer["page_count"],
        object_count=answer["object_count"],
        findings=findings,
        duration_seconds=time.monotonic() - started,
    )


def _judge(path: Path, limits: Limits, deadline: float) -> dict[str, Any]:
    if not _has_magic(path):
        return _refusal(Code.INVALID_MIME, "no PDF header")
    answer = _ask("qpdf", path, limits, deadline)
    if answer["findings"] and answer["findings"][0]["code"] != Code.EMPTY_PDF:
        return answer
    if not answer["unreadable"] and not answer["doubts"]:
        return answer
    second = _ask("mupdf", path, limits, deadline)
    if second["unreadable"]:
        return _refusal(Code.SECURITY_PARSE_FAILED, second["unreadable"])
    return second


def _has_magic(path: Path) -> bool:
    with path.open("rb") as file:
        return MAGIC in file.read(MAGIC_WITHIN_BYTES + len(MAGIC) - 1)


def _ask(reader: str, path: Path, limits: Limits, deadline: float) -> dict[str, Any]:
    left = deadline - time.monotonic()
    if left <= 0:
        raise ChildTimeout
    arguments = {"reader": reader, "limits": asdict(replace(limits, timeout_seconds=left))}
    return run_confined(CHECKER, path, memory_bytes=limits.memory_bytes, timeout_seconds=left, arguments=arguments)


def _refusal(code: Code, detail: str) -> dict[str, Any]:
    finding = {"code": code, "where": "file", "detail": detail}
    return {"findings": [finding], "page_count": None, "object_count": None, "doubts": [], "unreadable": ""}
