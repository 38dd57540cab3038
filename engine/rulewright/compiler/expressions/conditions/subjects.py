"""Of whom or what a condition is asked: of one, of nobody, of each, or of so many of several things."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.phrases import Phrases, quantifier
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Expr, Name, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import DICE, SETS, Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N

Test = Callable[[Ref, Scope], Expr]  # what is asked of a subject


class Subjects:
    """Puts a test to the subject of a condition."""

    def __init__(
        self, s: Services, phrases: Phrases, references: References, selections: Selections, filters: Filters
    ) -> None:
        self.source = s.source
        self.resolution = s.texts.resolution
        self.module = s.module
        self.phrases = phrases
        self.references = references
        self.selections = selections
        self.filters = filters

    def each_subject(self, phrase: N.Phrase, scope: Scope, test: Test) -> Expr:
        """A test of a subject: one seat, nobody, anybody, or each of several."""
        if isinstance(phrase, N.Pronoun) and phrase.word == "nobody":
            o = self.module.fresh()
            does = test(Ref(o, "player", "player"), scope)
            return negation(self.selections.some(Things(o, Name("SEATS"), [does])))
        if scope.doer is not None and self.resolution.of(phrase) == scope.doer:
            return test(scope.refs[scope.doer], scope)
        if isinstance(phrase, N.NounPhrase) and self.phrases.open(phrase):
            things = self.selections.each(phrase, scope)
            one = Ref(things.thing, self.source.type_of(str(phrase.noun)), str(phrase.noun))
            result = test(one, self.filters.knowing(scope, one, phrase))
            return self.selections.quantified(phrase, things, result)
        if isinstance(phrase, N.PartOf) and (some := self._set_of(phrase.whole, scope)) is not None:
            things, kind, noun = some
            many = N.NounPhrase(determiner=phrase.quantity, noun=noun, plural=True)
            return self.selections.quantified(many, things, test(Ref(things.thing, kind, noun), scope))
        ref = self.references.ref(phrase, scope)
        return test(ref, self.filters.knowing(scope, ref, phrase) if ref.expr != scope.you else scope)

    def some_of_those(self, node: N.If | N.Unless, scope: Scope) -> list[Expr]:
        """The tests that there are any of what was spoken of, where all, or none, of nothing would be so.

        `If all of them are beasts`, `unless 1 of them is a beast`: of nothing that was found it is not asked.
        """
        tests: list[Expr] = []
        for part in node.condition.walk():
            if (dice := self._dice(part, scope)) is not None:
                tests.append(expr("len({}) > 0", dice))
            whole = part.whole if isinstance(part, N.PartOf) else None
            if not isinstance(part, N.PartOf) or not isinstance(whole, N.Pronoun):
                continue
            each = quantifier(N.NounPhrase(determiner=part.quantity, noun="card")) == "each"
            if (each or isinstance(node, N.Unless)) and (some := self._set_of(whole, scope)) is not None:
                tests.append(expr("{} > 0", some[0].counted()))
        return tests

    def _dice(self, part: N.Node, scope: Scope) -> Expr | None:
        """The dice that were rolled of which a phrase speaks; None of anything else."""
        key = self.selections.set_of(part) if isinstance(part, N.NounPhrase) else None
        ref = scope.refs.get(key) if key is not None else None
        return ref.expr if ref is not None and ref.type == DICE else None

    def _set_of(self, whole: N.Phrase, scope: Scope) -> tuple[Things, str, str] | None:
        """The things of which a condition asks so many, their type and noun: “2 of them”, “one of your fields”.

        None for what cannot be told apart, or is not several things.
        """
        if isinstance(whole, N.NounPhrase) and not self.phrases.is_piece(whole) and whole.plural:
            things, noun = self.selections.each(whole, scope), self.phrases.kind(whole)
            return things, self.source.type_of(noun), noun
        ref = self.references.several(whole, scope)
        if ref is not None:
            kind = next(one for one, several in SETS.items() if ref.type == several)
            return Things(self.module.fresh(), self.selections.list_of(whole, scope), []), kind, ref.noun
        return None


def unless(negated: bool, test: Expr) -> Expr:
    """A test, or what it denies: of “a card is not red” each card by itself, of which one must be so."""
    return negation(test) if negated else test
