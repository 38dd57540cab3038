"""Chains of triggers: what an act surely leads to, through the verbs of the lexicon, and all that it can be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.compiler.abilities.builtin_events import COUNTED, PASSED, by_whatever
from rulewright.compiler.abilities.matching import by_anybody, one_of_several
from rulewright.compiler.abilities.past import YOU
from rulewright.compiler.abilities.pieces.deeds import ANYHOW, DONE
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.texts import Texts
from rulewright.compiler.source import Source
from rulewright.compiler.times import NEXT, NTH, TIMES
from rulewright.language import nodes as N
from rulewright.ruleset import blocks as B

AGAIN = frozenset(("again", "once_more"))
NOT_APART = "of several events with one limit, or of which one deed can be both, it is not told which of them happened"
OF_THE_KIND = (
    "Wait for another kind, or do not speak of it: the lexicon says by itself what is done with some (`deeds`)."
)
COUNTED_TWICE = "one deed can be both of these, and whether that is one time or two is not clear"
OF_ONE_EVENT = "Wait for one of them: “the second time each turn you …, …”."
NOT_COUNTED = "this is a state, and how often it has come true is not counted"
NOT_BEFORE = "this is a state: that it comes true is known when it is so, and not before"
WHENEVER = "Say “whenever …”, which hears that it comes true; or wait for the deed that brings it about."
EACH = "Say each in a sentence of its own: “whenever …, …. Whenever …, …”."

_THEY = N.Pronoun(word="they")
_EVERYBODY = frozenset(("a", "any", "each"))  # who acts is among them, whoever it is
_SOMEBODY = _EVERYBODY | {"another", "other", "each_other"}  # a player does it, whoever it is
_ALL = frozenset(("each",))  # so do you
_PLAYERS = _ALL | {"other", "each_other", ""}  # each of whom something is done for


def _kinds_replaced(event: N.Condition) -> list[N.Condition]:
    """What would be done to a thing of one of several kinds, once for each: no deed is of two of them."""
    act = event.act if isinstance(event, N.Does) and event.tense == "would" else None
    thing = act.slot("object") if isinstance(act, N.Perform) else None
    group = thing.noun if isinstance(thing, N.NounPhrase) else None
    if not isinstance(group, N.NounGroup) or group.conjunction != "or":
        return [event]
    assert isinstance(event, N.Does) and isinstance(act, N.Perform) and isinstance(thing, N.NounPhrase)
    found: list[N.Condition] = []
    for one in group.nouns:
        named = replace(thing, noun=one.noun, adjectives=one.adjectives, index=one.index)
        slots = tuple(replace(slot, value=named) if slot.name == "object" else slot for slot in act.slots)
        found.append(replace(event, act=replace(act, slots=slots)))
    return found


def done_again(trigger: N.Trigger) -> N.Perform | None:
    """The act of a trigger that does what it waits for “again”, without a price; None without one.

    Who may rob somebody “one more time” whenever they rob somebody would be asked after that one, too, and for ever.
    """
    event = trigger.event.act if isinstance(trigger.event, N.Does) else None
    if not isinstance(event, N.Perform):
        return None
    paid = {id(part) for cost in trigger.then.walk() if isinstance(cost, N.Cost) for part in cost.walk()}
    acts = (part for part in trigger.then.walk() if isinstance(part, N.Perform) and id(part) not in paid)
    return next((act for act in acts if act.verb == event.verb and not AGAIN.isdisjoint(act.adverbs)), None)


def _of_this_or_others(event: N.Condition) -> list[N.Condition]:
    """What is done with this card, and what with the others that are named beside it: no deed is both."""
    match event:
        case N.Passive(subject=N.Phrases(conjunction="or", items=items)):
            return [replace(event, subject=one) for one in _this_and_others(items)] or [event]
        case N.Does(subject=N.Phrases(conjunction="or", items=items)):
            return [replace(event, subject=one) for one in _this_and_others(items)] or [event]
        case N.Does(act=N.Perform() as act):
            for slot in act.slots:
                if isinstance(slot.value, N.Phrases) and slot.value.conjunction == "or":
                    acts = (
                        replace(
                            act, slots=tuple(replace(one, value=value) if one is slot else one for one in act.slots)
                        )
                        for value in _this_and_others(slot.value.items)
                    )
                    return [replace(event, act=one) for one in acts] or [event]
    return [event]


def _this_and_others(items: Sequence[N.Phrase]) -> list[N.Phrase]:
    """This card, and the rest of some things without it: of “a spell” other ones. None where it is not among them."""
    this = [item for item in items if isinstance(item, N.NounPhrase) and item.determiner == N.Article(word="this")]
    if not this:
        return []
    rest = [
        replace(item, determiner=N.Article(word="another"))
        if isinstance(item, N.NounPhrase) and item.determiner == N.Article(word="a")
        else item
        for item in items if item not in this
    ]  # fmt: skip
    others = rest[0] if len(rest) == 1 else N.Phrases(conjunction="or", items=tuple(rest))
    return [this[0], others]


def _would_be(event: N.Condition) -> bool:
    """Whether something is done in the place of an event."""
    return any(isinstance(part, N.Does | N.Passive) and part.tense == "would" for part in event.walk())


class Chains:
    """Finds triggers that would set themselves off, for ever."""

    def __init__(self, source: Source, texts: Texts) -> None:
        self.source = source
        self.texts = texts

    def back_to_itself(self, trigger: N.Trigger) -> N.Perform | None:
        """The act of a trigger that surely is, or leads to, the very event that it waits for; None without one.

        What somebody may decline, and what hangs on a condition, ends some time.
        """
        event = by_anybody(by_whatever(trigger), self.source).event
        if not isinstance(event, N.Does) or event.tense != "present" or event.negated or event.modal:
            return None
        anybody = event.subject == _THEY or _is_player(event.subject, _EVERYBODY)
        if event.subject != YOU and not anybody:
            return None
        for awaited in event.act.acts if isinstance(event.act, N.Choice) else (event.act,):
            for act in _sure(trigger.then, _SOMEBODY if anybody else _ALL):
                if isinstance(awaited, N.Perform) and "instead" not in act.adverbs and self._leads_to(act, awaited):
                    return act
        return None

    def each_by_itself(self, sentence: N.Statement, limited: bool = False) -> tuple[N.Statement, ...]:
        """`Whenever you draw a card or discard a card, …`: the same for each of the two events.

        Of what leaves or comes, which is heard whatever is done with it, and where one deed can be both, the sentence
        stays as it is, unless one is done within the other: then it is heard once (`one_within_the_other`). “This card
        or another spell” are always apart: of the card itself it is heard where its text speaks before or after it, of
        others where it speaks already. What is done instead has one limit (limited) for one event.
        """
        if isinstance(sentence, N.While) or (isinstance(sentence, N.Timed) and sentence.time in TIMES - {NEXT}):
            apart = self.each_by_itself(sentence.then, limited or isinstance(sentence, N.Timed))
            return tuple(replace(sentence, then=one) for one in apart) if len(apart) > 1 else (sentence,)
        if not isinstance(sentence, N.Trigger) or (limited and _would_be(sentence.event)):
            return (sentence,)
        if len(own := _of_this_or_others(sentence.event)) > 1:
            return tuple(replace(sentence, event=one) for one in own)
        if len(kinds := _kinds_replaced(sentence.event)) > 1:
            return tuple(replace(sentence, event=one) for one in kinds)
        events = [one for event in _events(sentence.event) for one in (event, *self._done_otherwise(event, sentence))]
        acts = [act for event in events if (act := self._deed(event)) is not None and act.verb not in ANYHOW]
        pairs = [(one, other) for at, one in enumerate(acts) for other in acts[:at] if self._both(one, other)]
        inside = sentence.timing not in ("before", "end") and all(self._within(*pair) for pair in pairs)
        if len(acts) < len(events) or not (inside or not pairs):
            return (sentence,)
        return tuple(replace(sentence, event=one) for one in events)

    def _done_otherwise(self, event: N.Condition, trigger: N.Trigger) -> list[N.Condition]:
        """The same event of each kind of a thing of which the lexicon says by itself what doing it is (`deeds`).

        What is done with such a kind is not the verb that is done with the others.

        Raises:
            MeaningError: RW0602 where the text goes on to speak of the thing: such a deed does not tell which it is.
        """
        act = self._deed(event)
        thing = act.slot("object") if act is not None else None
        if act is None or not isinstance(thing, N.NounPhrase) or not isinstance(thing.noun, str):
            return []
        assert isinstance(event, N.Does)
        if not self.source.defines(act.verb, act) or self.source.deed_of(act) is not None:
            return []
        found: list[N.Condition] = []
        nouns = self.source.nouns
        for kind in nouns:
            if act.verb in (nouns[kind].get("deeds") or {}) and self.source.fits(kind, thing.noun):
                named = replace(thing, noun=kind)
                slots = tuple(replace(slot, value=named) if slot.value is thing else slot for slot in act.slots)
                found.append(replace(event, act=replace(act, slots=slots)))
        key = self.texts.resolution.of(thing) if found else None
        told = next((one for one in trigger.then.walk() if key and self.texts.resolution.of(one) == key), None)
        if told is not None:
            raise refuse(told, "some of these are told of by their kind alone", OF_THE_KIND, code="RW0602")
        return found

    def one_within_the_other(self, sentence: N.Statement) -> bool:
        """Whether of several events one may be done within another, so that a text hears of both once."""
        while isinstance(sentence, N.While | N.Timed):
            sentence = sentence.then
        events = _events(sentence.event) if isinstance(sentence, N.Trigger) else []
        acts = [act for event in events if (act := self._deed(event)) is not None]
        return any(self._both(one, other) for at, one in enumerate(acts) for other in acts[:at])

    def _within(self, one: N.Perform, other: N.Perform) -> bool:
        """Whether of two deeds one, a verb of the lexicon, does the other, or both are one such verb."""
        of_the_lexicon = [self.source.defines(act.verb, act) for act in (one, other)]
        if one.verb == other.verb:
            return all(of_the_lexicon)
        inner, outer = bool(self._names(one) & self._does(other)), bool(self._names(other) & self._does(one))
        return inner != outer and of_the_lexicon[1 if inner else 0]

    def _both(self, one: N.Perform, other: N.Perform) -> bool:
        """Whether one deed can be both of two that are waited for, or one of them is done within the other."""
        kinds = [_noun(act.slot("object")) for act in (one, other)]
        if one.verb == other.verb and all(
            noun and self.source.type_of(noun) in ("resource", "number") for noun in kinds
        ):
            return self.source.fits(kinds[0], kinds[1]) or self.source.fits(kinds[1], kinds[0])
        return bool(self._names(one) & self._does(other) or self._names(other) & self._does(one))

    def _names(self, act: N.Perform) -> set[str]:
        """The names of a deed that is waited for: its verb, what that is a kind of, and what a noun makes of it."""
        deed, kind = self.source.deed_of(act), (self.source.verbs.get(act.verb) or {}).get("is")
        return {act.verb, *([deed[0]] if deed is not None else []), *([str(kind)] if kind else [])}

    def must_be_told_apart(self, sentence: N.Statement) -> None:
        """Refuse to count, or to come before, what is no deed by itself.

        Raises:
            MeaningError: RW0604 for a later time of events of which one deed can be two, and of what comes true; also
                for what is to be done before that.
        """
        whole, later = sentence, False
        while isinstance(sentence, N.While | N.Timed):
            later = later or (isinstance(sentence, N.Timed) and sentence.time in NTH)
            sentence = sentence.then
        if not isinstance(sentence, N.Trigger):
            return
        if later and self.one_within_the_other(whole):
            raise refuse(sentence.event, COUNTED_TWICE, OF_ONE_EVENT, code="RW0604")
        if later and any(map(self._comes_true, _events(sentence.event))):
            raise refuse(sentence.event, NOT_COUNTED, WHENEVER, code="RW0604")
        if sentence.timing == "before" and any(map(self._comes_true, _events(sentence.event))):
            raise refuse(sentence.event, NOT_BEFORE, WHENEVER, code="RW0604")

    def _comes_true(self, event: N.Condition) -> bool:
        """Whether this is a state of the lexicon, which is heard of when it comes true."""
        act = event.act if isinstance(event, N.Does) and event.tense == "present" else None
        return isinstance(act, N.Perform) and self.source.is_state(act.verb)

    def must_be_one_event(self, trigger: N.Trigger) -> None:
        """Refuse one of several deeds, where it could not be said of each of them (RW0604)."""
        events = _events(trigger.event)
        apart = len(events) > 1 and all(self._deed(event) is not None for event in events)
        if apart or len(_of_this_or_others(trigger.event)) > 1:
            raise refuse(trigger.event, NOT_APART, EACH, code="RW0604")

    def _does(self, act: N.Perform) -> set[str]:
        """The verbs of which doing something can be heard, its own and those of all that its verb does."""
        todo, found = [act.verb], self._passed(act)
        deed = self.source.deed_of(act)
        todo += [deed[0]] if deed is not None else []
        todo += self.source.deeds_of_cards if act.verb == "play" else ()
        while todo:
            verb = todo.pop()
            block = self.source.done_by(verb) if verb not in found else None
            found.add(verb)
            trees = (part.tree for part in B.walk(block) if isinstance(part, B.Words)) if block is not None else ()
            for one in (one for tree in trees if tree is not None for one in tree.walk()):
                if isinstance(one, N.Perform):
                    todo.append(one.verb)
                    found |= self._passed(one)
        return found

    def _passed(self, act: N.Perform) -> set[str]:
        """What is heard besides of what passes between two players: one of them loses it, and the other gains it."""
        kind = self.source.type_of(_noun(act.slot("object"))) if act.verb in PASSED else ""
        if kind not in ("resource", "number") or (act.verb == "pay" and act.slot(PASSED[act.verb]) is None):
            return set()
        return {"gain", "lose"}

    def _deed(self, event: N.Condition) -> N.Perform | None:
        """The act of an event that is done now; None of what would be done, is not done, or is so."""
        if not isinstance(event, N.Does) or event.tense != "present" or event.negated or event.modal is not None:
            return None
        act = event.act
        return act if isinstance(act, N.Perform) and not self.source.is_state(act.verb) else None

    def _leads_to(self, act: N.Perform, event: N.Perform) -> bool:
        todo, seen = [act], set[str]()
        while todo:
            one = todo.pop()
            if self._is(one, event):
                return True
            if one.verb not in seen:
                seen.add(one.verb)
                todo += self._begins(one)
        return False

    def _begins(self, act: N.Perform) -> Iterator[N.Perform]:
        """What doing a verb of the lexicon surely does."""
        if not self.source.defines(act.verb, act):
            return
        block = self.texts.word("verbs", act.verb).do
        steps = block.steps if block is not None else ()
        if any(isinstance(step.action, B.Require) for step in steps):
            return  # some time it cannot be done any more
        for step in steps:
            tree = step.action.words.tree if isinstance(step.action, B.Say) else None
            if isinstance(tree, N.Statement | N.Act):
                yield from _sure(tree)

    def _is(self, act: N.Perform, event: N.Perform) -> bool:
        """Whether an act always is the event: the same verb, done to no other thing than what is waited for."""
        if self._again(act, event):
            return True
        where = event.slot("from")
        if event.slot("to") is not None and not _within(act.slot("to"), event.slot("to")):
            return False
        if act.verb != event.verb or (where is not None and act.slot("from") != where):
            return False
        done, awaited = act.slot("object"), event.slot("object")
        noun, wanted = _noun(done), _noun(awaited)
        if noun != wanted and not (noun and wanted and self.source.fits(noun, wanted)):
            return False
        return not isinstance(awaited, N.NounPhrase) or (_said(awaited) <= _said(done) and _enough(awaited, done))

    def _again(self, act: N.Perform, event: N.Perform) -> bool:
        """Whether the piece that came where is waited for is moved to such a place once more."""
        what, goal, piece = act.slot("object"), event.slot("to"), event.slot("object")
        if goal is None or act.verb not in DONE or event.verb not in (act.verb, "come"):
            return False
        if not isinstance(piece, N.NounPhrase) or self.source.type_of(_noun(piece)) != "piece":
            return False
        it = isinstance(what, N.Pronoun) or getattr(what, "determiner", None) == N.Article(word="that")
        return it and event.slot("from") is None and _within(act.slot("to"), goal)


def _within(place: N.Phrase | N.Amount | None, other: N.Phrase | N.Amount | None) -> bool:
    """Whether what comes into one place comes into such another one, by all that is said of them."""
    if place == other:
        return True
    if not isinstance(place, N.NounPhrase) or not isinstance(other, N.NounPhrase) or _noun(place) != _noun(other):
        return False
    return other.determiner == N.Article(word="a") and _said(other) <= _said(place)


def _events(event: N.Condition) -> list[N.Condition]:
    """The events of which one is waited for."""
    if isinstance(event, N.AnyCondition):
        return list(event.conditions)
    if isinstance(event, N.Does) and isinstance(event.act, N.Choice):
        return [replace(event, act=act) for act in event.act.acts if isinstance(act, N.Act)]
    if isinstance(event, N.Does) and isinstance(event.act, N.Perform):
        return [replace(event, act=act) for act in _of_each_kind(event.act)]
    return [event]


def _of_each_kind(act: N.Perform) -> list[N.Perform]:
    """What is gained, lost or paid of one of several kinds, each as an act; otherwise the act itself."""
    thing = act.slot("object")
    several = isinstance(thing, N.Phrases) and thing.conjunction == "or"
    grouped = isinstance(thing, N.NounPhrase) and isinstance(thing.noun, N.NounGroup)
    kinds = one_of_several(thing) if act.verb in COUNTED and thing is not None and (several or grouped) else []
    return [
        replace(act, slots=tuple(replace(slot, value=one) if slot.value is thing else slot for slot in act.slots))
        for one in kinds
    ] or [act]


def _is_player(subject: N.Phrase, whose: frozenset[str]) -> bool:
    """`a player`, `each player`, `each other player`: nothing more is said of who it is."""
    if not isinstance(subject, N.NounPhrase) or subject.noun != "player" or subject.filters:
        return False
    words = {"other"} if subject.adjectives == ("other",) else set(subject.adjectives)
    words |= {subject.determiner.word} if isinstance(subject.determiner, N.Article) else {""}
    return words <= whose


def _sure(node: N.Statement | N.Act, whose: frozenset[str] = _ALL) -> Iterator[N.Perform]:
    """The acts of a sentence that you do (or whoever is meant by `whose`), whatever is so and whoever chooses."""
    match node:
        case N.Perform():
            yield node
        case N.Does(subject=subject, modal=None, act=act) if subject == YOU or _is_player(subject, whose):
            yield from _sure(act, whose)
        case N.Sequence(acts=parts) | N.Both(clauses=parts):
            for part in parts:
                yield from _sure(part, whose)
        case N.Repeat(times=N.Quantity(kind="count", low=int(times)), act=act) if times:
            yield from _sure(act, whose)
        case N.Per(act=act, each=each) | N.ForEach(each=each, then=act) if _is_player(each, _PLAYERS):
            yield from _sure(act, whose)  # there is always another player


def _noun(thing: N.Phrase | N.Amount | None) -> str:
    """The noun of what an act is done to."""
    noun = thing.noun if isinstance(thing, N.NounPhrase | N.AsMany) else None
    return noun if isinstance(noun, str) else ""


def _enough(awaited: N.NounPhrase, done: N.Phrase | N.Amount | None) -> bool:
    """Whether an act surely is of as many as are waited for: of at least 3, where it is of 3 or more."""
    many = awaited.determiner
    if not isinstance(many, N.Quantity) or many.kind == "some":
        return True
    of = done.determiner if isinstance(done, N.NounPhrase) else None
    count = (of.low or 0) if isinstance(of, N.Quantity) and of.kind == "count" else 0
    low = many.low or 0
    return count == low if many.kind == "exactly" else count > low if many.kind == "more_than" else count >= low


def _said(thing: N.Phrase | N.Amount | None) -> frozenset[str | N.Filter]:
    """What is said of a thing beside its noun."""
    return frozenset((*thing.adjectives, *thing.filters)) if isinstance(thing, N.NounPhrase) else frozenset()
