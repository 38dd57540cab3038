"""A text that puts one act in the place of another, as it is read: `whenever you would draw a card, … instead`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rulewright.compiler.abilities.builtin_events import AT_ONCE, COUNTED, OF_CARDS
from rulewright.compiler.abilities.continuous_effects import ContinuousEffect
from rulewright.compiler.scope import refuse
from rulewright.compiler.services.limits import Limits
from rulewright.compiler.source import Source
from rulewright.compiler.times import NEXT
from rulewright.language import nodes as N
from rulewright.ruleset.whole_deeds import wholes

ONE = (N.Article(word="a"), N.Quantity(kind="count", low=1))
THIS = N.Article(word="this")
YOU = N.Pronoun(word="you")
BY_SAYING = {"once_per_turn", "once_per_round", "once_per_game", NEXT}
ROLES = {"object", "from", "to"}
"""Which card it is, where it lay and where it comes: what is known of a card to which something would be done."""
OF_ONE = "Say it of one: “if you would discard a card, …”."
THEN = "Say what is done then with it: “…, then … instead”."
IF_YOU_DO = "Behind “you may … instead” say “if you do, …”."
BESIDES = (
    "Say what comes besides: “whenever you …, …”; or what is done stands in the verb's `do:`, and is replaced there."
)
OR_FORBID = "Say what comes besides, “whenever …, …”, or forbid it: “… cannot …”."
THEY = (N.Pronoun(word="they"), N.NounPhrase(noun="player", determiner=N.Article(word="that")))

THEIRS = N.Article(word="their")
ANY_PLAYER = N.NounPhrase(noun="player", determiner=N.Article(word="a"))
"""Who would do what “would be done”."""

NOT_APART = "of several events with one limit, or of which one deed can be both, it is not told which of them happened"
EACH = "Say each in a sentence of its own: “whenever …, …. Whenever …, …”."


@dataclass(slots=True)
class Replacement:
    """One such text: whom and what it waits for, what is done instead by whom, and whether they may choose.

    more: what is done when that was done instead, as far as possible: “If you do, …”.
    inside: whether what is done is known better than by its kind, so that the verb itself asks the text.
    described: whether it waits for some cards of a kind only, so that it is asked of each card by itself.
    number: which of all such texts it is.
    copy: which copy of its card has it, where each replaces what another of them does instead; None for any.
    """

    spoken: ContinuousEffect
    who: N.Phrase
    event: N.Perform
    act: N.Act
    doer: N.Phrase
    may: bool
    flag: int  # position of its use flags, or 0
    inside: bool = False
    described: bool = False
    more: tuple[N.Statement, ...] = ()
    number: int = 0
    copy: int | None = None

    @property
    def own(self) -> bool:
        """Whether it waits for what you would do yourself."""
        return self.who == YOU

    @property
    def from_you(self) -> bool:
        """Whether it waits for what somebody takes from whoever has it, so that it matters from whom that is."""
        return self.event.verb == "take" and self.event.slot("from") == YOU and not (self.inside or self.described)

    @property
    def of_each_seat(self) -> bool:
        """Whether several players may have it at once, each of whom it serves by itself: for a time."""
        return bool(self.spoken.lasting) and not self.own

    @property
    def all_at_once(self) -> bool:
        """Whether what was said several times for a time is reckoned together: each goes on from what is left."""
        act, waited_for = self.act, self.event.slot("object")
        thing = act.slot("object") if isinstance(act, N.Perform) else None
        if self.may or not self.spoken.lasting or not isinstance(act, N.Perform) or not isinstance(thing, N.AsMany):
            return False
        same = (act.verb, thing.noun) == (self.event.verb, getattr(waited_for, "noun", None))
        return same and any(part == N.Participle(verb=self.event.verb) for part in act.walk())

    @property
    def of_each_saying(self) -> bool:
        """Whether it replaces once for each time it was said for a time, also what is done instead."""
        by_saying = not self.spoken.limits or bool(self.spoken.used_up and BY_SAYING.issuperset(self.spoken.limits))
        alike = self.inside or self.all_at_once or of_the_same(self)
        return bool(self.spoken.lasting) and by_saying and not alike

    @property
    def used_by_saying(self) -> bool:
        """Whether one use of it uses up one of the times it was said."""
        return bool(self.flag) and self.of_each_saying

    @property
    def of_this_card(self) -> bool:
        """Whether it waits for what is done to its own card, so that it matters which copy that is."""
        said = (part for slot in self.event.slots for part in slot.value.walk())
        return self.described and any(isinstance(part, N.NounPhrase) and part.determiner == THIS for part in said)

    def acts(self) -> list[N.Perform]:
        """All that is done instead, and when that was done."""
        return [part for one in (self.act, *self.more) for part in one.walk() if isinstance(part, N.Perform)]

    @classmethod
    def of(cls, source: Source, limits: Limits, spoken: ContinuousEffect) -> Replacement:
        """Read a text. Raises MeaningError where it says more than is heard."""
        trigger = spoken.node
        assert isinstance(trigger, N.Trigger) and isinstance(trigger.event, N.Does)
        who, event, then = trigger.event.subject, trigger.event.act, trigger.then
        assert isinstance(event, N.Perform)
        entry = source.verbs.get(event.verb) or {}
        if entry.get("do") == [] and event.verb not in source.deeds:
            raise refuse(
                event, "the rules only tell that this was done: without it, all else is done still", BESIDES, "RW0602"
            )
        if (
            wholes(entry) and event.verb != source.turn_verb
        ):  # a turn that is skipped leaves out no part of another deed
            raise refuse(
                event, "this is one part of a rule, whose other parts would be done still", OR_FORBID, "RW0602"
            )
        own_verb = bool(entry.get("do")) or event.verb in source.deeds
        known = N.Slot(name="from", value=YOU) if who != YOU and _takes_what_is_counted(event, source) else None
        told = next((slot.value for slot in event.slots if slot != known and not _is_named(event, slot)), None)
        inside = own_verb and (told is not None or who != YOU)
        described = not own_verb and _of_some_cards(event, told, source, _speaks_of_it((then, *spoken.more), source))
        unheard = (slot.value for slot in event.slots if slot.name not in ("object", "from"))
        told = told or next(unheard, None)
        if told is not None and not inside and not described:
            hint = "A verb of the game with that meaning (`do:`) is told which one it is; or name its kind only."
            raise refuse(told, "what is replaced can only be named by its kind", hint, code="RW0602")
        if isinstance(getattr(event.slot("object"), "noun", None), N.NounGroup):
            raise refuse(trigger.event, NOT_APART, EACH, code="RW0604")
        many = getattr(event.slot("object"), "determiner", None)
        if isinstance(many, N.Quantity) and many not in ONE and many.kind not in AT_ONCE:
            raise refuse(many, "what would be done is asked for each of several by itself", OF_ONE, code="RW0602")
        place = event.slot("from")
        if not (inside or described) and _is_of_somebody(place, source):
            hint = "Say it without, or of a verb of the game with that meaning (`do:`): “a card in your …”."
            raise refuse(place, "whose it is, is not known before it is done", hint, code="RW0602")
        may, doer, act = _done_by(then)
        if not isinstance(act, N.Act) or (doer != YOU and (who == YOU or doer not in THEY)):
            raise refuse(then, "an act is expected after “instead”", code="RW0602")
        more = tuple(_done_then(sentence, may, doer) for sentence in spoken.more)
        if who == ANY_PLAYER and doer == YOU and not _of_who_does_it((trigger, *spoken.more)):
            who = N.Pronoun(word="they")  # “would be …” says of nobody that they do it: the rules may
        flag = limits.flag(f"replace_{spoken.number}", spoken.limits)
        found = cls(spoken, who, event, act, doer, may, flag, inside, described, more)
        acts = (part for one in (act, *more) for part in one.walk())
        again = next((one for one in acts if isinstance(one, N.Perform) and one.verb == event.verb), None)
        if inside and again is not None and not found.never_waits_for_you():
            raise refuse(again, "this would be replaced again, and again", "Say another act.", code="RW0602")
        return found

    def never_waits_for_you(self) -> bool:
        """Whether it waits for what others do, one player alone has it, and that one does what is done instead."""
        others = isinstance(self.who, N.NounPhrase) and (
            self.who.determiner in (N.Article(word="another"), N.Article(word="each_other"))
            or "other" in self.who.adjectives
        )
        by_you = self.doer == YOU and not any(isinstance(part, N.Does | N.ForEach) for part in self.act.walk())
        return others and by_you and not self.spoken.lasting and not self.more

    def act_for(self, node: N.Perform) -> N.Act:
        """The act that replaces another: what the text names by a pronoun is what that one named.

        What it names without saying how much is as much as there would have been: "whenever you would gain wood,
        gain cards instead".
        """
        if not isinstance(self.act, N.Perform) or not self.own:
            return self.act
        slots = tuple(replace(slot, value=self._stands_for(slot, node)) for slot in self.act.slots)
        return N.Perform(verb=self.act.verb, slots=slots)

    def takes_over(self, node: N.Perform) -> bool:
        """Whether what is done instead speaks of what another act names, in the words of that one."""
        act = self.act_for(node)
        if act is self.act or not isinstance(act, N.Perform) or not isinstance(self.act, N.Perform):
            return False
        pairs = zip(act.slots, self.act.slots, strict=True)
        return any(new.value is not old.value and not _only_counted(new.value) for new, old in pairs)

    def still_does(self, node: N.Perform, source: Source) -> bool:
        """Whether an act has been done all the same: paid with something else, or done so often, or to another one."""
        act = self.act
        if node.verb == "pay":
            return True
        if not isinstance(act, N.Perform) or act.verb != node.verb or not (self.own or self.doer in THEY):
            return False
        thing, would = act.slot("object"), node.slot("object")
        done, asked = getattr(thing, "noun", None), getattr(counted_of(would, source), "noun", None)
        if isinstance(thing, N.Pronoun) or not isinstance(asked, str):
            return True
        return isinstance(done, str) and source.fits(done, asked)

    def _stands_for(self, slot: N.Slot, node: N.Perform) -> N.Phrase | N.Amount:
        """What a part of the act that is done instead means, by the act that would have been done."""
        value, would = slot.value, node.slot(slot.name)
        if isinstance(value, N.Pronoun):
            return would or value
        waited_for = self.event.slot(slot.name)
        if slot.name != "object" or not _bare(value) or not _bare(waited_for):
            return value
        assert isinstance(value, N.NounPhrase)
        match would:
            case N.AsMany(number=number):
                return N.AsMany(noun=str(value.noun), number=number, adjectives=value.adjectives)
            case N.NounPhrase(determiner=N.Article(word="a") | N.Quantity(article=None) as many, plural=plural):
                return replace(value, determiner=many, plural=plural)
        raise refuse(value, "how many this is must be known, since a text replaces each of them", code="RW0602")


def _done_by(then: N.Statement) -> tuple[bool, N.Phrase, N.Node]:
    """Whether somebody may do what is done instead, who does it, and what it is."""
    if isinstance(then, N.Does) and then.modal in (None, "may"):
        plain = N.Does(subject=then.subject, act=then.act, modal=then.modal)
        return (then.modal == "may", then.subject, then.act) if then == plain else (False, YOU, then)
    return False, YOU, then


def _done_then(sentence: N.Statement, may: bool, doer: N.Phrase) -> N.Statement:
    """What a sentence behind one that replaces something says is done if that was done instead: “If you do, …”.

    Raises:
        MeaningError: RW0602 for any other sentence: nothing says when that would be done.
    """
    if not may:
        raise refuse(sentence, "nothing can go on from what is done instead", THEN, code="RW0602")
    match sentence:
        case N.If(condition=N.Did(word=word), then=then, otherwise=None) if word == ("you" if doer == YOU else "they"):
            return then
    raise refuse(sentence, "nothing can go on from what is done instead", IF_YOU_DO, code="RW0602")


def of_the_same(text: Replacement) -> bool:
    """Whether a text does with the same thing what can be done where the act itself can: "take it from the box"."""
    act = text.act
    thing = act.slot("object") if isinstance(act, N.Perform) else None
    return isinstance(thing, N.Pronoun) and isinstance(act, N.Perform) and act.verb == text.event.verb


def as_asked(node: N.Perform) -> N.Perform:
    """An act as an option: “gain silk”, where as much of it is meant as was chosen right before."""
    thing = node.slot("object")
    number = thing.number if isinstance(thing, N.AsMany) else None
    if not isinstance(thing, N.AsMany) or not isinstance(number, N.CountOf):
        return node
    if not any(part == N.Participle(verb=node.verb) for part in number.walk()):
        return node
    bare = N.NounPhrase(noun=thing.noun, plural=True)
    return replace(node, slots=tuple(replace(s, value=bare) if s.name == "object" else s for s in node.slots))


def _is_named(event: N.Perform, slot: N.Slot) -> bool:
    """Whether a part of what is waited for is named by its kind alone; of what is counted also by how much it is."""
    value = slot.value
    if not isinstance(value, N.NounPhrase) or value.adjectives or value.filters:
        return False
    many = value.determiner
    counted = isinstance(many, N.Quantity) and many.kind in AT_ONCE and many.article is None
    return slot.name != "object" or many in (None, *ONE) or (counted and event.verb in COUNTED)


def _takes_what_is_counted(event: N.Perform, source: Source) -> bool:
    thing = event.slot("object")
    noun = thing.noun if isinstance(thing, N.NounPhrase) else None
    return event.verb == "take" and isinstance(noun, str) and source.type_of(noun) == "resource"


def _speaks_of_it(said: Iterable[N.Node], source: Source) -> bool:
    """Whether what is done instead is done with the very card: “put it into your circle instead”."""
    that = N.Article(word="that")
    return any(
        part == N.Pronoun(word="it")
        or (isinstance(part, N.NounPhrase) and part.determiner == that and source.of_cards(part))
        for sentence in said
        for part in sentence.walk()
    )


def _of_some_cards(event: N.Perform, told: N.Node | None, source: Source, it: bool) -> bool:
    """Whether a deed of the core is waited for only where it is done to cards that are described, or to this card.

    it: whether what is done instead is done with the card: which one it is must be known first, too.
    """
    thing, place = event.slot("object"), event.slot("from")
    if event.verb not in OF_CARDS - {"draw", "play", "gain"} or event.adverbs or not source.of_cards(thing):
        return False
    goal = event.slot("to")
    if not isinstance(thing, N.NounPhrase) or thing.plural or {slot.name for slot in event.slots} - ROLES:
        return False
    if goal is not None:
        return isinstance(goal, N.Phrase) and source.is_zone(goal)
    return told in (thing, place) if told is not None else it or _is_of_somebody(place, source)


def _is_of_somebody(place: N.Node | None, source: Source) -> bool:
    return isinstance(place, N.NounPhrase) and source.entry(str(place.noun)).get("of") == "player"


def _only_counted(value: N.Node) -> bool:
    """Whether it is so much of something, and nothing more is said of it: then it means the same anywhere."""
    return (
        isinstance(value, N.NounPhrase) and not value.filters and isinstance(value.determiner, N.Article | N.Quantity)
    )


def _bare(thing: N.Node | None) -> bool:
    """Whether something is named without saying how many of it are meant."""
    return isinstance(thing, N.NounPhrase) and thing.determiner is None and isinstance(thing.noun, str)


def as_replacement(node: N.Statement) -> N.Statement:
    """`Instead of drawing a card, you may …` and `you may … instead of drawing a card` wait for what you would do."""
    match node:
        case N.Instead(of=N.Perform() as act, then=then):
            pass
        case N.Does(act=N.RatherThan(act=other, instead_of=N.Perform() as act)) as said:
            then = replace(said, act=other)
        case _:
            return node
    return N.Trigger(timing="whenever", event=N.Does(subject=N.Pronoun(word="you"), act=act, tense="would"), then=then)


def counted_of(thing: N.Node | None, source: Source) -> N.Node | None:
    """Of what somebody has so many, where an act is done to some of it or to all, as in “all your points”."""
    whole = thing.whole if isinstance(thing, N.PartOf) else None
    if isinstance(whole, N.NounPhrase) and isinstance(whole.noun, str) and source.type_of(whole.noun) != "card":
        return whole
    return thing


def _of_who_does_it(said: Iterable[N.Node]) -> bool:
    """Whether a text that waits for what any player would do says something of that one."""
    return any(part in THEY or part == THEIRS for sentence in said for part in sentence.walk())
