"""Where a card lies while it is used: the deeds that carry out what stands on it, and where they put it before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
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

    @property
    def it(self) -> tuple[n.Node, ...]:
        """How the steps name the card."""
        return (n.NounPhrase(determiner=n.Article(word="the"), noun=self.called), n.Pronoun(word="it"))


class DeedsOfCards:
    """The verbs of a lexicon that are done to something, and what verbs of the core are to kinds of cards.

    Not those by which one card carries out another: what is printed there can be carried out without them.
    """

    def __init__(self, words: Mapping[str, Mapping[str, Word]], lexicon: Mapping[str, object]) -> None:
        self.deeds: dict[str, Deed] = {}
        for verb, word in words["verbs"].items():
            slots = word.data.get("slots")
            if word.do is not None and isinstance(slots, Mapping) and "object" in slots and ADDED not in word.data:
                self.deeds[verb] = Deed(str(slots["object"]), word.do)
        for noun, word in words["nouns"].items():
            for verb, block in word.deeds.items() if word.type == "card" else ():
                self.deeds[f"{verb} {noun}"] = Deed(noun, block)

    def that_carry_out(self, heading: str) -> Sequence[str]:
        """The deeds that carry out what stands under a heading on the card to which they are done."""
        return self._carrying.get(heading, ())

    def put_to_carry_out(self, heading: str) -> Sequence[Goal]:
        """What deeds do with a card before they carry out what stands on it under a heading."""
        return self._put_before.get(heading, ())

    @cached_property
    def _carrying(self) -> dict[str, list[str]]:
        found = defaultdict(list)
        for name, headings in self._headings.items():
            for heading in headings:
                found[heading].append(name)
        return dict(found)

    @cached_property
    def _put_before(self) -> dict[str, list[Goal]]:
        found: dict[str, list[Goal]] = defaultdict(list)
        for deed in self.deeds.values():
            for at, step in enumerate(deed.do.steps):
                headings, done = self._in(step, deed)
                for heading in headings.union(*(self._headings[name] for name in done)):
                    found[heading] += put_by(deed.do.steps[:at], deed.it.__contains__)
        return dict(found)

    @cached_property
    def _headings(self) -> dict[str, set[str]]:
        """By deed, the headings under which it carries out what stands on its card, by itself or by other deeds."""
        parts = {name: self._in(deed.do, deed) for name, deed in self.deeds.items()}
        found = {}
        for name in parts:
            reached, todo = set(), [name]
            while todo:
                one = todo.pop()
                if one not in reached:
                    reached.add(one)
                    todo += parts[one][1]
            found[name] = set().union(*(parts[one][0] for one in reached))
        return found

    def _in(self, part: object, deed: Deed) -> tuple[set[str], set[str]]:
        """The headings of its card that a part of a deed carries out, and the deeds that it does to this card."""
        headings, done = set(), set()
        for inner in walk(part):
            if isinstance(inner, Resolve):
                if isinstance(inner.of, Words) and inner.of.tree in deed.it:
                    headings.add(inner.heading)
            elif isinstance(inner, Words):
                act = inner.tree
                if isinstance(act, n.Perform) and act.verb in self.deeds and act.slot("object") in deed.it:
                    done.add(act.verb)
        return headings, done


def put_by(part: object, is_it: Callable[[n.Node | None], bool]) -> list[Goal]:
    """What the words in a part of a ruleset do with one card."""
    trees = [words.tree for words in walk(part) if isinstance(words, Words) and words.tree is not None]
    acts = (node for tree in trees for node in tree.walk() if isinstance(node, n.Perform))
    return [(act.verb, act.slot("to")) for act in acts if is_it(act.slot("object"))]
