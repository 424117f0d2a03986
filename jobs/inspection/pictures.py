"""How large a picture is by its own words: codecs that make room for all of it before they look at the first dot."""

import struct

CODEC_HEADER_BYTES = 1 << 16
# Start of a codestream and of the marker that tells its size; boxes of a file around it may come before.
_JPX_SIZE = b"\xff\x4f\xff\x51"
_JBIG2_PAGE = 48
_UNKNOWN_HEIGHT = 0xFFFFFFFF


def pixels_of_jpx(head: bytes) -> int:
    """The dots of the reference grid."""
    at = head.find(_JPX_SIZE)
    if at < 0 or len(head) < at + 24:
        return 0
    right, bottom, left, top = struct.unpack_from(">IIII", head, at + 8)
    return max(0, right - left) * max(0, bottom - top)


def pixels_of_jbig2(head: bytes) -> int:
    """The dots of the page, if its segment is the first that is not shared; a page of unknown height grows by what comes."""
    if len(head) < 19 or head[4] & 0x3F != _JBIG2_PAGE:
        return 0
    # Behind number, flags, references and page (one byte or four) and the segment's length.
    width, height = struct.unpack_from(">II", head, 14 if head[4] & 0x40 else 11)
    return 0 if height == _UNKNOWN_HEIGHT else width * height
