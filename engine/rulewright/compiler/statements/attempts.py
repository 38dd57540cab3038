"""Acts that are done as a whole if they can be carried through, and left otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.ir.expressions import FALSE, TRUE, Expr, Item, Or, both, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import AskedIfDone, Flow
from rulewright.compiler.scope import SETS, MeaningError, Ref, Scope
from rulewright.compiler.statements.context import OfReplacements
from rulewright.compiler.statements.moves.followed import Followed
from rulewright.language import nodes as N
from rulewright.meaning.resolution import Key

BACK = frozenset({"it", "them", "they", "that", "those", "the", "its", "their"})
"""Words that point back to what was spoken of."""


class Attempts:
    """Writes attempts, and notes whether anything was done."""

    def __init__(self, p: Flow, x: Expressions, followed: Followed) -> None:
        self.p = p
        self.x = x
        self.followed = followed
        self.some_of_it: Callable[[N.Node, Scope], Expr | None] = lambda node, scope: None  # `Partial` knows

    def tried(self, scope: Scope, do: Callable[[], None]) -> None:
        """Do something if it can be carried through, and go on without it otherwise.

        Nobody asks whether anything was done: it is the effect of a trigger, or a step that a text may forbid.
        """
        if self.p.attempt_inline(do, sure=True):
            return
        with kept(scope):
            scope.lenient = False
            if scope.must:
                self.p.must(do)
            else:
                self.p.if_possible(do, lambda: None)

    def by_itself(self, node: N.Node, scope: Scope, do: Callable[[], None]) -> None:
        """Do one of several acts if it can be carried through; note whether it was, where somebody asks."""
        if scope.tally is None and (scope.must or not (self.unsure(node, scope) or spoken_of_later(self.p))):
            self.tried(scope, do)
        else:
            self.attempt(node, scope, do)

    def attempt(self, node: N.Node, scope: Scope, do: Callable[[], None]) -> None:
        """Do something as a whole if it can be carried through, and note whether it was.

        What it speaks of and what could not be found cannot be done either.
        """
        tally = scope.tally
        # Of several acts between which somebody chooses, or that are paid for, each asks for itself.
        missing = [] if isinstance(node, N.Choice) else self.unsure(_asked_at_once(node, scope), scope)
        # Whoever has only chosen what is to be paid for has done nothing yet.
        choosing = isinstance(node, N.Perform) and node.verb == "choose"
        names, refs = dict(scope.names), dict(scope.refs)

        def sure() -> None:
            some = self.some_of_it(node, scope) if tally is not None else None
            was_some = self.p.once(expr("int({})", some)) if some is not None else None
            do()
            noted(was_some)

        def noted(was_some: Expr | None) -> None:
            if tally is None:
                return
            some = tally.choosing if choosing else was_some
            if some is None or some == TRUE:
                self.p.emit("{} = 1", tally.done)
                return
            if not choosing:  # to draw or to lose none is to do nothing
                self.p.emit("{} = 1", tally.failed)
            if some != FALSE:
                with self.p.when(some):
                    self.p.emit("{} = 1", tally.done)

        if not missing and self.p.attempt_inline(sure, sure=True):
            return
        scope.names, scope.refs = dict(names), dict(refs)  # the first try may have spoken of something
        was = self.p.variable()
        self.p.emit("{} = 0", was)

        def tried() -> None:
            some = self.some_of_it(node, scope) if tally is not None else None
            was_some = self.p.once(expr("int({})", some)) if some is not None else None
            with kept(scope):
                scope.lenient = False
                do()
            self.p.emit("{} = 1", was)
            noted(was_some)

        def left() -> None:
            if tally is not None:
                self.p.emit("{} = 1", tally.failed)

        if missing:
            self.p.branch(both(*missing), lambda: self.p.if_possible(tried, left), left)
        else:
            self.p.if_possible(tried, left)
        found_only_when(self.p, was, names, refs, scope)

    def unsure(self, node: N.Node, scope: Scope) -> list[Expr]:
        """Whether there is what a sentence speaks of, where an act that could be left had to find it."""
        found: dict[Expr, None] = {}
        for part in node.walk() if scope.may_lack() else ():
            refs = [self._meant(part, scope)]
            if isinstance(part, N.NounPhrase):
                refs += self.x.selections.than(part, scope)
            found.update((ref.when, None) for ref in refs if ref is not None and ref.when is not None)
        found.update((still, None) for still in self.followed.gone(node, scope))
        return list(found)

    def _meant(self, part: N.Node, scope: Scope) -> Ref | None:
        """What a word or phrase means, where it means one thing that was spoken of."""
        if not isinstance(part, N.Pronoun | N.NounPhrase):  # "its", "there"
            return self.x.references.bound(part, scope)
        try:
            return self.x.references.ref(part, scope)
        except MeaningError:
            return None

    def where_found(
        self, node: N.Node, scope: Scope, do: Callable[[], None], some: Sequence[Expr] = (),
        otherwise: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        """Write something that asks about things that an act that could be left had to find: only where it did.

        What it finds is found only there, too. some: the tests that there is any of what it asks about all of.
        otherwise: what is written where it was not found.
        """
        was = self.whether_found(node, scope, some)
        if was is None:
            do()
            return
        names, refs = dict(scope.names), dict(scope.refs)

        def anew() -> None:
            scope.names, scope.refs = dict(names), dict(refs)  # the first try may have spoken of something
            do()

        self.p.branch(was, anew, *(() if otherwise is None else (otherwise,)))
        found_only_when(self.p, was, names, refs, scope)

    def whether_found(self, node: N.Node, scope: Scope, some: Sequence[Expr] = ()) -> Expr | None:
        """Whether there is what a sentence speaks of, as it is now; None where nothing can be missing."""
        missing = [*self.unsure(node, scope), *some]
        if not missing:
            return None
        test = both(*missing)
        was = self.p.once(test)  # what is done may change it, such as who owns a card
        if was is not test:
            self.p.emit("{} = int({})", was, was)
        return was

    def fail_where_not_found(self, node: N.Act | N.Statement, scope: Scope) -> None:
        """Fail where an act speaks of what an act that could be left had to find, and did not."""
        missing = self.unsure(node, scope)
        if missing:
            self.p.fail_if(negation(both(*missing)))

    def fail_where_gone(self, node: N.Node, scope: Scope) -> None:
        """Fail where an act moves what somebody else has moved since it was spoken of."""
        there = list(self.followed.gone(node, scope))
        if there:
            self.p.fail_if(negation(both(*there)))

    def fail_where_none(self, node: N.Act, scope: Scope) -> None:
        """Fail where an act is done to one card that was drawn, and there was none to draw."""
        for slot in node.slots if isinstance(node, N.Perform) else ():
            ref = self._meant(slot.value, scope)
            if ref is not None and ref.type == "card" and _first_of_some(ref.expr):
                self.p.fail_if(expr("{} < 0", ref.expr))

    def only_where_found(self, node: N.Act, scope: Scope, do: Callable[[], None]) -> None:
        """Do what can always be done; where it speaks of what was not found, it is left, and so is what it finds."""
        if self.unsure(node, scope):
            self.attempt(node, scope, do)
        else:
            do()

    def as_one(self, node: N.Act, scope: Scope, write: Callable[[], None]) -> None:
        """Do what is done as one or left, such as one of several things."""
        if scope.lenient:
            self.by_itself(node, scope, write)
        else:
            write()


def whether_done(
    p: Flow, replacements: OfReplacements, node: N.Node, changed: Expr, write: Callable[[], None], price: bool = False
) -> Expr:
    """Write an act, and note in a variable whether it was done: whether it, and nothing in its place, changed anything.

    changed: all that it can change. price: a price that could be paid is paid, also where it takes nothing.
    """
    before, already, instead = p.variable(), p.variable(), replacements.of_verbs(node)
    p.emit("{} = 0", already)
    other = p.variable() if price else None  # whether something else was done
    if other is not None:
        p.emit("{} = 0", other)
    if instead is not None:
        p.emit("{} = 0", instead)
    p.set(before, changed)
    p.asked_if_done.append(AskedIfDone(before, already, changed, other))
    try:
        write()
    finally:
        p.asked_if_done.pop()
    done = expr("{} or {} != {}", already, before, changed)
    if other is not None:
        done = expr("{} or not {}", done, other)
    if instead is None:
        p.emit("{} = int({})", already, done)
    else:  # what is done in the place of a verb is done within it
        replaced = p.variable()
        p.emit("{} = {}; {} = 0", replaced, instead, instead)
        p.emit("{} = int(not {} and ({}))", already, replaced, done)
    return already


@contextmanager
def not_done(p: Flow, replaced: Expr = TRUE) -> Iterator[None]:
    """While what is done in the place of an act is written: it is not that act.

    replaced: whether it is done in its place; otherwise it changes what tells of texts only.
    """
    asked = tuple(p.asked_if_done)
    for one in asked:
        p.emit("{} = int({} or {} != {})", one.already, one.already, one.before, one.changed)
    yield
    for one in asked:
        p.set(one.before, one.changed)
        if one.replaced is not None and replaced == TRUE:
            p.emit("{} = 1", one.replaced)


def _asked_at_once(node: N.Node, scope: Scope) -> N.Node:
    """The part of an act that is left where what it speaks of was not found: of what is bought act by act the price."""
    if scope.partial and isinstance(node, N.Cost) and isinstance(node.effect, N.Sequence):
        return node.cost
    return node


def _first_of_some(of: Expr) -> bool:
    """Whether it is the first of some cards, or -1 where there are none: see `first_of`."""
    return isinstance(of, Item) and isinstance(of.of, Or)


def spoken_of_later(p: Flow) -> bool:
    """Whether what follows may speak of what an act has found."""
    return any(map(_speaks_back, p.coming()))


def spoken_of_in_steps(p: Flow) -> bool:
    """Whether a step of a rule behind this one may speak of what an act has found."""
    return any(_speaks_back(part) for tree in p.next_steps for part in tree.walk())


def _speaks_back(part: N.Node) -> bool:
    return isinstance(part, N.There) or getattr(part, "word", "") in BACK


def found_only_when(p: Flow, was: Expr, names: dict[str, Ref], refs: dict[Key, Ref], scope: Scope) -> None:
    """What was found since, where an act was done: nothing, where it was not.

    was: whether it was done; names, refs: what was known before.
    """
    for name, ref in scope.names.items():
        if names.get(name) != ref:
            scope.names[name] = replace(ref, when=_and_inside(was, ref))
    for key, ref in scope.refs.items():
        if refs.get(key) == ref:
            continue
        if ref.type in SETS.values():  # none of them, where nothing was done
            p.emit("if not {}: {} = []", was, ref.expr)
        scope.refs[key] = replace(ref, when=_and_inside(was, ref))


def one_of_two(p: Flow, test: Expr, then: Callable[[], None], otherwise: Callable[[], None], scope: Scope) -> None:
    """Do one of two things that find the same: what follows speaks of what the one that was done has found."""
    told = spoken_of_later(p)
    names, refs, stand_ins = dict(scope.names), dict(scope.refs), dict(scope.stand_ins)
    found: dict[Key, tuple[Ref, Expr]] = {}

    def first() -> None:
        scope.names, scope.refs, scope.stand_ins = dict(names), dict(refs), dict(stand_ins)
        found.clear()
        then()
        for key, ref in scope.refs.items():
            if told and refs.get(key) != ref:
                kept_in, was = p.variable(), p.variable()
                p.set(kept_in, ref.expr)
                p.set(was, TRUE if ref.when is None else ref.when)
                found[key] = replace(ref, expr=kept_in), was

    def second() -> None:
        scope.names, scope.refs, scope.stand_ins = dict(names), dict(refs), dict(stand_ins)
        otherwise()
        for key, (ref, was) in found.items():
            other = scope.refs.get(key)
            if other is not None and other.type == ref.type and refs.get(key) != other:
                p.set(ref.expr, other.expr)
                p.set(was, TRUE if other.when is None else other.when)
                scope.refs[key] = ref if ref.when is None and other.when is None else replace(ref, when=was)

    p.branch(test, first, second)


def _and_inside(was: Expr, ref: Ref) -> Expr:
    """Whether an act was done, and within it what found a thing."""
    return was if ref.when is None else both(was, ref.when)


def whole(scope: Scope, write: Callable[[], None]) -> None:
    """Write something that is carried through or fails."""
    with kept(scope):
        scope.lenient = scope.partial = False
        scope.unseen = None
        write()


class kept:
    """How things are done in a scope is as it was, afterwards."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def __enter__(self) -> None:
        scope = self.scope
        self.before = (scope.lenient, scope.partial, scope.tally, scope.must, scope.owed, scope.unseen)

    def __exit__(self, *_: object) -> None:
        scope = self.scope
        scope.lenient, scope.partial, scope.tally, scope.must, scope.owed, scope.unseen = self.before
