"""Between records and rows: how a page's result stands in the tables, and how it is read back."""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec

from pdfsku.shared.choices import SKUValidity
from pipeline.documents import evidence_document, price_document
from pipeline.geometry import Box
from pipeline.models import Page, SKUImageBinding
from pipeline.records import Binding, PageResult
from pipeline.records import Image as ImageRecord
from pipeline.records import Sku as SkuRecord

BACKEND = "rules"


_record_decoder = msgspec.json.Decoder(PageResult)


def as_record(result: PageResult) -> bytes:
    """A page's result as it is kept, without the pictures' bytes and the times, so that the same file gives the same record.

    JSON, compressed here: the database would take it apart and compress it again, which took longer than any other part of a save.
    """
    images = tuple(replace(image, data=b"") for image in result.images)
    return zlib.compress(msgspec.json.encode(replace(result, images=images, trace=())), level=1)


def from_record(record: bytes | memoryview) -> PageResult:
    return _record_decoder.decode(record_json(record))


def record_json(record: bytes | memoryview) -> bytes:
    """The JSON of a record. Those written before records were compressed are JSON as they are."""
    return bytes(record) if bytes(record[:1]) == b"{" else zlib.decompress(record)


def sku_key(page: Page, sku_id: str) -> str:
    """Unique over all jobs, though the same file gives the same local ids."""
    return f"{page.job_id}:{sku_id}"


def local_sku_id(key: str) -> str:
    return key.partition(":")[2]


def sku_columns(page: Page, sku: SkuRecord) -> dict[str, Any]:
    return {
        "sku_id": sku_key(page, sku.sku_id),
        "job_id": page.job_id,
        "page_number": page.page_number,
        "attempt_no": page.attempt_no,
        "validity": sku.validity or SKUValidity.INVALID,
        **sku_values(sku),
        "confidence": sku.confidence,
        "source_bbox": as_xywh(sku.box),
    }


def sku_values(sku: SkuRecord) -> dict[str, Any]:
    """The columns of `skus` that a join with another page may change."""
    return {
        "attributes": {item.key: price_document(item.price) if item.price else item.value for item in sku.standard},
        "custom_attributes": [{"key": item.key, "value": item.value} for item in sku.custom],
        "evidence": {
            "standard": {item.key: evidence_document(item) for item in sku.standard},
            "custom": [evidence_document(item) for item in sku.custom],
            "bbox": sku.box.rounded(),
            "method": sku.method,
            "errors": list(sku.errors),
        },
        "source_text": sku.source_text or None,
    }


def image_columns(page: Page, image: ImageRecord, path: str) -> dict[str, Any]:
    return {
        "image_id": image.image_id,
        "job_id": page.job_id,
        "page_number": page.page_number,
        "role": image.role,
        "bbox": as_xywh(image.box),
        "extracted_path": path,
        "format": image.format,
        "resolution": list(image.pixel_size),
        "short_edge": image.short_edge,
        "quality_grade": image.quality_grade,
        "file_size_kb": -(-len(image.data) // 1024) if image.data else None,
        "search_eligible": image.search_eligible,
        "is_fragmented": image.is_fragmented,
        "image_hash": image.phash,
        "is_duplicate": image.is_duplicate,
        "dedup_kept_version": image.duplicate_of or None,
        "parser_backend": BACKEND,
    }


def binding_row(page: Page, binding: Binding, role: str | None) -> SKUImageBinding:
    return SKUImageBinding(
        sku_id=sku_key(page, binding.sku_id),
        image_id=binding.image_id,
        job=page.job,
        image_role=role,
        binding_method=binding.method,
        binding_confidence=binding.confidence,
        is_ambiguous=binding.is_ambiguous,
        rank=binding.rank,
    )


def page_values(result: PageResult) -> dict[str, Any]:
    """The columns of `pages` that a result fills."""
    milliseconds = {step.stage: step.milliseconds for step in result.trace}
    return {
        "page_confidence": result.confidence,
        "page_type": result.page_class.page_type,
        "layout_type": result.page_class.layout_type,
        "classification_confidence": result.page_class.confidence,
        "table_continuation_from": result.table_continuation_from,
        "validation_errors": [f"{failure.stage}: {failure.category}: {failure.message}" for failure in result.failures] or None,
        "parse_time_ms": round(sum(milliseconds.values()) - milliseconds.get("ocr", 0.0)),
        "ocr_time_ms": round(milliseconds.get("ocr", 0.0)),
        "parser_backend": BACKEND,
        "record": as_record(result),
        "features": {"receipt": result.receipt.counts(), "ignored_by": _rules_of(result), "trace": _trace(result), **result.features},
    }


def _rules_of(result: PageResult) -> dict[str, int]:
    """How many blocks and pictures each rule explained."""
    return dict(sorted(Counter(f"{entry.disposition}:{entry.rule}" for entry in result.receipt.entries).items()))


def _trace(result: PageResult) -> dict[str, Any]:
    """Stages with their milliseconds and the rules that fired; which backend, which model, how many tokens."""
    stages = [{"stage": step.stage, "ms": round(step.milliseconds, 2), "rules": list(step.rules)} for step in result.trace]
    return {"stages": stages, "backend": BACKEND, "model": None, "tokens": 0, "calls": 0}


def as_xywh(box: Box) -> list[int]:
    """The dictionary's form of a box: whole points, `[x, y, width, height]`."""
    return [round(box.x0), round(box.y0), round(box.width), round(box.height)]
