"""What somebody may do or leave, and what comes of it: "unless they pay, …", "each player may …. If they do, …"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rulewright.language import nodes as N
from rulewright.language.records import dataclass as record
from tests.reference.world import World

DOES_NOT_SAY_WHO = ("cannot", "need_not")


@record(frozen=True, slots=True, kw_only=True)
class InEachPass(N.Statement):
    """A loop, each pass of which is settled with the sentences after it that ask whether it was done."""

    loop: N.ForEach | N.Does
    answers: tuple[N.Statement, ...]
    who_did: bool = False  # whether what follows asks which of the players did it


def asks_who(node: N.Node) -> bool:
    """Whether a sentence asks which of several players did what one before it says."""
    return any(isinstance(part, N.DidSo) for part in node.walk())


def who_is_asked_later(left: Sequence[N.Node]) -> bool:
    """Whether sentences ask which players did what the one before them says."""
    asking = next((one for one in left if not asks_if_done(one) or asks_who(one)), None)
    return asking is not None and asks_who(asking)


def deed_of_several(node: N.Node) -> N.Does | None:
    """What somebody does in a sentence, now or whenever something happens."""
    while isinstance(node, N.Trigger | N.Timed | N.While):
        node = node.then
    return node if isinstance(node, N.Does) else None


def asks_if_done(node: N.Node) -> bool:
    """Whether a sentence asks what the one before did."""
    return isinstance(node, N.If | N.Unless) and any(isinstance(part, N.Did) for part in node.condition.walk())


def offers_if(node: N.Node) -> bool:
    """Whether somebody may do something only where a condition is so."""
    if not isinstance(node, N.If) or node.otherwise is not None or asks_if_done(node):
        return False
    return isinstance(node.then, N.Does) and node.then.modal == "may"


def rolls_apart(node: N.Node, following: N.Node) -> bool:
    """Whether dice are rolled under a condition or by each of several, and what follows asks what they show."""
    while isinstance(node, N.Trigger | N.Timed | N.While):
        node = node.then
    several = isinstance(node, N.Does) and isinstance(node.subject, N.NounPhrase | N.PartOf)
    if not several and not isinstance(node, N.If | N.Unless | N.ForEach):
        return False
    rolled = any(isinstance(part, N.Perform) and part.verb == "roll" for part in node.walk())
    return rolled and any(isinstance(part, N.NounPhrase) and part.noun == "result" for part in following.walk())


def asks_of_it(node: N.Node) -> bool:
    """Whether a sentence asks what the one thing is with which something was done."""
    condition = node.condition if isinstance(node, N.If | N.Unless) else None
    thing = condition.subject if isinstance(condition, N.Is) else None
    if isinstance(thing, N.NounPhrase):
        return not thing.plural and thing.determiner == N.Article(word="that")
    return isinstance(thing, N.Pronoun) and thing.word == "it"


def moves_what_was_found(sentences: Sequence[N.Node]) -> bool:
    """Whether something is done with what ended a search: "put it into your hand", "1 of them"."""
    acts = [part for one in sentences for part in one.walk() if isinstance(part, N.Perform)]
    for act in acts:
        thing = act.slot("object")
        thing = thing.whole if isinstance(thing, N.PartOf) else thing
        known = getattr(getattr(thing, "determiner", None), "word", "") in ("that", "the")
        of_it = isinstance(thing, N.Pronoun) and thing.word in ("it", "them")
        if act.verb not in ("reveal", "look_at", "choose") and (known or of_it):
            return True
    return False


def each_acts(node: N.Node, is_open: Callable[[N.NounPhrase], bool]) -> bool:
    """Whether several players do something, one after another."""
    if not isinstance(node, N.Does) or node.modal is not None:
        return False
    return isinstance(node.subject, N.NounPhrase) and is_open(node.subject)


def ask_the_same(first: N.Node, second: N.Node) -> bool:
    """Whether the second of two sentences says what is done where the first does nothing: "if you do not, …"."""
    if not isinstance(first, N.If) or first.otherwise is not None or not isinstance(second, N.Unless):
        return False
    return isinstance(first.condition, N.Did) and second.condition == first.condition


def loop_asked(
    node: N.Node, answer: N.Node, is_open: Callable[[N.NounPhrase], bool]
) -> N.ForEach | N.Does | None:  # fmt: skip
    """The loop in a sentence of whose passes the next sentence asks; None where it asks of the whole sentence."""
    they = any(isinstance(part, N.Did) and part.word == "they" for part in answer.walk())
    match node:
        case N.If(otherwise=None) | N.Unless() | N.InPlace():
            return loop_asked(node.then, answer, is_open)
        case N.ForEach(then=then):
            within = loop_asked(then, answer, is_open)
            if within is not None:
                return within
            offered = then.then if isinstance(then, N.If) and then.otherwise is None else then
            return node if they or (isinstance(offered, N.Does) and offered.modal == "may") else None
        case N.Does(subject=N.NounPhrase() as subject, modal=modal) if is_open(subject):
            return node if modal == "may" or (they and modal is None) else None
    return None


def may_avoid(world: World, node: N.Node) -> N.Does | None:
    """What somebody may do so that the rest is not done: a deed, where a condition would be how things are."""
    if not isinstance(node, N.Unless) or not isinstance(node.condition, N.Does) or _holds(node.then):
        return None
    asked = node.condition
    acts = asked.act.acts if isinstance(asked.act, N.Choice | N.Sequence) else (asked.act,)
    states = (world.verbs.get(act.verb, {}).get("state") for act in acts if isinstance(act, N.Perform))
    if asked.modal or asked.negated or asked.tense != "present" or any(states):
        return None
    return replace(asked, modal="may")


def _holds(node: N.Node) -> bool:
    """Whether a sentence holds all the time, so that nothing is done."""
    if isinstance(node, N.If | N.Unless | N.ForEach | N.InPlace):
        return _holds(node.then)
    if isinstance(node, N.Does):
        counts = isinstance(node.act, N.Perform) and node.act.verb == "count_as"
        return counts or node.modal in DOES_NOT_SAY_WHO
    return not isinstance(node, N.Act | N.Both | N.Possible)
