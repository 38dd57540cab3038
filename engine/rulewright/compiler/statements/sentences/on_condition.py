"""What is done on a condition: `if …, …`, `unless they pay, …`, `if possible, …`, and what goes on from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from rulewright.compiler.expressions.anaphora import ENDS
from rulewright.compiler.ir.expressions import Expr, Lit, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.costs import Write
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.sentences.if_done import IfDone
from rulewright.compiler.statements.sentences.who_acts import WhoActs
from rulewright.language import nodes as N
from rulewright.meaning import model as m


class OnCondition:
    """Writes sentences that hang on a condition. statement: writes any sentence."""

    def __init__(
        self,
        p: Flow,
        c: Context,
        partial_: Partial,
        if_done: IfDone,
        who_acts: WhoActs,
        statement: Callable[[N.Statement, Scope], None],
    ) -> None:
        self.p = p
        self.x = c.x
        self.partial = partial_
        self.attempts = partial_.attempts
        self.resolution = c.services.texts.resolution
        self.if_done = if_done
        self.who_acts = who_acts
        self.statement = statement

    def branch(self, node: N.If, scope: Scope) -> None:
        """`If …, …; otherwise, …`."""
        if not isinstance(node.condition, N.Did):
            self.partial.tries(node.condition, scope)
        if (found := self._at_an_end(node, scope)) is not None:
            self._of_one_card(node, *found, scope)
            return
        test = self.x.conditions.condition(node.condition, scope)
        inner = scope
        if isinstance(node.condition, N.Did):  # what the optional act spoke of is there where it was done
            inner = scope.child()
            inner.refs.update(scope.found)
        then = partial(self.p.because, node.condition, self._used(node.then, inner, node))
        if id(node) in self.if_done.offered_if:
            then = partial(self._asks, self.if_done.offered_if[id(node)], then)
        self.p.branch(test, then, self._later(node.otherwise, scope))

    def _at_an_end(self, node: N.If, scope: Scope) -> tuple[N.NounPhrase, Expr] | None:
        """The card at an end of a zone of which a condition asks a number, or of which is spoken then; else None."""
        asked = {id(item.phrase) for item in node.condition.walk() if isinstance(item, N.Of)}
        done = [part for branch in (node.then, node.otherwise) if branch is not None for part in branch.walk()]
        for part in node.condition.walk():
            meant = self.resolution.meant(part) if isinstance(part, N.NounPhrase) else None
            if not isinstance(meant, m.Selection) or meant.pick != "the" or not {*ENDS}.intersection(meant.rank):
                continue
            assert isinstance(part, N.NounPhrase)
            if meant.new.type != "card" or meant.new.several:
                continue
            if id(part) in asked or self.resolution.of(part) in map(self.resolution.of, done):
                return part, self.x.selections.each(part, scope).first()
        return None

    def _of_one_card(self, node: N.If, phrase: N.NounPhrase, card: Expr, scope: Scope) -> None:
        """`If the top card of the deck is a spell, …; otherwise, discard it`: where there is none, neither is done."""
        known = self.p.variable()
        self.p.set(known, card)
        inner = scope.child()
        self.x.references.know(phrase, Ref(known, "card", str(phrase.noun)), inner)
        test = self.x.conditions.condition(node.condition, scope)
        then = partial(self.p.because, node.condition, self._used(node.then, inner, node))
        there_is_one = partial(self.p.branch, test, then, self._later(node.otherwise, inner))
        self.p.branch(expr("{} >= 0", known), there_is_one)

    def unless(self, node: N.Unless, scope: Scope) -> None:
        """`Unless …, …`."""
        self.partial.tries(node.condition, scope)
        test = negation(self.x.conditions.condition(node.condition, scope))
        self.p.branch(test, self._used(node.then, scope, node))

    def unless_done(self, node: N.Unless, may: N.Does, scope: Scope) -> None:
        """`Unless they pay 1 gem, …`: they may; where they do not, the rest is done."""
        asked, inner = scope.child(), scope.child()
        self.who_acts.may(may, asked)
        if isinstance(may.subject, N.NounPhrase):
            self.x.references.know(may.subject, self.x.references.of_type(may.subject, scope, "player"), inner)
        self.p.branch(negation(asked.done["did"]), partial(self.statement, node.then, inner))

    def possible(self, node: N.Possible, scope: Scope) -> None:
        """`If possible, …`: all of it, which is something that was done; otherwise what else is said, if anything."""
        if isinstance(node.then, N.Does) and node.then.modal == "may":
            several = self.who_acts.are_several(node.then.subject, scope)
            if several and node.otherwise is not None:
                hint = "Say it of each: “each player may …. Each player who cannot …”."
                raise refuse(node.then, "each of them may leave it: who of them must be able to do it?", hint, "RW0604")
            if not several:
                self._may_if_possible(node, node.then, scope)
                return
        whole = scope.child()
        whole.lenient = whole.partial = False
        whole.owed, whole.possible, whole.unseen = True, True, None

        def then() -> None:
            self.attempts.fail_where_not_found(node.then, scope)
            self.statement(node.then, whole.child())
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.done)

        def otherwise() -> None:
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.failed)
            self._later(node.otherwise, scope)()

        self.p.if_possible(then, otherwise)

    def _may_if_possible(self, node: N.Possible, may: N.Does, scope: Scope) -> None:
        """`If possible, you may …; otherwise, …`: who may leave it can always do that, so the act itself is tried."""
        whole = scope.child()
        whole.lenient = whole.partial = False
        whole.owed, whole.possible, whole.unseen, whole.taken = True, True, None, ()

        def tried() -> None:
            self.attempts.fail_where_not_found(may, scope)
            self.who_acts.does(replace(may, modal=None), whole)

        def otherwise() -> None:
            if scope.tally is not None:
                self.p.emit("{} = 1", scope.tally.failed)
            self._later(node.otherwise, scope)()

        self.p.where_possible(tried, self._later(may, scope), otherwise)

    def _used(self, then: N.Statement, scope: Scope, of: N.Statement) -> Callable[[], None]:
        """Write what is done under a condition; what is limited is used up by it, unless it asks or offers itself.

        of: the sentence that says so.
        """
        answers = self.resolution.settled(of)
        if answers:
            inner = scope.child()
            return lambda: self._with_what_goes_on(then, answers, inner)
        if not scope.taken or isinstance(then, N.If | N.Unless) or (isinstance(then, N.Does) and then.modal == "may"):
            return self._later(then, scope)
        inner = scope.child()
        taken, inner.taken = inner.taken, ()

        def write() -> None:
            self.p.add(*taken)
            self.statement(then, inner)

        return write

    def _with_what_goes_on(self, then: N.Statement, answers: Sequence[N.Statement], scope: Scope) -> None:
        """What is done under a condition, and the sentences behind it that ask of the die that is rolled then."""
        taken, scope.taken = scope.taken, ()
        self.p.add(*taken)
        self.if_done.settled.update(map(id, answers))
        self.statement(then, scope)
        for answer in answers:
            self.statement(answer, scope)

    def _later(self, node: N.Statement | None, scope: Scope) -> Write:
        """What writes a sentence, in a scope of its own; nothing for none."""
        return (lambda: self.statement(node, scope.child())) if node is not None else (lambda: None)

    def _asks(self, asked: Expr, write: Callable[[], None]) -> None:
        """Note that somebody is asked whether they do something."""
        self.p.set(asked, Lit(1))
        write()
