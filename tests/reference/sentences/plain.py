"""Draws sentences as designers write them, about what there is and what was spoken of: most of them are taken."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as N
from rulewright.ruleset.model import Ruleset
from tests.reference.sentences.drawing import Drawing
from tests.reference.sentences.phrases import Made
from tests.reference.sentences.stage import HELD, USED
from tests.reference.sentences.wordlist import Wordlist
from tests.reference.world import listed

OPEN = ("a", "a", "a", "another")
ALL = ("each", "each", "all")


def article(word: str) -> N.Article:
    """A determiner of one word."""
    return N.Article(word=word)


class Plain(Drawing):
    """Draws plain sentences of one game. `said`: the nouns of things spoken of so far, the newest last."""

    def __init__(self, words: Wordlist, chance: random.Random, ruleset: Ruleset) -> None:
        super().__init__(words, chance)
        self.ruleset = ruleset
        entries = ruleset.lexicon.get("nouns") or {}
        self.entries: dict[str, Any] = dict(entries)
        self.said: list[str] = []
        self.heard_deeds = [verb for verb in words.deeds if verb in (ruleset.lexicon.get("verbs") or {})]
        going_round = (ruleset.turn, ruleset.round)  # a turn within a turn takes long, and teaches little
        self.deeds = [verb for verb in self.heard_deeds if verb not in going_round]
        homes = {z for e in entries.values() if e.get("type") == "piece" for z in listed(e.get("in"))}
        self.piece_zones = [z for z in words.zones if z in homes]
        self.card_zones = [z for z in words.zones if z not in homes] or words.zones
        self.pieces = [n for n in words.by_type.get("piece", []) if n in words.own and self.type_is(n, "piece")]
        self.spaces = [n for n in words.by_type.get("space", []) if n in words.own and self.type_is(n, "space")]
        self.cards = [n for n in words.by_type.get("card", []) if n in words.own and self.type_is(n, "card")]
        self.gained = [
            n
            for n, e in sorted(self.entries.items())
            if e.get("type") == "resource"
            or (e.get("type") == "number" and e.get("kept") and listed(e.get("of")) == ["player"])
        ]
        self.own_numbers = [
            n
            for n, e in sorted(self.entries.items())
            if e.get("type") == "number" and listed(e.get("of")) == ["player"]
        ]

    def type_is(self, noun: str, kind: str) -> bool:
        """Whether a noun is of a type by its own entry, and not a role."""
        return bool(self.entries.get(noun, {}).get("type") == kind)

    # ------------------------------------------------------------ texts

    def text(self) -> N.Text:
        """A text of one ability."""
        self.said = []
        if self.often(0.3):
            limits = ("once_per_turn",) if self.often(0.1) and self.ruleset.turn else ()
            return N.Text(abilities=(N.Ability(heading=HELD, limits=limits, sentences=(self.held(),)),))
        count = self.chance.choices((1, 2, 3), (7, 3, 1))[0]
        sentences = tuple(self.statement(2) for _ in range(count))
        return N.Text(abilities=(N.Ability(heading=USED, sentences=sentences),))

    def held(self) -> N.Statement:
        """A sentence that listens or holds."""
        return self.one_of(
            (6, lambda: self.trigger(2)),
            (2, lambda: self.changed(1)),
            (1, lambda: N.While(condition=self.conditions(1), then=self.changed(1))),
            (0.5, lambda: super(Plain, self).held()),
        )

    # ------------------------------------------------------------ statements

    def statement(self, depth: int) -> N.Statement:
        """Something to be carried out."""
        inner = depth - 1
        if depth <= 0 or self.often(0.45):
            return self.clause(depth)
        return self.one_of(
            (
                4,
                lambda: N.If(
                    condition=self.conditions(1),
                    then=self.clause(inner),
                    otherwise=self.clause(inner) if self.often(0.3) else None,
                ),
            ),
            (1, lambda: N.Unless(condition=self.conditions(1), then=self.clause(inner))),
            (3, lambda: self.for_each(inner)),
            (1, lambda: N.Possible(then=self.clause(inner), otherwise=self.clause(inner) if self.often(0.6) else None)),
            (1, lambda: N.Both(clauses=(self.clause(inner), self.own_clause(inner)))),
            (1, lambda: N.Repeat(times=self.times(), act=self.clause(0))),
            (1, lambda: N.If(condition=N.Did(word="you"), then=self.clause(0))),
            (0.3, lambda: super(Plain, self).statement(depth)),
        )

    def for_each(self, depth: int) -> N.Statement:
        """`For each X, …`"""
        each = self.counted(1)
        mark = len(self.said)
        if isinstance(each, N.NounPhrase) and isinstance(each.noun, str):
            self.said.append(each.noun)
        then = self.clause(depth)
        del self.said[mark:]
        return N.ForEach(each=each, then=then)

    def times(self) -> N.Quantity:
        """How often."""
        return self.quantity(("count", "up_to"))

    def clause(self, depth: int) -> N.Statement:
        """One act, or somebody's."""
        return self.done(depth) if self.often(0.65) else self.own_clause(depth)

    def own_clause(self, depth: int) -> N.Statement:
        """What you may do, or others do."""
        if self.often(0.4):
            return N.Does(subject=N.Pronoun(word="you"), act=self.done(depth), modal="may")
        who = self.others()
        return N.Does(subject=who, act=self.done(depth), modal="may" if self.often(0.15) else None)

    def others(self) -> N.Phrase:
        """Players."""
        if "player" in self.said and self.often(0.5):
            return N.NounPhrase(determiner=article("that"), noun="player")
        word = self.pick(("each", "each", "each_other", "all_other", "each_other"))
        filters = (self.player_filter(),) if self.often(0.12) else ()
        return N.NounPhrase(determiner=article(word), noun="player", filters=filters)

    def player_filter(self) -> N.Filter:
        """Which players."""
        return self.one_of(
            (3, lambda: N.ThatHas(object=self.had(1))),
            (2, lambda: N.ThatHas(object=self.rivalling(1))),
            (1, lambda: N.With(phrase=self.had(1), negated=self.often(0.3))),
        )

    # ------------------------------------------------------------ acts

    def done(self, depth: int) -> N.Act:
        """One or several acts."""
        if depth <= 0 or self.often(0.6):
            return self.act(0)
        several: Made = lambda: tuple(self.act(0) for _ in range(2 + self.often(0.2)))  # noqa: E731
        return self.one_of(
            (4, lambda: N.Sequence(acts=several())),
            (3, lambda: N.Choice(acts=several())),
            (0.6, lambda: N.Choice(acts=(self.act(0), N.Does(subject=self.others(), act=self.act(0))))),
            (1, lambda: N.AnyOrder(acts=several())),
            (5, lambda: N.Cost(cost=self.act(0), effect=self.done(depth - 1))),
            (3, lambda: N.Per(act=self.gain(), each=self.counted(1), most=2 if self.often(0.2) else None)),
        )

    def act(self, depth: int) -> N.Perform:
        """A verb with its slots."""
        options: list[tuple[float, Made]] = [
            (8 if self.gained else 0, self.gain),
            (4 if self.ruleset.zones.get("draw") else 0, self.draw),
            (4 if self.cards else 0, self.move_cards),
            (7 if self.pieces and self.spaces else 0, self.move_pieces),
            (4 if self.deeds else 0, lambda: self.of_game(self.pick(self.deeds))),
            (2, self.choose),
            (0.5, lambda: N.Perform(verb="do_nothing")),
            (
                0.6 if self.card_zones else 0,
                lambda: self.verb("shuffle", object=self.zone_of(self.pick(self.card_zones))),
            ),
            (0.4, lambda: super(Plain, self).act(depth)),
        ]
        return self.one_of(*options)

    @staticmethod
    def verb(verb: str, adverbs: tuple[str, ...] = (), **slots: N.Phrase | N.Amount | None) -> N.Perform:
        """A verb with its slots (`source` is written for from)."""
        named = [(name.replace("source", "from"), value) for name, value in slots.items() if value is not None]
        return N.Perform(verb=verb, slots=tuple(N.Slot(name=n, value=v) for n, v in named), adverbs=adverbs)

    def gain(self) -> N.Perform:
        """Resources and numbers, gained, lost and paid."""
        verb = self.pick(("gain", "gain", "gain", "lose", "pay"))
        if not self.gained:
            return N.Perform(verb="do_nothing")
        return self.verb(verb, object=self.sum_of(self.pick(self.gained)))

    def sum_of(self, noun: str) -> N.Phrase:
        """So much of something."""
        if self.often(0.15):
            return N.AsMany(noun=noun, number=self.amount(1))
        if self.often(0.06) and len(self.gained) > 1:
            items = tuple(
                N.NounPhrase(determiner=self.quantity(("count",)), noun=n) for n in self.chance.sample(self.gained, 2)
            )
            return N.Phrases(conjunction=self.pick(("and", "or")), items=items)
        kinds = ("count",) if self.often(0.85) else ("up_to", "either", "range", "any_number")
        det: N.Determiner = self.quantity(kinds) if self.often(0.95) else article("all")
        return N.NounPhrase(determiner=det, noun=noun)

    def draw(self) -> N.Perform:
        """Cards drawn."""
        det: N.Determiner = self.quantity(("count", "up_to")) if self.often(0.8) else article("a")
        return self.verb("draw", object=N.NounPhrase(determiner=det, noun="card"))

    def of_game(self, verb: str) -> N.Perform:
        """A verb of the game."""
        slots: dict[str, Any] = {}
        for name, kind in self.w.verbs[verb].slots.items():
            type_ = self.w.type_of(kind)
            if kind == "amount" or type_ == "number":
                slots[name] = self.amount(1)
            elif type_ == "resource":
                slots[name] = N.NounPhrase(determiner=self.quantity(("count",)), noun=kind)
            else:
                slots[name] = self.thing(type_, self.w.named(kind))
        return N.Perform(verb=verb, slots=tuple(N.Slot(name=n, value=v) for n, v in slots.items()))

    def choose(self) -> N.Perform:
        """A thing chosen, to be spoken of."""
        kind = self.pick(["player", *(k for k in ("space", "card") if self.w.named(k))])
        noun = "player" if kind == "player" else self.plain_noun(self.w.named(kind))
        filters = self.where_of(kind, 1)
        self.said.append(noun)
        word = "another" if kind == "player" and self.often(0.8) else "a"
        return self.verb("choose", object=N.NounPhrase(determiner=article(word), noun=noun, filters=filters))

    # ------------------------------------------------------------ cards

    def move_cards(self) -> N.Perform:
        """Cards from somewhere to somewhere."""
        source, goal = self.pick(self.card_zones), self.pick(self.card_zones)
        noun = self.pick([*self.cards, "card", "card"])
        if self.often(0.1) and (self.entries.get(source) or {}).get("order") == "pile":
            det = N.Quantity(kind="count", low=max(1, self.small()), article="top")
            of = N.Of(phrase=self.zone_of(source))
            what = N.NounPhrase(determiner=det, noun="card", filters=(of,))
            return self.verb("put", object=what, to=self.zone_of(goal))
        verb = self.pick(("put", "take", "return", "move", "discard", "remove"))
        if verb == "discard" and not self.ruleset.zones.get("discard"):
            verb = "put"
        thing: N.Phrase
        if self.often(0.12):
            thing = N.NounPhrase(determiner=article("this"), noun="card")
            return self.verb(verb, object=thing, to=None if verb in ("discard", "remove") else self.zone_of(goal))
        if noun in self.said and self.often(0.5):
            thing = N.Pronoun(word="it") if self.often(0.5) else N.NounPhrase(determiner=article("that"), noun=noun)
            return self.verb(verb, object=thing, to=None if verb in ("discard", "remove") else self.zone_of(goal))
        det = self.some(0.4)
        inside = self.often(0.4)
        filters = (N.At(preposition="in", phrase=self.zone_of(source)),) if inside else ()
        if self.often(0.12):
            filters = (*self.closed(noun), *filters)
        thing = N.NounPhrase(determiner=det, noun=noun, filters=filters)
        if isinstance(det, N.Article) and det.word == "a":
            self.said.append(noun)
        return self.verb(
            verb,
            ("random",) if self.often(0.06) else (),
            object=thing,
            source=None if inside else self.zone_of(source),
            to=None if verb in ("discard", "remove") else self.zone_of(goal),
        )

    def closed(self, noun: str) -> tuple[N.Filter, ...]:
        """A short description of a card."""
        numbers = [
            n
            for n in self.w.numbers
            if self.entries.get(n, {}).get("attribute")
            and any(self.w.is_kind(noun, of) or self.w.is_kind(of, noun) for of in listed(self.entries[n].get("of")))
        ]
        if not numbers:
            return ()
        relation = self.pick(("at_least", "at_most", "exactly"))
        return (N.Measured(noun=self.pick(numbers), relation=relation, number=N.Number(value=self.small())),)

    def some(self, many: float) -> N.Determiner:
        """`a`, or so many."""
        if self.often(1 - many):
            return article("a")
        if self.often(0.3):
            return article(self.pick(("all", "each")))
        return self.quantity(("count", "count", "up_to", "any_number", "some"))

    def zone_of(self, zone: str) -> N.NounPhrase:
        """A zone by whose it is: yours, somebody's, or everybody's."""
        if "player" not in listed(self.entries.get(zone, {}).get("of")):
            return N.NounPhrase(determiner=article("the"), noun=zone)
        if "player" in self.said and self.often(0.3):
            owner = N.NounPhrase(determiner=article("that"), noun="player")
            return N.NounPhrase(determiner=N.Possessive(owner=owner), noun=zone)
        if self.often(0.06):
            owner = N.NounPhrase(determiner=article("another"), noun="player")
            return N.NounPhrase(determiner=N.Possessive(owner=owner), noun=zone)
        return N.NounPhrase(determiner=article("your" if self.often(0.85) else "their"), noun=zone)

    # ------------------------------------------------------------ pieces

    def lies_in(self, noun: str, zones: bool) -> list[str]:
        """Where pieces can lie: spaces, or zones."""
        places = listed(self.entries.get(noun, {}).get("in"))
        return [p for p in places if (self.w.type_of(p) == "zone") == zones]

    def move_pieces(self) -> N.Perform:
        """Pieces from somewhere to somewhere."""
        noun = self.pick(self.pieces)
        zones, places = self.lies_in(noun, True), self.lies_in(noun, False)
        if not places:
            return self.gain()
        det: N.Determiner = self.quantity(("count",)) if self.often(0.7) else self.some(0.5)
        thing = N.NounPhrase(determiner=det, noun=noun)
        if zones and self.often(0.5):
            space = self.thing(self.w.type_of(self.pick(places)), places)
            return self.verb("put", object=thing, source=self.zone_of(self.pick(zones)), to=space)
        if self.often(0.4):
            here = self.thing(self.w.type_of(self.pick(places)), places)
            thing = replace(thing, filters=(N.At(preposition="in", phrase=here),))
            if zones and self.often(0.5):
                return self.verb(self.pick(("return", "put", "move")), object=thing, to=self.zone_of(self.pick(zones)))
            verb = self.pick(("remove", "take", "move"))
            return self.verb(verb, object=thing, to=self.thing("space", places) if verb == "move" else None)
        mine = N.NounPhrase(determiner=article("your"), noun=noun, plural=True)
        part = N.PartOf(quantity=self.quantity(("count",)), whole=mine)
        goal = N.NounPhrase(
            determiner=article("a"), noun=self.pick(places), filters=(N.NextTo(phrase=N.Pronoun(word="it")),)
        )
        return self.verb("move", object=part, to=goal if self.often(0.6) else self.thing("space", places))

    # ------------------------------------------------------------ things

    def thing(self, kind: str, nouns: Any = ()) -> N.Phrase:
        """A thing that an act is done to: one that is known, one to be chosen, or each."""
        names = [n for n in (list(nouns) or self.w.named(kind)) if self.w.type_of(n) == kind] or self.w.named(kind)
        if not names:
            return N.Pronoun(word="it")
        if kind == "piece":
            return N.NounPhrase(determiner=self.some(0.4), noun=self.pick(names))
        known = [n for n in names if n in self.said]
        if known and self.often(0.5):
            return (
                N.Pronoun(word="it")
                if self.often(0.3)
                else N.NounPhrase(determiner=article("that"), noun=self.pick(known))
            )
        noun = self.plain_noun(names)
        word = self.pick(("a", "a", "a", "a", "each", "another"))
        if kind == "player":
            word = self.pick(("another", "a"))
        det: N.Determiner = article(word) if self.often(0.9) else self.quantity(("count", "up_to"))
        found = N.NounPhrase(determiner=det, noun=noun, filters=self.where_of(kind, 1))
        if word in OPEN and isinstance(det, N.Article):
            self.said.append(noun)
        return found

    def plain_noun(self, names: Sequence[str]) -> str:
        """One of some nouns; of one thing that has a role only where there is no other noun."""
        return self.pick([n for n in names if self.w.nouns.get(n) is None or self.w.nouns[n].type != "role"] or names)

    def where_of(self, kind: str, depth: int) -> tuple[N.Filter, ...]:
        """What narrows a thing down, where it must be or may be."""
        if kind == "card" and self.card_zones:
            zone = self.pick(self.card_zones)
            return (N.At(preposition="in", phrase=self.zone_of(zone)),)
        if not self.often(0.35):
            return ()
        if kind == "player":
            return (self.player_filter(),) if self.often(0.4) else ()
        if kind == "space":
            return (self.space_filter(),)
        return ()

    def space_filter(self) -> N.Filter:
        """Which spaces."""
        own = [a for a in self.w.adjectives.get("space", []) if a in (self.ruleset.lexicon.get("adjectives") or {})]
        relations = [
            r
            for r, w in self.w.lexicon.relations.items()
            if r in (self.ruleset.lexicon.get("relations") or {}) and self.w.fits_any("space", w.of)
        ]
        states = [
            v
            for v, w in self.w.states.items()
            if len(w.slots) == 1 and self.w.type_of(next(iter(w.slots.values()))) == "space"
        ]
        other = N.NounPhrase(determiner=article(self.pick(("a", "another"))), noun=self.pick(self.spaces or ["space"]))
        if self.said and self.said[-1] in self.spaces:
            other = N.NounPhrase(determiner=article("that"), noun=self.said[-1])
        piece = N.NounPhrase(determiner=article("a"), noun=self.pick(self.pieces or ["piece"]))
        you = N.Pronoun(word="you")
        return self.one_of(
            (3, lambda: N.NextTo(phrase=other)),
            (3, lambda: N.With(phrase=piece, negated=self.often(0.4))),
            (3, lambda: N.Where(clause=N.Has(subject=you, object=self.piece_had()))),
            (2, lambda: N.Where(clause=N.Exists(object=self.piece_had()))),
            (1, lambda: N.OtherThan(phrase=other)),
            (2 if own else 0, lambda: N.That(predicate=N.Adjective(word=self.pick(own)), negated=self.often(0.4))),
            (2 if relations else 0, lambda: N.Related(relation=self.pick(relations), phrase=other)),
            (2 if states else 0, lambda: N.Relative(subject=you, verb=self.pick(states), negated=self.often(0.3))),
            (1, lambda: self.open_filter("space", 1)),
        )

    def piece_had(self) -> N.NounPhrase:
        """So many pieces."""
        det: N.Determiner = article(self.pick(("a", "a", "no")))
        if self.often(0.4):
            det = self.quantity(("count", "at_least", "exactly", "at_most", "more_than", "fewer_than"))
        return N.NounPhrase(determiner=det, noun=self.pick(self.pieces or ["piece"]))

    def had(self, depth: int) -> N.Phrase:
        """Something that somebody has."""
        det: N.Determiner = (
            article(self.pick(("a", "no")))
            if self.often(0.25)
            else self.quantity(
                ("count", "at_least", "at_least", "exactly", "at_most", "more_than", "fewer_than", "either", "range")
            )
        )
        kinds: list[tuple[float, Made]] = [
            (3 if self.gained else 0, lambda: N.NounPhrase(determiner=det, noun=self.pick(self.gained))),
            (
                3 if self.card_zones else 0,
                lambda: N.NounPhrase(
                    determiner=det, noun="card", filters=(N.At(preposition="in", phrase=self.own_zone()),)
                ),
            ),
            (3 if self.pieces else 0, lambda: replace(self.piece_had(), filters=self.piece_place())),
        ]
        if not any(weight for weight, _ in kinds):
            return super().had(depth)
        return self.one_of(*kinds)

    def own_zone(self) -> N.NounPhrase:
        """A zone of whoever is spoken of."""
        zone = self.pick(self.card_zones)
        word = self.pick(("your", "their")) if "player" in listed(self.entries.get(zone, {}).get("of")) else "the"
        return N.NounPhrase(determiner=article(word), noun=zone)

    def piece_place(self) -> tuple[N.Filter, ...]:
        """Where pieces are counted."""
        if self.often(0.5) or not self.spaces:
            return ()
        noun = self.pick(self.spaces)
        word = "that" if noun in self.said else self.pick(("a", "each"))
        where = N.NounPhrase(determiner=article(word), noun=noun, filters=self.where_of("space", 0))
        return (N.At(preposition="in", phrase=where),)

    def rivalling(self, depth: int) -> N.MoreThan:
        """`more coins than you`."""
        noun = self.pick(self.gained or ["card"])
        filters: tuple[N.Filter, ...] = ()
        if noun == "card":
            filters = (N.At(preposition="in", phrase=self.own_zone()),)
        what = N.NounPhrase(noun=noun, plural=True, filters=filters)
        number = self.one_of(
            (3, lambda: N.Value(phrase=N.Pronoun(word="you"))),
            (
                2,
                lambda: N.Value(
                    phrase=N.NounPhrase(determiner=article(self.pick(("each_other", "another"))), noun="player")
                ),
            ),
            (2, lambda: self.amount(1)),
        )
        return N.MoreThan(relation=self.pick(("more", "fewer")), phrase=what, number=number)

    # ------------------------------------------------------------ amounts and conditions

    def amount(self, depth: int) -> N.Amount:
        """A number to be computed."""
        if depth <= 0:
            return N.Number(value=self.small())
        return self.one_of(
            (2, lambda: N.Number(value=self.small())),
            (4, lambda: N.CountOf(phrase=self.several())),
            (3 if self.own_numbers else 0, self.own_number),
            (1, lambda: N.Plus(left=self.amount(0), right=self.amount(depth - 1))),
            (1, lambda: N.Minus(left=N.CountOf(phrase=self.several()), right=self.amount(0))),
            (1, lambda: N.Times(factor=2, number=N.CountOf(phrase=self.several()))),
            (1, lambda: N.Half(number=N.CountOf(phrase=self.several()), rounded=self.pick(("down", "up")))),
            (0.3, lambda: super(Plain, self).amount(depth)),
        )

    def own_number(self) -> N.Value:
        """`your hand limit`"""
        return N.Value(phrase=N.NounPhrase(determiner=article("your"), noun=self.pick(self.own_numbers)))

    def several(self) -> N.Phrase:
        """Things to be counted."""
        found = self.counted(1)
        return replace(found, determiner=None, plural=True) if isinstance(found, N.NounPhrase) else found

    def counted(self, depth: int) -> N.Phrase:
        """What stands after `for each`."""
        options: list[tuple[float, Made]] = [
            (
                3 if self.card_zones else 0,
                lambda: N.NounPhrase(
                    noun=self.pick([*self.cards, "card"]),
                    filters=(N.At(preposition="in", phrase=self.zone_of(self.pick(self.card_zones))),),
                ),
            ),
            (3 if self.pieces else 0, lambda: N.NounPhrase(noun=self.pick(self.pieces), filters=self.piece_place())),
            (
                3 if self.spaces else 0,
                lambda: N.NounPhrase(noun=self.pick(self.spaces), filters=(self.space_filter(),)),
            ),
            (1, lambda: N.NounPhrase(noun="player", filters=(self.player_filter(),))),
            (
                1 if self.own_numbers else 0,
                lambda: N.NounPhrase(determiner=self.quantity(("count",)), noun=self.pick(self.own_numbers)),
            ),
        ]
        return self.one_of(*options)

    def _whose_turn(self) -> N.Is:
        """Whether it is somebody's turn."""
        turn = N.NounPhrase(determiner=article(self.pick(("your", "your", "their"))), noun="turn")
        return N.Is(subject=N.Pronoun(word="it"), predicate=N.IsPhrase(phrase=turn), negated=self.often(0.3))

    def condition(self, depth: int) -> N.Condition:
        """Something that is so or not."""
        states = sorted(self.w.states)
        relations = ("at_least", "at_most", "exactly", "higher_than", "lower_than", "equal")
        who: N.Phrase = N.Pronoun(word="you")
        if self.often(0.2):
            who = N.NounPhrase(determiner=article(self.pick(("another", "each_other", "a"))), noun="player")
        known = [n for n in self.said if self.w.type_of(n) in ("space", "card", "player")]
        options: list[tuple[float, Made]] = [
            (5, lambda: N.Has(subject=who, object=self.had(1), negated=self.often(0.1))),
            (1, lambda: N.Has(subject=who, object=self.rivalling(1))),
            (
                3 if self.pieces else 1,
                lambda: N.Exists(
                    object=replace(self.piece_had(), filters=self.piece_place()) if self.pieces else self.had(1)
                ),
            ),
            (
                3,
                lambda: N.Is(
                    subject=self.counted_amount(),
                    predicate=N.Compare(relation=self.pick(relations), number=self.amount(1)),
                    negated=self.often(0.1),
                ),
            ),
            (
                2 if self.own_numbers else 0,
                lambda: N.Is(
                    subject=N.NounPhrase(determiner=article("your"), noun=self.pick(self.own_numbers)),
                    predicate=N.Compare(relation=self.pick(relations), number=self.amount(1)),
                ),
            ),
            (2 if known else 0, lambda: self.about(self.pick(known))),
            (
                2 if states else 0,
                lambda: N.Does(subject=who, act=self.of_game(self.pick(states)), negated=self.often(0.2)),
            ),
            (0.5 if self.ruleset.turn else 0, self._whose_turn),
            (0.3, lambda: super(Plain, self).condition(depth)),
        ]
        return self.one_of(*options)

    def counted_amount(self) -> N.Amount:
        """`the number of X`."""
        return N.CountOf(phrase=self.several())

    def about(self, noun: str) -> N.Condition:
        """Something about a thing that was spoken of."""
        kind = self.w.type_of(noun)
        that = N.NounPhrase(determiner=article("that"), noun=noun)
        own = [a for a in self.w.adjectives.get(kind, []) if a in (self.ruleset.lexicon.get("adjectives") or {})]
        if kind == "player":
            return N.Has(subject=that, object=self.had(1) if self.often(0.7) else self.rivalling(1))
        if kind == "space" and self.often(0.6):
            return N.Exists(object=replace(self.piece_had(), filters=(N.At(preposition="in", phrase=that),)))
        if own:
            return N.Is(subject=that, predicate=N.Adjective(word=self.pick(own)), negated=self.often(0.3))
        return N.Is(subject=that, predicate=self.predicate(kind, 1))

    # ------------------------------------------------------------ what listens and holds

    def changed(self, depth: int) -> N.Statement:
        """`Your hand limit is 1 higher.`"""
        if not self.own_numbers or self.often(0.1):
            return super().changed(depth)
        subject = N.NounPhrase(determiner=article("your"), noun=self.pick(self.own_numbers))
        return N.Is(subject=subject, predicate=N.Change(relation=self.pick(("higher", "lower")), by=self.amount(1)))

    def trigger(self, depth: int) -> N.Trigger:
        """`Whenever you X, …`"""
        timing = self.chance.choices(("whenever", "when", "after", "before"), (5, 1, 2, 2))[0]
        return N.Trigger(timing=timing, event=self.event(1), then=self.statement(1))

    def event(self, depth: int) -> N.Condition:
        """Something that happens."""
        if self.often(0.06):
            return super().event(depth)
        who = self.one_of(
            (5, lambda: N.Pronoun(word="you")),
            (3, lambda: N.NounPhrase(determiner=article(self.pick(("another", "a", "any"))), noun="player")),
        )
        if isinstance(who, N.NounPhrase):
            self.said.append("player")
        options: list[tuple[float, Made]] = [
            (5 if self.heard_deeds else 0, lambda: self.of_game_heard(self.pick(self.heard_deeds))),
            (4 if self.gained else 0, self.sum_heard),
            (4 if self.cards else 0, self.cards_heard),
            (3 if self.pieces else 0, self.pieces_heard),
        ]
        if not any(weight for weight, _ in options):
            return super().event(depth)
        return N.Does(subject=who, act=self.one_of(*options))

    def of_game_heard(self, verb: str) -> N.Perform:
        """A verb of the game, of any of its things."""
        slots = []
        for name, kind in self.w.verbs[verb].slots.items():
            type_ = self.w.type_of(kind)
            if kind == "amount" or type_ in ("number", "resource"):
                return self.of_game(verb)
            noun = self.plain_noun(self.w.named(kind) or [kind])
            filters = (self.space_filter(),) if type_ == "space" and self.often(0.3) else ()
            self.said.append(noun)
            slots.append(N.Slot(name=name, value=N.NounPhrase(determiner=article("a"), noun=noun, filters=filters)))
        return N.Perform(verb=verb, slots=tuple(slots))

    def sum_heard(self) -> N.Perform:
        """`gain coins`, `pay 2 coins`."""
        det: N.Determiner | None = None
        if self.often(0.5):
            det = self.quantity(("count", "at_least", "some")) if self.often(0.6) else article("a")
        noun = N.NounPhrase(determiner=det, noun=self.pick(self.gained), plural=det is None)
        return self.verb(self.pick(("gain", "lose", "pay")), object=noun)

    def cards_heard(self) -> N.Perform:
        """`draw a card`, `take a card from your hand`."""
        verb = self.pick(("draw", "discard", "take", "put", "play", "return"))
        det = article("a") if self.often(0.8) else self.quantity(("some", "count"))
        noun = self.pick([*self.cards, "card", "card"])
        if det == article("a"):
            self.said.append(noun)
        goal = (
            self.zone_of(self.pick(self.card_zones)) if verb in ("put", "take", "return") and self.often(0.7) else None
        )
        source = self.zone_of(self.pick(self.card_zones)) if self.often(0.2) else None
        return self.verb(verb, object=N.NounPhrase(determiner=det, noun=noun), source=source, to=goal)

    def pieces_heard(self) -> N.Perform:
        """`put a pawn onto a room`."""
        noun = self.pick(self.pieces)
        places = [p for p in self.lies_in(noun, False) if p in self.spaces]
        goal = None
        if places and self.often(0.7):
            place = self.pick(places)
            self.said.append(place)
            goal = N.NounPhrase(determiner=article("a"), noun=place)
        return self.verb(
            self.pick(("put", "move", "remove", "take")),
            object=N.NounPhrase(determiner=article("a"), noun=noun),
            to=goal,
        )
