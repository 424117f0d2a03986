"""qpdf, through pikepdf's compiled part."""

import sys
from io import BytesIO
from typing import Any

from jobs.inspection.libraries import load_part


def load() -> Any:
    """The compiled module and its settings."""
    load_part("pikepdf", "settings")
    return load_part("pikepdf", "_core")


def set_limits(**limits: int) -> None:
    """The most that qpdf may unpack, nest or hold."""
    load_part("pikepdf", "settings").set_qpdf_limits(**limits)


def open_standard_input() -> Any:
    """The document, mapped: read through Python's file object, half a million objects take four times as long."""
    core = load()
    return core.Pdf._open(
        sys.stdin.buffer, description="file", inherit_page_attributes=False, suppress_warnings=True, access_mode=core.AccessMode.mmap_only
    )


def open_random_device() -> None:
    """qpdf opens it when it first meets encryption by AES of 256 bits, and keeps it: let that be while it still may."""
    load().Pdf.new()._save(BytesIO(), fix_metadata_version=False, encryption={"user": "", "owner": "", "R": 6})
