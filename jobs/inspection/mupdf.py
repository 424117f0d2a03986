"""MuPDF, through PyMuPDF's compiled part."""

from typing import Any

from jobs.inspection.libraries import load_part

COMPACT = 1
AS_IT_IS = 0
STANDARD_INPUT = "/dev/fd/0"


def load() -> Any:
    """The compiled module, silent and for one thread."""
    library = load_part("pymupdf", "mupdf")
    library.reinit_singlethreaded()
    library.fz_set_error_callback(_overlook)
    library.fz_set_warning_callback(_overlook)
    return library


def standard_input() -> Any:
    """The file, opened anew while that can be done. As memory, MuPDF would not survive more than 2 GiB of it."""
    return load_part("pymupdf", "mupdf").fz_open_file(STANDARD_INPUT)


def open_document(stream: Any) -> Any:
    """The document in the file."""
    library = load_part("pymupdf", "mupdf")
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
