"""A page's record: what goes in comes out, and what was written in the old form is still read."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from pipeline.geometry import Box
from pipeline.records import Attribute, Evidence, PageClass, PageResult, Receipt, Sku, StageTrace
from pipeline.rows import as_record, from_record


def result() -> PageResult:
    box = Box(10.125, 10, 60, 20)
    value = Attribute("model", '价格 "Ä"', Evidence(1, box, "quoted", 0.9, more=((2, box),)))
    sku = Sku(1, box, (value,), confidence=0.9, validity="valid", status="VALIDATED", sku_id="sku_x_p1_1")
    return PageResult(1, PageClass("A", "L4", 0.9), False, 0.9, (sku,), (), (), Receipt(()), trace=(StageTrace("parse", 1.0, ()),))


def test_a_record_gives_the_result_back_without_its_times() -> None:
    assert from_record(as_record(result())) == replace(result(), trace=())
    assert as_record(replace(result(), trace=())) == as_record(result())


def test_a_record_of_before_is_plain_json() -> None:
    assert from_record(msgspec.json.encode(result())) == result()
