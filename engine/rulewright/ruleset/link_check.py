"""Checking that everything a ruleset names is there, and is what it must be."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from rulewright.language.lexicon import core_words
from rulewright.language.problems import Place, Problem, did_you_mean, problem
from rulewright.ruleset.blocks import (
    Award,
    Choose,
    ChooseNumber,
    ForEach,
    Let,
    Offer,
    OptionIs,
    Path,
    Resolve,
    Step,
    walk,
)
from rulewright.ruleset.model import BORDER_KEYS, COMPONENT_KEYS, REGION_KEYS, SPACE_KEYS, Component, Ruleset

GRID_KEYS = frozenset(("column", "row", "players", "by option"))  # what every space of a grid has
MOST_CARDS = 10_000  # in one game: each has its place in the state, and programs grow with them
NOUN_TYPES = frozenset(
    ("player", "card", "space", "border", "region", "zone", "piece", "resource", "number", "role", "word")
)
COUNTED = ("gain", "lose", "pay", "use")  # what the core's verbs mean to things that are counted, a noun may say
_NAMES = ("role", "player")  # what a step can give a meaning to: roles, and players such as the first player


def check_references(ruleset: Ruleset) -> list[Problem]:
    """Return every name in a ruleset that leads nowhere or to the wrong kind of thing."""
    return list(_References(ruleset).check())


def named_words(ruleset: Ruleset) -> set[tuple[str, str]]:
    """Return the words of the lexicon that something names by id: section and id."""
    references = _References(ruleset)
    for _ in references.check():
        pass
    return references.named


_EVENTS = ("whenever", "before", "never")  # which of them an invariant has, if it is of an event

# What the ids in a problem of each code are ids of.
_SECTIONS = {"RW0225": "nouns", "RW0231": "headings", "RW0232": "times"}


class _References:
    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.named: set[tuple[str, str]] = set()
        core = core_words("en")
        own = ruleset.lexicon
        self.nouns: dict[str, Mapping[str, Any]] = {**core.get("nouns", {}), **own["nouns"]}
        self.verbs = {**core.get("verbs", {}), **own["verbs"]}
        self.relations = {**core.get("relations", {}), **own["relations"]}
        self.times = {**core.get("times", {}), **own["times"]}
        self.headings: Mapping[str, Any] = own["headings"]
        self._kinds: dict[str, list[str]] = {}
        self.rules = ruleset.rule_numbers()
        self.readers = self._readers()

    def check(self) -> Iterator[Problem]:
        """Go through the ruleset, part by part."""
        yield from self.head()
        yield from self.cycles("nouns", self.nouns)
        yield from self.cycles("verbs", self.verbs)
        for name in self.ruleset.lexicon["nouns"]:
            yield from self.noun_entry(name)
        yield from self.other_entries()
        yield from self.components()
        yield from self.map()
        yield from self.procedures()
        yield from self.named_values()
        yield from self.invariants()
        yield from self.blocks()
        yield from self.locales()
        yield from self.lists_of_rules()
        yield from self.layout()

    # -------------------------------------------------------------- asking

    def place(self, path: Path) -> Place:
        return self.ruleset.place(path)

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
            place = self.ruleset.content.key_place(path) if key else self.place(path)
            yield problem(code, place=place, found=found, suggestions=did_you_mean(found, among), what=what)

    def sayings(self, entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """The holes of the sentences that say a number (`raised`, `lowered`): `{n}`, or something that it is of."""
        words = entry["en"] if isinstance(entry.get("en"), Mapping) else {}
        of = [name for name, _ in _listed(entry.get("of", ()), path)]
        for way in ("raised", "lowered"):
            said = words.get(way, ())
            for text, at in _listed([said] if isinstance(said, Mapping) else said, (*path, "en", way)):
                for hole in re.findall(r"\{(\w*)\}", text["said"] if isinstance(text, Mapping) else text):
                    yield from self.noun(hole, at, of) if hole != "n" else ()

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
            place = self.ruleset.content.key_place(path) if key else self.place(path)
            is_type = self.kinds(found)[-1]
            yield problem(
                "RW0226",
                place=place,
                found=found,
                is_type=is_type,
                wanted=" or ".join(types),
                expected=types,
                suggestions=did_you_mean(found, fitting),
            )

    def each_noun(self, entry: Mapping[str, Any], key: str, path: Path, types: Iterable[str] = ()) -> Iterator[Problem]:
        """The nouns that a key names; a type of noun or `any` will do too, where no types are asked for."""
        for name, at in _listed(entry.get(key, ()), (*path, key)):
            if types or name not in NOUN_TYPES | {"any"}:
                yield from self.noun(name, at, types)

    # -------------------------------------------------------------- ruleset.yaml

    def head(self) -> Iterator[Problem]:
        ruleset = self.ruleset
        for name, procedure in ruleset.procedure_order.items():
            yield from self.known("RW0234", procedure, ruleset.procedures, ("ruleset", "procedures", name))
        if ruleset.turn:
            yield from self.known("RW0235", ruleset.turn, self.verbs, ("ruleset", "turn"), what="verb")
        if ruleset.round:
            yield from self.known("RW0235", ruleset.round, self.verbs, ("ruleset", "round"), what="verb")
        if ruleset.turn_order not in ("clockwise", "counterclockwise"):
            yield from self.noun(ruleset.turn_order, ("ruleset", "turn order"), ["number"])
        for key, types in (("first player", _NAMES), ("out of the game", ("zone",))):
            yield from self.each_noun(ruleset.content.data["ruleset"], key, ("ruleset",), types)
        if "score" in ruleset.result:
            yield from self.noun(ruleset.result["score"], ("ruleset", "result", "score"), ["number", "resource"])
            yield from self.each_noun(ruleset.result, "ties", ("ruleset", "result"), ["number", "resource"])
            yield from self.each_noun(ruleset.result, "value", ("ruleset", "result"), ["number"])
            yield from self.of_players(ruleset.result)
        for verb, ends in ruleset.zones.items():
            path: Path = ("ruleset", "zones", verb)
            yield from self.known("RW0235", verb, self.verbs, path, key=True, what="verb")
            for end in ends:
                yield from self.each_noun(ends, end, path, ["zone"])
        for option in ruleset.options.values():
            path = ("ruleset", "options", option.id)
            data = ruleset.content.data["ruleset"]["options"][option.id]
            if option.type == "choice":
                yield from self.known("RW0241", str(option.default), option.values, (*path, "default"))
            elif option.type == "number" and not data["minimum"] <= data["default"] <= data["maximum"]:
                yield problem("RW0241", place=self.place((*path, "default")), found=str(option.default))
            yield from self.cited([option.rule] if option.rule else (), (*path, "rule"))
        for index, ruling in enumerate(ruleset.rulings):
            path = ("ruleset", "rulings", index)
            yield from self.cited([ruling.rule], (*path, "rule"))
            if ruling.where and not ruleset.has_file(ruling.where):
                yield problem("RW0238", place=self.place((*path, "where")), found=ruling.where)

    def cited(self, rules: Iterable[str], path: Path) -> Iterator[Problem]:
        """Rule numbers that rules.md lacks; whatever they are where there is no rules.md. The path may be of a list."""
        for index, rule in enumerate(rules):
            if self.rules is not None and rule not in self.rules:
                # A path goes as far as the file does, so the index harms nothing where there is no list.
                place = self.place((*path, index))
                yield problem("RW0237", place=place, found=rule, suggestions=did_you_mean(rule, self.rules))

    # -------------------------------------------------------------- lexicon

    def cycles(self, section: str, words: Mapping[str, Any]) -> Iterator[Problem]:
        for name in self.ruleset.lexicon[section]:
            seen = [name]
            while (above := (words.get(seen[-1]) or {}).get("is")) and above not in seen:
                seen.append(above)
            if above == name:
                place = self.place(("lexicon", section, name, "is"))
                yield problem("RW0239", place=place, found=" → ".join([*seen, name]))

    def noun_entry(self, name: str) -> Iterator[Problem]:
        entry = self.ruleset.lexicon["nouns"][name]
        path: Path = ("lexicon", "nouns", name)
        kind = entry["type"]
        yield from self.each_noun(entry, "is", path, [kind])
        yield from self.each_noun(entry, "of", path)
        yield from self.each_noun(entry, "in", path)
        yield from self.each_noun(entry, "refill", path, ["zone"])
        yield from self.each_noun(entry, "limit", path, ["number"])
        yield from self.each_noun(entry, "substitute", path, ["resource"])
        yield from self.each_noun(entry, "price", path, ["resource", "number"])
        yield from self.each_noun(entry, "buys", path)
        yield from self.each_noun(entry, "yours", path, ["zone"])
        yield from self.sayings(entry, path)
        yield from self.each_noun(entry, "includes", path, ["zone"])
        yield from self.each_noun(entry, "for", path)
        for attribute, holds in entry.get("attributes", {}).items():
            yield from self.attribute_type(holds, (*path, "attributes", attribute))
        if "owned by" in entry:
            yield from self.known("RW0235", entry["owned by"], self.verbs, (*path, "owned by"), what="verb")
        if "paid by" in entry:
            yield from self.known("RW0227", entry["paid by"], self.all_attributes(), (*path, "paid by"), what="thing")
        for key in ("cells", "shape"):
            if key in entry:
                yield from self.known("RW0227", entry[key], self.attributes_of(name), (*path, key), what="tile")
        if "option" in entry:
            numbers = [option.id for option in self.ruleset.options.values() if option.type == "number"]
            yield from self.known("RW0233", entry["option"], numbers, (*path, "option"))
        if "attribute" in entry:
            yield from self.read_attribute(entry, path)
            yield from self.read_number(entry, path)
        yield from self.each_noun(entry, "around", path, ["number"])
        for key in ("by", "steps"):
            if key in entry:
                yield from self.known("RW0235", entry[key], self.relations, (*path, key), what="relation")
        for verb in entry.get("deeds", {}):
            yield from self.known("RW0235", verb, self.verbs, (*path, "deeds", verb), key=True, what="verb")
            reason = self.never_done(verb, name)
            if reason:
                place = self.ruleset.content.key_place((*path, "deeds", verb))
                yield problem("RW0219", place=place, found=verb, noun=name, reason=reason)
        for where in entry.get("supply", {}):
            yield from self.noun(where, (*path, "supply", where), ["zone"], key=True)
            if "worth" not in entry:
                yield from self.for_all_players(entry["supply"][where], (*path, "supply", where))
        if "table" in entry:
            yield from self.for_all_players(entry["table"], (*path, "table"))

    def never_done(self, verb: str, noun: str) -> str:
        """Why what a noun says that a verb does to it would never be done; "" if it may be."""
        entry = self.verbs.get(verb) or {}
        if f"{verb}_{noun}" in self.verbs:
            return f"the verb {verb}_{noun} has its name"
        if entry.get("state"):
            return "the verb is a condition"
        if verb not in self.ruleset.lexicon["verbs"]:
            told = self.nouns[noun].get("type") not in ("card", "piece") or verb in COUNTED
            told = told or (verb == "play" and self.nouns[noun].get("type") == "card")
            return "" if told else "what this verb does to cards and pieces is the same for all of them"
        if entry.get("en") is None:
            return ""
        kind = (entry.get("slots") or {}).get("object")
        if kind is None:
            return "the verb has no slot `object`"
        fits = kind in ("any", *self.kinds(noun)) or noun in self.kinds(kind)
        return "" if fits else f"the slot `object` of the verb takes {kind}"

    def other_entries(self) -> Iterator[Problem]:
        lexicon = self.ruleset.lexicon
        for name, entry in lexicon["adjectives"].items():
            path: Path = ("lexicon", "adjectives", name)
            yield from self.each_noun(entry, "of", path)
            if "attribute" in entry:
                yield from self.read_attribute(entry, path)
            if "ability" in entry:
                yield from self.known("RW0231", entry["ability"], self.headings, (*path, "ability"), what="heading")
        for name, entry in lexicon["relations"].items():
            path = ("lexicon", "relations", name)
            yield from self.each_noun(entry, "of", path)
            yield from self.each_noun(entry, "with", path)
            for base, at in _listed(entry.get("closure", ()), (*path, "closure")):
                yield from self.known("RW0235", base, self.relations, at, what="relation")
        for name, entry in lexicon["verbs"].items():
            path = ("lexicon", "verbs", name)
            taken: set[str] = set()
            for slot, kind in (entry or {}).get("slots", {}).items():
                if kind in taken and kind != "amount":
                    place = self.ruleset.content.place((*path, "slots", slot))
                    yield problem("RW0261", place=place, found=kind, verb=name)
                taken.add(kind)
                if kind not in NOUN_TYPES | {"any", "amount"}:
                    yield from self.noun(kind, (*path, "slots", slot))
            if "is" in (entry or {}):
                yield from self.known("RW0235", entry["is"], self.verbs, (*path, "is"), what="verb")
            if isinstance((entry or {}).get("logged"), str):
                yield from self.noun(entry["logged"], (*path, "logged"), ["number"])
        for name, entry in self.headings.items():
            path = ("lexicon", "headings", name)
            if entry.get("default"):
                self.named.add(("headings", name))
            if isinstance(entry.get("from"), dict):
                for zone in entry["from"]:
                    yield from self.noun(zone, (*path, "from", zone), ["zone"], key=True)
            else:
                yield from self.each_noun(entry, "from", path, ["zone"])
            yield from self.each_noun(entry, "active", path, ["zone"])
            for time, at in _listed(entry.get("limit", ()), (*path, "limit")):
                yield from self.known("RW0232", time, self.times, at)

    # -------------------------------------------------------------- attributes

    def _readers(self) -> dict[str, list[tuple[tuple[str, ...], Any]]]:
        """Attributes that words read, with the nouns they read them of and what the attributes hold."""
        readers: dict[str, list[tuple[tuple[str, ...], Any]]] = {}
        for section in ("nouns", "adjectives"):
            for entry in self.ruleset.lexicon[section].values():
                if "attribute" in entry:
                    if section == "nouns":
                        plain = "word" if "values" in entry else "number"
                        holds: Any = {"map": "number"} if "for" in entry else plain
                    else:
                        value = entry.get("value", True)
                        holds = "boolean" if isinstance(value, bool) else "word" if isinstance(value, str) else "number"
                    of = tuple(name for name, _ in _listed(entry.get("of", ()), ()))
                    readers.setdefault(entry["attribute"], []).append((of, holds))
        return readers

    def attributes_of(self, kind: str) -> dict[str, Any]:
        """The attributes of a kind of thing: declared by it or what it is, or read by words about it."""
        kinds = self.kinds(kind)
        found: dict[str, Any] = {}
        for name, readers in self.readers.items():
            for of, holds in readers:
                if {"any", *kinds} & set(of):
                    found[name] = holds
        for noun in reversed(kinds[:-1]):
            found.update(self.nouns[noun].get("attributes", {}))
        return found

    def all_attributes(self) -> set[str]:
        """The attributes that any noun declares."""
        return {name for entry in self.ruleset.lexicon["nouns"].values() for name in entry.get("attributes", {})}

    def read_attribute(self, entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """An attribute that a word reads must be somewhere, or the word is always zero or false."""
        data = self.ruleset.content.data
        of = {name for name, _ in _listed(entry.get("of", ()), ())}
        things = [*data["components"].values(), *data["map"]["spaces"].values(), *data["map"]["borders"].values()]
        held = {key for thing in things if of & {"any", *self.kinds(thing.get("kind", ""))} for key in thing}
        if "tile" in entry:  # what is printed on the cells of tiles
            cells = {noun["cells"] for noun in self.nouns.values() if "cells" in noun}
            printed = (thing[name] for thing in data["components"].values() for name in cells & thing.keys())
            cells_of = (cell.values() for cell in printed if isinstance(cell, dict))
            held |= {key for parts in cells_of for part in parts if isinstance(part, dict) for key in part}
        if things:
            yield from self.known("RW0243", entry["attribute"], held | self.all_attributes(), (*path, "attribute"))

    def read_number(self, entry: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        """What a number reads must be a number, or one of the words that it has for its values."""
        if entry["type"] != "number" or "for" in entry:
            return
        for noun in (kind for of, _ in _listed(entry.get("of", ()), ()) for kind in self.kinds(of)):
            holds = self.nouns.get(noun, {}).get("attributes", {}).get(entry["attribute"], "number")
            if isinstance(holds, dict) or (holds not in ("number", "boolean") and "values" not in entry):
                shape = holds if isinstance(holds, str) else f"a {next(iter(holds))}"
                yield problem("RW0247", place=self.place((*path, "attribute")), found=entry["attribute"], holds=shape)

    def attribute_type(self, holds: Any, path: Path) -> Iterator[Problem]:
        if "parts" in holds:
            for name, inner in holds["parts"].items():
                yield from self.attribute_type(inner, (*path, "parts", name))
        elif isinstance(holds, dict):
            for shape, inner in holds.items():
                if shape != "keys":
                    yield from self.attribute_type(inner, (*path, shape))
                elif isinstance(inner, str) and inner not in NOUN_TYPES:
                    yield from self.noun(inner, (*path, shape))
        elif holds not in NOUN_TYPES | {"boolean", "list"}:
            yield from self.noun(holds, path)

    def keys(self, name: str, values: Any, holds: Any, path: Path) -> Iterator[Problem]:
        """The keys of an attribute that is a mapping: what it declares; what is paid by it; or whatever has an id."""
        if not isinstance(values, dict) or not isinstance(holds, dict) or "map" not in holds:
            return
        wanted = holds.get("keys")
        paid = [noun for noun, entry in self.nouns.items() if entry.get("paid by") == name]
        if wanted is None and not paid:
            among: Collection[str] = {*self.things, *(word for words in self.ruleset.words.values() for word in words)}
        elif isinstance(wanted, list):
            among = wanted
        else:
            among = [thing for thing, kinds in self.things.items() if wanted in kinds] if wanted else paid
        for key, value in values.items():
            if key not in among and not (wanted is None and key.isdecimal()):
                place = self.ruleset.content.key_place((*path, key))
                yield problem("RW0514", place=place, found=key, attribute=name, suggestions=did_you_mean(key, among))
            yield from self.keys(name, value, holds["map"], (*path, key))

    def attributes(self, kind: str, values: Mapping[str, Any], path: Path, keys: Iterable[str]) -> Iterator[Problem]:
        """The attributes of one thing; `keys` are those that any such thing may have."""
        declared = self.attributes_of(kind) | {key: "number" for key in ("column", "row") if key in keys}
        if "players" in keys:
            declared["players"] = {"list": "number"}
            declared["by option"] = {"parts": {"option": "word", "players": {"list": "number"}}}
        for name, value in values.items():
            if name not in declared:
                yield from self.known("RW0227", name, [*declared, *keys], (*path, name), key=True, what=kind)
            else:
                yield from self.attribute(value, declared[name], (*path, name))
                yield from self.keys(name, value, declared[name], (*path, name))

    def attribute(self, value: Any, holds: Any, path: Path) -> Iterator[Problem]:
        if isinstance(holds, dict):
            shape = next(shape for shape in ("map", "list", "parts") if shape in holds)
            yield from self.compound_attribute(value, shape, holds[shape], path)
        elif holds == "number":
            if isinstance(value, bool) or not isinstance(value, int):
                yield self.wrong_attribute(value, "a whole number", path)
        elif holds == "boolean":
            if not isinstance(value, bool):
                yield self.wrong_attribute(value, "true or false", path)
        elif holds == "list":
            if not isinstance(value, list):
                yield self.wrong_attribute(value, "a list", path)
        elif holds == "word":
            if not isinstance(value, str):
                yield self.wrong_attribute(value, "a word", path)
        elif holds not in self.nouns and holds not in NOUN_TYPES:
            pass  # the lexicon has the problem
        elif not isinstance(value, str):
            yield self.wrong_attribute(value, f"the id of a {holds}", path)
        else:
            single = self.nouns.get(holds, {}).get("type", holds) in ("card", "space", "region")
            things = self.single_things if single else self.things  # a kind of cards is no card
            among = [name for name, kinds in things.items() if holds in kinds]
            yield from self.known("RW0236", value, among, path, what=holds)

    def compound_attribute(self, value: Any, shape: str, inner: Any, path: Path) -> Iterator[Problem]:
        """A `map` or `list` of one type, or a mapping whose `parts` have types of their own."""
        if not isinstance(value, list if shape == "list" else dict):
            yield self.wrong_attribute(value, "a list" if shape == "list" else "a mapping", path)
            return
        parts: Iterable[tuple[Any, Any]] = enumerate(value) if isinstance(value, list) else value.items()
        for key, part in parts:
            if shape != "parts":
                yield from self.attribute(part, inner, (*path, key))
            elif key in inner:
                yield from self.attribute(part, inner[key], (*path, key))
            else:
                yield from self.known("RW0227", key, inner, (*path, key), key=True, what="part here")

    def wrong_attribute(self, value: Any, wanted: str, path: Path) -> Problem:
        return problem("RW0228", place=self.place(path), found=str(value), wanted=wanted)

    @cached_property
    def things(self) -> dict[str, list[str]]:
        """What an attribute may name, with its kinds: components, spaces, regions and nouns."""
        found = {name: self.kinds(name) for name in self.nouns}
        for name, kinds in self.single_things.items():
            found[name] = [*found.get(name, ()), *kinds]
        return found

    @cached_property
    def single_things(self) -> dict[str, list[str]]:
        """Components, spaces and regions, with their kinds."""
        found: dict[str, list[str]] = {}
        for parts in (self.ruleset.map.regions, self.ruleset.map.spaces, self.ruleset.components):
            for name, part in parts.items():
                found[name] = [*found.get(name, ()), *self.kinds(part.kind)]
        return found

    # -------------------------------------------------------------- components and map

    def components(self) -> Iterator[Problem]:
        pieces = [
            f"{name}_{worth}" if worth else name
            for name in self.nouns
            if "piece" in self.kinds(name)
            for worth in (0, *self.nouns[name].get("worth", ()))
        ]
        for component in self.ruleset.components.values():
            path: Path = ("components", component.id)
            yield from self.noun(component.kind, (*path, "kind"), ["card"])
            if component.kind in self.nouns:
                yield from self.attributes(component.kind, component.attributes, path, COMPONENT_KEYS)
                yield from self.shape(component, path)
            if component.start is not None:
                yield from self.noun(component.start, (*path, "start"), ["zone"])
            yield from self.for_all_players(component.copies, (*path, "copies"))
            for piece, counts in component.holds.items():
                yield from self.known("RW0236", piece, pieces, (*path, "holds", piece), key=True, what="piece")
                yield from self.for_all_players(counts, (*path, "holds", piece))
            yield from self.cited(component.rules, (*path, "rules"))
        yield from self.number_of_cards()

    def shape(self, component: Component, path: Path) -> Iterator[Problem]:
        """A tile's shape must have a place for each of its cells: steps to the right and down."""
        nouns = [self.nouns[name] for name in self.kinds(component.kind)[:-1]]
        said = {key: next((noun[key] for noun in nouns if key in noun), "") for key in ("cells", "shape")}
        cells = component.attributes.get(said["cells"])
        shape = self.ruleset.components.get(str(component.attributes.get(said["shape"])))
        if not said["shape"] or shape is None or not isinstance(cells, dict):
            return
        places = shape.attributes.get(said["cells"])
        for cell in cells:
            place = places.get(cell) if isinstance(places, dict) else None
            if not (isinstance(place, list) and len(place) == 2 and all(type(step) is int for step in place)):
                wanted = f"[steps to the right, steps down] for the cell {cell} of {component.id}"
                yield self.wrong_attribute(place, wanted, ("components", shape.id, said["cells"], cell))

    def of_players(self, result: Mapping[str, Any]) -> Iterator[Problem]:
        """What a result is told by must be a number that each player has."""
        for key, named in result.items():
            for name in named if isinstance(named, list) else [named]:
                of = self.nouns.get(name, {}).get("of", "")
                if "number" in self.kinds(str(name)) and of != "player":
                    place = self.place(("ruleset", "result", key))
                    is_type = f"number of {of}" if of else "number of nobody"
                    yield problem("RW0226", place=place, found=name, is_type=is_type, wanted="number of player")

    def number_of_cards(self) -> Iterator[Problem]:
        """So many cards can be played with; told where the most are of one component."""
        for players in self.ruleset.players:
            sets = {
                component.id: component.copies.get(players, component.copies.get(0, 0))
                * (players if component.per_player else 1)
                for component in self.ruleset.components.values()
            }
            if (count := sum(sets.values())) > MOST_CARDS:
                most = max(sets, key=lambda name: sets[name])
                place = self.place(("components", most, "copies"))
                yield problem("RW0250", place=place, count=count, limit=MOST_CARDS, players=players)
                return

    def for_all_players(self, table: Any, path: Path) -> Iterator[Problem]:
        """A table by number of players must have a value for each."""
        if isinstance(table, Mapping) and 0 not in table:
            numbers = {int(players) for players in table}
            missing = [players for players in self.ruleset.players if players not in numbers]
            needless = [players for players in numbers if players not in self.ruleset.players]
            if missing or needless:
                found = ", ".join(map(str, missing or needless))
                yield problem("RW0240", place=self.place(path), found=found, wrong="missing" if missing else "too many")

    def map(self) -> Iterator[Problem]:
        board = self.ruleset.map
        for space in board.spaces.values():
            path: Path = ("map", "spaces", space.id)
            yield from self.noun(space.kind, (*path, "kind"), ["space"])
            yield from self.attributes(space.kind, space.attributes, path, SPACE_KEYS | GRID_KEYS)
            if "by option" in space.attributes:
                chosen = space.attributes["by option"]["option"]
                yield from self.known("RW0233", chosen, self.ruleset.options, (*path, "by option", "option"))
        between: dict[frozenset[str], str] = {}
        for border in board.borders.values():
            path = ("map", "borders", border.id)
            yield from self.noun(border.kind, (*path, "kind"), ["border"])
            yield from self.attributes(border.kind, border.attributes, path, BORDER_KEYS)
            for index, end in enumerate(border.between):
                yield from self.known("RW0229", end, board.spaces, (*path, "between", index))
            first = between.setdefault(frozenset(border.between), border.id)
            if first != border.id:
                place = self.place((*path, "between"))
                yield problem("RW0230", place=place, found=" – ".join(border.between), first=first)
        for region in board.regions.values():
            path = ("map", "regions", region.id)
            yield from self.noun(region.kind, (*path, "kind"), ["region"])
            yield from self.attributes(region.kind, region.attributes, path, REGION_KEYS)
            for index, name in enumerate(region.spaces):
                yield from self.known("RW0229", name, board.spaces, (*path, "spaces", index))
        for name, entry in self.ruleset.content.data["map"]["adjacent"].items():
            for index, end in enumerate(entry["between"]):
                yield from self.known("RW0229", end, board.spaces, ("map", "adjacent", name, "between", index))

    # -------------------------------------------------------------- procedures and blocks

    def procedures(self) -> Iterator[Problem]:
        for procedure in self.ruleset.procedures.values():
            path: Path = ("procedures", procedure.id)
            if procedure.heading is not None:
                yield from self.known("RW0231", procedure.heading, self.headings, (*path, "heading"))
            for time in procedure.limits:
                yield from self.known("RW0232", time, self.times, (*path, "limit"))
            yield from self.cited(procedure.rules, (*path, "rules"))

    def named_values(self) -> Iterator[Problem]:
        """What things show of a number whose values have names must be one of these."""
        board = self.ruleset.map
        parts = (
            (("components",), self.ruleset.components), (("map", "spaces"), board.spaces),
            (("map", "borders"), board.borders),
        )  # fmt: skip
        for noun, entry in self.ruleset.lexicon["nouns"].items():
            name, names = str(entry.get("attribute", noun)), [str(value) for value in entry.get("values", ())]
            if entry.get("type") != "number" or not names:
                continue
            if "tile" in entry:
                yield from self.named_cells(noun, name, names)
                continue
            of = {kind for kind, _ in _listed(entry.get("of", ()), ())}
            for where, things in parts:
                for thing in things.values():
                    value = thing.attributes.get(name)
                    if of & {"any", *self.kinds(thing.kind)}:
                        yield from self.named_value(noun, names, value, (*where, thing.id, name))

    def named_cells(self, noun: str, part: str, names: list[str]) -> Iterator[Problem]:
        """What is printed on the cells of tiles must be one of a number's names, too."""
        for tile in self.ruleset.components.values():
            cells = next(
                (self.nouns[kind]["cells"] for kind in self.kinds(tile.kind)[:-1] if "cells" in self.nouns[kind]), ""
            )
            printed = tile.attributes.get(cells)
            for cell, shown in (printed if isinstance(printed, dict) else {}).items():
                if isinstance(shown, dict):
                    yield from self.named_value(
                        noun, names, shown.get(part), ("components", tile.id, cells, cell, part)
                    )

    def named_value(self, noun: str, names: list[str], value: Any, path: Path) -> Iterator[Problem]:
        if isinstance(value, str) and value not in names:
            place, suggestions = self.place(path), did_you_mean(value, names)
            yield problem("RW0259", place=place, found=value, noun=noun, expected=names, suggestions=suggestions)

    def invariants(self) -> Iterator[Problem]:
        for invariant in self.ruleset.always.values():
            path: Path = ("always", invariant.id)
            events = [key for key in self.ruleset.content.data["always"][invariant.id] if key in _EVENTS]
            if len(events) > 1:
                place = self.ruleset.content.key_place((*path, events[1]))
                yield problem("RW0258", place=place, found=" and ".join(events), expected=_EVENTS)
            yield from self.cited(invariant.rules, (*path, "rules"))

    def blocks(self) -> Iterator[Problem]:
        """Roles, headings, options and components that steps and conditions name."""
        for parts in (self.ruleset.procedures, self.ruleset.always, *self.ruleset.words.values()):
            for part in parts.values():
                for found in walk(part):
                    if isinstance(found, Step):
                        yield from self.step(found)
                    elif isinstance(found, OptionIs):
                        yield from self.known("RW0233", found.option, self.ruleset.options, found.path)

    def step(self, step: Step) -> Iterator[Problem]:
        match step.action:
            case Choose(role=str(role)) | ForEach(role=str(role)) | ChooseNumber(role=role):
                yield from self.noun(role, (*step.path, "as"), _NAMES)
            case Let(role=role):
                yield from self.noun(role, (*step.path, "let"), _NAMES)
            case Award(noun=noun):
                yield from self.noun(noun, (*step.path, "of"), ["number", "resource"])
            case Offer(headings=headings):
                for heading in headings:
                    yield from self.known("RW0231", heading, self.headings, (*step.path, "offer"))
            case Resolve(heading=heading, of=of):
                yield from self.known("RW0231", heading, self.headings, (*step.path, "resolve"))
                for index, name in enumerate(of if isinstance(of, tuple) else ()):
                    at = (*step.path, "of", index)
                    yield from self.known("RW0236", name, self.ruleset.components, at, what="component")

    # -------------------------------------------------------------- other languages

    def locales(self) -> Iterator[Problem]:
        data = self.ruleset.content.data
        own = {
            "components": data["components"],
            "procedures": data["procedures"],
            "spaces": data["map"]["spaces"],
            "regions": data["map"]["regions"],
            "options": self.ruleset.options,
        }
        for language, files in data["locale"].items():
            for kind, names in own.items():
                for name in files.get("texts", {}).get(kind, {}):
                    path: Path = ("locale", language, "texts", kind, name)
                    yield from self.known("RW0236", name, names, path, key=True, what=kind.rstrip("s"))
            for section, words in self.ruleset.lexicon.items():  # a game may call the core's words otherwise
                for name in files.get("lexicon", {}).get(section, {}):
                    path = ("locale", language, "lexicon", section, name)
                    among = {*words, *core_words("en").get(section, {})}
                    yield from self.known("RW0236", name, among, path, key=True, what=section.rstrip("s"))

    def layout(self) -> Iterator[Problem]:
        """What layout.yaml names."""
        data, ruleset = self.ruleset.content.data, self.ruleset
        nouns = ruleset.lexicon.get("nouns", {})
        zones = [name for name, entry in nouns.items() if entry.get("type") == "zone"]
        things = {*nouns, *ruleset.components, *data["map"]["spaces"], *self._values()}
        known = {"looks": things, "numbers": nouns, "zones": zones, "spaces": data["map"]["spaces"], "maps": ["board"]}
        for section, names in known.items():  # goals are named by nobody
            for name in data["layout"][section]:
                path: Path = ("layout", section, name)
                yield from self.known("RW0236", name, names, path, key=True, what=section.rstrip("s"))

    def _values(self) -> set[str]:
        """The values that spaces and borders show, and the names of values of numbers."""
        game_map = self.ruleset.map
        printed = [space.attributes for space in game_map.spaces.values()]
        printed += [border.attributes for border in game_map.borders.values()]
        found = {value for attributes in printed for value in attributes.values() if isinstance(value, str)}
        for entry in self.ruleset.lexicon.get("nouns", {}).values():
            found |= {str(value) for value in entry.get("values") or ()}
        return found

    def lists_of_rules(self) -> Iterator[Problem]:
        """What coverage.yaml and untestable.yaml name."""
        data = self.ruleset.content.data
        components = self.ruleset.components
        covered = {*components, *(component.kind for component in components.values())}
        for name, left in data["coverage"].items():
            path: Path = ("coverage", name)
            yield from self.known("RW0236", name, covered, path, key=True, what="component")
            for index, entry in enumerate(left):
                yield from self.cited([entry["to"]], (*path, index, "to"))
        for rule in data["untestable"]:
            yield from self.cited([rule], ("untestable", rule))


def _listed(value: Any, path: Path) -> Iterator[tuple[str, Path]]:
    """One name or a list of names, each with its path."""
    if isinstance(value, str):
        yield value, path
    else:
        for index, name in enumerate(value):
            yield name, (*path, index)
