"""What a PDF must not contain: scripts, programs to start, files within the file. Pure rules over the text of one object at a time.

Only dictionaries that a viewer acts upon count. The words of a page, a title or a comment are strings or streams and never do.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import TypeAlias

from jobs.inspection.findings import Code
from jobs.inspection.syntax import Name, Ref, Value, dictionaries, parse

# Not worth parsing unless one of these occurs; names cannot hide from it, because their escapes are already undone.
# An address counts when it begins with the letter of a script's scheme after any blanks, or is written in hex.
TELLTALE = re.compile(
    rb"/(?:JS|JavaScript|Launch|EF|EmbeddedFile|GoToE|XFA|OnInstantiate)(?![^\s()<>\[\]{}/%])"
    rb"|/(?:URI|Base|F|UF)\s*(?:<(?!<)|\((?:[\x00-\x20]|\\[0-7]{1,3}|\\[nrtbf\n\r])*[dDjJvV\xfe\xff\xef])"
    rb"|/(?:S|Type|URI|Base|F|UF)\s+\d+\s+\d+\s+R"
)
# Documents that arrive within their address run what they contain.
SCRIPT_ADDRESS = re.compile(r"(?:javascript|vbscript):|data:[^,]*(?:html|xml|script)", re.IGNORECASE)
RESOURCE_KINDS = frozenset({"Font", "XObject", "ExtGState", "ColorSpace", "Pattern", "Shading", "Properties", "RoleMap"})
FILE_KEYS = ("F", "UF", "DOS", "Mac", "Unix")
ADDRESS_KEYS = ("URI", "Base", "F", "UF")
ORDERS = ("JS", "F", "UF", "Win", "Mac", "Unix", "NewWindow", "D", "Next")
ACTIONS = {
    "JavaScript": (Code.SECURITY_JAVASCRIPT_EMBEDDED, "script action"),
    "Launch": (Code.SECURITY_LAUNCH_ACTION, "action that starts a program"),
    "GoToE": (Code.SECURITY_EMBEDDED_FILE, "jump into an embedded file"),
}

Reason: TypeAlias = tuple[Code, str]


class Use(Enum):
    """What a value that stands in an object of its own is used for."""

    KIND = "kind of an action"
    TYPE = "type of a dictionary"
    ADDRESS = "address"
    CONTENT = "content of a file"


class ObjectRules:
    """Looks at one object after the other and remembers what only another object can settle."""

    def __init__(self) -> None:
        self.forms: list[Value] = []
        self._borrowed: dict[tuple[int, Use], None] = {}

    def reasons(self, text: bytes) -> Iterator[Reason]:
        """Why the object with this text, in which there is a telltale, must be refused, if it must."""
        for key, entries in dictionaries(parse(text)):
            yield from self._of_dictionary(key, entries)

    def borrowed(self) -> Iterator[tuple[int, Use]]:
        """Objects whose value is used by others: the caller knows them, we know what they are used for."""
        yield from self._borrowed

    def _of_dictionary(self, key: str, entries: dict[str, Value]) -> Iterator[Reason]:
        yield from self._of_action(entries)
        yield from self._of_script(key, entries)
        yield from self._of_file(key, entries)
        yield from self._of_addresses(entries)
        if "XFA" in entries:
            self.forms.append(entries["XFA"])

    def _of_action(self, entries: dict[str, Value]) -> Iterator[Reason]:
        kind = entries.get("S")
        if isinstance(kind, Ref):
            self._borrowed[kind, Use.KIND] = None
        elif isinstance(kind, Name) and kind in ACTIONS and not _is_structure(entries):
            yield ACTIONS[kind]

    def _of_script(self, key: str, entries: dict[str, Value]) -> Iterator[Reason]:
        script = entries.get("JS")
        # A font or picture may be called JS; what a viewer runs has a kind beside it, or is the script itself.
        if isinstance(script, bytes) or (isinstance(script, Ref) and "S" in entries and key not in RESOURCE_KINDS):
            yield Code.SECURITY_JAVASCRIPT_EMBEDDED, "script"
        if isinstance(entries.get("JavaScript"), (dict, list, Ref)) and key not in RESOURCE_KINDS:
            yield Code.SECURITY_JAVASCRIPT_EMBEDDED, "tree of document scripts"
        if isinstance(entries.get("OnInstantiate"), (bytes, Ref)):
            yield Code.SECURITY_JAVASCRIPT_EMBEDDED, "script of a 3D scene"

    def _of_file(self, key: str, entries: dict[str, Value]) -> Iterator[Reason]:
        kind, held = entries.get("Type"), entries.get("EF")
        if isinstance(kind, Ref):
            self._borrowed[kind, Use.TYPE] = None
        if isinstance(held, Ref) and key not in RESOURCE_KINDS:
            self._borrowed[held, Use.CONTENT] = None
        yield from reasons_of_borrowed(Use.TYPE, kind)
        yield from reasons_of_borrowed(Use.CONTENT, held)

    def _of_addresses(self, entries: dict[str, Value]) -> Iterator[Reason]:
        for name in ADDRESS_KEYS:
            address = entries.get(name)
            if isinstance(address, Ref):
                self._borrowed[address, Use.ADDRESS] = None
            yield from reasons_of_borrowed(Use.ADDRESS, address)


def _is_structure(entries: dict[str, Value]) -> bool:
    """Elements of the logical structure name their kind with the same key as actions do, but hang in their tree and give no order."""
    hangs = "P" in entries and ("K" in entries or "Pg" in entries or entries.get("Type") == "StructElem")
    return hangs and not any(name in entries for name in ORDERS)


def reasons_of_borrowed(use: Use, value: Value) -> Iterator[Reason]:
    """Why a value must be refused where it is used for this, wherever it stands."""
    if use is Use.KIND and isinstance(value, Name) and value in ACTIONS:
        yield ACTIONS[value]
    if use is Use.TYPE and value == "EmbeddedFile":
        yield Code.SECURITY_EMBEDDED_FILE, "embedded file"
    if use is Use.ADDRESS and isinstance(value, bytes) and is_script_address(value):
        yield Code.SECURITY_JAVASCRIPT_EMBEDDED, "address that is a script"
    if use is Use.CONTENT and isinstance(value, dict) and any(name in value for name in FILE_KEYS):
        yield Code.SECURITY_EMBEDDED_FILE, "file specification with its content"


def is_script_address(address: bytes) -> bool:
    """Whether a browser given this address would run it; like one, it overlooks blanks and control characters."""
    encoding = {b"\xfe\xff": "utf-16-be", b"\xff\xfe": "utf-16-le"}.get(address[:2], "latin-1")
    plain = "".join(char for char in address.decode(encoding, "replace") if char > " " and char not in "\ufeff\xa0\u2028")
    return SCRIPT_ADDRESS.match(plain.removeprefix("\xef\xbb\xbf")) is not None
