"""Records as the neutral result format writes them: pages, SKUs, evidence, pictures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pipeline.records import STANDARD_ATTRIBUTES, Attribute, Binding, Image, PageResult, Price, Sku

Json = dict[str, Any]


def page_document(page: PageResult, elsewhere: Iterable[Image] = ()) -> Json:
    """One entry of `pages`. `elsewhere` are images of other pages, which a product that goes on over pages may have."""
    images = {image.image_id: image for image in (*elsewhere, *page.images)}
    bindings = _bindings_by_sku(page.bindings)
    return {
        "page": page.page_number,
        "page_type": page.page_class.page_type,
        "layout_type": page.page_class.layout_type,
        "blank": page.is_blank,
        "confidence": round(page.confidence, 4),
        "classification_confidence": round(page.page_class.confidence, 4),
        "size": [round(page.width_pt, 2), round(page.height_pt, 2)],
        "text_source": page.text_source.value,
        "table_continuation_from": page.table_continuation_from,
        "skus": [sku_document(sku, bindings.get(sku.sku_id, []), images) for sku in page.skus],
        "images": [image_document(image) for image in page.images],
        "receipt": page.receipt.counts(),
        "failures": [{"stage": f.stage, "category": f.category, "message": f.message} for f in page.failures],
    }


def sku_document(sku: Sku, bindings: list[Binding], images: Mapping[str, Image]) -> Json:
    """One SKU with its evidence, its own pictures (rank 1) and the runners-up."""
    standard: Json = dict.fromkeys(STANDARD_ATTRIBUTES)
    for attribute in sku.standard:
        standard[attribute.key] = price_document(attribute.price) if attribute.price else attribute.value
    return {
        "sku_id": sku.sku_id,
        **standard,
        "custom": _custom_values(sku),
        "confidence": round(sku.confidence, 4),
        "validity": sku.validity,
        "status": sku.status,
        "method": sku.method,
        "bbox": sku.box.rounded(),
        "evidence": {key: evidence_document(attribute) for key, attribute in _named_attributes(sku)},
        "images": [_binding_document(b, images) for b in bindings if b.rank == 1],
        "image_candidates": [_binding_document(b, images) for b in bindings if b.rank > 1],
        "errors": list(sku.errors),
    }


def price_document(price: Price) -> Json:
    document: Json = {"amount": price.amount, "currency": price.currency, "raw": price.raw}
    if price.tiers:
        document["tiers"] = [{"quantity": quantity, "amount": amount} for quantity, amount in price.tiers]
    if price.range:
        document["range"] = list(price.range)
    return document


def evidence_document(attribute: Attribute) -> Json:
    evidence = attribute.evidence
    document: Json = {
        "page": evidence.page_number,
        "bbox": evidence.box.rounded(),
        "quote": evidence.quote,
        "confidence": round(evidence.confidence, 4),
    }
    if evidence.more:
        document["more"] = [{"page": number, "bbox": box.rounded()} for number, box in evidence.more]
    return document


def image_document(image: Image) -> Json:
    return {
        "image_id": image.image_id,
        "role": image.role,
        "role_confidence": round(image.role_confidence, 4),
        "bbox": image.box.rounded(),
        "pixel_size": list(image.pixel_size),
        "short_edge": image.short_edge,
        "quality_grade": image.quality_grade,
        "search_eligible": image.search_eligible,
        "format": image.format,
        "phash": image.phash,
        "is_fragmented": image.is_fragmented,
        "is_duplicate": image.is_duplicate,
        "duplicate_of": image.duplicate_of or None,
    }


def image_file_name(image: Image) -> str:
    return f"{image.image_id}.{image.format}"


def _named_attributes(sku: Sku) -> list[tuple[str, Attribute]]:
    """Evidence keys: the attribute's own name, unless a custom one bears a standard attribute's name."""
    own = [(f"custom.{attribute.key}" if attribute.key in STANDARD_ATTRIBUTES else attribute.key, attribute) for attribute in sku.custom]
    return [*((attribute.key, attribute) for attribute in sku.standard), *own]


def _custom_values(sku: Sku) -> dict[str, str]:
    """Printed names to values; a name printed twice keeps both values."""
    values: dict[str, str] = {}
    for attribute in sku.custom:
        known = values.get(attribute.key)
        values[attribute.key] = attribute.value if known in (None, attribute.value) else f"{known}; {attribute.value}"
    return values


def _bindings_by_sku(bindings: Iterable[Binding]) -> dict[str, list[Binding]]:
    by_sku: dict[str, list[Binding]] = {}
    for binding in bindings:
        by_sku.setdefault(binding.sku_id, []).append(binding)
    return by_sku


def _binding_document(binding: Binding, images: Mapping[str, Image]) -> Json:
    image = images[binding.image_id]
    return {
        "image_id": image.image_id,
        "page": image.page_number,
        "bbox": image.box.rounded(),
        "role": image.role,
        "method": binding.method,
        "confidence": round(binding.confidence, 4),
        "is_ambiguous": binding.is_ambiguous,
    }


def attribute_texts(attributes: Mapping[str, Any]) -> Json:
    """Standard attributes as a person reads them; a price as it was printed."""
    texts = {key: attributes.get(key) for key in STANDARD_ATTRIBUTES if attributes.get(key)}
    if isinstance(price := texts.get("price"), dict):
        texts["price"] = f"{price.get('amount', '')} {price.get('currency') or ''}".strip()
    return texts
