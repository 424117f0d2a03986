"""From C_doc to a route, and from a page's confidence to machine or person (SPEC 14)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from uuid import UUID

from configs.profiles import Profile
from pdfsku.shared.choices import DegradeReason, RouteDecision
from pipeline.evaluation import DocumentScore


@dataclass(frozen=True)
class Route:
    """Where a document goes, with a reason a person understands."""

    decision: RouteDecision
    reason: str
    degrade_reason: DegradeReason | None = None


def route_document(score: DocumentScore, profile: Profile) -> Route:
    confidence = score.doc_confidence
    said = f"confidence {confidence:.2f} ({_because(score)})"
    if confidence >= profile.threshold_auto:
        return Route(RouteDecision.AUTO, f"{said} reaches A = {profile.threshold_auto:.2f}")
    if confidence >= profile.threshold_human:
        return Route(RouteDecision.HYBRID, f"{said} lies between B = {profile.threshold_human:.2f} and A = {profile.threshold_auto:.2f}")
    return Route(RouteDecision.HUMAN_ALL, f"{said} is below B = {profile.threshold_human:.2f}", DegradeReason.LOW_CONFIDENCE)


def page_needs_person(route: str, page_confidence: float, profile: Profile) -> bool:
    """In HYBRID a page under PV goes to people before import; in AUTO only a hard failure does, which is no question of confidence."""
    return route == RouteDecision.HYBRID and page_confidence < profile.threshold_page


def is_audited(job_id: UUID, page_number: int, rate: float) -> bool:
    """Whether an imported page is also shown to a person; a hash decides, so that the choice can be repeated (SPEC 19)."""
    digest = hashlib.sha256(f"{job_id}:{page_number}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64 < rate


def _because(score: DocumentScore) -> str:
    parts = [f"{name.replace('_', ' ')} {value:.2f}" for name, value in score.dimension_scores.items()]
    if score.penalty:
        parts.append(f"penalty {score.penalty:.2f}")
    return ", ".join(parts)
