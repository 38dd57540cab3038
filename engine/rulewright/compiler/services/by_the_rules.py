"""What the rules do by themselves: deeds in procedures that no player carries out, which nobody gains or pays by.

A game begins with procedures of nobody. Whatever they say without a subject ("Raise the tide.") is written for the
first player, who is asked where something is to be chosen. A deed that asks nothing of anybody, and gives nobody
anything, is done by no player all the same: no text hears it as "you", "another player" or "a player".
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from rulewright.compiler.source import Source
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

ONES_OWN = frozenset(("gain", "lose", "pay", "draw", "take", "play", "give", "look", "choose"))
"""Verbs of the core by which somebody has or gets something, or sees it, though no subject is said."""

YOU = (N.Pronoun(word="you"), N.Article(word="your"), N.OfYours())


class ByTheRules:
    """Which deeds of the rules are somebody's, and which are nobody's."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.ruleset = source.ruleset
        self._known: dict[str, bool] = {}  # by verb of the lexicon

    @cached_property
    def done(self) -> frozenset[str]:
        """The verbs of the lexicon that the rules do by themselves, somewhere."""
        found: set[str] = set()
        for name in self.ruleset.procedure_order.values():
            self._collect(self.ruleset.procedures[name].do, found)
        return frozenset(found)

    def _collect(self, block: B.Block, found: set[str]) -> None:
        for action in (step.action for step in block.steps):
            if isinstance(action, B.Secretly) or (isinstance(action, B.ForEach) and self._of_players(action.each.tree)):
                continue
            if isinstance(action, B.Say) and action.words.tree is not None:
                self._collect_said(action.words.tree, found)
            for inner in _blocks(action):
                self._collect(inner, found)

    def _collect_said(self, node: N.Node, found: set[str]) -> None:
        match node:
            case N.Does(subject=subject) if subject != YOU[0]:
                return
            case N.ForEach(each=each) if self._of_players(each):
                return
            case N.Perform() if self.is_nobodys(node):
                verb = (self.source.deed_of(node) or (node.verb, node))[0]
                block = self.source.done_by(verb)
                if block is not None and verb not in found:
                    found.add(verb)
                    self._collect(block, found)
                return
        for _, part in node.children():
            self._collect_said(part, found)

    def asked_of(self, verb: str, heard: Collection[str]) -> bool:
        """Whether a verb, or anything that is done in it, is among what texts hear of as somebody's.

        heard: the names of events; of those of the core, the verb comes first.
        """
        return bool(heard) and self._asked_of(verb, heard, set())

    def _asked_of(self, verb: str, heard: Collection[str], seen: set[str]) -> bool:
        if verb in heard or verb in seen:
            return verb in heard
        seen.add(verb)
        block = self.source.done_by(verb)
        if block is None:
            return any(name not in self.source.verbs or self.source.done_by(name) is None for name in heard)
        said = (words.tree for words in B.walk(block) if isinstance(words, B.Words) and words.tree is not None)
        acts = [part for tree in said for part in tree.walk() if isinstance(part, N.Perform)]
        deeds = ((self.source.deed_of(act) or (act.verb, act))[0] for act in acts)
        return any(self._asked_of(deed, heard, seen) for deed in deeds)

    def is_nobodys(self, act: N.Perform) -> bool:
        """Whether an act without a subject, in a procedure of nobody, is done by no player."""
        return not self._of_somebody(act)

    def _of_somebody(self, act: N.Perform) -> bool:
        if any(part in YOU for part in act.walk()):
            return True
        deed = self.source.deed_of(act)
        verb = deed[0] if deed is not None else act.verb
        block = self.source.done_by(verb)
        if block is None:
            return verb in ONES_OWN or (verb == "discard" and not _says_where(act))
        return self._verb_is_somebodys(verb, block)

    def _verb_is_somebodys(self, verb: str, block: B.Block) -> bool:
        if verb == self.source.turn_verb:
            return True
        if verb not in self._known:
            self._known[verb] = False  # while it is looked at: what calls itself
            self._known[verb] = self._block_is_somebodys(block)
        return self._known[verb]

    def _block_is_somebodys(self, block: B.Block) -> bool:
        return any(self._step_is_somebodys(step.action) for step in block.steps)

    def _step_is_somebodys(self, action: B.Action) -> bool:
        match action:
            case B.Offer() | B.Resolve():
                return True
            case B.Choose(by=None, at_random=False) | B.ChooseNumber(by=None) | B.OneOf(by=None):
                return True
            case B.Secretly() | B.Award():
                return False
            case B.ForEach(each=each) if self._of_players(each.tree):
                return False
        return any(self._said_is_somebodys(words) for words in _own_words(action)) or any(
            self._block_is_somebodys(block) for block in _blocks(action)
        )

    def _said_is_somebodys(self, words: B.Words) -> bool:
        return words.tree is not None and self._node_is_somebodys(words.tree)

    def _node_is_somebodys(self, node: N.Node) -> bool:
        match node:
            case N.Does(subject=subject) if subject != YOU[0] and isinstance(subject, N.Phrase):
                return False
            case N.ForEach(each=each) if self._of_players(each):
                return False
            case N.Perform():
                return self._of_somebody(node)
        return node in YOU or any(self._node_is_somebodys(part) for _, part in node.children())

    def _of_players(self, phrase: N.Node | None) -> bool:
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else ""
        return bool(noun) and self.source.type_of(noun) == "player"


def _says_where(act: N.Perform) -> bool:
    """Whether it is told where the cards lie: otherwise they are in the hand of whoever acts."""
    phrase = act.slot("object")
    return act.slot("from") is not None or bool(getattr(phrase, "filters", ()))


def _blocks(action: B.Action) -> list[B.Block]:
    """The blocks of a step."""
    inner = [getattr(action, name, None) for name in ("do", "then", "otherwise")]
    branches = action.branches if isinstance(action, B.OneOf) else ()
    return [one for one in (*inner, *(branch.do for branch in branches)) if isinstance(one, B.Block)]


def _own_words(action: B.Action) -> list[B.Words]:
    """The words of a step that are not in a block of it."""
    inside = {id(words) for block in _blocks(action) for words in B.walk(block) if isinstance(words, B.Words)}
    return [words for words in B.walk(action) if isinstance(words, B.Words) and id(words) not in inside]
