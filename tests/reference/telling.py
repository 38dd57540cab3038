"""What texts hear of the core's verbs: cards that are moved, resources that are gained, lost or paid.

Each card that an act has moved is an event of its own ("whenever you draw a card"), and so is each unit of a resource;
"whenever you gain coins" hears all that an act brings at once. Events are told after the act.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.language import nodes as N
from rulewright.language.trees.past import GOING_ON
from tests.reference.answers import may_avoid
from tests.reference.meaning import Meaning
from tests.reference.state import Env, Ref, State
from tests.reference.texts import AT_ONCE, Spoken, kinds_heard
from tests.reference.world import NotCarried, Thing


def waits_for_first(said: Spoken) -> bool:
    """Whether a text waits for the first time in a turn or round that something is done with any of some things."""
    assert isinstance(said.node, N.Trigger)
    of_this = any(part == N.Article(word="this") for part in said.node.event.walk())
    return not of_this and any(limit.startswith("first") for limit in said.limits)


class Telling(Meaning):
    """Tells texts of what was done."""

    def tell_of_cards(self, s: State, verb: str, actor: int, cards: Sequence[Thing]) -> None:
        """Cards that were moved, each by itself."""
        self.count_done(s, [(verb, actor, card, 1) for card in cards])
        heard = self.texts.told.get(verb, [])
        for said in heard:
            went = [thing for thing in cards if thing in self.w.copies(said.component)] if said.component else []
            if went and self._of_its_own(said):
                near = [card for _, card in self._ears(s, said, actor)]
                if any(thing not in near for thing in went):
                    raise NotCarried("a card that hears of its leaving")
        tasks = [("hear", said, seat, card, Ref(thing, "card", "card"), actor)
                 for thing in cards for said in heard for seat, card in self._ears(s, said, actor)
                 if thing != card or len(said.zones) > 1 or self._of_its_own(said)]  # fmt: skip
        for thing in cards:
            self._passes_by(s, heard, Ref(thing, "card", "card"), actor)
        s.tasks.extend(reversed(tasks))

    def _of_its_own(self, said: Spoken) -> bool:
        """Whether a text waits for what is done with its own card, be it beside others: “this or another card”."""
        return any(self.word(phrase) == "this" for phrase in self._heard_of(said))

    def tell_of_amount(self, s: State, verb: str, actor: int, noun: str, count: int) -> None:
        """So much of something that was gained, lost or paid: all at once, or each by itself."""
        self.count_done(s, [(verb, actor, noun, count)] if count > 0 else [])
        tasks: list[tuple[Any, ...]] = []
        for said in self.texts.told.get(verb, []) if count > 0 else ():
            (phrase, *_) = self._heard_of(said)
            if not self.w.fits(noun, str(phrase.noun)):
                continue
            times = 1 if phrase.plural or phrase.determiner is None else count
            if isinstance(phrase.determiner, N.Quantity):
                times = int(AT_ONCE[phrase.determiner.kind](count, phrase.determiner.low or 0))
            for seat, card in self._ears(s, said, actor) if times else ():
                tasks += [("hear", said, seat, card, Ref(count // times, "number", str(phrase.noun)), actor)] * times
            if times:
                self._passes_by(s, [said], Ref(count // times, "number", str(phrase.noun)), actor)
        s.tasks.extend(reversed(tasks))

    def _passes_by(self, s: State, texts: Sequence[Spoken], thing: Ref, actor: int) -> None:
        """Note that the first time in a turn or round is over for those who have a text elsewhere than in force."""
        for said in texts:
            if not waits_for_first(said):
                continue
            near = {seat for seat, _ in self._ears(s, said, actor)}
            for seat in set(self.w.seats) - near:
                if self._hears_of(s, said, seat, None, thing, actor) is not None:
                    s.used.setdefault((f"text {said.number}", seat), said.limits)

    def come_too_late(self, s: State, component: str) -> None:
        """Note which first times are over before a card's texts are in force: of what was gained, lost, paid before.

        Raises:
            NotCarried: where it was done with things of which nobody can tell now what they were then.
        """
        for said in [said for heard in self.texts.told.values() for said in heard if said.component == component]:
            if not waits_for_first(said):
                continue
            assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
            since = "this_round" if any("round" in limit for limit in said.limits) else "this_turn"
            phrases = self._heard_of(said)
            for verb, actor, thing, count in s.counted.get(since, ()):
                if said not in self.texts.told.get(verb, ()):
                    continue
                if not isinstance(thing, str) or isinstance(phrases[0].determiner, N.Quantity):
                    raise NotCarried("what was done before a text that waits for the first time")
                if self.w.fits(thing, str(phrases[0].noun)):
                    self._passes_by(s, [said], Ref(count, "number", thing), actor)

        for said in [said for heard in self.texts.triggers.values() for said in heard if said.component == component]:
            if waits_for_first(said):
                self._done_before(s, said)

    def _done_before(self, s: State, said: Spoken) -> None:
        """The same of what verbs of the game have done; with more than one thing nobody can tell now what it was."""
        assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
        act = said.node.event.act
        assert isinstance(act, N.Perform)
        since = "this_round" if any("round" in limit for limit in said.limits) else "this_turn"
        for verb, actor, thing in s.past.get(since, ()):
            if verb != act.verb:
                continue
            if act.slots or thing is not None:
                raise NotCarried("what was done before a text that waits for the first time")
            for seat in self.w.seats:
                if self.hears_of_deed(s, said, verb, seat, actor):
                    s.used.setdefault((f"text {said.number}", seat), said.limits)

    def hears_of_deed(self, s: State, said: Spoken, verb: str, seat: int, actor: int) -> bool:
        """Whether a text of a seat would listen to a verb by itself: for whoever can tell deeds apart."""
        raise NotImplementedError

    @staticmethod
    def count_done(s: State, done: list[tuple[str, int, Any, int]]) -> None:
        """Count what was done, for texts that ask for it."""
        if done:
            s.changed()
        for since in GOING_ON if done else ():
            s.counted[since] = (*s.counted.get(since, ()), *done)

    def tell_of_dice(self, s: State, actor: int, noun: str, dice: Sequence[int]) -> None:
        """Dice that were rolled, each by itself."""
        tasks = [("hear", said, seat, card, Ref(shown, "number", "result"), actor)
                 for shown in dice for said in self.texts.told.get("roll", []) if self._heard_of(said)[0].noun == noun
                 for seat, card in self._ears(s, said, actor)]  # fmt: skip
        s.tasks.extend(reversed(tasks))

    def hears_how_much(self, verb: str) -> bool:
        """Whether a text waits for so much at once, or asks how much it was."""
        heard = (said.node for said in self.texts.told.get(verb, []))
        asked = (N.Participle(verb=verb) in said.walk() for said in heard)
        many = (isinstance(self._heard_of(said)[0].determiner, N.Quantity) for said in self.texts.told.get(verb, []))
        return any(asked) or any(many)

    @staticmethod
    def _heard_of(said: Spoken) -> list[N.NounPhrase]:
        """What a text listens for something to be done to: to one of these."""
        assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
        assert isinstance(said.node.event.act, N.Perform)
        return kinds_heard(said.node.event.act.slot("object"))

    def _ears(self, s: State, said: Spoken, actor: int) -> list[tuple[int, Thing | None]]:
        """The seats that have a text, the actor first, each with its copy of the card."""
        line = self.turn_order(s)
        at = line.index(actor)
        found: list[tuple[int, Thing | None]] = []
        for seat in (*line[at:], *line[:at]):
            for card in self.w.copies(said.component) if said.component else [None]:
                if card is None or s.where.get(card) in [self.w.zone(zone, seat) for zone in said.zones]:
                    found.append((seat, card))
        return found

    def hear(self, s: State, said: Spoken, seat: int, card: Thing | None, thing: Ref, actor: int) -> None:
        """One text hears of one thing, if it listens for such; it then does as much as can be done."""
        name = f"text {said.number}"
        if (name, seat) in s.used:
            return
        env = self._hears_of(s, said, seat, card, thing, actor)
        if env is None:
            return
        if not all(self.holds(s, condition, env) for condition in said.conditions):
            if waits_for_first(said):
                s.use(name, seat, said.limits)
            return
        if said.limits and not self.in_vain(s, said, env):
            s.use(name, seat, said.limits)
        self.heard(s, said, env)

    def _hears_of(self, s: State, said: Spoken, seat: int, card: Thing | None, thing: Ref, actor: int) -> Env | None:
        """What a text knows of a deed for which it listens; None of any other."""
        assert isinstance(said.node, N.Trigger) and isinstance(said.node.event, N.Does)
        phrases, subject = self._heard_of(said), said.node.event.subject
        env = Env(seat, card)
        if isinstance(subject, N.Pronoun):
            if subject.word != "you":
                raise NotCarried(f"listening to {subject.word}")
            if actor != seat:
                return None
        elif isinstance(subject, N.NounPhrase):
            if not self.fits_phrase(s, actor, subject, env):
                return None
            env.bind(str(subject.noun), Ref(actor, "player", str(subject.noun)))
        if thing.type == "number":
            assert isinstance(said.node.event.act, N.Perform)
            env.done[said.node.event.act.verb] = thing.value
            if thing.noun == "result":
                env.names["result"] = thing
        if thing.type == "card":
            meant = [phrase for phrase in phrases if self._is_heard_of(s, thing.value, phrase, card, env)]
            if not meant:
                return None
            env.bind(str(meant[0].noun), Ref(thing.value, "card", str(meant[0].noun)))
        return env

    def heard(self, s: State, said: Spoken, env: Env) -> None:
        """What a text does that has heard something: for whoever can carry sentences out."""
        raise NotImplementedError

    def in_vain(self, s: State, said: Spoken, env: Env) -> bool:
        """Whether all that a text does hangs on what is not so: then no limit is used up, but for “the first time”."""
        assert isinstance(said.node, N.Trigger)
        then = said.node.then
        if any(limit.startswith("first") for limit in said.limits) or not isinstance(then, N.If | N.Unless):
            return False
        if getattr(then, "otherwise", None) is not None or may_avoid(self.w, then) is not None:
            return False
        return self.holds(s, then.condition, env.child()) == isinstance(then, N.Unless)

    def _is_heard_of(self, s: State, thing: Thing, phrase: N.NounPhrase, card: Thing | None, env: Env) -> bool:
        """Whether a card is such as a text listens for; `card` is the text's own."""
        if self.word(phrase) == "this":
            return thing == card
        any_ = N.NounPhrase(noun=phrase.noun, adjectives=phrase.adjectives, filters=phrase.filters)
        return self.w.is_kind(thing, str(phrase.noun)) and self.fits_phrase(s, thing, any_, env)
