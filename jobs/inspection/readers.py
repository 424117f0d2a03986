"""Two ways to see the objects of a PDF. qpdf is quick to start and strict; MuPDF is what the rest of the product reads with, and mends more.

Imported in confined processes only; each reader loads its library when it is made.
"""

import mmap
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from typing import Any

LIMIT_MESSAGE = "limit exceeded"
NOTHING = (b"", b"null")


class PasswordNeeded(Exception):
    """The file does not open without a password, or with a scheme nobody here can undo."""


class Unreadable(Exception):
    """The parser cannot make a document of the file."""


class LimitReached(Exception):
    """The parser stopped unpacking a stream at the limit it was given."""


@dataclass(frozen=True)
class Item:
    """One object: its number, its canonical text (of a stream: of its dictionary), and whether it is a stream."""

    number: int
    text: bytes
    is_stream: bool


def standard_input() -> mmap.mmap:
    """The file under inspection, mapped: however large, it takes no memory of ours."""
    return mmap.mmap(sys.stdin.fileno(), 0, access=mmap.ACCESS_READ)


def open_random_device() -> None:
    """qpdf opens it when it first meets encryption, and keeps it: let that be while it still may."""
    pikepdf: Any = import_module("pikepdf")
    with pikepdf.new() as empty:
        empty.save(BytesIO(), encryption=pikepdf.Encryption(user="", owner="", R=6))


class Reader(ABC):
    """An opened document, object by object."""

    @abstractmethod
    def object_count(self) -> int:
        """How many objects there are."""

    @abstractmethod
    def items(self) -> Iterator[Item]:
        """Every object that a viewer could reach, and those it could not."""

    @abstractmethod
    def text(self, number: int) -> bytes:
        """The canonical text of one object."""

    @abstractmethod
    def raw(self, number: int) -> bytes | memoryview:
        """A stream as it is packed, decrypted."""

    @abstractmethod
    def decoded(self, number: int) -> bytes:
        """A stream unpacked by the parser, at most to its limit."""


class QpdfReader(Reader):
    """The document as qpdf sees it."""

    def __init__(self, *, stream_bytes: int) -> None:
        pikepdf: Any = import_module("pikepdf")
        settings: Any = import_module("pikepdf.settings")
        self._library = pikepdf
        self._warnings: list[str] = []
        settings.set_qpdf_limits(
            flate_max_memory=stream_bytes, run_length_max_memory=stream_bytes, png_max_memory=stream_bytes, tiff_max_memory=stream_bytes,
            parser_max_container_size_damaged=1_000_000, max_stream_filters=16,
        )  # fmt: skip
        with self.translated_errors():
            # Mapped: read through Python's file object, half a million objects take four times as long.
            self.pdf = pikepdf.open(
                sys.stdin.buffer, inherit_page_attributes=False, suppress_warnings=True, access_mode=pikepdf.AccessMode.mmap_only
            )
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
        for number in self._generations:
            entry = self._object(number)
            # Numbers and the like arrive as plain values and can carry nothing.
            if isinstance(entry, self._library.Stream):
                yield Item(number, entry.stream_dict.unparse(resolved=True), is_stream=True)
            elif isinstance(entry, self._library.Object):
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

    def decoded(self, number: int) -> bytes:
        entry = self._object(number)
        if not isinstance(entry, self._library.Stream):
            return b""
        try:
            # Run lengths are special to qpdf and would be left packed by default.
            return bytes(entry.read_bytes(decode_level=self._library.StreamDecodeLevel.specialized))
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

    def _object(self, number: int) -> object:
        return self.pdf.get_object(number, self._generations.get(number, 0))


class MupdfReader(Reader):
    """The document as MuPDF sees it."""

    def __init__(self, content: mmap.mmap) -> None:
        pymupdf: Any = import_module("pymupdf")
        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
        try:
            self.document = pymupdf.open(stream=memoryview(content), filetype="pdf")
        except (RuntimeError, ValueError) as error:
            raise Unreadable(str(error)) from error
        if self.document.needs_pass:
            raise PasswordNeeded

    def page_count(self) -> int:
        """How many pages the rest of the product will see."""
        try:
            return int(self.document.page_count)
        except RuntimeError as error:
            raise Unreadable(str(error)) from error

    def object_count(self) -> int:
        return max(0, int(self.document.xref_length()) - 1)

    def items(self) -> Iterator[Item]:
        for number in range(1, self.document.xref_length()):
            text = self.text(number)
            if text not in NOTHING:
                yield Item(number, text, is_stream=self.document.xref_is_stream(number))

    def text(self, number: int) -> bytes:
        try:
            return str(self.document.xref_object(number, compressed=True)).encode("utf-8", "surrogateescape")
        except (RuntimeError, ValueError):
            return b""

    def raw(self, number: int) -> bytes | memoryview:
        try:
            return self.document.xref_stream_raw(number) or b""
        except (RuntimeError, ValueError):
            return b""

    def decoded(self, number: int) -> bytes:
        try:
            return self.document.xref_stream(number) or b""
        except (RuntimeError, ValueError):
            return b""
