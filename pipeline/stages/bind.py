"""Bind."""

from __future__ import annotations

from pipeline.records import Binding, Image
from pipeline.work import PageWork


def bind_page(work: PageWork) -> tuple[tuple[Binding, ...], tuple[Image, ...]]:
    return (), work.images
