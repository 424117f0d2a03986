"""Size, shape and content other than scripts: what is refused with which code, and what is let in."""

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from jobs.inspection.findings import Code, Limits
from jobs.inspection.service import inspect
from tests.jobs.hostile import Draft, bomb, object_stream, packed_stream, sparse, stream, updated

FLATE = b"/Filter/FlateDecode"
TWICE = b"/Filter[/FlateDecode/FlateDecode]"
# A tenth of the real limits: drawing bombs is what takes the time.
LIMITS = Limits(stream_bytes=24 << 20, total_stream_bytes=200 << 20)
BIG = 30 << 20


def protected(user: str) -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(Draft().plain())) as pdf:
        pdf.save(out, encryption=pikepdf.Encryption(user=user, owner="owner", R=4))
    return out.getvalue()


def chain_of_pages(depth: int) -> bytes:
    nodes = {number: b"<</Type/Pages/Count 1/Parent %d 0 R/Kids[%d 0 R]>>" % (number - 1, number + 1) for number in range(10, 10 + depth)}
    nodes[2] = b"<</Type/Pages/Count 1/Kids[10 0 R]>>"
    nodes[10 + depth] = b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 9 9]>>" % (9 + depth)
    return Draft(objects=nodes).plain()


def endless_branches(depth: int) -> bytes:
    nodes = {number: b"<</Type/Pages/Count 1/Kids[" + b"%d 0 R " % (number + 1) * 10 + b"]>>" for number in range(10, 10 + depth)}
    return Draft(objects={2: b"<</Type/Pages/Count 1/Kids[10 0 R]>>", 10 + depth: b"<</Type/Pages/Count 0/Kids[]>>", **nodes}).plain()


def cross_reference_bomb() -> bytes:
    packed = bomb(BIG)
    body = stream(packed, FLATE + b"/Type/XRef/W[1 4 1]/Size 100/Root 1 0 R")
    head = Draft().plain().split(b"xref\n")[0]
    return head + b"50 0 obj\n" + body + b"\nendobj\nstartxref\n%d\n%%%%EOF" % len(head)


def ascii85(content: bytes) -> bytes:
    import base64

    return base64.a85encode(content) + b"~>"


def jpx(side: int) -> bytes:
    """The head of a JPEG 2000 codestream."""
    return b"\xff\x4f\xff\x51" + struct.pack(">HHIIIIIIIIH", 41, 0, side, side, 0, 0, side, side, 0, 0, 1) + b"\x07\x01\x01"


def jbig2(side: int) -> bytes:
    """The segment that tells of the page."""
    return struct.pack(">IBBBIIIIIBH", 0, 48, 0, 1, 19, side, side, 0, 0, 0, 0)


