"""Forbidden things by detours: chains of references, values of the wrong type, other places, other codecs; and what only looks like them."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest

from jobs.inspection.findings import Code
from jobs.inspection.service import inspect
from tests.jobs.hostile import SCRIPT, Draft, object_stream, packed_stream, stream, updated

FORM = b"<xdp><template><field><event><script>xfa.host.messageBox(1)</script></event></field></template></xdp>"
FORM_7 = b'<?xml version="1.0" encoding="UTF-7"?>+ADw-xdp+AD4-+ADw-script+AD4-x+ADw-/script+AD4-'
FILE = b"<</F(a.exe)/EF<</F 20 0 R>>>>"
HELD = {20: stream(b"MZ")}
ANNOT = b"/Annots[<</Type/Annot/Rect[0 0 9 9]%s>>]"


def repaired(content: bytes) -> bytes:
    """Without its table, so that every reader finds the objects in its own way."""
    return content.split(b"xref\n")[0] + b"trailer<</Root 1 0 R>>"


def with_form(value: bytes, objects: dict[int, bytes]) -> Draft:
    return Draft(catalog=b"/AcroForm<</Fields[]/XFA " + value + b">>", objects=objects)


def encrypted(content: bytes, revision: int) -> bytes:
    out = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf:
        modern = pikepdf.ObjectStreamMode.generate
        pdf.save(out, encryption=pikepdf.Encryption(user="", owner="owner", R=revision), object_stream_mode=modern)  # type: ignore[arg-type]
    return out.getvalue()


def update_with_object_stream(base: bytes, objects: dict[int, bytes]) -> bytes:
    """An incremental update whose objects are packed, behind a cross-reference stream of its own."""
    previous = int(base.rsplit(b"startxref", 1)[1].split()[0])
    out = bytearray(base)
    holder_at = len(out)
    out += b"80 0 obj\n" + object_stream(objects) + b"\nendobj\n"
    table_at = len(out)
    rows = {number: (2, 80, index) for index, number in enumerate(objects)} | {80: (1, holder_at, 0), 81: (1, table_at, 0)}
    index = b" ".join(b"%d 1" % number for number in sorted(rows))
    table = b"".join(bytes([kind]) + place.to_bytes(4, "big") + bytes([position]) for _, (kind, place, position) in sorted(rows.items()))
    extra = b"/Type/XRef/W[1 4 1]/Index[" + index + b"]/Size 82/Root 1 0 R/Prev %d" % previous
    out += b"81 0 obj\n" + packed_stream(table, extra) + b"\nendobj\nstartxref\n%d\n%%%%EOF\n" % table_at
    return bytes(out)


SCRIPTS: dict[str, Callable[[], bytes]] = {
    "form by two steps": lambda: with_form(b"9 0 R", {9: b"10 0 R", 10: packed_stream(FORM)}).plain(),
    "form by ten steps": lambda: with_form(b"9 0 R", {number: b"%d 0 R" % (number + 1) for number in range(9, 19)} | {19: stream(FORM)}).plain(),
    "form by two steps, no cross-reference": lambda: repaired(with_form(b"9 0 R", {9: b"10 0 R", 10: packed_stream(FORM)}).plain()),
    "list of parts by two steps": lambda: with_form(b"9 0 R", {9: b"10 0 R", 10: b"[(a)11 0 R]", 11: b"12 0 R", 12: packed_stream(FORM)}).plain(),
    "lists in lists of parts": lambda: with_form(b"[[(a)9 0 R]]", {9: b"[[(b)10 0 R]9 0 R]", 10: packed_stream(FORM)}).plain(),
    "form that is a string": lambda: with_form(b"(" + FORM.replace(b"(", b"\\(").replace(b")", b"\\)") + b")", {}).plain(),
    "form that is a hex string": lambda: with_form(b"<" + FORM.hex().encode() + b">", {}).plain(),
    "form that is a string elsewhere": lambda: with_form(b"9 0 R", {9: b"10 0 R", 10: b"<" + FORM.hex().encode() + b">"}).plain(),
    "parts that are strings": lambda: with_form(b"[(template)<" + FORM.hex().encode() + b">]", {}).plain(),
    "parts that are strings, torn apart": lambda: with_form(b"[<" + FORM[:32].hex().encode() + b"><" + FORM[32:].hex().encode() + b">]", {}).plain(),
    "form under an escaped name": lambda: Draft(catalog=b"/Acro#46orm<</X#46#41 9 0 R>>", objects={9: packed_stream(FORM)}).plain(),
    "form in letters": lambda: with_form(b"9 0 R", {9: stream(FORM.hex().encode() + b">", b"/Filter[/AHx]")}).plain(),
    "form in UTF-7": lambda: with_form(b"9 0 R", {9: packed_stream(FORM_7)}).plain(),
    "form behind AES of 256 bits": lambda: encrypted(with_form(b"[(a)9 0 R]", {9: packed_stream(FORM)}).plain(), 6),
    "form in an object stream of an update": lambda: update_with_object_stream(
        Draft(objects={30: packed_stream(FORM)}).plain(), {1: b"<</Type/Catalog/Pages 2 0 R/AcroForm 31 0 R>>", 31: b"<</XFA 32 0 R>>", 32: b"30 0 R"}),
    "action in an object stream of an update": lambda: update_with_object_stream(Draft(catalog=b"/OpenAction 30 0 R", objects={30: b"null"}).plain(), {30: SCRIPT}),
    "object revived by a later revision": lambda: updated(updated(Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).plain(), {9: b"null"}), {9: SCRIPT}),
    "catalog within the trailer": lambda: Draft().plain().replace(b"/Root 1 0 R", b"/Root<</Type/Catalog/Pages 2 0 R/OpenAction" + SCRIPT + b">>"),
    "kind by two steps, no cross-reference": lambda: repaired(Draft(catalog=b"/OpenAction<</S 9 0 R/JS 11 0 R>>", objects={9: b"10 0 R", 10: b"/JavaScript", 11: stream(b"x")}).plain()),
    "link by two steps, no cross-reference": lambda: repaired(Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI 9 0 R>>", objects={9: b"10 0 R", 10: b"(javascript:x)"}).plain()),
    "rendition by two steps": lambda: Draft(page=ANNOT % b"/Subtype/Screen/A<</S/Rendition/JS 9 0 R>>", objects={9: b"10 0 R", 10: stream(b"x")}).plain(),
    "calculation order": lambda: Draft(catalog=b"/AcroForm<</Fields[9 0 R]/CO[9 0 R]>>", objects={9: b"<</FT/Tx/T(a)/Kids[10 0 R]>>", 10: b"<</Parent 9 0 R/AA<</C 11 0 R>>>>", 11: SCRIPT}).plain(),
    "names tree of four levels": lambda: Draft(catalog=b"/Names<</JavaScript 9 0 R>>", objects={
        9: b"<</Kids[10 0 R]>>", 10: b"<</Kids[11 0 R]/Limits[(a)(z)]>>", 11: b"<</Kids[12 0 R]/Limits[(a)(z)]>>", 12: b"<</Limits[(a)(a)]/Names[(a)13 0 R]>>", 13: SCRIPT}).plain(),
    "names tree that holds strings": lambda: Draft(catalog=b"/Names<</JavaScript<</Names[(a)(app.alert)]>>>>").plain(),
    "second address of a link": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI(https://a.b)>>/PA<</S/URI/URI(JAVASCRIPT:x)>>").plain(),
    "link to a page that it brings along": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI(data:text/html,<script>x</script>)>>").plain(),
    "link to a drawing that it brings along": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI( dAtA:image/svg+xml;base64,PHN2Zz4=)>>").plain(),
    "remote page at a script's address": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/GoToR/F<</FS/URL/F(vbscript:x)>>/D[0/Fit]>>").plain(),
    "bead of an article": lambda: Draft(page=b"/B[9 0 R]", objects={9: b"<</T 10 0 R/N 9 0 R/V 9 0 R/P 3 0 R>>", 10: b"<</F 9 0 R/AA<</O" + SCRIPT + b">>>>"}).plain(),
    "3D scene by two steps": lambda: Draft(page=ANNOT % b"/Subtype/3D/3DD 9 0 R", objects={9: stream(b"U3D", b"/Subtype/U3D/OnInstantiate 10 0 R"), 10: b"11 0 R", 11: stream(b"x")}).plain(),
    "object of a number used twice": lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: b"[3 0 R/Fit]"}).plain().split(b"xref\n")[0] + b"9 0 obj" + SCRIPT + b"endobj\ntrailer<</Root 1 0 R>>",
    "rubbish before and behind": lambda: b"MZ\x90\x00" * 200 + Draft(catalog=b"/OpenAction" + SCRIPT).plain() + b"PK\x05\x06" + bytes(5000),
}  # fmt: skip

OTHERS: dict[str, tuple[Code, Callable[[], bytes]]] = {
    "program of one system, under a field": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(
        catalog=b"/AcroForm<</Fields[<</T(a)/Kids[<</AA<</Fo<</S/Launch/Unix(sh)>>>>>>]>>]>>").plain()),
    "program behind four other actions": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft(
        page=b"/AA<</O<</S/Hide/T(a)/Next[<</S/GoTo/D[3 0 R/Fit]>><</S/Named/N/NextPage/Next<</S/Thread/Next<</S/Launch/F(a)>>>>>>]>>>>").plain()),
    "program by two steps, no cross-reference": (Code.SECURITY_LAUNCH_ACTION, lambda: repaired(
        Draft(catalog=b"/OpenAction<</S 9 0 R/F(cmd.exe)>>", objects={9: b"10 0 R", 10: b"/Launch"}).plain())),
    "catalog within the trailer": (Code.SECURITY_LAUNCH_ACTION, lambda: Draft().plain().replace(b"/Root 1 0 R", b"/Root<</Type/Catalog/Pages 2 0 R/OpenAction<</S/Launch/F(a)>>>>")),
    "associated file": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(catalog=b"/AF[9 0 R]", objects={9: FILE, **HELD}).plain()),
    "portfolio": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        catalog=b"/Collection<</View/D/D(a)>>/Names<</EmbeddedFiles 9 0 R>>", objects={9: b"<</Kids[10 0 R]>>", 10: b"<</Limits[(a)(a)]/Names[(a)11 0 R]>>", 11: FILE, **HELD}).plain()),
    "attachment within its annotation": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(page=ANNOT % (b"/Subtype/FileAttachment/FS" + FILE), objects=HELD).plain()),
    "content by two steps and without a name": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        catalog=b"/Names<</EmbeddedFiles<</Names[(a)9 0 R]>>>>", objects={9: b"<</Type/Filespec/EF 10 0 R>>", 10: b"11 0 R", 11: b"<</UF 20 0 R>>", **HELD}).plain()),
    "type elsewhere": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(objects={9: packed_stream(b"MZ", b"/Type 10 0 R"), 10: b"11 0 R", 11: b"/EmbeddedFile"}).plain()),
    "film with its player": (Code.SECURITY_EMBEDDED_FILE, lambda: Draft(
        page=ANNOT % b"/Subtype/RichMedia/RichMediaContent<</Configurations[<</Instances[<</Asset 9 0 R>>]>>]>>", objects={9: FILE, **HELD}).plain()),
    "attachment behind AES of 128 bits": (Code.SECURITY_EMBEDDED_FILE, lambda: encrypted(Draft(catalog=b"/AF[9 0 R]", objects={9: FILE, **HELD}).plain(), 4)),
}  # fmt: skip

INNOCENT: dict[str, Callable[[], bytes]] = {
    "part of a form called script": lambda: with_form(b"[(<script)9 0 R]", {9: packed_stream(b"<xdp/>")}).plain(),
    "form that is only itself": lambda: with_form(b"9 0 R", {9: b"10 0 R", 10: b"9 0 R"}).plain(),
    "kinds and addresses that are only themselves": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S 9 0 R/URI 9 0 R>>", objects={9: b"10 0 R", 10: b"9 0 R"}).plain(),
    "file names that speak of scripts": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/GoToR/F(JavaScript.pdf)/D[0/Fit]>>").plain(),
    "file name that begins like a script's address": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI(javascript-guide.html)>>").plain(),
    "address of data without a program": lambda: Draft(page=ANNOT % b"/Subtype/Link/A<</S/URI/URI(data:text/plain,hello)>>").plain(),
    "layer, field and language called after scripts": lambda: Draft(
        catalog=b"/Lang(JS)/OCProperties<</OCGs[9 0 R]/D<<>>>>/AcroForm<</Fields[<</FT/Tx/T(JavaScript)/V(/S/JavaScript/JS)>>]>>", objects={9: b"<</Type/OCG/Name(/Launch /EF)>>"}).plain(),
    "font in a stream that holds the words": lambda: Draft(objects={9: packed_stream(b"/S/JavaScript/JS(x)/Launch/EF", b"/Length1 29")}).plain(),
    "private data": lambda: Draft(page=b"/PieceInfo<</Illustrator<</Private<</EF(no)/JSX 1/Script(app.alert)>>>>>>").plain(),
    "names tree of destinations": lambda: Draft(catalog=b"/Names<</Dests<</Names[(JavaScript)[3 0 R/Fit](Launch)[3 0 R/Fit]]>>>>").plain(),
    "file specification that names only": lambda: Draft(catalog=b"/AF[<</Type/Filespec/F(prices.xlsx)/UF(prices.xlsx)>>]").plain(),
    "resource called EF": lambda: Draft(page=b"/X<</ExtGState<</EF 9 0 R/JS 9 0 R>>>>", objects={9: b"<</Type/ExtGState/F 9 0 R/LW 1>>"}).plain(),
    "names tree that leads back to itself": lambda: Draft(catalog=b"/Names<</Dests 9 0 R>>", objects={9: b"<</Kids[10 0 R]>>", 10: b"<</Kids[9 0 R 10 0 R]/Limits[(a)(b)]>>"}).plain(),
    "update that only adds a title": lambda: update_with_object_stream(Draft().plain(), {30: b"<</Title(/OpenAction /JavaScript)>>"}),
}  # fmt: skip


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_by_a_detour_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(SCRIPTS[name]())

    inspection = inspect(file)

    assert inspection.code == Code.SECURITY_JAVASCRIPT_EMBEDDED, inspection.findings


@pytest.mark.parametrize("name", OTHERS)
def test_program_or_file_by_a_detour_is_refused(name: str, tmp_path: Path) -> None:
    code, draw = OTHERS[name]
    file = tmp_path / "catalog.pdf"
    file.write_bytes(draw())

    inspection = inspect(file)

    assert inspection.code == code, inspection.findings


@pytest.mark.parametrize("name", INNOCENT)
def test_innocent_file_is_let_in(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(INNOCENT[name]())

    inspection = inspect(file)

    assert inspection.is_ok, inspection.findings
    assert inspection.page_count == 1
