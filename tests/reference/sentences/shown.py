"""Draws what is done with cards that were drawn, looked at or revealed: some of them, all of them, the rest."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.language import nodes as N
from tests.reference.sentences.plain import Plain, article
from tests.reference.world import listed

THEM = N.Pronoun(word="them")
REST = N.Pronoun(word="the_rest")


class Shown(Plain):
    """Draws plain sentences, and acts with cards that were shown."""

    def shown(self) -> N.Statement:
        """`Draw 3 cards, then keep 1 of them, then discard the rest.`"""
        first = self.show()
        some = [self.with_some(first.verb) for _ in range(self.pick((1, 1, 1, 2)))]
        acts: list[N.Act] = [first, *some]
        if self.often(0.7) or any(act.verb == "keep" for act in some):  # what is kept is so beside what is not
            acts.append(self.with_cards(REST))
        if self.often(0.3):
            clauses: list[N.Statement] = [*acts]
            if self.often(0.4) and isinstance(acts[1], N.Perform):
                clauses[1] = N.Does(subject=N.Pronoun(word="you"), act=acts[1], modal="may")
            return N.Both(clauses=tuple(clauses))
        done = N.Sequence(acts=tuple(acts))
        return N.Does(subject=self.others(), act=done) if self.often(0.15) else done

    def show(self) -> N.Perform:
        """`Draw 3 cards`, `look at the top 2 cards of the deck`, `reveal cards until …`"""
        piles = [z for z in self.card_zones if (self.entries.get(z) or {}).get("order") == "pile"]
        if self.ruleset.zones.get("draw") and self.often(0.5):
            return self.verb("draw", object=N.NounPhrase(determiner=self.several_cards(), noun="card"))
        pile = self.zone_of(self.pick(piles or self.card_zones))
        if self.often(0.1):
            return self.verb(self.pick(("look_at", "reveal")), object=pile)
        top = N.Quantity(kind="count", low=self.pick((2, 2, 3, 4)), article="top")
        cards = N.NounPhrase(determiner=top, noun="card", filters=(N.Of(phrase=pile),))
        return self.verb(self.pick(("look_at", "reveal")), object=cards)

    def several_cards(self) -> N.Quantity:
        """How many are drawn."""
        return N.Quantity(kind="count", low=self.pick((2, 2, 3, 4)))

    def with_some(self, shown: str) -> N.Perform:
        """`Keep 1 of them`, `put up to 2 of them into your hand`."""
        kinds: Sequence[str] = ("count", "count", "up_to", "any_number", "some", "each", "all")
        part = N.PartOf(
            quantity=self.quantity(kinds) if self.often(0.6) else N.Quantity(kind="count", low=1), whole=THEM
        )
        if shown == "draw" and part.quantity.kind not in ("each", "all") and self.often(0.5):
            return self.verb("keep", object=part)
        return self.with_cards(THEM if self.often(0.1) else part)

    def with_cards(self, cards: N.Phrase) -> N.Perform:
        """Something done with cards that are known."""
        own = [v for v in self.deeds if {self.w.type_of(k) for k in self.w.verbs[v].slots.values()} == {"card"}]
        if own and self.often(0.3):
            return N.Perform(verb=self.pick(own), slots=(N.Slot(name="object", value=cards),))
        if self.ruleset.zones.get("play") and self.often(0.1):
            return self.verb("play", object=cards)
        if self.ruleset.zones.get("discard") and self.often(0.4):
            return self.verb("discard", object=cards)
        goal = self.zone_of(self.pick(self.card_zones))
        if self.often(0.2) and "pile" in listed((self.entries.get(str(goal.noun)) or {}).get("order")):
            end = N.NounPhrase(
                determiner=article("the"), noun=self.pick(("top", "bottom")), filters=(N.Of(phrase=goal),)
            )
            return self.verb("put", ("any_order",) if self.often(0.3) else (), object=cards, to=end)
        return self.verb(self.pick(("put", "put", "take", "return")), object=cards, to=goal)
