"""What texts put in the place of acts: `whenever you would draw a card, you may gain 1 coin instead` (R24)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rulewright.language import nodes as N
from tests.reference.meaning import ACTORS
from tests.reference.partial import NOTHING, WHOLE, Failed, Partial
from tests.reference.state import Env, Ref, State
from tests.reference.texts import AT_ONCE, COUNTED, MOVES, Spoken, deed_of, kinds_heard
from tests.reference.world import NotCarried, Thing

YOU = N.Pronoun(word="you")
ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))
THEY = (N.Pronoun(word="they"), N.NounPhrase(noun="player", determiner=N.Article(word="that")))
UNDER_WAY = "instead of"  # what `Env.done` calls the texts that have replaced what is being done, each with its card


@dataclass(frozen=True)
class Instead:
    """One text that waits for an act. may: whether somebody may decline it."""

    said: Spoken
    event: N.Perform
    who: N.Phrase
    doer: N.Phrase
    act: N.Act
    may: bool

    @property
    def own(self) -> bool:
        """Whether it waits for what its own player would do."""
        return self.who == YOU

    @property
    def one(self) -> bool:
        """Whether it replaces one thing of several, each by itself."""
        return getattr(self.event.slot("object"), "determiner", None) in ONE

    def key(self) -> int:
        """What tells it from others."""
        return self.said.number


def instead_of(said: Spoken) -> Instead:
    """A text that waits for an act, taken apart."""
    trigger = said.node
    assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
    event, then = trigger.event.act, trigger.then
    assert isinstance(event, N.Perform)
    plain = isinstance(then, N.Does) and then.modal in (None, "may") and not then.negated
    doer, act = (then.subject, then.act) if plain and isinstance(then, N.Does) else (YOU, then)
    if not isinstance(act, N.Act) or (doer != YOU and doer not in THEY):
        raise NotCarried(f"instead: {then}")
    may = isinstance(then, N.Does) and then.modal == "may"
    return Instead(said, event, trigger.event.subject, doer, act, may)


class Replacing(Partial):
    """Finds what texts put in the place of an act, asks who may choose, and does it."""

    def replaceable(self, node: N.Perform) -> bool:
        """Whether texts can wait for an act of the core, or a verb of the game by itself, before it is done."""
        if node.verb in self.w.verbs and not self.w.verbs[node.verb].get("slots"):
            return True
        return node.verb in (*MOVES, *COUNTED) and deed_of(self.w, node) is None

    def waiting(self, node: N.Perform, env: Env) -> list[Instead]:
        """The texts that wait for such an act, whether they speak now or not."""
        told = [instead_of(said) for said in self.texts.replacements.get(node.verb, [])]
        found = [way for one in told if (way := self._for_what_it_is(one, node)) is not None]
        with_source = self._with_source(node)
        return [
            one for one in found
            if not self._all_under_way(one, env)
            and self._like(one.event, node, "object") and self._like(one.event, with_source, "from")
            and all(self._goes_there(slot, node) for slot in one.event.slots if slot.name not in ("object", "from"))
        ]  # fmt: skip

    def _for_what_it_is(self, one: Instead, node: N.Perform) -> Instead | None:
        """A text that waits for one thing or another, as one that waits for that of the two which it would be."""
        wanted = one.event.slot("object")
        several = wanted.noun if isinstance(getattr(wanted, "noun", None), N.NounGroup) else wanted
        if not isinstance(several, N.Phrases | N.NounGroup):
            return one
        if several.conjunction != "or":
            raise NotCarried(f"what would be done to several: {wanted}")
        for item in kinds_heard(wanted):
            slots = tuple(replace(slot, value=item) if slot.name == "object" else slot for slot in one.event.slots)
            event = replace(one.event, slots=slots)
            if self._like(event, node, "object"):
                return replace(one, event=event)
        return None

    def _all_under_way(self, one: Instead, env: Env) -> bool:
        """Whether each card with a text has replaced what is being done; of what is limited by use any card.

        That the same is done to the same thing is not replaced by another copy: nothing would change.
        """
        act = one.act
        same = isinstance(act, N.Perform) and act.verb == one.event.verb and isinstance(act.slot("object"), N.Pronoun)
        once = same or (one.said.limits and not self._first_time(one))
        cards = self.w.copies(one.said.component) if one.said.component and one.own and not once else [None]
        before = [card for number, card in env.done.get(UNDER_WAY, ()) if number == one.said.number]
        return len(before) >= len(cards)

    @staticmethod
    def _first_time(one: Instead) -> bool:
        return any(limit.startswith("first") for limit in one.said.limits)

    def _goes_there(self, wanted: N.Slot, node: N.Perform) -> bool:
        """Whether an act has what a text waits for in another role, as far as its kind tells."""
        given = node.slot(wanted.name)
        one, other = getattr(given, "noun", None), getattr(wanted.value, "noun", None)
        if not isinstance(one, str) or not isinstance(other, str):
            raise NotCarried(f"{wanted.name} what something is done: {node}")
        if self.w.type_of(one) != self.w.type_of(other):
            return False
        if not self.w.fits(one, other):
            raise NotCarried(f"whether it is a {other}")
        return True

    def _with_source(self, node: N.Perform) -> N.Perform:
        """An act on cards, with the zone from which they come where no word tells."""
        default = (self.w.ruleset.zones.get(node.verb) or {}).get("from")
        if default is None or node.slot("from") is not None:
            return node
        source = N.NounPhrase(determiner=ACTORS, noun=default)
        return replace(node, slots=(*node.slots, N.Slot(name="from", value=source)))

    def _like(self, event: N.Perform, node: N.Perform, slot: str) -> bool:
        wanted, given = event.slot(slot), node.slot(slot)
        if wanted is None:
            return True
        if slot == "from" and wanted == YOU:
            raise NotCarried("what is taken from whoever has a text, replaced")
        given = given.whole if isinstance(given, N.PartOf) else given  # “all your coins”
        one, other = getattr(given, "noun", None), getattr(wanted, "noun", None)
        if not isinstance(one, str) or not isinstance(other, str):
            return False
        if slot == "object" and one != other and self.w.type_of(one) == "resource" and self.w.fits(other, one):
            raise NotCarried(f"one kind of {one} replaced, of those that somebody chooses")
        return self.w.fits(one, other) or (one == "card" and self.w.type_of(other) == "card")

    # ------------------------------------------------------------ whether one speaks

    def made_possible(self, s: State, node: N.Perform, env: Env) -> bool:
        """Whether a text puts something in the place of an act now, and everybody may know it."""
        seen = [one for one in self.waiting(node, env) if one.own or not self._told_to_nobody(one)]
        return any(self._speaker(s, one, node, env) is not None for one in seen)

    def _told_to_nobody(self, one: Instead) -> bool:
        """Whether another player may do it instead, or its text is one that not everybody sees."""
        hidden = (self.w.entry(zone).get("visible", "public") != "public" for zone in one.said.zones)
        return one.doer == YOU if one.may else any(hidden)

    def _speaker(self, s: State, one: Instead, node: N.Perform, env: Env) -> tuple[int, Thing | None] | None:
        """Whose text speaks of an act now, and its card; None where none does.

        What the rules do, and no player, is heard where the text says nothing of who does it.
        """
        if env.rules and not self._somebodys(node) and not self._of_whatever_is_done(one):
            return None
        for seat in [env.you] if one.own else self.w.seats:
            before = [card for number, card in env.done.get(UNDER_WAY, ()) if number == one.said.number]
            cards = [card for card in self.speakers(s, one.said, seat) if card not in before]
            used = (f"text {one.said.number}", seat) in s.used
            if not cards or (used and not (before and self._first_time(one))):  # it is the first time all the while
                continue
            inner = self._its_env(one, seat, cards[0], env)
            if not one.own and isinstance(one.who, N.NounPhrase):
                if not self.fits_phrase(s, env.you, replace(one.who, determiner=_other(one.who)), Env(seat)):
                    continue
            elif not one.own:
                raise NotCarried(f"in the place of what {one.who} does")
            if all(self.holds(s, c, inner) for c in one.said.conditions) and self._so_many(s, one, node, env):
                return seat, cards[0]
        return None

    def _somebodys(self, act: N.Perform) -> bool:
        """Whether a deed of the rules gives somebody something, or asks somebody: for whoever can tell deeds apart."""
        raise NotImplementedError

    @staticmethod
    def _of_whatever_is_done(one: Instead) -> bool:
        said = [part for sentence in (one.said.node, *one.said.more) for part in sentence.walk()]
        a_player = N.NounPhrase(noun="player", determiner=N.Article(word="a"))
        return (
            one.who == a_player
            and one.doer == YOU
            and not any(part in THEY or part == N.Article(word="their") for part in said)
        )

    def _so_many(self, s: State, one: Instead, node: N.Perform, env: Env) -> bool:
        """Whether as much is done as a text waits for, and to such things."""
        wanted, given = one.event.slot("object"), node.slot("object")
        named = isinstance(wanted, N.NounPhrase) and isinstance(given, N.NounPhrase)
        if named and not self.w.fits(str(given.noun), str(wanted.noun)):
            raise NotCarried(f"whether it is a {wanted.noun}")
        if isinstance(given, N.AsMany) and self._known_count(s, node, env) < 1:
            return False
        if not self.any_to_lose(s, node, env):
            return False
        det = getattr(wanted, "determiner", None)
        if isinstance(det, N.Quantity) and det not in ONE:
            return bool(AT_ONCE[det.kind](self._known_count(s, node, env), det.low or 0))
        return True

    def _known_count(self, s: State, node: N.Perform, env: Env) -> int:
        """How much there would be, as the sentence says it."""
        thing = node.slot("object")
        assert isinstance(thing, N.Phrase)
        many = self.quantity(s, thing, env)
        if many.every or many.low != many.high:
            raise NotCarried(f"how much would be replaced: {node}")
        return int(many.low)

    def quantity(self, s: State, phrase: N.Phrase, env: Env) -> Any:
        """How many of a phrase's things are meant: for whoever can carry sentences out."""
        raise NotImplementedError

    def any_to_lose(self, s: State, act: N.Node, env: Env) -> bool:
        """Whether who is to lose something has any: for whoever can carry sentences out."""
        raise NotImplementedError

    # ------------------------------------------------------------ what is done instead

    def perform(self, s: State, node: N.Perform, env: Env, *given: Any) -> None:
        """An act, or what texts put in its place; where they only may, somebody chooses."""
        texts = self.waiting(node, env) if self.replaceable(node) and not _and(node) else []
        if not texts:
            self.perform_plain(s, node, env, *given)
            return
        single = [one for one in texts if one.one and self._speaker(s, one, node, env) is not None]
        if single and self._several(s, node, env):
            thing = node.slot("object")
            noun = getattr(thing, "noun", None)
            if not isinstance(noun, str) or getattr(thing, "filters", ()) or getattr(thing, "adjectives", ()):
                raise NotCarried(f"each of them replaced: {thing}")
            one = N.NounPhrase(determiner=ONE[1], noun=noun)
            act = replace(node, slots=tuple(replace(x, value=one) if x.value is thing else x for x in node.slots))
            self.then(s, *[("perform", act, env)] * self._known_count(s, node, env))
            return
        offered = [one for one in texts if one.may and one.own]
        for one in sorted((one for one in texts if one not in offered), key=Instead.key):
            found = self._speaker(s, one, node, env)
            if found is None:
                continue
            if one.may:
                if not one.own and one.doer == YOU and not self.can_do(s, ("perform_plain", node), env):
                    raise Failed
                self._wholly(s, ("declined_or_not", one, found, node, env))
            else:
                self.do_instead(s, one, found, node, env)
            return
        if any(self._speaker(s, one, node, env) is not None for one in offered):
            self._wholly(s, ("one_instead", tuple(offered), node, env))
        else:
            self.perform_plain(s, node, env, *given)

    def _several(self, s: State, node: N.Perform, env: Env) -> bool:
        thing = node.slot("object")
        many = self.quantity(s, thing, env) if isinstance(thing, N.Phrase) else None
        return many is not None and (many.every or (many.low, many.high) != (1, 1))

    def one_instead(self, s: State, texts: tuple[Instead, ...], node: N.Perform, env: Env, *given: Any) -> None:
        """An act of yours, or what one of your texts says that you may do instead."""
        speaking = [(number, one, self._speaker(s, one, node, env)) for number, one in enumerate(texts, 1)]
        options: list[tuple[str, Any]] = [("0", None)]
        options += [(str(number), (one, found)) for number, one, found in speaking if found is not None]
        chosen = self.taken(given, env.you, options)
        for _, one, found in speaking:
            if found is not None and (chosen is None or chosen[0] is not one):
                self._first_time_over(s, one, found[0])
        if chosen is None:
            self.perform_plain(s, node, env)
        else:
            self.do_instead(s, *chosen, node, env)

    def declined_or_not(
        self, s: State, one: Instead, found: tuple[int, Thing | None], node: N.Perform, env: Env, *given: Any
    ) -> None:  # fmt: skip
        """What another player would do, or what a text says that somebody may do instead."""
        chooser = found[0] if one.doer == YOU else env.you
        if self.taken(given, chooser, [("0", False), ("1", True)]):
            self.do_instead(s, one, found, node, env)
        else:
            self._first_time_over(s, one, found[0])
            self.perform_plain(s, node, env)

    @staticmethod
    def _first_time_over(s: State, one: Instead, seat: int) -> None:
        """What may be done instead only the first time is declined: another time is not the first."""
        if any(limit.startswith("first") for limit in one.said.limits):
            s.use(f"text {one.said.number}", seat, one.said.limits)

    def _its_env(self, one: Instead, seat: int, card: Thing | None, env: Env) -> Env:
        """What is known where a text does something instead: who would have acted, whose text it is."""
        inner = env.child(you=seat, mine=seat, this=card, among=False)
        inner.done = {**env.done, UNDER_WAY: (*env.done.get(UNDER_WAY, ()), (one.said.number, card))}
        if not one.own:
            inner.names.pop("player", None)
            inner.recent.append(Ref(env.you, "player", "player"))
        return inner

    def do_instead(
        self, s: State, one: Instead, found: tuple[int, Thing | None], node: N.Perform, env: Env
    ) -> None:  # fmt: skip
        """What a text says instead of an act, which is not done."""
        seat, card = found
        inner = self._its_env(one, seat, card, env)
        inner.counts = False
        if _this(node.slot("object")) and env.this is not None:  # the card that is to be discarded, and not the text's
            inner.recent.append(Ref(env.this, "card", "card"))
        inner.lenient = inner.partial = not one.may and (one.event.verb != "pay" or env.lenient)
        if one.may:
            inner = inner.child(**WHOLE, owed=True)
        if any(part == N.Participle(verb=node.verb) for part in one.act.walk()):
            inner.done[node.verb] = self._known_count(s, node, env)
        if one.said.limits:
            s.use(f"text {one.said.number}", seat, one.said.limits)
        act = self._act_for(s, one, node, env)
        self.left_undone(node, env)
        if self.replaceable(node) and node.verb in MOVES:
            env.recent.append(Ref(NOTHING, "cards", "card"))
        said = ("say", act if one.doer == YOU else N.Does(subject=one.doer, act=act), inner)
        after = inner.child(lenient=True, partial=True, owed=env.owed)
        more = [("say", _done_then(sentence), after) for sentence in one.said.more]
        if self._still_done(one, node):
            self.then(s, said, *more)
        else:
            self.then(s, ("replaced_now",), said, *more, ("replaced_then",))

    def _still_done(self, one: Instead, node: N.Perform) -> bool:
        """Whether who does something else has done it all the same: paid in another way, or more or less of it."""
        if node.verb == "pay":
            return True
        act = one.act
        if not isinstance(act, N.Perform) or act.verb != node.verb or not (one.own or one.doer in THEY):
            return False
        done, asked = (getattr(part.slot("object"), "noun", None) for part in (act, node))
        if isinstance(act.slot("object"), N.Pronoun) or not isinstance(asked, str):
            return True
        return isinstance(done, str) and self.w.fits(done, asked)

    def _act_for(self, s: State, one: Instead, node: N.Perform, env: Env) -> N.Act:
        """What is done instead: "it" is what would have been done to, what is named without an amount is as much."""
        act = one.act
        if not isinstance(act, N.Perform) or not one.own:
            return act
        return replace(act, slots=tuple(self._slots_for(s, one, node, env)))

    def _slots_for(self, s: State, one: Instead, node: N.Perform, env: Env) -> Iterator[N.Slot]:
        assert isinstance(one.act, N.Perform)
        for slot in one.act.slots:
            value = slot.value
            if isinstance(value, N.Pronoun) and not _this(node.slot(slot.name)):
                value = node.slot(slot.name) or value
            elif slot.name == "object" and _bare(value) and _bare(one.event.slot("object")):
                count = N.Quantity(kind="count", low=self._known_count(s, node, env))
                value = N.NounPhrase(determiner=count, noun=getattr(value, "noun", ""))
            yield replace(slot, value=value)

    # ------------------------------------------------------------ for whoever can carry sentences out

    def perform_plain(self, s: State, node: N.Perform, env: Env, *given: Any) -> None:
        """An act that no text replaces."""
        raise NotImplementedError

    def taken(self, given: tuple[Any, ...], seat: int, options: list[tuple[str, Any]]) -> Any:
        """What somebody chooses."""
        raise NotImplementedError


def _done_then(sentence: N.Statement) -> N.Statement:
    """What “If you do, …” says is done when something was done instead."""
    if not isinstance(sentence, N.If) or sentence.otherwise is not None or not isinstance(sentence.condition, N.Did):
        raise NotCarried("what is done where nothing was done instead")
    return sentence.then


def _other(who: N.NounPhrase) -> N.Determiner | None:
    """ "Another player", "each other player" in an event is another than whoever has the text."""
    return who.determiner if who.determiner == N.Article(word="another") else None


def _this(thing: N.Node | None) -> bool:
    return isinstance(thing, N.NounPhrase) and thing.determiner == N.Article(word="this")


def _bare(thing: N.Node | None) -> bool:
    return isinstance(thing, N.NounPhrase) and thing.determiner is None and isinstance(thing.noun, str)


def _and(node: N.Perform) -> bool:
    """Whether an act is done to one thing and another: to each by itself."""
    thing = node.slot("object")
    return isinstance(thing, N.Phrases) and thing.conjunction == "and"
