"""Receipt entries for lines: what a reader used, and what it passed over by which rule."""

from __future__ import annotations

from pipeline.records import Disposition, Line, ReceiptEntry


def used(line: Line, rule: str) -> ReceiptEntry:
    return ReceiptEntry("text", line.box, Disposition.USED, rule, line.text)


def ignored(line: Line, rule: str) -> ReceiptEntry:
    return ReceiptEntry("text", line.box, Disposition.IGNORED, rule, line.text)
