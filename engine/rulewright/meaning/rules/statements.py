"""Statements: sentences that are carried out, and sentences that hold all the time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import takewhile

from rulewright.language import nodes as n
from rulewright.language.trees.measures import has_price, is_yours
from rulewright.language.trees.outcomes import asked_of, asks_who_did
from rulewright.language.trees.past import (
    THEIRS,
    asks_if_done,
    asks_of_one,
    asks_of_roll,
    asks_the_same,
    avoided_by,
    goes_on,
    once,
)  # fmt: skip
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import STATEMENTS, Binder, cite
from rulewright.meaning.prices import priced
from rulewright.meaning.rules.acts import one_after_another
from rulewright.meaning.rules.events import happening
from rulewright.meaning.rules.kinds import narrow
from rulewright.meaning.rules.picking import referent
from rulewright.meaning.scope import DETAIL, LOOP, SUBJECT, Box
from rulewright.meaning.take import Take, refuse
from rulewright.problems import RulewrightError

TIMINGS = {"whenever": "after", "when": "after", "after": "after", "before": "before"}
NOBODY_IN_PARTICULAR = ("a", "any", "another", "each", "all", "each_other", "all_other", "both", "no")
NOTHING_ELSE = ("RW0621", "RW0624")
"""What refuses a word that stands for nothing."""
OF_NO_ONE_PLAYER = {"no", "each", "all", "each_other", "all_other", "both"}


DO_NOTHING = ("card", "space", "piece", "resource", "zone", "border")
"""Types of things that never do anything."""


@STATEMENTS.reads(n.Text)
def text(b: Binder, t: Take, box: Box) -> m.Meaning:
    """A whole text: sentences without a heading, then abilities, which do not see each other."""
    sentences = in_order(b, t.children("sentences", n.Statement), box.child(), holds=True)
    abilities = []
    for item in t.children("abilities", n.Ability):
        found = b.statement(item, box.child())
        assert isinstance(found, m.Ability)
        abilities.append(found)
    return m.Text(sentences=sentences, abilities=tuple(abilities))


@STATEMENTS.reads(n.Ability)
def ability(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Sentences under a heading."""
    heading, limits = t.word("heading", b.lexicon.headings), t.words("limits", b.lexicon.times)
    if b.words.whole(heading):
        box.whole = True
    if box.this is not None:
        box.used_to = b.words.used_to(heading)
    sentences = in_order(b, t.children("sentences", n.Statement), box, holds=b.words.works_always(heading))
    return m.Ability(heading=heading, limits=limits, sentences=sentences)


def in_order(
    b: Binder, sentences: tuple[n.Statement, ...], box: Box, holds: bool = False
) -> tuple[m.Meaning, ...]:  # fmt: skip
    """Sentences one after another; "if you do" goes on from a trigger's effect or a loop's pass.

    holds: whether they hold all the time, so that what is done once goes on from a trigger, too.
    """
    found = []
    box.others |= anaphora.others_said(sentences)
    last = box
    if not box.whole:
        box.notes.prices.update(priced(sentences))
    left, waiting, asked = list(sentences), None, False
    done: dict[int, list[m.Referent]] = {}
    while left:
        sentence = left.pop(0)
        number = next(at for at, one in enumerate(sentences) if one is sentence and at not in done)
        box.reaches(sentences, number, [done.get(at, []) for at in range(number)])
        seen = len(box.notes.deeds)
        on = holds and waiting is not None and goes_on(waiting, sentence)
        if not on and not asks_if_done(sentence):
            waiting = sentence
        if isinstance(sentence, n.Trigger):
            last = box.child()
        elif not on and not asks_if_done(sentence):
            last = box
        last.answers = list(takewhile(asks_if_done, left)) or _of_what_it_did(b, sentence, left, last)
        asking, deed = len(last.answers), last.deeds.get("")
        last.asked_each, asked = asked, any(_asks_each(answer) for answer in last.answers)
        last.outcome = box.notes.outcomes.get(id(asked_of(sentences, number)))
        found.append(b.statement(sentence, last))
        done[number] = box.notes.deeds[seen:]
        if left and asks_the_same(sentence, left[0]):
            last.deeds[""] = deed
        if not last.answers:
            del left[:asking]
        last.answers = []
        if isinstance(sentence, n.Trigger):
            box.notes = last.notes
    return tuple(found)


