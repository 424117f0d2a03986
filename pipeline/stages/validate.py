"""Validate: is what was read a SKU, how complete is it (SPEC 12), and how sure are we."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from pipeline.confidence import sku_confidences
from pipeline.options import Options, ValidityMode
from pipeline.records import STANDARD_ATTRIBUTES, PageContent, ReceiptEntry, Sku
from pipeline.variants import apply_granularity

VALID, INVALID = "valid", "invalid"
VALIDATED, PARTIAL, REFUSED = "VALIDATED", "PARTIAL", "INVALID"


def validate_page(content: PageContent, skus: Sequence[Sku], options: Options, entries: Sequence[ReceiptEntry] = ()) -> tuple[Sku, ...]:
    """The page's SKUs at the profile's granularity, each with status, validity, errors and confidence."""
    merged = apply_granularity(skus, options.granularity)
    confidences = sku_confidences(content, merged, entries)
    return tuple([judge(sku, options.validity_mode, confidence) for sku, confidence in zip(merged, confidences, strict=True)])


def judge(sku: Sku, mode: ValidityMode, confidence: float = 0.0) -> Sku:
    """Identity first, then what the mode wants beside it."""
    errors = (*sku.errors, *_faults(sku))
    status = _status(sku, mode)
    if status == REFUSED:
        errors = (*errors, "no_identity")
    elif status == PARTIAL:
        errors = (*errors, "identity_only")
    validity = VALID if status == VALIDATED else INVALID
    return replace(sku, status=status, validity=validity, errors=tuple(dict.fromkeys(errors)), confidence=confidence)


def _status(sku: Sku, mode: ValidityMode) -> str:
    """A model is an identity; a name is one with another standard attribute. Strict wants one more than that."""
    keys = {attribute.key for attribute in sku.standard}
    told = keys.intersection(STANDARD_ATTRIBUTES)
    needed = 1 if "model" in told else 2
    if not told or ("model" not in told and "name" not in told) or len(told) < needed:
        return REFUSED
    wanted = needed + 1 if mode is ValidityMode.STRICT else needed
    return VALIDATED if len(told) >= wanted else PARTIAL


def _faults(sku: Sku) -> list[str]:
    """What cannot be true of a printed SKU."""
    faults = []
    price = sku.get("price")
    if price is not None and price.price is not None and not _is_positive(price.price.amount):
        faults.append("price_not_positive")
    if price is not None and price.price is None:
        faults.append("price_not_understood")
    return faults


def _is_positive(amount: str) -> bool:
    try:
        return Decimal(amount) > 0
    except InvalidOperation:
        return False
