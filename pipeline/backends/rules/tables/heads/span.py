"""The head of a table: which of its first rows say what the columns are, and which only name what follows."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.backends.rules.labels.headers import TECHNICAL, Headers
from pipeline.backends.rules.page.findings import found_once
from pipeline.backends.rules.tables.column import CLEAR_SHARE, holds_sums, share
from pipeline.backends.rules.tables.heads.againlabels import say_one_label
from pipeline.backends.rules.tables.heads.lonetitles import is_set_as_title
from pipeline.backends.rules.tables.heads.steps import are_steps
from pipeline.backends.rules.tables.records import Cell, Table
from pipeline.backends.rules.values.forms import is_missing_price, is_unit
from pipeline.backends.rules.values.looks import ValueKind, kind_of
from pipeline.backends.rules.values.prices import is_only_currency
from pipeline.backends.rules.values.pricesteps import counts_goods, is_step

HEADER_SEARCH_ROWS = 5
MAX_HEADER_ROWS = 3
MIN_TECHNICAL = 2
MIN_LABELS = 2
# One letter or two are as often a variant or a rating.
MAX_LETTERS = 2
SAMPLE_ROWS = 60
MIN_PORTIONS = 2
MIN_CONTRAST_ROWS = 3
CONTRAST_SHARE = 0.9
VALUE_KINDS = frozenset(
    (ValueKind.PRICE, ValueKind.CODE, ValueKind.BARCODE, ValueKind.SIZE, ValueKind.MEASURE, ValueKind.NUMBER, ValueKind.DATE)
)
HEAD_KINDS = frozenset((ValueKind.TEXT, ValueKind.CODE, ValueKind.SIZE, ValueKind.MEASURE, ValueKind.COLOR, ValueKind.MATERIAL))


def header_span(table: Table, headers: Headers) -> tuple[int, int] | None:
    """First and past-last header row; None where no row reads like a header."""
    for row in range(min(HEADER_SEARCH_ROWS, table.row_count - 1)):
        if is_bar(table, row):
            continue
        is_title = not _is_header(table, row, headers)
        if is_title and not _titles_header(table, row, headers):
            if len(table.own(row)) >= 2:
                return None
            continue
        end = max(_reach(table, row), _depth(table, row), row + 1 + is_title)
        while end < min(row + MAX_HEADER_ROWS, table.row_count - 1) and _extends_header(table, end, headers):
            end += 1
        return row, end
    return None


def _reach(table: Table, row: int) -> int:
    """Past the last row that cells of a header row reach down to, while parts of shared titles stand beside them."""
    own = table.own(row)
    shared = [cell for cell in own if cell.columns > 1]
    deepest = max(cell.row + cell.rows for cell in own)
    end = row + 1
    while end < min(deepest, row + MAX_HEADER_ROWS, table.row_count - 1):
        if not all(any(top.column <= cell.column < top.column + top.columns for top in shared) for cell in table.own(end)):
            break
        end += 1
    return end


def _depth(table: Table, row: int) -> int:
    """Past the last row that several cells of a known header row reach down to between borders: what stands beside them heads columns too, as
    `100 pcs` under `Price`."""
    ends = sorted((cell.row + cell.rows for cell in table.own(row)), reverse=True)
    return min(ends[1], row + MAX_HEADER_ROWS, table.row_count - 1) if table.is_ruled and len(ends) > 1 else row + 1


def is_technical(table: Table, headers: Headers) -> bool:
    """Whether the first row heads a table of pins, limits, revisions or faults."""
    labels = [headers.lookup(cell.text) for cell in table.own(0)]
    return sum(label is not None and label.attribute == TECHNICAL for label in labels) >= MIN_TECHNICAL


def is_bar(table: Table, row: int) -> bool:
    """A row with one text, which stands over the columns: a section's title."""
    own = table.own(row)
    if len(own) != 1:
        return False
    if table.column_count < 3:
        return own[0].column == 0 and is_set_as_title(table, row)
    if own[0].columns >= 0.6 * table.column_count:
        return True
    others = [cell for cell in table.row(row) if cell is not own[0]]
    return own[0].column <= 1 and own[0].rows == 1 and all(cell.row == row and not cell.lines for cell in others)


