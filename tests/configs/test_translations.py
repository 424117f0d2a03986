"""Strings are found in code and templates, translated completely, and compiled without gettext."""

from __future__ import annotations

import gettext
from pathlib import Path

import polib
import pytest
from django.core.management import call_command

from configs.management.commands.check_translations import missing_or_dead, not_translated, wrong_placeholders
from configs.management.commands.compile_translations import compile_catalog
from configs.management.commands.update_translations import HEADER, update
from configs.management.messages import Message, messages_in_python, messages_in_template, own_messages, wanted_messages


def catalog(*entries: polib.POEntry) -> polib.POFile:
    made = polib.POFile()
    made.metadata = dict(HEADER)
    made.extend(entries)
    return made


def test_the_catalog_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_translations")

    assert "strings are translated" in capsys.readouterr().out


def test_strings_are_found_in_python_under_any_name_of_the_functions() -> None:
    code = """
from django.utils.translation import gettext as say, gettext_lazy as _, ngettext, pgettext
from django.utils import translation
label = _("One")
text = say(
    "Two and "
    "a half"
) % {"a": 1}
many = ngettext("%(n)s page", "%(n)s pages", 3)
month = pgettext("calendar", "May")
other = translation.gettext("Three")
"""

    assert set(messages_in_python(code)) == {
        Message("One"),
        Message("Two and a half"),
        Message("%(n)s page", "%(n)s pages"),
        Message("May", context="calendar"),
        Message("Three"),
    }


def test_an_underscore_that_is_not_the_translation_function_is_left_alone() -> None:
    assert not list(messages_in_python('from x import y as _\nfor _ in range(3): pass\n_("No")'))


def test_strings_are_found_in_templates() -> None:
    template = """{% load i18n %}{% translate "One (1)" %} {% translate "May" context "calendar" %} {{ x|default:_("Two") }}
{% blocktranslate trimmed with name=user.name %}
  Hello
  {{ name }}
{% endblocktranslate %}{% blocktranslate count n=items|length %}{{ n }} page{% plural %}{{ n }} pages{% endblocktranslate %}"""

    assert set(messages_in_template(template)) == {
        Message("One (1)"),
        Message("May", context="calendar"),
        Message("Two"),
        Message("Hello %(name)s"),
        Message("%(n)s page", "%(n)s pages"),
    }


def test_what_django_translates_itself_is_not_asked_for_again() -> None:
    wanted = wanted_messages()

    assert Message("Apply Filters") in wanted
    assert Message("Log out") not in wanted
    assert set(own_messages()) <= set(wanted)


def test_missing_dead_empty_and_fuzzy_strings_are_complained_about() -> None:
    held = catalog(
        polib.POEntry(msgid="Empty", msgstr=""),
        polib.POEntry(msgid="Fuzzy", msgstr="模糊", flags=["fuzzy"]),
        polib.POEntry(msgid="Dead", msgstr="死"),
    )
    wanted = {Message("Empty"): ["a.py"], Message("Fuzzy"): ["a.py"], Message("New"): ["b.html"]}

    assert list(missing_or_dead(held, wanted)) == ["missing: 'New' (b.html)", "no longer used: 'Dead'"]
    assert list(not_translated(held)) == ["not translated: 'Empty'", "fuzzy: 'Fuzzy'"]


@pytest.mark.parametrize(("msgid", "msgstr"), [("%(n)s pages", "页"), ("%(n)s pages", "%(m)s 页"), ("of {a}", "共 {b}"), ("%s", "%s %s")])
def test_placeholders_must_be_the_same_in_both_languages(msgid: str, msgstr: str) -> None:
    assert len(list(wrong_placeholders(catalog(polib.POEntry(msgid=msgid, msgstr=msgstr))))) == 1


def test_the_order_of_placeholders_may_differ() -> None:
    assert not list(wrong_placeholders(catalog(polib.POEntry(msgid="%(a)s of %(b)s", msgstr="%(b)s 中的 %(a)s"))))


def test_updating_keeps_translations_and_their_order() -> None:
    held = catalog(
        polib.POEntry(msgid="Second", msgstr="二"), polib.POEntry(msgid="Dead", msgstr="死"), polib.POEntry(msgid="First", msgstr="一")
    )

    counts = update(held, {Message("First"): ["a.py"], Message("Second"): ["a.py"], Message("Third", "Thirds"): ["b.py"]})

    assert counts == (1, 1)
    assert [entry.msgid for entry in held] == ["Second", "First", "Third"]
    assert held.find("Second").msgstr == "二"
    assert not held.find("Third").translated()


def test_compiling_writes_what_gettext_reads_and_does_nothing_twice(tmp_path: Path) -> None:
    source = tmp_path / "django.po"
    catalog(polib.POEntry(msgid="Page", msgstr="页面")).save(str(source))

    assert compile_catalog(source)
    assert not compile_catalog(source)
    with source.with_suffix(".mo").open("rb") as file:
        assert gettext.GNUTranslations(file).gettext("Page") == "页面"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["django.mo", "django.po"]
