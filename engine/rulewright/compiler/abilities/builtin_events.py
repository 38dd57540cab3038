"""What texts hear of the core's verbs: cards that are moved or played, resources that are gained, lost or paid.

A verb of the lexicon is an event by itself. A verb of the core becomes one where a text listens for it: what is
listened for gets a verb of its own (`draw_card`), told after the deed; where nobody listens nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.compiler.ir.expressions import Expr, Name
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import Scope
from rulewright.language import nodes as N

if TYPE_CHECKING:
    from rulewright.compiler.builder import Builder
    from rulewright.compiler.statements.procedure import Procedure

OF_CARDS = {"draw", "discard", "take", "put", "move", "return", "remove", "play"}
COUNTED = {"gain", "lose", "pay"}


class BuiltinEvents:
    """Tells of deeds of the core, in one program."""

    def __init__(self, builder: Builder) -> None:
        self.b = builder
        self.told: set[str] = set()

    def heard(self, trigger: N.Trigger) -> N.Perform | None:
        """The act as which a deed of the core is told to a trigger; None for what is not told.

        Cards are told one by one (`whenever you draw a spell`, `when you play this card`); `whenever you gain a wood`
        is told of each one, `whenever you gain wood` of all of them at once.
        """
        told = None if trigger.timing in ("before", "end") else self.event(trigger.event)
        return self._told(*told) if told is not None else None

    def event(self, event: N.Condition) -> tuple[N.Perform, str, dict[str, str]] | None:
        """A deed of the core as an event: the act, the verb that tells of it, and its slots; None for any other."""
        if not isinstance(event, N.Does) or event != N.Does(subject=event.subject, act=event.act):
            return None
        act, thing, noun = self._deed(event)
        if act is None or thing is None:
            return None
        one = thing.determiner == N.Article(word="a")
        single = one or thing.determiner == N.Article(word="this")
        if act.verb in OF_CARDS and single and self.b.expressions.type_of(noun) == "card":
            return act, f"{act.verb}_card", {"object": "card"}
        plain = thing == N.NounPhrase(noun=thing.noun, determiner=thing.determiner, plural=thing.plural)
        if act.verb in COUNTED and plain and (one or thing.determiner is None) and self._counted(noun):
            return replace(act, slots=()), self._name(act.verb, noun, one), {}
        return None

    def forbidden(self, ban: N.Does) -> N.Perform | None:
        """The act as which `you cannot draw cards` or `you cannot lose wood` forbids a deed of the core; else None.

        Which cards they would be is not known before, so it is all of them that are forbidden.
        """
        act, thing, noun = self._deed(ban)
        if act is None or thing is None or thing != N.NounPhrase(noun=noun, plural=thing.plural):
            return None
        if act.verb in OF_CARDS and noun == "card":
            return self._told(replace(act, slots=()), f"no_{act.verb}", {})
        if act.verb in COUNTED and self._counted(noun):
            return self._told(replace(act, slots=()), f"no_{act.verb}_{noun}", {})
        return None

    def _deed(self, does: N.Does) -> tuple[N.Perform | None, N.NounPhrase | None, str]:
        """What is done to which thing, of which kind, where it is a deed of the core that says no more than that."""
        act = does.act
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        if not isinstance(act, N.Perform) or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return None, None, ""
        if len(act.slots) != 1 or act.adverbs or self.b.source.defines(act.verb, act):
            return None, None, ""
        return act, thing, thing.noun

    def _told(self, act: N.Perform, name: str, slots: dict[str, str]) -> N.Perform:
        self.told.add(name)
        self.b.source.verbs[name] = {"slots": slots}
        return replace(act, verb=name)

    def _counted(self, noun: str) -> bool:
        """Whether seats hold so much of something, each a number."""
        return self.b.layout.held.get(noun) is not None and not self.b.layout.held_kinds(noun)

    def _held(self, noun: str, seat: Expr) -> Expr:
        """The number of how much a seat holds of something that is counted."""
        return expr("n[{} + {}]", self.b.layout.held[noun], seat)

    @staticmethod
    def _name(verb: str, noun: str, one: bool) -> str:
        return f"{verb}_{'a' if one else 'any'}_{noun}"

    def of_cards(self, p: Procedure, node: N.Perform, scope: Scope, do: Callable[[], Expr | None]) -> None:
        """Do something with cards, then tell of each of them that lies elsewhere now.

        do: does it; returns the one card that it was done to, where what is done to it may move others as well.
        """
        self._forbid(f"no_{node.verb}", p, scope)
        name = f"{node.verb}_card"
        played: list[Expr] = []

        def act() -> None:
            card = do()
            if card is not None:
                played.append(card)

        moved = self._moved(node.verb, Name("before"))
        done = self.b.invariants.watched(p, [name], expr("s.where[:]"), scope, act, moved)
        if name not in self.told:
            done()
            return
        if self.b.events.heard(name):
            p.must_stop()
        before = p.variable()
        p.emit("{} = s.where[:]", before)
        done()

        def tell(inner: Scope) -> None:
            self.b.history.note(name, p, inner, [("object", "card")])()
            triggers = self.b.events.triggers(name, p, inner, [("object", "card")], "whenever")
            if triggers is not None:
                triggers()

        moved = self._moved(node.verb, before)
        if played:
            moved = expr("[c for c in {} if c == {}]", moved, played[-1])
        p.loop(moved, "card", "card", None, scope, tell)

    @staticmethod
    def _moved(verb: str, before: Expr) -> Expr:
        """The cards with which something was done, by where all lay before."""
        return expr("DRAWN(s, {})" if verb == "draw" else "MOVED(s, {})", before)

    def _forbid(self, name: str, p: Procedure, scope: Scope) -> None:
        if name in self.told:
            self.b.events.bans(name, p, scope, [])

    def counted(self, p: Procedure, verb: str, noun: str, scope: Scope, do: Callable[[], None]) -> None:
        """Gain, lose or pay so much of something, then tell of it."""
        self._forbid(f"no_{verb}_{noun}", p, scope)
        possible = [self._name(verb, noun, one) for one in (False, True)]
        do = self.b.invariants.watched(p, possible, self._held(noun, Name("you")), scope, do)
        names = [name for name in possible if name in self.told]
        if not names:
            do()
            return
        if any(map(self.b.events.heard, names)):
            p.must_stop()
        cell, before = self._held(noun, scope.you), p.variable()
        p.set(before, cell)
        do()
        p.emit("{} = abs({} - {})", before, cell, before)
        for name in names:

            def tell(inner: Scope, name: str = name) -> None:
                self.b.history.note(name, p, inner, [])()
                triggers = self.b.events.triggers(name, p, inner, [], "whenever")
                if triggers is not None:
                    triggers()

            times = before if name == self._name(verb, noun, True) else expr("min(1, {})", before)
            p.loop(expr("range({})", times), "number", "time", None, scope, tell)