def _asks_each(answer: n.Statement) -> bool:
    """Whether a sentence in a loop tells players apart by what they rolled, and of no other than those who did so."""
    return isinstance(answer, n.If) and answer.otherwise is None and not asks_if_done(answer)


def _rolls(node: n.Node) -> bool:
    return isinstance(node, n.Node) and any(isinstance(part, n.Perform) and part.verb == "roll" for part in node.walk())


def _of_what_it_did(b: Binder, first: n.Statement, left: list[n.Statement], box: Box) -> list[n.Statement]:
    """R6: the sentences that go on from what is done under a condition or in each pass, where nothing else is meant.

    "Each other player reveals the top card of their deck. If it is a spell, they discard it." asks so in each pass;
    "If you do, roll a die. If the result is 6, …" asks of the die that is rolled then.
    """
    within = first
    while isinstance(within, n.Trigger | n.Timed):
        within = within.then
    several = (
        isinstance(within, n.Does) and isinstance(within.subject, n.NounPhrase | n.PartOf) and within.modal is None
    )
    loop = several or isinstance(within, n.ForEach)
    of_it: Callable[[n.Statement], bool]
    if loop:
        of_it = partial(_of_a_pass, several)
    elif isinstance(within, n.If) and within.otherwise is None and _rolls(within.then):
        of_it = asks_of_roll
    else:
        return []
    if not left or not of_it(left[0]):
        return []
    trial = box.copy()
    try:
        b.statement(first, trial)
    except RulewrightError:
        return []
    try:
        b.statement(left[0], trial)
    except RulewrightError as error:
        if error.problems[0].code in NOTHING_ELSE:
            return list(takewhile(lambda sentence: of_it(sentence) or (loop and asks_if_done(sentence)), left))
    return []


def _of_a_pass(several: bool, sentence: n.Statement) -> bool:
    """Whether a sentence can ask of what each pass of a loop did; several: whether several players do it."""
    return (several and asks_of_one(sentence)) or asks_of_roll(sentence, condition=True)


def settled(b: Binder, loop: n.Node, do: m.Meaning, box: Box) -> m.Meaning:
    """What a pass of a loop does, with the sentences after the loop that ask whether it was done (R18).

    "For each hut, gain 1 gem. If you do, …" asks of no pass: it asks so where there is something that may be done or
    left, or where the players are asked of whom each has a pass.
    """
    offer = do.then if isinstance(do, m.If) else do
    if not box.answers:
        return do
    if asks_of_one(box.answers[0]) or (asks_of_roll(box.answers[0]) and not asks_if_done(box.answers[0])):
        answers = box.notes.settled[id(loop)] = tuple(box.answers)
        box.answers.clear()
        return m.Sequence(acts=(do, *in_order(b, answers, box)))
    if box.deeds.get("") is None:
        return do
    if not isinstance(offer, m.May) and not any(part == n.Did(word="they") for part in box.answers[0].walk()):
        return do
    answers = box.notes.settled[id(loop)] = tuple(box.answers)
    box.answers.clear()
    return m.Sequence(acts=(do, *in_order(b, answers, box)))


# ------------------------------------------------------------------ carried out now


