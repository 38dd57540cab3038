"""What a trigger is told of the deed: with what it was done, by whom, where cards lay, and what it speaks of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.compiler.abilities.builtin_events import HEARD_OF_CARDS, of_a_card
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.abilities.triggers.how_often import KEPT, of_whoever_was_chosen
from rulewright.compiler.expressions.expressions import Expressions
from rulewright.compiler.expressions.phrases import some_of
from rulewright.compiler.ir.expressions import Expr, Slot
from rulewright.compiler.procedures.decisions import Decision, Reaction
from rulewright.compiler.scope import Ref, Scope
from rulewright.compiler.services.services import Services
from rulewright.language import nodes as N
from rulewright.meaning import model as m
from rulewright.meaning.rules.noun_phrases import BESIDE_THEM

TOLD_AFTERWARDS = frozenset(told for verb in HEARD_OF_CARDS for told in of_a_card(f"{verb}_card"))
"""Events of the core that are told when the card lies where it came to."""


class Told:
    """Enters what an event tells into the scope of what it sets off."""

    def __init__(self, s: Services, x: Expressions) -> None:
        self.source = s.source
        self.texts = s.texts
        self.continuous = s.continuous
        self.x = x

    def about(self, table: dict[str, list[ContinuousEffect]], verb: str) -> list[ContinuousEffect]:
        """The texts of a table that speak of a verb, or of the kind that it is."""
        return [*table.get(verb, []), *table.get(str(self.source.verbs.get(verb, {}).get("is")), [])]

    def know_slot(self, act: N.Perform, slot: str, ref: Ref, scope: Scope) -> None:
        """What an event says of a slot: what it calls by a noun, or leaves open, can be meant from then on."""
        value, references = act.slot(slot), self.x.references
        if ref.type == "zone" and isinstance(value, N.NounPhrase):
            owner = references.owner_of(ref.expr)
            if self.source.type_of(str(value.noun)) == "player":  # from whom a card is taken
                ref = owner
            elif isinstance(value.determiner, N.Possessive):  # from whose hand it is
                references.know(value.determiner.owner, owner, scope)
        if isinstance(value, N.NounPhrase):
            called = value.noun if isinstance(value.noun, str) else ref.noun  # of several kinds: a card is one of them
            references.know(value, replace(ref, noun=called), scope)
            references.know_beside(value, ref, scope)
        elif isinstance(value, N.PartOf) and isinstance(whole := some_of(value), N.NounPhrase):  # one of your fields
            references.know(value, replace(ref, noun=str(whole.noun)), scope)
        elif value is None:
            references.know_slot(act, slot, ref, scope)

    def where_it_was(self, ref: Ref, slots: Iterable[tuple[str, str]], scope: Scope, was: Expr | None) -> Ref:
        """What something was done to, with where it lay before; of a kind of pieces, in which space it was done."""
        if ref.type == "card" and was is not None:
            return replace(ref, was=was)
        places = [kind for _, kind in slots if self.source.type_of(kind) == "space"]
        if ref.type == "piece" and len(places) == 1:
            return replace(ref, was=scope.names[places[0]].expr)
        return ref

    @staticmethod
    def know_number(spoken: ContinuousEffect, many: Expr, scope: Scope) -> None:
        """How much it was that a text waits for can be asked: `the number of gems gained this way`, `the result`."""
        said = spoken.said
        assert isinstance(said, N.Trigger) and isinstance(said.event, N.Does | N.Passive)
        thing: N.Node | None
        if isinstance(said.event, N.Passive):
            verb, thing = said.event.verb, said.event.subject
        else:
            assert isinstance(said.event.act, N.Perform)
            verb, thing = said.event.act.verb, said.event.act.slot("object")
        assert isinstance(thing, N.NounPhrase)
        if verb == "roll":
            scope.names["result"] = Ref(many, "number", "result")
            return
        way = N.Participle(verb=verb)
        scope.done[N.NounPhrase(noun=thing.noun, filters=(way,))] = many

    def know_where_it_lies(self, act: N.Perform, lies: Ref | None, scope: Scope) -> None:
        """The card that was heard of lies where it did then, for what goes on to move it."""
        thing = act.slot("object")
        key = self.texts.resolution.of(thing) if thing is not None else None
        ref = scope.refs.get(key) if key is not None else None
        if lies is not None and key is not None and ref is not None:
            scope.refs[key] = replace(ref, lies=lies.expr)

    def moved_by(self, verb: str) -> bool:
        """Whether a text that hears of a verb goes on to move the card that it has heard of."""
        slots = (self.source.verbs.get(verb) or {}).get("slots") or {}
        if verb not in TOLD_AFTERWARDS or slots.get("object", "card") != "card":
            return False
        for spoken in self.about(self.continuous.triggers, verb):
            event = spoken.node.event if isinstance(spoken.node, N.Trigger) else None
            thing = event.act.slot("object") if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
            key = self.texts.resolution.of(thing) if thing is not None else None
            assert isinstance(spoken.node, N.Trigger)
            for part in (part for one in (spoken.node.then, *spoken.more) for part in one.walk()):
                it = part.slot("object") if isinstance(part, N.Perform) and part.verb in HEARD_OF_CARDS else None
                if key is not None and it is not None and self.texts.resolution.of(it) == key:
                    return True
        return False

    def moves_it(self, spoken: ContinuousEffect, node: N.Trigger, act: N.Perform) -> bool:
        """Whether all that a text does begins with moving the card that it has heard of."""
        thing, of = act.slot("object"), self.texts.resolution.of
        key = of(thing) if thing is not None else None
        if key is None or any(not (isinstance(one, N.If) and isinstance(one.condition, N.Did)) for one in spoken.more):
            return False

        def moves(one: N.Node) -> bool:
            match one:
                case N.Does(act=done):
                    return moves(done)
                case N.Sequence(acts=(first, *_)):
                    return moves(first)
                case N.Cost(cost=cost, effect=effect):
                    return moves(cost) or moves(effect)
                case N.Perform(verb=verb) if verb in HEARD_OF_CARDS:
                    it = one.slot("object")
                    return it is not None and of(it) == key
            return False

        return moves(node.then)

    def know_who(self, spoken: ContinuousEffect, who: Ref | None, scope: Scope) -> None:
        """Who has done what was heard of, for what goes on to speak of them."""
        if who is not None and spoken.theirs:
            scope.names[KEPT] = who
        elif who is not None:
            ref = Ref(who.expr, "player", "player")
            assert isinstance(spoken.node, N.Trigger) and isinstance(spoken.node.event, N.Does)
            self.x.references.know(spoken.node.event.subject, ref, scope)
            if of_whoever_was_chosen(spoken) and spoken.kept is not None:
                scope.refs[spoken.kept] = ref

    def told_who(self, verb: str) -> bool:
        """Whether the effects of a verb's triggers are told who does it, because one speaks of "them"."""
        return any(
            isinstance(spoken.node, N.Trigger)
            and isinstance(spoken.node.event, N.Does)
            and spoken.node.event.subject != N.Pronoun(word="you")
            and (spoken.theirs or spoken.kept is not None or any(map(self._of_them, (spoken.node.then, *spoken.more))))
            for spoken in self.about(self.continuous.triggers, verb)
        )

    def asked_whose(self, verb: str) -> bool:
        """Whether the effects of a verb's triggers are told where cards lay, because one speaks of the owner of one."""
        return any(
            isinstance(spoken.node, N.Trigger)
            and any(map(self.x.references.asks_whose, (spoken.node.then, *spoken.more)))
            for spoken in self.about(self.continuous.triggers, verb)
        )

    def asked_where(self, verb: str, slots: Sequence[tuple[str, str]]) -> int | None:
        """The slot of a card of which a trigger of the verb asks where on the map it lay; None where none does."""
        texts = self.about(self.continuous.triggers, verb)
        for number, (slot, kind) in enumerate(slots):
            if self.source.type_of(kind) == "card" and any(self._asks_where_it_is(spoken, slot) for spoken in texts):
                return number
        return None

    def _asks_where_it_is(self, spoken: ContinuousEffect, slot: str) -> bool:
        """Whether a text asks where a card is on the map that it has heard of: what is next to it, its space."""
        event, of = spoken.node.event if isinstance(spoken.node, N.Trigger) else None, self.texts.resolution.of
        heard = event.act.slot(slot) if isinstance(event, N.Does) and isinstance(event.act, N.Perform) else None
        noun = heard.noun if isinstance(heard, N.NounPhrase) else None
        if heard is None or not isinstance(noun, str) or not self.x.phrases.can_lie(noun):
            return False
        assert isinstance(spoken.node, N.Trigger)
        key = of(heard)
        return key is not None and any(
            of(word) == key
            for sentence in (spoken.node.then, *spoken.more)
            for part in sentence.walk()
            for word in part.walk()
            if isinstance(part, N.NextTo | N.Within | N.At) or part == N.Article(word="its")
        )

    def _of_them(self, sentence: N.Node) -> bool:
        """Whether a sentence speaks of a player who was spoken of before."""
        type_of = self.source.type_of
        for part in sentence.walk():
            match part:
                case N.Pronoun(word="they" | "them") | N.Article(word="their") | N.Quantity(article="their"):
                    return True
                case N.NounPhrase(noun=str(noun)) if noun in BESIDE_THEM:
                    return True
                case N.NounPhrase(determiner=N.Article(word="that"), noun=str(noun)) if type_of(noun) == "player":
                    return True
        return False

    def reaction(self, spoken: ContinuousEffect, scope: Scope, asked: Decision) -> Reaction:
        """Whose text asks something, and what its words mean that was spoken of before."""
        return Reaction(
            spoken.component, tuple(self._spoken_of(words, scope) for words in (asked.prompt, *asked.titles))
        )

    def _spoken_of(self, words: object, scope: Scope) -> tuple[tuple[str, int], ...]:
        """Type and slot of what some words mean that was spoken of before."""
        things: dict[tuple[str, int], None] = {}
        for part in words.walk() if isinstance(words, N.Node) else ():
            key, meant = self.texts.resolution.of(part), self.texts.resolution.meant(part)
            ref = scope.refs.get(key) if key is not None and isinstance(meant, m.Known) else None
            if ref is not None and ref.type in ("card", "space", "player") and isinstance(ref.expr, Slot):
                things[ref.type, ref.expr.number] = None
        return tuple(things)
