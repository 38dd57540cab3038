"""Draws sentences: statements, clauses, acts, conditions and events, by the types of nodes and the words of a game."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from rulewright.language import nodes as N
from tests.reference.sentences.phrases import Made, Phrases
from tests.reference.sentences.stage import HELD, USED
from tests.reference.sentences.wordlist import Wordlist

USED_LIMITS = (
    "once_per_turn", "once_per_round", "once_per_game", "twice_per_turn",
    "first_time_each_turn", "first_time_each_round",
)  # fmt: skip
DEPTH = 3
CORE = {  # the core's verbs that sentences use much, with what they are done to and where from and to
    "gain": "counted",
    "lose": "counted",
    "pay": "counted",
    "draw": "card",
    "discard": "card",
    "put": "moved",
    "move": "moved",
    "return": "moved",
    "take": "moved",
    "remove": "moved",
    "shuffle": "zone",
    "reveal": "card",
    "look_at": "card",
    "choose": "any",
    "exchange": "moved",
    "replace": "piece",
    "play": "card",
    "fill": "card",
    "roll": "die",
    "do_nothing": "",
    "win": "game",
    "end": "game",
    "count_as": "counted",
    "double": "counted",
    "give": "moved",
    "flip": "card",
    "swap": "card",
    "destroy": "moved",
}
MUCH = {
    "gain": 9,
    "lose": 4,
    "pay": 4,
    "draw": 4,
    "discard": 4,
    "put": 5,
    "move": 4,
    "return": 2,
    "take": 4,
    "remove": 2,
    "choose": 3,
    "do_nothing": 0.5,
}


class Drawing(Phrases):
    """Draws whole texts of one game."""

    def __init__(self, words: Wordlist, chance: random.Random) -> None:
        super().__init__(words, chance)

    # ------------------------------------------------------------ texts

    def text(self) -> N.Text:
        """A text of one ability: mostly one that is used, else one that holds."""
        if self.often(0.3):
            limits = (self.limit(),) if self.often(0.1) else ()
            return N.Text(abilities=(N.Ability(heading=HELD, limits=limits, sentences=(self.held(),)),))
        count = self.chance.choices((1, 2, 3), (6, 3, 1))[0]
        limits = (self.limit(),) if self.often(0.05) else ()
        sentences = tuple(self.statement(DEPTH) for _ in range(count))
        return N.Text(abilities=(N.Ability(heading=USED, limits=limits, sentences=sentences),))

    def limit(self) -> str:
        """How often something may be used; not in a round, where the game knows none."""
        rounds = any("round" in time for time in self.w.times)
        return str(self.pick([limit for limit in USED_LIMITS if rounds or "round" not in limit]))

    def held(self) -> N.Statement:
        """A sentence that holds, or listens, while its card lies where it does."""
        return self.one_of(
            (5, lambda: self.trigger(DEPTH)),
            (2, lambda: self.changed(DEPTH)),
            (2, lambda: N.While(condition=self.conditions(2), then=self.changed(DEPTH))),
            (1, lambda: self.ban(2)),
            (1, lambda: N.Instead(of=self.act(1), then=self.act(2))),
            (1, lambda: self.timed(2)),
            (1, lambda: self.statement(2)),
        )

    # ------------------------------------------------------------ statements

    def statement(self, depth: int) -> N.Statement:
        """Something to be carried out."""
        if depth <= 1:
            return self.clause(depth)
        inner = depth - 1
        return self.one_of(
            (8, lambda: self.clause(depth)),
            (
                2,
                lambda: N.If(
                    condition=self.conditions(inner),
                    then=self.clause(inner),
                    otherwise=self.clause(inner) if self.often(0.3) else None,
                ),
            ),
            (0.5, lambda: N.If(condition=N.Did(word="you"), then=self.clause(inner))),
            (0.3, lambda: N.Unless(condition=N.Did(word="you"), then=self.clause(inner))),
            (1, lambda: N.Unless(condition=self.conditions(inner), then=self.clause(inner))),
            (
                0.7,
                lambda: N.Possible(then=self.clause(inner), otherwise=self.clause(inner) if self.often(0.5) else None),
            ),
            (2, lambda: N.ForEach(each=self.counted(inner), then=self.statement(inner))),
            (0.7, lambda: N.Both(clauses=(self.clause(inner), self.own_clause(inner)))),
            (0.7, lambda: N.Repeat(times=self.times(), act=self.clause(inner))),
            (0.4, lambda: N.InPlace(preposition="in", place=self.place(inner), then=self.clause(inner))),
            (0.3, lambda: self.timed(inner)),
            (0.2, lambda: self.trigger(inner)),
        )

    def times(self) -> N.Quantity:
        """How often."""
        return self.quantity(("count", "up_to", "any_number"))

    def timed(self, depth: int) -> N.Statement:
        """A sentence for, or at, a time."""
        time = self.pick(self.w.times)
        return N.Timed(
            time=time,
            then=self.one_of(
                (2, lambda: self.clause(depth)),
                (2, lambda: self.changed(depth)),
                (1, lambda: self.ban(depth)),
                (1, lambda: self.trigger(depth)),
            ),
        )

    def trigger(self, depth: int) -> N.Trigger:
        """Something that listens."""
        timing = self.chance.choices(("whenever", "when", "after", "before"), (5, 1, 2, 2))[0]
        return N.Trigger(timing=timing, event=self.event(depth - 1), then=self.statement(depth - 1))

    def changed(self, depth: int) -> N.Statement:
        """A number that is another as long as this holds."""
        subject = self.noun("number", depth - 1, self.w.numbers)
        return N.Is(
            subject=subject,
            predicate=self.one_of(
                (4, lambda: N.Change(relation=self.pick(("higher", "lower")), by=self.amount(1))),
                (1, lambda: N.IsPhrase(phrase=self.amount(1))),
                (1, lambda: N.SetTo(value=self.amount(0), instead_of=self.amount(0))),
            ),
        )

    def ban(self, depth: int) -> N.Statement:
        """What may not be done, or counts as something."""
        return self.one_of(
            (
                3,
                lambda: N.Does(
                    subject=self.subject(1), act=self.act(1), modal=self.pick(("cannot", "may", "must", "need_not"))
                ),
            ),
            (
                1,
                lambda: N.Does(
                    subject=self.noun("card", 1),
                    act=N.Perform(verb="count_as", slots=(N.Slot(name="object", value=self.resource(1)),)),
                    modal="may",
                ),
            ),
        )

    # ------------------------------------------------------------ clauses

    def clause(self, depth: int) -> N.Statement:
        """One act, or somebody's."""
        return self.done(depth) if self.often(0.65) else self.own_clause(depth)

    def own_clause(self, depth: int) -> N.Statement:
        """A clause with its own subject."""
        if self.often(0.03):
            return self.condition(depth)
        modal = self.pick(("may", "may", "may", "must", "cannot", "need_not")) if self.often(0.35) else None
        subject = self.subject(depth)
        if modal is None and subject == N.Pronoun(word="you") and self.often(0.9):
            modal = "may"
        return N.Does(subject=subject, act=self.done(depth), modal=modal)

    def done(self, depth: int) -> N.Act:
        """One or several acts."""
        if depth <= 0 or self.often(0.6):
            return self.act(depth)
        inner = depth - 1
        several: Made = lambda: tuple(self.act(inner) for _ in range(2 + self.often(0.2)))  # noqa: E731
        return self.one_of(
            (4, lambda: N.Sequence(acts=several())),
            (2, lambda: N.Choice(acts=several())),
            (0.7, lambda: N.AnyOrder(acts=several())),
            (4, lambda: N.Cost(cost=self.act(inner), effect=self.done(inner - 1))),
            (3, lambda: N.Per(act=self.act(inner), each=self.counted(inner))),
            (0.3, lambda: N.RatherThan(act=self.act(inner), instead_of=self.act(inner))),
            (0.3, lambda: N.Until(act=self.act(inner), event=self.event(inner))),
        )

    # ------------------------------------------------------------ acts

    def act(self, depth: int) -> N.Perform:
        """A verb with its slots."""
        own = [verb for verb in self.w.deeds if verb not in CORE and verb != "take_turn"]
        if own and self.often(0.25):
            found = self.of_lexicon(self.pick(own), depth)
        else:
            names = list(CORE)
            verb = self.chance.choices(names, [MUCH.get(name, 1) for name in names])[0]
            found = self.of_core(verb, depth)
        if self.often(0.04):
            adverbs = [*self.w.lexicon.classes.get("ADV", {}), *self.w.lexicon.classes.get("ADVPRE", {})]
            found = replace(found, adverbs=(self.pick(adverbs),))
        return found

    def of_lexicon(self, verb: str, depth: int) -> N.Perform:
        """A verb of the game, with things that fit its slots."""
        slots = []
        for name, kind in self.w.verbs[verb].slots.items():
            if self.often(0.04):
                continue
            if kind == "amount" or self.w.type_of(kind) == "number":
                slots.append(N.Slot(name=name, value=self.amount(depth - 1)))
            else:
                base = self.w.type_of(kind) if kind != "any" else self.pick(["player", *self.w.things])
                slots.append(
                    N.Slot(name=name, value=self.phrase(base, depth, self.w.named(kind) if kind != "any" else ()))
                )
        return N.Perform(verb=verb, slots=tuple(slots))

    def resource(self, depth: int) -> N.Phrase:
        """Something that is gained, lost and paid."""
        names = [*self.w.by_type.get("resource", []), *self.w.numbers]
        if not names or self.often(0.05):
            return self.phrase(self.pick([*self.w.things, "player"]), depth)
        if self.often(0.1):
            return N.AsMany(noun=self.pick(names), number=self.amount(depth))
        if self.often(0.05):
            items = tuple(N.NounPhrase(determiner=self.quantity(("count",)), noun=self.pick(names)) for _ in range(2))
            return N.Phrases(conjunction=self.pick(("and", "or")), items=items)
        noun = self.pick(names)
        det: N.Determiner = self.quantity(("count", "count", "count", "up_to", "any_number", "at_least", "either"))
        if self.often(0.1):
            det = N.Article(word=self.pick(("all", "your", "a", "the", "that")))
        filters = self.filters("resource", depth, noun) if self.often(0.15) else ()
        return N.NounPhrase(determiner=det, noun=noun, filters=filters)

    def of_core(self, verb: str, depth: int) -> N.Perform:
        """A verb of the core."""
        kind = CORE[verb]
        slots: list[N.Slot] = []
        moved = [k for k in ("card", "piece") if self.w.named(k)] or ["card"]
        base = self.pick(moved) if kind == "moved" else kind
        if kind == "counted":
            slots.append(N.Slot(name="object", value=self.resource(depth - 1)))
        elif kind == "game":
            slots.append(N.Slot(name="object", value=N.NounPhrase(determiner=N.Article(word="the"), noun="game")))
        elif kind == "any":
            base = self.pick(["player", *self.w.things])
            slots.append(N.Slot(name="object", value=self.phrase(base, depth)))
        elif kind == "die":
            slots.append(N.Slot(name="object", value=N.NounPhrase(determiner=self.quantity(("count",)), noun="die")))
        elif kind == "zone":
            slots.append(N.Slot(name="object", value=self.zone(depth)))
        elif kind:
            slots.append(N.Slot(name="object", value=self.phrase(base, depth)))
        patterns = " ".join(self.w.verbs[verb].patterns)
        for name, share in (("from", 0.4), ("to", 0.6), ("for", 1), ("by", 0.8), ("as", 0.2)):
            if f"{{{name}}}" in patterns and self.often(share) and kind not in ("counted", "zone", "game", "any"):
                slots.append(N.Slot(name=name, value=self.goal(name, base, depth - 1)))
        return N.Perform(verb=verb, slots=tuple(slots))

    def goal(self, slot: str, base: str, depth: int) -> N.Phrase:
        """Where something comes from or goes to, or what it is exchanged for."""
        if slot in ("for", "by", "as"):
            return self.phrase(base, depth)
        if base == "piece" and self.often(0.6):
            return self.place(depth)
        if base == "card" and self.often(0.06):
            of = N.Of(phrase=self.zone(depth))
            end = self.pick(("top", "bottom"))
            return N.NounPhrase(determiner=N.Article(word="the"), noun=end, filters=(of,))
        return self.zone(depth)

    # ------------------------------------------------------------ conditions and events

    def conditions(self, depth: int) -> N.Condition:
        """One condition, or several."""
        if depth > 0 and self.often(0.12):
            parts = (self.condition(depth - 1), self.condition(depth - 1))
            return N.AllConditions(conditions=parts) if self.often(0.5) else N.AnyCondition(conditions=parts)
        return self.condition(depth)

    def condition(self, depth: int) -> N.Condition:
        """Something that is so or not."""
        inner = depth - 1
        states = sorted(self.w.states)
        kind = self.pick(["player", *self.w.things])
        options: list[tuple[float, Made]] = [
            (
                5,
                lambda: N.Has(
                    subject=self.subject(inner),
                    object=self.rivalling(inner) if self.often(0.15) else self.had(inner),
                    negated=self.often(0.15),
                ),
            ),
            (3, lambda: N.Exists(object=self.rivalling(inner) if self.often(0.05) else self.existing(inner))),
            (
                4,
                lambda: N.Is(
                    subject=self.amount(max(1, inner)),
                    predicate=self.predicate("number", inner),
                    negated=self.often(0.1),
                ),
            ),
            (
                3,
                lambda: N.Is(
                    subject=self.phrase(kind, inner),
                    predicate=self.predicate(kind, inner),
                    negated=self.often(0.2),
                    tense="past" if self.often(0.03) else "present",
                ),
            ),
            (
                0.5,
                lambda: N.Does(
                    subject=self.subject(inner),
                    act=self.act(inner),
                    tense=self.pick(("perfect", "present", "would")),
                    negated=self.often(0.2),
                ),
            ),
            (
                0.3,
                lambda: N.Passive(
                    subject=self.phrase("card", inner),
                    verb=self.pick(sorted(self.w.deeds)),
                    tense=self.pick(("present", "perfect")),
                    negated=self.often(0.1),
                ),
            ),
            (0.2, lambda: N.Did(word="you")),
        ]
        if states:
            options.append(
                (
                    3,
                    lambda: N.Does(
                        subject=self.subject(inner),
                        act=self.of_lexicon(self.pick(states), inner),
                        negated=self.often(0.2),
                    ),
                )
            )
        return self.one_of(*options)

    def existing(self, depth: int) -> N.Phrase:
        """What there is."""
        kinds = [k for k in ("piece", "card", "space", "player") if self.w.named(k)]
        found = self.noun(self.pick(kinds), depth, open_=True)
        if isinstance(found, N.NounPhrase):
            det: Any = self.pick((N.Article(word="a"), N.Article(word="no"), self.quantity()))
            found = replace(found, determiner=det, plural=False)
        return found

    def event(self, depth: int) -> N.Condition:
        """Something that happens."""
        if self.often(0.05):
            return N.AnyCondition(conditions=(self.event(depth - 1), self.event(depth - 1)))
        who = self.one_of(
            (5, lambda: N.Pronoun(word="you")),
            (
                4,
                lambda: N.NounPhrase(
                    determiner=N.Article(word=self.pick(("another", "a", "each", "any"))), noun="player"
                ),
            ),
            (1, lambda: self.subject(1)),
        )
        return self.one_of(
            (10, lambda: N.Does(subject=who, act=self.heard(depth))),
            (
                2,
                lambda: N.Passive(
                    subject=self.one(self.pick([*self.w.things, "player"])), verb=self.pick(sorted(self.w.deeds))
                ),
            ),
            (2, lambda: self.condition(depth)),
        )

    def one(self, kind: str) -> N.Phrase:
        """One thing of a type, of which an event may speak."""
        found = self.noun(kind, 1)
        if isinstance(found, N.NounPhrase) and self.often(0.8):
            found = replace(found, determiner=N.Article(word=self.pick(("a", "a", "another", "your"))), plural=False)
        return found

    def heard(self, depth: int) -> N.Act:
        """A deed that is listened for."""
        act = self.act(min(depth, 1))
        slots = tuple(
            replace(slot, value=self.one(self.w.type_of(str(slot.value.noun))))
            if isinstance(slot.value, N.NounPhrase)
            and self.often(0.5)
            and self.w.type_of(str(slot.value.noun)) in ("card", "space", "piece")
            else slot
            for slot in act.slots
        )
        return replace(act, slots=slots)