def _costs_otherwise(b: Binder, phrase: n.Phrase, act: n.Perform, to: m.Referent | None) -> RulewrightError:
    """What is wrong where something costs less or more, and nothing tells by which number, until when or for whom."""
    noun = to.noun.replace("_", " ") if to else "nobody"
    if to is None or not isinstance(phrase, n.NounPhrase):
        return refuse("RW0647", phrase, found=noun)
    if "next" in phrase.adjectives:
        return refuse("RW0677", phrase, found=noun)
    units = [slot.value.noun for slot in act.slots if isinstance(slot.value, n.NounPhrase)]
    unit = units[0] if units and isinstance(units[0], str) else ""
    if unit and has_price(b.lexicon, to.noun) and not has_price(b.lexicon, to.noun, unit):
        return refuse("RW0647", phrase, found=f"{noun} in {unit.replace('_', ' ')}")
    everybodys = is_yours(phrase) and has_price(b.lexicon, to.noun)
    return refuse("RW0678" if everybodys else "RW0647", phrase, found=noun)


@STATEMENTS.reads(n.Does)
def does(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Somebody does, may do, must do or cannot do something."""
    phrase, act = t.child("subject", n.Phrase), t.child("act", n.Act)
    modal = t.only("modal", None, "may", "must", "cannot", "need_not")
    t.only("tense", "present")
    if t.flag("negated"):
        raise refuse("RW0629", t.node, found="not")
    nobody = isinstance(phrase, n.Pronoun) and phrase.word == "nobody"
    if nobody and modal != "may":
        raise refuse("RW0627", phrase, found="nobody")
    if modal == "cannot" or nobody:
        return _forbid(b, phrase, act, box)
    _who(b, phrase, act, modal)
    box.next_clause()
    counts = isinstance(act, n.Perform) and act.verb == "count_as"
    with box.at(mode="event" if counts else "subject", rank=SUBJECT):
        who = b.thing(phrase, box, "player")
    to = referent(who)
    if _counts(b, act, to):
        if modal not in (None, "may"):
            raise refuse("RW0620", t.node, found=modal, what="count as")
        return _counts_as(b, act, box, who, modal)
    if to is None or (to.type != "player" and to.noun != "game"):
        if isinstance(act, n.Perform) and act.verb == "cost":
            raise _costs_otherwise(b, phrase, act, to)
        thing = to is not None and to.type in DO_NOTHING
        raise refuse("RW0669" if thing else "RW0627", phrase, found=to.noun.replace("_", " ") if to else "nobody")
    several = isinstance(who, m.Selection | m.Parts) and who.pick == "each"
    one = replace(to, several=False) if several else to
    inner = box.child(actor=one, mode="act") if several else box
    old, inner.actor = inner.actor, one
    named, inner.acting = inner.acting, None if several else who
    inner.mention(one, SUBJECT)
    whole, inner.whole = inner.whole, inner.whole or modal == "may"
    do = b.act(act, inner)
    inner.whole = whole
    subject = m.Known(to=one, how="each") if several else who
    if modal == "may":
        deed = box.new("may", "deed", introduced="deed")
        inner.deeds[""] = deed
        box.notes.done_by[deed.id] = one
        do = m.May(who=subject, do=do, deed=deed)
    elif modal is not None:
        do = m.Must(who=subject, do=do, negated=modal == "need_not")
    inner.actor, inner.acting = old, named
    if not several:
        return do
    assert isinstance(who, m.Selection | m.Parts)
    inner.actor = box.actor
    _of_several(t.node, modal, inner.deeds.get(""), box)
    do = settled(b, t.node, do, inner)
    box.close(inner)
    box.keep_deeds(inner)
    described = isinstance(who, m.Selection) and not all(map(_only_an_order, who.tests))
    box.set_before = replace(who.new, several=True) if described else None
    if box.set_before is not None:
        box.mention(box.set_before, DETAIL)
        box.of_others = isinstance(who, m.Selection) and bool(who.others)
    return m.Each(domain=replace(who, new=one), do=do)


def _only_an_order(test: m.Meaning) -> bool:
    """Whether words say in which order players come, and not which of them are meant."""
    return isinstance(test, m.Test) and (test.word in ("leftwards", "from_you") or test.kind == "starting")


def _of_several(node: n.Node, modal: str | None, deed: m.Referent | None, box: Box) -> None:
    """R18: note what each of several players does, of which “each player who did so” can ask."""
    box.notes.outcomes[id(node)] = deed
    if modal == "may" or not asks_who_did(node):
        box.outcome = None  # another clause could ask of this one


def _who(b: Binder, phrase: n.Phrase, act: n.Act, modal: str | None) -> None:
    """R11: "a player draws", "2 players draw" do not say who does; a permission may be for whichever."""
    det = phrase.determiner if isinstance(phrase, n.NounPhrase) else None
    if isinstance(act, n.Perform) and act.verb == "count_as":
        return
    if isinstance(phrase, n.NounPhrase) and b.words.type_of(str(phrase.noun)) in DO_NOTHING:
        return  # it is told by itself that such a thing does nothing
    if modal is None and isinstance(det, n.Article) and det.word in ("a", "any", "another"):
        raise refuse("RW0627", phrase, found=det.word)
    if isinstance(det, n.Quantity) and det.kind not in ("each", "all") and det.article is None:
        raise refuse("RW0627", phrase, found=str(det.low or det.high or det.kind.replace("_", " ")))


def _counts(b: Binder, act: n.Act, who: m.Referent | None) -> bool:
    return isinstance(act, n.Perform) and act.verb == "count_as" and (who is None or who.type != "player")


def _counts_as(b: Binder, act: n.Act, box: Box, who: m.Thing, modal: str | None) -> m.Meaning:
    """Something counts as something else, or may; whichever it is."""
    event = happening(b, act, box, who, "after")
    return m.Permit(what=event) if modal == "may" else event


def _forbid(b: Binder, phrase: n.Phrase, act: n.Act, box: Box) -> m.Meaning:
    """R22: an event that cannot be begun."""
    det = phrase.determiner if isinstance(phrase, n.NounPhrase) else None
    if isinstance(det, n.Quantity) and det.kind not in ("each", "all") and (det.kind, det.low) != ("count", 1):
        raise refuse("RW0627", phrase, found=str(det.low or det.high or det.kind.replace("_", " ")))
    box.next_clause()
    with box.at(mode="event", rank=SUBJECT):
        actor = b.thing(phrase, box)
    if isinstance(actor, m.Nobody):  # "nobody may" is "each player cannot"
        actor = m.Anybody(said=actor.said)
    return m.Forbid(event=happening(b, act, box, actor, "before"))


@STATEMENTS.reads(n.If)
def if_(b: Binder, t: Take, box: Box) -> m.Meaning:
    """One thing or another; what a branch speaks of cannot be meant after it."""
    condition, then = t.child("condition", n.Condition), t.child("then", n.Statement)
    other = t.maybe("otherwise", n.Statement)
    first = box.child() if other is None else box.child(answers=[])
    if isinstance(condition, n.Did):  # what was given away for it
        first.given_up |= box.notes.given
        first.used_to |= box.notes.laid
    test = b.test(condition, first)
    known = [item for item in first.mentions[len(box.mentions) :] if _is_one(first, item.to)]
    narrow(first, test)
    done = b.statement(then, first)
    if any(map(asks_of_roll, first.answers)):
        done = settled(b, t.node, done, first)
    second = box.child(answers=[])
    second.mentions += known
    narrow(second, test, so=False)
    otherwise = b.statement(other, second) if other is not None else None
    end_branches(box, first, second)
    if other is None and isinstance(then, n.Does) and then.modal == "may":  # who may not has not done it
        box.deeds = {**box.deeds, "": first.deeds.get("")}
        if (deed := box.deeds[""]) is not None:
            box.notes.asked_if[deed.id] = test
    return m.If(test=test, then=done, otherwise=otherwise)


def _is_one(box: Box, to: m.Referent) -> bool:
    """Whether a condition asks of one certain card, “the top card of the deck”: it is there whatever is so of it."""
    found = box.notes.picked.get(to.id, (None,))[0]
    return isinstance(found, m.Selection) and found.pick == "the" and to.type == "card" and not to.several


def end_branches(box: Box, *branches: Box) -> None:
    """Branches end: later words see none of them, and what was done last nobody can tell."""
    box.close(*branches)
    if any(branch.deeds != box.deeds for branch in branches):
        box.deeds = {**box.deeds, "": None}


@STATEMENTS.reads(n.Unless)
def unless(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Only where something is not so: what the condition speaks of is not there."""
    condition, then = t.child("condition", n.Condition), t.child("then", n.Statement)
    instead_of_it = avoided_by(t.node, b.words.is_state)
    if instead_of_it is not None:
        return _unless_done(b, instead_of_it, condition, then, box)
    inner, done = box.child(), box.child()
    test = b.test(condition, inner)
    narrow(done, test, so=False)
    left: m.Meaning = m.Not(test=test)
    deed = box.deeds.get("")
    asked = box.notes.asked_if.get(deed.id) if deed is not None and asks_if_done(t.node) else None
    if asked is not None:  # R18: who was not asked is none of those who did not
        left = m.AllOf(tests=(asked, left))
    result = m.If(test=left, then=b.statement(then, done))
    end_branches(box, done)
    return result


def _unless_done(b: Binder, may: n.Does, condition: n.Condition, then: n.Statement, box: Box) -> m.Meaning:
    """R18: "unless they pay 1 gem, …": they may do it; only where they do not, the rest is done."""
    det = may.subject.determiner if isinstance(may.subject, n.NounPhrase) else None
    if isinstance(det, n.Article) and det.word in NOBODY_IN_PARTICULAR:
        raise refuse("RW0627", may.subject, found=det.word.replace("_", " "))
    if isinstance(may.subject, n.Pronoun) and may.subject.word == "nobody":
        raise refuse("RW0627", may.subject, found="nobody")
    asked, done = box.child(answers=[]), box.child(answers=[])
    offered = cite(b.statement(may, asked), condition)
    deed = asked.deeds.get("")
    if not isinstance(offered, m.May) or deed is None:  # several who would pay, or a thing that counts as another
        thing = may.subject.noun if isinstance(may.subject, n.NounPhrase) else getattr(may.subject, "word", "")
        raise refuse("RW0627", may.subject, found=str(thing).replace("_", " "))
    who = referent(offered.who)
    done.next_clause()
    if who is not None and who.id != box.you.id:
        done.mention(who, SUBJECT)
    left = m.Not(test=m.Done(deed=m.Known(to=deed, how="you do")))
    result = m.Sequence(acts=(offered, m.If(test=left, then=b.statement(then, done))))
    end_branches(box, asked, done)
    return result


@STATEMENTS.reads(n.Possible)
def possible(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R16: whole, where it can be carried through."""
    then, other = t.child("then", n.Statement), t.maybe("otherwise", n.Statement)
    first, second = box.child(whole=True, answers=[]), box.child(answers=[])
    done = b.statement(then, first)
    otherwise = b.statement(other, second) if other is not None else None
    end_branches(box, first, second)
    return m.Possible(then=done, otherwise=otherwise)


@STATEMENTS.reads(n.ForEach)
def for_each(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Once for each thing; "you" stays (R1)."""
    phrase, then = t.child("each", n.Phrase), t.child("then", n.Statement)
    inner = box.child(counted="each_round")
    inner.next_clause()
    with inner.at(mode="loop", rank=LOOP):
        domain = b.thing(phrase, inner)
    to = referent(domain)
    if to is None:
        raise refuse("RW0621", phrase, found="each")
    if to.several:  # "for each of the top 5 cards": what it goes through, one by one
        to = replace(to, several=False)
        inner.mention(to, LOOP)
        if isinstance(domain, m.Selection | m.Parts | m.Attribute):
            domain = replace(domain, new=to)
    if (
        isinstance(domain, m.Attribute) and to.type == "number"
    ):  # "for each different colour of …": each is "that colour"
        inner.notes.chosen.add(to.id)
    do = settled(b, t.node, b.statement(then, inner), inner)
    if to.type == "player" and not isinstance(then, n.Does) and not _names(do, to):
        raise refuse("RW0635", then, found=to.noun.replace("_", " "))
    box.close(inner)
    box.keep_deeds(inner)
    return m.Each(domain=domain, do=do)


def _names(part: m.Meaning, to: m.Referent) -> bool:
    return any(isinstance(item, m.Known) and item.to.id == to.id for item in part.walk())


@STATEMENTS.reads(n.InPlace)
def in_place(b: Binder, t: Take, box: Box) -> m.Meaning:
    """In one place, or in each of several."""
    t.only("preposition", "in", "on", "at")
    phrase, then = t.child("place", n.Phrase), t.child("then", n.Statement)
    inner = box.child(counted="each_round")
    inner.next_clause()
    with inner.at(mode="loop", rank=LOOP):
        domain = b.thing(phrase, inner, "space", "region", "border", "card")
    do = b.statement(then, inner)
    end_branches(box, inner)
    return m.Each(domain=domain, do=do)


@STATEMENTS.reads(n.Both)
def both(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Clauses one after another."""
    answers, box.answers = box.answers, []  # nobody can tell which of several acts is asked about
    acts = one_after_another(b.statement, t.children("clauses", n.Statement), box)
    box.answers = answers
    box.deeds[""] = None
    return m.Sequence(acts=acts)


# ------------------------------------------------------------------ holds all the time


@STATEMENTS.reads(n.Trigger)
def trigger(b: Binder, t: Take, box: Box) -> m.Meaning:
    """R21: what follows each time something happens; the effect sees what the event speaks of."""
    timing = t.only("timing", *TIMINGS) or ""
    stage = TIMINGS[timing]
    waited = t.child("event", n.Condition)
    _by_whichever(waited)
    event = b.event(waited, box)
    box.mode, box.counted = "act", "before_act"
    box.by_others = isinstance(event, m.Event) and _of_a_player(event)
    do = b.statement(t.child("then", n.Statement), box)
    box.by_others = False
    event = _staged(event, stage)
    if isinstance(event, m.Event) and event.stage == "instead":
        if timing not in ("whenever", "when"):
            raise refuse("RW0620", t.node, found=stage, what="would")
        return m.Replace(event=event, by=_as_much(event, do))
    return m.Whenever(event=event, do=do)


def _by_whichever(event: n.Condition) -> None:
    """R21: an act is one player's: that nobody does something, or that all or several do, no event tells.

    Raises:
        RulewrightError: RW0629.
    """
    if isinstance(event, n.AnyCondition):
        for one in event.conditions:
            _by_whichever(one)
    who = event.subject if isinstance(event, n.Does) else None
    det = who.determiner if isinstance(who, n.NounPhrase) else None
    several = isinstance(det, n.Quantity) and (det.kind, det.low, det.article) != ("count", 1, None)
    if isinstance(det, n.Article) and det.word in OF_NO_ONE_PLAYER:
        raise refuse("RW0629", who or event, found=det.word.replace("_", " "))
    if several or who == n.Pronoun(word="nobody"):
        raise refuse("RW0629", who or event, found="nobody" if not several else "several players")


def _of_a_player(event: m.Event) -> bool:
    """Whether an event speaks of some player beside you: of who does it, or of whom it is done to."""
    said = (event.actor, *(role.value for role in event.roles))
    return any(isinstance(thing, m.Selection) and thing.new.type == "player" for thing in said)


def _as_much(event: m.Event, do: m.Meaning) -> m.Meaning:
    """R15: what is named without an amount, in place of what is named without one, is as much as that would be."""
    if isinstance(do, m.May):
        return replace(do, do=_as_much(event, do.do))
    waited = any(_unmeasured(role) for role in event.roles)
    if not waited or not isinstance(do, m.Act):
        return do
    return replace(do, roles=tuple(_measured(role) if _unmeasured(role) else role for role in do.roles))


def _unmeasured(role: m.Role) -> bool:
    return role.name == "object" and isinstance(role.value, m.Selection) and role.value.many.kind in ("mass", "bare")


def _measured(role: m.Role) -> m.Role:
    assert isinstance(role.value, m.Selection)
    kind = "as_much_instead" if role.value.many.kind == "mass" else "as_many_instead"
    return replace(role, value=replace(role.value, many=replace(role.value.many, kind=kind)))


def _staged(event: m.Meaning, stage: str) -> m.Meaning:
    """An event with the stage that the timing word gives it; "would" has its own."""
    if isinstance(event, m.AnyOf):
        return replace(event, tests=tuple(_staged(item, stage) for item in event.tests))
    if isinstance(event, m.Becomes) or (isinstance(event, m.Event) and event.stage != "instead"):
        return replace(event, stage=stage)
    return event


@STATEMENTS.reads(n.While)
def while_(b: Binder, t: Take, box: Box) -> m.Meaning:
    """What holds as long as something is so."""
    inner = box.child(about=len(box.mentions))
    test = b.test(t.child("condition", n.Condition), inner)
    narrow(inner, test)
    return m.While(test=test, then=b.statement(t.child("then", n.Statement), inner))


@STATEMENTS.reads(n.Timed)
def timed(b: Binder, t: Take, box: Box) -> m.Meaning:
    """At a time, or for a time.

    Of the next turn of a player it is kept whose that is; a number that changes for a time by what is known only now is
    counted now.
    """
    time = t.word("time", b.lexicon.times)
    whose = anaphora.they(box, t.node, "their") if time in THEIRS else None
    if whose is not None:
        box.notes.meant[id(t.node)] = whose.to
    assert isinstance(t.node, n.Timed)
    counted = once(t.node, b.words.is_role)
    used_to, box.used_to = box.used_to, frozenset()  # by then this card is not being used any more (R9)
    then = b.statement(t.child("then", n.Statement), box)
    box.used_to = used_to
    then = replace(then, once=True) if counted and isinstance(then, m.Adjust) else then
    return m.Timed(time=time, then=then, whose=whose)


@STATEMENTS.reads(n.Instead)
def instead(b: Binder, t: Take, box: Box) -> m.Meaning:
    """Something instead of what would be done."""
    old, then = t.child("of", n.Act), t.child("then", n.Statement)
    box.next_clause()
    event = happening(b, old, box, m.Known(to=box.you, how="you"), "instead")
    return m.Replace(event=event, by=b.statement(then, box))


@STATEMENTS.reads(n.Is)
def is_(b: Binder, t: Take, box: Box) -> m.Meaning:
    """A number that a text changes or sets; it is counted whenever it is asked (R15)."""
    subject, predicate = t.child("subject", n.Node), t.child("predicate", n.Predicate)
    t.only("tense", "present")
    t.none("modal")
    t.none("negated")
    inner = box
    inner.counted = "when_asked"
    inner.next_clause()
    of: m.Meaning
    with inner.at(mode="event", rank=SUBJECT):
        of = b.number(subject, inner) if isinstance(subject, n.Amount) else b.thing(subject, inner)
    with inner.at(mode="condition", rank=DETAIL):
        found = b.predicate(predicate, inner, of)
    if isinstance(found, m.Adjust):
        return found
    if isinstance(found, m.Test) and found.kind == "compare" and found.word == "exactly":
        return m.Adjust(number=found.args[0], change="set", by=found.args[1], said=found.said)
    raise refuse("RW0637", t.node)