# 128 zeros for two bytes, a little more than the limit allows.
RUNS = b"\x81\x00" * (BIG // 128) + b"\x80"
REFUSED: dict[str, tuple[Code, Callable[[], bytes]]] = {
    "not a PDF": (Code.INVALID_MIME, lambda: b"\x89PNG\r\n\x1a\n" + bytes(5000)),
    "empty file": (Code.INVALID_MIME, lambda: b""),
    "header too late": (Code.INVALID_MIME, lambda: b" " * 1025 + Draft().plain()),
    "form data": (Code.INVALID_MIME, lambda: Draft().plain().replace(b"%PDF-", b"%FDF-")),
    "header and nothing else": (Code.SECURITY_PARSE_FAILED, lambda: b"%PDF-1.7\n"),
    "header and noise": (Code.SECURITY_PARSE_FAILED, lambda: b"%PDF-1.7\n" + bytes(range(256)) * 400),
    "no page": (Code.EMPTY_PDF, lambda: Draft(objects={2: b"<</Type/Pages/Count 0/Kids[]>>"}).plain()),
    "no page, whatever it promises": (Code.EMPTY_PDF, lambda: Draft(objects={2: b"<</Type/Pages/Count 0/Kids[null null]>>"}).plain()),
    "too many pages": (Code.PAGE_COUNT_EXCEEDED, lambda: Draft(page_count=1001).plain()),
    "more pages than promised": (Code.PAGE_COUNT_EXCEEDED, lambda: Draft(page_count=1001).plain().replace(b"/Count 1001", b"/Count 0001")),
    "one page a thousand times": (Code.PAGE_COUNT_EXCEEDED, lambda: Draft(objects={2: b"<</Type/Pages/Count 1001/Kids[" + b"3 0 R " * 1001 + b"]>>"}).plain()),
    "password": (Code.SECURITY_ENCRYPTED_PDF, lambda: protected("secret")),
    "encryption nobody knows": (Code.SECURITY_ENCRYPTED_PDF, lambda: Draft(objects={9: b"<</Filter/Foreign.Sec/V 9>>"}).plain(trailer=b"/Encrypt 9 0 R/ID[<00><00>]")),
    "launch": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(catalog=b"/OpenAction<</S/Launch/F(cmd.exe)>>").plain()),
    "launch for one system": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(page=b"/AA<</O<</S/L#61unch/Win<</F(cmd.exe)/P(/c calc)>>>>>>").plain()),
    "launch, kind elsewhere": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(catalog=b"/OpenAction<</S 9 0 R/F(cmd.exe)>>", objects={9: b"/Launch"}).plain()),
    "launch disguised as structure": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(catalog=b"/OpenAction<</Type/StructElem/P 1 0 R/K 0/S/Launch/F(a)>>").plain()),
    "embedded file": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        catalog=b"/Names<</EmbeddedFiles<</Names[(a)9 0 R]>>>>", objects={9: b"<</Type/Filespec/F(a.exe)/EF<</F 10 0 R>>>>", 10: stream(b"MZ")}).plain()),
    "attachment on a page": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        page=b"/Annots[<</Subtype/FileAttachment/FS 9 0 R>>]", objects={9: b"<</F(a.exe)/EF 11 0 R>>", 10: stream(b"MZ"), 11: b"<</UF 10 0 R>>"}).packed(9, 11)),
    "embedded file without a name": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(objects={9: packed_stream(b"MZ", b"/Type/EmbeddedFile")}).plain()),
    "jump into an embedded file": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(catalog=b"/OpenAction<</S/GoToE/T<</R/C/N(a)>>>>").plain()),
    "bomb": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={4: stream(bomb(BIG), FLATE)}).plain()),
    "bomb in a bomb": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={4: stream(bomb(BIG, layers=2), TWICE)}).plain()),
    "bomb in a bomb in a bomb": (Code.SECURITY_STREAM_BOMB, lambda: Draft(
        objects={9: stream(bomb(BIG, layers=3), b"/Filter[/FlateDecode/FlateDecode/FlateDecode]")}).plain()),
    "bomb dressed as a picture": (Code.SECURITY_STREAM_BOMB, lambda: Draft(
        objects={9: stream(bomb(BIG), FLATE + b"/Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray")}).plain()),
    "bomb in letters": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(ascii85(bomb(BIG)), b"/Filter[/ASCII85Decode/FlateDecode]")}).plain()),
    "bomb by another filter's name": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(bomb(BIG), b"/Filter 10 0 R"), 10: b"[11 0 R]", 11: b"/FlateDecode"}).plain()),
    "bomb in an object stream": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(bomb(BIG), FLATE + b"/Type/ObjStm/N 1/First 9")}).plain()),
    "bomb of another generation": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(bomb(BIG), FLATE)}).plain().replace(b"9 0 obj", b"9 7 obj").replace(b" 00000 n \ntrailer", b" 00007 n \ntrailer")),
    "many small bombs": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects=dict.fromkeys(range(10, 24), stream(bomb(20 << 20), FLATE))).plain()),
    "picture the size of a country": (Code.SECURITY_STREAM_BOMB, lambda: Draft(
        objects={9: stream(b"\x00", b"/Subtype/Image/Width 99999/Height 99999/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/JBIG2Decode")}).plain()),
    "picture whose size stands elsewhere": (Code.SECURITY_STREAM_BOMB, lambda: Draft(
        objects={9: stream(b"\x00", b"/Subtype 12 0 R/Width 10 0 R/Height 11 0 R/Filter/CCITTFaxDecode"), 10: b"99999", 11: b"99999", 12: b"/Image"}).plain()),
    "picture that is larger inside": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(jpx(120_000), b"/Subtype/Image/Width 9/Height 9/Filter/JPXDecode")}).plain()),
    "picture that tells its size only inside": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(jpx(120_000), b"/Subtype/Image/Filter/JPXDecode")}).plain()),
    "fax that is larger inside": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(jbig2(120_000), b"/Subtype/Image/Width 9/Height 9/Filter/JBIG2Decode")}).plain()),
    "bomb of runs": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: stream(RUNS, b"/Filter/RunLengthDecode")}).plain()),
    "bomb of runs in a bomb": (Code.SECURITY_STREAM_BOMB, lambda: Draft(objects={9: packed_stream(RUNS).replace(b"/FlateDecode", b"[/FlateDecode/RL]")}).plain()),
    "launch by two steps": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(catalog=b"/OpenAction<</S 9 0 R/F(cmd.exe)>>", objects={9: b"10 0 R", 10: b"/Launch"}).plain()),
    "film with its content": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        page=b"/Annots[<</Subtype/RichMedia/RichMediaContent<</Assets<</Names[(a)9 0 R]>>>>>>]",
        objects={9: b"<</F(a.swf)/EF<</F 10 0 R>>>>", 10: stream(b"FWS")}).plain()),
    "action of two kinds": (Code.SECURITY_PARSE_FAILED, lambda: Draft(catalog=b"/OpenAction<</S/Launch/F(cmd.exe)/S/GoTo>>").plain()),
    "two open actions": (Code.SECURITY_PARSE_FAILED, lambda: Draft(catalog=b"/OpenAction<</S/JavaScript/JS(x)>>/OpenAction[3 0 R/Fit]").plain()),
    "two kinds in an object stream": (Code.SECURITY_PARSE_FAILED, lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: b"<</S/Launch/S/GoTo>>"}).packed(1, 9)),
    "more pages than can be": (Code.SECURITY_PARSE_FAILED, lambda: Draft(objects={2: b"<</Type/Pages/Count 2147483647/Kids[3 0 R]>>"}).plain()),
    "page tree of a hundred thousand levels": (Code.SECURITY_PARSE_FAILED, lambda: chain_of_pages(100_000)),
}  # fmt: skip

