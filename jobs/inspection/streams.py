"""Unpacks streams without ever holding more than a step of them, and stops at the limit: how a bomb is found without going off."""

import zlib
from collections.abc import Iterator
from typing import TypeAlias

STEP_BYTES = 1 << 20
CHUNK_BYTES = 1 << 16
FLATE = frozenset({"FlateDecode", "Fl"})
ASCII = frozenset({"ASCII85Decode", "A85", "ASCIIHexDecode", "AHx"})
# Densest possible packing of the other general codecs: LZW's 12-bit codes of 4 KiB strings.
OTHER_PACKERS = frozenset({"LZWDecode", "LZW", "RunLengthDecode", "RL"})
TRANSPARENT = frozenset({"Crypt", "Identity"})
GENERAL = FLATE | ASCII | OTHER_PACKERS | TRANSPARENT
OTHER_RATIO = 4096
FLATE_RATIO = 1032
PICTURE_PROBE_BYTES = 1 << 14
ORDINARY_PICTURE_RATIO = 100

Chunks: TypeAlias = Iterator[bytes]


class StreamBomb(Exception):
    """A stream unpacks to more than any catalog has a use for."""


class StreamOpaque(Exception):
    """A chain of codecs that has to be left to the parser, which decodes it whole."""


def unpack(raw: bytes | memoryview, filters: list[str], *, limit_bytes: int) -> Chunks:
    """The content behind the filters, in pieces, up to the first picture codec, whose size its own dictionary bounds."""
    chunks: Chunks = (bytes(raw[start : start + CHUNK_BYTES]) for start in range(0, len(raw), CHUNK_BYTES))
    for name in filters:
        if name in FLATE:
            chunks = _inflate(chunks, limit_bytes)
        elif name in ASCII or name in OTHER_PACKERS:
            raise StreamOpaque
        elif name not in TRANSPARENT:
            break
    return chunks


def general_steps(filters: list[str]) -> int:
    """How many codecs come before the first that only a picture can be packed with."""
    return next((step for step, name in enumerate(filters) if name not in GENERAL), len(filters))


def unpacked_bytes(raw: bytes | memoryview, filters: list[str], *, limit_bytes: int) -> int:
    """How much the stream unpacks to; StreamBomb beyond the limit."""
    return sum(len(chunk) for chunk in unpack(raw, filters, limit_bytes=limit_bytes))


def most_bytes(raw_bytes: int, filters: list[str]) -> int:
    """The most that this many bytes could unpack to."""
    most = raw_bytes
    for name in filters:
        most *= FLATE_RATIO if name in FLATE else OTHER_RATIO if name in OTHER_PACKERS else 4 if name in ASCII else 1
    return most


def looks_like_a_picture(raw: bytes | memoryview, filters: list[str]) -> bool:
    """Whether picture data unpacks at the rate of pictures; a reader takes no more of it than width and height say anyway."""
    if len(filters) != 1 or filters[0] not in FLATE:
        return False
    try:
        probe = unpacked_bytes(raw[:PICTURE_PROBE_BYTES], filters, limit_bytes=PICTURE_PROBE_BYTES * ORDINARY_PICTURE_RATIO)
    except StreamBomb:
        return False
    return probe > 0 or len(raw) == 0


def _inflate(chunks: Chunks, limit_bytes: int) -> Chunks:
    engine = zlib.decompressobj()
    total = 0
    for chunk in chunks:
        waiting = chunk
        while waiting and not engine.eof:
            try:
                piece = engine.decompress(waiting, STEP_BYTES)
            except zlib.error:
                # A damaged stream ends here for a reader, too.
                return
            total += len(piece)
            if total > limit_bytes:
                raise StreamBomb
            yield piece
            waiting = engine.unconsumed_tail
