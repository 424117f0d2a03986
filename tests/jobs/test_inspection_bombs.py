"""Streams, pictures and tables that are small in the file and large in memory, by every codec and at every place that tells a size."""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from jobs.inspection.findings import Code, Limits
from jobs.inspection.service import inspect
from tests.jobs.hostile import HEADER, Draft, bomb, object_stream, packed_stream, stream
from tests.processes import leftovers, processes_before

pytestmark = pytest.mark.usefixtures("processes_before")
__all__ = ["processes_before"]

# A tenth of the real limits: drawing bombs is what takes the time.
LIMITS = Limits(stream_bytes=24 << 20, total_stream_bytes=200 << 20)
BIG = 30 << 20
HUGE = 65_500
PICTURE = b"/Type/XObject/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray"


def lzw(size: int, *, early: int = 1) -> bytes:
    """Zeros in codes of ever longer strings, as dense as this codec can be."""
    bits, length = "", 0
    while length < size:
        bits += f"{256:0{9 if not bits else 12}b}" + f"{0:09b}"
        length += 1
        for code in range(258, 4094):
            # The width grows one code early, or not.
            bits += f"{code:0{(code + early).bit_length()}b}"
            length += code - 256
    bits += f"{257:012b}"
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")


def hexadecimal(content: bytes) -> bytes:
    return content.hex().encode() + b">"


def jpeg(side: int, *, padding: int = 0, progressive: bool = False) -> bytes:
    """The head of a JPEG file, with comments before its frame."""
    comment = b"\xff\xfe" + struct.pack(">H", 65_000) + bytes(64_998)
    frame = struct.pack(">HBHHB", 17, 8, side, side, 3) + bytes((1, 17, 0, 2, 17, 0, 3, 17, 0))
    return (
        b"\xff\xd8"
        + comment * padding
        + (b"\xff\xc2" if progressive else b"\xff\xc0")
        + frame
        + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00"
    )


def jpx(side: int, *, padding: int = 0) -> bytes:
    """The head of a JPEG 2000 file, with a box that nobody asks for before the picture."""
    box = struct.pack(">I4s", padding + 8, b"uuid") + bytes(padding) if padding else b""
    return box + b"\xff\x4f\xff\x51" + struct.pack(">HHIIIIIIIIH", 41, 0, side, side, 0, 0, side, side, 0, 0, 1) + b"\x07\x01\x01"


def jbig2_segment(kind: int, width: int, height: int, *, number: int = 0) -> bytes:
    return struct.pack(">IBBBIIIIIBH", number, kind, 0, 1, 19, width, height, 0, 0, 0, 0)


JBIG2_COMMENT = struct.pack(">IBBBI", 0, 62, 0, 1, 4) + b"\x00\x00\x00\x00"


def draft(content: bytes, extra: bytes, objects: dict[int, bytes] | None = None) -> bytes:
    return Draft(objects={9: stream(content, extra), **(objects or {})}).plain()


