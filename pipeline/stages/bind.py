"""Bind: which pictures show which SKU, by four methods, with the runners-up; pictures get their final role on the way."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from pipeline.backends.rules.labels.lookup import label_lookup
from pipeline.backends.rules.page.frames import find_frames
from pipeline.backends.rules.page.picturekeys import KEY, MIN_KEYS, picture_keys
from pipeline.geometry import Box, Tiles
from pipeline.pictures.blocks import by_block, by_cell, by_fellows, by_heading, by_lead, by_neighbours, by_title, over_block, with_titles
from pipeline.pictures.captioned import by_caption, by_chip, folded_text, on_pictures, within_text
from pipeline.pictures.claims import DOMINANT, GRID, ID, PAGE, SPATIAL, Claim, one_each, ranked_claims
from pipeline.pictures.companions import without_companions, without_drawings, without_thumbs
from pipeline.pictures.leaders import by_leader
from pipeline.pictures.relations import Habit, Pairing, Side, page_habit, pairings, relative_gap
from pipeline.pictures.roles import DECORATION, DELIVERABLE_ROLES, DETAIL, LOGO, PRODUCT_MAIN, SCENE, SIZE_CHART
from pipeline.pictures.scenes import page_scene, wide_photo
from pipeline.pictures.texts import text_boxes
from pipeline.records import Binding, Image, Line, PageContent, Sku
from pipeline.work import PageWork

AMBIGUOUS_BELOW = 0.2
MAX_ALTERNATIVES = 3
SMALL_BESIDE_MAIN = 0.45
SCENE_SHARE = 0.065
CLOSE_BESIDE_PT = 14.0
IN_FRAME = 0.9
# A cut-out may reach out of its card.
MOSTLY_IN_FRAME = 0.6
LARGER_IN_FRAME = 1.5
MENTIONED = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{2,}[A-Za-z0-9]")
MAX_KEY_CHARS = 4
AT_PICTURE_EM, BESIDE_PICTURE_EM = 1.5, 2.5
TURNED = "table_turned"
MIN_PICTURE_ROWS = 2
MAX_HEAD_CHARS = 24
IN_ROW = (Side.LEFT, Side.RIGHT)


def bind_page(work: PageWork) -> tuple[tuple[Binding, ...], tuple[Image, ...]]:
    """Bindings of the page, best first for each SKU, and its images with their final roles."""
    candidates = [image for image in work.images if image.role not in (LOGO, DECORATION)]
    mains = [image for image in candidates if image.role == PRODUCT_MAIN]
    scene = page_scene(work, mains)
    wide = wide_photo(work, mains) if scene is None else scene
    if wide is not None:
        candidates, mains = ([scene] if scene is not None else candidates), [wide]
    if not work.skus or not candidates:
        return (), tuple(_without_product(image, work) for image in work.images)
    mains = without_companions(_in_picture_column(mains, work), work.skus, work.looks)
    mains = without_drawings(mains, work.skus, work.looks)
    texts = text_boxes(work.skus)
    mains = without_thumbs(mains, texts, work.page.lines)
    claims = _claims(work.skus, texts, mains, work.page)
    ranked = ranked_claims(claims)
    best = [own[0] for own in ranked.values()]
    main_ids = {mains[claim.picture].image_id for claim in best}
    extras = _extras(
        texts, [image for image in candidates if image.image_id not in main_ids], [mains[claim.picture].box for claim in best], best
    )
    extras.update(_samples(ranked, mains, main_ids))
    shared = {scene.image_id} if scene is not None and len(work.skus) > 1 else _pointed_at(best, mains, work.page)
    images = tuple(
        _with_role(image, SCENE, 0.6) if image.image_id in shared else _final_role(image, main_ids, extras, work) for image in work.images
    )
    return tuple(_bindings(work.skus, mains, ranked, extras)), images


def _pointed_at(best: Sequence[Claim], mains: Sequence[Image], content: PageContent) -> set[str]:
    """The pictures that show several products, with a key of its own on each of them."""
    times = Counter(claim.picture for claim in best)
    keys = [line.box for line in content.lines if KEY.fullmatch(line.text)]
    return {
        mains[number].image_id
        for number, count in times.items()
        if count >= MIN_KEYS and sum(mains[number].box.contains_point(key.center_x, key.center_y) for key in keys) >= count
    }


def _in_picture_column(mains: list[Image], work: PageWork) -> list[Image]:
    """Where a column of a table is headed as that of the pictures, what other columns show beside them are drawings, icons, colours."""
    if len(work.skus) < MIN_PICTURE_ROWS or len(mains) <= len(work.skus):
        return mains
    lookup = label_lookup(work.options)
    heads = [line.box for line in work.page.lines if len(line.text) <= MAX_HEAD_CHARS and lookup(line.text) == "picture"]
    column = [image for image in mains if any(_is_under_head(image.box, head) for head in heads)]
    if len(column) < MIN_PICTURE_ROWS:
        return mains
    return [image for image in mains if image in column or not any(_is_level(image.box, other.box) for other in column)]


def _is_under_head(picture: Box, head: Box) -> bool:
    return head.y1 <= picture.y0 and picture.x0 - picture.width <= head.center_x <= picture.x1 and head.x0 <= picture.x1


def _is_level(one: Box, other: Box) -> bool:
    return -one.gap_y(other) >= 0.5 * min(one.height, other.height)


def _claims(skus: Sequence[Sku], texts: Sequence[Box], pictures: Sequence[Image], content: PageContent) -> list[Claim]:
    """All claims worth keeping, from the surest method to the weakest; a later method only serves SKUs without a claim."""
    boxes = [image.box for image in pictures]
    framed = _by_frame(texts, boxes, content)
    claims = _by_id(skus, pictures, content) + _by_key(texts, boxes, content) + by_leader(texts, boxes, content) + framed
    claims += by_caption(skus, boxes, content.lines) + by_chip(skus, boxes)
    claims += within_text(texts, boxes) + by_cell(texts, boxes, content)
    # What stands in a card with one product shows nothing that is said elsewhere.
    owners = {claim.picture: claim.sku for claim in framed}
    found = [pairing for pairing in pairings(texts, boxes, content.box) if owners.get(pairing.picture, pairing.text) == pairing.text]
    habit = page_habit(found)
    dominant = _dominant(boxes)
    if len(skus) == 1:
        claims += _by_page(boxes, content)
    elif dominant is not None and (habit is None or habit.pictures_used < 2 or _compares(skus, habit)):
        claims += [Claim(index, dominant, PAGE, 0.75) for index in range(len(skus))]
    elif habit is not None:
        claims += _by_habit(habit, found, content)
    claims = with_titles(claims, by_title(skus, boxes, claims), boxes, texts)
    claims = with_titles(claims, by_lead(skus, boxes), boxes, texts, may_be_samples=False)
    claims += on_pictures(skus, boxes, claims)
    served = {claim.sku for claim in claims}
    claims += [claim for claim in by_block(texts, boxes) if claim.sku not in served]
    claims += by_fellows(skus, claims)
    claims += by_neighbours(texts, boxes, claims)
    served = {claim.sku for claim in claims}
    claims += over_block([index for index in range(len(texts)) if index not in served], texts, boxes, content)
    claims += by_heading(skus, boxes, claims)
    served = {claim.sku for claim in claims}
    if len(boxes) == 1:
        claims += [Claim(index, 0, PAGE, 0.55) for index in range(len(skus)) if index not in served]
    return claims


def _by_frame(texts: Sequence[Box], boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """One product and the picture in the same card belong together, wherever in it they stand; of several pictures the clearly largest."""
    claims = []
    frames = find_frames(content, boxes) if len(boxes) > 1 else ()
    shown = Tiles((box, number) for number, box in enumerate(boxes)) if frames else None
    said = Tiles((text, index) for index, text in enumerate(texts)) if frames else None
    for frame in frames:
        inside = [number for number in shown.around(frame) if boxes[number].overlap_ratio(frame) > MOSTLY_IN_FRAME] if shown else []
        told = [index for index in said.around(frame) if texts[index].overlap_ratio(frame) > IN_FRAME] if said else []
        largest = _dominant([boxes[number] for number in inside], ratio=LARGER_IN_FRAME)
        if len(told) == 1 and largest is not None:
            claims.append(Claim(told[0], inside[largest], GRID, 0.96))
    return claims


def _compares(skus: Sequence[Sku], habit: Habit) -> bool:
    """Whether models stand side by side in one table without a picture over each: what they share is shown, and perhaps a detail of it."""
    return habit.pictures_used < len(skus) and all(sku.method == TURNED for sku in skus)


def _dominant(boxes: Sequence[Box], *, ratio: float = DOMINANT) -> int | None:
    """The one picture that is far larger than all others: variants of one product share it, wherever their table stands."""
    order = sorted(range(len(boxes)), key=lambda index: -boxes[index].area)
    if not order or (len(order) > 1 and boxes[order[0]].area < ratio * boxes[order[1]].area):
        return None
    return order[0]


def _by_page(boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """The one product of a page is on its pictures, the largest of them first."""
    order = sorted(range(len(boxes)), key=lambda index: (-boxes[index].area, boxes[index]))
    return [Claim(0, index, PAGE, round(0.93 - 0.3 * min(rank, 2), 3)) for rank, index in enumerate(order)]


def _by_id(skus: Sequence[Sku], pictures: Sequence[Image], content: PageContent) -> list[Claim]:
    """A picture with a SKU's code printed at it, where the SKU itself stands elsewhere."""
    claims = []
    codes = {folded_text(model.value): index for index, sku in enumerate(skus) if (model := sku.get("model")) is not None}
    bare = [(folded_text(line.text), line) for line in content.lines] if codes else []
    printed = [(codes[text], line, AT_PICTURE_EM) for text, line in bare if text in codes]
    mentioned = [(index, line) for text, line in bare if text not in codes and (index := _mentioned(line, codes)) is not None]
    # What one product's text says of another one shows nothing.
    told = Tiles((sku.box, sku.box) for sku in skus)
    printed += [
        (index, line, BESIDE_PICTURE_EM)
        for index, line in mentioned
        if not any(line.box.intersection(box) is not None for box in told.around(line.box))
    ]
    elsewhere = [(index, line, reach) for index, line, reach in printed if line.box.intersection(skus[index].box) is None]
    for number, image in enumerate(pictures):
        for index, line, reach in elsewhere:
            if line.box.intersection(image.box.expanded(reach * line.box.height)) is not None:
                claims.append(Claim(index, number, ID, 0.96))
    return claims


