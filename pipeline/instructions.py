"""A page's painting instructions: how long they are, and which image objects they name in which order. Nothing of them is interpreted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from pymupdf import mupdf

PAINT_OPERATOR = re.compile(rb"/([^\s/\[\]<>(){}%]+)\s+Do\b")
# A name has at most 127 bytes; the rest is room for the spaces after it.
MAX_OPERAND_BYTES = 1000
MAX_FORM_DEPTH = 6
MAX_LIGHT_BYTES = 4_000_000
READ_AHEAD_BYTES = 1024
USUAL_PACKING = 8


class DrawnImage(NamedTuple):
    """An image object as a page paints it."""

    xref: int
    smask_xref: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class _Named:
    """Image and form objects by the object in whose resources they are named (0 for the page) and their name."""

    images: dict[tuple[int, str], DrawnImage]
    forms: dict[tuple[int, str], int]


class Instructions:
    """The instructions of an open file's pages. What was found out about a page is kept: survey and stages ask the same."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._light: dict[int, bool] = {}
        self._drawn: dict[int, tuple[DrawnImage, ...]] = {}
        self._named: dict[int, _Named] = {}

    def is_light(self, number: int) -> bool:
        """Whether a page draws little enough to be read for another page's sake."""
        if number not in self._light:
            self._light[number] = self._look_at(number)
        return self._light[number]

    def drawn_images(self, number: int) -> tuple[DrawnImage, ...]:
        """The image objects in the order in which the page paints them."""
        if not self.is_light(number) and number not in self._drawn:
            self._drawn[number] = self._images_in(self._pdf[number - 1].read_contents(), number)
        return self._drawn[number]

    def names_images(self, number: int) -> bool:
        """Whether a page may paint an image object at all: told by its resources, without unpacking its instructions."""
        return bool(self._named_by(number).images)

    def are_longer_than(self, limit: int, number: int) -> bool:
        """Whether the page's instructions, once unpacked, and those of its forms, packed as usual, are longer than this."""
        forms = USUAL_PACKING * self._form_bytes(number)
        if self.is_light(number) and MAX_LIGHT_BYTES + forms <= limit:
            return False
        return int(mupdf.fz_skip(self._stream(number), limit + 1)) + forms > limit

    def _form_bytes(self, number: int) -> int:
        """Packed bytes of the forms a page may paint."""
        return sum(stream_length(self._pdf, xref) for xref in self._named_by(number).forms.values())

    def _look_at(self, number: int) -> bool:
        """Unpack the instructions once: whether they are light and, if so, which images they name."""
        buffer, is_cut = mupdf.fz_read_best(self._stream(number), READ_AHEAD_BYTES, MAX_LIGHT_BYTES)
        content = mupdf.fz_buffer_extract(buffer)
        is_light = not is_cut and len(content) < MAX_LIGHT_BYTES
        if is_light:
            self._drawn[number] = self._images_in(content, number)
        return is_light

    def _images_in(self, content: bytes, number: int) -> tuple[DrawnImage, ...]:
        return tuple(self._painted(content, 0, self._named_by(number), MAX_FORM_DEPTH))

    def _stream(self, number: int) -> Any:
        return mupdf.pdf_open_contents_stream(self._pdf_below(), mupdf.pdf_dict_gets(self._page_object(number), "Contents"))

    def _pdf_below(self) -> Any:
        return mupdf.pdf_document_from_fz_document(self._pdf.this) if isinstance(self._pdf.this, mupdf.FzDocument) else self._pdf.this

    def _page_object(self, number: int) -> Any:
        return mupdf.pdf_lookup_page_obj(self._pdf_below(), number - 1)

    def _named_by(self, number: int) -> _Named:
        """What the page's resources name; many files have one list for all pages."""
        resources = mupdf.pdf_dict_get_inheritable(self._page_object(number), mupdf.PDF_ENUM_NAME_Resources)
        xref = int(mupdf.pdf_to_num(resources)) if resources.m_internal else 0
        if not xref:
            return self._listed(resources)
        if xref not in self._named:
            self._named[xref] = self._listed(resources)
        return self._named[xref]

    def _listed(self, resources: Any) -> _Named:
        named = _Named({}, {})
        if resources.m_internal:
            _list_named(resources.m_internal, 0, named, set())
        return named

    def _painted(self, content: bytes, owner: int, named: _Named, depth: int) -> Iterator[DrawnImage]:
        for name in _painted_names(content):
            if (owner, name) in named.images:
                yield named.images[owner, name]
            elif depth and (owner, name) in named.forms:
                form = named.forms[owner, name]
                yield from self._painted(self._pdf.xref_stream(form) or b"", form, named, depth - 1)


def _list_named(resources: Any, owner: int, named: _Named, seen: set[int]) -> None:
    """Images and forms named by these resources, and by those of the forms. By the bare objects, which the file holds: the library's own
    lists take four times as long."""
    if mupdf.ll_pdf_mark_obj(resources):
        return
    try:
        objects = mupdf.ll_pdf_dict_gets(resources, "XObject")
        inner = [_note_named(objects, place, owner, named) for place in range(mupdf.ll_pdf_dict_len(objects))]
        for xref, own in inner:
            if own is not None:
                if xref in seen:
                    return
                seen.add(xref)
                _list_named(own, xref, named, seen)
    finally:
        mupdf.ll_pdf_unmark_obj(resources)


def _note_named(objects: Any, place: int, owner: int, named: _Named) -> tuple[int, Any]:
    """One named object; told are its number, if it is a stream, and its own resources."""
    given = mupdf.ll_pdf_dict_get_val(objects, place)
    xref = mupdf.ll_pdf_to_num(given)
    kind = mupdf.ll_pdf_to_name(mupdf.ll_pdf_dict_gets(given, "Subtype"))
    # As the instructions are searched for it: byte by byte.
    name = mupdf.ll_pdf_to_name(mupdf.ll_pdf_dict_get_key(objects, place)).encode("utf-8", "surrogateescape").decode("latin-1")
    if kind == "Image":
        smask = mupdf.ll_pdf_to_num(mupdf.ll_pdf_dict_getsa(given, "SMask", "Mask"))
        width, height = (mupdf.ll_pdf_to_int(mupdf.ll_pdf_dict_getsa(given, *side)) for side in (("Width", "W"), ("Height", "H")))
        named.images[owner, name] = DrawnImage(xref, smask, width, height)
    elif kind == "Form":
        named.forms[owner, name] = xref
    return xref if mupdf.ll_pdf_is_stream(given) else 0, mupdf.ll_pdf_dict_gets(given, "Resources")


def stream_length(pdf: Any, xref: int) -> int:
    """The length of an object's stream as its dictionary has it."""
    kind, value = pdf.xref_get_key(xref, "Length")
    return int(value) if kind == "int" else 0


def _painted_names(content: bytes) -> Iterator[str]:
    """The names before paint operators. The operators are looked for, not the names: those are few among many."""
    at = content.find(b"Do")
    while at >= 0:
        start = content.rfind(b"/", max(at - MAX_OPERAND_BYTES, 0), at)
        found = PAINT_OPERATOR.match(content, start) if start >= 0 else None
        if found is not None and found.end() == at + 2:
            yield found[1].decode("latin-1")
        at = content.find(b"Do", at + 2)
