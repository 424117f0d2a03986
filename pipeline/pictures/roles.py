"""A picture's first role."""

from __future__ import annotations

from pipeline.pictures.assembly import Assembly
from pipeline.pictures.measure import Look
from pipeline.work import PageWork


def first_role(work: PageWork, assembly: Assembly, look: Look) -> tuple[str, float]:
    return "PRODUCT_MAIN", 0.5
