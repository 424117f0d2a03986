"""Pages that lead a reader in circles or drown it in work become jobs all the same: the first look ends in time and leaves nothing behind."""

from collections.abc import Callable
from pathlib import Path

import pytest

from jobs.inspection.service import inspect
from jobs.prescan import PrescanLimits, PrescanRules, prescan
from tests.jobs.hostile import Draft, bomb, packed_stream, stream
from tests.processes import leftovers, processes_before

pytestmark = pytest.mark.usefixtures("processes_before")
__all__ = ["processes_before"]

LIMITS = PrescanLimits(page_seconds=1.0)
SQUARE = b"0 0 9 9 re f "


def page(
    content: bytes, resources: bytes = b"", objects: dict[int, bytes] | None = None, *, extra: bytes = b"", box: bytes = b"0 0 200 200"
) -> bytes:
    body = b"<</Type/Page/Parent 2 0 R/MediaBox[" + box + b"]/Contents 4 0 R/Resources<<" + resources + b">>" + extra + b">>"
    return Draft(objects={3: body, 4: packed_stream(content), **(objects or {})}).plain()


def form(content: bytes, resources: bytes, extra: bytes = b"") -> bytes:
    return packed_stream(content, b"/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<<" + resources + b">>" + extra)


def nested_forms(levels: int) -> bytes:
    """Each draws the next one ten times."""
    forms = {10 + level: form(b"/X Do " * 10, b"/XObject<</X %d 0 R>>" % (11 + level)) for level in range(levels)}
    return page(b"/X Do", b"/XObject<</X 10 0 R>>", forms | {10 + levels: form(SQUARE, b"")})


def tiling(content: bytes, step: bytes) -> bytes:
    extra = b"/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep %b/YStep %b/Resources<</Pattern<</P 10 0 R>>>>" % (step, step)
    return page(b"/Pattern cs /P scn 0 0 200 200 re f", b"/Pattern<</P 10 0 R>>", {10: packed_stream(content, extra)})


def composite_font(table: bytes, extra: bytes = b"") -> bytes:
    below = b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(B)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/A/Flags 4>>>>"
    font = b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding 11 0 R/ToUnicode 11 0 R/DescendantFonts[" + below + b"]>>"
    return page(
        b"BT /T 9 Tf <00410042> Tj ET", b"/Font<</T 10 0 R>>", {10: font, 11: packed_stream(table, b"/Type/CMap/CMapName/A" + extra)}
    )


def shading(function: bytes) -> bytes:
    return page(b"/S sh", b"/Shading<</S<</ShadingType 2/ColorSpace/DeviceGray/Coords[0 0 9 9]/Function 10 0 R>>>>", {10: function})


GLYPHS = b"/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[9]/Encoding<</Differences[97/a]>>/CharProcs<</a 11 0 R>>"
HOSTILE: dict[str, Callable[[], bytes]] = {
    "forms that grow by ten, twelve times": lambda: nested_forms(12),
    "form that draws itself": lambda: page(b"/X Do", b"/XObject<</X 10 0 R>>", {10: form(b"/X Do /X Do", b"/XObject<</X 10 0 R>>")}),
    "pattern that paints with itself": lambda: tiling(b"/Pattern cs /P scn " + SQUARE, b"9"),
    "pattern of tiny steps": lambda: tiling(SQUARE, b"0.0001"),
    "letter written with itself": lambda: page(b"BT /T 9 Tf (aa) Tj ET", b"/Font<</T 10 0 R>>", {
        10: b"<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]" + GLYPHS + b"/Resources<</Font<</T 10 0 R>>>>>>", 11: packed_stream(b"9 0 d0 BT /T 9 Tf (aa) Tj ET")}),
    "letters mapped by themselves": lambda: composite_font(b"begincmap /A usecmap endcmap", b"/UseCMap 11 0 R"),
    "letters mapped in enormous ranges": lambda: composite_font(b"begincmap " + b"1 begincidrange <00000000><ffffffff> 0 endcidrange " * 20_000 + b"endcmap"),
    "colours made of themselves": lambda: page(b"/C cs 0 sc " + SQUARE, b"/ColorSpace<</C 10 0 R>>", {10: b"[/Indexed 10 0 R 255 (a)]"}),
    "function made of itself": lambda: shading(b"<</FunctionType 3/Domain[0 1]/Functions[10 0 R 10 0 R]/Bounds[.5]/Encode[0 1 0 1]>>"),
    "function of enormous samples": lambda: shading(stream(b"\0", b"/FunctionType 0/Domain[0 1]/Range[0 1]/Size[2000000000]/BitsPerSample 32")),
    "mask that masks itself": lambda: page(b"/G gs " + SQUARE, b"/ExtGState<</G 10 0 R>>", {
        10: b"<</SMask<</S/Luminosity/G 11 0 R>>>>", 11: form(b"/G gs " + SQUARE, b"/ExtGState<</G 10 0 R>>", b"/Group<</S/Transparency/CS/DeviceGray>>")}),
    "picture the size of a country between the words": lambda: page(b"q 200 0 0 200 0 0 cm BI /W 60000 /H 60000 /BPC 8 /CS /RGB /F /Fl ID " + bomb(1 << 20) + b" EI Q"),
    "brackets without end": lambda: page(b"[" * 500_000),
    "one content thousands of times": lambda: page(b"", extra=b"/Contents[" + b"10 0 R " * 20_000 + b"]", objects={10: packed_stream(SQUARE * 5_000)}),
    "dashes too fine to see": lambda: page(b"[0.00001 0.00001] 0 d 0 0 m 100000 100000 l S "),
    "page of a thousand kilometres": lambda: page(SQUARE, box=b"0 0 1e9 1e9", extra=b"/UserUnit 1000000"),
    "page of no size": lambda: page(SQUARE, box=b"0 0 0 0"),
    "page whose parents are each other's": lambda: Draft(objects={
        2: b"<</Type/Pages/Count 1/Kids[3 0 R]/Parent 10 0 R>>", 10: b"<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1>>", 3: b"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>"}).plain(),
    "note that shows itself": lambda: page(SQUARE, extra=b"/Annots[<</Type/Annot/Subtype/Stamp/Rect[0 0 99 99]/AP<</N 10 0 R>>>>]", objects={10: form(b"/X Do", b"/XObject<</X 10 0 R>>")}),
    "layer that depends on itself": lambda: page(b"/OC /O BDC 0 0 9 9 re f EMC", b"/Properties<</O 10 0 R>>", {10: b"<</Type/OCMD/OCGs 10 0 R/VE[/And 11 0 R]>>", 11: b"[/Or 11 0 R]"}),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_is_looked_at_or_left_out(name: str, tmp_path: Path) -> None:
    file = tmp_path / "catalog.pdf"
    file.write_bytes(HOSTILE[name]())

    inspection = inspect(file)
    assert inspection.is_ok, inspection.findings
    look = prescan(file, PrescanRules(), limits=LIMITS)

    assert look.raw_metrics["total_pages"] == 1
    assert look.unread_pages in ((), (1,))
    assert leftovers() == []
    assert list(tmp_path.iterdir()) == [file]