def _mentioned(line: Line, codes: Mapping[str, int]) -> int | None:
    """The one SKU whose code stands among other words of a line: `The same in oak: KT-204`."""
    words = {word.casefold() for word in MENTIONED.findall(line.text)} if len(line.text) > MAX_KEY_CHARS else set()
    found = {codes[word] for word in words if word in codes and any(map(str.isdigit, word))}
    return found.pop() if len(found) == 1 else None


def _by_key(texts: Sequence[Box], boxes: Sequence[Box], content: PageContent) -> list[Claim]:
    """Letters or numbers on the pictures that open the captions: `A` on a picture, `A. Shoulder bag` elsewhere."""
    keys = picture_keys(content.lines, boxes)
    opening = [keys.beside(text) or _first_word(text, content) for text in texts] if keys.pictures else []
    claims = [Claim(index, number, ID, 0.97) for index, key in enumerate(opening) if (number := keys.picture(key)) is not None]
    return claims if len({claim.picture for claim in claims}) >= MIN_KEYS else []


def _first_word(text: Box, content: PageContent) -> str:
    words = [word for word in content.words if text.expanded(1.0).contains_point(word.box.center_x, word.box.center_y)]
    top = min((word.box.center_y for word in words), default=0.0)
    level = [word for word in words if word.box.center_y <= top + 0.5 * word.size_pt]
    return min(level, key=lambda word: word.box.x0).text if level else ""


