"""A first look at a catalog by the rules of the active profile: blank pages, text, pictures, and what they cost in confidence."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from jobs.inspection.sandbox import run_confined

PROGRAM = "jobs.inspection.pages"
# Pages that end their process cost a start each; a file with more of them than this is not worth the time.
MOST_FATAL_PAGES = 3


class PrescanFailed(Exception):
    """The file could not be looked through within the limits."""


@dataclass(frozen=True)
class PrescanRules:
    """The prescan rules of a threshold profile."""

    min_text_chars_for_blank: int = 20
    ocr_rate_penalty_threshold: float = 0.5
    ocr_rate_penalty_weight: float = 0.2
    no_images_penalty_weight: float = 0.1


@dataclass(frozen=True)
class PrescanLimits:
    """What looking may cost."""

    memory_bytes: int = 1024 * 1024 * 1024
    timeout_seconds: float = 60.0
    page_seconds: float = 8.0


@dataclass(frozen=True)
class Penalty:
    """One rule that counts against the document."""

    rule: str
    weight: float
    reason: str


@dataclass(frozen=True)
class Prescan:
    """What the first look found. Page numbers count from 1; unread pages ended the process that looked at them or came too late."""

    all_blank: bool
    blank_pages: tuple[int, ...]
    unread_pages: tuple[int, ...]
    penalties: tuple[Penalty, ...]
    total_penalty: float
    raw_metrics: Mapping[str, int | float]

    def as_record(self) -> dict[str, Any]:
        """As it is stored with the evaluation."""
        return {**asdict(self), "raw_metrics": dict(self.raw_metrics)}


@dataclass(frozen=True)
class _Look:
    total_pages: int
    facts: tuple[dict[str, Any], ...]
    unread_pages: tuple[int, ...]


DEFAULT_LIMITS = PrescanLimits()


def prescan(path: Path | str, rules: PrescanRules, page_limit: int | None = None, *, limits: PrescanLimits = DEFAULT_LIMITS) -> Prescan:
    """Looks at every page, or at the first `page_limit` ones; thread-safe. PrescanFailed if no page can be looked at in time."""
    look = _look_through(Path(path), rules, page_limit, limits)
    blank_pages = tuple(fact["page_no"] for fact in look.facts if fact["is_blank"])
    metrics = _metrics(look, blank_pages)
    penalties = tuple(_penalties(metrics, rules))
    return Prescan(
        all_blank=len(blank_pages) == look.total_pages,
        blank_pages=blank_pages,
        unread_pages=look.unread_pages,
        penalties=penalties,
        total_penalty=sum(penalty.weight for penalty in penalties),
        raw_metrics=metrics,
    )


def _metrics(look: _Look, blank_pages: tuple[int, ...]) -> dict[str, int | float]:
    filled = [fact for fact in look.facts if not fact["is_blank"]]
    seen = len(look.facts) + len(look.unread_pages)
    filled_count = len(filled) + len(look.unread_pages)
    return {
        "total_pages": look.total_pages,
        "blank_page_count": len(blank_pages),
        "blank_rate": len(blank_pages) / seen if seen else 1.0,
        "ocr_rate": sum(fact["has_usable_text"] for fact in filled) / filled_count if filled_count else 0.0,
        "image_count": sum(fact["image_count"] for fact in filled),
    }


def _penalties(metrics: Mapping[str, int | float], rules: PrescanRules) -> Iterator[Penalty]:
    if metrics["ocr_rate"] < rules.ocr_rate_penalty_threshold:
        reason = f"usable text on {metrics['ocr_rate']:.0%} of the filled pages, less than {rules.ocr_rate_penalty_threshold:.0%}"
        yield Penalty("ocr_rate_low", rules.ocr_rate_penalty_weight, reason)
    if metrics["image_count"] == 0:
        yield Penalty("no_images", rules.no_images_penalty_weight, "no picture in the document")


def _look_through(path: Path, rules: PrescanRules, page_limit: int | None, limits: PrescanLimits) -> _Look:
    """Starts anew behind a page that ends the process, a few times."""
    deadline = time.monotonic() + limits.timeout_seconds
    facts: list[dict[str, Any]] = []
    unread: list[int] = []
    total = 0
    while len(unread) <= MOST_FATAL_PAGES:
        arguments = {
            "first_page": len(facts) + len(unread) + 1,
            "last_page": page_limit,
            "page_seconds": limits.page_seconds,
            "min_text_chars": rules.min_text_chars_for_blank,
        }
        left = max(deadline - time.monotonic(), 0.0)
        outcome = run_confined(PROGRAM, path, memory_bytes=limits.memory_bytes, timeout_seconds=left, arguments=arguments)
        records = _records(outcome.said)
        total = records[0]["total_pages"] if records else total
        facts += [record for record in records if "page_no" in record]
        if outcome.is_timeout and facts:
            # Too slow to be looked through: what was not reached counts as unread, never as blank.
            rest = range(len(facts) + len(unread) + 1, min(page_limit or total, total) + 1)
            return _Look(total, tuple(facts), (*unread, *rest))
        if outcome.is_timeout:
            raise PrescanFailed(f"no page done within {limits.timeout_seconds:g} seconds")
        if not records:
            raise PrescanFailed(f"the file does not open: {outcome.complaint or 'killed'}")
        if "is_done" in records[-1]:
            return _Look(total, tuple(facts), tuple(unread))
        unread.append(len(facts) + len(unread) + 1)
    raise PrescanFailed(f"more than {MOST_FATAL_PAGES} pages cannot be read: {unread} {outcome.complaint}")


def _records(said: bytes) -> list[dict[str, Any]]:
    """The lines that were said to the end."""
    return [json.loads(line) for line in said.split(b"\n")[:-1]]
