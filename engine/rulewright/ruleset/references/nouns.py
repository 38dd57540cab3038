"""What the nouns of the lexicon name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.attributes import Attributes
from rulewright.ruleset.references.names import Names, listed
from rulewright.ruleset.references.player_counts import for_all_players

COUNTED: Final = ("gain", "lose", "pay", "use")  # what the core's verbs mean to counted things, a noun may say


def noun_problems(names: Names, attributes: Attributes) -> Iterator[Problem]:
    """The problems of names in the entries of all nouns."""
    for name in names.ruleset.lexicon["nouns"]:
        yield from _NounEntry(names, attributes, name).problems()


class _NounEntry:
    """The entry of one noun."""

    def __init__(self, names: Names, attributes: Attributes, name: str) -> None:
        self.names = names
        self.attributes = attributes
        self.name = name
        self.entry: Mapping[str, Any] = names.ruleset.lexicon["nouns"][name]
        self.path: Path = ("lexicon", "nouns", name)

    def problems(self) -> Iterator[Problem]:
        yield from self._nouns()
        yield from self._attributes()
        yield from self._relations()
        yield from self._deeds()
        yield from self._tables()

    def _each_noun(self, key: str, *types: str) -> Iterator[Problem]:
        return self.names.each_noun(self.entry, key, self.path, types)

    def _nouns(self) -> Iterator[Problem]:
        """The nouns that it names."""
        yield from self._each_noun("is", self.entry["type"])
        yield from self._each_noun("of")
        yield from self._each_noun("in")
        yield from self._each_noun("refill", "zone")
        yield from self._each_noun("limit", "number")
        yield from self._each_noun("substitute", "resource")
        yield from self._each_noun("price", "resource", "number")
        yield from self._each_noun("buys")
        yield from self._each_noun("yours", "zone")
        yield from self._sayings()
        yield from self._each_noun("includes", "zone")
        yield from self._each_noun("for")

    def _sayings(self) -> Iterator[Problem]:
        """The holes of the sentences that say a number (`raised`, `lowered`): `{n}`, or something that it is of."""
        words = self.entry["en"] if isinstance(self.entry.get("en"), Mapping) else {}
        of = [name for name, _ in listed(self.entry.get("of", ()), self.path)]
        for way in ("raised", "lowered"):
            said = words.get(way, ())
            for text, at in listed([said] if isinstance(said, Mapping) else said, (*self.path, "en", way)):
                for hole in re.findall(r"\{(\w*)\}", text["said"] if isinstance(text, Mapping) else text):
                    yield from self.names.noun(hole, at, of) if hole != "n" else ()

    def _attributes(self) -> Iterator[Problem]:
        """The attributes that it declares, is told by or reads, and the option that it reads."""
        names, entry, path = self.names, self.entry, self.path
        for attribute, holds in entry.get("attributes", {}).items():
            yield from self.attributes.declaration(holds, (*path, "attributes", attribute))
        if "owned by" in entry:
            yield from names.known("RW0235", entry["owned by"], names.verbs, (*path, "owned by"), what="verb")
        if "paid by" in entry:
            declared = self.attributes.declared()
            yield from names.known("RW0227", entry["paid by"], declared, (*path, "paid by"), what="thing")
        for key in ("cells", "shape"):
            if key in entry:
                own = self.attributes.of(self.name)
                yield from names.known("RW0227", entry[key], own, (*path, key), what="tile")
        if "option" in entry:
            numbers = [option.id for option in names.ruleset.options.values() if option.type == "number"]
            yield from names.known("RW0233", entry["option"], numbers, (*path, "option"))
        if "attribute" in entry:
            yield from self.attributes.read(entry, path)
            yield from self.attributes.read_as_number(entry, path)

    def _relations(self) -> Iterator[Problem]:
        """What it is counted around, and the relations by which."""
        yield from self._each_noun("around", "number")
        for key in ("by", "steps"):
            if key in self.entry:
                at = (*self.path, key)
                yield from self.names.known("RW0235", self.entry[key], self.names.relations, at, what="relation")

    def _deeds(self) -> Iterator[Problem]:
        """The verbs of which it says what they do to it."""
        for verb in self.entry.get("deeds", {}):
            at = (*self.path, "deeds", verb)
            yield from self.names.known("RW0235", verb, self.names.verbs, at, key=True, what="verb")
            reason = self._never_done(verb)
            if reason:
                yield problem("RW0219", place=self.names.key_place(at), found=verb, noun=self.name, reason=reason)
        for verb in self.entry.get("gives", {}):
            at = (*self.path, "gives")
            yield from self.names.each_noun(self.entry["gives"], verb, at, ("role",))
            yield from self.names.known("RW0235", verb, self.entry.get("deeds", {}), (*at, verb), key=True, what="deed")

    def _never_done(self, verb: str) -> str:
        """Why what it says that a verb does to it would never be done; "" if it may be."""
        names, noun = self.names, self.name
        entry = names.verbs.get(verb) or {}
        if f"{verb}_{noun}" in names.verbs:
            return f"the verb {verb}_{noun} has its name"
        if entry.get("state"):
            return "the verb is a condition"
        if verb not in names.ruleset.lexicon["verbs"]:
            told = self.entry["type"] not in ("card", "piece") or verb in COUNTED
            told = told or (verb == "play" and self.entry["type"] == "card")
            return "" if told else "what this verb does to cards and pieces is the same for all of them"
        if entry.get("en") is None:
            return ""
        kind = (entry.get("slots") or {}).get("object")
        if kind is None:
            return "the verb has no slot `object`"
        fits = kind in ("any", *names.kinds(noun)) or noun in names.kinds(kind)
        return "" if fits else f"the slot `object` of the verb takes {kind}"

    def _tables(self) -> Iterator[Problem]:
        """Its supply and its table, by number of players."""
        for where, count in self.entry.get("supply", {}).items():
            at = (*self.path, "supply", where)
            yield from self.names.noun(where, at, ["zone"], key=True)
            if "worth" not in self.entry:
                yield from for_all_players(self.names, count, at)
        if "table" in self.entry:
            yield from for_all_players(self.names, self.entry["table"], (*self.path, "table"))
