"""What is left to whoever acts: what they may do, which of several acts, and in which order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile

from rulewright.compiler.ir.expressions import TRUE, Expr, either, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.statements import Attempt, Settle
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Scope, Tally
from rulewright.compiler.statements.acts import Acts
from rulewright.compiler.statements.attempts import whether_done, whole
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.objects import draws_known
from rulewright.compiler.statements.partial import CHANGES_NOTHING, EVERYTHING, Partial
from rulewright.compiler.statements.sentences.if_done import ASKED, IfDone, up_to
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import done_by_several, is_payment
from rulewright.meaning.prices import AT_MOST


class Choices:
    """Writes acts of which somebody chooses whether, which, or in which order."""

    def __init__(self, p: Flow, c: Context, acts: Acts, partial_: Partial, if_done: IfDone) -> None:
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.up = c.up
        self.acts = acts
        self.partial = partial_
        self.attempts = partial_.attempts
        self.if_done = if_done

    def optional(self, act: N.Act, scope: Scope, outer: Scope) -> None:
        """An act that may be done: offered only where it can be carried through."""
        done = self.p.variable()
        self.p.must_stop()
        self.p.set(done, 0)
        first = self._can_be_taken(scope.tally) if scope.tally is not None and scope.tally.asked else None
        inner = scope.child()
        inner.lenient = inner.partial = False
        inner.owed, inner.unseen = True, None
        taken, inner.taken = inner.taken, ()

        def body() -> None:
            self.p.set(done, 1)
            self.p.add(*taken)
            self.attempts.fail_where_none(act, inner)
            self.attempts.fail_where_gone(act, inner)
            self.partial.fail_where_none_to_draw(act, inner)
            if self.up.replacements.replaceable(act):
                noted = whether_done(self.p, self.up.replacements, act, EVERYTHING, partial(self.p.act, act, inner))
                self.p.set(done, noted)
                return
            in_the_dark = self.partial.dark.is_done(act, inner)
            if isinstance(act, N.Perform) and act.verb in CHANGES_NOTHING and (in_the_dark or up_to(act)):
                self.p.set(done, self.if_done.whether_found(act, inner, partial(self.p.act, act, inner)))
                return
            if not (in_the_dark or _perhaps_none(act, self.source.type_of)):
                self.p.act(act, inner)
                return
            before = self.p.variable()
            self.p.set(before, EVERYTHING)
            self.p.act(act, inner)
            self.p.emit("{} = int({} != {})", done, before, EVERYTHING)

        self.p.add(Attempt())
        self.p.alternatives((act,), [TRUE], [body], True, act, scope, first=first)
        self.p.add(Settle())
        outer.done["did"] = expr("{} == 1", done)
        outer.done.pop(ASKED, None)
        outer.found = {key: ref for key, ref in inner.refs.items() if outer.refs.get(key) != ref}

    def _can_be_taken(self, tally: Tally) -> int:
        """Note whether what may be done can be; the label at which that is to begin."""
        first, left, asked = self.p.label(), self.p.label(), self.p.label()
        begin = self.p.label() if self.partial.is_paid_later else first
        before = self.p.variable()
        self.p.set(before, tally.done)
        self.p.emit("{} = 1", tally.done)  # for the trial, too
        self.p.goto_if(expr("not CAN(s, {})", begin), left)
        self.p.goto(asked)
        if begin is not first:  # what comes of it must be paid for, too: the trial goes on behind it
            self.p.start(begin)
            self.p.add(Attempt())
            self.p.goto(first)
        self.p.start(left)
        self.p.emit("{} = {}; {} = 1", tally.done, before, tally.failed)
        self.p.goto(asked)
        self.p.start(asked)
        return first

    def choice(self, node: N.Choice, scope: Scope) -> None:
        """One of several acts that can be done whole; as far as possible where none can."""
        seen = self.partial.dark.in_own_hand(node, scope)
        with self.partial.dark.seeing(seen):
            self._choice(node, scope)

    def _choice(self, node: N.Choice, scope: Scope) -> None:
        in_part = partial(self._one_of, node, scope)
        if scope.partial and any(map(self.partial.in_part, node.acts)):
            self.p.if_possible(partial(self._one_of, node, scope, wholly=True), in_part)
        elif scope.partial or scope.owed or not (some := self._any_to_lose(node, scope)):
            in_part()
        elif len(some) == len(node.acts):  # what one has none of is lost by losing nothing
            self.p.branch(either(*some), in_part, lambda: None)
        else:
            self.p.if_possible(in_part, lambda: None)

    def _any_to_lose(self, node: N.Choice, scope: Scope) -> list[Expr]:
        """Of each way that only loses something, whether there is any of it."""
        some = [self.x.amounts.any_to_lose(part, scope) for part in node.acts]
        return [one for one in some if one is not None]

    def _one_of(self, node: N.Choice, scope: Scope, wholly: bool = False) -> None:
        """One of several acts, each with words of its own."""

        def body(part: N.Statement) -> None:
            inner = scope.child()
            any_of_it = self.x.amounts.any_to_lose(part, inner)
            if any_of_it is None and (wholly or scope.partial):
                any_of_it = self.acts.transfers.card_moves.draws.any(part, inner)
            for some in (any_of_it, *self._lost_first(part, inner)):
                if some is not None:  # who has none cannot choose to lose it instead of something else
                    self.p.fail_if(negation(some))
            if wholly or not (scope.partial and isinstance(part, N.Sequence)):
                self.attempts.fail_where_not_found(part, inner)
            in_part = done_by_several(part) or self.partial.dark.is_offered(part, scope)
            if wholly and not in_part:
                whole(inner, partial(self.p.act, part, inner))
            elif scope.partial:
                self.partial.write((part,), inner, lambda: self.p.act(part, inner))
            else:
                self.p.act(part, inner)

        bodies = [partial(body, part) for part in node.acts]
        with self.p.carried_through():
            self.p.alternatives(node.acts, [TRUE] * len(bodies), bodies, False, "", scope)

    def _lost_first(self, part: N.Statement, scope: Scope) -> list[Expr | None]:
        """Whether there is any of what one of several ways loses before it does something else."""
        acts = part.acts if isinstance(part, N.Sequence) else ()
        first = takewhile(lambda act: isinstance(act, N.Perform) and act.verb == "lose", acts)
        return [self.x.amounts.any_to_lose(act, scope) for act in first]

    def in_any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        """All of several acts, in an order that whoever acts chooses; each must be carried through."""
        with self.p.carried_through():
            self._any_order(node, scope)

    def _any_order(self, node: N.AnyOrder, scope: Scope) -> None:
        """All of several acts, each as a whole; whoever does them chooses the next one among those that are left."""
        left, choice = self.p.slot(), self.p.slot()
        self.p.set(left, (1 << len(node.acts)) - 1)
        head = self.p.block()
        end = self.p.label()
        self.p.goto_if(expr("not {}", left), end)
        options = expr("[k for k in range({}) if {} >> k & 1]", len(node.acts), left)
        self.p.decide(Decision("menu", node, choice.number, 0, node.acts), options, self.p.asked(scope.you))
        self.p.emit("{} ^= 1 << {}", left, choice)
        labels = [self.p.label() for _ in node.acts]
        for number, label in enumerate(labels):
            self.p.goto_if(expr("{} == {}", choice, number), label)
        self.p.goto(end)
        self.p.unfollowed()  # what one of them brings may pay for another
        for label, act in zip(labels, node.acts, strict=True):
            self.p.start(label)
            self.p.perhaps(partial(self.p.act, act, scope.child()))
            self.p.goto(head)
        self.p.start(end)


def _perhaps_none(act: N.Act, type_of: Callable[[str], str]) -> bool:
    """Whether an act may be done with none of what it names, which is not to have done it: `discard up to 3 cards`.

    So is it to draw where there is no card.
    What changes nothing has been done all the same, and so has what is paid where the price is nothing.
    """
    if isinstance(act, N.Perform) and act.verb == "draw" and not draws_known(act):
        return True
    named = [slot.value for slot in act.slots] if isinstance(act, N.Perform) and act.verb not in CHANGES_NOTHING else []
    counts = (part for value in named for part in value.walk() if isinstance(part, N.Quantity))
    computed = not is_payment(act) and any(isinstance(value, N.AsMany) for value in named)
    if computed or (isinstance(act, N.Perform) and named and _all_of_some(act.slot("object"), type_of)):
        return True
    return any(one.kind in AT_MOST or (one.low == 0 and one.high) for one in counts)


def _all_of_some(phrase: N.Node | None, type_of: Callable[[str], str]) -> bool:
    """Whether a phrase names all of what may be none: `all cards in your hand`, `your hand`, `all of your cards`."""
    match phrase:
        case N.PartOf(quantity=N.Quantity(kind="all" | "each")):
            return True
        case N.NounPhrase(determiner=N.Article(word="all" | "each" | "all_other")):
            return True
        case N.NounPhrase(determiner=N.Article(word="your" | "their"), noun=str() as noun, plural=plural):
            return plural or type_of(noun) == "zone"
    return False
