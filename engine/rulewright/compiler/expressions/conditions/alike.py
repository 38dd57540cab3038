"""Whether several cards or spaces are alike in something, or all different: `2 cards with the same price`."""

from __future__ import annotations

from rulewright.compiler.expressions.anaphora import References
from rulewright.compiler.expressions.conditions.holdings import Holdings
from rulewright.compiler.expressions.likenesses import Likenesses
from rulewright.compiler.expressions.selections import Selections
from rulewright.compiler.ir.expressions import Expr, both, negation
from rulewright.compiler.ir.quote import expr
from rulewright.compiler.ir.things import Things
from rulewright.compiler.scope import Ref, Scope, refuse
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.language.trees.likeness import Likeness, parted


class Alike:
    """Tests what is said of several things together."""

    def __init__(
        self, s: Services, references: References, selections: Selections, likenesses: Likenesses, holdings: Holdings
    ) -> None:
        self.source = s.source
        self.module = s.module
        self.references = references
        self.selections = selections
        self.likenesses = likenesses
        self.holdings = holdings

    def told_of_all(self, phrase: N.NounPhrase) -> tuple[N.NounPhrase, Likeness] | None:
        """A phrase of cards or spaces without what it tells of all of them together, and that; else None."""
        told = parted(phrase) if isinstance(phrase.noun, str) else None
        return told if told is not None and self.source.type_of(str(phrase.noun)) in ("card", "space") else None

    def has_alike(self, phrase: N.NounPhrase, alone: N.NounPhrase, likeness: Likeness, who: Ref, scope: Scope) -> Expr:
        """`2 cards with the same price in your hand`, `3 fields with different crops`: whether somebody has them."""
        made = scope.make(alone, phrase)
        noun = str(phrase.noun)
        if self.source.type_of(noun) == "space":
            things = self.holdings.owned_spaces(made, noun, who, scope)
        else:
            self.holdings.must_lie_somewhere(made)
            things = self.selections.each(made, scope)
        return self.likenesses.enough(phrase, self.likenesses.of(things, alone, likeness, scope))

    def all_alike(self, subject: N.Phrase, likeness: Likeness, negated: bool, scope: Scope) -> Expr:
        """`all cards in your hand have different prices`, `they have the same price`: each other one, or each alike.

        Of what was spoken of, one alone neither agrees with others nor differs from them.
        """
        several = subject if isinstance(subject, N.NounPhrase) else N.NounPhrase(noun="card", plural=True)
        spoken_of = isinstance(subject, N.Pronoun) or self.selections.is_spoken_of(several)
        if isinstance(subject, N.Pronoun) and self.references.ref(subject, scope).type == "cards":
            things = Things(self.module.fresh(), self.references.ref(subject, scope).expr, [])
        elif isinstance(subject, N.NounPhrase) and isinstance(subject.noun, str) and self._all_of_them(subject):
            things = self.selections.each(several, scope)
        else:
            hint = "Say “all cards in … have different …” or “… have the same …”."
            raise refuse(subject, "which of them differ or agree?", hint, code="RW0604")
        all_of = self.likenesses.all_of(self.likenesses.of(things, several, likeness, scope), things)
        told = negation(all_of) if negated else all_of
        return both(expr("{} > 1", things.counted()), told) if spoken_of else told

    def _all_of_them(self, phrase: N.NounPhrase) -> bool:
        """Whether a phrase means all that it describes, or all that was spoken of: `all cards`, `the cards`."""
        words = [N.Article(word=word) for word in ("all", "the", "your")]
        every = phrase.determiner in words or phrase.determiner is None or self.selections.is_spoken_of(phrase)
        return every and (phrase.plural or phrase.determiner == words[0])
