"""What a condition or phrase asks of the past: who did what, how often, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.compiler.abilities.matching import untold
from rulewright.compiler.scope import refuse
from rulewright.language import nodes as N
from rulewright.language.trees.past import ALREADY, OTHERS, SINCE, SINCE_SAID, is_past

YOU = N.Pronoun(word="you")
A_PLAYER = N.NounPhrase(determiner=N.Article(word="a"), noun="player")
OF_YOU = (YOU, N.Article(word="your"), N.Article(word="another"), N.OfYours())

NOT_SINCE = "“since then” is told only of what holds for a time, until somebody does something"
SAY_UNTIL = "Say “until you …, …”, or since when: “this turn”, “this round”."


@dataclass(frozen=True)
class Past:
    """What a sentence asks of the past: who, what as an event of one thing, since when, and how many of it.

    whom: to which players it was done, where it is counted for each of them apart; by anybody, where it is `passive`.
    passive: whether it does not matter who did it.
    already: whether what is being done does not count: “already”, “another spell”, “each other spell”.
    """

    subject: N.Phrase
    act: N.Perform
    since: str
    things: N.NounPhrase | None
    whom: N.Phrase | None = None
    already: bool = False
    passive: bool = False


def before_this(asked: Past) -> Past:
    """What is asked of other cards: of any, but not of what is being done with one of them now."""
    one = asked.act.slot("object")
    assert isinstance(one, N.NounPhrase) and asked.things is not None
    act = replace(asked.act, slots=tuple(replace(slot, value=_any(one)) if slot.value is one else slot
                                         for slot in asked.act.slots))  # fmt: skip
    return replace(asked, act=act, things=_any(asked.things), already=True)


def _any(things: N.NounPhrase) -> N.NounPhrase:
    one = N.Article(word="a") if things.determiner in OTHERS else things.determiner
    return replace(things, determiner=one, adjectives=tuple(word for word in things.adjectives if word != "other"))


def past(node: N.Node) -> Past:
    """What a sentence asks of the past. Raises MeaningError for what cannot be noted."""
    already = False
    match node:
        case N.Does(subject=subject, act=N.Perform() as act):
            if SINCE_SAID in act.adverbs:
                raise refuse(node, NOT_SINCE, SAY_UNTIL, code="RW0604")
            since = next(word for word in act.adverbs if word in SINCE)
            already = ALREADY in act.adverbs
            act = replace(act, adverbs=tuple(word for word in act.adverbs if word not in (*SINCE, ALREADY)))
        case N.Passive(subject=thing, verb=verb, time=str(since)):
            subject, act = YOU, N.Perform(verb=verb, slots=(N.Slot(name="object", value=thing),))
        case N.NounPhrase(filters=filters):
            said = next(item for item in filters if is_past(item))
            assert isinstance(said, N.Relative) and said.time is not None
            if said.negated:
                raise untold(said, "not")
            others = tuple(item for item in filters if item is not said)
            thing = replace(node, filters=others, determiner=None)
            subject, since = said.subject, said.time
            act = N.Perform(verb=said.verb, slots=(N.Slot(name="object", value=thing),))
        case _:
            raise refuse(node, "this cannot be asked of the past", code="RW0602")
    things = act.slot("object")
    if isinstance(things, N.NounPhrase):
        act = replace(act, slots=tuple(_of_one(slot) if slot.name == "object" else slot for slot in act.slots))
    for part in act.walk() if subject != YOU or isinstance(node, N.Passive) else ():
        if part in OF_YOU or (isinstance(part, N.Quantity) and part.article == "your"):
            hint = "Say it of any: “a …”. Or say it as it happens: “whenever …, …”."
            raise refuse(part, "it cannot be told whom this means, where others have done it", hint, code="RW0602")
    return Past(subject, act, since, things if isinstance(things, N.NounPhrase) else None, already=already)


def first_use(done: N.Does) -> N.Perform:
    """What somebody does once so that what it ends is over, as an event of one thing.

    Raises:
        MeaningError: RW0604 where it is done more than once, or nothing is done.
    """
    act = done.act
    assert isinstance(act, N.Perform)
    thing = act.slot("object")
    det = thing.determiner if isinstance(thing, N.NounPhrase) else None
    some = thing == YOU or det in (N.Article(word="a"), N.Article(word="any"), N.Article(word="another"))
    if thing is not None and not some and not (isinstance(thing, N.NounPhrase) and det is None and thing.plural):
        raise refuse(thing, "what ends with its first use ends with any such thing", "Say “a …”.", code="RW0604")
    slots = tuple(
        _of_one(slot) if isinstance(thing, N.NounPhrase) and slot.value is thing else slot for slot in act.slots
    )
    return replace(act, slots=slots, adverbs=tuple(word for word in act.adverbs if word != SINCE_SAID))


def past_of_players(node: N.Passive) -> Past:
    """What a sentence asks of what was done to players, by anybody: "if you have been robbed this turn"."""
    act = N.Perform(verb=node.verb, slots=(N.Slot(name="object", value=A_PLAYER),))
    return Past(YOU, act, str(node.time), None, whom=node.subject, passive=True)


def past_of_player(node: N.Does, since: str) -> Past:
    """What a sentence asks of what somebody did to one player: "if they have robbed you this turn"."""
    assert isinstance(node.act, N.Perform)
    act = N.Perform(verb=node.act.verb, slots=(N.Slot(name="object", value=A_PLAYER),), span=node.act.span)
    whom = node.act.slot("object")
    assert isinstance(whom, N.Phrase)
    return Past(node.subject, act, since, None, whom=whom)


def past_of_one(item: N.Relative, noun: str) -> Past:
    """What a phrase asks of the past of each of its things: who did this to it, and since when."""
    assert item.time is not None
    thing = N.NounPhrase(determiner=N.Article(word="a"), noun=noun)
    return Past(item.subject, N.Perform(verb=item.verb, slots=(N.Slot(name="object", value=thing),)), item.time, thing)


def counts(node: N.Node) -> Iterator[N.Phrase]:
    """The phrases of which a node only asks how often something was done to such things."""
    match node:
        case N.CountOf(phrase=phrase):
            yield phrase
        case N.Per(each=each) | N.ForEach(each=each):
            yield each


def _of_one(slot: N.Slot) -> N.Slot:
    """What is done to one thing, where it is asked how many it was done to."""
    phrase, det = slot.value, getattr(slot.value, "determiner", None)
    assert isinstance(phrase, N.NounPhrase)
    counted = isinstance(det, N.Quantity) and det.article is None
    any_or_no = isinstance(det, N.Article) and det.word in ("a", "any", "no")
    if det is None or counted or any_or_no:
        return replace(slot, value=replace(phrase, determiner=N.Article(word="a"), plural=False))
    return slot
