"""Draws PDFs that no honest program writes, byte by byte, so that nothing on the way mends them."""

import os
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

SCRIPT = b"<</S/JavaScript/JS(app.alert\\(1\\))>>"
Codec: TypeAlias = tuple[bytes, Callable[[bytes], bytes]]
DEFLATE: Codec = (b"/Filter/FlateDecode", zlib.compress)
HEADER = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"


@dataclass
class Draft:
    """A PDF in the making: a catalog (1), its page tree (2), one page (3), that page's text (4) and whatever is added."""

    catalog: bytes = b""
    page: bytes = b""
    text: bytes = b"Catalog page"
    page_count: int = 1
    objects: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kids = b" ".join(b"%d 0 R" % number for number in (3, *range(1_000, 1_000 + self.page_count - 1)))
        body = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>" + self.page + b">>"
        drawn = {
            1: b"<</Type/Catalog/Pages 2 0 R" + self.catalog + b">>",
            2: b"<</Type/Pages/Count %d/Kids[" % self.page_count + kids + b"]>>",
            4: stream(b"BT /F1 12 Tf 20 100 Td (" + self.text + b") Tj ET"),
            5: b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        }
        drawn |= dict.fromkeys((3, *range(1_000, 1_000 + self.page_count - 1)), body)
        self.objects = drawn | self.objects

    def plain(self, *, trailer: bytes = b"") -> bytes:
        """With a classic cross-reference table."""
        return _finish(bytearray(HEADER), self.objects, b"/Root 1 0 R" + trailer)

    def packed(self, *numbers: int, codec: Codec | None = None) -> bytes:
        """With these objects inside a compressed object stream, behind a cross-reference stream."""
        loose = {number: body for number, body in self.objects.items() if number not in numbers}
        holder = max(self.objects) + 1
        loose[holder] = object_stream({number: self.objects[number] for number in numbers}, codec=codec or DEFLATE)
        out = bytearray(HEADER)
        rows = {number: (1, offset, 0) for number, offset in _write(out, loose).items()}
        rows |= {number: (2, holder, index) for index, number in enumerate(numbers)}
        return _finish_with_stream(out, rows, b"/Root 1 0 R")


def stream(content: bytes, extra: bytes = b"") -> bytes:
    """A stream as it is."""
    return b"<</Length %d" % len(content) + extra + b">>\nstream\n" + content + b"\nendstream"


def packed_stream(content: bytes, extra: bytes = b"") -> bytes:
    """A deflated stream."""
    return stream(zlib.compress(content), b"/Filter/FlateDecode" + extra)


def object_stream(objects: dict[int, bytes], *, codec: Codec = DEFLATE) -> bytes:
    """The bodies of objects, packed together."""
    bodies, places = b"", []
    for number, body in objects.items():
        places.append(b"%d %d" % (number, len(bodies)))
        bodies += body + b" "
    head = b" ".join(places) + b" "
    filters, pack = codec
    return stream(pack(head + bodies), filters + b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head)))


def updated(base: bytes, objects: dict[int, bytes], *, trailer: bytes = b"/Root 1 0 R") -> bytes:
    """The file with an incremental update behind it."""
    previous = int(base.rsplit(b"startxref", 1)[1].split()[0])
    return _finish(bytearray(base + b"\n"), objects, trailer + b"/Prev %d" % previous)


def sparse(path: Path, size: int) -> Path:
    """A file with a stream so large, made of a hole that takes no room on the disk."""
    before, behind = Draft(objects={9: b"<</Length %d>>\nstream\n<hole>\nendstream" % size}).plain().split(b"<hole>")
    body, table = behind.split(b"xref\n", 1)
    with path.open("wb") as file:
        file.write(before)
        file.seek(size, os.SEEK_CUR)
        file.write(body)
        start = file.tell()
        file.write(b"xref\n" + table.rsplit(b"startxref", 1)[0] + b"startxref\n%d\n%%%%EOF\n" % start)
    return path


@lru_cache
def bomb(size: int, *, layers: int = 1) -> bytes:
    """Zeros, deflated as often as said."""
    engine = zlib.compressobj(9)
    block = bytes(1 << 20)
    content = b"".join(engine.compress(block) for _ in range(size >> 20)) + engine.flush()
    for _ in range(layers - 1):
        content = zlib.compress(content, 9)
    return content


def _write(out: bytearray, objects: dict[int, bytes]) -> dict[int, int]:
    offsets = {}
    for number, body in objects.items():
        offsets[number] = len(out)
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    return offsets


def _finish(out: bytearray, objects: dict[int, bytes], trailer: bytes) -> bytes:
    offsets = _write(out, objects)
    start = len(out)
    out += b"xref\n"
    for number in sorted(offsets):
        out += b"%d 1\n%010d 00000 n \n" % (number, offsets[number])
    out += b"trailer\n<</Size %d" % (max(offsets) + 1) + trailer + b">>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _finish_with_stream(out: bytearray, rows: dict[int, tuple[int, int, int]], trailer: bytes) -> bytes:
    number, start = max(rows) + 1, len(out)
    rows = rows | {number: (1, start, 0)}
    index = b" ".join(b"%d 1" % row for row in sorted(rows))
    table = b"".join(bytes([kind]) + place.to_bytes(4, "big") + bytes([position]) for _, (kind, place, position) in sorted(rows.items()))
    extra = b"/Type/XRef/W[1 4 1]/Index[" + index + b"]/Size %d" % (number + 1) + trailer
    _write(out, {number: packed_stream(table, extra)})
    out += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(out)
