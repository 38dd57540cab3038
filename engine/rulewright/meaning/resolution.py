"""What each word of a ruleset's texts refers to, for whoever reads the syntax trees: the result of name resolution.

    resolution = resolve(ruleset)
    resolution.of(node)             what a pronoun, a phrase or "its" means: a key, the same for all words that mean it

A key is the number of the text (a card's text, a whole block, a definition) and that of the referent in it. Nodes are
known by identity: a ruleset keeps its trees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from rulewright.language.nodes import Node
from rulewright.language.problems import Problem
from rulewright.meaning.blocks import Bound
from rulewright.meaning.corpus import bind
from rulewright.meaning.model import Referent
from rulewright.meaning.rules.picking import referent
from rulewright.ruleset.blocks import Words
from rulewright.ruleset.model import Ruleset

Key = tuple[int, int]
"""What a word refers to: the number of the text, and that of the referent in the text."""


class Resolution:
    """What the words of one ruleset refer to."""

    def __init__(self, found: Iterable[Bound]) -> None:
        self._found = list(found)
        self._bound = {id(bound.words): bound for bound in self._found}
        self._texts = {id(bound.notes): bound.notes for bound in self._found}

    @cached_property
    def _meant(self) -> dict[int, tuple[int, Referent]]:
        meant: dict[int, tuple[int, Referent]] = {}
        for number, notes in enumerate(self._texts.values()):
            for node, thing in notes.meant.items():
                to = thing if isinstance(thing, Referent) else referent(thing)
                if to is not None:
                    meant[node] = number, to
        return meant

    @cached_property
    def _slots(self) -> dict[tuple[int, str], Key]:
        texts = enumerate(self._texts.values())
        return {at: (number, to.id) for number, notes in texts for at, to in notes.slots.items()}

    @cached_property
    def _numbers(self) -> Mapping[int, int]:
        return {notes: number for number, notes in enumerate(self._texts)}

    def of(self, node: Node) -> Key | None:
        """What a word refers to; None where it refers to nothing, or is of no text."""
        found = self._meant.get(id(node))
        return (found[0], found[1].id) if found is not None else None

    def referent(self, node: Node) -> Referent | None:
        """What a word refers to, as the binder describes it."""
        found = self._meant.get(id(node))
        return found[1] if found is not None else None

    def slot(self, act: Node, slot: str) -> Key | None:
        """What stands in a slot that an act leaves open."""
        return self._slots.get((id(act), slot))

    def problems(self, words: Words) -> tuple[Problem, ...]:
        """Why a piece of the language has no meaning; empty where it has one."""
        bound = self._bound.get(id(words))
        return bound.problems if bound is not None else ()

    def names(self, words: Words) -> Mapping[str, Key]:
        """What nouns mean by name where a piece of the language begins: roles, slots, subjects."""
        bound = self._bound.get(id(words))
        if bound is None:
            return {}
        number = self._numbers[id(bound.notes)]
        return {name: (number, to.id) for name, to in bound.names.items()}


def resolve(ruleset: Ruleset) -> Resolution:
    """What the words of all texts of a ruleset refer to."""
    return Resolution(bind(ruleset))
