"""MuPDF, through PyMuPDF's compiled part."""

import mmap
from typing import Any

from jobs.inspection.libraries import load_part

COMPACT = 1
AS_IT_IS = 0


def load() -> Any:
    """The compiled module, silent and for one thread."""
    library = load_part("pymupdf", "mupdf")
    library.reinit_singlethreaded()
    library.fz_set_error_callback(_overlook)
    library.fz_set_warning_callback(_overlook)
    return library


def open_memory(content: mmap.mmap) -> Any:
    """The document whose bytes these are; they must outlive it."""
    library = load_part("pymupdf", "mupdf")
    stream = library.fz_open_memory(library.python_buffer_data(memoryview(content)), len(content))
    return library.fz_open_document_with_stream("pdf", stream)


def printed(value: Any) -> bytes:
    """The canonical text of an object, or of a stream's dictionary."""
    library = load_part("pymupdf", "mupdf")
    text = library.fz_new_buffer(512)
    output = library.FzOutput(text)
    library.pdf_print_obj(output, value, COMPACT, AS_IT_IS)
    output.fz_close_output()
    return bytes(library.fz_buffer_extract_copy(text))


def _overlook(_message: str) -> None:
    """What MuPDF mends on its way is not worth a word."""
