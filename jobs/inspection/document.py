"""Judges one opened document: counts, forbidden objects, bombs. The same for both readers."""

from collections.abc import Iterable

from jobs.inspection import xfa
from jobs.inspection.bombs import StreamMeasure
from jobs.inspection.findings import Code, Finding, Limits
from jobs.inspection.readers import Item, LimitReached, Reader
from jobs.inspection.references import References
from jobs.inspection.rules import TELLTALE, ObjectRules, Reason, reasons_of_borrowed
from jobs.inspection.streams import StreamBomb
from jobs.inspection.syntax import Ref, Value, parse

ENOUGH_FINDINGS = 20
ROWS = b"/Columns"


class DocumentCheck:
    """Walks the objects of a document once and collects what speaks against it."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self.findings: list[Finding] = []
        self.object_count = 0
        self._reader = reader
        self._limits = limits
        self._rules = ObjectRules()
        self._references = References(reader)
        self._streams = StreamMeasure(reader, self._references, limits)

    def run(self) -> None:
        """Every object is looked at, unless there is already more than enough against the file."""
        self.object_count = self._reader.object_count()
        if self.object_count > self._limits.objects:
            self._add(Code.SECURITY_OBJECT_COUNT_EXCEEDED, "file", f"{self.object_count} objects")
            return
        for item in self._reader.items():
            self._look_at(item)
            if len(self.findings) >= ENOUGH_FINDINGS:
                return
        self._look_at_borrowed()
        self._look_at_form()

    def _look_at(self, item: Item) -> None:
        if TELLTALE.search(item.text):
            self._add_all(item.number, self._rules.reasons(item.text))
        if item.is_stream:
            if not self._streams.is_small(item):
                self._add_all(item.number, self._streams.reasons(item))
        elif ROWS in item.text:
            self._add_all(item.number, self._streams.reasons_of_sizes(item.text))

    def _look_at_borrowed(self) -> None:
        for number, use in self._rules.borrowed():
            self._add_all(number, reasons_of_borrowed(use, parse(self._references.text(number))))

    def _look_at_form(self) -> None:
        """An XFA form comes in parts, each a stream, or a string, or behind more arrays; names of the parts stand between them."""
        try:
            packets, strings = self._parts_of_form()
        except (StreamBomb, LimitReached):
            self._add(Code.SECURITY_STREAM_BOMB, "XFA form", f"unpacks to more than {self._limits.stream_bytes} bytes")
            return
        if xfa.has_script(b"".join(packets)) or xfa.has_script(b"".join(strings)):
            self._add(Code.SECURITY_JAVASCRIPT_EMBEDDED, "XFA form", "script in the form")

    def _parts_of_form(self) -> tuple[list[bytes], list[bytes]]:
        waiting: list[Value] = [*reversed(self._rules.forms)]
        packets, strings, seen = list[bytes](), list[bytes](), set[int]()
        while waiting:
            part = waiting.pop()
            if isinstance(part, bytes):
                strings.append(part)
            elif isinstance(part, list):
                waiting += reversed(part)
            elif isinstance(part, Ref) and (end := self._references.end_of(part)) is not None and end not in seen:
                seen.add(end)
                packets.append(self._streams.content(end))
                waiting.append(parse(self._reader.text(end)))
        return packets, strings

    def _add_all(self, number: int, reasons: Iterable[Reason]) -> None:
        for code, detail in reasons:
            self._add(code, f"object {number}" if number else "trailer", detail)

    def _add(self, code: Code, where: str, detail: str) -> None:
        self.findings.append(Finding(code, where, detail))
