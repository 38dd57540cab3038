"""The user's language: how it is chosen, and interface texts in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.language.interface import helped, languages, said

_reader = ["en"]


def speak(lang: str) -> None:
    """Set the language of all further output."""
    _reader[0] = lang


def reader() -> str:
    """Return the code of the language of output."""
    return _reader[0]


def say(key: str, /, **words: object) -> str:
    """Return an interface text in the user's language, with its placeholders filled in."""
    return said(key, reader(), **words)


def counted(key: str, count: int, /, **words: object) -> str:
    """Words that count something: `key_none`, `key_one` or `key_many` of the interface."""
    number = {0: "none", 1: "one"}.get(count, "many")
    return say(f"{key}_{number}", count=count, **words)


def explained(text: str) -> str:
    """Return the help text of a command or option in the user's language."""
    return helped(text, reader())


def preferred(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language to speak: of `--lang`, of `RULEWRIGHT_LANG`, of the system (as POSIX says it), or English.

    >>> preferred(["play", "--lang", "es", "--help"], {}), preferred([], {"LANG": "hu_HU.UTF-8"})
    ('es', 'hu')
    >>> preferred(["show", "--lang=all"], {"LC_ALL": "C", "LANG": "es_ES"})
    'en'
    """
    named = [argument.removeprefix("--lang=") for argument in arguments if argument.startswith("--lang=")]
    named += [after for option, after in zip(arguments, arguments[1:], strict=False) if option == "--lang"]
    variables = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next(filter(None, variables), "")
    for wish in (*named, environment.get("RULEWRIGHT_LANG", ""), system.replace("_", ".").partition(".")[0]):
        if wish in languages():
            return wish
    return "en"
