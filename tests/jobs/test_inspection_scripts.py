"""Scripts are found wherever a viewer would find them, and nowhere else."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Literal
from warnings import catch_warnings, simplefilter

import pikepdf
import pytest

from jobs.inspection.findings import Code
from jobs.inspection.service import inspect
from tests.jobs.hostile import SCRIPT, Draft, object_stream, packed_stream, stream, updated

A_SCRIPT = b"/A" + SCRIPT
SCREEN = b"/Annots[<</Type/Annot/Subtype/Screen/Rect[0 0 9 9]%s>>]"
WIDGET = b"/AcroForm<</Fields[<</T(a)/FT/Tx/Subtype/Widget/Rect[0 0 9 9]%s>>]>>"
FORM_XML = b'<xdp:xdp xmlns:xdp="x"><template><field><event><%s contentType="application/x-javascript">xfa.host</%s></event></field></template></xdp:xdp>'
BOM = b"\xfe\xff"


def form(*parts: bytes) -> bytes:
    objects = {10 + index: packed_stream(part) for index, part in enumerate(parts)}
    names = b"".join(b"(part)%d 0 R " % number for number in objects)
    return Draft(catalog=b"/AcroForm<</Fields[]/XFA[" + names + b"]>>", objects=objects).plain()


def encrypted(content: bytes, *, revision: Literal[2, 3, 4, 5, 6] = 6) -> bytes:
    """Opens without a password. Before revision 4 there was only RC4."""
    options = {"aes": False, "metadata": False} if revision < 4 else {}
    out = BytesIO()
    with pikepdf.open(BytesIO(content)) as pdf, catch_warnings():
        simplefilter("ignore")
        pdf.save(out, encryption=pikepdf.Encryption(user="", owner="owner", R=revision, **options))
    return out.getvalue()


def utf16(text: str) -> bytes:
    return b"<" + (BOM + text.encode("utf-16-be")).hex().encode() + b">"


CARRIERS: dict[str, Callable[[], bytes]] = {
    "open action": lambda: Draft(catalog=b"/OpenAction" + SCRIPT).plain(),
    "open action elsewhere": lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).plain(),
    "catalog event": lambda: Draft(catalog=b"/AA<</WC" + SCRIPT + b">>").plain(),
    "page open": lambda: Draft(page=b"/AA<</O" + SCRIPT + b">>").plain(),
    "page close": lambda: Draft(page=b"/AA<</C" + SCRIPT + b">>").plain(),
    "names tree": lambda: Draft(catalog=b"/Names<</JavaScript<</Names[(a)" + SCRIPT + b"]>>>>").plain(),
    "names tree with kids": lambda: Draft(
        catalog=b"/Names 9 0 R", objects={9: b"<</JavaScript 10 0 R>>", 10: b"<</Kids[11 0 R]>>", 11: b"<</Limits[(a)(b)]/Names[(a)12 0 R]>>", 12: SCRIPT}
    ).plain(),
    "names tree that leads nowhere": lambda: Draft(catalog=b"/Names<</JavaScript 77 0 R>>").plain(),
    "link": lambda: Draft(page=b"/Annots[<</Subtype/Link/Rect[0 0 9 9]" + A_SCRIPT + b">>]").plain(),
    "outline": lambda: Draft(catalog=b"/Outlines<</First 9 0 R/Last 9 0 R>>", objects={9: b"<</Title(a)" + A_SCRIPT + b">>"}).plain(),
    "rendition": lambda: Draft(page=SCREEN % b"/A<</S/Rendition/OP 0/JS(app.alert\\(1\\))>>").plain(),
    "rendition, script in a stream": lambda: Draft(page=SCREEN % b"/A<</S/Rendition/JS 9 0 R>>", objects={9: packed_stream(b"app.alert(1)")}).plain(),
    "chain of actions": lambda: Draft(page=SCREEN % (b"/A<</S/GoTo/D[3 0 R/Fit]/Next[<</S/URI/URI(http://a.b)/Next" + SCRIPT + b">>]>>")).plain(),
    "hex name": lambda: Draft(catalog=b"/OpenAction<</S/J#61vaScr#69pt/J#53(x)>>").plain(),
    "hex name of the key only": lambda: Draft(catalog=b"/OpenAction<</#53/#4a#61#76#61Script/#4A#53(x)>>").plain(),
    "hex name in the names tree": lambda: Draft(catalog=b"/N#61mes<</Java#53cript<</Names[(a)9 0 R]>>>>", objects={9: b"<</J#53(x)/S/JavaScrip#74>>"}).plain(),
    "kind elsewhere": lambda: Draft(catalog=b"/OpenAction<</S 9 0 R/JS 10 0 R>>", objects={9: b"/JavaScript", 10: stream(b"x")}).plain(),
    "kind elsewhere and twice removed": lambda: Draft(catalog=b"/OpenAction 11 0 R", objects={9: b"/JavaScript", 11: b"<</JS(x)/S 9 0 R>>"}).plain(),
    "script in a stream": lambda: Draft(catalog=b"/OpenAction<</S/JavaScript/JS 9 0 R>>", objects={9: packed_stream(b"app.alert(1)")}).plain(),
    "object stream": lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).packed(9),
    "catalog and all in an object stream": lambda: Draft(catalog=b"/OpenAction" + SCRIPT).packed(1, 2, 3, 5),
    "reachable from nowhere": lambda: Draft(objects={9: SCRIPT}).plain(),
    "reachable from nowhere, in an object stream": lambda: Draft(objects={9: SCRIPT}).packed(9),
    "later update": lambda: updated(Draft().plain(), {1: b"<</Type/Catalog/Pages 2 0 R/OpenAction" + SCRIPT + b">>"}),
    "earlier revision still in force": lambda: updated(Draft(catalog=b"/OpenAction" + SCRIPT).plain(), {5: b"<</Type/Font/Subtype/Type1/BaseFont/Courier>>"}),
    "third update": lambda: updated(updated(updated(Draft().plain(), {6: b"<<>>"}), {9: SCRIPT}), {6: b"<</B 1>>"}),
    "form field, every key": lambda: Draft(catalog=WIDGET % (b"/AA<</K" + SCRIPT + b"/F" + SCRIPT + b">>")).plain(),
    "form field, check": lambda: Draft(catalog=WIDGET % (b"/AA<</V" + SCRIPT + b">>")).plain(),
    "form field, calculation": lambda: Draft(catalog=WIDGET % (b"/AA<</C 9 0 R>>"), objects={9: SCRIPT}).plain(),
    "annotation entered": lambda: Draft(page=b"/Annots[<</Subtype/Square/Rect[0 0 9 9]/AA<</E" + SCRIPT + b">>>>]").plain(),
    "annotation left": lambda: Draft(page=b"/Annots[<</Subtype/Square/Rect[0 0 9 9]/AA<</X" + SCRIPT + b">>>>]").plain(),
    "annotation's page opened": lambda: Draft(page=b"/Annots[<</Subtype/Square/Rect[0 0 9 9]/AA<</PO" + SCRIPT + b">>>>]").plain(),
    "link to a script": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI(javascript:alert\\(1\\))>>>>]").plain(),
    "link to a script, disguised": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI( \\tJaVa\\nScRiPt\\072alert)>>>>]").plain(),
    "link to a script, octal": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI(\\152avascript:alert)>>>>]").plain(),
    "link to a script, hex": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI<" + b"javascript:x".hex().encode() + b">>>>>]").plain(),
    "link to a script, UTF-16": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI" + utf16("javascript:x") + b">>>>]").plain(),
    "link to a script, elsewhere": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI 9 0 R>>>>]", objects={9: b"(javascript:x)"}).plain(),
    "base address": lambda: Draft(catalog=b"/URI<</Base(javascript:)>>").plain(),
    "XFA": lambda: form(FORM_XML % (b"script", b"script")),
    "XFA with a prefix": lambda: form(FORM_XML % (b"t:script", b"t:script")),
    "XFA, tag torn apart": lambda: form(b"<xdp><template><sc", b"ript>x</script></template></xdp>"),
    "XFA in UTF-16": lambda: form((FORM_XML % (b"script", b"script")).decode().encode("utf-16")),
    "XFA with entities": lambda: form(b'<!DOCTYPE x [<!ENTITY s "&#60;scr">]><xdp>&s;ipt</xdp>'),
    "XFA behind two codecs": lambda: Draft(
        catalog=b"/AcroForm<</XFA 9 0 R>>", objects={9: stream(packed(FORM_XML % (b"script", b"script")).hex().encode() + b">", b"/Filter[/ASCIIHexDecode/FlateDecode]")}
    ).plain(),
    "3D scene": lambda: Draft(objects={9: stream(b"U3D", b"/Type/3D/Subtype/U3D/OnInstantiate 10 0 R"), 10: stream(b"x")}).plain(),
    "behind encryption without password": lambda: encrypted(Draft(catalog=b"/OpenAction" + SCRIPT).plain()),
    "behind RC4 of 40 bits": lambda: encrypted(Draft(catalog=b"/OpenAction" + SCRIPT).plain(), revision=2),
    "behind RC4 of 128 bits": lambda: encrypted(Draft(catalog=b"/OpenAction" + SCRIPT).plain(), revision=3),
    "behind AES of 128 bits, in an object stream": lambda: encrypted(Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).packed(9), revision=4),
    "behind the first AES of 256 bits": lambda: encrypted(Draft(catalog=b"/OpenAction" + SCRIPT).plain(), revision=5),
    "kind by two steps": lambda: Draft(catalog=b"/OpenAction<</S 9 0 R/JS 11 0 R>>", objects={9: b"10 0 R", 10: b"/JavaScript", 11: stream(b"x")}).plain(),
    "link to a script, by two steps": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI 9 0 R>>>>]", objects={9: b"10 0 R", 10: b"(javascript:x)"}).plain(),
    "form sent to a script, elsewhere": lambda: Draft(catalog=b"/OpenAction<</S/SubmitForm/F<</FS/URL/F 9 0 R>>>>", objects={9: b"(javascript:x)"}).plain(),
    "next action in a list elsewhere": lambda: Draft(catalog=b"/OpenAction<</S/GoTo/Next 9 0 R>>", objects={9: b"[10 0 R]", 10: SCRIPT}).plain(),
    "object stream behind two codecs": lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).packed(
        9, codec=(b"/Filter[/ASCIIHexDecode/FlateDecode]", lambda content: packed(content).hex().encode() + b">")),
    "object stream deflated three times": lambda: Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).packed(
        9, codec=(b"/Filter[/FlateDecode/FlateDecode/FlateDecode]", lambda content: packed(packed(packed(content))))),
    "disguised as structure": lambda: Draft(catalog=b"/OpenAction<</Type/StructElem/P 2 0 R/S/JavaScript/JS(x)>>").plain(),
    "no cross-reference": lambda: Draft(catalog=b"/OpenAction" + SCRIPT).plain().split(b"xref\n")[0] + b"trailer<</Root 1 0 R>>",
    "wrong cross-reference": lambda: Draft(catalog=b"/OpenAction" + SCRIPT).plain().replace(b" 00000 n", b" 00007 n"),
    "cut off": lambda: (whole := Draft(catalog=b"/OpenAction" + SCRIPT).plain())[: whole.index(b"trailer")] + b"trailer<</Root 1 0 R",
    "rubbish before": lambda: b"\x00\xff GIF89a" * 50 + Draft(catalog=b"/OpenAction" + SCRIPT).plain(),
    "script in a later object of the same number": lambda: Draft().plain().split(b"xref\n")[0] + b"1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction" + SCRIPT + b">>endobj\ntrailer<</Root 1 0 R>>",
    "object with an impossibly large number": lambda: Draft(catalog=b"/OpenAction 50000 0 R", objects={50_000: SCRIPT}).plain(),
    "packed object with an impossibly large number": lambda: Draft(catalog=b"/OpenAction 50000 0 R", objects={50_000: SCRIPT}).packed(50_000),
    "object beyond the promised size": lambda: Draft(catalog=b"/OpenAction 4000 0 R", objects={4_000: SCRIPT}).plain().replace(b"/Size 4001", b"/Size 0006"),
    "packed object beyond the promised size": lambda: beyond(Draft(catalog=b"/OpenAction 4000 0 R", objects={4_000: SCRIPT}).packed(4_000)),
    "object of another generation": lambda: Draft(catalog=b"/OpenAction 9 3 R", objects={9: SCRIPT}).plain().replace(b"\n9 0 obj", b"\n9 3 obj").replace(b" 00000 n \ntrailer", b" 00003 n \ntrailer"),
    "hybrid cross-reference": lambda: hybrid(SCRIPT),
    "comments and blanks between": lambda: Draft(catalog=b"/OpenAction<</S%comment\n/JavaScript%x\r\n/JS\x00\x0c(x)>>").plain(),
}  # fmt: skip


def packed(content: bytes) -> bytes:
    import zlib

    return zlib.compress(content)


def beyond(content: bytes) -> bytes:
    head, number = content.split(b"/Size "), b"4003"
    assert len(head) == 2
    return head[0] + b"/Size 0006" + head[1].removeprefix(number)


def hybrid(body: bytes) -> bytes:
    """A classic table that old readers follow, and a cross-reference stream beside it with what only new ones see."""
    draft = Draft(catalog=b"/OpenAction 9 0 R")
    out = bytearray(draft.plain())
    holder_at = len(out)
    out += b"20 0 obj\n" + object_stream({9: body}) + b"\nendobj\n"
    stream_at = len(out)
    table = bytes([2]) + (20).to_bytes(4, "big") + bytes([0]) + bytes([1]) + holder_at.to_bytes(4, "big") + bytes([0])
    out += b"21 0 obj\n" + packed_stream(table, b"/Type/XRef/W[1 4 1]/Index[9 1 20 1]/Size 22/Root 1 0 R") + b"\nendobj\n"
    return updated(bytes(out), {22: b"<<>>"}, trailer=b"/Root 1 0 R/XRefStm %d" % stream_at)


TITLE = b"/JavaScript /JS (app.alert) javascript: /S /JavaScript"
DECOYS: dict[str, Callable[[], bytes]] = {
    "words of a page": lambda: Draft(text=b"<</S /JavaScript /JS \\(app.alert\\)>> /OpenAction /Launch").plain(),
    "words of a deflated page": lambda: Draft(objects={4: packed_stream(b"BT /F1 9 Tf (/S /JavaScript /JS) Tj ET")}).plain(),
    "comment in the file": lambda: Draft().plain() + b"% <</S/JavaScript/JS(x)>>\n",
    "title": lambda: Draft(objects={9: b"<</Title(" + TITLE.replace(b"(", b"\\(").replace(b")", b"\\)") + b")>>"}).plain(trailer=b"/Info 9 0 R"),
    "metadata": lambda: Draft(catalog=b"/Metadata 9 0 R", objects={9: stream(b"<x><script>/S /JavaScript /JS (x)</script></x>", b"/Type/Metadata/Subtype/XML")}).plain(),
    "bookmark title": lambda: Draft(catalog=b"/Outlines<</First 9 0 R/Last 9 0 R>>", objects={9: b"<</Title(javascript:/JS)/Dest[3 0 R/Fit]>>"}).plain(),
    "note on a page": lambda: Draft(page=b"/Annots[<</Subtype/Text/Rect[0 0 9 9]/Contents(/S /JavaScript /JS \\(x\\))>>]").plain(),
    "font called JS": lambda: Draft(page=b"/Resources<</Font<</JS 5 0 R/JavaScript 5 0 R/F1 5 0 R>>>>").plain(),
    "picture called JavaScript": lambda: Draft(page=b"/X<</XObject<</JavaScript 9 0 R>>>>", objects={9: stream(b"\x00", b"/Subtype/Image/Width 1/Height 1")}).plain(),
    "structure called JavaScript": lambda: Draft(objects={9: b"<</Type/StructElem/S/JavaScript/P 10 0 R/K 0>>", 10: b"<</Type/StructTreeRoot>>"}).plain(),
    "role called JavaScript": lambda: Draft(catalog=b"/StructTreeRoot<</RoleMap<</JavaScript/Span>>>>").plain(),
    "link to a page about it": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI(https://a.b/javascript:x?/JS)>>>>]").plain(),
    "names that begin alike": lambda: Draft(catalog=b"/Private<</JSX(a)/JavaScripts(b)/EFX 3 0 R/LaunchPad(c)/S/Launcher>>").plain(),
    "form without script": lambda: form(b"<xdp><template><field><description>A script</description></field></template></xdp>"),
    "script that an update removed": lambda: updated(Draft(catalog=b"/OpenAction 9 0 R", objects={9: SCRIPT}).plain(), {1: b"<</Type/Catalog/Pages 2 0 R>>", 9: b"null"}),
    "link about scripts": lambda: Draft(page=b"/Annots[<</Subtype/Link/A<</S/URI/URI 9 0 R>>/Contents(javascript:x)>>]", objects={9: b"(https://a.b/#javascript:)"}).plain(),
    "bookmark called JavaScript": lambda: Draft(catalog=b"/Outlines<</First 9 0 R/Last 9 0 R>>", objects={9: b"<</Title(JavaScript)/Dest[3 0 R/Fit]>>"}).plain(),
    "transition and border": lambda: Draft(page=b"/Trans<</S/Wipe>>/Annots[<</Subtype/Link/BS<</S/S/W 1>>/Dest[3 0 R/Fit]>>]").plain(),
}  # fmt: skip


@pytest.mark.parametrize("name", CARRIERS)
def test_script_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(CARRIERS[name]())

    inspection = inspect(file)

    assert inspection.code == Code.SECURITY_JAVASCRIPT_EMBEDDED, inspection.findings
    assert not inspection.is_ok


@pytest.mark.parametrize("name", DECOYS)
def test_decoy_is_let_in(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(DECOYS[name]())

    inspection = inspect(file)

    assert inspection.is_ok, inspection.findings
    assert inspection.page_count == 1