BOMBS: dict[str, Callable[[], bytes]] = {
    "LZW": lambda: draft(lzw(BIG), b"/Filter/LZWDecode"),
    "LZW that widens late": lambda: draft(lzw(BIG, early=0), b"/Filter/LZWDecode/DecodeParms<</EarlyChange 0>>"),
    "LZW in Flate": lambda: draft(b"", b"").replace(b"<</Length 0>>\nstream\n\nendstream", packed_stream(lzw(BIG)).replace(b"/FlateDecode", b"[/FlateDecode/LZW]")),
    "LZW dressed as a picture": lambda: draft(lzw(BIG), PICTURE + b"/Filter/LZW"),
    "LZW before a picture's codec": lambda: draft(lzw(BIG), PICTURE + b"/Filter[/LZWDecode/DCTDecode]"),
    "Flate in hex before a picture's codec": lambda: draft(hexadecimal(bomb(BIG)), PICTURE + b"/Filter[/ASCIIHexDecode/FlateDecode/JPXDecode]"),
    "Flate before a picture's codec": lambda: draft(bomb(BIG), PICTURE + b"/Filter[/FlateDecode/DCTDecode]"),
    "Flate in hex": lambda: draft(hexadecimal(bomb(BIG)), b"/Filter[/AHx/Fl]"),
    "Flate of a chain that stands elsewhere, by steps": lambda: draft(bomb(BIG), b"/Filter 10 0 R", {10: b"11 0 R", 11: b"[12 0 R]", 12: b"13 0 R", 13: b"/FlateDecode"}),
    "form": lambda: Draft(catalog=b"/AcroForm<</XFA 9 0 R>>", objects={9: b"10 0 R", 10: stream(bomb(BIG), b"/Filter/FlateDecode")}).plain(),
    "rows of a predictor": lambda: draft(bomb(1 << 20), b"/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2147483647>>"),
    "rows of a predictor, parameters elsewhere": lambda: draft(bomb(1 << 20), b"/Filter/FlateDecode/DecodeParms 10 0 R", {10: b"<</Predictor 12/Columns 500000000/Colors 4>>"}),
    "rows of a predictor, width elsewhere": lambda: draft(bomb(1 << 20), b"/Filter/FlateDecode/DecodeParms[<</Predictor 2/Columns 10 0 R>>]", {10: b"11 0 R", 11: b"999999999"}),
    "fax with endless rows": lambda: draft(b"\x00", PICTURE + b"/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 60000/Rows 60000>>"),
    "fax with wide rows": lambda: draft(b"\x00", PICTURE + b"/Filter/CCF/DecodeParms[<</K -1/Columns 99999999>>]"),
    "JPEG": lambda: draft(jpeg(HUGE), PICTURE + b"/Filter/DCTDecode"),
    "progressive JPEG behind many comments": lambda: draft(jpeg(HUGE, padding=20, progressive=True), PICTURE + b"/Filter/DCTDecode"),
    "JPEG that is deflated": lambda: Draft(objects={9: packed_stream(jpeg(HUGE), PICTURE).replace(b"/FlateDecode", b"[/FlateDecode/DCTDecode]")}).plain(),
    "JPEG in letters": lambda: draft(hexadecimal(jpeg(HUGE)), PICTURE + b"/Filter[/AHx/DCT]"),
    "JPEG 2000 behind a large box": lambda: draft(jpx(120_000, padding=200_000), PICTURE + b"/Filter/JPXDecode"),
    "JBIG2 behind a comment": lambda: draft(JBIG2_COMMENT + jbig2_segment(48, 120_000, 120_000, number=1), PICTURE + b"/Filter/JBIG2Decode"),
    "JBIG2 with a region larger than its page": lambda: draft(
        jbig2_segment(48, 9, 9) + jbig2_segment(38, 120_000, 120_000, number=1), PICTURE + b"/Filter/JBIG2Decode"),
    "picture whose size stands two steps away": lambda: draft(b"\x00", b"/Subtype/Image/Width 10 0 R/Height 10 0 R/Filter/DCTDecode", {10: b"11 0 R", 11: b"99999"}),
    "mask of a picture": lambda: draft(b"\x00", PICTURE + b"/SMask 10 0 R", {10: stream(b"\x00", b"/Subtype/Image/Width 99999/Height 99999/BitsPerComponent 8/ColorSpace/DeviceGray")}),
}  # fmt: skip


def cross_reference_stream(extra: bytes, rows: bytes = b"\x01\x00\x00\x00\x09\x00") -> bytes:
    return HEADER + b"1 0 obj\n" + packed_stream(rows, b"/Type/XRef/Root 1 0 R" + extra) + b"\nendobj\nstartxref\n%d\n%%%%EOF" % len(HEADER)


