"""Conditions: whether something is so. Under "or" and "not" each part is a box of its own."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.language.trees.past import turn_asked_of, was_somewhere
from rulewright.meaning import model as m
from rulewright.meaning.anaphora import itself, they
from rulewright.meaning.binder import TESTS, Binder
from rulewright.meaning.rules.descriptions import SINCE
from rulewright.meaning.rules.picking import extreme, not_compared_by_each, not_of_either, not_of_some, referent
from rulewright.meaning.rules.roles import performed, unsaid
from rulewright.meaning.rules.selections import not_the_whole_pile
from rulewright.meaning.scope import DETAIL, OBJECT, SUBJECT, Box
from rulewright.meaning.take import Take, refuse, take
from rulewright.meaning.vocabulary import THINGS

ANOTHER = n.Article(word="another")


def subject_of(b: Binder, node: n.Node, box: Box, *kinds: str) -> m.Thing:
    """The subject of a condition, in a new clause; kinds: of which it can be, none for any."""
    box.next_clause()
    with box.at(mode="condition", rank=SUBJECT):
        thing = b.thing(node, box, *kinds)
    to = referent(thing)
    if isinstance(thing, m.Known) and to is not None and to.id != box.you.id:
        box.mention(to, SUBJECT)
    return thing


def _one_or_each(b: Binder, node: n.Node, subject: m.Thing, box: Box) -> None:
    """R12: several things of which something is asked: of one of them, or of each; where they describe, of any."""
    to = referent(subject)
    if isinstance(subject, m.Selection) and not box.describing and to is not None and to.type in ("player", *THINGS):
        not_of_some(b.words, node)


def _of_none(subject: m.Thing, box: Box) -> AbstractContextManager[None]:
    """R3: “their” in what no player has or does is of each player who is asked, though none of them is spoken of."""
    if isinstance(subject, m.Selection) and subject.pick == "none" and subject.new.type == "player":
        return box.having(subject.new)
    return nullcontext()


def _said_of(b: Binder, predicate: n.Predicate) -> tuple[str, ...]:
    """R4: the kinds of things of which something can be said, as the lexicon tells; none for any."""
    match predicate:
        case n.Adjective(word=word) if word in b.lexicon.adjectives:
            return tuple(b.lexicon.adjectives[word].of)
        case n.IsPhrase(phrase=n.NounPhrase(noun=str(noun))) if b.words.type_of(noun) in THINGS:
            return (noun,)
    return ()


def _not(node: n.Node, test: m.Meaning, subject: m.Meaning) -> m.Meaning:
    """R12: what is denied of some things is denied of each that counts: "a card is not red", "2 of them are not".

    Raises:
        RulewrightError: RW0652 of all of them: none of them may be so, or only not every one.
    """
    if not isinstance(subject, m.Selection | m.Parts):
        return m.Not(test=test)
    if subject.many.kind in ("each", "all", "both"):
        raise refuse("RW0652", node, found=subject.new.noun.replace("_", " "))
    if not isinstance(test, m.Test):  # of several acts: neither, or not both
        raise refuse("RW0652", node, found=subject.new.noun.replace("_", " "))
    return replace(test, negated=True)


def _beside(subject: m.Thing, object_: n.Node | None, box: Box) -> AbstractContextManager[None]:
    """R9: in what somebody is said to have more of, “each other player” is other than they are.

    R5: and “than them” is somebody else.
    """
    who = referent(subject)
    at = next((f for f in getattr(object_, "filters", ()) if isinstance(f, n.At)), None)
    more = isinstance(object_, n.MoreThan) or (at is not None and isinstance(at.phrase, n.MoreThan))
    if not more or who is None or who.type != "player" or who.id == box.you.id:
        return nullcontext()
    return box.comparing(who, known=isinstance(subject, m.Known) and not who.several)


def _not_beside_itself(node: n.Node, subject: m.Thing, thing: m.Meaning) -> None:
    """R5: nobody has more than they have: in “where another player has more huts than them” somebody else was meant.

    Raises:
        RulewrightError: RW0622.
    """
    who = referent(subject)
    than = referent(thing.number) if isinstance(thing, m.Compared) else None
    if who is not None and than is not None and who.id == than.id:
        raise itself(node, who)


@TESTS.reads(n.Does)
def does(b: Binder, t: Take, box: Box) -> m.Meaning:
    """A state verb that holds, or a verb that is under way."""
    who = t.child("subject", n.Phrase)
    subject = subject_of(b, who, box)
    _one_or_each(b, who, subject, box)
    act = t.child("act", n.Act)
    t.none("modal")
    tense, negated = t.only("tense", "present", "perfect") or "", t.flag("negated")
    inner = box.child() if negated else box
    to = referent(subject)
    if to is not None and to.type == "player":
        inner = inner.child(actor=to) if negated else inner
    with _beside(subject, act.slot("object") if isinstance(act, n.Perform) else None, inner):
        test = _held(b, act, inner, subject, tense)
    if negated:
        box.close(inner)
    return _not(t.node, test, subject) if negated else test


def _held(b: Binder, act: n.Act, box: Box, subject: m.Thing, tense: str) -> m.Meaning:
    with take(act) as t:
        match act:
            case n.Perform():
                with box.at(mode="condition", rank=OBJECT), _of_none(subject, box):
                    verb, roles, manner = performed(b, t, box, since=tense == "perfect")
                for role in roles:
                    _not_beside_itself(act, subject, role.value)
                kind = "verb" if b.words.is_state(verb) or tense == "perfect" else "during"
                slots = tuple(m.Role(name="unsaid", value=m.Known(to=to)) for to in unsaid(b, act, box, verb, roles))
                words = tuple(m.Test(kind="manner", word=word) for word in manner)
                return m.Test(kind=kind, word=verb, args=(subject, *roles, *slots, *words), tense=tense, said=(act,))
            case n.Choice():
                items = t.children("acts", n.Act)
                tests = [_held(b, item, box.child(), subject, tense) for item in items]
                return m.AnyOf(tests=tuple(tests), said=(act,))
            case n.Sequence():
                items = t.children("acts", n.Act)
                return m.AllOf(tests=tuple(_held(b, item, box, subject, tense) for item in items), said=(act,))
            case _:
                raise refuse("RW0620", act, found=type(act).__name__, what="a condition")


@TESTS.reads(n.Has)
def has(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Somebody, or a place, has something."""
    whose = t.child("subject", n.Phrase)
    subject = subject_of(b, whose, box)
    _one_or_each(b, whose, subject, box)
    phrase, negated = t.child("object", n.Phrase), t.flag("negated")
    not_of_either(phrase)
    inner = box.child() if negated else box
    with inner.at(mode="condition", rank=OBJECT), _of_none(subject, inner), _beside(subject, phrase, inner):
        who = referent(subject)
        had = extreme(b, phrase, inner, who) if who is not None else None
        test = m.Test(kind="has", args=(subject, had or b.thing(phrase, inner)))
    _not_beside_itself(t.node, subject, test.args[1])
    if negated:
        box.close(inner)
    return _not(t.node, test, subject) if negated else test


