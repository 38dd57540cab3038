"""What the files of other languages name: the texts and words that they translate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.language.lexicon import core_words
from rulewright.problems import Problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import Names


def locale_problems(names: Names) -> Iterator[Problem]:
    """The problems of names in translations."""
    for language, files in names.ruleset.content.data["locale"].items():
        yield from _texts(names, language, files.get("texts", {}))
        yield from _words(names, language, files.get("lexicon", {}))


def _texts(names: Names, language: str, texts: dict[str, Any]) -> Iterator[Problem]:
    data = names.ruleset.content.data
    own = {
        "components": data["components"],
        "procedures": data["procedures"],
        "spaces": data["map"]["spaces"],
        "regions": data["map"]["regions"],
        "options": names.ruleset.options,
    }
    for kind, known in own.items():
        for name in texts.get(kind, {}):
            path: Path = ("locale", language, "texts", kind, name)
            yield from names.known("RW0236", name, known, path, key=True, what=kind.rstrip("s"))


def _words(names: Names, language: str, lexicon: dict[str, Any]) -> Iterator[Problem]:
    for section, words in names.ruleset.lexicon.items():  # a game may call the core's words otherwise
        for name in lexicon.get(section, {}):
            path: Path = ("locale", language, "lexicon", section, name)
            known = {*words, *core_words("en").get(section, {})}
            yield from names.known("RW0236", name, known, path, key=True, what=section.rstrip("s"))
