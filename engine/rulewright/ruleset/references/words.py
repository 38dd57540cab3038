"""What the lexicon names beside its nouns: adjectives, relations, verbs and headings, and what is what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Path
from rulewright.ruleset.references.attributes import Attributes
from rulewright.ruleset.references.names import NOUN_TYPES, Names, listed


def circle_problems(names: Names) -> Iterator[Problem]:
    """Nouns and verbs that are, by way of others, themselves."""
    yield from _circles(names, "nouns", names.nouns)
    yield from _circles(names, "verbs", names.verbs)


def _circles(names: Names, section: str, words: Mapping[str, Any]) -> Iterator[Problem]:
    for name in names.ruleset.lexicon[section]:
        seen = [name]
        while (above := (words.get(seen[-1]) or {}).get("is")) and above not in seen:
            seen.append(above)
        if above == name:
            place = names.place(("lexicon", section, name, "is"))
            yield problem("RW0239", place=place, found=" → ".join([*seen, name]))


def word_problems(names: Names, attributes: Attributes) -> Iterator[Problem]:
    """The problems of names in the entries of all words that are no nouns."""
    yield from _adjectives(names, attributes)
    yield from _relations(names)
    yield from _verbs(names)
    yield from _parts(names)
    yield from _headings(names)


def _adjectives(names: Names, attributes: Attributes) -> Iterator[Problem]:
    for name, entry in names.ruleset.lexicon["adjectives"].items():
        path: Path = ("lexicon", "adjectives", name)
        yield from names.each_noun(entry, "of", path)
        if "attribute" in entry:
            yield from attributes.read(entry, path)
        if "ability" in entry:
            yield from names.known("RW0231", entry["ability"], names.headings, (*path, "ability"), what="heading")


def _relations(names: Names) -> Iterator[Problem]:
    for name, entry in names.ruleset.lexicon["relations"].items():
        path: Path = ("lexicon", "relations", name)
        yield from names.each_noun(entry, "of", path)
        yield from names.each_noun(entry, "with", path)
        for base, at in listed(entry.get("closure", ()), (*path, "closure")):
            yield from names.known("RW0235", base, names.relations, at, what="relation")
        if "means" in entry:
            ends = {end: entry[end] for end in ("of", "with") if isinstance(entry.get(end), str)}
            yield from _told_apart(names, name, ends, path)


def _told_apart(names: Names, word: str, parts: Mapping[str, str], path: Path) -> Iterator[Problem]:
    """A problem for each part of a word that has the noun of another: no text could say which of them it means."""
    taken: set[str] = set()
    for part, kind in parts.items():
        if kind in taken and kind != "amount":
            yield problem("RW0261", place=names.place((*path, part)), found=kind, word=word)
        taken.add(kind)


def _verbs(names: Names) -> Iterator[Problem]:
    for name, entry in names.ruleset.lexicon["verbs"].items():
        path: Path = ("lexicon", "verbs", name)
        slots = (entry or {}).get("slots", {})
        yield from _told_apart(names, name, slots, (*path, "slots"))
        for slot, kind in slots.items():
            if kind not in NOUN_TYPES | {"any", "amount"}:
                yield from names.noun(kind, (*path, "slots", slot))
        if "is" in (entry or {}):
            yield from names.known("RW0235", entry["is"], {**names.verbs, **_deeds(names)}, (*path, "is"), what="verb")
        yield from _wholes(names, (entry or {}).get("part of", ()), (*path, "part of"))
        if isinstance((entry or {}).get("logged"), str):
            yield from names.noun(entry["logged"], (*path, "logged"), ["number"])


def _deeds(names: Names) -> dict[str, Any]:
    """What is done with kinds of things in their own way, as a verb is to name it: the verb, then the kind."""
    nouns = names.ruleset.lexicon["nouns"].items()
    return {f"{verb}_{noun}": entry for noun, entry in nouns for verb in (entry or {}).get("deeds") or {}}


def _wholes(names: Names, said: Any, path: Path) -> Iterator[Problem]:
    """The deeds of which something is a part have to be verbs or procedures."""
    for whole, at in listed(said, path):
        yield from names.known("RW0235", whole, {**names.verbs, **names.ruleset.procedures}, at, what="verb")


def _parts(names: Names) -> Iterator[Problem]:
    for name, entry in names.ruleset.lexicon["nouns"].items():
        for verb, said in ((entry or {}).get("part of") or {}).items():
            path: Path = ("lexicon", "nouns", name, "part of", verb)
            yield from names.known("RW0235", verb, names.verbs, path, what="verb")
            yield from _wholes(names, said, path)


def _headings(names: Names) -> Iterator[Problem]:
    for name, entry in names.headings.items():
        path: Path = ("lexicon", "headings", name)
        if entry.get("default"):
            names.named.add(("headings", name))
        if isinstance(entry.get("from"), dict):
            for zone in entry["from"]:
                yield from names.noun(zone, (*path, "from", zone), ["zone"], key=True)
        else:
            yield from names.each_noun(entry, "from", path, ["zone"])
        yield from names.each_noun(entry, "active", path, ["zone"])
        for time, at in listed(entry.get("limit", ()), (*path, "limit")):
            yield from names.known("RW0232", time, names.limits, at)
