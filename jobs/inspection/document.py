"""Judges one opened document: counts, forbidden objects, bombs. The same for both readers."""

import re
from collections.abc import Iterator

from jobs.inspection import xfa
from jobs.inspection.findings import Code, Finding, Limits
from jobs.inspection.pictures import CODEC_HEADER_BYTES, pixels_of_jbig2, pixels_of_jpx
from jobs.inspection.readers import Item, LimitReached, Reader
from jobs.inspection.rules import ObjectRules, Reason, reasons_of_borrowed
from jobs.inspection.streams import StreamBomb, StreamOpaque, looks_like_a_picture, most_bytes, unpack, unpacked_bytes
from jobs.inspection.syntax import Name, Ref, Value, parse

ENOUGH_FINDINGS = 20
HARMLESS_BYTES = 1 << 20
PACKED = re.compile(rb"/(?:Fl|LZW|RL|RunLength|JPX|JBIG2)|/Filter\s+\d+\s+\d+\s+R|/Width")
SIZE = re.compile(rb"/(Width|Height)\s+(\d+)(\s+\d+\s+R)?")
PICTURE = re.compile(rb"/Subtype\s*/Image(?![^\s()<>\[\]{}/%])")
PLAIN_FLATE = re.compile(rb"/Filter\s*/FlateDecode(?![^\s()<>\[\]{}/%])")


class DocumentCheck:
    """Walks the objects of a document once and collects what speaks against it."""

    def __init__(self, reader: Reader, limits: Limits) -> None:
        self.findings: list[Finding] = []
        self.object_count = 0
        self._reader = reader
        self._limits = limits
        self._rules = ObjectRules()
        self._unpacked_bytes = 0

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
        self._add_all(item.number, self._rules.reasons(item.text))
        if item.is_stream and PACKED.search(item.text):
            self._add_all(item.number, self._reasons_of_stream(item))

    def _reasons_of_stream(self, item: Item) -> Iterator[Reason]:
        pixels = max(self._pixels(item.text), self._pixels_inside(item))
        if pixels > self._limits.image_pixels:
            yield Code.SECURITY_STREAM_BOMB, f"picture of {pixels} pixels"
        try:
            self._unpacked_bytes += self._measure(item)
        except (StreamBomb, LimitReached):
            yield Code.SECURITY_STREAM_BOMB, f"unpacks to more than {self._limits.stream_bytes} bytes"
        if self._unpacked_bytes > self._limits.total_stream_bytes:
            yield Code.SECURITY_STREAM_BOMB, f"all streams unpack to more than {self._limits.total_stream_bytes} bytes"

    def _measure(self, item: Item) -> int:
        filters = self._filters(item.text)
        raw = self._reader.raw(item.number) if filters else b""
        most = most_bytes(len(raw), filters)
        if most <= HARMLESS_BYTES:
            return 0
        try:
            if PICTURE.search(item.text) and looks_like_a_picture(raw, filters):
                return 0
            return unpacked_bytes(raw, filters, limit_bytes=self._limits.stream_bytes)
        except StreamOpaque:
            # The parser decodes such chains whole, so only those that could exceed the limit are worth it.
            return len(self._decoded(item.number)) if most > self._limits.stream_bytes else 0

    def _decoded(self, number: int) -> bytes:
        try:
            content = self._reader.decoded(number)
        except MemoryError as error:
            raise StreamBomb from error
        if len(content) > self._limits.stream_bytes:
            raise StreamBomb
        return content

    def _filters(self, text: bytes) -> list[str]:
        if PLAIN_FLATE.search(text):
            return ["FlateDecode"]
        entries = parse(text)
        chain = self._resolved(entries.get("Filter", entries.get("F"))) if isinstance(entries, dict) else None
        steps = [self._resolved(step) for step in chain] if isinstance(chain, list) else [chain]
        return [step for step in steps if isinstance(step, Name)]

    def _resolved(self, value: Value) -> Value:
        return parse(self._reader.text(value)) if isinstance(value, Ref) else value

    def _pixels(self, text: bytes) -> int:
        sizes = {name: self._number(digits, is_elsewhere=bool(place)) for name, digits, place in SIZE.findall(text)}
        return sizes.get(b"Width", 0) * sizes.get(b"Height", 0)

    def _number(self, digits: bytes, *, is_elsewhere: bool) -> int:
        text = self._reader.text(int(digits)).strip() if is_elsewhere else digits
        return int(text) if text.isdigit() else 0

    def _pixels_inside(self, item: Item) -> int:
        """What picture data says of its own size: these codecs believe it, whatever the dictionary around it says."""
        read = {"JPXDecode": pixels_of_jpx, "JBIG2Decode": pixels_of_jbig2}
        codec = next((name for name in self._filters(item.text)[:1] if name in read), None)
        return read[codec](bytes(self._reader.raw(item.number)[:CODEC_HEADER_BYTES])) if codec else 0

    def _look_at_borrowed(self) -> None:
        for number, use in self._rules.borrowed():
            self._add_all(number, reasons_of_borrowed(use, self._reader.text(number)))

    def _look_at_form(self) -> None:
        """An XFA form comes in parts, each a stream, or behind more arrays."""
        waiting, parts = list(self._rules.form_parts), dict[Ref, None]()
        while waiting:
            part = waiting.pop(0)
            if part in parts:
                continue
            parts[part] = None
            behind = parse(self._reader.text(part))
            waiting += [inner for inner in (behind if isinstance(behind, list) else [behind]) if isinstance(inner, Ref)]
        try:
            form = b"".join(self._content(part) for part in parts)
        except (StreamBomb, LimitReached):
            self._add(Code.SECURITY_STREAM_BOMB, "XFA form", f"unpacks to more than {self._limits.stream_bytes} bytes")
            return
        if xfa.has_script(form):
            self._add(Code.SECURITY_JAVASCRIPT_EMBEDDED, "XFA form", "script in the form")

    def _content(self, number: int) -> bytes:
        raw = self._reader.raw(number)
        try:
            return b"".join(unpack(raw, self._filters(self._reader.text(number)), limit_bytes=self._limits.stream_bytes // 4))
        except StreamOpaque:
            return self._decoded(number)

    def _add_all(self, number: int, reasons: Iterator[Reason]) -> None:
        for code, detail in reasons:
            self._add(code, f"object {number}", detail)

    def _add(self, code: Code, where: str, detail: str) -> None:
        self.findings.append(Finding(code, where, detail))
