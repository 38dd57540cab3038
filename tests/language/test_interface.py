"""The interface of every language that has one: a file that is there holds all of it.

A language may lack a file as a whole: what stands in it is told in English then, and `rulewright i18n status` says so.
"""

from __future__ import annotations

import errno
import inspect
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from rulewright import disk
from rulewright.cli.app import app
from rulewright.cli.text.help import texts
from rulewright.language.interface import said, told
from rulewright.problems import catalogue, problem
from rulewright.resources import data_dir
from tests.language.refusals import messages

FOLDER = data_dir("grammar")
LANGUAGES = sorted(path.name.split(".")[1] for path in FOLDER.glob("core.*.lark"))


def having(name: str) -> list[str]:
    """The languages beside English that have a file of the interface."""
    return [lang for lang in LANGUAGES if lang != "en" and (FOLDER / f"{name}.{lang}.yaml").is_file()]


def table(name: str, lang: str) -> dict[str, Any]:
    path = FOLDER / f"{name}.{lang}.yaml"
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    return loaded


def named(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("lang", ["en", *having("interface")])
def test_every_language_says_all_of_the_interface(lang: str) -> None:
    english, own = table("interface", "en"), table("interface", lang)
    assert own.keys() == english.keys()
    assert {key: named(text) for key, text in own.items()} == {key: named(text) for key, text in english.items()}
    assert all(own.values())


@pytest.mark.parametrize("lang", having("problems"))
def test_every_language_tells_every_problem(lang: str) -> None:
    own = table("problems", lang)
    assert own.keys() == catalogue().keys()
    for code, entry in own.items():
        english = catalogue()[code]
        assert entry.keys() == {"message", "hint"}
        for part in ("message", "hint"):
            assert named(entry[part]) <= named(english["message"]) | named(english["hint"]) | {"found"}
        assert named(entry["message"]) == named(english["message"]) or code == "RW0405"


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.name)
def test_no_key_of_a_file_stands_twice(path: Path) -> None:
    keys = [key.value for key, _ in yaml.compose(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader).value]
    assert len(keys) == len(set(keys))


def test_a_problem_is_told_with_all_that_it_names() -> None:
    found = problem("RW0302", found="cratas", wanted="a noun, “de”", expected=("a noun", "“de”"))
    spanish = told(found, "es")
    assert spanish.message.endswith("Aquí se esperaba: un sustantivo, «de».")
    assert spanish.expected == ("un sustantivo", "«de»")
    assert told(found, "xx") == found


def test_every_language_has_the_same_phrases() -> None:
    tables = [table("phrases", lang) for lang in having("phrases")]
    assert all(own.keys() == tables[0].keys() for own in tables)
    entries = [entry for known in tables for entry in known.items()]
    assert all(own.count("{}") == english.count("{}") for english, own in entries)


@pytest.mark.parametrize(("lang", "words", "told_as"), [
    ("es", {"code": "RW0235", "found": "dig", "what": "verb"}, "No existe dig (verbo)."),
    ("hu", {"code": "RW0807", "found": "", "file": "x", "reason": "Permission denied"}, "nincs hozzá jog"),
    ("hu", {"code": "RW0215", "found": "9", "wanted": "at most 5"}, "legfeljebb 5"),
    ("es", {"code": "RW0405", "found": "torre", "what": "roba", "kinds": "carta or ficha"}, "carta o ficha"),
    ("es", {"code": "RW0601", "what": "Choose what?"}, "¿Elegir qué?"),
    ("hu", {"code": "RW0603", "what": "This describes the number “hand limit”, which counts what it always does"},
     "Ez ezt a számot írja le: „hand limit”, amely azt számolja, amit mindig."),
    ("es", {"code": "RW0604", "what": "This is understood, but nothing carries out “what was done” yet"},
     "Esto se entiende, pero aún nada lleva a cabo «lo que se hizo»."),
    ("es", {"code": "RW0502", "found": "x", "wrong": "has the forms a|b instead of 9", "forms": "", "language": "es"},
     "formas a|b en lugar"),
])  # fmt: skip
def test_what_a_problem_names_is_in_the_language_too(lang: str, words: dict[str, str], told_as: str) -> None:
    assert told_as in told(problem(**words), lang).message


@pytest.mark.parametrize("lang", having("phrases"))
def test_every_refusal_of_the_compiler_is_said_in_every_language(lang: str) -> None:
    found = messages()
    assert len(found) > 100
    assert not found - table("phrases", lang).keys()
    for message in found:
        english = message.replace("{}", "xyzzy")
        told_as = told(problem("RW0601", what=english[0].upper() + english[1:]), lang).message
        assert told_as != problem("RW0601", what=english[0].upper() + english[1:]).message


# What a system may say of a file or folder that is read, written, made, locked or replaced.
SYSTEM = (
    "EACCES", "EBUSY", "EDQUOT", "EEXIST", "EFBIG", "EINVAL", "EIO", "EISDIR", "ELOOP", "EMFILE",
    "ENAMETOOLONG", "ENODEV", "ENOENT", "ENOSPC", "ENOTDIR", "ENOTEMPTY", "ENXIO", "EPERM", "EROFS", "ESTALE",
    "ETXTBSY", "EXDEV", "EAGAIN",
)  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems say it in other words")
@pytest.mark.parametrize("lang", having("phrases"))
def test_every_language_tells_why_a_file_cannot_be_used(lang: str) -> None:
    refused = set(re.findall(r'_refuse\("([^"]+)"\)', inspect.getsource(disk)))
    assert len(refused) == 2
    of_system = {os.strerror(getattr(errno, name)) for name in SYSTEM}
    for reason in refused | of_system | {"it lies in a zip", "it is a zip"}:
        message = told(problem("RW0807", file="x", reason=reason), lang).message
        assert reason not in message, f"{lang} has no words for: {reason}"


@pytest.mark.parametrize("lang", having("commands"))
def test_every_language_tells_what_each_command_and_option_is_for(lang: str) -> None:
    command = get_command(app)
    english = set(texts(command, command.make_context("rulewright", ["check"])))
    assert table("commands", lang).keys() == english


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert said("over", "xx") == said("over") == "The game is over"
