"""Filters: what a described thing must be, have or lie near. Each is a test of the described thing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.meaning import anaphora
from rulewright.meaning import model as m
from rulewright.meaning.binder import FILTERS, Binder
from rulewright.meaning.rules.picking import (
    extreme,
    most_or_fewest,
    not_compared_by_each,
    not_of_all,
    not_of_each,
    not_of_either,
)
from rulewright.meaning.scope import Box
from rulewright.meaning.take import Take, refuse

Filter = Callable[[Binder, Take, Box, m.Known], m.Meaning]
MEASURES = ("equal", "at_least", "at_most", "exactly", "higher_than", "lower_than")
SINCE = ("this_turn", "this_round", "this_game", "last_turn", "last_round", "since_last_turn")


def reads(kind: type[n.Filter]) -> Callable[[Filter], Filter]:
    """Register a rule for a class of filters."""

    def register(rule: Filter) -> Filter:
        assert kind not in FILTERS
        FILTERS[kind] = rule
        return rule

    return register


@reads(n.Adjective)
def adjective(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """An adjective, of the language or of the lexicon."""
    return m.Test(kind="adjective", word=t.word("word", b.lexicon.adjectives), args=(of,))


@reads(n.At)
def at(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """In, on, at … a place."""
    word = t.only("preposition", *b.words.places) or ""
    place = b.thing(t.child("phrase", n.Phrase), box, *b.words.holds(of.to.noun))
    return m.Test(kind="at", word=word, args=(of, place))


@reads(n.NextTo)
def next_to(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Next to something on the map."""
    return m.Test(kind="next_to", args=(of, b.thing(t.child("phrase", n.Phrase), box, *b.words.on_the_map)))


