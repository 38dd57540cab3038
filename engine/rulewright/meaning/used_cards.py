"""Where a card lies while it is used: the deeds that carry out what stands on it, and where they put it before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rulewright.language import nodes as n
from rulewright.ruleset.blocks import Block, Resolve, Words, walk
from rulewright.ruleset.building.headings_of_cards import ADDED
from rulewright.ruleset.model import Word

Goal = tuple[str, n.Node | None]
"""What is done with a card, by a verb, and where that says it goes, if it does."""


class Deed(NamedTuple):
    """What is done with a card, and what it is called in the steps."""

    called: str
    do: Block


def deeds_of_cards(words: Mapping[str, Mapping[str, Word]], lexicon: Mapping[str, object]) -> dict[str, Deed]:
    """The verbs of a lexicon that are done to something, and what verbs of the core are to kinds of cards.

    Not those by which one card carries out another: what is printed there can be carried out without them.
    """
    found = {}
    for verb, word in words["verbs"].items():
        slots = word.data.get("slots")
        if word.do is not None and isinstance(slots, Mapping) and "object" in slots and ADDED not in word.data:
            found[verb] = Deed(str(slots["object"]), word.do)
    for noun, word in words["nouns"].items():
        for verb, block in word.deeds.items() if word.type == "card" else ():
            found[f"{verb} {noun}"] = Deed(noun, block)
    return found


def put_by(part: object, is_it: Callable[[n.Node | None], bool]) -> list[Goal]:
    """What the words in a part of a ruleset do with one card."""
    trees = [words.tree for words in walk(part) if isinstance(words, Words) and words.tree is not None]
    acts = (node for tree in trees for node in tree.walk() if isinstance(node, n.Perform))
    return [(act.verb, act.slot("to")) for act in acts if is_it(act.slot("object"))]


def that_carry_out(heading: str, deeds: Mapping[str, Deed]) -> list[str]:
    """The deeds that carry out what stands under a heading on the card to which they are done."""
    return [
        name for name, deed in deeds.items() if _carries_out(deed.do, heading, _it(deed), deeds, frozenset((name,)))
    ]


def _it(deed: Deed) -> tuple[n.Node, ...]:
    """How the steps of a deed name the card to which it is done."""
    return (n.NounPhrase(determiner=n.Article(word="the"), noun=deed.called), n.Pronoun(word="it"))


def put_to_carry_out(heading: str, deeds: Mapping[str, Deed]) -> list[Goal]:
    """What deeds do with a card before they carry out what stands on it under a heading."""
    found: list[Goal] = []
    for name, deed in deeds.items():
        it = _it(deed)
        for at, step in enumerate(deed.do.steps):
            if _carries_out(step, heading, it, deeds, frozenset((name,))):
                found += put_by(deed.do.steps[:at], it.__contains__)
    return found


def _carries_out(
    part: object, heading: str, it: Sequence[n.Node], deeds: Mapping[str, Deed], seen: frozenset[str]
) -> bool:
    """Whether a step carries out what stands on a card under a heading, by itself or by a verb of the lexicon."""
    for inner in walk(part):
        of = inner.of if isinstance(inner, Resolve) and inner.heading == heading else None
        if isinstance(of, Words) and of.tree in it:
            return True
        act = inner.tree if isinstance(inner, Words) else None
        if not isinstance(act, n.Perform) or act.slot("object") not in it or act.verb not in deeds:
            continue
        deed = deeds[act.verb]
        if act.verb not in seen and _carries_out(deed.do, heading, _it(deed), deeds, seen | {act.verb}):
            return True
    return False
