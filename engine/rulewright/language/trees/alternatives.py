"""`Discard a card or a counter`: things between which whoever does it chooses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.language import nodes as N

ONE_ACT = ("choose", "count_as")
"""Verbs to which several things are one: they are what can be chosen, or what counts."""


def alternatives(node: N.Node) -> N.Choice | None:
    """The acts of which one is done, where an act is done to one thing "or" another; None for what is no such act.

    >>> one, other = N.NounPhrase(noun="card"), N.NounPhrase(noun="counter")
    >>> either = N.Phrases(items=(one, other), conjunction="or")
    >>> found = alternatives(N.Perform(verb="put", slots=(N.Slot(name="object", value=either),)))
    >>> [act.slot("object").noun for act in found.acts]
    ['card', 'counter']
    """
    if not isinstance(node, N.Perform) or node.verb in ONE_ACT:
        return None
    things = next((s.value for s in node.slots if isinstance(s, N.Slot) and s.name == "object"), None)
    if not isinstance(things, N.Phrases) or things.conjunction != "or":
        return None
    acts = tuple(
        replace(
            node,
            slots=tuple(replace(slot, value=item) if slot.name == "object" else slot for slot in node.slots),
        )
        for item in things.items
    )
    return N.Choice(acts=acts, span=node.span)


_Way = N.Act | N.Timed | N.Does | N.Both
SIMPLE = (N.Perform, N.Per, N.RatherThan, N.Until)
"""Acts that can stand behind the subject of a sentence, one “or” the other."""


def chosen_by_others(node: N.Does) -> N.Does:
    """What somebody else chooses one of, each way of their own without its subject.

    "That player chooses one: they draw a card; or you gain 1 gem" is "that player must choose one: draw a card; or you
    gain 1 gem": no plain act of theirs could have the part of another player.

    >>> they = N.Pronoun(word="they")
    >>> way = N.Does(subject=they, act=N.Perform(verb="draw"))
    >>> chosen_by_others(N.Does(subject=they, act=N.Choice(acts=(way,)))).act.acts == (way.act,)
    True
    """
    if not isinstance(node.act, N.Choice) or node.subject == N.Pronoun(word="you"):
        return node
    acts = tuple(_own_way(way, node.subject) for way in node.act.acts)
    modal = node.modal or (None if all(isinstance(way, SIMPLE) for way in acts) else "must")
    if modal == node.modal and all(one is way for one, way in zip(acts, node.act.acts, strict=True)):
        return node
    return replace(node, act=replace(node.act, acts=acts), modal=modal)


def _own_way(way: _Way, who: N.Node) -> _Way:
    """A way without its subject, where that is whoever chooses; any other as it is."""
    if not isinstance(way, N.Does) or way.modal or not isinstance(way.act, N.Act):
        return way
    return way.act if way.subject in (N.Pronoun(word="they"), who) else way


def done_by_several(node: N.Node) -> bool:
    """Whether each of several players does something, or part of it: any of that can be chosen.

    >>> others = N.NounPhrase(determiner=N.Article(word="each_other"), noun="player")
    >>> done_by_several(N.Does(subject=others, act=N.Perform(verb="draw")))
    True
    """
    clauses = node.clauses if isinstance(node, N.Both) else (node,)
    return any(isinstance(one, N.Does) and _are_several(one.subject) for one in clauses)


def _are_several(who: N.Node) -> bool:
    if not isinstance(who, N.NounPhrase) or who.noun != "player":
        return False
    det = who.determiner
    word = det.word if isinstance(det, N.Article) else det.kind if isinstance(det, N.Quantity) else ""
    return word in ("each", "each_other", "all", "all_other")


def is_payment(node: N.Node) -> bool:
    """Whether an act is paying, or a choice between ways to pay.

    >>> is_payment(N.Choice(acts=(N.Perform(verb="pay"), N.Perform(verb="pay"))))
    True
    """
    if isinstance(node, N.Choice):
        return all(map(is_payment, node.acts))
    return isinstance(node, N.Perform) and node.verb == "pay"


def is_toll(node: N.Node) -> bool:
    """Whether a text demands what is paid before something is done: “before you build, you must pay 1 gem”."""
    then = node.then if isinstance(node, N.Trigger) and node.timing == "before" else None
    while isinstance(then, N.Unless) or (isinstance(then, N.If) and then.otherwise is None):
        then = then.then
    if not isinstance(then, N.Does) or then.modal != "must":
        return False
    return any(map(is_payment, then.act.acts if isinstance(then.act, N.Choice) else (then.act,)))


def not_one_of(things: N.Phrases, type_of: Callable[[str], str]) -> N.Phrase:
    """`A card that is not a beast or a spell`: the list goes on with what the thing is not, or is.

    The parser takes it for a list of a card that is no beast, and a spell; it is said as "not a beast or spell".

    type_of: the type of a noun; what things are not is of their type.
    """
    for at, item in enumerate(things.items[:-1]):
        if not isinstance(item, N.NounPhrase) or not isinstance(item.noun, str) or things.conjunction != "or":
            continue
        kind, more = kind_in(item), things.items[at + 1 :]
        if kind is None:
            continue
        kinds = [each for each in (kind, *more) if isinstance(each, N.NounPhrase) and _goes_on(each, kind)]
        if len(kinds) <= len(more) or any(type_of(head(each)) != type_of(item.noun) for each in kinds):
            continue
        group = N.NounGroup(nouns=tuple(map(_noun, kinds)), conjunction="or", span=kind.span)
        said = replace(kind, noun=group, adjectives=())
        last = item.filters[-1]
        assert isinstance(last, N.That) and isinstance(last.predicate, N.IsPhrase)
        last = replace(last, predicate=replace(last.predicate, phrase=said))
        found = replace(item, filters=(*item.filters[:-1], last), span=things.span)
        return replace(things, items=(*things.items[:at], found)) if at else found
    return things


def kind_in(phrase: N.Phrase) -> N.NounPhrase | None:
    """The kind of things with which a description ends: that something is one, or is not; None where it ends in none.

    >>> beast = N.NounPhrase(noun="beast", determiner=N.Article(word="a"))
    >>> kind_in(N.NounPhrase(noun="card", filters=(N.That(predicate=N.IsPhrase(phrase=beast), negated=True),))) == beast
    True
    """
    last = phrase.filters[-1] if isinstance(phrase, N.NounPhrase) and phrase.filters else None
    match last:
        case N.That(predicate=N.IsPhrase(phrase=N.NounPhrase(determiner=N.Article(word="a" | "any")) as kind)):
            return kind
    return None


def head(phrase: N.Phrase) -> str:
    """The noun of a phrase that has one."""
    return phrase.noun if isinstance(phrase, N.NounPhrase) and isinstance(phrase.noun, str) else ""


def _goes_on(one: N.NounPhrase, kind: N.NounPhrase) -> bool:
    """Whether a thing of a list stands there as a kind before it does, and nothing more is said of it."""
    return bool(head(one)) and not one.filters and one.determiner == kind.determiner


def _noun(phrase: N.NounPhrase) -> N.BareNoun:
    return N.BareNoun(noun=head(phrase), adjectives=phrase.adjectives, index=phrase.index, span=phrase.span)


PLACES = (N.At, N.NextTo, N.Within)
BY_ITSELF = (N.Adjective, N.IsPhrase, N.Measured, N.Worth, N.Whose, N.With, N.ThatHas)
"""What is said of a thing by itself, and not where it is or what was done with it."""
SOME = ("a", "any", "another", "each", "all", "no")


def described_last(things: N.Phrases, type_of: Callable[[str], str]) -> N.Node | None:
    """What of a list nobody can tell whether it is of the last thing or of all; None where that is clear.

    Behind "a card that is not a beast", "or a spell in your hand" could be what it is not, or another thing. Of "a
    beast and a wild card in your hand" nobody tells where the beast is.

    type_of: the type of a noun.

    >>> here = N.At(preposition="in", phrase=N.Pronoun(word="it"))
    >>> one, other = N.NounPhrase(noun="card"), N.NounPhrase(noun="counter", filters=(here,))
    >>> described_last(N.Phrases(items=(one, other), conjunction="or"), lambda noun: "word") == here
    True
    """
    *others, last = things.items
    if any(kind_in(item) is not None for item in others):
        return last
    place = _place_of_one(things, type_of)
    if place is not None or things.conjunction != "or" or not isinstance(last, N.NounPhrase):
        return place
    limits = N.At | N.NextTo | N.Within | N.Related | N.That | N.Measured | N.Whose
    placed = any(isinstance(item, limits) for item in last.filters)
    alone = all(isinstance(item, N.NounPhrase) and not item.filters for item in others)
    return last.filters[0] if placed and alone else None


def _place_of_one(things: N.Phrases, type_of: Callable[[str], str]) -> N.Node | None:
    """The place of one of several cards or pieces beside another of which no place is told."""
    for one in things.items:
        of = type_of(head(one))
        place = next((item for item in getattr(one, "filters", ()) if isinstance(item, PLACES)), None)
        if place is None or of not in ("card", "piece"):
            continue
        if any(
            type_of(head(item)) == of and _told_by_itself(item, type_of) for item in things.items if item is not one
        ):
            return place
    return None


def _told_by_itself(phrase: N.Phrase, type_of: Callable[[str], str]) -> bool:
    """Whether a phrase takes any things of a kind, and tells neither where they are nor what was done with them."""
    if not isinstance(phrase, N.NounPhrase):
        return False
    det = phrase.determiner
    some = det is None or isinstance(det, N.Quantity) or (isinstance(det, N.Article) and det.word in SOME)
    return some and all(_by_itself(item, type_of) for item in phrase.filters)


def _by_itself(item: N.Filter, type_of: Callable[[str], str]) -> bool:
    if isinstance(item, N.Of):
        return type_of(head(item.phrase)) not in ("zone", "space", "region", "border", "player", "card", "piece")
    said = item.predicate if isinstance(item, N.That) else item
    return isinstance(said, BY_ITSELF)