def _is_header(table: Table, row: int, headers: Headers) -> bool:
    own = table.own(row)
    if say_one_label(own, headers):
        return False
    sized = _portions_over_sums(table, row)
    own = [cell for cell in own if cell not in sized and (not counts_goods(cell.text) or headers.lookup(cell.text))] or own
    own = [
        cell for cell in own if headers.lookup(cell.text) or (_heads_values(table, cell) and not _titles_labels(table, cell, headers))
    ] or own
    labels = [headers.lookup(cell.text) for cell in own]
    known = sum(label is not None for label in labels)
    others = [cell for cell, label in zip(own, labels, strict=True) if label is None]
    valued = sum(map(_looks_valued, others))
    if known >= 2 and known >= 0.5 * len(own) and valued <= 0.34 * len(own):
        return True
    heads_groups = len(others) >= MIN_LABELS and all(cell.columns > 1 for cell in others)
    if known >= 1 and valued == 0 and (sized or heads_groups or _reach(table, row) > row + 1):
        return True
    return known >= 2 and valued == 0 and len(own) >= 4 and (known >= 0.3 * len(own) or _stands_out(table, row))


def _looks_valued(cell: Cell) -> bool:
    """Whether it looks like a value and not like a letter of a drawing, which is small or heads several rows of labels: `s`, `m` are no sizes."""
    is_letter = len(text := cell.text.strip()) == 1 and (text.islower() or cell.rows > 1)
    return kind_of(text) in VALUE_KINDS and not is_letter


def _titles_labels(table: Table, cell: Cell, headers: Headers) -> bool:
    """Whether it stands over columns that have labels of their own, which say what it is the title of: it may look like any value."""
    under = cell.row + cell.rows
    if cell.columns == 1 or under + 1 >= table.row_count:
        return False
    below = [table.at(under, column) for column in range(cell.column, cell.column + cell.columns)]
    return len(set(map(id, below))) > 1 and all(headers.lookup(label.text, is_whole=True) is not None for label in below)


def opens_with_labels(table: Table, headers: Headers) -> bool:
    """Whether the first row, though too little of it is known for a header, has the labels of goods: it is no row of an earlier table. One is
    enough where the row stands out from those under it."""
    labels = [headers.lookup(cell.text) for cell in table.own(0) if len(cell.text.strip()) > MAX_LETTERS]
    known = {label.attribute for label in labels if label is not None and label.is_exact and label.is_standard}
    return len(known) >= MIN_LABELS or (bool(known) and head_rows(table) > 0)


def _heads_values(table: Table, cell: Cell) -> bool:
    """Whether a row says anything under it; in columns that are left to be filled in, as sizes on order forms, it says what to fill in."""
    return any(table.at(row, cell.column).lines for row in range(cell.row + cell.rows, table.row_count))


def _portions_over_sums(table: Table, row: int) -> list[Cell]:
    """The cells of a row that tell the sizes or quantities which the sums under them are for; one alone may be a value like any other."""
    sized = [cell for cell in table.own(row) if cell.columns == 1 and (kind_of(cell.text) is ValueKind.SIZE or is_step(cell.text))]
    if len(sized) < MIN_PORTIONS:
        return []
    below = samples(table, row + 1)
    found = [cell for cell in sized if holds_sums(below[cell.column])]
    return found if len(found) >= MIN_PORTIONS else []


def _titles_header(table: Table, row: int, headers: Headers) -> bool:
    """Whether titles that groups of columns share stand right over the row of labels; without borders nothing shows how far they reach."""
    own = table.own(row)
    is_over = any(1 < cell.columns < table.column_count for cell in own) or (not table.is_ruled and 1 < len(own) < table.column_count)
    # A size over several columns is what they are for, `750 ml` over a code and its price.
    if not is_over or any(_looks_valued(cell) for cell in own if cell.columns == 1 or not table.is_ruled):
        return False
    return row + 2 < table.row_count and _is_header(table, row + 1, headers)