def _by_habit(habit: Habit, found: Sequence[Pairing], content: PageContent) -> list[Claim]:
    """Pictures on the page's side for them; what stands elsewhere is a runner-up, or the choice of a SKU that has none there."""
    claims = []
    has_habit = {pairing.text for pairing in habit.pairings}
    usual = frozenset(habit.pairings)
    taken = {pairing.picture for pairing in habit.pairings}
    # The only one left for it in its own row, however far: where pictures take sides in turn, short texts end far from theirs.
    left = {pairing.text for pairing in found if pairing.picture not in taken and pairing.side in IN_ROW} - has_habit
    for pairing in found:
        near = max(0.0, 1.0 - 0.35 * relative_gap(pairing.gap, content.box))
        if pairing in usual:
            method = GRID if pairing.side in (Side.WITHIN, Side.BEHIND) or habit.pictures_used > 2 else SPATIAL
            claims.append(Claim(pairing.text, pairing.picture, method, round(0.35 + 0.6 * near, 3)))
        elif pairing.text in left and pairing.picture not in taken and pairing.side in IN_ROW:
            claims.append(Claim(pairing.text, pairing.picture, SPATIAL, round(0.2 + 0.6 * max(near, 0.6), 3)))
        elif pairing.text not in left | has_habit:
            claims.append(Claim(pairing.text, pairing.picture, SPATIAL, round(0.2 + 0.6 * near, 3)))
        else:
            claims.append(Claim(pairing.text, pairing.picture, SPATIAL, round(0.05 + 0.45 * near, 3)))
    return one_each(claims)


