"""An act for each of some things: again and again, or so much of it at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from rulewright.compiler.abilities.builtin_events import COUNTED
from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import SETS, Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.partial import Partial
from rulewright.compiler.statements.several.said_there import SAY_OF_WHICH, SaidThere, only_named
from rulewright.language import nodes as N
from rulewright.language.trees.alternatives import is_payment
from rulewright.language.trees.past import is_past

VALUE = "value gone through"
"""What a value of a number is called in a loop: nothing in a game is called so."""


class Loops:
    """Writes what is done for each of some things. act: writes what is done for one of them."""

    def __init__(
        self, p: Flow, c: Context, partial_: Partial, act: Callable[[N.Act | N.Statement, Scope], None]
    ) -> None:
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.objects = c.objects
        self.up = c.up
        self.partial = partial_
        self.attempts = partial_.attempts
        self.resolution = c.services.texts.resolution
        self.act = act

    def passes(self, each: N.Node, scope: Scope, then: N.Node | None = None) -> tuple[Expr, str, str]:
        """(list, type, noun) of what `for each` goes through. then: what is done, which may speak of each of them."""
        several = self.x.references.several(each, scope)
        if several is not None:
            kind = next(one for one, name in SETS.items() if name == several.type)
            return expr("list({})", several.expr), kind, several.noun
        if not isinstance(each, N.NounPhrase) or one_known(each):
            raise refuse(each, "for each what?")
        if then is not None and self._told_apart(each) and self.resolution.of(each) in self.resolution.spoken_of(then):
            return self.x.pieces.units(each, scope), "pieces", str(each.noun)
        listed = self.x.selections.done_this_way(each, scope)
        if listed is not None and self.source.type_of(str(each.noun)) == "card":
            return expr("list({})", listed), "card", str(each.noun)
        return self.objects.times_each(each, scope)

    def _told_apart(self, each: N.NounPhrase) -> bool:
        """Whether pieces are meant that lie somewhere now, one by one."""
        det = each.determiner
        many = isinstance(det, N.Quantity) and det.kind == "count" and (det.low or 1) > 1
        done = any(isinstance(item, N.Participle) or is_past(item) for item in each.filters)
        return self.x.phrases.is_piece(each) and isinstance(each.noun, str) and not many and not done

    def values(self, each: N.Node, scope: Scope) -> Expr | None:
        """The values of a number that some things have, for “for each different colour of fields”; else None."""
        if not isinstance(each, N.NounPhrase) or each.adjectives != ("different",) or not isinstance(each.noun, str):
            return None
        if self.source.type_of(each.noun) != "number" or each.determiner is not None:
            return None
        return expr("sorted({})", self.x.amounts.different_values(each, scope))

    def only_there(self, each: N.NounPhrase, then: N.Statement) -> None:
        """Refuse what is done for each value and could be done anywhere: “in each quarter, return a courier”.

        Raises:
            MeaningError: RW0604 with what is not said to be there.
        """
        if not only_named(each):
            return
        there = SaidThere(self.source, self.resolution, self.resolution.of(each))
        for phrase in there.elsewhere(then):
            say = SAY_OF_WHICH.format(str(each.noun).replace("_", " "))
            raise refuse(phrase, "what is said does not tell that it is there", say, "RW0604")

    def one_value(self, each: N.NounPhrase, body: Callable[[Scope], None]) -> Callable[[Scope], None]:
        """A body for each of several values of a number, of which one after the other is “that colour”."""

        def one(inner: Scope) -> None:
            ref = inner.names[VALUE]
            self.x.references.know(each, Ref(ref.expr, "number", str(each.noun)), inner)
            body(inner)

        return one

    def one_piece(self, each: N.Node, noun: str, body: Callable[[Scope], None]) -> Callable[[Scope], None]:
        """A body for each of several pieces, in which “it” follows the piece where it goes."""

        def one(inner: Scope) -> None:
            ref = inner.names[noun]
            piece = self.p.variable()
            self.p.set(piece, ref.expr)
            known = Ref(piece, "pieces", noun)
            inner.bind(noun, known)
            self.x.references.know(each, known, inner)
            origin = self.x.pieces.origin(each) if isinstance(each, N.NounPhrase) else None
            if origin is not None:
                self.x.references.know(origin, Ref(expr("{}[2]", ref.expr), "space", str(origin.noun)), inner)
            body(inner)

        return one

    def for_each(self, node: N.Per, scope: Scope) -> None:
        """An act for each of some things: so much of it at once, where a text may replace it; else again and again."""
        self.partial.tries(node.each, scope)
        items, kind, noun = self.passes(node.each, scope)
        if node.most is not None:
            items = expr("[*{}][:{}]", items, node.most)
        many = self._all_at_once(node, scope)
        if many is not None:
            all_of_it = partial(self._so_much, node, expr("len({}) * {}", items, many), scope)
            self.attempts.where_found(node.each, scope, all_of_it)
            return
        each = partial(self.p.loop, items, kind, noun, noun, scope, partial(self.act, node.act), node.each)
        told = partial(self.up.telling.at_once, self.p, node.act, scope, each)
        again = partial(self.partial.again_and_again, node, node.act, scope, told)
        if scope.tally is not None and is_payment(node.act):  # to pay for none of them is to do nothing
            again = partial(self.p.branch, expr("len({}) > 0", items), again)
        self.attempts.where_found(node.each, scope, again)

    def _all_at_once(self, node: N.Per, scope: Scope) -> Expr | None:
        """How much is gained, lost, paid or drawn for each thing, where texts may replace all of it as one act."""
        act = node.act
        thing = act.slot("object") if isinstance(act, N.Perform) and act.verb in (*COUNTED, "draw") else None
        if not isinstance(act, N.Perform) or not isinstance(thing, N.NounPhrase | N.AsMany):
            return None
        plain = thing.filters == () and thing.adjectives == () if isinstance(thing, N.NounPhrase) else True
        if not isinstance(thing.noun, str) or not plain or not self.up.replacements.of(act):
            return None
        entry = self.source.entry(thing.noun)
        counted = self._not_named_later(thing) if act.verb == "draw" else entry.get("held") or entry.get("kept")
        if not counted or self.source.deed_of(act) is not None:
            return None
        if self.resolution.of(node.each) in self.resolution.spoken_of(act):
            return None
        many = self.objects.quantity(thing, scope)
        return many.low if many.low == many.high and not many.every else None

    def _not_named_later(self, thing: N.Node) -> bool:
        """Whether nothing that comes later speaks of what an act names."""
        key = self.resolution.of(thing)
        return key is None or all(self.resolution.of(node) != key for node in self.p.coming())

    def _so_much(self, node: N.Per, many: Expr, scope: Scope) -> None:
        """An act with so much of what it is done to."""
        act, inner = node.act, scope.child()
        assert isinstance(act, N.Perform)
        noun = str(getattr(act.slot("object"), "noun", ""))
        so_many = N.NounPhrase(noun=noun, filters=(N.Participle(verb=act.verb),))
        inner.done[so_many] = self.p.once(many)
        as_many = N.AsMany(noun=noun, number=N.CountOf(phrase=replace(so_many, plural=True)))
        slots = tuple(replace(slot, value=as_many) if slot.name == "object" else slot for slot in act.slots)
        self.act(replace(act, slots=slots), inner)


def one_known(phrase: N.NounPhrase) -> bool:
    """Whether a phrase is of one thing that was spoken of, of which there are not several: "each of that field"."""
    return phrase.determiner in (N.Article(word="that"), N.Article(word="this")) and not phrase.plural
