"""Tells of deeds of the core where a text listens: cards that are moved or played, resources gained, lost or paid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from rulewright.compiler.abilities.builtin_events import (
    GOAL,
    OF_CARDS,
    SHOWN,
    BuiltinEvents,
    at_once,
    how_passed,
    how_told,
    of_a_card,
    some_cards,
)
from rulewright.compiler.abilities.events import PLAYED, Events
from rulewright.compiler.abilities.history import History
from rulewright.compiler.abilities.invariants import Invariants
from rulewright.compiler.abilities.pieces.deeds import ANYHOW
from rulewright.compiler.abilities.pieces.telling import PieceTelling
from rulewright.compiler.abilities.triggers.said_meanwhile import Held
from rulewright.compiler.ir.expressions import Expr, Lit, Name, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N

MOVED_ANYHOW = frozenset(told for verb in ANYHOW for told in of_a_card(f"{verb}_card"))
"""Events of cards that leave a zone or come into one, by whatever is done with them."""


class Telling:
    """Writes what the triggers of one program hear of the core's verbs, and what tests them."""

    def __init__(
        self, s: Services, builtin_events: BuiltinEvents, history: History, invariants: Invariants, events: Events
    ) -> None:
        self.layout = s.layout
        self.module = s.module
        self.told = builtin_events.told
        self.history = history
        self.invariants = invariants
        self.events = events
        self.triggers = events.triggers
        self.said_meanwhile = events.said_meanwhile
        self.of_pieces = PieceTelling(s, builtin_events.told, events).moved
        # By procedure and event, how much has been done of what is told of at its end: while one procedure is written,
        # others may be, which count for themselves.
        self._together: dict[tuple[Flow, str], Expr] = {}

    def _note(self, one: str, p: Flow, scope: Scope, slots: list[tuple[str, str]]) -> None:
        """Note what has been done, and that it ends what ends with its first use."""
        self.history.note(one, p, scope, slots)()
        for uses in self.history.first_uses(one, None, p, scope, slots).values():
            for use in uses:
                use()

    def _held(self, noun: str, seat: Expr) -> Expr:
        """The number of how much a seat holds of something that is counted."""
        return expr("n[{} + {}]", self.layout.held[noun], seat)

    def of_cards(self, p: Flow, node: N.Perform, scope: Scope, do: Callable[[], Expr | None]) -> None:
        """Do something with cards, then tell of each of them that lies elsewhere now.

        do: does it; returns the one card that it was done to, where what is done to it may move others as well.
        """
        self._forbid(f"no_{node.verb}", p, scope)
        played: list[Expr] = []

        def act() -> None:
            card = do()
            if card is not None:
                played.append(card)

        moved = self._moved(node.verb, Name("before"))
        heard = {one: slots for one, slots in _of_a_card(node.verb).items() if one in self.told}
        done = self.invariants.watched(p, [*_of_a_card(node.verb)], expr("s.where[:]"), scope, act, moved)
        prefix = at_once(node.verb, "")
        many = {one.removeprefix(prefix): one for one in sorted(self.told) if one.startswith(prefix)}
        if not heard and not many:
            done()
            return
        if any(map(self.triggers.has_triggers, (*heard, *many.values()))):
            p.must_stop()
        before = p.variable()
        p.emit("{} = s.where[:]", before)
        said = {one: self.said_meanwhile.begins(one, p) for one in heard}
        done()
        after = None
        if any(("to", GOAL) in slots for slots in heard.values()):
            after = p.variable()
            p.emit("{} = s.where[:]", after)

        def tell(inner: Scope) -> None:
            card = inner.names["card"].expr
            inner.bind("zone", Ref(expr("{}[{}]", before, card), "zone", "zone"))
            if after is not None:
                inner.bind(GOAL, Ref(expr("{}[{}]", after, card), "zone", "zone"))
            by_kind = self._told_by_its_kind(node.verb, card)
            for one, slots in heard.items():
                tell_of = partial(self._tell_of_card, p, one, slots, inner, by_kind, before, said[one])
                if by_kind and one in MOVED_ANYHOW:
                    p.branch(negation(either(*by_kind)), tell_of)
                else:
                    tell_of()

        moved = self._moved(node.verb, before)
        if played:
            moved = expr("[c for c in {} if c == {}]", moved, played[-1])
        else:
            moved = expr("IN_ORDER(s, {}, {})", moved, Lit(int(_under_others(node))))
        for noun, one in many.items():
            self._tell_at_once(p, one, noun, moved, scope)
        if heard:
            p.loop(moved, "card", "card", None, scope, tell)

    def _tell_of_card(
        self, p: Flow, one: str, slots: list[tuple[str, str]], scope: Scope, by_kind: list[Expr], before: Expr,
        said: list[Held],
    ) -> None:  # fmt: skip
        """Tell of one card by one name of what was done with it.

        by_kind: the tests whether its kind says what that is, which has noted it; before: where all lay; said: how
        often had been said, when it began, what listens for a time.
        """
        note = partial(self._note, one, p, scope, slots)
        if one == PLAYED and by_kind:
            p.branch(negation(either(*by_kind)), note)
        else:
            note()

        def listen() -> None:
            triggers = self.triggers.triggers(one, p, scope, slots, "whenever", before)
            if triggers is not None:
                triggers()

        self.said_meanwhile.hear(p, said, listen)

    def _tell_at_once(self, p: Flow, one: str, noun: str, moved: Expr, scope: Scope) -> None:
        """Tell with how many cards of a kind something was done, if it was with any."""
        card = self.module.fresh()
        kind = both(*self.events.x.filters.kind_test(noun, Ref(card, "card", "card")))
        done = expr("len([{} for {} in {} if {}])", card, card, moved, kind)
        if (p, one) in self._together:  # told when it has been done again and again
            so_far = self._together[p, one]
            p.set(so_far, expr("{} + {}", so_far, done))
            return
        count = p.variable()
        p.set(count, done)
        self._tell(p, one, count, expr("range(min(1, {}))", count), scope)

    def _told_by_its_kind(self, verb: str, card: Expr) -> list[Expr]:
        """The tests whether a card is of a kind that says what playing it is: what moves it tells where it came to."""
        type_of, own = self.events.source.type_of, self.events.own_deeds(verb) if verb == "play" else []
        nouns = [noun for noun in own if type_of(noun) == "card"]
        ref = Ref(card, "card", "card")
        return [both(*self.events.x.filters.kind_test(noun, ref)) for noun in nouns]

    @staticmethod
    def _moved(verb: str, before: Expr) -> Expr:
        """The cards with which something was done, by where all lay before."""
        return expr("DRAWN(s, {})" if verb == "draw" else "MOVED(s, {})", before)

    def _forbid(self, name: str, p: Flow, scope: Scope) -> None:
        if name in self.told:
            self.events.bans(name, p, scope, [])

    def forbidden(self, verb: str, noun: str, scope: Scope) -> list[Expr]:
        """For each text that forbids to gain, lose or pay so much of something whether it does so now."""
        name = f"no_{verb}_{noun}"
        return self.events.forbidden(name, scope, []) if name in self.told else []

    def untouchable(self, verb: str, card: Expr, you: Expr, to: Expr | None = None) -> Expr | None:
        """Whether a text forbids somebody to do something with a card; None where no text speaks of such.

        to: the zone that it would come to.
        """
        name = some_cards(verb)
        if name not in self.told:
            return None
        slots = [("object", "card"), ("from", "zone"), ("to", "goal")]

        def write() -> Expr:
            scope = Scope(Name("you"), None)
            scope.bind("card", Ref(Name("card"), "card", "card"))
            scope.bind("zone", Ref(expr("s.where[card]"), "zone", "zone"))
            scope.bind("goal", Ref(Name("goal"), "zone", "zone"))
            return either(*self.events.forbidden(name, scope, slots))

        function = self.module.function(f"cannot_{verb}", ("s", "you", "card", "goal"), write)
        return expr("{}(s, {}, {}, {})", Name(function), you, card, Lit(-1) if to is None else to)

    def write_forbidden(self) -> None:
        """Write what texts forbid to be done with cards, though nothing may do it."""
        for verb in sorted(OF_CARDS | SHOWN):
            self.untouchable(verb, Lit(-1), Lit(0))

    def touchable(self, verb: str, cards: Expr, you: Expr, to: Expr | None = None) -> Expr:
        """Those of some cards with which no text forbids somebody to do something."""
        if some_cards(verb) not in self.told:
            return cards
        c = self.module.fresh()
        forbidden = self.untouchable(verb, c, you, to)
        return cards if forbidden is None else expr("[{} for {} in {} if not {}]", c, c, cards, forbidden)

    def hears_rolls(self, noun: str) -> bool:
        """Whether a text waits for such a die to be rolled."""
        return f"roll_{noun}" in self.told

    def rolled(self, p: Flow, noun: str, shown: Expr, scope: Scope) -> None:
        """Tell of each die that was rolled; shown: what they show."""
        if self.triggers.has_triggers(f"roll_{noun}"):
            p.must_stop()
        self._tell(p, f"roll_{noun}", None, shown, scope)

    def taken(self, noun: str, taking: Scope, giver: Expr) -> list[Expr]:
        """For each text that forbids to take so much of something from a player whether it does so now."""
        name = f"no_take_{noun}"
        if name not in self.told:
            return []
        inner = taking.child()
        inner.bind("player", Ref(giver, "player", "player"))
        return self.events.forbidden(name, inner, [("from", "player")])

    def passed(self, p: Flow, verb: str, noun: str, many: Expr, other: Expr, scope: Scope) -> None:
        """Tell that so much of something was taken from a player, or given to one: of all of it, and of each one."""
        heard = {how_passed(verb, noun, how): how for how in ("any", "a", "many")}
        told = {name: how for name, how in heard.items() if name in self.told}
        if any(map(self.triggers.has_triggers, told)):
            p.must_stop()
        for name, how in told.items():
            inner = scope.child()
            inner.bind("player", Ref(other, "player", "player"))
            times = many if how == "a" else expr("min(1, {})", many)
            self._tell(p, name, many if how == "many" else None, expr("range({})", times), inner)

    def counted(
        self, p: Flow, verb: str, noun: str, scope: Scope, do: Callable[[], None], others: Sequence[str] = ()
    ) -> None:
        """Gain, lose or pay so much of something, then tell of it; others: what may stand in for it."""
        self._forbid(f"no_{verb}_{noun}", p, scope)
        self.of_any(p, verb, (noun, *others), scope, do)

    def of_any(self, p: Flow, verb: str, nouns: Sequence[str], scope: Scope, do: Callable[[], None]) -> None:
        """Gain, lose or pay so much of some things, known only when it is done; then tell of each that has changed."""
        possible = {how_told(verb, noun, how): (noun, how) for noun in nouns for how in ("any", "a", "many")}
        for noun in nouns:
            names = [name for name, (of, _) in possible.items() if of == noun]
            do = self.invariants.watched(p, names, self._held(noun, Name("you")), scope, do)
        heard = {name: about for name, about in possible.items() if name in self.told}
        if any(map(self.triggers.has_triggers, heard)):
            p.must_stop()
        changed = {noun: p.variable() for noun in dict.fromkeys(noun for noun, _ in heard.values())}
        for noun, before in changed.items():
            p.set(before, self._held(noun, scope.you))
        do()
        for noun, before in changed.items():
            p.emit("{} = abs({} - {})", before, self._held(noun, scope.you), before)
        for name, (noun, how) in heard.items():
            if (p, name) in self._together:
                p.emit("{} += {}", self._together[p, name], changed[noun])
            else:
                times = changed[noun] if how == "a" else expr("min(1, {})", changed[noun])
                self._tell(p, name, changed[noun] if how == "many" else None, expr("range({})", times), scope)

    def at_once(self, p: Flow, act: N.Act, scope: Scope, do: Callable[[], None]) -> None:
        """Do something again and again; with how much or how many it is done is told of as so much at once."""
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        names: list[str] = []
        if isinstance(act, N.Perform) and isinstance(noun, str):
            of_cards = at_once(act.verb, "")
            names = [one for one in sorted(self.told) if one.startswith(of_cards)]
            names += [how_told(act.verb, noun, "many")]
        names = [one for one in names if one in self.told and (p, one) not in self._together]
        if not names:
            do()
            return
        many = {name: p.variable() for name in names}
        self._together |= {(p, name): count for name, count in many.items()}
        try:  # to write it without a stop may fail
            for count in many.values():
                p.set(count, 0)
            do()
        finally:
            for name in names:
                del self._together[p, name]
        if any(map(self.triggers.has_triggers, names)):
            p.must_stop()
        for name, count in many.items():
            self._tell(p, name, count, expr("range(min(1, {}))", count), scope)

    def _tell(self, p: Flow, name: str, many: Expr | None, times: Expr, scope: Scope) -> None:
        """Tell of something for each of some numbers; many: how much it is, where that is told instead."""
        slots = [(slot, str(kind)) for slot, kind in self.events.source.verbs[name]["slots"].items()]

        def tell(inner: Scope) -> None:
            if many is not None:
                inner.bind("number", Ref(many, "number", "number"))
            self._note(name, p, inner, slots)
            triggers = self.triggers.triggers(name, p, inner, slots, "whenever")
            if triggers is not None:
                triggers()

        p.loop(times, "number", "number", None, scope, tell)


def _under_others(node: N.Perform) -> bool:
    """Whether what is moved goes to the bottom of where it goes."""
    goal = node.slot("to")
    return "bottom" in node.adverbs or (isinstance(goal, N.NounPhrase) and goal.noun == "bottom")


def _of_a_card(verb: str) -> dict[str, list[tuple[str, str]]]:
    """The verbs that tell of a card with which something is done, with their slots; it leaves and comes by that."""
    names = (f"{one}_card" for one in (verb, *sorted(ANYHOW)))
    return {told: slots for name in names for told, slots in of_a_card(name).items()}
