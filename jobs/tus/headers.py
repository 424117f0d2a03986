"""What a tus request says: its headers read strictly, before anything else happens."""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass
from typing import Any

from jobs.tus.writer import Checksum
from pdfsku.shared.errors import Code, Failure

Scope = dict[str, Any]

PATH = "/api/v1/uploads"
VERSION = "1.0.0"
EXTENSIONS = "creation,creation-with-upload,checksum,termination,expiration"
# name, also in hashlib: bytes of a digest
ALGORITHMS = {"sha1": 20, "sha256": 32}
METHODS = "OPTIONS, POST, HEAD, PATCH, DELETE"
CHUNK_TYPE = "application/offset+octet-stream"

MAX_METADATA_LENGTH = 8192
MAX_FILENAME_LENGTH = 255
PDF_TYPES = frozenset({"", "application/pdf", "application/x-pdf", "application/octet-stream"})

_NUMBER = re.compile(r"[0-9]{1,18}")
_KEY = re.compile(r"[!-+\--~]+")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


@dataclass(frozen=True)
class TusRequest:
    """The scope with the overriding method applied, and its headers by lower-case name."""

    scope: Scope
    method: str
    headers: dict[str, str]

    @classmethod
    def of(cls, scope: Scope) -> TusRequest:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1").strip() for name, value in scope["headers"]}
        method = str(headers.get("x-http-method-override") or scope["method"]).upper()
        # The CSRF check must see the method that will be carried out, not the one on the wire.
        return cls({**scope, "method": method}, method, headers)

    @property
    def root(self) -> str:
        """Where a proxy has mounted the site."""
        return str(self.scope.get("root_path", ""))

    @property
    def path(self) -> str:
        return str(self.scope["path"]).removeprefix(self.root)

    @property
    def content_length(self) -> int | None:
        """None for a body sent in pieces of unknown number."""
        if "transfer-encoding" in self.headers:
            return None
        return _number(self.headers.get("content-length", "0"), "Content-Length")

    @property
    def has_body(self) -> bool:
        return self.content_length != 0

    def require_version(self) -> None:
        if self.headers.get("tus-resumable") != VERSION:
            raise Failure(Code.TUS_VERSION_UNSUPPORTED)

    def require_chunk_type(self) -> None:
        if self.headers.get("content-type", "").partition(";")[0].strip().lower() != CHUNK_TYPE:
            raise Failure(Code.UNSUPPORTED_MEDIA_TYPE, expected=CHUNK_TYPE)

    def upload_offset(self) -> int:
        return _number(self.headers.get("upload-offset", ""), "Upload-Offset")

    def upload_length(self) -> int:
        """The declared length. A digit string too long for a number is too large, not malformed."""
        if "upload-defer-length" in self.headers:
            raise _invalid("Upload-Defer-Length")
        text = self.headers.get("upload-length", "")
        if re.fullmatch(r"[0-9]{19,}", text):
            raise Failure(Code.FILE_SIZE_EXCEEDED)
        return _number(text, "Upload-Length")

    def checksum(self) -> Checksum | None:
        text = self.headers.get("upload-checksum")
        if text is None:
            return None
        algorithm, _, encoded = text.partition(" ")
        if algorithm.lower() not in ALGORITHMS:
            raise Failure(Code.CHECKSUM_UNSUPPORTED, supported=sorted(ALGORITHMS))
        digest = _decode(encoded, "Upload-Checksum")
        if len(digest) != ALGORITHMS[algorithm.lower()]:
            raise _invalid("Upload-Checksum")
        return Checksum(algorithm.lower(), digest)

    def metadata(self) -> dict[str, str]:
        return parse_metadata(self.headers.get("upload-metadata", ""))


def parse_metadata(header: str) -> dict[str, str]:
    """`key base64, key base64, key`: keys once each, values text that the database can hold."""
    if len(header) > MAX_METADATA_LENGTH:
        raise _invalid("Upload-Metadata")
    metadata: dict[str, str] = {}
    for pair in header.split(",") if header else ():
        key, *values = pair.strip().split(" ")
        if not _KEY.fullmatch(key) or key in metadata or len(values) > 1:
            raise _invalid("Upload-Metadata")
        metadata[key] = _text(values[0]) if values else ""
    return metadata


def format_metadata(metadata: dict[str, str]) -> str:
    return ",".join(f"{key} {base64.b64encode(value.encode()).decode()}".rstrip() for key, value in metadata.items())


def pdf_filename(metadata: dict[str, str]) -> str:
    """The file's name as text; it is shown, never used as a path."""
    filename = metadata.get("filename", "")
    if not filename.lower().endswith(".pdf") or metadata.get("filetype", "").lower() not in PDF_TYPES:
        raise Failure(Code.INVALID_MIME)
    if len(filename) > MAX_FILENAME_LENGTH or _CONTROL.search(filename):
        raise Failure(Code.VALIDATION_FAILED, fields={"filename": ["The name is too long or has control characters."]})
    return filename


def _number(text: str, header: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _invalid(header)
    return int(text)


def _text(encoded: str) -> str:
    try:
        text = _decode(encoded, "Upload-Metadata").decode()
    except UnicodeDecodeError:
        raise _invalid("Upload-Metadata") from None
    if "\0" in text:
        raise _invalid("Upload-Metadata")
    return text


def _decode(encoded: str, header: str) -> bytes:
    try:
        return base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        raise _invalid(header) from None


def _invalid(header: str) -> Failure:
    return Failure(Code.VALIDATION_FAILED, fields={header: ["The header is missing or malformed."]})
