"""Products and tables that go on over pages."""

from __future__ import annotations

from pipeline.crosspage import LinkKind, join_pages
from pipeline.geometry import Box
from pipeline.records import Attribute, Binding, Evidence, PageClass, PageResult, Receipt, Sku


def sku(number: int, sku_id: str, *, method: str = "hero", y: float = 100.0, **found: str) -> Sku:
    box = Box(40, y, 500, y + 20)
    attributes = [Attribute(key, value, Evidence(number, box, value, 0.9)) for key, value in found.items()]
    standard = tuple(a for a in attributes if a.key in ("model", "name", "size", "price", "color"))
    custom = tuple(a for a in attributes if a not in standard)
    return Sku(number, box, standard, custom, method=method, sku_id=sku_id)


def page(number: int, *skus: Sku, bindings: tuple[Binding, ...] = ()) -> PageResult:
    kind = PageClass("B", "L1", 0.9)
    return PageResult(number, kind, False, 0.9, skus, (), bindings, Receipt(()), width_pt=595, height_pt=842)


def test_a_product_over_two_pages_is_one_on_its_first() -> None:
    first = page(1, sku(1, "a", model="YL-240", size="20cm"))
    second = page(2, sku(2, "b", model="YL-240", MOQ="100"), bindings=(Binding("b", "img2", "spatial", 0.9),))

    pages, links = join_pages([second, first])

    whole = pages[0].skus[0]
    assert [attribute.key for attribute in (*whole.standard, *whole.custom)] == ["model", "size", "MOQ"]
    assert whole.custom[0].evidence.page_number == 2
    assert pages[1].skus == ()
    assert pages[0].bindings[0].sku_id == "a"
    assert [link.kind for link in links] == [LinkKind.PRODUCT_CONTINUATION]


def test_contradicting_pages_are_not_joined() -> None:
    pages, links = join_pages([page(1, sku(1, "a", model="X-1", color="Red")), page(2, sku(2, "b", model="X-1", color="Blue", MOQ="5"))])

    assert [len(result.skus) for result in pages] == [1, 1]
    assert [link.kind for link in links] == [LinkKind.DUPLICATE]


def test_a_table_says_which_page_it_continues() -> None:
    above = page(1, *(sku(1, f"a{n}", method="table_ruled", y=300 + 20 * n, model=f"M-{n}", price="1") for n in range(20)))
    below = page(2, *(sku(2, f"b{n}", method="table_continued", y=60 + 20 * n, model=f"N-{n}", price="1") for n in range(5)))

    pages, links = join_pages([above, below])

    assert pages[1].table_continuation_from == 1
    assert [link.kind for link in links] == [LinkKind.TABLE_CONTINUATION]