LET_IN: dict[str, Callable[[], bytes]] = {
    "plain": lambda: Draft().plain(),
    "packed": lambda: Draft().packed(1, 2, 3, 5),
    "owner password only": lambda: protected(""),
    "rubbish before the header": lambda: b"\xff\xd8 HTTP/1.1 200 OK\r\n\r\n" + Draft().plain(),
    "rubbish behind the end": lambda: Draft().plain() + bytes(3000),
    "deep but honest page tree": lambda: chain_of_pages(60),
    "page tree that leads back to itself": lambda: Draft(objects={2: b"<</Type/Pages/Count 1/Kids[3 0 R 2 0 R]>>"}).plain(),
    "object that is itself": lambda: Draft(objects={9: b"9 0 R", 10: b"[10 0 R 10 0 R]", 11: b"<</A 12 0 R>>", 12: b"<</A 11 0 R>>"}).plain(),
    "outline that leads back to itself": lambda: Draft(catalog=b"/Outlines 9 0 R", objects={9: b"<</First 9 0 R/Last 9 0 R/Next 9 0 R/Title(a)>>"}).plain(),
    "stream whose length is itself": lambda: Draft(objects={9: b"<</Length 9 0 R>>\nstream\nabc\nendstream"}).plain(),
    "stream with an enormous length": lambda: Draft(objects={9: b"<</Length 99999999999>>\nstream\nabc\nendstream"}).plain(),
    "update that points at itself": lambda: updated(Draft().plain(), {9: b"<<>>"}).replace(b"/Prev ", b"/Prev 0"),
    "no cross-reference": lambda: Draft().plain().split(b"xref\n")[0] + b"trailer<</Root 1 0 R>>",
    "cut off in the cross-reference": lambda: (whole := Draft().plain())[: whole.index(b"trailer") - 30],
    "empty list of embedded files": lambda: Draft(catalog=b"/Names<</EmbeddedFiles<</Names[]>>>>").plain(),
    "file named, not held": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/GoToR/F(other.pdf)/D[0/Fit]>>>>]").plain(),
    "pictures of ordinary size": lambda: Draft(objects={
        9: stream(jpx(3000), b"/Subtype/Image/Width 3000/Height 3000/Filter/JPXDecode"), 10: stream(jbig2(3000), b"/Subtype/Image/Width 3000/Height 3000/Filter/JBIG2Decode"),
        11: stream(b"\x81\x00" * 20_000 + b"\x80", b"/Filter/RunLengthDecode")}).plain(),
    "harmless key twice": lambda: Draft(catalog=b"/PageMode/UseNone/PageMode/UseOutlines").plain(),
    "blank picture": lambda: Draft(objects={9: packed_stream(bytes(4000 * 4000), b"/Subtype/Image/Width 4000/Height 4000/BitsPerComponent 8/ColorSpace/DeviceGray")}).plain(),
    "damaged stream": lambda: Draft(objects={9: stream(b"\x78\x9c" + bytes(range(200)) * 20, FLATE)}).plain(),
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "catalog.pdf"


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_its_code(name: str, file: Path) -> None:
    code, draw = REFUSED[name]
    file.write_bytes(draw())

    inspection = inspect(file, LIMITS)

    assert inspection.code == code, inspection.findings
    assert not inspection.is_ok