def _extras(texts: Sequence[Box], others: Sequence[Image], mains: Sequence[Box], best: Sequence[Claim]) -> dict[str, int]:
    """Further pictures of a SKU: all of a single product's page, else what is small and close beside its main picture."""
    if len(texts) == 1:
        return {image.image_id: 0 for image in others}
    extras: dict[str, int] = {}
    placed = Tiles((main, (main, claim)) for main, claim in zip(mains, best, strict=True))
    for image in others:
        beside = [
            (image.box.gap_x(main) + image.box.gap_y(main), claim.sku)
            for main, claim in placed.around(image.box.expanded(CLOSE_BESIDE_PT + 0.1))
            if max(image.box.gap_x(main), image.box.gap_y(main)) <= CLOSE_BESIDE_PT and _may_go_with(image.box, main, texts[claim.sku])
        ]
        if beside:
            extras[image.image_id] = min(beside)[1]
    return extras


def _samples(ranked: Mapping[int, list[Claim]], mains: Sequence[Image], main_ids: set[str]) -> dict[str, int]:
    """Small pictures that products of one title have each for themselves, as colours of what the large one shows."""
    best = Counter(own[0].picture for own in ranked.values())
    seconds = {
        sku: own[1]
        for sku, own in ranked.items()
        if len(own) > 1 and own[1].method == GRID and best[own[0].picture] > 1 and mains[own[1].picture].image_id not in main_ids
    }
    wanted = Counter(claim.picture for claim in seconds.values())
    return {
        mains[claim.picture].image_id: sku
        for sku, claim in seconds.items()
        if wanted[claim.picture] == 1 and DOMINANT * mains[claim.picture].box.area <= mains[ranked[sku][0].picture].box.area
    }


def _may_go_with(box: Box, main: Box, text: Box) -> bool:
    """A small picture beside the main one, or one of any size over the same caption."""
    if box.area <= SMALL_BESIDE_MAIN * main.area:
        return True
    is_over_caption = min(box.x1, text.x1) - max(box.x0, text.x0) >= 0.5 * min(box.width, text.width)
    return is_over_caption and min(box.y1, main.y1) - max(box.y0, main.y0) >= 0.6 * min(box.height, main.height)


def _bindings(skus: Sequence[Sku], mains: Sequence[Image], claims: Mapping[int, list[Claim]], extras: dict[str, int]) -> Iterable[Binding]:
    further: dict[int, list[str]] = {}
    for image_id, owner in extras.items():
        further.setdefault(owner, []).append(image_id)
    for index, sku in enumerate(skus):
        own = further.get(index, [])
        ranked = claims.get(index, [])
        if ranked:
            is_close = len(ranked) > 1 and ranked[0].confidence - ranked[1].confidence < AMBIGUOUS_BELOW
            best = ranked[0]
            yield Binding(sku.sku_id, mains[best.picture].image_id, best.method, best.confidence, rank=1, is_ambiguous=is_close)
        yield from (Binding(sku.sku_id, image_id, PAGE if len(skus) == 1 else SPATIAL, 0.6, rank=1) for image_id in own)
        others = [claim for claim in ranked[1:] if mains[claim.picture].image_id not in own]
        for rank, claim in enumerate(others[:MAX_ALTERNATIVES], start=2):
            yield Binding(sku.sku_id, mains[claim.picture].image_id, claim.method, claim.confidence, rank=rank)


def _final_role(image: Image, main_ids: set[str], extras: dict[str, int], work: PageWork) -> Image:
    if image.image_id in main_ids:
        return _with_role(image, PRODUCT_MAIN, 0.9)
    is_drawing = work.looks[image.image_id].is_line_drawing
    if image.image_id in extras:
        return _with_role(image, SIZE_CHART if is_drawing else DETAIL, 0.7)
    if image.role == PRODUCT_MAIN:
        return _with_role(image, SIZE_CHART if is_drawing else SCENE, 0.6)
    return image


def _without_product(image: Image, work: PageWork) -> Image:
    """On a page without products a picture shows a scene if it is large, else it decorates."""
    if image.role != PRODUCT_MAIN:
        return image
    is_large = image.box.area >= SCENE_SHARE * work.page.box.area and image.box.width > image.box.height
    return _with_role(image, SCENE if is_large else DECORATION, 0.6)


def _with_role(image: Image, role: str, confidence: float) -> Image:
    is_high = image.quality_grade == "HIGH"
    return replace(image, role=role, role_confidence=confidence, search_eligible=is_high and role in DELIVERABLE_ROLES)
