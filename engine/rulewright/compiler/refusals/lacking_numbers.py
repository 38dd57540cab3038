"""Numbers that a card counts of things of which some have none: nothing would tell that they count as 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.compiler.layout.layout import as_list
from rulewright.compiler.scope import MeaningError
from rulewright.language import nodes as N
from rulewright.meaning.model import Attribute, Known, Referent, Selection
from rulewright.meaning.resolution import Resolution
from rulewright.problems import Problem, problem
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset
from rulewright.ruleset.where_cards_lie import kinds_in


def refuse_lacking_numbers(words: Words, ruleset: Ruleset, resolution: Resolution) -> None:
    """Refuse the text of a card that counts a number of a thing which may have none.

    Not refused is a number whose `default` says what it is then, and what a text tells apart by that number itself.

    Raises:
        MeaningError: RW0613.
    """
    found = tuple(_lacking(words, ruleset, resolution))
    if found:
        raise MeaningError(*found)


def _lacking(words: Words, ruleset: Ruleset, resolution: Resolution) -> Iterator[Problem]:
    assert words.tree is not None
    nodes = tuple(words.tree.walk())
    counted = [node.phrase for node in nodes if isinstance(node, N.Value) and isinstance(node.phrase, N.NounPhrase)]
    told_apart = {node.noun for node in nodes if isinstance(node, N.Whose)} if counted else set()
    for phrase in counted:
        entry = ruleset.lexicon["nouns"].get(phrase.noun) or {}
        thing = _whose(resolution.meant(phrase)) if _is_printed(entry) and phrase.noun not in told_apart else None
        if thing is None or phrase.span is None:
            continue
        introduced = [
            (node, meant)
            for node in nodes
            if isinstance(node, N.NounPhrase)
            and isinstance(meant := resolution.meant(node), Selection)
            and meant.new == thing
        ]
        lacking = _without(thing, introduced, entry, words, ruleset)
        if lacking is not None:
            start, end = phrase.span.start, phrase.span.end
            number = ruleset.language("en").lexicon.nouns[str(phrase.noun)].forms.get("one", "any")
            yield problem("RW0613", found=lacking, number=number, noun=phrase.noun, offset=start, end=end)


def _is_printed(entry: dict[str, Any]) -> bool:
    """Whether an attribute holds a number, and nothing says what it is without that."""
    told_otherwise = {"default", "kept", "for", "tile"} & set(entry)
    return entry.get("type") == "number" and "attribute" in entry and not told_otherwise


def _whose(meaning: object) -> Referent | None:
    """The one thing that a number is said to be of."""
    if not isinstance(meaning, Attribute) or len(meaning.holders) != 1:
        return None
    (holder,) = meaning.holders
    if isinstance(holder, Known):
        return holder.to
    return holder.new if isinstance(holder, Selection) else None


def _without(
    thing: Referent,
    introduced: list[tuple[N.NounPhrase, Selection]],
    entry: dict[str, Any],
    words: Words,
    ruleset: Ruleset,
) -> str | None:
    """The name of something that may be meant and has no such number; None where a description leaves that open."""
    if thing.type not in ("card", "space") or thing.several:
        return None
    this = thing.introduced == "this"
    if not this and any(
        phrase.adjectives or meant.rank or not _only_places(phrase, ruleset) for phrase, meant in introduced
    ):
        return None
    zones = [str(place.noun) for phrase, _ in introduced for place in _places(phrase)]
    lying = kinds_in(ruleset, zones) if zones else None
    nouns = ruleset.lexicon["nouns"]
    called = {kind.noun for _, meant in introduced for kind in meant.kinds} or {thing.noun}
    called = {str((nouns.get(noun) or {}).get("of") or noun) for noun in called}
    if thing.type in called and lying is None and not this:
        return None  # any card, and nothing tells which may be met
    things: Iterable[Any] = ruleset.components.values() if thing.type == "card" else ruleset.map.spaces.values()
    for one in things:
        kinds = {*_kinds(one.kind, nouns), thing.type}
        meant = one.id == words.path[1] if this else called & kinds and (lying is None or one.kind in lying)
        there = meant and not getattr(one, "later", False)
        if there and kinds & set(as_list(entry.get("of"))) and entry["attribute"] not in one.attributes:
            return str(one.name or one.id)
    return None


def _places(phrase: N.NounPhrase) -> list[N.NounPhrase]:
    return [item.phrase for item in phrase.filters if isinstance(item, N.At) and isinstance(item.phrase, N.NounPhrase)]


def _only_places(phrase: N.NounPhrase, ruleset: Ruleset) -> bool:
    """Whether nothing but where it lies is said of a thing."""
    types = [(ruleset.lexicon["nouns"].get(place.noun) or {}).get("type") for place in _places(phrase)]
    return types == ["zone"] * len(phrase.filters)


def _kinds(noun: str, nouns: dict[str, Any]) -> list[str]:
    """A noun and all that it is."""
    found: list[str] = []
    while noun and noun not in found:
        found.append(noun)
        noun = str((nouns.get(noun) or {}).get("is") or "")
    return found
