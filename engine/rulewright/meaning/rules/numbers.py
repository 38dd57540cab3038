"""Amounts: literals, sums, counts, values of things; each with the moment at which it is counted (R15)."""

from __future__ import annotations

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.anaphora import itself
from rulewright.meaning.binder import NUMBERS, Binder
from rulewright.meaning.rules.picking import not_by_each, referent
from rulewright.meaning.scope import DETAIL, Box
from rulewright.meaning.take import Take, refuse


@NUMBERS.reads(n.Number)
def literal(b: Binder, t: Take, box: Box) -> m.Number:
    """A number that is written out."""
    return m.Number(op="literal", value=t.number("value"))


@NUMBERS.reads(n.Plus)
def plus(b: Binder, t: Take, box: Box) -> m.Number:
    """A sum."""
    left = b.number(t.child("left", n.Amount), box)
    right = b.number(t.child("right", n.Amount), box)
    return m.Number(op="plus", parts=(left, right), counted=box.counted)


def _asked(one: m.Attribute) -> list[object]:
    """What a description asks, whatever it describes: "the highest result" is another number than the lowest one."""
    return [(test.kind, test.word, test.args[1:]) if isinstance(test, m.Test) else test for test in one.tests]


def _holders(one: m.Attribute) -> list[object]:
    """Of what a number is, by whatever words."""
    return [thing.to.id if isinstance(thing, m.Known) else thing for thing in one.holders]


def one_number(left: m.Number, right: m.Number) -> m.Referent | None:
    """The thing of which one number is set beside itself, by the same words: two things were meant; else None."""
    match left, right:
        case m.Number(op="value", parts=(m.Attribute() as one,)), m.Number(op="value", parts=(m.Attribute() as other,)):
            if (one.noun, _holders(one), _asked(one)) == (other.noun, _holders(other), _asked(other)):
                named = [thing.to for thing in one.holders if isinstance(thing, m.Known)]
                return next((to for to in named if to.introduced not in ("you", "this", "named", "slot")), None)
    return None


@NUMBERS.reads(n.Minus)
def minus(b: Binder, t: Take, box: Box) -> m.Number:
    """A difference."""
    left = b.number(t.child("left", n.Amount), box)
    right = b.number(t.child("right", n.Amount), box)
    if (same := one_number(left, right)) is not None:
        raise itself(t.node, same)
    return m.Number(op="minus", parts=(left, right), counted=box.counted)


@NUMBERS.reads(n.Times)
def times(b: Binder, t: Take, box: Box) -> m.Number:
    """So many times a number."""
    factor, of = t.number("factor"), b.number(t.child("number", n.Amount), box)
    return m.Number(op="times", value=factor, parts=(of,), counted=box.counted)


@NUMBERS.reads(n.Half)
def half(b: Binder, t: Take, box: Box) -> m.Number:
    """Half of a number, rounded."""
    rounded = t.only("rounded", "down", "up") or ""
    return m.Number(
        op="half", rounded=rounded, parts=(b.number(t.child("number", n.Amount), box),), counted=box.counted
    )


@NUMBERS.reads(n.Bounded)
def bounded(b: Binder, t: Take, box: Box) -> m.Number:
    """A number that is never higher, or never lower."""
    most, least = t.figure_or("most", n.Amount), t.figure_or("least", n.Amount)
    number = b.number(t.child("number", n.Amount), box)
    for op, limit in (("at_most", most), ("at_least", least)):
        if isinstance(limit, int):
            number = m.Number(op=op, value=limit, parts=(number,), counted=box.counted)
        elif limit is not None:
            number = m.Number(op=op, parts=(number, b.number(limit, box)), counted=box.counted)
    return number


@NUMBERS.reads(n.CountOf)
def count_of(b: Binder, t: Take, box: Box) -> m.Number:
    """How many things there are that fit."""
    phrase = t.child("phrase", n.Phrase)
    not_by_each(b.words, phrase)
    with box.at(mode="count", rank=DETAIL):
        thing = b.thing(phrase, box)
    return m.Number(op="count", parts=(thing,), counted=box.counted)


@NUMBERS.reads(n.Value)
def value(b: Binder, t: Take, box: Box) -> m.Number:
    """A number that things have, or so much as somebody holds."""
    phrase = t.child("phrase", n.Phrase)
    with box.at(mode="count", rank=DETAIL):
        thing = b.thing(phrase, box, "number")
    to = referent(thing)
    if to is None or to.type not in ("number", "resource", "word", "piece", "card", "space", "player", "border"):
        raise refuse("RW0606", phrase, what="A number was expected here")
    op = "value" if to.type in ("number", "resource", "word") else "count"
    return m.Number(op=op, parts=(thing,), counted=box.counted)
