"""The names that a ruleset can use, and the problem with one that leads nowhere or to the wrong kind of thing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, Final

from rulewright.language.lexicon import core_words
from rulewright.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.model import Ruleset

NOUN_TYPES: Final = frozenset(
    ("player", "card", "space", "border", "region", "zone", "piece", "resource", "number", "role", "word")
)
ROLES: Final = ("role", "player")  # what a step can give a meaning to: roles, and players such as the first player

# What the ids in a problem of each code are ids of.
_SECTIONS: Final = {"RW0225": "nouns", "RW0231": "headings", "RW0232": "times"}


class Names:
    """The names of one ruleset, with the core's words among them.

    Attributes:
        named: the words of the lexicon that were asked for so far: section and id.
        rules: the numbers in rules.md; None where there is no such file.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.named: set[tuple[str, str]] = set()
        core = core_words("en")
        own = ruleset.lexicon
        self.nouns: dict[str, Mapping[str, Any]] = {**core.get("nouns", {}), **own["nouns"]}
        self.verbs = {**core.get("verbs", {}), **own["verbs"]}
        self.relations = {**core.get("relations", {}), **own["relations"]}
        self.times = {**core.get("times", {}), **own["times"]}
        self.limits = {time: word for time, word in self.times.items() if time != "next_time"}  # how often
        self.headings: Mapping[str, Any] = own["headings"]
        self.rules = ruleset.rule_numbers()
        self._kinds: dict[str, list[str]] = {}

    def place(self, path: Path) -> Place:
        """Where a value stands."""
        return self.ruleset.place(path)

    def key_place(self, path: Path) -> Place:
        """Where the key of a value stands."""
        return self.ruleset.content.key_place(path)

    def kinds(self, noun: str) -> list[str]:
        """A noun and all that it is, with its type last; ends at a loop."""
        if noun not in self._kinds:
            self._kinds[noun] = self._find_kinds(noun)
        return self._kinds[noun]

    def _find_kinds(self, noun: str) -> list[str]:
        found: list[str] = []
        while noun in self.nouns and noun not in found:
            found.append(noun)
            noun = self.nouns[noun].get("is", "")
        return [*found, str(self.nouns[found[0]].get("type", "word"))] if found else []

    def known(
        self, code: str, found: str, among: Collection[Any], path: Path, key: bool = False, what: str = ""
    ) -> Iterator[Problem]:
        """A problem unless something is among the known; `what` is the kind of thing, for the message."""
        self.named.add((_SECTIONS.get(code, f"{what}s"), found))
        if found not in among:
            place = self.key_place(path) if key else self.place(path)
            yield problem(code, place=place, found=found, suggestions=did_you_mean(found, among), what=what)

    def noun(self, found: str, path: Path, types: Iterable[str] = (), key: bool = False) -> Iterator[Problem]:
        """A problem unless it is a noun, and of one of the types if there are any."""
        self.named.add(("nouns", found))
        types = tuple(types)
        if found in self.nouns and (not types or not set(types).isdisjoint(self.kinds(found))):
            return
        fitting = [name for name in self.nouns if not types or set(types) & set(self.kinds(name))]
        if found not in self.nouns:
            yield from self.known("RW0225", found, fitting, path, key)
        else:
            yield problem(
                "RW0226",
                place=self.key_place(path) if key else self.place(path),
                found=found,
                is_type=self.kinds(found)[-1],
                wanted=" or ".join(types),
                expected=types,
                suggestions=did_you_mean(found, fitting),
            )

    def each_noun(self, entry: Mapping[str, Any], key: str, path: Path, types: Iterable[str] = ()) -> Iterator[Problem]:
        """The nouns that a key names; a type of noun or `any` will do too, where no types are asked for."""
        for name, at in listed(entry.get(key, ()), (*path, key)):
            if types or name not in NOUN_TYPES | {"any"}:
                yield from self.noun(name, at, types)

    def cited(self, rules: Iterable[str], path: Path) -> Iterator[Problem]:
        """Rule numbers that rules.md lacks; whatever they are where there is no rules.md. The path may be of a list."""
        for index, rule in enumerate(rules):
            if self.rules is not None and rule not in self.rules:
                # A path goes as far as the file does, so the index harms nothing where there is no list.
                place = self.place((*path, index))
                yield problem("RW0237", place=place, found=rule, suggestions=did_you_mean(rule, self.rules))


def listed(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    """One name or a list of names, each with its path.

    >>> list(listed("a", ("is",))), list(listed(["a", "b"], ("of",)))
    ([('a', ('is',))], [('a', ('of', 0)), ('b', ('of', 1))])
    """
    if isinstance(value, str):
        yield value, path
    else:
        for index, name in enumerate(value):
            yield name, (*path, index)