@reads(n.Within)
def within(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """So many steps or fewer from something."""
    distance = b.number(t.child("distance", n.Amount), box)
    return m.Test(kind="within", args=(of, distance, b.thing(t.child("phrase", n.Phrase), box, *b.words.on_the_map)))


@reads(n.Related)
def related(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """In a relation of the lexicon to something, which decides of what kind that is."""
    word = t.word("relation", b.lexicon.relations)
    kinds = b.lexicon.relations[word].with_
    return m.Test(kind="relation", word=word, args=(of, b.thing(t.child("phrase", n.Phrase), box, *kinds)))


@reads(n.Relative)
def relative(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """What somebody does to the described thing, or has."""
    verb = t.word("verb", b.words.verbs.keys() | {"have"})
    whose = t.child("subject", n.Phrase)
    not_of_all(whose)
    not_of_each(b.words, whose, of.to.noun)
    subject = b.thing(whose, box, "player")
    negated = t.flag("negated")
    tense, time = t.only("tense", "present", "perfect") or "", t.only("time", None, *SINCE) or ""
    if verb != "have" and tense == "present" and (time or not (b.words.is_state(verb) or box.mode == "event")):
        raise refuse("RW0620", t.node, found=verb.replace("_", " "), what="Relative.verb")
    kind = "has" if verb == "have" else "verb"
    return m.Test(kind=kind, word=verb, args=(subject, of), negated=negated, tense=tense, time=time)


@reads(n.Participle)
def participle(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """R18: what was done with this verb before, back to where it was asked of it before (`meaning/reach.py`)."""
    verb = t.word("verb", b.words.verbs)
    deed = box.deeds.get(verb)
    if deed is None:
        raise refuse("RW0630", t.node, found=verb.replace("_", " "))
    deeds = tuple(one for one in box.notes.reached.get(id(t.node), ()) if one.noun == verb)
    others = any(one.noun == verb and one not in deeds for one in box.notes.deeds) if deeds else False
    how = "last" if others or len(deeds) > 1 else "this way"
    return m.Test(kind="done", word=verb, args=(of, *(m.Known(to=one, how=how) for one in deeds or (deed,))))


@reads(n.DidSo)
def did_so(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """R18: of several players, who did what the sentence before says each of them does, or who did not.

    R14: those of them who did it with the highest or lowest number, or with the most or fewest.
    """
    if box.outcome is None:
        raise refuse("RW0630", t.node, found="did so")
    deed = m.Known(to=box.outcome, how="did so")
    rank, noun = t.only("rank", None, "highest", "lowest"), t.only("noun", None, *b.words.nouns)
    if noun is not None and not b.words.is_number(noun):
        raise refuse("RW0620", t.node, found=noun.replace("_", " "), what="DidSo.noun")
    which = " ".join((rank, "alone" if t.flag("alone") else "", noun or "")) if rank else str(t.flag("alone") or "")
    return m.Test(kind="did_so", word=which, args=(of, deed), negated=t.flag("negated"))


@reads(n.With)
def with_(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """With something on it or in it, or of a player: that has it."""
    thing = _had(b, t.child("phrase", n.Phrase), box, of)
    return m.Test(kind="has", args=(of, thing), negated=t.flag("negated"))


def _had(b: Binder, phrase: n.Phrase, box: Box, of: m.Known) -> m.Thing:
    """What the described thing has; “their” in it is of the player who is described."""
    not_of_either(phrase)
    if of.to.type != "player":
        return extreme(b, phrase, box, of.to) or b.thing(phrase, box)
    with box.having(of.to):
        return extreme(b, phrase, box, of.to) or b.thing(phrase, box)


@reads(n.ThatHas)
def that_has(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """That has something: the same as with it."""
    return m.Test(kind="has", args=(of, _had(b, t.child("object", n.Phrase), box, of)))


@reads(n.Measured)
def measured(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """A number of the described thing compared."""
    noun = t.word("noun", b.words.nouns)
    relation = t.only("relation", *MEASURES) or ""
    not_compared_by_each(b.words, t.node)
    value = number_of_described(b, t.node, box, noun, of)
    numbers = (t.child("number", n.Amount), *t.children("or_else", n.Amount))
    tests = tuple(m.Test(kind="compare", word=relation, args=(value, b.number(one, box))) for one in numbers)
    return m.AnyOf(tests=tests) if len(tests) > 1 else tests[0]


def number_of_described(b: Binder, node: n.Node, box: Box, noun: str, of: m.Known) -> m.Number:
    """The number of this noun that the described thing has."""
    if not b.words.is_number(noun):
        raise refuse("RW0620", node, found=noun.replace("_", " "), what="a number")
    holders: list[m.Thing] = []
    for kind in b.words.of(noun) or ("any",):
        base = b.words.type_of(kind)
        if of not in holders and (kind == "any" or base in (of.to.type, "word") or of.to.type == "word"):
            holders.append(of)
        elif base == "player":
            holders.append(m.Known(to=box.you, how="you"))
        else:
            known = anaphora.implied(b.words, box, kind)
            if known is None:
                raise refuse("RW0624", node, found=noun.replace("_", " "))
            holders.append(known)
    if of not in holders:
        raise refuse("RW0624", node, found=noun.replace("_", " "))
    new = box.new(noun, "number", introduced="attribute")
    number = m.Attribute(noun=noun, holders=tuple(holders), new=new)
    box.notes.meant[id(node)] = number
    return m.Number(op="value", parts=(number,))


@reads(n.Whose)
def whose(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """A number or thing of the described thing, and what is said of it."""
    noun = t.word("noun", b.words.nouns)
    clause = t.child("clause", n.Node)
    test = _whose(b, t.node, noun, clause, box, of)
    if not t.flag("negated"):
        return test
    same = isinstance(test, m.Test) and (test.kind, test.word) == ("compare", "exactly")
    return replace(test, negated=True) if same and isinstance(test, m.Test) else m.Not(test=test)


def _whose(b: Binder, node: n.Node, noun: str, clause: n.Node, box: Box, of: m.Known) -> m.Meaning:
    """What is said of a number or thing of the described thing."""
    if b.words.is_number(noun):
        return b.predicate(clause, box, number_of_described(b, node, box, noun, of))
    new = box.new(noun, b.words.type_of(noun), introduced="attribute")
    thing = m.Attribute(noun=noun, holders=(of,), new=new)
    if isinstance(clause, n.Relative):
        return m.AllOf(tests=(b.filter(clause, box, m.Known(to=new)), m.Test(kind="let", args=(thing,))))
    return b.predicate(clause, box, thing)


@reads(n.Worth)
def worth(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Worth so much each."""
    value = m.Number(op="literal", value=t.number("value"))
    return m.Test(kind="worth", args=(of, value))


@reads(n.Of)
def of_(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Of something: in it where it is a zone or region, otherwise belonging to it."""
    return m.Test(kind="of", args=(of, b.thing(t.child("phrase", n.Phrase), box)))


@reads(n.OtherThan)
def other_than(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Other than something."""
    return m.Test(kind="is", args=(of, b.thing(t.child("phrase", n.Phrase), box, of.to.noun)), negated=True)


@reads(n.StartingWith)
def starting_with(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """R14: in which order players come: round the table, from one of them on."""
    phrase = t.child("phrase", n.Phrase)
    box.begins, tied = True, isinstance(phrase, n.NounPhrase) and most_or_fewest(phrase.filters)
    if tied and isinstance(phrase, n.NounPhrase) and phrase.determiner != n.Article(word="the"):
        raise refuse("RW0620", phrase, found="starting with", what="the one player who comes first")
    try:
        return m.Test(kind="starting", word="tied" if tied else "", args=(of, b.thing(phrase, box, "player")))
    finally:
        box.begins = False


@reads(n.Between)
def between(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Between two places."""
    first = b.thing(t.child("first", n.Phrase), box, *b.words.on_the_map)
    return m.Test(kind="between", args=(of, first, b.thing(t.child("second", n.Phrase), box, *b.words.on_the_map)))


@reads(n.Where)
def where(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """What is so at the described place."""
    clause = t.child("clause", n.Condition)
    return m.Test(kind="where", args=(of, b.test(clause, box.child(mode="condition"))))


@reads(n.That)
def that(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """That is so, or is not so."""
    said = t.child("predicate", n.Predicate)
    test = b.predicate(said, box, of)
    if not t.flag("negated"):
        return test
    _of_which(said, of)
    return m.Not(test=test)


def _of_which(said: n.Predicate, of: m.Known) -> None:
    """R13: of "a ware that is not a beast costing up to 5" nobody can tell what costs up to 5."""
    match said:
        case n.IsPhrase(phrase=n.NounPhrase(noun=kind, adjectives=words, filters=(more, *_))) if (
            words or kind != of.to.noun
        ):
            found = kind if isinstance(kind, str) else kind.nouns[-1].noun
            raise refuse("RW0631", more, found=found.replace("_", " "))


@reads(n.There)
def there(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """At the place that was spoken of last."""
    place = anaphora.it(b.words, box, t.node, ("space", "region", "border"), False, several=False, there=True)
    box.notes.meant[id(t.node)] = place
    box.mention(place.to)
    return m.Test(kind="at", word="in", args=(of, place))


@reads(n.OfChoice)
def of_choice(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """R10: "of your choice": you choose, whoever acts; the selection says so."""
    return m.Test(kind="chosen", args=(of, m.Known(to=box.you, how="your")))


@reads(n.OfYours)
def of_yours(b: Binder, t: Take, box: Box, of: m.Known) -> m.Meaning:
    """Of yours: one that you own or have."""
    return m.Test(kind="owned", args=(of, m.Known(to=box.you, how="yours")))
