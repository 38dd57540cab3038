"""Which steps of rules a text of the program may forbid, found out before they are written."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_toll
from rulewright.ruleset import blocks as B

COUNTING = ("exchange", "give", "take", "move")
"""Verbs of the core that may gain, lose or pay what is counted, under another name."""

OPEN = (B.Offer, B.Resolve)
"""Steps in which players do what they like: what holds them is no single deed."""


class Forbidden:
    """Tells of steps and sentences whether something in them may be forbidden.

    A verb of the lexicon is one deed: what is forbidden in its steps forbids all of it. Not so a verb in which players
    are offered what to do, such as a turn: each of its steps stands for itself.
    """

    def __init__(self, s: Services) -> None:
        self.source = s.source
        self.texts = s.texts
        self.continuous = s.continuous
        self.bans = s.continuous.bans
        self._known: dict[str, bool] = {}

    @cached_property
    def _tolls(self) -> set[str]:
        """Verbs before which a text demands what is paid: who cannot pay it cannot do them."""
        said = self.continuous.triggers.items()
        return {verb for verb, texts in said if any(is_toll(text.node) for text in texts)}

    @property
    def _any(self) -> bool:
        return bool(self.bans) or bool(self._tolls)

    def in_steps(self, steps: Iterable[B.Step]) -> bool:
        """Whether something in some steps may be forbidden."""
        return self._any and any(
            part.tree is not None and self.in_tree(part.tree)
            for step in steps
            for part in B.walk(step)
            if isinstance(part, B.Words)
        )

    def in_tree(self, tree: N.Node) -> bool:
        """Whether something that a sentence does may be forbidden."""
        return self._any and any(isinstance(part, N.Perform) and self._deed(part) for part in tree.walk())

    def open(self, steps: Iterable[B.Step]) -> bool:
        """Whether players are offered what to do in some steps, or in what these begin."""
        return any(self._opens(part) for step in steps for part in B.walk(step))

    def open_verb(self, verb: str) -> bool:
        """Whether a verb of the lexicon is such that each of its steps stands for itself."""
        key = f"open {verb}"
        if key not in self._known:
            self._known[key] = False  # a verb that calls itself
            block = self._block(verb)
            self._known[key] = block is not None and self.open(block.steps)
        return self._known[key]

    def _opens(self, part: object) -> bool:
        if isinstance(part, B.Words) and part.tree is not None:
            said = part.tree.walk()
            return any(isinstance(act, N.Perform) and self.open_verb(self._verb(act)) for act in said)
        return isinstance(part, OPEN)

    def _deed(self, act: N.Perform) -> bool:
        verb = self._verb(act)
        if self.open_verb(verb):
            return False
        counted = verb in COUNTING and not self._of_pieces(act)
        key = f"{verb} what is counted" if counted else verb
        if key not in self._known:
            self._known[key] = False
            block = self._block(verb)
            self._known[key] = self._forbids(verb, counted) or (block is not None and self.in_steps(block.steps))
        return self._known[key]

    def _of_pieces(self, act: N.Perform) -> bool:
        """Whether an act is done to pieces alone, so that nothing is gained, lost or paid by it."""
        thing = act.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = thing.noun if isinstance(thing, N.NounPhrase) else None
        return act.verb != "exchange" and isinstance(noun, str) and self.source.type_of(noun) == "piece"

    def _verb(self, act: N.Perform) -> str:
        """What is called for an act: the deed of a noun, or the verb itself."""
        deed = self.source.deed_of(act)
        return deed[0] if deed is not None else act.verb

    def _block(self, verb: str) -> B.Block | None:
        """The steps of a deed or of a verb of the lexicon."""
        if verb in self.source.deeds:
            return self.source.deeds[verb]
        return self.texts.word("verbs", verb).do if (self.source.verbs.get(verb) or {}).get("do") else None

    def _forbids(self, verb: str, counted: bool) -> bool:
        """Whether a text speaks of the verb itself, of what it is a kind of, or of what it does to cards and goods.

        counted: whether it may be done to what is counted.
        """
        if any(one in self.bans or one in self._tolls for one in (verb, (self.source.verbs.get(verb) or {}).get("is"))):
            return True
        told = (verb, "gain", "lose", "pay") if counted else (verb,)
        return any(map(self.continuous.forbids, told))
