"""Draws what several pieces do in several places, who sits beside whom, and what was done with a card before."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as N
from tests.reference.sentences.phrases import since_when
from tests.reference.sentences.plain import article
from tests.reference.sentences.shown import Shown

TWO = N.Quantity(kind="count", low=2)
BESIDE = ("left_neighbour", "right_neighbour")


class Spread(Shown):
    """Draws plain sentences, and what is shown; these are what `Idioms` picks among."""

    def lying(self, noun: str, det: N.Determiner, *filters: N.Filter, plural: bool = False) -> N.NounPhrase:
        """A noun with a determiner and filters."""
        return N.NounPhrase(determiner=det, noun=noun, filters=filters, plural=plural)

    def spread(self) -> N.Statement:
        """`Put up to 2 huts from your shed into fields`, `move all huts from a field into fields next to it`."""
        piece, space = self.pick(self.pieces), self.pick(self.spaces)
        goal = N.NounPhrase(noun=space, plural=True, filters=(self.space_filter(),) if self.often(0.4) else ())
        zones = self.lies_in(piece, True)
        many = self.pick((TWO, N.Quantity(kind="up_to", high=2)))
        if zones and self.often(0.5):
            return self.verb("put", object=self.lying(piece, many), source=self.zone_of(self.pick(zones)), to=goal)
        if self.often(0.4):
            beside = replace(goal, filters=(N.NextTo(phrase=N.Pronoun(word="it")),)) if self.often(0.6) else goal
            what = self.lying(piece, self.pick((article("all"), many)))
            return self.verb("move", object=what, source=self.lying(space, article("a")), to=beside)
        if self.often(0.4):
            other = self.lying(space, article("another"))
            return self.verb("move", object=self.lying(piece, many), source=self.lying(space, article("a")), to=other)
        whole = self.lying(piece, article("your"), plural=True)
        return self.verb("move", object=N.PartOf(quantity=many, whole=whole), to=goal)

    def swapped(self) -> N.Statement:
        """`Swap all huts in 2 fields`, `swap 2 of your huts in fields`."""
        piece, space = self.pick(self.pieces), self.pick(self.spaces)
        filters = (self.space_filter(),) if self.often(0.3) else ()
        if self.often(0.6):
            places = self.lying(space, TWO, *filters)
            return self.verb("swap", object=self.lying(piece, article("all"), N.At(preposition="in", phrase=places)))
        places = N.NounPhrase(noun=space, plural=True, filters=filters)
        return self.verb("swap", object=self.lying(piece, TWO, N.At(preposition="in", phrase=places)))

    def of_a_neighbour(self) -> N.Statement:
        """`If the player to your left has more coins than you, …`, `the player to your right gains 1 coin`."""
        who = self.lying(self.pick(BESIDE), article("the"))
        if self.often(0.5):
            return N.If(condition=N.Has(subject=who, object=self.rivalling(1)), then=self.clause(0))
        first = self.lying("first_player", article("the"))
        return N.Does(subject=first if self.often(0.4) else who, act=self.act(0))

    def heard_by_a_neighbour(self) -> N.Statement:
        """`Whenever another player draws a card, the player to their left gains 1 coin.`"""
        event = self.event(1)
        if isinstance(event, N.Does):
            event = replace(event, subject=self.lying("player", article("another")))
        theirs = self.lying(f"their_{self.pick(BESIDE)}", article("the"))
        return N.Trigger(timing="whenever", event=event, then=N.Does(subject=theirs, act=self.act(0)))

    def done_earlier(self) -> N.Statement:
        """`Discard a card in your hand that you have drawn this turn`, `for each of them, gain 1 coin`."""
        time = self.pick(since_when(self.w.times))
        verb = self.pick(("draw", "draw", "discard", "put", "take"))
        who = N.Pronoun(word="you") if self.often(0.7) else self.lying("player", article("another"))
        past = N.Relative(subject=who, verb=verb, tense="perfect", time=time, negated=self.often(0.2))
        place = N.At(preposition="in", phrase=self.zone_of(self.pick(self.card_zones)))
        noun = self.pick([*self.cards, "card", "card"])
        if self.gained and self.often(0.3):
            return N.Per(act=self.gain(), each=N.NounPhrase(noun=noun, filters=(past, place)))
        what = self.lying(noun, article("a"), past, place)
        if self.often(0.3):
            return N.If(condition=N.Exists(object=what), then=self.clause(0))
        return self.verb("put", object=what, to=self.zone_of(self.pick(self.card_zones)))

    def otherwise_held(self) -> N.Statement:
        """`If you have at least 2 coins, your size is 2 higher; otherwise, your size is 1 higher.`"""
        return N.If(condition=self.condition(1), then=self.changed(1), otherwise=self.changed(1))
