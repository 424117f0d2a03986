"""How large a picture is by its own words: codecs that make room for all of it before they look at the first dot."""

import struct
from collections.abc import Callable, Iterator

# Start of a codestream and of the marker that tells its size; boxes of a file around it may come before.
_JPX_SIZE = b"\xff\x4f\xff\x51"
_JBIG2_PAGE = 48
_JBIG2_REGIONS = frozenset({4, 6, 7, 20, 22, 23, 36, 38, 39, 40, 42, 43})
_UNKNOWN = 0xFFFFFFFF
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_WITHOUT_LENGTH = frozenset({0x00, 0x01, *range(0xD0, 0xD9)})
_JPEG_SCAN = 0xDA


def pixels_of_jpx(content: bytes) -> int:
    """The dots of the reference grid."""
    at = content.find(_JPX_SIZE)
    if at < 0 or len(content) < at + 24:
        return 0
    right, bottom, left, top = struct.unpack_from(">IIII", content, at + 8)
    return max(0, right - left) * max(0, bottom - top)


def pixels_of_jbig2(content: bytes) -> int:
    """The dots of the page or of its largest region; a page of unknown height grows by what comes."""
    return max((width * height for width, height in _jbig2_sizes(content) if _UNKNOWN not in (width, height)), default=0)


def pixels_of_jpeg(content: bytes) -> int:
    """The dots of the frame: a progressive one is held whole, as coefficients."""
    at = content.find(b"\xff")
    while 0 <= at < len(content) - 9:
        marker = content[at + 1]
        if marker == _JPEG_SCAN:
            return 0
        length, _, height, width = struct.unpack_from(">HBHH", content, at + 2)
        if marker in _JPEG_FRAMES:
            return int(height * width)
        # Fillers and what has no length are passed as readers pass them: up to the next mark.
        has_length = marker != 0xFF and marker not in _JPEG_WITHOUT_LENGTH
        at = content.find(b"\xff", at + 2 + length if has_length else at + 1)
    return 0


def _jbig2_sizes(content: bytes) -> Iterator[tuple[int, int]]:
    at = 0
    while at + 11 <= len(content):
        number, flags, count = struct.unpack_from(">IBB", content, at)
        at += 5
        references = count >> 5
        if references == 7:
            references = struct.unpack_from(">I", content, at)[0] & 0x1FFFFFFF
            at += 4 + (references + 8) // 8
        else:
            at += 1
        at += references * (1 if number <= 256 else 2 if number <= 65536 else 4) + (4 if flags & 0x40 else 1)
        if at + 12 > len(content):
            return
        length, width, height = struct.unpack_from(">III", content, at)
        if flags & 0x3F == _JBIG2_PAGE or flags & 0x3F in _JBIG2_REGIONS:
            yield width, height
        if length == _UNKNOWN:
            return
        at += 4 + length


PIXELS: dict[str, Callable[[bytes], int]] = {
    "JPXDecode": pixels_of_jpx,
    "JBIG2Decode": pixels_of_jbig2,
    "DCTDecode": pixels_of_jpeg,
    "DCT": pixels_of_jpeg,
}
