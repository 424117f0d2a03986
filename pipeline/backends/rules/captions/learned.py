"""Labels that no dictionary holds, known by what stands behind them in all captions of a page: `Ident: KX-204`, `Cover: linen`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pipeline.backends.rules.captions.records import Part
from pipeline.backends.rules.labels.lookup import tail_attribute
from pipeline.backends.rules.text.records import LabelLookup
from pipeline.backends.rules.text.spans import span_of
from pipeline.backends.rules.values.colors import names_color
from pipeline.backends.rules.values.forms import folded, word_list
from pipeline.backends.rules.values.kinds import Kind, bare_kind
from pipeline.backends.rules.values.materials import is_material
from pipeline.records import Word

MIN_CAPTIONS = 2
SURE_SHARE = 0.75
MIN_PARTS = 2
CALLED = (Kind.SIZE, Kind.MATERIAL, Kind.COLOR)
LEARNT = (Kind.MODEL, Kind.SIZE, Kind.MATERIAL, Kind.COLOR)


def with_learned_labels(blocks: Sequence[Sequence[Part]], lookup: LabelLookup) -> list[list[Part]]:
    """The parts of all blocks, those behind unknown labels with the kind that their values have."""
    values = _values_by_label(blocks, lookup)
    told = {part.kind for parts in blocks for part in parts}
    meanings = {label: kind for label, texts in values.items() if (kind := _meaning(texts)) is not None and kind not in told}
    # Two labels for one thing: neither says which of them is meant, unless one ends in its proper name, as `Sheet size` beside `Chip`.
    called = {label: kind for label, kind in meanings.items() if tail_attribute(label, lookup) == kind}
    counts = Counter(meanings.values())
    calls = Counter(called.values())
    sure = {label: kind for label, kind in meanings.items() if counts[kind] == 1 or (label in called and calls[kind] == 1)}
    parted = {label for label, kind in meanings.items() if kind is Kind.SIZE} if Kind.SIZE not in sure.values() else set()
    return [_with_called(_with_whole_size([_meant(part, sure) for part in parts], parted), lookup) for parts in blocks]


def _with_called(parts: list[Part], lookup: LabelLookup) -> list[Part]:
    """With what one label alone ends in the proper name of and its value bears out, where the block tells nothing else of that kind:
    `Case size  41 mm`; of goods with one side told and nothing else measured so, `Height  66 cm`, that is their size."""
    called = {id(part): kind for part in parts if (kind := _called(part, lookup)) is not None}
    measured = [part for part in parts if _label(part) and bare_kind(part.text) is Kind.SIZE]
    if len(measured) == 1 and lookup(measured[0].statement.label_text) == "dimension":
        called[id(measured[0])] = Kind.SIZE
    counts = Counter((*called.values(), *(part.kind for part in parts)))
    return [
        replace(part, kind=called[id(part)]) if counts[called.get(id(part), part.kind)] == 1 and id(part) in called else part
        for part in parts
    ]


def _called(part: Part, lookup: LabelLookup) -> Kind | None:
    if not _label(part) or lookup(part.statement.label_text) is not None:
        return None
    kind = tail_attribute(part.statement.label_text, lookup)
    return Kind(kind) if kind in CALLED and _may_be(Kind(kind), part.text) else None


def _may_be(kind: Kind, text: str) -> bool:
    """Words for metals name colours too; the label says which is meant: `泵体材质：黄铜`."""
    return bare_kind(text) is kind or (kind is Kind.MATERIAL and is_material(text)) or (kind is Kind.COLOR and names_color(text))


def _with_whole_size(parts: list[Part], labels: set[str]) -> list[Part]:
    """Sizes of the parts of a thing, told in one row under a label each, are its size as a whole: `Cabinet: 80×48 cm  Mirror: 76×70 cm`."""
    sized = [part for part in parts if _label(part) in labels]
    if len(sized) < MIN_PARTS or len({part.statement.row for part in sized}) > 1:
        return parts
    words = [word for part in sized for word in (*_label_words(part), *part.statement.value.words)]
    whole = replace(sized[0], kind=Kind.SIZE, statement=replace(sized[0].statement, label=None, value=span_of(list(dict.fromkeys(words)))))
    return [whole if part is sized[0] else part for part in parts if part is sized[0] or part not in sized]


def _label_words(part: Part) -> tuple[Word, ...]:
    return part.statement.label.words if part.statement.label is not None else ()


def _values_by_label(blocks: Sequence[Sequence[Part]], lookup: LabelLookup) -> dict[str, list[str]]:
    """What stands behind each unknown label; one that tells of people and places, or comes twice in a block, tells of no product."""
    values: dict[str, list[str]] = {}
    repeated: set[str] = set()
    for parts in blocks:
        seen: set[str] = set()
        for part in parts:
            label = _label(part)
            if label and label.strip(" .") not in word_list("people_and_places") and lookup(part.statement.label_text) is None:
                repeated |= {label} & seen
                seen.add(label)
                values.setdefault(label, []).append(part.text)
    return {label: texts for label, texts in values.items() if label not in repeated}


def _meaning(texts: Sequence[str]) -> Kind | None:
    """What most of the values are. Codes of goods all differ."""
    if len(texts) < MIN_CAPTIONS:
        return None
    kinds = [Kind.COLOR if names_color(text) else bare_kind(text) for text in texts]
    kind = max(LEARNT, key=kinds.count)
    if kinds.count(kind) < SURE_SHARE * len(texts) or (kind is Kind.MODEL and len(set(texts)) < len(texts)):
        return None
    return kind


def _meant(part: Part, meanings: Mapping[str, Kind]) -> Part:
    kind = meanings.get(_label(part))
    return part if kind is None else replace(part, kind=kind)


def _label(part: Part) -> str:
    return folded(part.statement.label_text) if part.kind is Kind.CUSTOM and part.is_labelled else ""
