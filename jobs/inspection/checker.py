"""The program inside the confined process: looks at the file on its standard input and prints what it found, as one line of JSON."""

import json
import mmap
import os
import re
import sys
from collections.abc import Callable
from typing import Any

from jobs.inspection import mupdf, qpdf
from jobs.inspection.confinement import close_the_door, confine, load_codecs
from jobs.inspection.document import DocumentCheck
from jobs.inspection.findings import Code, Finding, Limits
from jobs.inspection.order import Order
from jobs.inspection.pagetree import count_pages
from jobs.inspection.readers import (
    LIMIT_MESSAGE,
    LimitReached,
    MupdfReader,
    PasswordNeeded,
    QpdfReader,
    Unreadable,
    file_bytes,
    standard_input,
)

LARGE_FILE_BYTES = 512 * 1024 * 1024
# Long enough not to occur in packed data by chance.
SCRIPT_MARK = re.compile(rb"/J(?:avaScript|#61)|/#4[aA]#")
# Only this scheme wants random numbers. Who hides its name from us hides it from the quick reader, which leaves the file to the other one.
AES_256_MARK = b"AESV3"
# Of a key that stands twice in a dictionary one reader takes the first value and another the last: nobody could say what such an
# action does. Honest writers repeat other keys at most.
AMBIGUOUS = re.compile(r"duplicated key (/(?:S|JS|A|AA|OpenAction|Next|Names|JavaScript|AcroForm|XFA|EF|URI|Launch|Root|Pages|Kids));")


def main(order_text: str) -> None:
    """Answers the order; whatever the file does to us is part of the answer, or the lack of one."""
    order = Order.loads(order_text)
    # Before the limits: under them Python could not keep what it compiles of a library met for the first time.
    _load(order.arguments["reader"])
    is_qpdf = order.arguments["reader"] == "qpdf"
    content = _prepare_for_qpdf(order) if is_qpdf else _prepare_for_mupdf(order)
    look = _look_with_qpdf if is_qpdf else _look_with_mupdf
    answer = _guarded(look, content, Limits(**order.arguments["limits"]))
    os.write(sys.stdout.fileno(), json.dumps(answer).encode())


def _load(reader: str) -> None:
    """Everything that is needed later, because later nothing can be loaded."""
    load_codecs()
    (qpdf if reader == "qpdf" else mupdf).load()


def _prepare_for_qpdf(order: Order) -> mmap.mmap:
    """Behind the closed door, with what is to be searched: qpdf maps the file itself."""
    size = file_bytes()
    searched = min(size, LARGE_FILE_BYTES)
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds, mapped_bytes=size + searched)
    content = standard_input(searched)
    if searched < size or content.find(AES_256_MARK) >= 0:
        qpdf.open_random_device()
    close_the_door(order.parent, spare=1)
    return content


def _prepare_for_mupdf(order: Order) -> Any:
    """Behind the closed door, with the file opened but not yet looked at."""
    confine(order.parent, memory_bytes=order.memory_bytes, timeout_seconds=order.timeout_seconds)
    stream = mupdf.standard_input()
    close_the_door(order.parent)
    return stream


def _guarded(look: Callable[[Any, Limits], dict[str, Any]], content: Any, limits: Limits) -> dict[str, Any]:
    try:
        return look(content, limits)
    except PasswordNeeded:
        return _answer([Finding(Code.SECURITY_ENCRYPTED_PDF, "file", "needs a password")])
    except LimitReached:
        return _answer([_bomb(limits)])
    except MemoryError:
        return _answer([Finding(Code.SECURITY_PARSE_FAILED, "file", f"needs more than {limits.memory_bytes} bytes of memory")])
    except Unreadable as error:
        return _answer([], unreadable=str(error)[:200] or "unreadable")


def _look_with_qpdf(content: mmap.mmap, limits: Limits) -> dict[str, Any]:
    reader = QpdfReader(stream_bytes=limits.stream_bytes)
    with reader.translated_errors():
        return _judge_with_qpdf(reader, content, limits)


def _judge_with_qpdf(reader: QpdfReader, content: mmap.mmap, limits: Limits) -> dict[str, Any]:
    check = DocumentCheck(reader, limits)
    check.run()
    if any(LIMIT_MESSAGE in warning for warning in reader.warnings()):
        check.findings.append(_bomb(limits))
    check.findings += _ambiguities(reader)
    if check.findings:
        return _answer(check.findings, object_count=check.object_count)
    tree = count_pages(reader.pdf.Root.get("/Pages"), limit=limits.pages, depth_limit=limits.page_tree_depth)
    findings = _of_pages(tree.page_count, limits)
    if tree.depth > limits.page_tree_depth:
        findings = [Finding(Code.SECURITY_PARSE_FAILED, "page tree", f"more than {limits.page_tree_depth} levels")]
    doubts = [*reader.doubts()[:3], *([] if tree.is_regular else ["irregular page tree"]), *_doubts_about_scripts(content)]
    return _answer(findings, page_count=tree.page_count, object_count=check.object_count, doubts=doubts)


def _look_with_mupdf(stream: Any, limits: Limits) -> dict[str, Any]:
    reader = MupdfReader(stream)
    # Asked first, as the rest of the product will: looking at the objects may mend the file.
    page_count = reader.page_count()
    check = DocumentCheck(reader, limits)
    check.run()
    findings = check.findings or _of_pages(page_count, limits)
    return _answer(findings, page_count=page_count, object_count=check.object_count)


def _ambiguities(reader: QpdfReader) -> list[Finding]:
    keys = dict.fromkeys(match[1] for warning in reader.warnings() if (match := AMBIGUOUS.search(warning)))
    return [Finding(Code.SECURITY_PARSE_FAILED, "file", f"{key} stands twice in one dictionary") for key in keys]


def _bomb(limits: Limits) -> Finding:
    return Finding(Code.SECURITY_STREAM_BOMB, "file", f"a stream unpacks to more than {limits.stream_bytes} bytes")


def _of_pages(page_count: int, limits: Limits) -> list[Finding]:
    if page_count > limits.pages:
        return [Finding(Code.PAGE_COUNT_EXCEEDED, "file", f"more than {limits.pages} pages")]
    return [] if page_count else [Finding(Code.EMPTY_PDF, "file", "no page")]


def _doubts_about_scripts(content: mmap.mmap) -> list[str]:
    """Names of scripts in the bytes of a file in which no script was found: mostly the words of a page, but another reader shall confirm it."""
    if len(content) < file_bytes():
        return ["too large to search"]
    return ["names of scripts in the bytes"] if SCRIPT_MARK.search(content) else []


def _answer(
    findings: list[Finding],
    *,
    page_count: int | None = None,
    object_count: int | None = None,
    doubts: list[str] | None = None,
    unreadable: str = "",
) -> dict[str, Any]:
    return {
        "findings": [finding._asdict() for finding in findings],
        "page_count": page_count,
        "object_count": object_count,
        "doubts": doubts or [],
        "unreadable": unreadable,
    }
