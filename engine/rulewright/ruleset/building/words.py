"""The words of the lexicon, with the language in their entries."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rulewright.ruleset.blocks import Block, Condition, Path, Words
from rulewright.ruleset.building.plain_data import frozen
from rulewright.ruleset.building.steps import Steps
from rulewright.ruleset.model import Addend, Word


def with_roles(nouns: Mapping[str, Any], verbs: Mapping[str, Any]) -> dict[str, Any]:
    """Verbs, each of whose slots keeps a name of its own.

    Where two slots take the same kind of thing, the kind tells them apart no more: one that is called like a role of
    that kind takes the role, as if it said so.
    """

    def filled(slots: Mapping[str, str]) -> dict[str, str]:
        taken = list(slots.values())
        return {
            slot: slot
            if kind != "amount" and taken.count(kind) > 1 and (nouns.get(slot) or {}).get("type") == "role"
            else kind
            for slot, kind in slots.items()
        }

    return {
        name: {**entry, "slots": filled(entry["slots"])} if (entry or {}).get("slots") else entry
        for name, entry in verbs.items()
    }


def of_one_kind(nouns: Mapping[str, Any]) -> dict[str, Any]:
    """Nouns, with what is printed on several kinds of cards, or of spaces, as a number of cards, or of spaces.

    Elsewhere several kinds are what a number is of together: a player and a field.
    """

    def type_of(noun: str) -> str:
        seen: set[str] = set()
        while noun in nouns and noun not in seen:
            seen.add(noun)
            entry = nouns[noun] or {}
            noun = str(entry.get("is") if isinstance(entry.get("is"), str) else entry.get("type"))
        return noun

    def entry_of(entry: Any) -> Any:
        kinds = (entry or {}).get("of")
        if not isinstance(kinds, list) or len(kinds) < 2 or not entry.get("attribute"):
            return entry
        types = {type_of(kind) for kind in kinds}
        return {**entry, "of": types.pop()} if types in ({"card"}, {"space"}) else entry

    return {name: entry_of(entry) for name, entry in nouns.items()}


def word(steps: Steps, section: str, name: str, entry: Any) -> Word:
    """A word from its entry."""
    path = ("lexicon", section, name)
    if not isinstance(entry, dict):  # a time: its words and nothing else
        return Word(section, name, "", MappingProxyType({"en": entry}))
    kind = entry.get("type", "")
    is_number = section == "nouns" and kind == "number"
    within = entry.get("within")
    heading = entry if section == "headings" else {}
    sources = heading.get("from", ())
    if isinstance(sources, str):
        sources = (sources,)
    return Word(
        section=section,
        id=name,
        type=kind,
        data=MappingProxyType(entry),
        means=_meaning(steps, entry["means"], is_number, (*path, "means")) if "means" in entry else None,
        total=tuple(_addend(steps, part, (*path, "sum", at)) for at, part in enumerate(entry.get("sum", ()))),
        highest=steps.optional_words(entry, "highest", "amount", path),
        lowest=steps.optional_words(entry, "lowest", "amount", path),
        count=steps.optional_words(entry, "count", "phrase", path),
        groups=steps.optional_words(entry, "groups", "phrase", path),
        among=steps.optional_words(entry, "among", "phrase", path),
        condition=steps.optional_condition(entry, "if", path),
        within=steps.condition(within, (*path, "within")) if within is not None else None,
        through=steps.optional_words(entry, "through", "phrase", path),
        direction=steps.optional_words(entry, "direction", "amount", path),
        tile=steps.optional_words(entry, "tile", "phrase", path),
        place=steps.optional_words(entry, "at", "phrase", path),
        turned=steps.optional_words(entry, "turned", "amount", path),
        joins=steps.optional_condition(entry, "joins", path),
        distance=_distance(steps, entry["distance"], (*path, "distance")) if "distance" in entry else None,
        start=steps.optional_words(entry, "from", "phrase", path) if "steps" in entry else None,
        order=tuple(
            (which, steps.words(str(amount), "amount", (*path, "order", at, which)))
            for at, part in enumerate(entry.get("order", ()) if section == "adjectives" else ())
            for which, amount in part.items()
        ),
        least=steps.optional_words(entry, "least", "amount", path),
        most=steps.optional_words(entry, "most", "amount", path),
        deeds=frozen(
            {verb: steps.block(deed, (*path, "deeds", verb)) for verb, deed in entry.get("deeds", {}).items()}
        ),
        do=steps.block(entry["do"], (*path, "do")) if "do" in entry else None,
        cost=steps.block(heading.get("cost", []), (*path, "cost")),
        after=steps.block(heading.get("after", []), (*path, "after")),
        otherwise=steps.block(heading["otherwise"], (*path, "otherwise")) if "otherwise" in heading else None,
        sources=frozen({zone: _source(steps, sources, zone, (*path, "from", zone)) for zone in sources}),
    )


def _source(steps: Steps, sources: Any, zone: str, path: Path) -> Block:
    """What using a heading's ability from a zone costs, beside the heading's own cost."""
    sentence = sources[zone] if isinstance(sources, dict) else ""
    return steps.block(sentence or [], path)


def _meaning(steps: Steps, data: Any, is_number: bool, path: Path) -> Condition:
    return steps.words(str(data), "amount", path) if is_number else steps.condition(data, path)


def _distance(steps: Steps, data: Mapping[str, Any], path: Path) -> tuple[Words, Words]:
    return (
        steps.words(str(data["from"]), "amount", (*path, "from")),
        steps.words(str(data["to"]), "amount", (*path, "to")),
    )


def _addend(steps: Steps, data: Any, path: Path) -> Addend:
    if isinstance(data, dict):
        return Addend(
            steps.words(str(data["add"]), "amount", (*path, "add")), steps.optional_condition(data, "if", path)
        )
    return Addend(steps.words(str(data), "amount", path), None)