def _stands_out(table: Table, row: int) -> bool:
    """Whether figures and marks stand under a row that has none."""
    below = [cell for under in range(row + 1, min(row + 4, table.row_count)) for cell in table.own(under)]
    kinds = [kind_of(cell.text) for cell in below]
    return bool(kinds) and sum(kind in VALUE_KINDS or kind is ValueKind.MARK for kind in kinds) >= 0.3 * len(kinds)


def _extends_header(table: Table, row: int, headers: Headers) -> bool:
    """A second header row names units or parts of the first one's columns."""
    own = table.own(row)
    if not own or is_bar(table, row):
        return False
    if len(own) > 1 and own[0].column > 0 and (are_steps(table, row) or all(_is_measured_in(cell.text) for cell in own)):
        return True
    sized = _portions_over_sums(table, row)
    own = [cell for cell in own if cell not in sized]
    known = sum(headers.lookup(cell.text) is not None for cell in own)
    if any(kind_of(cell.text) in VALUE_KINDS for cell in own if headers.lookup(cell.text) is None):
        return False
    spans_above = any(cell.columns > 1 for cell in table.row(row - 1))
    return known >= 0.6 * len(own) or (spans_above and known >= 1) or all(cell.text.strip()[:1] in "(（" for cell in own)


def _is_measured_in(text: str) -> bool:
    """A unit or a currency, which the column over it is given in."""
    return is_unit(text.strip("()[] ")) or is_only_currency(text)


@found_once
def samples(table: Table, first_row: int) -> Sequence[Sequence[str]]:
    """Texts of each column below the header, bars left out; enough of them to tell the kind."""
    cells = table.cells
    rows = [(row, table.grid[row]) for row in range(first_row, table.row_count) if not is_bar(table, row)][:SAMPLE_ROWS]
    return [
        [cell.text for row, places in rows if (cell := cells[places[column]]).row == row and cell.columns == 1]
        for column in range(table.column_count)
    ]


def header_by_contrast(table: Table) -> bool:
    """Whether the first row, in whatever language, is a header: words over columns of figures."""
    own = table.own(0)
    if len(own) < 3 or len(own) < 0.8 * table.column_count or table.row_count < 3:
        return False
    if any(any(map(str.isdecimal, cell.text)) or len(cell.text) > 30 for cell in own):
        return False
    texts = samples(table, 1)
    figured = sum(share(column, *VALUE_KINDS) > CLEAR_SHARE for column in texts)
    return figured >= 2 and figured >= 0.4 * table.column_count


def head_rows(table: Table) -> int:
    """How many rows at the top are a header in words that are not known: by their cells' spans, or by the figures under them."""
    own = table.own(0)
    if _heads_prices(table):
        return 1
    if not own or any(char.isdecimal() for cell in own for char in cell.text):
        return 0
    reach = _reach(table, 0)
    return reach if reach > 1 else int(header_by_contrast(table) or _heads_codes(table))


def _heads_codes(table: Table) -> bool:
    """Whether a full first row has words where all rows under it have codes or figures."""
    own = table.own(0)
    if len(own) < table.column_count or table.row_count <= MIN_CONTRAST_ROWS or any(is_missing_price(cell.text) for cell in own):
        return False
    return any(len(column) >= MIN_CONTRAST_ROWS and share(column, *VALUE_KINDS) >= CONTRAST_SHARE for column in samples(table, 1))


def _heads_prices(table: Table) -> bool:
    """Whether a full first row says something else than a sum over columns that hold sums with their currency, or sizes over any sums."""
    own = table.own(0)
    if table.row_count <= MIN_CONTRAST_ROWS:
        return False
    sized = {cell.column for cell in _portions_over_sums(table, 0)}
    priced = [
        index
        for index, column in enumerate(samples(table, 1))
        if index in sized or share(column, ValueKind.PRICE, ValueKind.MARK) >= CONTRAST_SHARE
    ]
    # Over the names nothing need stand where each column of sums has its head: `150 g`, `300 g`, `1 kg`.
    if len(own) < table.column_count and not (len(priced) >= MIN_PORTIONS and [cell.column for cell in own] == priced):
        return False
    heads = [table.at(0, index).text for index in priced]
    return bool(priced) and all(kind_of(head) in HEAD_KINDS and not is_missing_price(head) for head in heads)
