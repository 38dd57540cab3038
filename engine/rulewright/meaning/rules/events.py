"""Events: what a text listens for, forbids or replaces (R21, R22)."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.binder import EVENTS, TESTS, Binder
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.rules.roles import note_taken, performed, unsaid
from rulewright.meaning.scope import OBJECT, SUBJECT, Box
from rulewright.meaning.take import Take, refuse, take


@EVENTS.reads(n.Does)
def does(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Somebody does something; "would" is what comes instead. A negated event is none."""
    phrase, act = t.child("subject", n.Phrase), t.child("act", n.Act)
    t.none("modal")
    stage = "instead" if t.only("tense", "present", "would") == "would" else "after"
    if t.flag("negated"):
        raise refuse("RW0629", t.node, found="not")
    box.next_clause()
    with box.at(mode="event", rank=SUBJECT):
        actor = b.thing(phrase, box)
    to = referent(actor)
    if to is not None and to.id != box.you.id and isinstance(actor, m.Known):
        box.mention(to, SUBJECT)
    return happening(b, act, box, actor, stage)


def happening(b: Binder, act: n.Act, box: Box, actor: m.Thing, stage: str) -> m.Meaning:
    """What somebody does, as an event; one of several acts is any of them."""
    with take(act) as t:
        match act:
            case n.Perform():
                to = referent(actor)
                # a card or a piece that leaves, or comes: nobody does it
                by_itself = to is not None and to.type in ("card", "piece")
                others = (to is None or to.id != box.you.id) and not by_itself
                whose = box.actor if by_itself else to or box.actor
                inner = box.child(mode="event", rank=OBJECT, counted="at_event", actor=whose, by_others=others)
                verb, roles, manner = performed(b, t, inner)
                slots = unsaid(b, act, inner, verb, roles)
                if stage == "after":
                    note_taken(b, box, verb, roles)
                if stage in ("after", "instead"):
                    deed = box.deeds[verb] = box.new(verb, "deed", introduced="deed")
                    if stage == "after":
                        box.notes.heard[deed.id] = whose, roles
                    if verb == "roll":
                        inner.name("result", box.new("result", "number", introduced="named"))
                box.mentions, box.names = inner.mentions, inner.names
                return m.Event(
                    actor=actor,
                    verb=verb,
                    roles=roles,
                    stage=stage,
                    batch=_batch(roles),
                    manner=manner,
                    unsaid=slots,
                    said=(act,),
                )
            case n.Choice():
                items = t.children("acts", n.Act)
                return m.AnyOf(tests=tuple(happening(b, item, box, actor, stage) for item in items), said=(act,))
            case _:
                raise refuse("RW0620", act, found=type(act).__name__, what="an event")


def _batch(roles: tuple[m.Role, ...]) -> str:
    """R21: of "one or more" once, otherwise for each one."""
    for role in roles:
        if isinstance(role.value, m.Selection) and role.value.many.kind in ("some", "any_number", "at_least"):
            return "once"
    return "each"


@EVENTS.reads(n.Passive)
def passive(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Something is done to a thing, by whomever."""
    phrase, verb = t.child("subject", n.Phrase), t.word("verb", b.words.verbs)
    t.only("tense", "present")
    t.none("modal")
    t.none("time")
    if t.flag("negated"):
        raise refuse("RW0629", t.node, found="not")
    box.next_clause()
    if b.words.verbs[verb].fixed_object[0]:  # what it is done to is in the words of the verb
        return m.Event(actor=m.Anybody(), verb=verb, roles=(), said=tuple(phrase.walk()))
    with box.at(mode="event", rank=OBJECT):
        thing = b.thing(phrase, box)
    return m.Event(actor=m.Anybody(), verb=verb, roles=(m.Role(name="object", value=thing),))


@EVENTS.reads(n.AnyCondition)
def any_event(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One of several events; what they speak of cannot be meant later."""
    events = []
    for item in t.children("conditions", n.Condition):
        inner = box.child()
        events.append(b.event(item, inner))
        box.clause = inner.clause
    return m.AnyOf(tests=tuple(events))


def _comes_true(kind: type[n.Condition]) -> None:
    """A condition that comes true."""

    def rule(b: Binder, t: Take, box: Box) -> m.Meaning:
        return m.Becomes(test=TESTS[kind](b, t, box))

    EVENTS.reads(kind)(rule)


for _kind in (n.Has, n.Is, n.Exists):
    _comes_true(_kind)
