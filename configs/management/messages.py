"""Every translatable string of the code and the templates, found without the gettext binaries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

LANGUAGE = "zh_Hans"
SOURCES = ("pdfsku", "jobs", "pipeline", "collaboration", "configs", "outputs")
# The admin theme ships no translations and is shown to operators; of its extras only the filters are used.
THEME_PARTS = ("*.py", "templates/**/*.html", "mixins/*.py", "templatetags/*.py", "contrib/filters/**/*.py", "contrib/filters/**/*.html")
# Packages whose own catalogs are merged with ours: what they translate need not be translated again.
CATALOGS = ("django", "django.contrib.admin", "django.contrib.auth")

# Position of context, singular and plural among the arguments of each function.
_FUNCTIONS: dict[str, tuple[int | None, int, int | None]] = {
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
_STRING = r"""u?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
_CALL = re.compile(rf"(?<!\w)(_|n?p?gettext)\(\s*({_STRING}(?:\s*,\s*(?:{_STRING}|\w+))*)\s*\)", re.S)


@dataclass(frozen=True)
class Message:
    """A string as a catalog knows it: the same words in another context are another message."""

    singular: str
    plural: str | None = None
    context: str | None = None

    @property
    def key(self) -> tuple[str | None, str]:
        return self.context, self.singular


def catalog_path() -> Path:
    return settings.BASE_DIR / "locale" / LANGUAGE / "LC_MESSAGES" / "django.po"


def wanted_messages() -> dict[Message, list[str]]:
    """What must be translated, with the files that say it: our own strings and those of the theme that nobody else translates."""
    found = own_messages()
    translated = _translated_elsewhere()
    for message in theme_messages():
        if message.key not in translated:
            found.setdefault(message, ["unfold"])
    return found


def own_messages() -> dict[Message, list[str]]:
    found: dict[Message, list[str]] = {}
    for path in _own_files():
        for message in messages_in(path):
            places = found.setdefault(message, [])
            name = path.relative_to(settings.BASE_DIR).as_posix()
            if name not in places:
                places.append(name)
    return found


def theme_messages() -> Iterator[Message]:
    folder = _folder_of("unfold")
    for pattern in THEME_PARTS:
        for path in sorted(folder.glob(pattern)):
            yield from messages_in(path)


def messages_in(path: Path) -> Iterator[Message]:
    text = path.read_text(encoding="utf-8")
    return messages_in_python(text) if path.suffix == ".py" else messages_in_template(text)


def messages_in_python(text: str) -> Iterator[Message]:
    # Whoever imports the functions or calls them says this word; most modules do not, and parsing takes all the time.
    if "translation" not in text:
        return
    tree = ast.parse(text)
    names = _translation_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (function := _called(node.func, names)):
            yield from _message(function, [_constant(argument) for argument in node.args])


def messages_in_template(text: str) -> Iterator[Message]:
    # Django turns a template into calls between runs of X; what is left to do is to read the calls.
    for function, arguments in _CALL.findall(templatize(text)):
        values = [ast.literal_eval(literal) for literal in re.findall(_STRING, arguments, re.S)]
        yield from _message("gettext" if function == "_" else function, values)


def _message(function: str, arguments: list[str | None]) -> Iterator[Message]:
    context, singular, plural = (
        arguments[place] if place is not None and place < len(arguments) else None for place in _FUNCTIONS[function]
    )
    if singular:
        yield Message(singular, plural, context)


def _translation_names(tree: ast.Module) -> dict[str, str]:
    """Local names of the translation functions: `_` is one only where it was imported as one."""
    return {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
        if alias.name in _FUNCTIONS
    }


def _called(function: ast.expr, names: dict[str, str]) -> str | None:
    if isinstance(function, ast.Name):
        return names.get(function.id)
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) and function.value.id == "translation":
        return function.attr if function.attr in _FUNCTIONS else None
    return None


def _constant(argument: ast.expr) -> str | None:
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def _own_files() -> Iterator[Path]:
    for source in SOURCES:
        for path in sorted((settings.BASE_DIR / source).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path
    for pattern in ("*.html", "*.txt"):
        yield from sorted((settings.BASE_DIR / "templates").rglob(pattern))


def _translated_elsewhere() -> set[tuple[str | None, str]]:
    paths = [
        _folder_of(package) / place / LANGUAGE / "LC_MESSAGES" / "django.po" for package in CATALOGS for place in ("locale", "conf/locale")
    ]
    return {(entry.msgctxt, entry.msgid) for path in paths if path.is_file() for entry in polib.pofile(str(path)) if entry.translated()}


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(package)
    return Path(spec.origin).parent
