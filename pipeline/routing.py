"""From C_doc to a route, and from a page's confidence to machine or person (SPEC 14)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from configs.profiles import Profile
from pdfsku.shared.choices import DegradeReason, RouteDecision
from pipeline.evaluation import DocumentScore
from pipeline.models import Evaluation

DIMENSION_LABELS = {
    "text_quality": gettext_lazy("legible text"),
    "structure": gettext_lazy("clear structure"),
    "classification": gettext_lazy("known kinds of pages"),
    "image_quality": gettext_lazy("good pictures"),
}
# Kept in one language; who reads an evaluation gets the reason in theirs.
_STORED_LANGUAGE = "en"


@dataclass(frozen=True)
class Route:
    """Where a document goes, with a reason a person understands."""

    decision: RouteDecision
    reason: str
    degrade_reason: DegradeReason | None = None


def route_document(score: DocumentScore, profile: Profile) -> Route:
    """C_doc from A on is AUTO, from B on HYBRID, else HUMAN_ALL."""
    decision, degraded = _decide(score.doc_confidence, profile)
    limits = {"A": profile.threshold_auto, "B": profile.threshold_human}
    with translation.override(_STORED_LANGUAGE):
        reason = _explain(decision, score.doc_confidence, limits, score.dimension_scores, score.weights, score.penalty)
    return Route(decision, reason, degraded)


def explain_route(evaluation: Evaluation) -> str:
    """Why a file went its way, in the reader's language."""
    return _explain(
        RouteDecision(evaluation.route),
        evaluation.doc_confidence,
        evaluation.thresholds_used or {},
        evaluation.dimension_scores,
        evaluation.weights_snapshot,
        float((evaluation.prescan or {}).get("total_penalty", 0.0)),
    )


def page_needs_person(route: str, page_confidence: float, profile: Profile) -> bool:
    """In HYBRID a page under PV goes to people before import; in AUTO only a hard failure does, which is no question of confidence."""
    return route == RouteDecision.HYBRID and page_confidence < profile.threshold_page


def is_audited(job_id: UUID, page_number: int, rate: float) -> bool:
    """Whether an imported page is also shown to a person; a hash decides, so that the choice can be repeated (SPEC 19)."""
    digest = hashlib.sha256(f"{job_id}:{page_number}".encode()).digest()
    return int.from_bytes(digest[:8]) / 2**64 < rate


def _decide(confidence: float, profile: Profile) -> tuple[RouteDecision, DegradeReason | None]:
    if confidence >= profile.threshold_auto:
        return RouteDecision.AUTO, None
    if confidence >= profile.threshold_human:
        return RouteDecision.HYBRID, None
    return RouteDecision.HUMAN_ALL, DegradeReason.LOW_CONFIDENCE


def _explain(
    decision: RouteDecision,
    confidence: float,
    limits: Mapping[str, float],
    scores: Mapping[str, float],
    weights: Mapping[str, float],
    penalty: float,
) -> str:
    known = {"sure": _percent(confidence), "auto": _percent(limits["A"]), "human": _percent(limits["B"])}
    said = {
        RouteDecision.AUTO: _(
            "The machine does this catalog alone: from the pages it sampled it is %(sure)s sure of it, and from %(auto)s on nobody need check."
        ),
        RouteDecision.HYBRID: _(
            "The machine reads this catalog, and people check the pages it is unsure of: from the pages it sampled it is %(sure)s sure"
            " of the whole, and only from %(auto)s on nobody need check."
        ),
        RouteDecision.HUMAN_ALL: _(
            "People do this catalog: from the pages it sampled the machine is only %(sure)s sure of it, and below %(human)s it does not try."
        ),
    }[decision] % known
    parts = [said, *_weakest(scores, weights)]
    if penalty:
        parts.append(_("A first look at all pages took off %(penalty)s.") % {"penalty": _percent(penalty)})
    return " ".join(parts)


def _weakest(scores: Mapping[str, float], weights: Mapping[str, float]) -> list[str]:
    """What cost most; nothing where nothing did."""
    losses = {name: weights.get(name, 0.0) * (1.0 - score) for name, score in scores.items()}
    name = max(losses, key=losses.__getitem__, default=None)
    if name is None or losses[name] <= 0:
        return []
    label = str(DIMENSION_LABELS.get(name, name))
    return [_("What it missed most: %(what)s (%(score)s).") % {"what": label, "score": _percent(scores[name])}]


def _percent(share: float) -> str:
    """Rounded down: 84.9 % does not reach 85 %."""
    return f"{int(100 * share + 1e-6)}%"