@pytest.mark.parametrize("name", LET_IN)
def test_let_in(name: str, file: Path) -> None:
    file.write_bytes(LET_IN[name]())

    inspection = inspect(file)

    assert inspection.is_ok, inspection.findings
    assert inspection.page_count == 1


@pytest.mark.parametrize(
    "draw",
    [
        lambda: Draft(objects={9: b"[" * 1_000_000}).plain(),
        lambda: Draft(objects={9: b"[" * 1_000_000 + b"]" * 1_000_000}).plain(),
        lambda: Draft(objects={9: b"<</A" * 200_000 + b">>" * 200_000}).plain(),
        lambda: Draft(catalog=b"/Pages 9 0 R", objects={9: b"9 0 R"}).plain(),
        lambda: endless_branches(60),
        cross_reference_bomb,
        lambda: Draft(objects={9: object_stream({10: b"<<>>"}).replace(b"/First ", b"/Extends 9 0 R/First ")}).plain(),
        lambda: Draft().plain().replace(b"/Size ", b"/Size 9999999999"),
        lambda: Draft(objects={4: stream(b"q " * 1_000_000)}).plain(),
        lambda: Draft(objects={9: b"(" * 1_000_000}).plain(),
        lambda: Draft(objects={9: b"<" * 1_000_000}).plain(),
        lambda: Draft(page=b"/Contents[" + b"4 0 R " * 1_000_000 + b"]").plain(),
        lambda: b"%PDF-1.7\n" + b"1 0 obj<<" * 200_000,
        lambda: b"%PDF-1.7\n" + b"xref\n0 4294967295\n" + b"0000000000 65535 f \n" * 1000 + b"trailer<</Size 4294967295/Root 1 0 R>>startxref\n9\n%%EOF",
    ],
)  # fmt: skip
def test_monster_gets_an_answer_in_time(draw: Callable[[], bytes], file: Path) -> None:
    file.write_bytes(draw())

    inspection = inspect(file)

    assert inspection.is_ok == (inspection.code is None)
    assert inspection.code != Code.SECURITY_PARSE_TIMEOUT


def test_bomb_by_the_real_limits(file: Path) -> None:
    file.write_bytes(Draft(objects={4: stream(bomb(300 << 20, layers=2), TWICE)}).plain())

    assert inspect(file).code == Code.SECURITY_STREAM_BOMB


def test_file_of_three_gibibytes_is_let_in(file: Path) -> None:
    inspection = inspect(sparse(file, 3 << 30))

    assert inspection.is_ok, inspection.findings
    assert inspection.page_count == 1


def test_too_many_objects(file: Path) -> None:
    file.write_bytes(Draft(objects=dict.fromkeys(range(10, 400), b"<<>>")).plain())

    assert inspect(file, Limits(objects=300)).code == Code.SECURITY_OBJECT_COUNT_EXCEEDED
    assert inspect(file, Limits(objects=400)).is_ok


def test_counts_pages_and_objects(file: Path) -> None:
    file.write_bytes(Draft(page_count=1000).plain())

    inspection = inspect(file)

    assert (inspection.is_ok, inspection.page_count, inspection.object_count) == (True, 1000, 1004)


def test_the_gravest_finding_names_the_refusal(file: Path) -> None:
    file.write_bytes(Draft(catalog=b"/OpenAction<</S/Launch/F(a)/Next<</S/JavaScript/JS(x)>>>>", page_count=1001).plain())

    inspection = inspect(file)

    assert inspection.code == Code.SECURITY_JAVASCRIPT_EMBEDDED
    assert Code.SECURITY_LAUNCH_ACTION in {finding.code for finding in inspection.findings}
