"""Pages that hold far more than catalogs do: what is asked of them is counted, so that no reader compares everything with everything."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from pipeline import receipts
from pipeline.backends.base import Context
from pipeline.backends.rules.captions import gathering
from pipeline.backends.rules.captions.entries import page_entries
from pipeline.backends.rules.lists import layout
from pipeline.backends.rules.lists.panels import priced_lines
from pipeline.backends.rules.page import accounts, furniture, places
from pipeline.backends.rules.page.places import product_pictures
from pipeline.backends.rules.tables.grids import lattice
from pipeline.backends.rules.text import blocks, placement, raised
from pipeline.backends.rules.text.fragments import Fragment
from pipeline.backends.rules.text.records import Statement, style_of
from pipeline.backends.rules.text.spans import joined_span, joined_spans, span_of
from pipeline.backends.rules.values.inlinepairs import inline_pairs
from pipeline.geometry import Bands, Box, Tiles
from pipeline.records import Disposition, Fill, Line, PageContent, Picture, PictureKind, ReceiptEntry, Ruling, Word
from pipeline.stages.lines import make_line


def _word(text: str, x: float, y: float) -> Word:
    return Word(text, Box(x, y, x + 4 * len(text), y + 8), 8.0)


def _page(lines: tuple[Line, ...], pictures: tuple[Picture, ...] = ()) -> PageContent:
    words = tuple(word for line in lines for word in line.words)
    return PageContent(1, 595.0, 842.0, 0, words, lines, (), (), pictures)


def test_bands_give_only_what_stands_at_the_same_height_in_its_order() -> None:
    boxes = [Box(0, 800, 9, 808), Box(0, 100, 9, 108), Box(5, 96, 9, 300), Box(0, 400, 9, 408)]

    beside = Bands((box, place) for place, box in enumerate(boxes)).beside(Box(0, 101, 50, 107))

    assert beside == [1, 2]


def test_bands_of_a_boundless_box_are_few() -> None:
    assert Bands([(Box(0, -1e9, 1, 1e9), "all")]).beside(Box(0, 10, 1, 12)) == ["all"]


def test_bands_are_as_low_as_the_rows_they_hold() -> None:
    rows = [Box(0, 2.0 * number, 9, 2.0 * number + 1.5) for number in range(400)]

    beside = Bands((box, place) for place, box in enumerate(rows)).beside(Box(0, 200.2, 50, 201.0))

    assert 100 in beside
    assert len(beside) <= 4


def test_tiles_give_only_what_stands_around_in_its_order() -> None:
    boxes = [Box(x, y, x + 30, y + 12) for x in range(0, 3000, 40) for y in range(0, 3000, 20)]
    asked = Box(100, 100, 150, 130)

    around = Tiles((box, place) for place, box in enumerate(boxes)).around(asked)

    meeting = [place for place, box in enumerate(boxes) if box.intersection(asked) is not None]
    assert set(meeting) <= set(around)
    assert around == sorted(around)
    assert len(around) < 40


def test_tiles_keep_what_is_as_large_as_the_page() -> None:
    far = [(Box(500, 500, 509, 509), "far")] * 40
    tiles = Tiles([(Box(0, 0, 9, 9), "small"), (Box(-1e9, -1e9, 1e9, 1e9), "all"), *far])

    assert tiles.around(Box(2, 2, 3, 3)) == ["small", "all"]
    assert len(tiles.around(Box(-1e9, -1e9, 1e9, 1e9))) == 42


def test_pictures_of_a_page_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    page = _page((), (Picture(Box(100, 100, 200, 200), PictureKind.XOBJECT, 5),))
    asked: Counter[str] = Counter()
    monkeypatch.setattr(places, "_distinct", lambda boxes: asked.update(["distinct"]) or list(boxes))

    first, second = product_pictures(page), product_pictures(page)

    assert first == second == [Box(100, 100, 200, 200)]
    assert first is not second
    assert asked["distinct"] == 1


def test_captions_of_the_same_lines_are_understood_once() -> None:
    page = _page((make_line([_word("Chair", 50, 50)]), make_line([_word("AB-12", 50, 60)])))

    first, second = (page_entries(page.lines, page, Context(), ()) for _ in range(2))

    assert first
    assert all(one is two for one, two in zip(first, second, strict=True))


def test_a_long_paragraph_is_searched_for_labels_at_its_end_alone() -> None:
    words = [_word("steel", 5.0 + 25 * place, 50) for place in range(5000)]
    asked: Counter[str] = Counter()

    found = inline_pairs(Statement(None, span_of(words), 0, style_of(words), 0), lambda text: asked.update([text]))

    assert found == []
    assert asked.total() < 500


def test_a_list_of_thousands_of_codes_is_not_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(make_line([_word(f"AB-{number:04d}", 40 + 60 * (number % 8), 40 + 20 * (number // 8))]) for number in range(1200))
    page = _page(lines)
    entries = page_entries(lines, page, Context(), ())
    monkeypatch.setattr(gathering, "_partner", lambda *_: pytest.fail("each was compared with each"))

    assert len(gathering.gather(entries * 2, ())) == 2 * len(entries) > gathering.MAX_GATHERED


def test_the_usual_size_is_found_once_for_a_receipt(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    monkeypatch.setattr(receipts, "usual_size", lambda _: asked.update(["size"]) or 8.0)
    lines = tuple(make_line([_word("text", 40, 100 + 10 * number)]) for number in range(50))

    class Work:
        skus, explained, page_class = (), (), None

    entries = list(receipts._text_entries(Work(), _page(lines), ()))  # type: ignore[arg-type]

    assert len(entries) == 50
    assert asked["size"] == 1


def test_captions_look_for_their_pictures_around_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    pictures = [Box(x, y, x + 40, y + 40) for x in range(0, 4000, 100) for y in range(0, 4000, 100)]
    captions = [Box(box.x0, box.y1 + 4, box.x1, box.y1 + 20) for box in pictures]
    asked: Counter[str] = Counter()
    shares = places._shares_column
    monkeypatch.setattr(places, "_shares_column", lambda *boxes: asked.update(["side"]) or shares(*boxes))

    assert places.own_pictures(captions, pictures) == pictures
    assert asked["side"] < 60 * len(pictures)


def test_titles_of_a_long_price_list_are_weighed_against_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(make_line([_word("Chair", 40, 20.0 * row), _word("12.50", 300, 20.0 * row)]) for row in range(300))
    asked: Counter[str] = Counter()
    look = layout.style_of
    monkeypatch.setattr(layout, "style_of", lambda words: asked.update(["look"]) or look(words))

    panels = layout.find_panels(priced_lines(lines), lines)

    assert [len(panel.lines) for panel in panels] == [300]
    assert asked["look"] <= 2 * len(lines)


def test_rows_of_a_long_paragraph_are_put_together_at_once() -> None:
    rows = [span_of([_word("steel", 5, 10), _word("tube", 30, 10)]), span_of([_word("钢", 5, 20)]), span_of([_word("管", 5, 30)])]

    assert joined_spans(rows) == joined_span(joined_span(rows[0], rows[1]), rows[2])
    assert joined_spans(rows).text == "steel tube 钢管"


def test_heads_of_a_crowded_page_are_compared_with_what_stands_under_them(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = tuple(make_line([_word("text", 5.0 + 20 * column, 2.0 + 9 * row)]) for row in range(90) for column in range(28))
    asked: Counter[str] = Counter()
    around = Tiles.around
    monkeypatch.setattr(Tiles, "around", lambda tiles, box: asked.update(one=len(found := around(tiles, box))) or found)

    aside = furniture.furniture(lines, _page(lines))

    assert set(aside.values()) <= {"page_head", "page_foot"}
    assert asked["one"] < 30 * len(lines)


def test_a_row_is_compared_with_what_stands_over_it_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Fragment(make_line([_word("steel", 40.0 * column, 10.0 * row)]), ()) for row in range(60) for column in range(60)]
    asked: Counter[str] = Counter()
    look = blocks._may_follow
    monkeypatch.setattr(blocks, "_may_follow", lambda *pair: asked.update(["pair"]) or look(*pair))

    chains = blocks._chains(rows, ())

    assert [len(chain) for chain in chains] == [60] * 60
    assert asked["pair"] < 4 * len(rows)


def test_a_chain_left_far_above_stays_as_it_is() -> None:
    first, far, after = (Fragment(make_line([_word("steel", x, y)]), ()) for x, y in ((5, 10), (300, 60), (5, 19)))

    assert blocks._chains([first, far, after], ()) == [[first], [far], [after]]
    assert blocks._chains([first, after], ()) == [[first, after]]


def test_small_figures_are_looked_for_beside_the_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [
        (_word("12", 40.0 * x, 20.0 * y), Word("99", Box(40.0 * x + 8, 20.0 * y, 40.0 * x + 12, 20.0 * y + 3), 3.0))
        for x in range(30)
        for y in range(30)
    ]
    fragments = [Fragment(make_line([word]), ()) for pair in words for word in pair]
    asked: Counter[str] = Counter()
    look = raised._is_raised
    monkeypatch.setattr(raised, "_is_raised", lambda *pair: asked.update(["pair"]) or look(*pair))

    made = raised.with_raised_cents(fragments)

    assert [item.span.text for item in made if item.span] == ["12.99"] * len(words)
    assert asked["pair"] < 10 * len(words)


def test_a_caption_of_many_rows_knows_its_words_as_it_grows() -> None:
    rows = [span_of([_word("steel", 5, 10.0 * row), _word("tube", 30, 10.0 * row)]) for row in range(3)]
    asked = [row.words for row in rows]

    whole = joined_span(joined_span(rows[0], rows[1]), rows[2])

    assert whole._words == tuple(word for words in asked for word in words)
    assert joined_span(rows[0].part(0, 3), rows[0].part(3, 5)).words == rows[0].words[:1]


def test_the_value_beside_a_label_is_the_first_free_one_on_its_row() -> None:
    label = _word("Weight", 40, 100).box
    items = [
        Fragment(make_line([_word(text, x, y)]), ())
        for text, x, y in (("far", 200, 100), ("off", 80, 112), ("near", 90, 102), ("left", 5, 100))
    ]
    rows = placement.Rows(items)

    assert rows.right_of(label) is items[2]
    assert rows.right_of(label, lambda item: item is not items[2]) is items[0]
    assert rows.right_of(label, lambda item: item.text == "off") is None


def test_paragraphs_are_looked_for_over_a_line_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = [Box(20.0 * column, 10.0 * row, 20.0 * column + 15, 10.0 * row + 8) for row in range(60) for column in range(60)]
    entries = [ReceiptEntry("text", box, Disposition.IN_REVIEW, "unexplained_text", "text") for box in boxes]
    asked: Counter[str] = Counter()
    look = accounts._goes_on
    monkeypatch.setattr(accounts, "_goes_on", lambda *pair: asked.update(["pair"]) or look(*pair))

    paragraphs = accounts._paragraphs(entries)

    assert [len(rows) for rows in paragraphs] == [60] * 60
    assert asked["pair"] < 6 * len(entries)


def test_grids_look_for_paint_around_them_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    fills = tuple(Fill(Box(x, y, x + 20, y + 9), 0xDDDDDD) for x in range(0, 3000, 30) for y in range(0, 3000, 30))
    rulings = tuple(
        ruling
        for x in range(0, 3000, 300)
        for y in range(0, 3000, 300)
        for at in (0, 20, 40)
        for ruling in (Ruling(Box(x, y + at, x + 40, y + at), True, 0.5), Ruling(Box(x + at, y, x + at, y + 40), False, 0.5))
    )
    page = replace(_page(()), width_pt=3000.0, height_pt=3000.0, rulings=rulings, fills=fills)
    asked: Counter[str] = Counter()
    around = Tiles.around
    monkeypatch.setattr(Tiles, "around", lambda tiles, box: asked.update(one=len(found := around(tiles, box))) or found)

    assert len(lattice.find_lattices(page)) == 100
    assert asked["one"] < 2 * len(fills)


def test_photos_touch_only_those_around_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[str] = Counter()
    apart = places.apart

    def counted(one: Box, other: Box) -> float:
        asked["apart"] += 1
        return apart(one, other)

    monkeypatch.setattr(places, "apart", counted)
    boxes = [Box(x, y, x + 30, y + 40) for x in range(0, 2000, 40) for y in range(0, 2000, 50)]
    content = _page((), tuple(Picture(box, PictureKind.XOBJECT, xref=1) for box in boxes))

    taken = places.drawn_apart(content, boxes)

    assert taken == boxes
    assert asked["apart"] <= 30 * len(boxes)
