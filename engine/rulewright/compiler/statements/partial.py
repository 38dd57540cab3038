"""What is done as far as possible: which texts are, act by act, and whether any of it can be done at all.

The effects of a card are done as far as they can be: who has no card to discard does not, and a number falls to what
there is. Costs, what may be done and what is done *if possible* are whole. What could not be done at all is not
offered: a procedure that tried something and did nothing fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rulewright.compiler.expressions.selections import quantifier
from rulewright.compiler.ir.expressions import Expr, both
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.scope import MeaningError, Ref, Scope, Tally
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_payment

if TYPE_CHECKING:
    from rulewright.compiler.statements.procedure import Procedure

SURE = ("gain", "lose", "draw", "shuffle", "look_at", "look", "roll", "end", "win", "do_nothing")
"""Verbs of the core that can always be carried out."""


class Partial:
    """Writes what is done as far as possible."""

    def __init__(self, procedure: Procedure) -> None:
        self.p = procedure
        self.b = procedure.b
        self.x = procedure.x

    # -------------------------------------------------------------- which texts

    def write(self, parts: Sequence[N.Node], scope: Scope, write: Callable[[], None], offered: bool = True) -> None:
        """Write sentences or acts in a scope where they are done as far as possible.

        offered: whether it is a failure if nothing of them can be done; otherwise nothing is done then.
        """
        with _kept(scope):
            scope.partial = True
            if not self._in_parts(parts, 2 if offered else 1):
                scope.lenient = False
                write()
                return
            done, failed = self.p.variable(), self.p.variable()
            self.p.emit("{} = 0; {} = 0", done, failed)
            scope.lenient, scope.tally = True, Tally(done, failed)
            write()
        if offered:
            self.p.fail_if(expr("{} and not {}", failed, done))

    def _in_parts(self, parts: Sequence[N.Node], least: int) -> bool:
        """Whether some of it can be done where the rest cannot: so many acts at least, of which one can fail."""
        acts = [act for part in parts for act in self._acts(part)]
        return len(acts) >= least and any(map(self._can_fail, acts))

    def _acts(self, node: N.Node | None) -> Iterator[N.Act]:
        """What is done or left as one; twice what is done for each of several."""
        match node:
            case N.If():
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
                yield from [*self._acts(node.act)] * 2
            case N.Does() if node.modal is None:
                several = isinstance(node.subject, N.NounPhrase) and self.x.selections.open(node.subject)
                yield from [*self._acts(node.act)] * (2 if several else 1)
            case N.Sequence():
                for act in node.acts:
                    yield from self._acts(act)
            case N.Cost():
                yield from self._acts(node.effect)
            case N.Per():
                yield from [*self._acts(node.act)] * 2
            case N.Act() if is_payment(node):
                pass
            case N.Perform():
                yield from [node] * (2 if self.through(node) is not None else 1)
            case N.Act():
                yield node

    def _can_fail(self, act: N.Act) -> bool:
        if isinstance(act, N.Repeat | N.Until):
            return False
        return not isinstance(act, N.Perform) or act.verb not in SURE or self.b.source.defines(act.verb, act)

    def through(self, act: N.Perform) -> N.Slot | None:
        """The slot with each of several things, one after another: `rob each other player`, `from each hand`."""
        own = self.b.source.defines(act.verb, act)
        for slot in act.slots:
            value = slot.value
            if not isinstance(value, N.NounPhrase) or (slot.name == "object" and not own):
                continue
            if own and self.p.calls.how_often(value) is not None:
                return slot
            whose = value.determiner.owner if isinstance(value.determiner, N.Possessive) else None
            several = whose if isinstance(whose, N.NounPhrase) else value
            place = not own and slot.name in ("to", "from")
            if place and self.x.selections.open(several) and quantifier(several) == "each":
                return slot
        return None

    # -------------------------------------------------------------- act by act

    def perform(self, node: N.Perform, scope: Scope) -> None:
        """Do one act if it can be carried through, and go on without it otherwise."""
        if scope.tally is None:
            self._tried(node, scope, partial(self.p.acts.perform, node, scope))
        elif node.verb == "pay" and scope.spoken_to is None:  # what you pay is paid, or nothing is done at all
            self._whole(scope, partial(self.p.acts.perform, node, scope))
        elif self.through(node) is not None:
            self.p.acts.perform(node, scope)
        else:
            self.attempt(node, scope, partial(self.p.acts.perform, node, scope))

    def _tried(self, node: N.Perform, scope: Scope, do: Callable[[], None]) -> None:
        """The same where nobody asks whether anything was done: in the effect of a trigger."""
        if self.p.attempt_inline(do, sure=True):
            return
        with _kept(scope):
            scope.lenient = False
            self.p.if_possible(do, lambda: None)

    def attempt(self, node: N.Node, scope: Scope, do: Callable[[], None]) -> None:
        """Do something as a whole if it can be carried through, and note whether it was.

        What it speaks of and what could not be found cannot be done either.
        """
        assert scope.tally is not None
        tally = scope.tally
        missing = self._unsure(node, scope)
        names, refs = dict(scope.names), dict(scope.refs)

        def sure() -> None:
            do()
            self.p.emit("{} = 1", tally.done)

        if not missing and self.p.attempt_inline(sure, sure=True):
            return
        scope.names, scope.refs = dict(names), dict(refs)  # the first try may have spoken of something
        was = self.p.variable()
        self.p.emit("{} = 0", was)

        def tried() -> None:
            with _kept(scope):
                scope.lenient = False
                do()
            self.p.emit("{} = 1; {} = 1", was, tally.done)

        def left() -> None:
            self.p.emit("{} = 1", tally.failed)

        if missing:
            self.p.branch(both(*missing), lambda: self.p.if_possible(tried, left), left)
        else:
            self.p.if_possible(tried, left)
        for name, ref in scope.names.items():
            if names.get(name) != ref:
                scope.names[name] = replace(ref, when=was)
        for key, ref in scope.refs.items():
            if refs.get(key) != ref:
                scope.refs[key] = replace(ref, when=was)

    def _unsure(self, node: N.Node, scope: Scope) -> list[Expr]:
        """Whether there is what a sentence speaks of, where an act that could be left had to find it."""
        found: dict[Expr, None] = {}
        for part in node.walk():
            ref = self._meant(part, scope)
            if ref is not None and ref.when is not None:
                found[ref.when] = None
        return list(found)

    def _meant(self, part: N.Node, scope: Scope) -> Ref | None:
        """What a word or phrase means, where it means one thing that was spoken of."""
        if isinstance(part, N.Article | N.Quantity):  # "its"
            return self.x.references.bound(part, scope)
        if not isinstance(part, N.Pronoun | N.NounPhrase):
            return None
        try:
            return self.x.references.ref(part, scope)
        except MeaningError:
            return None

    def where_found(self, node: N.Node, scope: Scope, do: Callable[[], None]) -> None:
        """Write something that asks about things that an act that could be left had to find: only where it did."""
        missing = self._unsure(node, scope) if scope.tally is not None else []
        if missing:
            self.p.branch(both(*missing), do)
        else:
            do()

    def as_one(self, node: N.Act, scope: Scope, write: Callable[[], None]) -> None:
        """Do what is done as one or left, such as one of several things."""
        if scope.lenient and scope.tally is not None:
            self.attempt(node, scope, write)
        else:
            write()

    def chosen(self, node: N.Choice, scope: Scope, write: Callable[[], None]) -> None:
        """Do one of several things; where all of them are paying, one is paid, or nothing is done at all."""
        if scope.lenient and scope.tally is not None and is_payment(node) and scope.spoken_to is None:
            self._whole(scope, write)
        else:
            self.as_one(node, scope, write)

    @staticmethod
    def _whole(scope: Scope, write: Callable[[], None]) -> None:
        """Write something that is carried through or fails."""
        with _kept(scope):
            scope.lenient = scope.partial = False
            write()

    def paid(self, node: N.Cost, scope: Scope) -> None:
        """What is paid is whole; what follows is done as far as possible, and not for nothing."""

        def do() -> None:
            self._whole(scope, partial(self.p.sentences.act, node.cost, scope))
            if scope.partial:
                self.write((node.effect,), scope, lambda: self.p.sentences.act(node.effect, scope))
            else:
                self.p.sentences.act(node.effect, scope)

        self.as_one(node, scope, do)


class _kept:
    """How things are done in a scope is as it was, afterwards."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __enter__(self) -> None:
        self.before = (self.scope.lenient, self.scope.partial, self.scope.tally)

    def __exit__(self, *_: object) -> None:
        self.scope.lenient, self.scope.partial, self.scope.tally = self.before
