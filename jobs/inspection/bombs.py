"""Streams that are small in the file and large in memory, measured without letting them grow."""

import re
from collections.abc import Iterator

from jobs.inspection.findings import Code, Limits
from jobs.inspection.pictures import PIXELS
from jobs.inspection.readers import Item, LimitReached, Reader
from jobs.inspection.references import References
from jobs.inspection.rules import Reason
from jobs.inspection.streams import (
    FLATE_RATIO,
    StreamBomb,
    StreamOpaque,
    general_steps,
    looks_like_a_picture,
    most_bytes,
    unpack,
    unpacked_bytes,
)
from jobs.inspection.syntax import Name, Ref, Value, parse

HARMLESS_BYTES = 1 << 20
HARMLESS_FLATE_BYTES = HARMLESS_BYTES // FLATE_RATIO
# Of one row, before anything is known of its content.
ROW_SAMPLES = 1 << 24
PACKED = re.compile(rb"/(?:Fl|LZW|RL|RunLength|JPX|JBIG2|DCT|CC[FI])|/Filter\s+\d+\s+\d+\s+R|/Width")
SIZE = re.compile(rb"/(Width|Height|Columns|Rows)\s+(\d+)(\s+\d+\s+R)?")
PICTURE = re.compile(rb"/Subtype\s*/Image(?![^\s()<>\[\]{}/%])")
PLAIN_FLATE = re.compile(rb"/Filter\s*/FlateDecode(?![^\s()<>\[\]{}/%])")


class StreamMeasure:
    """Looks at one stream after the other, and at the sum of all."""

    def __init__(self, reader: Reader, references: References, limits: Limits) -> None:
        self._reader = reader
        self._references = references
        self._limits = limits
        self._unpacked_bytes = 0

    def is_small(self, item: Item) -> bool:
        """Whether the stream is a small one of the common kind: most of a catalog's are, and can be no bomb."""
        text = item.text
        if PLAIN_FLATE.search(text) is None or SIZE.search(text):
            return False
        return len(self._reader.raw(item.number)) <= HARMLESS_FLATE_BYTES

    def reasons(self, item: Item) -> Iterator[Reason]:
        """Why the stream must be refused, if it must."""
        if PACKED.search(item.text) is None:
            return
        filters = self._filters(item.text)
        try:
            yield from self.reasons_of_sizes(item.text, inside=self._pixels_inside(item, filters))
            self._unpacked_bytes += self._measured(item, filters)
        except (StreamBomb, LimitReached):
            yield Code.SECURITY_STREAM_BOMB, f"unpacks to more than {self._limits.stream_bytes} bytes"
        if self._unpacked_bytes > self._limits.total_stream_bytes:
            yield Code.SECURITY_STREAM_BOMB, f"all streams unpack to more than {self._limits.total_stream_bytes} bytes"

    def reasons_of_sizes(self, text: bytes, *, inside: int = 0) -> Iterator[Reason]:
        """Why the sizes that a stream, or parameters kept apart from it, speak of must be refused."""
        sizes = {name: self._references.integer(int(digits)) if place else int(digits) for name, digits, place in SIZE.findall(text)}
        pixels = max(sizes.get(b"Width", 0) * sizes.get(b"Height", 0), sizes.get(b"Columns", 0) * sizes.get(b"Rows", 0), inside)
        if pixels > self._limits.image_pixels:
            yield Code.SECURITY_STREAM_BOMB, f"picture of {pixels} pixels"
        if sizes.get(b"Columns", 0) > ROW_SAMPLES:
            yield Code.SECURITY_STREAM_BOMB, f"rows of {sizes[b'Columns']} samples"

    def content(self, number: int) -> bytes:
        """What a stream holds; StreamBomb or LimitReached if that is too much."""
        return self._through(number, filters := self._filters(self._reader.text(number)), steps=general_steps(filters))

    def _measured(self, item: Item, filters: list[str]) -> int:
        raw = self._reader.raw(item.number) if filters else b""
        most = most_bytes(len(raw), filters)
        if most <= HARMLESS_BYTES or (PICTURE.search(item.text) and looks_like_a_picture(raw, filters)):
            return 0
        try:
            return unpacked_bytes(raw, filters, limit_bytes=self._limits.stream_bytes)
        except StreamOpaque:
            # The parser decodes such chains whole, so only those that could exceed the limit are worth it.
            return len(self._decoded(item.number, steps=general_steps(filters))) if most > self._limits.stream_bytes else 0

    def _pixels_inside(self, item: Item, filters: list[str]) -> int:
        """What picture data says of its own size: its codec believes it, whatever the dictionary around it says."""
        step = general_steps(filters)
        measure = PIXELS.get(filters[step]) if step < len(filters) else None
        return measure(self._through(item.number, filters, steps=step)) if measure else 0

    def _through(self, number: int, filters: list[str], *, steps: int) -> bytes:
        try:
            return b"".join(unpack(self._reader.raw(number), filters[:steps], limit_bytes=self._limits.stream_bytes // 4))
        except StreamOpaque:
            return self._decoded(number, steps=steps)

    def _decoded(self, number: int, *, steps: int) -> bytes:
        try:
            content = self._reader.decoded(number, steps=steps)
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
        return parse(self._references.text(value)) if isinstance(value, Ref) else value
