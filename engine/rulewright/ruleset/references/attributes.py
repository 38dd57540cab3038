"""Which attributes each kind of thing has: those that nouns declare, and those that words of the lexicon read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.names import NOUN_TYPES, Names, listed


class Attributes:
    """The attributes that the words of one ruleset speak of."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._readers = self._find_readers()
        self._of: dict[str, dict[str, Any]] = {}

    def _find_readers(self) -> dict[str, list[tuple[tuple[str, ...], Any]]]:
        """Attributes that words read, with the nouns they read them of and what the attributes hold."""
        readers: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
        for section in ("nouns", "adjectives"):
            for entry in self._names.ruleset.lexicon[section].values():
                if "attribute" in entry:
                    holds = _held_by_noun(entry) if section == "nouns" else _held_by_adjective(entry)
                    of = tuple(name for name, _ in listed(entry.get("of", ()), ()))
                    readers.setdefault(entry["attribute"], []).append((of, holds))
        return readers

    def of(self, kind: str) -> dict[str, Any]:
        """The attributes of a kind of thing: declared by it or what it is, or read by words about it."""
        if kind not in self._of:
            self._of[kind] = self._find(kind)
        return self._of[kind]

    def _find(self, kind: str) -> dict[str, Any]:
        kinds = self._names.kinds(kind)
        found: dict[str, Any] = {}
        for name, readers in self._readers.items():
            for of, holds in readers:
                if {"any", *kinds} & set(of):
                    found[name] = holds
        for noun in reversed(kinds[:-1]):
            found.update(self._names.nouns[noun].get("attributes", {}))
        return found

    def declared(self) -> set[str]:
        """The attributes that any noun declares."""
        nouns = self._names.ruleset.lexicon["nouns"].values()
        return {name for entry in nouns for name in entry.get("attributes", {})}

    def read(self, entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """An attribute that a word reads must be somewhere, or the word is always zero or false."""
        names, data = self._names, self._names.ruleset.content.data
        of = {name for name, _ in listed(entry.get("of", ()), ())}
        held = {key for kind, keys in self._keys.items() if of & {"any", *names.kinds(kind)} for key in keys}
        if "tile" in entry:  # what is printed on the cells of tiles
            cells = {noun["cells"] for noun in names.nouns.values() if "cells" in noun}
            printed = (thing[name] for thing in data["components"].values() for name in cells & thing.keys())
            cells_of = (cell.values() for cell in printed if isinstance(cell, dict))
            held |= {key for parts in cells_of for part in parts if isinstance(part, dict) for key in part}
        if self._keys:
            yield from names.known("RW0243", entry["attribute"], held | self.declared(), (*path, "attribute"))

    @cached_property
    def _keys(self) -> dict[str, set[str]]:
        """By kind, the keys that any of the components, spaces and borders of it has."""
        data = self._names.ruleset.content.data
        found: dict[str, set[str]] = {}
        for things in (data["components"], data["map"]["spaces"], data["map"]["borders"]):
            for thing in things.values():
                found.setdefault(thing.get("kind", ""), set()).update(thing)
        return found

    def read_as_number(self, entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """What a number reads must be a number, or one of the words that it has for its values."""
        names = self._names
        if entry["type"] != "number" or "for" in entry:
            return
        for noun in (kind for of, _ in listed(entry.get("of", ()), ()) for kind in names.kinds(of)):
            holds = names.nouns.get(noun, {}).get("attributes", {}).get(entry["attribute"], "number")
            if isinstance(holds, dict) or (holds not in ("number", "boolean") and "values" not in entry):
                shape = holds if isinstance(holds, str) else f"a {next(iter(holds))}"
                yield problem("RW0247", place=names.place((*path, "attribute")), found=entry["attribute"], holds=shape)

    def declaration(self, holds: Any, path: Path) -> Iterator[Problem]:
        """The types in what a noun declares that an attribute holds."""
        if "parts" in holds:
            for name, inner in holds["parts"].items():
                yield from self.declaration(inner, (*path, "parts", name))
        elif isinstance(holds, dict):
            for shape, inner in holds.items():
                if shape != "keys":
                    yield from self.declaration(inner, (*path, shape))
                elif isinstance(inner, str) and inner not in NOUN_TYPES:
                    yield from self._names.noun(inner, (*path, shape))
        elif holds not in NOUN_TYPES | {"boolean", "list"}:
            yield from self._names.noun(holds, path)


def _held_by_noun(entry: Mapping[str, Any]) -> Any:
    """What an attribute holds that a noun reads."""
    if "for" in entry:
        return {"map": "number"}
    return "word" if "values" in entry else "number"


def _held_by_adjective(entry: Mapping[str, Any]) -> str:
    """What an attribute holds that an adjective reads."""
    value = entry.get("value", True)
    if isinstance(value, bool):
        return "boolean"
    return "word" if isinstance(value, str) else "number"
