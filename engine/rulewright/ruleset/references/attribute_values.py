"""What components, spaces, borders and regions show: each attribute is one of their kind, and holds what it should."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from rulewright.problems import Problem, did_you_mean, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.attributes import Attributes
from rulewright.ruleset.references.names import NOUN_TYPES, Names


class AttributeValues:
    """Checks the attributes of the things in one ruleset."""

    def __init__(self, names: Names, attributes: Attributes) -> None:
        self._names = names
        self._attributes = attributes
        self._named_by: dict[str, Collection[str]] = {}

    def problems(self, kind: str, values: Mapping[str, Any], path: Path, keys: Iterable[str]) -> Iterator[Problem]:
        """The problems in the attributes of one thing; `keys` are those that any such thing may have."""
        declared = self._attributes.of(kind) | {key: "number" for key in ("column", "row") if key in keys}
        if "players" in keys:
            declared["players"] = {"list": "number"}
            declared["by option"] = {"parts": {"option": "word", "players": {"list": "number"}}}
        for name, value in values.items():
            if name not in declared:
                yield from self._names.known("RW0227", name, [*declared, *keys], (*path, name), key=True, what=kind)
            else:
                yield from self._value(value, declared[name], (*path, name))
                yield from self._keys(name, value, declared[name], (*path, name))

    def _value(self, value: Any, holds: Any, path: Path) -> Iterator[Problem]:
        if isinstance(holds, dict):
            shape = next(shape for shape in ("map", "list", "parts") if shape in holds)
            yield from self._compound(value, shape, holds[shape], path)
        elif holds == "number":
            if isinstance(value, bool) or not isinstance(value, int):
                yield wrong_value(self._names, value, "a whole number", path)
        elif holds == "boolean":
            if not isinstance(value, bool):
                yield wrong_value(self._names, value, "true or false", path)
        elif holds == "list":
            if not isinstance(value, list):
                yield wrong_value(self._names, value, "a list", path)
        elif holds == "word":
            if not isinstance(value, str):
                yield wrong_value(self._names, value, "a word", path)
        elif holds in self._names.nouns or holds in NOUN_TYPES:  # otherwise the lexicon has the problem
            yield from self._id(value, holds, path)

    def _id(self, value: Any, holds: str, path: Path) -> Iterator[Problem]:
        """The id of a thing of some kind."""
        if not isinstance(value, str):
            yield wrong_value(self._names, value, f"the id of a {holds}", path)
            return
        yield from self._names.known("RW0236", value, self._named(holds), path, what=holds)

    def _named(self, holds: str) -> Collection[str]:
        """What an attribute may name that holds a thing of some kind."""
        if holds not in self._named_by:
            single = self._names.nouns.get(holds, {}).get("type", holds) in ("card", "space", "region")
            things = self._single_things if single else self._things  # a kind of cards is no card
            self._named_by[holds] = dict.fromkeys(name for name, kinds in things.items() if holds in kinds)
        return self._named_by[holds]

    def _compound(self, value: Any, shape: str, inner: Any, path: Path) -> Iterator[Problem]:
        """A `map` or `list` of one type, or a mapping whose `parts` have types of their own."""
        if not isinstance(value, list if shape == "list" else dict):
            yield wrong_value(self._names, value, "a list" if shape == "list" else "a mapping", path)
            return
        parts: Iterable[tuple[Any, Any]] = enumerate(value) if isinstance(value, list) else value.items()
        for key, part in parts:
            if shape != "parts":
                yield from self._value(part, inner, (*path, key))
            elif key in inner:
                yield from self._value(part, inner[key], (*path, key))
            else:
                yield from self._names.known("RW0227", key, inner, (*path, key), key=True, what="part here")

    def _keys(self, name: str, values: Any, holds: Any, path: Path) -> Iterator[Problem]:
        """The keys of an attribute that is a mapping: what it declares; what is paid by it; or whatever has an id."""
        if not isinstance(values, dict) or not isinstance(holds, dict) or "map" not in holds:
            return
        wanted = holds.get("keys")
        among = self._keys_wanted(name, wanted)
        for key, value in values.items():
            if key not in among and not (wanted is None and key.isdecimal()):
                place, suggestions = self._names.key_place((*path, key)), did_you_mean(key, among)
                yield problem("RW0514", place=place, found=key, attribute=name, suggestions=suggestions)
            yield from self._keys(name, value, holds["map"], (*path, key))

    def _keys_wanted(self, name: str, wanted: Any) -> Collection[str]:
        if isinstance(wanted, list):
            return wanted
        if wanted:
            return [thing for thing, kinds in self._things.items() if wanted in kinds]
        paid = [noun for noun, entry in self._names.nouns.items() if entry.get("paid by") == name]
        if wanted is None and not paid:
            return {*self._things, *(word for words in self._names.ruleset.words.values() for word in words)}
        return paid

    @cached_property
    def _things(self) -> dict[str, list[str]]:
        """What an attribute may name, with its kinds: components, spaces, regions and nouns."""
        found = {name: self._names.kinds(name) for name in self._names.nouns}
        for name, kinds in self._single_things.items():
            found[name] = [*found.get(name, ()), *kinds]
        return found

    @cached_property
    def _single_things(self) -> dict[str, list[str]]:
        """Components, spaces and regions, with their kinds."""
        ruleset = self._names.ruleset
        found: dict[str, list[str]] = {}
        for parts in (ruleset.map.regions, ruleset.map.spaces, ruleset.components):
            for name, part in parts.items():
                found[name] = [*found.get(name, ()), *self._names.kinds(part.kind)]
        return found


def wrong_value(names: Names, value: Any, wanted: str, path: Path) -> Problem:
    """The problem of a value that is not what its attribute holds."""
    return problem("RW0228", place=names.place(path), found=str(value), wanted=wanted)
