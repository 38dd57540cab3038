"""Conditions: whether something is so. Each kind of condition is sent to the room that tests it."""

from __future__ import annotations

from rulewright.compiler.expressions.amounts import Amounts
from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.alike import Alike
from rulewright.compiler.expressions.conditions.being import Being
from rulewright.compiler.expressions.conditions.comparing import Comparing
from rulewright.compiler.expressions.conditions.doing import Doing
from rulewright.compiler.expressions.conditions.having import Having
from rulewright.compiler.expressions.conditions.holdings import Holdings
from rulewright.compiler.expressions.conditions.subjects import Subjects, Test
from rulewright.compiler.expressions.filters import Filters
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.phrases import Phrases
from rulewright.compiler.expressions.pieces import Pieces
from rulewright.compiler.expressions.recursion import Recursion
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import FALSE, And, Expr, Lit, Or, both, either, negation
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.compiler.syntax_trees import IsNotSo
from rulewright.language import nodes as N
from rulewright.language.trees.past import is_past
from rulewright.ruleset import blocks as B


class Conditions:
    """Says whether something is so: what other rooms ask of conditions, they ask here."""

    def __init__(
        self,
        s: Services,
        up: Recursion,
        phrases: Phrases,
        references: References,
        pieces: Pieces,
        selections: Selections,
        amounts: Amounts,
        filters: Filters,
        likenesses: Likenesses,
    ) -> None:
        self.options = s.options
        self.texts = s.texts
        self.up = up
        self.subjects = Subjects(s, phrases, references, selections, filters)
        holdings = Holdings(s, phrases, pieces, selections, amounts, likenesses)
        self.comparing = Comparing(s, phrases, references, pieces, selections, amounts, filters, holdings)
        alike = Alike(s, references, selections, likenesses, holdings)
        self.having = Having(
            s, phrases, references, pieces, selections, amounts, filters, likenesses,
            self.subjects, holdings, self.comparing, alike,
        )  # fmt: skip
        self.doing = Doing(
            s, up, phrases, references, selections, filters, likenesses, self.subjects, holdings, self.comparing, alike
        )
        self.being = Being(s, up, phrases, references, selections, amounts, filters, likenesses, self.subjects, alike)

    def each_subject(self, phrase: N.Phrase, scope: Scope, test: Test) -> Expr:
        """A test of a subject: one seat, nobody, anybody, or each of several."""
        return self.subjects.each_subject(phrase, scope, test)

    def some_of_those(self, node: N.If | N.Unless, scope: Scope) -> list[Expr]:
        """The tests that there are any of what was spoken of, where all, or none, of nothing would be so."""
        return self.subjects.some_of_those(node, scope)

    def owns(self, phrase: N.Phrase, who: Ref, scope: Scope) -> Expr:
        """Whether a seat or place has what a phrase says."""
        return self.having.owns(phrase, who, scope)

    def rank(self, phrase: N.NounPhrase, who: Ref, scope: Scope) -> Expr:
        """How much somebody or something has of what a phrase asks the most, fewest, highest or lowest of."""
        return self.comparing.rank(phrase, who, scope)

    def block_condition(self, data: B.Condition, scope: Scope) -> Expr:
        """A condition as it stands in a block."""
        match data:
            case B.Words():
                tree = self.texts.tree(data, scope)
                assert isinstance(tree, N.Statement)
                return self.condition(tree, scope)
            case B.AllOf():
                return And(tuple(self.block_condition(item, scope) for item in data.conditions))
            case B.AnyOf():
                return Or(tuple(self.block_condition(item, scope) for item in data.conditions))
            case B.Not():
                return negation(self.block_condition(data.condition, scope))
            case B.OptionIs():
                return Lit(self.options.get(data.option) == data.value)
            case B.After():
                return self.up.suppose(data, scope)

    def condition(self, node: N.Condition | N.Statement, scope: Scope) -> Expr:
        """A condition as an expression that is true or false."""
        match node:
            case N.AllConditions():
                return both(*(self.condition(item, scope) for item in node.conditions))
            case N.AnyCondition():
                return either(*(self.condition(item, scope) for item in node.conditions))
            case IsNotSo():
                return negation(self.condition(node.condition, scope))
            case N.Does() | N.Passive() if is_past(node):
                return self.up.history.condition(node, scope)
            case N.Does():
                return self.doing.does(node, scope)
            case N.Has():
                return self.having.has(node, scope)
            case N.Exists():
                return self.being.exists(node, scope)
            case N.Is():
                return self.being.is_so(node, scope)
            case N.Did():
                return scope.done.get("did", FALSE)
        raise refuse(node, "this cannot be tested", code="RW0606")
