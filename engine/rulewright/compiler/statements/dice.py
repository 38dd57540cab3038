"""Dice: what is rolled, by whom, and which of them are rolled again."""

from __future__ import annotations

from rulewright.compiler.ir.expressions import Call, Expr, Lit
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.procedures.decisions import Decision
from rulewright.compiler.procedures.flow import Flow
from rulewright.compiler.scope import DICE, Ref, Scope, refuse
from rulewright.compiler.statements.context import Context
from rulewright.compiler.statements.objects import object_of
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_result_of

THROWN = "dice that were rolled"
"""Under what the dice are known that were rolled last: no noun is called so."""


class Dice:
    """Writes that dice are rolled."""

    def __init__(self, p: Flow, c: Context) -> None:
        self.p = p
        self.x = c.x
        self.source = c.services.source
        self.texts = c.services.texts
        self.objects = c.objects
        self.up = c.up

    def roll(self, node: N.Perform, scope: Scope) -> None:
        """Roll dice: `the result` is their sum. A die has 6 sides unless its noun says otherwise (`sides: 20`)."""
        phrase = object_of(node)
        known = self.x.references.bound(phrase.whole if isinstance(phrase, N.PartOf) else phrase, scope)
        noun = phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else "die"
        noun = known.noun if known is not None else noun
        thrown = self._several(node, known, noun, scope)
        if known is not None and thrown is not None:
            self._again(node, phrase, known, thrown, scope)
            return
        count = self.objects.quantity(phrase, scope)
        result = self._result(scope)
        if count.low != count.high:
            raise refuse(node, "how many dice are rolled?", "Say “a die”, “2 dice” or “as many dice as …”.")
        apart = self.texts.resolution.tells_apart(noun)
        heard = self.up.telling.hears_rolls(noun)
        shown = self.p.variable() if apart or heard else None
        if shown is None:
            self.p.emit("{} = sum(s.random({}) + 1 for _ in range({}))", result, self._sides(noun), count.low)
        else:
            self.p.set(shown, expr("[s.random({}) + 1 for _ in range({})]", self._sides(noun), count.low))
            self.p.emit("{} = sum({})", result, shown)
        each = shown is not None and count.low != Lit(1)  # what each die shows, where a text asks for it
        self._told(node, expr("tuple({})", shown) if each else result, scope)
        self._known(node, result, scope)
        one = Ref(result, "number", noun)
        dice = Ref(shown, DICE, noun) if apart and shown is not None and count.low != Lit(1) else one
        self.x.references.know(phrase, dice, scope)
        if dice.type == DICE:
            scope.names[THROWN] = dice
        if heard and shown is not None:
            self.up.telling.rolled(self.p, noun, shown, scope)

    def _sides(self, noun: str) -> int:
        return int(self.source.entry(noun).get("sides", 6))

    def _result(self, scope: Scope) -> Expr:
        """Where the sum is kept: what dice show is what they showed last, wherever that is asked for."""
        before = scope.names.get("result")
        return before.expr if before is not None else self.p.variable()

    def _told(self, node: N.Perform, shown: Expr, scope: Scope) -> None:
        self.p.log("({}, {}, {}, -1)", scope.you, self.p.told(Decision("number", node, 0)), shown)

    def _known(self, node: N.Perform, result: Expr, scope: Scope) -> None:
        """The result is known behind it; where it is asked whose it is, whatever others roll later."""
        scope.names["result"] = Ref(result, "number", "result")
        key = self.texts.resolution.of(node)
        before = scope.refs.get(key) if key is not None else None
        if before is not None:  # rolled again: the same result, which is another now
            if before.expr != result:
                self.p.emit("{} = {}", before.expr, result)
        elif any(map(is_result_of, self.p.coming())):
            own = self.p.variable()
            self.p.set(own, result)
            self.x.references.know(node, Ref(own, "number", "result"), scope)
        else:
            self.x.references.know(node, scope.names["result"], scope)

    def _several(self, node: N.Perform, known: Ref | None, noun: str, scope: Scope) -> Ref | None:
        """The dice of which some are rolled again; None of new dice, and of one that was rolled alone."""
        if known is None or known.type == DICE:
            return known
        alone = scope.names.get("result")
        if alone is not None and known.expr == alone.expr:
            return None
        thrown = scope.names.get(THROWN)
        if thrown is None or thrown.noun != noun:
            raise refuse(node, "which die is rolled again?", "Say it right behind the roll: “roll a die. You may …”.")
        return thrown

    def _again(self, node: N.Perform, phrase: N.Phrase, known: Ref, thrown: Ref, scope: Scope) -> None:
        """Some of several dice are rolled again: all of them, one that is chosen, or one that is known."""
        sides, result = self._sides(thrown.noun), self._result(scope)
        if isinstance(phrase, N.PartOf):
            if not self.objects.quantity(phrase, scope).one:
                hint = "Say “1 of them”, “them”, or “for each of those dice, you may roll it again”."
                raise refuse(phrase, "which of them are rolled again?", hint, code="RW0604")
            one: Expr = self.p.variable()
            self.p.choose("number", node, Call("sorted", (Call("set", (thrown.expr,)),)), one, scope.you, thrown.noun)
            known = Ref(one, "number", thrown.noun)
        new = self.p.variable()
        if known.type == DICE:
            self.p.set(new, expr("[s.random({}) + 1 for _ in range(len({}))]", sides, thrown.expr))
            self.p.emit("{} = {}", thrown.expr, new)
        else:
            at = self.p.variable()
            self.p.set(at, expr("{}.index({})", thrown.expr, known.expr))
            self.p.set(new, expr("[s.random({}) + 1 for _ in range(1)]", sides))
            self.p.emit("{} = [*{}[:{}], *{}, *{}[{} + 1:]]", thrown.expr, thrown.expr, at, new, thrown.expr, at)
        self.p.emit("{} = sum({})", result, thrown.expr)
        self._told(node, expr("tuple({})", new) if known.type == DICE else expr("sum({})", new), scope)
        self._known(node, result, scope)
        if self.up.telling.hears_rolls(thrown.noun):
            self.up.telling.rolled(self.p, thrown.noun, new, scope)
