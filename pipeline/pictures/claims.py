"""Claims of SKUs to pictures, before it is decided which of them hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SPATIAL, GRID, ID, PAGE = "spatial_proximity", "grid_alignment", "id_matching", "page_inheritance"
# So many times larger than another, a picture shows the product and the other something of it.
DOMINANT = 3.0


@dataclass(frozen=True, slots=True)
class Claim:
    """A SKU's claim to a picture."""

    sku: int
    picture: int
    method: str
    confidence: float


def one_each(claims: Iterable[Claim]) -> list[Claim]:
    """The surest claim of each SKU to each picture."""
    best: dict[tuple[int, int], Claim] = {}
    for claim in claims:
        key = (claim.sku, claim.picture)
        if key not in best or claim.confidence > best[key].confidence:
            best[key] = claim
    return list(best.values())


def ranked_claims(claims: Iterable[Claim]) -> dict[int, list[Claim]]:
    """The claims of each SKU that has any, the surest first."""
    own: dict[int, list[Claim]] = {}
    for claim in sorted(one_each(claims), key=lambda claim: (claim.sku, -claim.confidence, claim.picture)):
        own.setdefault(claim.sku, []).append(claim)
    return own