# Must be answered, whatever the answer is; None is a job.
TABLES: dict[str, tuple[set[Code | None], Callable[[], bytes]]] = {
    "table of two thousand million": ({None, Code.SECURITY_PARSE_FAILED}, lambda: Draft().plain().replace(b"/Size 6", b"/Size 2147483647")),
    "cross-reference stream of two thousand million": (
        {Code.SECURITY_PARSE_FAILED, Code.EMPTY_PDF}, lambda: cross_reference_stream(b"/W[1 4 1]/Size 2147483647/Index[0 2147483647]")),
    "cross-reference stream with wide columns": (
        {Code.SECURITY_PARSE_FAILED, Code.EMPTY_PDF}, lambda: cross_reference_stream(b"/W[2147483647 2147483647 2147483647]/Size 9")),
    "object stream of two thousand million": ({None}, lambda: Draft(objects={9: object_stream({10: b"<<>>"}).replace(b"/N 1", b"/N 2147483647")}).plain()),
    "object stream that begins before itself": ({None}, lambda: Draft(objects={9: object_stream({10: b"<<>>"}).replace(b"/First ", b"/First -")}).plain()),
    "widths of two million letters": ({None, Code.SECURITY_PARSE_FAILED}, lambda: Draft(objects={9: b"<</Type/Font/Subtype/CIDFontType2/W[" + b"1 2 3 " * 700_000 + b"]>>"}).plain()),
    "arrays and dictionaries in each other": ({None, Code.SECURITY_PARSE_FAILED}, lambda: Draft(objects={9: b"[<</A" * 300 + b"]>>" * 300}).plain()),
    "chain of thousands of references": (
        {None, Code.SECURITY_PARSE_FAILED}, lambda: Draft(catalog=b"/URI<</Base 10 0 R>>", objects={number: b"%d 0 R" % (number + 1) for number in range(10, 30_000)}).plain()),
    "thousands who refer to one chain": ({None, Code.SECURITY_PARSE_FAILED}, lambda: Draft(
        objects={number: b"<</S %d 0 R>>" % (number + 1 if number < 20_000 else 10) if number % 2 else b"%d 0 R" % (number + 2) for number in range(10, 20_000)}).plain()),
    "number longer than any": ({None, Code.SECURITY_PARSE_FAILED}, lambda: draft(b"\x00", PICTURE.replace(b"/Width 9", b"/Width " + b"9" * 6000) + b"/Filter/DCTDecode")),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_bomb_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(BOMBS[name]())
    assert file.stat().st_size < 2 << 20

    inspection = inspect(file, LIMITS)

    assert inspection.code == Code.SECURITY_STREAM_BOMB, inspection.findings
    assert leftovers() == []


@pytest.mark.parametrize("name", TABLES)
def test_impossible_table_is_answered(name: str, tmp_path: Path) -> None:
    answers, draw = TABLES[name]
    file = tmp_path / "catalog.pdf"
    file.write_bytes(draw())

    inspection = inspect(file)

    assert inspection.code in answers, inspection.findings
    assert leftovers() == []


def test_honest_pictures_of_all_codecs_are_let_in(tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    sized = PICTURE.replace(b"/Width 9/Height 9", b"/Width 6000/Height 6000")
    contents = {
        10: stream(jpeg(6000, padding=2), sized + b"/Filter/DCTDecode"),
        11: packed_stream(jpeg(6000, progressive=True), sized).replace(b"/FlateDecode", b"[/FlateDecode/DCTDecode]"),
        12: stream(jpx(6000, padding=5000), sized + b"/Filter/JPXDecode"),
        13: stream(JBIG2_COMMENT + jbig2_segment(48, 6000, 6000, number=1), sized + b"/Filter/JBIG2Decode"),
        14: stream(lzw(2 << 20), b"/Filter/LZWDecode"),
        15: packed_stream(bytes(1 << 20), b"/DecodeParms<</Predictor 12/Columns 6000/Colors 4>>"),
        16: stream(b"\x00", sized + b"/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 6000/Rows 6000>>"),
    }
    file.write_bytes(Draft(objects=contents).plain())

    inspection = inspect(file, LIMITS)

    assert inspection.is_ok, inspection.findings
