"""Which steps of rules a text may forbid: what is forbidden of them is left undone, where nothing was begun."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B
from tests.reference.texts import Texts, deed_of
from tests.reference.world import World


class Forbidden:
    """Tells it of steps and sentences, each time anew."""

    def __init__(self, world: World, texts: Texts) -> None:
        self.world = world
        self.bans = {
            said.node.act.verb
            for said in texts.bans
            if isinstance(said.node, N.Does) and isinstance(said.node.act, N.Perform)
        }

    def does(self, tree: N.Node | None, seen: frozenset[str] = frozenset()) -> bool:
        """Whether a text speaks of something that is done in a sentence, or in the steps of its verbs."""
        if not self.bans or tree is None:
            return False
        verbs = {self._verb(part) for part in tree.walk() if isinstance(part, N.Perform)} - seen
        return any(not self.opens(verb) and self._forbidden(verb, seen) for verb in verbs)

    def steps_do(self, steps: Iterable[B.Step], seen: frozenset[str] = frozenset()) -> bool:
        """The same of some steps."""
        return any(self.does(words.tree, seen) for words in _words(steps))

    def opens(self, verb: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether players are offered what to do in the steps of a verb: each of these stands for itself."""
        return verb not in seen and self.steps_open(self._steps(verb), seen | {verb})

    def steps_open(self, steps: Iterable[B.Step], seen: frozenset[str] = frozenset()) -> bool:
        """The same of some steps."""
        steps = tuple(steps)
        acts = (part for words in _words(steps) if words.tree for part in words.tree.walk())
        offered = any(isinstance(part, B.Offer | B.Resolve) for step in steps for part in B.walk(step))
        return offered or any(self.opens(self._verb(act), seen) for act in acts if isinstance(act, N.Perform))

    def _forbidden(self, verb: str, seen: frozenset[str]) -> bool:
        kind = (self.world.verbs.get(verb) or {}).get("is")
        return bool({verb, kind} & self.bans) or self.steps_do(self._steps(verb), seen | {verb})

    def _verb(self, act: N.Perform) -> str:
        deed = deed_of(self.world, act)
        return deed[0] if deed is not None else act.verb

    def _steps(self, verb: str) -> tuple[B.Step, ...]:
        word = self.world.ruleset.words["verbs"].get(verb)
        if word is not None:
            return word.do.steps if word.do is not None else ()
        deed, _, noun = verb.partition("_")
        word = self.world.ruleset.words["nouns"].get(noun)
        block = word.deeds.get(deed) if word is not None else None
        return block.steps if block is not None else ()


def _words(steps: Iterable[B.Step]) -> list[B.Words]:
    return [part for step in steps for part in B.walk(step) if isinstance(part, B.Words)]
