"""What is done as far as possible: which texts are, act by act, and whether any of it can be done at all.

The effects of a card are done as far as they can be: who has no card to discard does not, and a number falls to what
there is. Costs, what may be done and what is done *if possible* are whole. What could not be done at all is not
offered: a procedure that tried something and did nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.phrases import quantifier
from rulewright.compiler.ir.expressions import FALSE, TRUE, Expr, both, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import SETS, Scope, Tally
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import Attempts, kept, whether_done, whole
from rulewright.compiler.statements.calls import Calls
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.in_the_dark import InTheDark
from rulewright.compiler.statements.objects import draws_known
from rulewright.compiler.statements.ways import Ways, shuffles_into
from rulewright.compiler.visible import is_open
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_payment
from rulewright.language.trees.outcomes import asks_who_did
from rulewright.language.trees.past import avoided_by
from rulewright.meaning.prices import ALONE, FIRST, LATER, key, may_take_nothing, priced, prices

SURE = ("gain", "lose", "draw", "shuffle", "look_at", "roll", "keep", "end", "win", "do_nothing")
"""Verbs of the core that can always be carried out: all but what is shuffled into a pile, which has to be there.

What a text forbids cannot always be done.
"""

CHANGES_NOTHING = ("reveal", "look_at", "choose", "shuffle", "roll", "keep")
"""Verbs of the core after which all lies where it lay, but for the order of a pile."""

EVERYTHING = expr("[*s.n, *s.where, *[c for z in s.zones for c in z]]")
"""All that an act can change."""
EVERYWHERE = expr("[*s.n, *s.where]")
"""The same without the order of piles."""


class Partial:
    """Writes what is done as far as possible."""

    def __init__(self, p: Flow, c: Context, acts: Acts, calls: Calls, attempts: Attempts, ways: Ways) -> None:
        self.p = p
        self.source = c.services.source
        self.continuous = c.services.continuous
        self.x = c.x
        self.replacements = c.up.replacements
        self.acts = acts
        self.calls = calls
        self.attempts = attempts
        attempts.some_of_it = self.some_of_it
        self.objects = c.objects
        self.ways = ways
        self.dark = InTheDark(c)
        self._priced: list[dict[int, str]] = []  # of what payments are the price, of the texts that are written now

    # -------------------------------------------------------------- which texts

    def write(
        self, parts: Sequence[N.Node], scope: Scope, write: Callable[[], None], offered: bool = True,
        paid: bool = False, used: bool = False,
    ) -> None:  # fmt: skip
        """Write sentences or acts in a scope where they are done as far as possible.

        offered: whether it is a failure if nothing of them can be done; otherwise nothing is done then.
        paid: whether something was paid to do it, which may be done to lose nothing, or to gain for each of none.
        used: whether it is what somebody chooses to use: where it is offered, to choose something is to do nothing.
        """
        with kept(scope), self._knowing(parts):
            scope.partial = True
            nothing = offered and (_perhaps_nothing(parts) or self._comes_to_nothing(parts, paid))
            if not (self._in_parts(parts, 2 if offered else 1) or nothing):
                scope.lenient = False
                write()
                return
            done, failed = self.p.variable(), self.p.variable()
            self.p.emit("{} = 0; {} = 0", done, failed)
            scope.lenient, scope.tally = True, Tally(done, failed, offered, self._choosing(parts, used))
            write()
        if offered:
            self.p.fail_if(expr("{} and not {}", failed, done))

    def _choosing(self, parts: Sequence[N.Node], used: bool) -> Expr:
        """Whether to have chosen something is to have done something.

        Of what is offered it is not: somebody uses it for what comes of it. Once it is used any choice is free, also
        one of which nothing comes.
        """
        if _only_paid_for(parts):
            return FALSE
        acts = [act for part in parts for act in part.walk() if isinstance(act, N.Perform)]
        chooses = any(act.verb == "choose" for act in acts)
        if not used or not chooses or all(act.verb == "choose" or is_payment(act) for act in acts):
            return TRUE
        begun = self.p.variable()
        self.p.emit("{} = 0 if s.trial else 1", begun)
        return begun

    def _comes_to_nothing(self, parts: Sequence[N.Node], paid: bool) -> bool:
        """Whether nothing of it may be done, as whoever is asked can see."""
        rest = _but_for_choosing(parts)
        if paid and any(isinstance(part, N.Per) or _loses(part) for one in rest for part in one.walk()):
            return False
        return bool(rest) and all(self._may_be_nothing(one) for one in rest)

    def _may_be_nothing(self, node: N.Node) -> bool:
        match node:
            case N.If(condition=N.Did()):
                return True
            case N.If(condition=condition, then=then, otherwise=otherwise):
                if otherwise is None:
                    return is_open(condition, self.source) or self._may_be_nothing(then)
                return self._may_be_nothing(then) and self._may_be_nothing(otherwise)
            case N.Unless(condition=condition, then=then):
                if avoided_by(node, self.source.is_state) is not None:
                    return False
                return is_open(condition, self.source) or self._may_be_nothing(then)
            case N.Possible(otherwise=otherwise):
                return otherwise is None or self._may_be_nothing(otherwise)
            case N.Both(clauses=inside) | N.Sequence(acts=inside):
                return all(map(self._may_be_nothing, inside))
            case N.Per(each=each):
                return is_open(each, self.source)
            case N.ForEach(each=each, then=then):
                return is_open(each, self.source) or self._may_be_nothing(then)
            case N.Does(subject=N.NounPhrase(filters=(_, *_)) as subject) if is_open(subject, self.source):
                return True
            case N.Does(act=act):
                return _may(node) or self._may_be_nothing(act)
            case N.Perform(verb="draw" | "lose") if not draws_known(node):
                return True
            case N.Perform(verb="gain"):
                many = node.slot("object")
                return self._can_fail(node) or (isinstance(many, N.AsMany) and is_open(many, self.source))
            case N.Perform():
                return self._can_fail(node) and not is_payment(node)
        return False

    def some_of_it(self, act: N.Node, scope: Scope) -> Expr | None:
        """Whether there is any of what an act gains, loses or draws; None where there surely is, or nobody can see."""
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        if not isinstance(act, N.Perform) or not (scope.tally and scope.tally.asked):
            return None
        if act.verb == "draw":
            some = self.acts.transfers.card_moves.draws.any(act, scope)
        else:
            some = self.x.amounts.any_to_lose(act, scope)
        if isinstance(thing, N.AsMany) and act.verb in ("gain", "lose", "draw") and is_open(thing, self.source):
            many = expr("{} > 0", self.objects.quantity(thing, scope).low)
            return many if some is None else both(many, some)
        return some

    def fail_where_none_to_draw(self, act: N.Act, scope: Scope) -> None:
        """Fail where what does nothing but draw would draw nothing: fewer cards than it says are enough."""
        acts = act.acts if isinstance(act, N.Sequence) else (act,)
        done = [one.effect if isinstance(one, N.Cost) else one for one in acts if not is_payment(one)]
        draws = self.acts.transfers.card_moves.draws
        some = [None if isinstance(one, N.Perform) and one.slot("from") else draws.any(one, scope) for one in done]
        there = [one for one in some if one is not None]
        if there and len(there) == len(some):
            self.p.fail_if(negation(either(*there)))

    def tries(self, node: N.Node, scope: Scope) -> None:
        """Note that something is tried which may come to nothing, as whoever is asked can see."""
        if scope.lenient and scope.tally is not None and scope.tally.asked and is_open(node, self.source):
            self.p.emit("{} = 1", scope.tally.failed)

    def tries_each(self, node: N.Node, items: Expr, scope: Scope) -> None:
        """Note that something is done for each of some things, where whoever is asked sees that there is none."""
        if scope.lenient and scope.tally is not None and scope.tally.asked and is_open(node, self.source):
            with self.p.when(expr("not {}", items)):
                self.p.emit("{} = 1", scope.tally.failed)

    @staticmethod
    def did(p: Flow, scope: Scope) -> None:
        """Note that something was done."""
        if scope.tally is not None:
            p.emit("{} = 1", scope.tally.done)

    def priced(self, parts: Sequence[N.Node], scope: Scope, write: Callable[[], None]) -> None:
        """Write what happens because of something; where you cannot pay for all of it, nothing is done."""
        if scope.partial and any(price != ALONE and is_payment(act) for act, price in prices(parts)):
            self.p.if_possible(lambda: self.write(parts, scope, write, offered=False), lambda: None)
        else:
            with self._knowing(parts):
                write()

    @contextmanager
    def _knowing(self, parts: Sequence[N.Node]) -> Iterator[None]:
        self._priced.append(priced(parts))
        try:
            yield
        finally:
            self._priced.pop()

    def _price(self, act: N.Act) -> str:
        """Of what a payment is the price."""
        found = (known[key(act)] for known in self._priced if key(act) in known)
        return next(found, "")

    @property
    def is_paid_later(self) -> bool:
        """Whether the text that is written now has its price behind other acts of it."""
        return any(price == LATER for known in self._priced for price in known.values())

    def _in_parts(self, parts: Sequence[N.Node], least: int) -> bool:
        """Whether some of it can be done where the rest cannot: so many acts at least, of which one can fail."""
        acts = [act for part in parts for act in self._acts(part)]
        paid_alone = any(price == ALONE for _, price in prices(parts))
        return len(acts) >= least and (paid_alone or any(map(self._can_fail, acts)))

    def in_part(self, act: N.Node) -> bool:
        """Whether something could be done as far as possible and not whole: several acts, or so many at once."""
        acts = [*self._acts(act)]
        counts = [part for part in act.walk() if isinstance(part, N.Quantity) and part.kind in ("count", "exactly")]
        so_many = any(isinstance(part, N.AsMany) for part in act.walk()) or any((one.low or 0) > 1 for one in counts)
        return (len(acts) > 1 or so_many) and any(map(self._can_fail, acts))

    def _acts(self, node: N.Node | None, others: bool = False) -> Iterator[N.Act]:
        """What is done or left as one; twice what is done for each of several.

        others: whether other players do it: what they cannot pay stops nobody else.
        """
        match node:
            case N.If() | N.Possible():
                yield from self._acts(node.then)
                yield from self._acts(node.otherwise)
            case N.Unless():
                yield from self._acts(node.then)
            case N.ForEach() | N.InPlace():
                yield from [*self._acts(node.then)] * 2
            case N.Both():
                for clause in node.clauses:
                    yield from self._acts(clause)
            case N.Repeat() if node.times.low == node.times.high or node.times.kind == "count":
                yield from [*self._acts(node.act, others)] * 2
            case N.Does() if node.modal is None:
                several = isinstance(node.subject, N.NounPhrase) and self.x.phrases.open(node.subject)
                yield from [*self._acts(node.act, node.subject != N.Pronoun(word="you"))] * (2 if several else 1)
            case N.Sequence():
                for act in node.acts:
                    yield from self._acts(act, others)
            case N.Cost() if others:
                yield node
            case N.Cost():
                yield from self._acts(node.effect)
            case N.Per():
                yield from [*self._acts(node.act, others)] * 2
            case N.Act() if is_payment(node) and not others and self._price(node) != ALONE:
                pass
            case N.Perform():
                again = self.through(node) is not None or self.calls.is_so_often(node)
                yield from self._each_by_itself(node) * (2 if again else 1)
            case N.Act():
                yield node

    def _can_fail(self, act: N.Act) -> bool:
        if isinstance(act, N.Repeat | N.Until):
            return False
        if not isinstance(act, N.Perform) or shuffles_into(act):
            return True
        if self._forbidden(act) or self._of_a_thing(act):
            return True
        thing = act.slot("object")
        if draws_known(act):
            return True
        if act.verb == "gain" and (self.source.of_cards(thing) or isinstance(thing, N.Pronoun | N.PartOf)):
            return True  # there may be none
        return act.verb not in SURE or self.source.defines(act.verb, act)

    def _forbidden(self, act: N.Perform) -> bool:
        """Whether a text may forbid an act of the core."""
        return self.continuous.forbids(act.verb)

    def _each_by_itself(self, act: N.Perform) -> list[N.Perform]:
        """What is given, and what is gained or lost where some of it may be forbidden, each by itself.

        `Gain 1 loaf and 1 gem`, `they give 1 loaf and 1 gem to you`.
        """
        things = act.slot("object")
        apart = act.verb == "give" or (act.verb in ("gain", "lose") and self._forbidden(act))
        if not apart or not isinstance(things, N.Phrases) or things.conjunction != "and":
            return [act]
        rest = tuple(slot for slot in act.slots if slot.name != "object")
        return [replace(act, slots=(N.Slot(name="object", value=thing), *rest)) for thing in things.items]

    def _of_a_thing(self, act: N.Perform) -> bool:
        """Whether a noun says what an act does to things of its kind, of which there may be none left."""
        thing = act.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
        return (
            isinstance(noun, str) and self.source.type_of(noun) in ("card", "piece") and bool(self.source.deed_of(act))
        )

    def through(self, act: N.Perform) -> N.Slot | None:
        """The slot with each of several things, one after another: `rob each other player`, `from each hand`."""
        own = self.source.defines(act.verb, act)
        for slot in act.slots:
            value = slot.value
            if own and self.calls.done_so_often(act.verb, slot):
                return slot
            place = not own and slot.name in ("to", "from")
            if place and self.calls.how_often(value.whole if isinstance(value, N.PartOf) else value) is not None:
                return slot
            if not isinstance(value, N.NounPhrase) or (slot.name == "object" and not own):
                continue
            if own and self.calls.how_often(value) is not None:
                return slot
            whose = value.determiner.owner if isinstance(value.determiner, N.Possessive) else None
            several = whose if isinstance(whose, N.NounPhrase) else value
            if place and self.x.phrases.open(several) and quantifier(several) == "each":
                return slot
        return None

    # -------------------------------------------------------------- act by act

    def perform(self, node: N.Perform, scope: Scope) -> None:
        """Do one act if it can be carried through, and go on without it otherwise."""
        several = self._each_by_itself(node)
        if len(several) > 1:
            for one in several:
                self.perform(one, scope)
            return
        do = partial(self.acts.perform, node, scope)
        if self._of_all(node, scope):
            whole(scope, do)  # what you pay is paid, or nothing is done at all
        elif self.through(node) is not None or self.acts.sets.means_several(node, scope):
            each = partial(self.again_and_again, node, node, scope, do)
            self.attempts.where_found(node, scope, each)
        elif scope.partial and self.calls.is_so_often(node):
            self.attempts.where_found(node, scope, partial(self._so_often, scope, do))
        elif scope.tally is not None and scope.tally.asked and self.dark.is_offered(node, scope):
            self.perhaps_found((node,), scope, partial(self.attempts.by_itself, node, scope, do))
        else:
            self.attempts.by_itself(node, scope, do)

    def perhaps_found(self, acts: Sequence[N.Perform], scope: Scope, write: Callable[[], None]) -> None:
        """Do what counts as possible, since nobody who is asked can see whether it is; leave it where it is not.

        What they see is asked before: who has any card there at all, and what it is also done to.
        """
        some = [test for act in acts for test in self.acts.transfers.some_owner(act, scope)]
        some += self.dark.in_sight(acts, scope)
        some += [test for act in acts for test in self.dark.in_what_was_shown(act, scope)]

        def do() -> None:
            for act in acts:
                self.acts.transfers.choose_owners(act, scope, in_the_dark=True)
            if scope.lenient and scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.done)
            with kept(scope):
                scope.partial = scope.partial or scope.unseen is not None
                scope.lenient, scope.must, scope.owed = True, False, False
                scope.tally = None
                write()

        if some and not scope.lenient:
            self.p.fail_if(negation(both(*some)))
            do()
        elif some:
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.failed)
            self.attempts.where_found(acts[0], scope, do, some)
        else:
            do()

    def again_and_again(self, node: N.Act, act: N.Node, scope: Scope, write: Callable[[], None]) -> None:
        """Do an act so many times; what is paid so many times is one payment: all of it, or nothing (R16)."""
        others = scope.spoken_to is not None
        if isinstance(act, N.Act) and is_payment(act) and (others or self._price(act) == ALONE):
            self.attempts.as_one(node, scope, write)
        else:
            write()

    def _so_often(self, scope: Scope, do: Callable[[], None]) -> None:
        """Do something so many times: each by itself, where one of them can fail."""

        def sure() -> None:
            with kept(scope):
                scope.lenient = False
                do()
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.done)

        if not self.p.attempt_inline(sure, sure=True):
            do()

    def chosen(self, node: N.Choice, scope: Scope, write: Callable[[], None]) -> None:
        """Do one of several things; where all of them are paying, one is paid, or nothing is done at all."""
        some = self.dark.some_in_own_hand(node, scope) if scope.tally is not None and scope.tally.asked else None
        if some is not None:  # whoever is offered the text cannot see whether others find anything
            with self.p.when(some):
                self.did(self.p, scope)
        if scope.lenient and self._of_all(node, scope):
            whole(scope, write)
        else:
            self.attempts.as_one(node, scope, write)

    def _of_all(self, node: N.Act, scope: Scope) -> bool:
        """Whether it is a payment for all that is done, without which nothing is."""
        if scope.tally is None or scope.spoken_to is not None:
            return False
        return (
            self._price(node) == FIRST if isinstance(node, N.Cost) else is_payment(node) and self._price(node) != ALONE
        )

    def _owed(self, cost: N.Act, scope: Scope) -> None:
        """A price: what it takes must be there, and some of what may be none."""
        of_some = may_take_nothing(cost, lambda noun: self.source.type_of(noun) == "zone")
        shows = of_some and isinstance(cost, N.Perform) and cost.verb in CHANGES_NOTHING
        before = self.p.variable() if of_some and not shows else None
        if before is not None:
            self.p.set(before, EVERYTHING)
        known = dict(scope.refs)
        with kept(scope):  # also where a first try at writing it is broken off, since it needs a stop
            scope.owed = True
            self.p.act(cost, scope)
        if before is not None:
            self.p.fail_if(expr("{} == {}", before, EVERYTHING))
        for key_of, ref in scope.refs.items() if shows else ():
            if ref.type in SETS.values() and known.get(key_of) != ref:
                self.p.fail_if(expr("not {}", ref.expr))

    def paid(self, node: N.Cost, scope: Scope) -> None:
        """What is paid is whole; what follows is done as far as possible, and not for nothing."""

        def do() -> None:
            with self.ways.asked(node.cost, (node.effect,), scope):
                pay = partial(whole, scope, partial(self._owed, node.cost, scope))
                if not self.replacements.replaceable(node.cost):
                    pay()
                    effect()
                    return
                paid = whether_done(self.p, self.replacements, node.cost, EVERYTHING, pay, price=True)
            # What was replaced was not done, and nothing comes of it; who has none of what is lost has paid.
            self.p.branch(expr("{} == 1", paid), effect)

        def effect() -> None:
            there = list(self.attempts.followed.gone(node.effect, scope))
            if there and not scope.owed:  # what somebody takes away when they hear of the payment
                self.p.branch(both(*there), follows)
            else:
                follows()

        def follows() -> None:
            if scope.partial:
                self.write((node.effect,), scope, lambda: self.p.act(node.effect, scope), paid=True)
            else:
                self.p.act(node.effect, scope)

        hidden = self.dark.paid(node, scope)
        if hidden:
            with self.dark.choosing(hidden):
                self.perhaps_found(hidden, scope, partial(self.attempts.by_itself, node, scope, do))
        elif self._of_all(node, scope):
            do()
            assert scope.tally is not None
            self.p.emit("{} = 1", scope.tally.done)
        else:
            self.attempts.as_one(node, scope, do)


def _only_paid_for(parts: Sequence[N.Node]) -> bool:
    """Whether something is chosen and all the rest is what is paid for or may be done: choosing it alone is nothing."""
    rest = _but_for_choosing(parts)
    return bool(rest) and all(isinstance(one, N.Cost) or _may(one) or _if_done(one) for one in rest)


def _perhaps_nothing(parts: Sequence[N.Node]) -> bool:
    """Whether all that is done is what somebody may do, and may be unable to, and what is done if they did."""
    rest = _but_for_choosing(parts)
    return any(map(_may, rest)) and all(_may(one) or _if_done(one) for one in rest)


def _loses(part: N.Node) -> bool:
    return isinstance(part, N.Perform) and part.verb == "lose"


def _but_for_choosing(parts: Sequence[N.Node]) -> list[N.Node]:
    """What is done, without what only chooses something."""
    said = [act for part in parts for act in (part.acts if isinstance(part, N.Sequence) else (part,))]
    return [one for one in said if not (isinstance(one, N.Perform) and one.verb == "choose")]


def _may(node: N.Node) -> bool:
    """Whether somebody, or each of several, only may do something."""
    if isinstance(node, N.ForEach | N.InPlace):
        return _may(node.then)
    return isinstance(node, N.Does) and node.modal == "may"


def _if_done(node: N.Node) -> bool:
    """Whether something is done only if what somebody might do was done, or as several did or did not do it."""
    done = isinstance(node, N.If) and isinstance(node.condition, N.Did) and node.otherwise is None
    return done or (asks_who_did(node) and not any(map(is_payment, node.walk())))
