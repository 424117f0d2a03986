"""Two ways to see the objects of a PDF. qpdf is quick to start and strict; MuPDF is what the rest of the product reads with, and mends more.

Imported in confined processes only; each reader loads its library when it is made.
"""

import mmap
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from jobs.inspection import mupdf, qpdf

LIMIT_MESSAGE = "limit exceeded"
NO_MEMORY_MESSAGE = "alloc"
NOTHING = (b"", b"null")
TRAILER = 0


class PasswordNeeded(Exception):
    """The file does not open without a password, or with a scheme nobody here can undo."""


class Unreadable(Exception):
    """The parser cannot make a document of the file."""


class LimitReached(Exception):
    """The parser stopped unpacking a stream at the limit it was given."""


class Item(NamedTuple):
    """One object: its number, its canonical text (of a stream: of its dictionary), and whether it is a stream."""

    number: int
    text: bytes
    is_stream: bool


def file_bytes() -> int:
    """How large the file under inspection is."""
    return os.fstat(sys.stdin.fileno()).st_size


def standard_input(length: int) -> mmap.mmap:
    """The beginning of the file under inspection, mapped: however large, it takes no memory of ours."""
    return mmap.mmap(sys.stdin.fileno(), length, access=mmap.ACCESS_READ)


class Reader(ABC):
    """An opened document, object by object."""

    @abstractmethod
    def object_count(self) -> int:
        """How many objects there are."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """The trailer, which has no number, and every object that a viewer could reach, and those it could not."""

    @abstractmethod
    def text(self, number: int) -> bytes:
        """The canonical text of one object."""

    @abstractmethod
    def raw(self, number: int) -> bytes | memoryview:
        """A stream as it is packed, decrypted."""

    @abstractmethod
    def decoded(self, number: int, *, steps: int) -> bytes:
        """A stream unpacked by the parser through its first codecs, at most to its limit."""


class QpdfReader(Reader):
    """The document as qpdf sees it."""

    def __init__(self, *, stream_bytes: int) -> None:
        self._library = qpdf.load()
        self._warnings: list[str] = []
        qpdf.set_limits(
            flate_max_memory=stream_bytes, run_length_max_memory=stream_bytes, png_max_memory=stream_bytes, tiff_max_memory=stream_bytes,
            parser_max_container_size_damaged=1_000_000, max_stream_filters=16,
        )  # fmt: skip
        with self.translated_errors():
            self.pdf = qpdf.open_standard_input()
            # The generation in force of each object; free numbers are none.
            self._generations = dict(key for key, entry in self.pdf.get_xref_table().items() if entry.type)

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        """qpdf parses late: its errors may come with any question."""
        try:
            yield
        except self._library.PasswordError as error:
            raise PasswordNeeded from error
        except (self._library.PdfError, self._library.QpdfRuntimeError) as error:
            raise (LimitReached if LIMIT_MESSAGE in str(error) else Unreadable)(str(error)) from error

    def object_count(self) -> int:
        return len(self._generations)

    def items(self) -> Iterator[Item]:
        yield Item(TRAILER, self.pdf.trailer.unparse(resolved=True), is_stream=False)
        find, stream, anything = self.pdf.get_object, self._library.Stream, self._library.Object
        for number, generation in self._generations.items():
            entry = find(number, generation)
            # Numbers and the like arrive as plain values and can carry nothing.
            if isinstance(entry, stream):
                yield Item(number, entry.stream_dict.unparse(resolved=True), is_stream=True)
            elif isinstance(entry, anything):
                yield Item(number, entry.unparse(resolved=True), is_stream=False)

    def text(self, number: int) -> bytes:
        entry = self._object(number)
        if isinstance(entry, self._library.Stream):
            return bytes(entry.stream_dict.unparse(resolved=True))
        return bytes(entry.unparse(resolved=True)) if isinstance(entry, self._library.Object) else str(entry).encode()

    def raw(self, number: int) -> bytes | memoryview:
        entry = self._object(number)
        try:
            return memoryview(entry.get_raw_stream_buffer()) if isinstance(entry, self._library.Stream) else b""
        except self._library.PdfError:
            return b""

    def decoded(self, number: int, *, steps: int) -> bytes:
        entry = self._object(number)
        if not isinstance(entry, self._library.Stream):
            return b""
        try:
            # Run lengths are special to qpdf and would be left packed by default.
            return bytes(self._only_first(entry, steps).read_bytes(decode_level=self._library.StreamDecodeLevel.specialized))
        except (self._library.PdfError, self._library.DataDecodingError) as error:
            if LIMIT_MESSAGE in str(error):
                raise LimitReached from error
            return b""

    def warnings(self) -> list[str]:
        """What had to be guessed so far, so that another reader may guess differently."""
        self._warnings += [str(warning) for warning in self.pdf.get_warnings()]
        return self._warnings

    def doubts(self) -> list[str]:
        """Why another reader, which may guess or decrypt differently, should look as well."""
        return [*self.warnings(), *(["encrypted"] if self.pdf.is_encrypted else [])]

    def _only_first(self, entry: Any, steps: int) -> Any:
        """The stream without its later codecs: of a chain with one that it does not know, qpdf undoes nothing."""
        chain, parameters = entry.stream_dict.get("/Filter"), entry.stream_dict.get("/DecodeParms")
        if not isinstance(chain, self._library.Array) or len(chain) <= steps:
            return entry
        shorter = self._library._new_stream(self.pdf, entry.read_raw_bytes())
        shorter.stream_dict["/Filter"] = list(chain)[:steps]
        if isinstance(parameters, self._library.Array):
            shorter.stream_dict["/DecodeParms"] = list(parameters)[:steps]
        return shorter

    def _object(self, number: int) -> object:
        return self.pdf.get_object(number, self._generations[number]) if number in self._generations else None


class MupdfReader(Reader):
    """The document as MuPDF sees it."""

    def __init__(self, stream: Any) -> None:
        self._library = mupdf.load()
        self._error = self._library.FzErrorBase
        try:
            document = mupdf.open_document(stream)
            self._pdf = self._library.pdf_document_from_fz_document(document)
        except self._error as error:
            raise Unreadable(str(error)) from error
        if self._library.fz_needs_password(document):
            raise PasswordNeeded

    def page_count(self) -> int:
        """How many pages the rest of the product will see."""
        try:
            return int(self._library.pdf_count_pages(self._pdf))
        except self._error as error:
            raise Unreadable(str(error)) from error

    def object_count(self) -> int:
        return max(0, int(self._library.pdf_xref_len(self._pdf)) - 1)

    def items(self) -> Iterator[Item]:
        yield Item(TRAILER, mupdf.printed(self._library.pdf_trailer(self._pdf)), is_stream=False)
        for number in range(1, self._library.pdf_xref_len(self._pdf)):
            text = self.text(number)
            if text not in NOTHING:
                yield Item(number, text, is_stream=self._is_stream(number))

    def text(self, number: int) -> bytes:
        if not 0 < number < self._library.pdf_xref_len(self._pdf):
            return b""
        try:
            return mupdf.printed(self._library.pdf_load_object(self._pdf, number))
        except self._error:
            return b""

    def raw(self, number: int) -> bytes | memoryview:
        return self._content(number, self._library.pdf_load_raw_stream_number)

    def decoded(self, number: int, *, steps: int) -> bytes:
        # MuPDF knows all codecs; those of pictures it bounds by the size they tell.
        return self._content(number, self._library.pdf_load_stream_number)

    def _is_stream(self, number: int) -> bool:
        try:
            return bool(self._library.pdf_obj_num_is_stream(self._pdf, number))
        except self._error:
            return False

    def _content(self, number: int, load: Callable[[Any, int], Any]) -> bytes:
        if not self._is_stream(number):
            return b""
        try:
            return bytes(self._library.fz_buffer_extract_copy(load(self._pdf, number)))
        except self._error as error:
            if NO_MEMORY_MESSAGE in str(error):
                raise LimitReached from error
            return b""