@TESTS.reads(n.Exists)
def exists(b: Binder, t: Take, box: Box) -> m.Meaning:
    """There is something."""
    phrase, negated = t.child("object", n.Phrase), t.flag("negated")
    not_of_either(phrase)
    box.next_clause()
    inner = box.child() if negated else box
    with inner.at(mode="condition", rank=OBJECT):
        test = m.Test(kind="exists", args=(b.thing(phrase, inner),))
    if negated:
        box.close(inner)
    return m.Not(test=test) if negated else test


@TESTS.reads(n.Is)
def is_(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Something, or a number, is so."""
    if (turn := turn_asked_of(t.node)) is not None:
        return _turn(b, turn, t, box)
    subject, predicate = t.child("subject", n.Node), t.child("predicate", n.Predicate)
    t.none("modal")
    past = was_somewhere(t.node)
    tense, negated = t.only("tense", "present", *(("past",) if past else ())) or "", t.flag("negated")
    not_the_whole_pile(b, subject, box)
    of: m.Meaning
    not_compared_by_each(b.words, subject)
    if isinstance(subject, n.Amount):
        box.next_clause()
        with box.at(mode="count", rank=DETAIL):
            of = b.number(subject, box)
    else:
        of = subject_of(b, subject, box, *_said_of(b, predicate))
        to = referent(of)
        if to is not None and to.type not in ("number", "resource") and _compares(predicate):
            of = m.Number(op="count", parts=(of,))
        else:
            _one_or_each(b, subject, of, box)
    if isinstance(predicate, n.Change | n.SetTo):
        raise refuse("RW0620", predicate, found=type(predicate).__name__, what="a condition")
    test = b.predicate(predicate, box, of)
    if past and isinstance(test, m.Test):
        test = replace(test, tense=tense)
    return _not(t.node, test, of) if negated else test


def _turn(b: Binder, turn: n.NounPhrase, t: Take, box: Box) -> m.Meaning:
    """Whose turn it is; “it” stands for nothing there."""
    said = (t.child("subject", n.Phrase), t.child("predicate", n.Predicate), turn)
    t.none("modal")
    t.only("tense", "present")
    negated, det = t.flag("negated"), turn.determiner
    assert det is not None
    box.next_clause()
    who: m.Thing
    other = isinstance(det, n.Possessive) and isinstance(det.owner, n.NounPhrase) and det.owner.determiner == ANOTHER
    with box.at(mode="event" if other else "condition", rank=DETAIL):
        if isinstance(det, n.Possessive):
            who = b.thing(det.owner, box, "player")
        elif det == n.Article(word="your"):
            who = m.Known(to=box.you, how="your")
        else:
            who = they(box, det, "their")
            box.notes.meant[id(det)] = who.to
    test = m.Test(kind="turn", args=(who,), said=(*said, det))
    return m.Not(test=test) if negated else test


def _compares(predicate: n.Predicate) -> bool:
    """Whether a predicate is said of a number."""
    return isinstance(predicate, n.Compare)


@TESTS.reads(n.Passive)
def passive(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Something has been done to a thing, by whomever."""
    thing = subject_of(b, t.child("subject", n.Phrase), box)
    verb = t.word("verb", b.words.verbs)
    tense, time = t.only("tense", "perfect") or "", t.only("time", None, *SINCE) or ""
    negated = t.flag("negated")
    t.none("modal")
    role = m.Role(name="object", value=thing)
    test = m.Test(kind="verb", word=verb, args=(m.Anybody(), role), tense=tense, time=time)
    return m.Not(test=test) if negated else test


@TESTS.reads(n.Did)
def did(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R18: whether the last act was carried out, by whoever it is said of."""
    deed, word = box.deeds.get(""), t.only("word", "you", "they")
    if deed is None or (word == "you") != (box.notes.done_by.get(deed.id, box.you) == box.you):
        raise refuse("RW0630", t.node, found="do")
    return m.Done(deed=m.Known(to=deed, how="you do"))


@TESTS.reads(n.AllConditions)
def all_conditions(b: Binder, t: Take, box: Box) -> m.Meaning:
    """All of them, in order: later ones see what earlier ones speak of."""
    return m.AllOf(tests=tuple(b.test(item, box) for item in t.children("conditions", n.Condition)))


@TESTS.reads(n.AnyCondition)
def any_condition(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One of them: they do not see each other, and what they speak of cannot be meant later."""
    tests = []
    for item in t.children("conditions", n.Condition):
        inner = box.child()
        tests.append(b.test(item, inner))
        box.clause = inner.clause
    return m.AnyOf(tests=tuple(tests))
