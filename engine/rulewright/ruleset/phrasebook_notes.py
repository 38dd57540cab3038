"""What a phrasebook notes of a word beside its sentence: of what it is a kind, whose it is, where it works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.language import nodes as n
from rulewright.language.lexicon import Lexicon, noun_to
from rulewright.ruleset.model import Ruleset


class Notes:
    """Notes in the words of one language, by what is noted: `phrase_<name>` of the interface says it."""

    def __init__(self, ruleset: Ruleset, lexicon: Lexicon) -> None:
        self.ruleset, self.lexicon = ruleset, lexicon
        self.on: dict[str, dict[str, None]] = {}  # by heading, the kinds of cards that have it
        for component in ruleset.components.values():
            tree = component.text.tree if component.text is not None and not component.later else None
            if isinstance(tree, n.Text):
                used = [ability.heading for ability in tree.abilities]
                for heading in [*used, *([ruleset.default_heading] if tree.sentences else [])]:
                    self.on.setdefault(heading, {})[component.kind] = None

    def of(self, section: str, word: str) -> Iterator[tuple[str, str]]:
        """All notes of a word of the lexicon. section: `nouns`, `adjectives`, `headings` …"""
        own = self.ruleset.words.get(section, {}).get(word)
        data: Mapping[str, Any] = own.data if own is not None else {}
        if section == "nouns":
            yield from self._of_noun(word, data)
        elif section == "adjectives":
            if data.get("of"):
                yield "of", self._named(data["of"])
            if data.get("ability"):
                yield "ability", self._heading(str(data["ability"]))
        elif section == "headings":
            yield from self._of_heading(word, data)

    def _of_noun(self, word: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if data.get("is"):
            yield "kind", self._named(data["is"])
        if data.get("of"):
            yield "of", self._named(data["of"])
        if data.get("price"):
            yield "price", self._named(data["price"])
        if data.get("values"):
            unsaid = set(map(str, data.get("unsaid") or ()))
            values = [str(value) for value in data["values"] if str(value) not in unsaid]
            yield "values", ", ".join(self._value(value) for value in values)
        for limit in ("least", "most"):
            if data.get(limit) is not None:
                yield limit, str(data[limit])
        if data.get("type") == "zone" and (to := noun_to(self.lexicon, word)):
            yield "to", f"{to} …"

    def _of_heading(self, word: str, data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        if data.get("default"):
            yield "default", ""
        if self.on.get(word):
            yield "on", self._named(self.on[word])
        if data.get("active"):
            yield "active", self._named(data["active"])
        if data.get("from"):
            yield "offered", self._named(data["from"])
        for limit in [data["limit"]] if isinstance(data.get("limit"), str) else data.get("limit") or ():
            yield "limit", self._time(str(limit))
        if data.get("whole") or data.get("otherwise"):
            yield "whole", ""

    def _heading(self, heading: str) -> str:
        word = self.lexicon.headings.get(heading)
        return (word.forms.get("any", *word.forms.forms) if word else None) or heading

    def _time(self, time: str) -> str:
        word = self.lexicon.times.get(time)
        return (word.forms.get("any", *word.forms.forms) if word else None) or time.replace("_", " ")

    def _value(self, value: str) -> str:
        """How a value is called in the language, if its texts say."""
        texts = (self.ruleset.content.data["locale"].get(self.lexicon.lang) or {}).get("texts") or {}
        return str((texts.get("titles") or {}).get(value, value.replace("_", " ")))

    def _named(self, ids: Any) -> str:
        """Nouns as they are called, one after another."""
        names = [ids] if isinstance(ids, str) else list(ids)
        nouns = self.lexicon.nouns
        return ", ".join((nouns[name].forms.get("one") if name in nouns else None) or str(name) for name in names)
