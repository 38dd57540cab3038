"""The binder: which rule reads which node.

Rules register themselves by the kind of meaning that they give and by the class of node that they read; a node class
that no rule of the wanted kind reads is refused (RW0620). The binder cites each node on the Meaning that came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.language import nodes as n
from rulewright.language.records import replace
from rulewright.language.trees.alternatives import alternatives, described_last
from rulewright.meaning import model as m
from rulewright.meaning.scope import Box
from rulewright.meaning.take import Take, refuse, take
from rulewright.meaning.vocabulary import Vocabulary

R = TypeVar("R")
Rule = Callable[["Binder", Take, Box], R]


class Rules(dict[type[n.Node], "Rule[R]"]):
    """The rules of one kind, by the class of node that each reads."""

    def reads(self, kind: type[n.Node]) -> Callable[[Rule[R]], Rule[R]]:
        """Register a rule for a class of nodes."""

        def register(rule: Rule[R]) -> Rule[R]:
            assert kind not in self, kind
            self[kind] = rule
            return rule

        return register


THINGS: Rules[m.Thing] = Rules()
NUMBERS: Rules[m.Number] = Rules()
TESTS: Rules[m.Meaning] = Rules()
ACTS: Rules[m.Meaning] = Rules()
EVENTS: Rules[m.Meaning] = Rules()
STATEMENTS: Rules[m.Meaning] = Rules()
FILTERS: dict[type[n.Node], Callable[[Binder, Take, Box, m.Known], m.Meaning]] = {}
PREDICATES: dict[type[n.Node], Callable[[Binder, Take, Box, m.Meaning], m.Meaning]] = {}

M = TypeVar("M", bound=m.Meaning)


def cite(meaning: M, *nodes: n.Node | None) -> M:
    """A meaning that comes from these nodes too."""
    return replace(meaning, said=(*meaning.said, *(node for node in nodes if node is not None)))


def clearly_described(words: Vocabulary, things: n.Phrases) -> None:
    """R13: raise RW0631 where nobody can tell whether one of several things or all of them are described."""
    doubtful = described_last(things, words.type_of)
    if doubtful is not None:
        raise refuse("RW0631", doubtful, found=str(getattr(things.items[-1], "noun", "")).replace("_", " "))


class Binder:
    """Binds the sentences of one ruleset."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.lexicon = words.lexicon

    def _bind(self, rules: Rules[M], node: n.Node, box: Box, what: str) -> M:
        rule = rules.get(type(node))
        if rule is None:
            raise refuse("RW0620", node, found=type(node).__name__, what=what)
        with take(node) as t:
            return cite(rule(self, t, box), node)

    def thing(self, node: n.Node, box: Box, *kinds: str, direct: bool = False) -> m.Thing:
        """What a phrase names.

        Args:
            kinds: of which kinds it can be, which decides what a pronoun means; none for any.
            direct: whether it plays a role of an act by itself, so that fellow roles cannot be meant (R5).
        """
        old = box.wanted, box.direct
        box.wanted, box.direct = kinds or ("any",), direct
        try:
            found = self._bind(THINGS, node, box, "a thing")
            box.notes.meant[id(node)] = found
            said = node.determiner if isinstance(node, n.NounPhrase) else None
            leaves_out = isinstance(found, m.Selection) and found.others
            if said is not None and leaves_out:  # where the phrase is made another, the word stays
                box.notes.meant[id(said)] = found
            return found
        finally:
            box.wanted, box.direct = old

    def number(self, node: n.Node, box: Box) -> m.Number:
        """What an amount is."""
        return self._bind(NUMBERS, node, box, "a number")

    def test(self, node: n.Node, box: Box) -> m.Meaning:
        """What a condition asks; its numbers are counted when it is asked."""
        old, box.counted = box.counted, "now"
        try:
            return self._bind(TESTS, node, box, "a condition")
        finally:
            box.counted = old

    def event(self, node: n.Node, box: Box) -> m.Meaning:
        """What is listened for."""
        return self._bind(EVENTS, node, box, "an event")

    def act(self, node: n.Node, box: Box) -> m.Meaning:
        """What is done; an act or a whole statement."""
        return self.statement(node, box)

    def statement(self, node: n.Node, box: Box) -> m.Meaning:
        """What a sentence says."""
        choice = alternatives(node)
        if choice is not None and isinstance(node, n.Perform):
            things = node.slot("object")
            assert isinstance(things, n.Phrases)
            clearly_described(self.words, things)
            slots = [slot for slot in node.slots if slot.value is things]
            return cite(self._bind(ACTS, choice, box, "an act"), node, *slots, things)
        if type(node) in ACTS:
            return self._bind(ACTS, node, box, "an act")
        return self._bind(STATEMENTS, node, box, "a sentence")

    def filter(self, node: n.Node, box: Box, of: m.Known) -> m.Meaning:
        """What a filter asks of the thing that it describes."""
        rule = FILTERS.get(type(node))
        if rule is None:
            raise refuse("RW0620", node, found=type(node).__name__, what="a description")
        with take(node) as t:
            return cite(rule(self, t, box, of), node)

    def predicate(self, node: n.Node, box: Box, of: m.Meaning) -> m.Meaning:
        """What a predicate says of a thing or number."""
        rule = PREDICATES.get(type(node))
        if rule is None:
            raise refuse("RW0620", node, found=type(node).__name__, what="a predicate")
        with take(node) as t:
            return cite(rule(self, t, box, of), node)
