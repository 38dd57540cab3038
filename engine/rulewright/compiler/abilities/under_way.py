"""What is being done while a text is carried out: that by which it is, or of which it has heard.

“If you have already played a spell this turn” asks of what was done before that.
"""

from __future__ import annotations

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.scope import Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning.used_cards import deeds_of_cards, put_by, that_carry_out
from rulewright.ruleset.blocks import Resolve, walk
from rulewright.ruleset.building.headings_of_cards import words_that_are_used

THIS_CARD = N.NounPhrase(determiner=N.Article(word="this"), noun="card")

UnderWay = tuple[tuple[str, tuple[Expr, ...], Expr | None], ...]


class DeedsUnderWay:
    """Tells which deeds carry out what stands on the cards of one program."""

    def __init__(self, s: Services) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.deeds = deeds_of_cards(s.ruleset.words, s.ruleset.lexicon)

    def that_use(self, component: str, heading: str, scope: Scope) -> UnderWay:
        """The deeds by which what stands on a card under a heading is carried out; to the card, by whoever uses it."""
        assert scope.this is not None
        kind = self.ruleset.components[component].kind
        carrying = that_carry_out(heading, self.deeds)
        names = [
            "play_card" if name.startswith("play ") else name for name in carrying
            if self.source.fits(kind, self.deeds[name].called) or self.source.fits(self.deeds[name].called, kind)
        ]  # fmt: skip
        word = self.ruleset.words["headings"].get(heading)
        if word is not None:
            costs = put_by((word.cost, tuple(word.sources.values())), lambda thing: thing == THIS_CARD)
            names += [f"{verb}_card" if f"{verb}_card" in self.source.verbs else verb for verb, _ in costs]
        sure = not (names and self._otherwise(heading, carrying))
        return tuple((name, (scope.this,), scope.you if sure else None) for name in dict.fromkeys(names))

    def _otherwise(self, heading: str, carrying: list[str]) -> bool:
        """Whether what stands under a heading is carried out elsewhere, too, where none of these deeds is under way."""
        parts = (tuple(self.ruleset.procedures.values()), *words_that_are_used(self.ruleset))
        everywhere = sum(self._resolves(part, heading) for part in parts)
        return everywhere > sum(self._resolves(self.deeds[name].do, heading) for name in carrying)

    @staticmethod
    def _resolves(part: object, heading: str) -> int:
        return sum(isinstance(step, Resolve) and step.heading == heading for step in walk(part))
