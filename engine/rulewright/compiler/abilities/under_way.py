"""What is being done while a text is carried out: that by which it is, or of which it has heard.

“If you have already played a spell this turn” asks of what was done before that.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from rulewright.compiler.ir.expressions import Expr
from rulewright.compiler.scope import Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning.used_cards import DeedsOfCards, put_by
from rulewright.ruleset.blocks import Resolve, walk
from rulewright.ruleset.building.headings_of_cards import words_that_are_used

THIS_CARD = N.NounPhrase(determiner=N.Article(word="this"), noun="card")

UnderWay = tuple[tuple[str, tuple[Expr, ...], Expr | None], ...]


class DeedsUnderWay:
    """Tells which deeds carry out what stands on the cards of one program."""

    def __init__(self, s: Services) -> None:
        self.ruleset = s.ruleset
        self.source = s.source
        self.deeds = DeedsOfCards(s.ruleset.words, s.ruleset.lexicon)
        self._known: dict[tuple[str, str], tuple[dict[str, None], bool]] = {}

    def that_use(self, component: str, heading: str, scope: Scope) -> UnderWay:
        """The deeds by which what stands on a card under a heading is carried out; to the card, by whoever uses it."""
        assert scope.this is not None
        kind = self.ruleset.components[component].kind
        if (kind, heading) not in self._known:
            self._known[kind, heading] = self._using(kind, heading)
        names, sure = self._known[kind, heading]
        return tuple((name, (scope.this,), scope.you if sure else None) for name in names)

    def _using(self, kind: str, heading: str) -> tuple[dict[str, None], bool]:
        """Which deeds use a heading of a kind of card, and whether nothing else carries it out."""
        carrying = self.deeds.that_carry_out(heading)
        names = [
            "play_card" if name.startswith("play ") else name for name in carrying
            if self.source.fits(kind, called := self.deeds.deeds[name].called) or self.source.fits(called, kind)
        ]  # fmt: skip
        word = self.ruleset.words["headings"].get(heading)
        if word is not None:
            costs = put_by((word.cost, tuple(word.sources.values())), lambda thing: thing == THIS_CARD)
            names += [f"{verb}_card" if f"{verb}_card" in self.source.verbs else verb for verb, _ in costs]
        by_them = sum(self._resolved(self.deeds.deeds[name].do)[heading] for name in carrying)
        return dict.fromkeys(names), not names or self._everywhere[heading] <= by_them

    @cached_property
    def _everywhere(self) -> Counter[str]:
        """How often each heading is carried out in the rules and by the words that are used."""
        return self._resolved((tuple(self.ruleset.procedures.values()), *words_that_are_used(self.ruleset)))

    @staticmethod
    def _resolved(part: object) -> Counter[str]:
        return Counter(step.heading for step in walk(part) if isinstance(step, Resolve))
