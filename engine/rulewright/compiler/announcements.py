"""What texts hear of the core's verbs: cards that are moved or played, resources that are gained, lost or paid.

A verb of the lexicon is an event by itself. A verb of the core becomes one where a text listens for it: what is
listened for gets a verb of its own (`draw_card`), told after the deed; where nobody listens nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.compiler.scope import Scope
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder
    from rulewright.compiler.procedure import Procedure

OF_CARDS = {"draw", "discard", "take", "put", "move", "return", "remove", "play"}
COUNTED = {"gain", "lose", "pay"}


class Announcements:
    """Tells of deeds of the core, in one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder
        self.told: set[str] = set()

    def heard(self, trigger: N.Trigger) -> N.Perform | None:
        """The act as which a deed of the core is told to a trigger; None for what is not told.

        Cards are told one by one (`whenever you draw a spell`); `whenever you gain a wood` is told of each one,
        `whenever you gain wood` of all of them at once.
        """
        event = trigger.event
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            return None
        act = event.act
        if not isinstance(act, N.Perform):
            return None
        thing = act.slot("object")
        if len(act.slots) != 1 or act.adverbs or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return None
        if trigger.timing in ("before", "end") or self.b.events.defines(act.verb, act):
            return None
        one = thing.determiner == N.Article(word="a")
        if act.verb in OF_CARDS and one and self.b.expressions.type_of(thing.noun) == "card":
            return self._told(act, f"{act.verb}_card", {"object": "card"})
        plain = thing == N.NounPhrase(noun=thing.noun, determiner=thing.determiner, plural=thing.plural)
        if act.verb in COUNTED and plain and (one or thing.determiner is None) and self._counted(thing.noun):
            return self._told(replace(act, slots=()), self._name(act.verb, thing.noun, one), {})
        return None

    def _told(self, act: N.Perform, name: str, slots: dict[str, str]) -> N.Perform:
        self.told.add(name)
        self.b.source.verbs[name] = {"slots": slots}
        return replace(act, verb=name)

    def _counted(self, noun: str) -> bool:
        """Whether seats hold so much of something, each a number."""
        return self.b.layout.held.get(noun) is not None and not self.b.layout.held_kinds(noun)

    @staticmethod
    def _name(verb: str, noun: str, one: bool) -> str:
        return f"{verb}_{'a' if one else 'any'}_{noun}"

    def of_cards(self, p: Procedure, node: N.Perform, scope: Scope, do: Callable[[], None]) -> None:
        """Do something with cards, then tell of each of them that lies elsewhere now."""
        name = f"{node.verb}_card"
        if name not in self.told:
            do()
            return
        p.must_stop()
        before = p.variable()
        p.emit(f"{before} = s.where[:]")
        do()

        def tell(inner: Scope) -> None:
            triggers = self.b.events.triggers(name, p, inner, [("object", "card")], "whenever")
            if triggers is not None:
                triggers()

        moved = "DRAWN" if node.verb == "draw" else "MOVED"
        p.loop(f"{moved}(s, {before})", "card", "card", None, scope, tell)

    def counted(self, p: Procedure, verb: str, noun: str, scope: Scope, do: Callable[[], None]) -> None:
        """Gain, lose or pay so much of something, then tell of it."""
        names = [name for one in (False, True) if (name := self._name(verb, noun, one)) in self.told]
        if not names:
            do()
            return
        p.must_stop()
        cell = f"n[{self.b.layout.held[noun]} + {scope.you}]"
        before = p.variable()
        p.emit(f"{before} = {cell}")
        do()
        p.emit(f"{before} = abs({cell} - {before})")
        for name in names:

            def tell(inner: Scope, name: str = name) -> None:
                triggers = self.b.events.triggers(name, p, inner, [], "whenever")
                if triggers is not None:
                    triggers()

            times = before if name == self._name(verb, noun, True) else f"min(1, {before})"
            p.loop(f"range({times})", "number", "time", None, scope, tell)
