"""What can be said of a thing or number: that it is so, is a kind of thing, is higher than a number, lies somewhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.language import nodes as n
from rulewright.meaning import model as m
from rulewright.meaning.anaphora import itself
from rulewright.meaning.binder import FILTERS, PREDICATES, Binder
from rulewright.meaning.rules.descriptions import MEASURES
from rulewright.meaning.rules.numbers import one_number
from rulewright.meaning.rules.picking import not_compared_by_each, referent
from rulewright.meaning.scope import DETAIL, Box
from rulewright.meaning.take import Take, refuse

Predicate = Callable[[Binder, Take, Box, m.Meaning], m.Meaning]


def reads(kind: type[n.Predicate]) -> Callable[[Predicate], Predicate]:
    """Register a rule for a class of predicates."""

    def register(rule: Predicate) -> Predicate:
        assert kind not in PREDICATES
        PREDICATES[kind] = rule
        return rule

    return register


def numeric(of: m.Meaning) -> m.Number | None:
    """What a predicate is said of, as a number; None where it is none."""
    if isinstance(of, m.Number):
        return of
    to = referent(of)
    if to is not None and to.type in ("number", "resource"):
        return m.Number(op="value", parts=(of,))
    return None


def number_from(node: n.Node, of: m.Meaning) -> m.Number:
    """The number that is compared. Raises RulewrightError (RW0606)."""
    found = numeric(of)
    if found is None:
        to = referent(of)
        name = to.noun.replace("_", " ") if to else "this"
        raise refuse("RW0606", node, what=f"“{name}” is no number, so it cannot be compared or changed")
    return found


@reads(n.Compare)
def compare(b: Binder, t: Take, box: Box, of: m.Meaning) -> m.Meaning:
    """A number compared with another."""
    relation = t.only("relation", *MEASURES) or ""
    not_compared_by_each(b.words, t.node)
    left = number_from(t.node, of)
    right = b.number(t.child("number", n.Amount), box)
    if (same := one_number(left, right)) is not None:
        raise itself(t.node, same)
    return m.Test(kind="compare", word="exactly" if relation == "equal" else relation, args=(left, right))


@reads(n.IsPhrase)
def is_phrase(b: Binder, t: Take, box: Box, of: m.Meaning) -> m.Meaning:
    """R5: being a kind of thing, or a certain one; a number that is another. The noun after "is" introduces nothing."""
    phrase = t.child("phrase", n.Node)
    inner = box.child(rank=DETAIL, mode="condition")
    if isinstance(phrase, n.Amount):
        return m.Test(kind="compare", word="exactly", args=(number_from(t.node, of), b.number(phrase, inner)))
    to = referent(of)
    thing = b.thing(phrase, inner, *((to.noun,) if to else ()))
    return m.Test(kind="is", args=(of, thing))


def _of_thing(kind: type[n.Filter]) -> None:
    """A filter said as a predicate: it is in a region, it is next to a space."""

    def rule(b: Binder, t: Take, box: Box, of: m.Meaning) -> m.Meaning:
        to = referent(of)
        if to is None and isinstance(of, m.Number) and kind is n.Adjective:  # "the number of your cards is even"
            return m.Test(kind="adjective", word=t.word("word", b.lexicon.adjectives), args=(of,))
        if to is None:
            raise refuse("RW0606", t.node, what="nothing that can be so is named")
        inner = box.child(rank=DETAIL, mode="condition", describing=(*box.describing, to.id))  # never next to itself
        known = of if isinstance(of, m.Known) else m.Known(to=to)
        test = FILTERS[kind](b, t, inner, known)
        if known is of or not isinstance(test, m.Test) or test.args[0] != known:
            return test
        return replace(test, args=(of, *test.args[1:]))

    reads(kind)(rule)


for _kind in (n.Adjective, n.At, n.NextTo, n.Within, n.Related):
    _of_thing(_kind)


@reads(n.Change)
def change(b: Binder, t: Take, box: Box, of: m.Meaning) -> m.Meaning:
    """A number that is higher or lower than it was: an adjustment."""
    relation = t.only("relation", "higher", "lower")
    by = b.number(t.child("by", n.Amount), box)
    number = number_from(t.node, of)
    return m.Adjust(number=number, change="raise" if relation == "higher" else "lower", by=by)


@reads(n.SetTo)
def set_to(b: Binder, t: Take, box: Box, of: m.Meaning) -> m.Meaning:
    """A number that is another instead."""
    value, old = b.number(t.child("value", n.Amount), box), b.number(t.child("instead_of", n.Amount), box)
    return m.Adjust(number=number_from(t.node, of), change="set", by=value, instead_of=old)
