"""Draws the idioms of printed cards: what was done before, superlatives, limits, replacements, things "there"."""

from __future__ import annotations

from dataclasses import replace

from rulewright.language import nodes as N
from tests.reference.sentences.drawing import USED
from tests.reference.sentences.phrases import since_when
from tests.reference.sentences.plain import article
from tests.reference.sentences.spread import Spread
from tests.reference.world import listed

FIRST = ("first_time_each_turn", "first_time_each_round", "once_per_turn", "once_per_round")
WAITED = ("start_of_turn", "end_of_turn", "start_of_round", "end_of_round", "end_of_game")


def noun_phrase(noun: str, word: str | None = None, *filters: N.Filter, plural: bool = False) -> N.NounPhrase:
    """A noun with a determiner of one word."""
    return N.NounPhrase(determiner=None if word is None else article(word), noun=noun, filters=filters, plural=plural)


THEY = N.Pronoun(word="they")


class Idioms(Spread):
    """Draws plain sentences, and in half of them an idiom."""

    def text(self) -> N.Text:
        """A text of one ability; now and then one that asks each player."""
        if not self.often(0.1):
            return super().text()
        self.said = []
        return N.Text(abilities=(N.Ability(heading=USED, sentences=self.asked_of_each()),))

    def statement(self, depth: int) -> N.Statement:
        """Something to be carried out."""
        if depth <= 0 or not self.often(0.5):
            return super().statement(depth)
        return self.one_of(
            (3, lambda: N.If(condition=self.past(), then=self.clause(0))),
            (2, lambda: N.If(condition=self.record(), then=self.clause(0))),
            (2 if self.cards and self.gained else 0, self.this_way),
            (2 if self.gained else 0, self.unless_they_pay),
            (2 if self.gained else 0, self.limited),
            (2 if self.pieces and self.spaces else 0, self.there),
            (1 if self.gained else 0, self.all_of_theirs),
            (1, lambda: N.Does(subject=self.ranked(), act=self.done(0))),
            (1 if self.gained else 0, self.a_rival),
            (1, self.nested),
            (1 if self.cards else 0, self.from_another),
            (3 if self.card_zones else 0, self.shown),
            (2 if self.gained and self.pieces else 0, self.for_pieces),
            (2 if self.held_resources else 0, self.hands_over),
            (2 if self.card_zones else 0, self.a_set),
            (1, self.of_a_chosen_player),
            (2 if self.pieces and self.spaces else 0, self.spread),
            (1 if self.pieces and self.spaces else 0, self.swapped),
            (1, self.of_a_neighbour),
            (1 if self.card_zones else 0, self.done_earlier),
            (
                1,
                lambda: N.Does(
                    subject=noun_phrase(self.pick(("left_neighbour", "right_neighbour")), "the"), act=self.act(0)
                ),
            ),
        )

    def held(self) -> N.Statement:
        """A sentence that listens or holds."""
        if not self.often(0.5):
            return super().held()
        there = self.w.times
        waited, first = [t for t in WAITED if t in there], [t for t in FIRST if t in there]
        return self.one_of(
            (2 if waited else 0, lambda: N.Timed(time=self.pick(waited), then=self.statement(1))),
            (2 if first else 0, lambda: N.Timed(time=self.pick(first), then=self.trigger(1))),
            (3, self.replaced),
            (2, lambda: N.While(condition=self.record(), then=self.changed(1))),
            (2 if self.own_numbers else 0, self.changed_for_each),
            (1, lambda: N.Trigger(timing="whenever", event=self.event(1), then=self.answered())),
            (0.5, self.heard_by_a_neighbour),
            (0.5 if self.own_numbers else 0, self.otherwise_held),
        )

    # ------------------------------------------------------------ conditions

    def past(self) -> N.Condition:
        """`You have gained a coin this turn`, `a card has been discarded this round`."""
        time = self.pick(since_when(self.w.times))
        act = self.one_of(
            (3 if self.gained else 0, self.sum_heard),
            (2 if self.cards else 0, self.cards_heard),
            (2 if self.pieces else 0, self.pieces_heard),
            (2 if self.heard_deeds else 0, lambda: self.of_game_heard(self.pick(self.heard_deeds))),
        ) if self.gained or self.cards or self.pieces or self.heard_deeds else self.act(0)  # fmt: skip
        if self.often(0.25) and act.slots and isinstance(act.slots[0].value, N.Phrase):
            return N.Passive(
                subject=act.slots[0].value, verb=act.verb, tense="perfect", time=time, negated=self.often(0.2)
            )
        who: N.Phrase = N.Pronoun(word="you") if self.often(0.8) else noun_phrase("player", "another")
        told = N.Perform(verb=act.verb, slots=act.slots, adverbs=(*act.adverbs, time))
        return N.Does(subject=who, act=told, tense="perfect", negated=self.often(0.2))

    def record(self) -> N.Condition:
        """`You have the most coins`, `you have more coins than each other player`."""
        if self.often(0.4):
            return N.Has(subject=N.Pronoun(word="you"), object=self.rivalling(1))
        return N.Has(subject=N.Pronoun(word="you"), object=self.most())

    def others(self) -> N.Phrase:
        """Players, now and then with the one with whom it begins."""
        found = super().others()
        if not isinstance(found, N.NounPhrase) or found.determiner != N.Article(word="each") or found.filters:
            return found
        first = noun_phrase("player", "that") if "player" in self.said else None
        if first is None:
            first = noun_phrase("player", "the", N.With(phrase=self.most()))
        return replace(found, filters=(N.StartingWith(phrase=first),)) if self.often(0.1) else found

    def most(self) -> N.NounPhrase:
        """The most or the fewest of something that players have."""
        word = self.pick(("most", "most", "fewest"))
        nouns = [*self.gained, *self.pieces]
        return noun_phrase(self.pick(nouns), word) if nouns else noun_phrase("card", word)

    def ranked(self) -> N.NounPhrase:
        """`Each player with the most coins`."""
        return noun_phrase("player", self.pick(("each", "each", "each_other", "another")), N.With(phrase=self.most()))

    # ------------------------------------------------------------ filters

    def space_filter(self) -> N.Filter:
        """Which spaces."""
        if self.pieces and self.often(0.25):
            return N.With(phrase=noun_phrase(self.pick(self.pieces), self.pick(("most", "fewest"))))
        if self.pieces and self.often(0.15):
            what = noun_phrase(self.pick(self.pieces), self.pick(("your", "your", "a")), plural=self.often(0.5))
            return N.Within(distance=N.Number(value=self.pick((1, 2))), phrase=what)
        return super().space_filter()

    def closed(self, noun: str) -> tuple[N.Filter, ...]:
        """A short description of a card."""
        found = super().closed(noun)
        if found and isinstance(found[0], N.Measured) and self.often(0.5):
            clause = N.Compare(relation=found[0].relation, number=found[0].number)
            return (N.Whose(noun=found[0].noun, clause=clause, negated=self.often(0.25)),)
        return found

    # ------------------------------------------------------------ statements

    def this_way(self) -> N.Statement:
        """`Discard any number of cards from your hand, then gain 1 coin for each card discarded this way.`"""
        verb = self.pick(("discard", "put", "return", "remove"))
        if verb == "discard" and not self.ruleset.zones.get("discard"):
            verb = "put"
        goal = self.zone_of(self.pick(self.card_zones)) if verb in ("put", "return") else None
        det = self.quantity(("any_number", "up_to", "count"))
        noun = self.pick([*self.cards, "card"])
        act = self.verb(
            verb,
            object=N.NounPhrase(determiner=det, noun=noun),
            source=self.zone_of(self.pick(self.card_zones)),
            to=goal,
        )
        gain = N.Per(act=self.gain(), each=noun_phrase(noun, None, N.Participle(verb=verb)))
        if self.often(0.3):
            return N.Both(clauses=(act, gain))
        return N.Sequence(acts=(act, gain))

    def unless_they_pay(self) -> N.Statement:
        """`For each other player, unless they pay 1 coin, they discard a card`, `unless you pay 1 coin, …`."""
        pays = self.verb("pay", object=N.NounPhrase(determiner=self.quantity(("count",)), noun=self.pick(self.gained)))
        deed = pays if self.often(0.6) else self.act(0)
        if self.often(0.3):
            return N.Unless(condition=N.Does(subject=N.Pronoun(word="you"), act=deed), then=self.done(0))
        if "player" in self.said and self.often(0.5):
            who: N.Phrase = noun_phrase("player", "that")
            return N.Unless(condition=N.Does(subject=who, act=deed), then=self.theirs())
        unless = N.Unless(condition=N.Does(subject=THEY, act=deed), then=self.theirs())
        return N.ForEach(each=N.NounPhrase(adjectives=self.pick(((), ("other",))), noun="player"), then=unless)

    def theirs(self) -> N.Statement:
        """What they do, or what you do."""
        return N.Does(subject=THEY, act=self.act(0)) if self.often(0.7) else self.done(0)

    def asked_of_each(self) -> tuple[N.Statement, ...]:
        """`Each other player may pay 1 coin. If they do not, they discard a card.`"""
        may = "may" if self.often(0.8) else None
        if self.often(0.3):
            then = N.Does(subject=THEY, act=self.act(0), modal=may)
            first: N.Statement = N.ForEach(
                each=N.NounPhrase(adjectives=self.pick(((), ("other",))), noun="player"), then=then
            )
        else:
            who = noun_phrase("player", self.pick(("each", "each_other")))
            first = N.Does(subject=who, act=self.done(1) if self.often(0.3) else self.act(0), modal=may)
            if self.often(0.4):
                return (first, *self.of_who_did())
        if self.often(0.2):
            first = N.If(condition=self.record(), then=first)
        if self.cards and self.often(0.25):
            return self.asked_of_it()
        did = N.Did(word="they")
        done = N.If(condition=did, then=self.theirs(), otherwise=self.theirs() if self.often(0.2) else None)
        left = N.Unless(condition=did, then=self.theirs())
        return self.pick(((first, done), (first, left), (first, done, left)))

    def of_who_did(self) -> tuple[N.Statement, ...]:
        """`Each player who did so draws a card. If there are no players who did not do so, gain 1 coin.`"""

        def told(word: str | None, negated: bool) -> N.NounPhrase:
            return noun_phrase("player", word, N.DidSo(negated=negated), plural=word in ("no", None))

        negated = self.often(0.4)
        each = N.Does(subject=told("each", negated), act=self.act(0))
        test = N.Exists(object=told(self.pick(("no", "a")), self.often(0.3)))
        if test.object.determiner == N.Article(word="a"):
            test = N.Exists(object=replace(test.object, plural=False))
        asks = N.If(condition=test, then=self.done(0), otherwise=each if self.often(0.3) else None)
        gain = N.Per(act=self.gain(), each=replace(told(None, self.often(0.3)), plural=False))
        return self.pick(((each,), (asks,), (gain,), (each, asks), (asks, gain)))

    def asked_of_it(self) -> tuple[N.Statement, ...]:
        """`Each other player discards a card. If it is a trick, they gain 1 coin.`"""
        who = noun_phrase("player", self.pick(("each", "each_other")))
        what = noun_phrase(self.pick(self.cards) if self.often(0.3) else "card", "a")
        zones = [self.zone_of(self.pick(self.card_zones)) for _ in range(2)]
        deed = self.verb(self.pick(("put", "take", "return")), object=what, source=zones[0], to=zones[1])
        if self.ruleset.zones.get("discard") and self.often(0.4):
            deed = self.verb("discard", object=what)
        it = N.Pronoun(word="it") if self.often(0.6) else noun_phrase("card", "that")
        is_one = N.Is(subject=it, predicate=N.IsPhrase(phrase=noun_phrase(self.pick(self.cards), "a")))
        ask = N.Unless if self.often(0.3) else N.If
        return N.Does(subject=who, act=deed), ask(condition=is_one, then=self.theirs())

    def limited(self) -> N.Statement:
        """`Gain as many coins as the number of your pawns, at most 3.`, `Lose half of your coins.`"""
        noun = self.pick(self.gained)
        if self.often(0.3):
            mine = N.CountOf(phrase=noun_phrase(noun, "your", plural=True))
            half = N.Half(number=mine, rounded=self.pick(("down", "up")))
            return self.verb("lose", object=N.AsMany(noun=noun, number=half))
        bound = {self.pick(("most", "least")): self.pick((1, 2, 3))}
        number = N.Bounded(number=N.CountOf(phrase=self.several()), **bound)
        return self.verb(self.pick(("gain", "gain", "lose")), object=N.AsMany(noun=noun, number=number))

    def for_pieces(self) -> N.Statement:
        """`Gain 1 coin for each pawn any player has in a room.`"""
        you = N.Pronoun(word="you")
        who = self.pick((you, you, noun_phrase("player", "any"), noun_phrase("player", "another")))
        filters = (N.Relative(subject=who, verb="have"), *self.piece_place())
        many = noun_phrase(self.pick(self.pieces), None, *filters)
        if self.often(0.4):
            number = N.CountOf(phrase=replace(many, plural=True))
            return self.verb("gain", object=N.AsMany(noun=self.pick(self.gained), number=number))
        return N.Per(act=self.gain(), each=many, most=self.pick((None, None, 2)))

    def there(self) -> N.Statement:
        """`Choose a room. Move all pawns there into a room next to it.`"""
        space, piece = self.pick(self.spaces), self.pick(self.pieces)
        filters = (self.space_filter(),) if self.often(0.6) else ()
        choose = self.verb("choose", object=noun_phrase(space, "a", *filters))
        what = noun_phrase(piece, self.pick(("all", "a")), N.There())
        beside = noun_phrase(space, "a", N.NextTo(phrase=N.Pronoun(word="it")))
        zones = self.lies_in(piece, True)
        goal = beside if self.often(0.6) or not zones else self.zone_of(self.pick(zones))
        return N.Sequence(acts=(choose, self.verb("move", object=what, to=goal)))

    def all_of_theirs(self) -> N.Statement:
        """`Each other player loses all of their coins.`"""
        whole = noun_phrase(self.pick(self.gained), "their", plural=True)
        quantity = N.Quantity(kind="all") if self.often(0.7) else self.quantity(("count", "up_to"))
        lose = self.verb(self.pick(("lose", "pay")), object=N.PartOf(quantity=quantity, whole=whole))
        return N.Does(subject=self.others(), act=lose)

    def a_rival(self) -> N.Statement:
        """`Choose another player. If they have more coins than you, they lose 1 coin.`"""
        choose = self.verb("choose", object=noun_phrase("player", "another"))
        they = noun_phrase("player", "that") if self.often(0.5) else N.Pronoun(word="they")
        lose = N.Does(subject=they, act=self.gain())
        more = N.Has(subject=noun_phrase("player", "that"), object=self.rivalling(1))
        return N.Both(clauses=(choose, N.If(condition=more, then=lose))) if self.often(0.2) else N.Both(
            clauses=(choose, lose)
        )  # fmt: skip

    def nested(self) -> N.Statement:
        """`Each other player may pay 1 coin. If they do, gain 1 coin.` and choices within choices."""
        inner = N.Choice(acts=(self.act(0), N.Cost(cost=self.act(0), effect=self.act(0))))
        return N.Does(subject=self.others(), act=inner) if self.often(0.6) else inner

    @property
    def held_resources(self) -> list[str]:
        """What players hold, and can give to each other."""
        return [noun for noun in self.gained if self.entries.get(noun, {}).get("type") == "resource"]

    def hands_over(self) -> N.Statement:
        """`Give 1 coin to another player`, `each other player gives 1 coin to you`, `take 2 coins from that player`."""
        what = N.NounPhrase(determiner=self.quantity(("count",)), noun=self.pick(self.held_resources))
        if self.often(0.25):
            give = self.verb("give", object=what, to=N.Pronoun(word="you"))
            return N.Does(
                subject=noun_phrase("player", "each_other"), act=give, modal="may" if self.often(0.3) else None
            )
        who = noun_phrase("player", "that" if "player" in self.said else self.pick(("another", "each_other")))
        act = self.verb("give", object=what, to=who) if self.often(0.5) else self.verb("take", object=what, source=who)
        if self.often(0.3):
            return N.Cost(cost=act, effect=self.act(0))
        return N.Does(subject=N.Pronoun(word="you"), act=act, modal="may") if self.often(0.3) else act

    def alike(self, noun: str) -> N.NounPhrase:
        """`2 different cards`, `3 cards of the same kind`."""
        many = self.quantity(("count", "any_number", "up_to")) if self.often(0.3) else N.Quantity(kind="count", low=2)
        if self.often(0.4):
            return N.NounPhrase(determiner=many, adjectives=("different",), noun=noun)
        kinds = (
            noun_phrase("kind", "same")
            if self.often(0.5)
            else N.NounPhrase(adjectives=("different",), noun="kind", plural=True)
        )
        return N.NounPhrase(determiner=many, noun=noun, filters=(N.Of(phrase=kinds),))

    def a_set(self) -> N.Statement:
        """`Put 2 different cards from your hand onto the deck`, `if you have 2 cards of the same kind, …`"""
        noun, zone = self.pick([*self.cards, "card", "card"]), self.zone_of(self.pick(self.card_zones))
        found = self.alike(noun)
        if self.often(0.4):
            inside = replace(found, filters=(*found.filters, N.At(preposition="in", phrase=self.own_zone())))
            return N.If(condition=N.Has(subject=N.Pronoun(word="you"), object=inside), then=self.clause(0))
        put = self.verb("put", object=found, source=zone, to=self.zone_of(self.pick(self.card_zones)))
        return N.Does(subject=self.others(), act=put) if self.often(0.2) else put

    def of_a_chosen_player(self) -> N.Statement:
        """`Each player chooses a player, then that player's hand is theirs`: whom "that player" means."""
        choose = self.verb("choose", object=noun_phrase("player", self.pick(("a", "a", "another"))))
        self.said.append("player")
        acts = (choose, self.act(0), self.act(0)) if self.often(0.3) else (choose, self.act(0))
        if self.often(0.5):
            return N.Does(subject=noun_phrase("player", self.pick(("each", "each_other"))), act=N.Sequence(acts=acts))
        return N.Both(clauses=(choose, N.Does(subject=noun_phrase("player", "each"), act=self.act(0))))

    def from_another(self) -> N.Statement:
        """`Take a card from another player's hand at random.`"""
        zones = [z for z in self.card_zones if "player" in listed(self.entries.get(z, {}).get("of"))]
        if not zones:
            return self.move_cards()
        owner = noun_phrase("player", self.pick(("another", "a", "each_other")))
        source = N.NounPhrase(determiner=N.Possessive(owner=owner), noun=self.pick(zones))
        what = noun_phrase(self.pick([*self.cards, "card"]), "a")
        adverbs = ("random",) if self.often(0.4) else ()
        return self.verb("take", adverbs, object=what, source=source, to=noun_phrase(self.pick(zones), "your"))

    # ------------------------------------------------------------ what listens and holds

    def replaced(self) -> N.Statement:
        """`Whenever you would gain coins, draw a card instead.`"""
        event = self.event(1)
        if not isinstance(event, N.Does):
            return N.Trigger(timing="whenever", event=event, then=self.answered())
        would = N.Does(subject=event.subject, act=event.act, tense="would")
        act = self.act(0)
        instead = N.Perform(verb=act.verb, slots=act.slots, adverbs=(*act.adverbs, "instead"))
        then: N.Statement = instead
        theirs = isinstance(event.subject, N.NounPhrase) and self.often(0.5)
        if theirs or self.often(0.4):
            who = THEY if theirs else N.Pronoun(word="you")
            then = N.Does(subject=who, act=instead, modal="may" if not theirs or self.often(0.5) else None)
        return N.Trigger(timing="whenever", event=would, then=then)

    def answered(self) -> N.Statement:
        """What follows an event: that player does something, or you do with the thing."""
        if "player" in self.said and self.often(0.6):
            return N.Does(
                subject=noun_phrase("player", "that"), act=self.done(0), modal="may" if self.often(0.3) else None
            )
        return self.statement(1)

    def changed_for_each(self) -> N.Statement:
        """`Your hand limit is 1 higher for each of your pawns`, said as an amount."""
        subject = noun_phrase(self.pick(self.own_numbers), "your")
        by = (
            N.Bounded(number=N.CountOf(phrase=self.several()), most=3)
            if self.often(0.4)
            else N.CountOf(phrase=self.several())
        )
        return N.Is(subject=subject, predicate=N.Change(relation=self.pick(("higher", "lower")), by=by))
